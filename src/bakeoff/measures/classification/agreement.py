"""Agreement beyond chance: kappa, plain and weighted, and the Matthews correlation."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.data.tasks import BINARY, MULTICLASS, ORDINAL
from bakeoff.measures.aliases import parameter_text
from bakeoff.measures.classification.ordinal import stepped_by_chance, sum_of_steps
from bakeoff.measures.measure import CLASSES, Caution, Direction, Measure, family
from bakeoff.predictions.kinds import CONFUSION
from bakeoff.predictions.predictions import Output
from bakeoff.predictions.summaries.confusion import Counts, ratio, root

__all__ = ["ALL", "kappa", "kappa_weighted", "mcc"]


def _kappa(c: Counts) -> Any:
    return ratio(c.beyond_chance, c.crossed[0])


def _weighted(power: int) -> Any:
    def compute(c: Counts) -> Any:
        return 1.0 - ratio(sum_of_steps(c, power) * c.total, stepped_by_chance(c, power))

    return compute


def _mcc(c: Counts) -> Any:
    _, of_truth, of_predicted = c.crossed
    return ratio(c.beyond_chance, root(of_truth) * root(of_predicted))


_declare = family(
    direction=Direction.HIGHER,
    bounds=(-1.0, 1.0),
    tasks=CLASSES,
    needs=Output.LABEL,
    reads=CONFUSION,
    family="chance",
)


kappa = _declare(
    "kappa",
    "Cohen's kappa",
    r"(p_o - p_e) / (1 - p_e)",
    _kappa,
    reference="cohen1960",
    undefined="truth and predictions are all of one class",
    caveats=("depends on the class shares: kappas of data sets with different shares do not compare",),
)


def _weighted_kappa(name: str, word: str, adverb: str, power: int) -> Measure:
    return _declare(
        name,
        f"Cohen's kappa, {word} weights",
        rf"1 - \frac{{\sum_{{ij}} |i-j|^{power} o_{{ij}}}}{{\sum_{{ij}} |i-j|^{power} e_{{ij}}}}",
        _weighted(power),
        reference="cohen1968",
        short=f"{adverb} weighted kappa",
        cautions=frozenset({Caution.SCALE}),
        undefined="truth and predictions are all of one class",
        caveats=("the order of the classes is taken as a scale with equal steps",),
    )


kappa_linear = _weighted_kappa("kappa_linear", "linear", "linearly", 1)
kappa_quadratic = _weighted_kappa("kappa_quadratic", "quadratic", "quadratically", 2)


def kappa_weighted(weights: Sequence[Sequence[float]]) -> Measure:
    """Kappa with weights of your own: `weights[i][j]` is how bad it is to take class i for class j, in the order of the classes.

    >>> kappa_weighted([[0, 1, 4], [1, 0, 1], [4, 1, 0]]).name
    'kappa_weighted([[0,1,4],[1,0,1],[4,1,0]])'
    """
    try:
        table = np.asarray(weights, dtype=np.float64)
    except (TypeError, ValueError):
        table = np.empty(0)
    if table.ndim != 2 or table.shape[0] != table.shape[1] or not np.isfinite(table).all() or len(table) < 2:
        raise BadInput("the weights of kappa are a square table of numbers, 0 for agreement: [[0,1,4],[1,0,1],[4,1,0]]")
    if (table < 0).any() or np.diag(table).any():
        raise BadInput("the weights of kappa say how bad a disagreement is: 0 on the diagonal, 0 or more elsewhere")

    def compute(c: Counts) -> Any:
        if len(c.classes) != len(table):
            raise NotApplicable(f"weights are given for {len(table)} classes, and there are {len(c.classes)}")
        by_chance = np.einsum("...i,ij,...j->...", np.asarray(c.truth, float), table, np.asarray(c.predicted, float))
        made = 1.0 - ratio(c.priced(table) * c.total, by_chance)
        return float(made) if np.ndim(made) == 0 else made

    text = ",".join("[" + ",".join(parameter_text(number) for number in row) + "]" for row in table)
    measure = _declare(
        f"kappa_weighted([{text}])",
        "Cohen's kappa, weights as stated",
        r"1 - \frac{\sum_{ij} w_{ij} o_{ij}}{\sum_{ij} w_{ij} e_{ij}}",
        compute,
        reference="cohen1968",
        short="kappa with stated weights",
        undefined="truth and predictions are all of one class, or the weights are for another number of classes",
    )
    return replace(measure, tasks=frozenset({BINARY} if len(table) == 2 else {MULTICLASS, ORDINAL}))


mcc = _declare(
    "mcc",
    "Matthews correlation coefficient",
    r"\frac{c s - \sum_k p_k t_k}{\sqrt{(s^2 - \sum_k p_k^2)(s^2 - \sum_k t_k^2)}}",
    _mcc,
    reference="gorodkin2004",
    undefined="truth or predictions are all of one class",
    short="MCC",
)

ALL: tuple[Measure, ...] = (kappa, kappa_linear, kappa_quadratic, kappa_weighted([[0, 1], [2, 0]]), mcc)

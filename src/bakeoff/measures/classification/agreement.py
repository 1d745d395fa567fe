"""Agreement beyond chance: kappa, plain and weighted, and the Matthews correlation."""

from typing import Any

from bakeoff.measures.classification.ordinal import stepped_by_chance, sum_of_steps
from bakeoff.measures.measure import CLASSES, Caution, Direction, Measure, family
from bakeoff.predictions.kinds import CONFUSION
from bakeoff.predictions.predictions import Output
from bakeoff.predictions.summaries.confusion import Counts, ratio, root

__all__ = ["ALL", "kappa", "mcc"]


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

mcc = _declare(
    "mcc",
    "Matthews correlation coefficient",
    r"\frac{c s - \sum_k p_k t_k}{\sqrt{(s^2 - \sum_k p_k^2)(s^2 - \sum_k t_k^2)}}",
    _mcc,
    reference="gorodkin2004",
    undefined="truth or predictions are all of one class",
    short="MCC",
)

ALL: tuple[Measure, ...] = (kappa, kappa_linear, kappa_quadratic, mcc)

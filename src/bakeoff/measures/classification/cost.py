"""Measures that know what mistakes cost."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.measures.aliases import parameter_text
from bakeoff.measures.measure import BINARY_ONLY, CLASSES, Direction, Measure
from bakeoff.predictions.kinds import CONFUSION, MEANS, RANKING
from bakeoff.predictions.predictions import Output, Predictions
from bakeoff.predictions.summaries.confusion import Counts, ratio
from bakeoff.predictions.summaries.pivot import ORIGIN
from bakeoff.predictions.summaries.ranking.ranking import Ranking
from bakeoff.predictions.summaries.row_quantities import RowQuantity

__all__ = ["ALL", "cost_curve_area", "expected_cost", "net_benefit"]


def expected_cost(cost: Sequence[Sequence[float]]) -> Measure:
    """Mean cost of a decision; `cost[i][j]` is paid when class i is taken for class j, in the order of the classes.

    >>> expected_cost([[0, 1], [5, 0]]).name
    'expected_cost([[0,1],[5,0]])'
    """
    try:
        table = np.asarray(cost, dtype=np.float64)
    except (TypeError, ValueError):
        table = np.empty(0)
    if table.ndim != 2 or table.shape[0] != table.shape[1] or not np.isfinite(table).all():
        raise BadInput("the costs are a square table of numbers, rows truth and columns prediction: [[0,1],[5,0]]")

    def check(classes: Sequence[str]) -> None:
        if len(classes) != len(table):
            raise NotApplicable(f"costs are given for {len(table)} classes, and there are {len(classes)}")

    def compute(c: Counts) -> Any:
        check(c.classes)
        return ratio(c.priced(table), c.total)

    def per_row(pred: Predictions) -> Array:
        check(pred.classes)
        return np.asarray(table[pred.truth, pred.labels()])

    text = ",".join("[" + ",".join(f"{parameter_text(cost)}" for cost in row) + "]" for row in table)
    return Measure(
        name=f"expected_cost([{text}])",
        title="Expected cost of a decision",
        formula=r"\frac1n \sum_{ij} n_{ij} C_{ij}",
        direction=Direction.LOWER,
        bounds=(float(table.min()), float(table.max())),
        tasks=CLASSES,
        needs=Output.LABEL,
        reads=CONFUSION,
        compute=compute,
        reference="elkan2001",
        undefined="there are no rows, or the costs are for another number of classes",
        per_row=per_row,
        family="cost",
    )


def _treated(pred: Predictions, threshold: float, *, positive: bool) -> Array:
    """Which rows are treated at this threshold, of those that are positive or of the others."""
    treated = np.asarray(pred.probabilities()[:, pred.positive_code], dtype=np.float64) >= threshold
    return np.asarray(treated & ((pred.truth == pred.positive_code) == positive))


def _rightly_treated(pred: Predictions, threshold: float) -> Array:
    return _treated(pred, threshold, positive=True).astype(np.float64)


def _wrongly_treated(pred: Predictions, threshold: float) -> Array:
    return _treated(pred, threshold, positive=False).astype(np.float64)


def net_benefit(threshold: float) -> Measure:
    """Net benefit of treating those with a probability of at least `threshold`, which also sets the exchange rate.

    >>> net_benefit(0.2).name
    'net_benefit(0.2)'
    """
    if not 0 < threshold < 1:
        raise BadInput(f"the threshold of net_benefit must lie strictly between 0 and 1, not {threshold}")
    right, wrong = RowQuantity(_rightly_treated, (threshold,)), RowQuantity(_wrongly_treated, (threshold,))
    rate = threshold / (1 - threshold)
    return Measure(
        name=f"net_benefit({parameter_text(threshold)})",
        title=f"Net benefit at a threshold of {parameter_text(threshold)}",
        formula=r"\frac{TP}{n} - \frac{FP}{n} \frac{t}{1-t}",
        direction=Direction.HIGHER,
        bounds=(-rate, 1.0),
        tasks=BINARY_ONLY,
        needs=Output.PROBA,
        reads=MEANS,
        compute=lambda m: m[right] - rate * m[wrong],
        reference="vickers2006",
        undefined="there are no rows",
        caveats=("at most the share of positives; treating none has a net benefit of 0",),
        per_row=lambda pred: right(pred, ORIGIN) - rate * wrong(pred, ORIGIN),
        shares=lambda m: (m.n * m[right], m.n * m[wrong], m.n, rate),
        needs_positive=True,
        family="cost",
    )


def _area(r: Ranking) -> float:
    """One half less what each edge of the hull takes away: half its rise times the share of its rise in rise and run."""
    if not r.positive_weight or not r.negative_weight:
        return float("nan")
    right, up = r.edges[0, :-1] / r.negative_weight, r.edges[1, :-1] / r.positive_weight
    return 0.5 - 0.5 * float((up * up / (up + right)).sum())


cost_curve_area = Measure(
    name="cost_curve_area",
    title="Area under the lower envelope of the cost curve",
    short="area under the cost curve",
    formula=r"\int_0^1 \min_t \left[(1-x)\,\mathrm{FPR}(t) + x\,\mathrm{FNR}(t)\right] dx",
    direction=Direction.LOWER,
    bounds=(0.0, 0.25),
    tasks=BINARY_ONLY,
    needs=Output.SCORE,
    reads=RANKING,
    compute=_area,
    reference="drummond2006",
    undefined="the truth contains one class only",
    optimizes_threshold=True,
    caveats=("assumes that the best threshold for each cost is known: optimistic on the same rows",),
    needs_positive=True,
    family="cost",
)

ALL: tuple[Measure, ...] = (expected_cost([[0, 1], [1, 0]]), net_benefit(0.5), cost_curve_area)

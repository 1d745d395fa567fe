"""Errors on ordered classes, counted in steps of the scale."""

from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.data.tasks import ORDINAL
from bakeoff.measures.measure import Caution, Direction, Measure
from bakeoff.predictions.kinds import CONFUSION
from bakeoff.predictions.predictions import Output, Predictions
from bakeoff.predictions.summaries.confusion import Counts, plain, ratio

__all__ = ["ALL", "stepped_by_chance", "sum_of_steps"]


def sum_of_steps(c: Counts, power: int) -> Any:
    """The sum over all rows of the steps to that power.

    >>> sum_of_steps(Counts.of(np.array([[5, 0, 2], [0, 4, 1], [0, 0, 3]]), classes=("low", "mid", "high")), 2)
    9.0
    """
    if c.few is not None:
        return sum([rows * abs(i - j) ** power for i, row in enumerate(c.lines) for j, rows in enumerate(row)])
    true, predicted = c.table.corners
    return plain(np.einsum("...i,i->...", c.table.amounts, np.abs(true - predicted) ** float(power)))


def stepped_by_chance(c: Counts, power: int) -> Any:
    """The same if truth and predictions had nothing to do with each other, times the total; the power is 1 or 2."""
    if c.few is not None:
        few = list(enumerate(c.few))
        return sum([first[0] * two[1] * abs(i - j) ** power for i, first in few for j, two in few])
    ways = ((c.truth, c.predicted), (c.predicted, c.truth))
    return sum(plain((_above(shares) * _below(two, power)).sum(-1)) for shares, two in ways)


def _above(weights: Array) -> Array:
    """What lies above each place of the scale."""
    upto = weights.cumsum(-1)
    return np.asarray(upto[..., -1:] - upto)


def _below(weights: Array, power: int) -> Array:
    """What each place adds to the steps of all that goes up from there or below: one step, or what it adds to a square."""
    upto = weights.cumsum(-1)
    return np.asarray(upto if power == 1 else 2 * upto.cumsum(-1) - upto)


def _declare(name: str, title: str, formula: str, power: int, short: str) -> Measure:
    def compute(c: Counts) -> Any:
        mean = ratio(sum_of_steps(c, power), c.total)
        return float(mean) if np.ndim(mean) == 0 else mean

    def per_row(pred: Predictions) -> Array:
        return np.asarray(np.abs(pred.labels() - pred.truth), dtype=np.float64) ** power

    return Measure(
        name=name,
        title=title,
        short=short,
        formula=formula,
        cautions=frozenset({Caution.SCALE}),
        direction=Direction.LOWER,
        bounds=(0.0, float("inf")),
        tasks=frozenset({ORDINAL}),
        needs=Output.LABEL,
        reads=CONFUSION,
        compute=compute,
        reference="gaudette2009",
        undefined="there are no rows",
        caveats=("takes the steps of the scale as equal",),
        per_row=per_row,
        family="ordinal",
    )


ALL: tuple[Measure, ...] = (
    _declare(
        "mae_ordinal",
        "Mean absolute error in steps of the scale",
        r"\frac1n\sum_i |\hat k_i - k_i|",
        1,
        "MAE in steps of the scale",
    ),
    _declare(
        "mse_ordinal",
        "Mean squared error in steps of the scale",
        r"\frac1n\sum_i (\hat k_i - k_i)^2",
        2,
        "MSE in steps of the scale",
    ),
)

"""Errors on ordered classes, counted in steps of the scale."""

from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.data.dataset import Task
from bakeoff.measures.measure import Direction, Measure, Reads
from bakeoff.measures.steps import stepped
from bakeoff.predictions.counts import Counts, ratio
from bakeoff.predictions.predictions import Output, Predictions

__all__ = ["ALL"]


def _declare(name: str, title: str, formula: str, power: int) -> Measure:
    def compute(c: Counts) -> Any:
        made = ratio(stepped(c, power), c.total)
        return float(made) if np.ndim(made) == 0 else made

    def per_row(pred: Predictions) -> Array:
        return np.asarray(np.abs(pred.labels() - pred.truth), dtype=np.float64) ** power

    return Measure(
        name=name,
        title=title,
        formula=formula,
        direction=Direction.LOWER,
        bounds=(0.0, float("inf")),
        tasks=frozenset({Task.ORDINAL}),
        needs=Output.LABEL,
        reads=Reads.COUNTS,
        compute=compute,
        reference="gaudette2009",
        undefined="there are no rows",
        caveats=("takes the steps of the scale as equal",),
        per_row=per_row,
        family="ordinal",
    )


ALL: tuple[Measure, ...] = (
    _declare("mae_ordinal", "Mean absolute error in steps of the scale", r"\frac1n\sum_i |\hat k_i - k_i|", 1),
    _declare("mse_ordinal", "Mean squared error in steps of the scale", r"\frac1n\sum_i (\hat k_i - k_i)^2", 2),
)

"""The gate at any time: an interval that holds however often one looks, of the mean of bounded paired losses."""

from math import inf, nan

import numpy as np

from bakeoff.core.errors import NotApplicable
from bakeoff.estimates.analytic.average_difference import AverageDifference
from bakeoff.estimates.in_time import is_timed
from bakeoff.estimates.resampling.paired import aligned
from bakeoff.measures.measure import Measure
from bakeoff.predictions.predictions import Predictions
from bakeoff.release_gate.law import InvertedLaw

__all__ = ["law_at_any_time"]


def law_at_any_time(base: Predictions, new: Predictions, measure: Measure, factor: float = 1.0) -> InvertedLaw:
    """A confidence sequence of the mean difference, in the order of the rows; refuses what is no mean of bounded values of single rows.

    References: howard2021, choe2024.
    """
    (base, new), units = aligned((base, new))
    low, high = measure.bounds
    if measure.per_row is None or measure.after is not None or -inf in (low, -high):
        raise NotApplicable(
            f"a gate at any time (--anytime) takes means of bounded values of single rows, such as accuracy or the Brier score, not {measure.name}; "
            "plan the looks instead (--look 1 --looks 3)"
        )
    if units is not None or base.weight is not None:
        raise NotApplicable("a gate at any time (--anytime) takes rows that count alike and do not come in groups; plan the looks instead (--look 1 --looks 3)")  # fmt: skip
    if is_timed(base):
        raise NotApplicable("a gate at any time (--anytime) takes independent rows, and rows in time depend on their neighbours; plan the looks instead (--look 1 --looks 3)")  # fmt: skip
    differences = measure.per_row(new) - factor * measure.per_row(base)
    width = max(abs(high - factor * low), abs(low - factor * high))
    sums = AverageDifference()
    sums.push(np.asarray(differences, dtype=np.float64) / width)

    def interval(level: float) -> tuple[float, float]:
        ends = sums.interval(level)
        return ends[0] * width, ends[1] * width

    value = float(np.mean(differences)) if len(differences) else nan
    return InvertedLaw(value=value, interval=interval, method="confidence sequence by betting")

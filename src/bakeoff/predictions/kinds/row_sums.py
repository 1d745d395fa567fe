"""SUMS: two quantities of each row, each summed over all rows; a ratio of sums is their quotient."""

from dataclasses import replace
from typing import Any

from bakeoff.predictions.kinds.row_means import MEANS
from bakeoff.predictions.summaries.confusion import ratio
from bakeoff.predictions.summaries.means import RowMeans, means_of
from bakeoff.predictions.summaries.pivot import ORIGIN
from bakeoff.predictions.summaries.row_quantities import Column

__all__ = ["SUMS", "ratio_of_sums"]


def ratio_of_sums(sums: RowMeans, numerator: Column, denominator: Column) -> Any:
    """The sum of one column over that of the other; NaN where the other is zero.

    Both are kept as means: divided by the same weight they are the same quotient, and means do not grow with the rows.
    """
    return ratio(sums[numerator], sums[denominator])


# Sums add up over rows, groups, parts and streams as means do: only the pivot of numbers to be predicted is not for them.
SUMS = replace(
    MEANS,
    name="sums",
    title="sums of two quantities of each row",
    compute=lambda pred, _: means_of(pred, ORIGIN),
    several=None,
)

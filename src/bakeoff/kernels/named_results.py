"""What kernels return where it is more than one number: by name, never by position."""

from typing import Any, NamedTuple

from bakeoff.core.checks import Array

__all__ = ["FusedSums", "ProbabilityCheck", "ThresholdTotals"]


class ProbabilityCheck(NamedTuple):
    """Whether a table holds probabilities."""

    valid: bool  # whether every entry lies in [0, 1]; False may also stand for a minus zero, so look again
    largest_gap: float  # the largest distance of a row's sum from one
    log_loss: float  # the sum of -log p(true class); of no meaning where an entry is wrong


class FusedSums(NamedTuple):
    """Sums over rows of every quantity of probabilities; the fields have the names of the functions in row_quantities.py."""

    gaps: float
    spherical: float
    scheme_bits: float
    clipped_log_loss: float
    impossible: float
    squares: float
    log_loss: float
    calibration: Array  # (10,) one for each tenth of confidence
    ones: float  # the sum of the codes of the truth where there are two classes, else zero

    def plus(self, other: "FusedSums") -> "FusedSums":
        """Return the sums over the rows of both parts."""
        sums: dict[str, Any] = {name: getattr(self, name) + getattr(other, name) for name in self._fields}
        return FusedSums(**sums)


class ThresholdTotals(NamedTuple):
    """Totals over all thresholds, from one pass along the sorted scores from the highest down."""

    doubled_wins: float  # twice the Mann-Whitney count: 2 x pairs won + pairs tied
    average_precision: float
    pr_area: float  # trapezoids under the precision-recall points
    largest_gap: float  # max |TPR - FPR|
    placed_positive: float  # sum over positives of (share of negatives below, ties half) squared
    placed_negative: float  # sum over negatives of (share of positives above, ties half) squared

"""A score with its uncertainty."""

from bakeoff.estimates.auc import auc_interval
from bakeoff.estimates.bootstrap import bootstrap
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.inverse import confidence_for_margin, rows_for_margin
from bakeoff.estimates.paired import paired_difference
from bakeoff.estimates.proportion import proportion
from bakeoff.estimates.resampled import mean_over_splits

__all__ = [
    "Estimate", "auc_interval", "bootstrap", "confidence_for_margin", "mean_over_splits", "paired_difference",
    "proportion", "rows_for_margin",
]  # fmt: skip

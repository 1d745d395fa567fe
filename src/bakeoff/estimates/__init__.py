"""A score with its uncertainty."""

from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.resampled import mean_over_splits

__all__ = ["Estimate", "mean_over_splits"]

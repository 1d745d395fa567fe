"""A score with its uncertainty."""

from bakeoff.estimates.estimate import Estimate

__all__ = ["Estimate"]

"""Which rows train and which test."""

from bakeoff.splits.plan import Scheme, Split, SplitPlan

__all__ = ["Scheme", "Split", "SplitPlan"]

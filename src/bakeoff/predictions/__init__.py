"""Predictions, and what is computed from them; no learner is needed."""

from bakeoff.predictions.predictions import Output, Predictions
from bakeoff.predictions.resources import Resources

__all__ = ["Output", "Predictions", "Resources"]

"""What was said of which row; needs no learner."""

from bakeoff.predictions.predictions import Output, Predictions
from bakeoff.predictions.resources import Resources

__all__ = ["Output", "Predictions", "Resources"]

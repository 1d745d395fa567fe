"""A score with its uncertainty."""

from bakeoff.estimates.auc import auc_interval
from bakeoff.estimates.bootstrap import bootstrap
from bakeoff.estimates.decompose import Decomposition, bias_variance
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.growth import PowerLaw, power_law
from bakeoff.estimates.inverse import confidence_for_margin, rows_for_margin
from bakeoff.estimates.learning import LearningCurve, LearningPoint, learning_curve
from bakeoff.estimates.optimism import e632, e632plus, no_information_rate
from bakeoff.estimates.paired import paired_difference
from bakeoff.estimates.proportion import proportion
from bakeoff.estimates.resampled import mean_over_splits

__all__ = [
    "Decomposition", "Estimate", "LearningCurve", "LearningPoint", "PowerLaw", "auc_interval", "bias_variance",
    "bootstrap", "confidence_for_margin", "e632", "e632plus", "learning_curve", "mean_over_splits",
    "no_information_rate", "paired_difference", "power_law", "proportion", "rows_for_margin",
]  # fmt: skip

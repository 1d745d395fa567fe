"""A score with its uncertainty."""

from bakeoff.estimates.analytic.proportion import proportion
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.over_splits.bias_variance import Decomposition, bias_variance
from bakeoff.estimates.over_splits.complexity import stated_cost
from bakeoff.estimates.over_splits.extrapolation import Extrapolation, extrapolate_curve
from bakeoff.estimates.over_splits.learning_curve import LearningCurve, LearningPoint, learning_curve
from bakeoff.estimates.over_splits.mean import mean_over_splits
from bakeoff.estimates.over_splits.optimism import e632, e632plus, no_information_rate
from bakeoff.estimates.over_splits.power_law import PowerLaw, power_law
from bakeoff.estimates.over_splits.selection import Best, bbc
from bakeoff.estimates.repeated_runs import (
    Repeats,
    VarianceParts,
    flip_rate,
    pass_at_k,
    pass_hat_k,
    repeats,
    variance_parts,
)
from bakeoff.estimates.resampling.intervals import bootstrap
from bakeoff.estimates.resampling.paired import paired_difference
from bakeoff.estimates.sample_size import confidence_for_margin, rows_for_margin
from bakeoff.estimates.select import auc_interval

__all__ = [
    "Best", "Decomposition", "Estimate", "Extrapolation", "LearningCurve", "LearningPoint", "PowerLaw", "Repeats", "VarianceParts", "auc_interval",
    "bbc", "bias_variance", "bootstrap", "confidence_for_margin", "e632", "e632plus", "extrapolate_curve", "flip_rate", "learning_curve", "mean_over_splits",
    "no_information_rate", "paired_difference", "pass_at_k", "pass_hat_k", "power_law", "proportion", "repeats",
    "rows_for_margin", "stated_cost", "variance_parts",
]  # fmt: skip

"""What is compared.

`as_learners` takes a user's objects, `learner_from` what a study file says; the baselines stand in `BASELINES`.
"""

from bakeoff.learners.baselines import BASELINES, Majority, Mean, Median, Naive, OneRule, Prior, Random, SeasonalNaive
from bakeoff.learners.estimators import SklearnLearner
from bakeoff.learners.from_objects import as_learners, learner_from
from bakeoff.learners.learner import Learner, Model, Outputs

__all__ = [
    "BASELINES",
    "Learner",
    "Majority",
    "Mean",
    "Median",
    "Model",
    "Naive",
    "OneRule",
    "Outputs",
    "Prior",
    "Random",
    "SeasonalNaive",
    "SklearnLearner",
    "as_learners",
    "learner_from",
]

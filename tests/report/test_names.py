"""How corrections, settings and learners are named in a report."""

from scipy.stats import loguniform
from sklearn.model_selection import RandomizedSearchCV
from sklearn.svm import SVC

import bakeoff as bo
from bakeoff.report.names import learner_code


def test_a_random_search_of_scikit_learn_keeps_its_range():
    learner = bo.Study(
        datasets="iris",
        learners={"rand": RandomizedSearchCV(SVC(), {"C": loguniform(0.01, 100)}, n_iter=2), "d": "majority"},
        measures="accuracy",
    ).spec.learners[0]
    code, _ = learner_code(learner.settings)
    assert "scipy.stats.loguniform(0.01, 100)" in code
    assert len(learner.settings) < 5000

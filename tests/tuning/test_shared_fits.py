"""Candidates from one fit give the very answers that fits of their own give."""

import numpy as np
import pytest
from sklearn.datasets import load_diabetes, load_iris, make_classification
from sklearn.ensemble import (
    AdaBoostClassifier,
    AdaBoostRegressor,
    ExtraTreesClassifier,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    HistGradientBoostingClassifier,
    HistGradientBoostingRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
)
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier
from threadpoolctl import threadpool_limits

from bakeoff.data.load import load
from bakeoff.learners.estimators import SklearnLearner
from bakeoff.predictions.outputs import NAMES
from bakeoff.tuning.candidates import Candidates, Several, fit_groups, settings_for
from bakeoff.tuning.shared_fits import SharedModel, path_parameter
from bakeoff.tuning.space import Space, choice, integers


def _two_classes():
    X, y = make_classification(240, 20, random_state=3, flip_y=0.1)
    return load((X, y), positive=1)


DATA = {
    "iris": lambda: load(load_iris(return_X_y=True)),  # equal distances occur
    "wide": _two_classes,  # more than 15 columns: neighbours by brute force
    "numbers": lambda: load(load_diabetes(return_X_y=True), task="regression"),
}
SMALL, MANY = [3, 1, 7, 12, 5], [2, 9, 14]
CASES = [
    ("iris", KNeighborsClassifier(), "n_neighbors", SMALL),
    ("iris", KNeighborsClassifier(weights="distance"), "n_neighbors", SMALL),
    ("wide", KNeighborsClassifier(), "n_neighbors", SMALL),
    ("wide", KNeighborsClassifier(weights="distance", metric="manhattan"), "n_neighbors", SMALL),
    ("numbers", KNeighborsRegressor(), "n_neighbors", SMALL),
    ("numbers", KNeighborsRegressor(weights="distance"), "n_neighbors", SMALL),
    ("iris", make_pipeline(StandardScaler(), KNeighborsClassifier()), "kneighborsclassifier__n_neighbors", SMALL),
    ("iris", GradientBoostingClassifier(subsample=0.7), "n_estimators", MANY),
    ("wide", GradientBoostingClassifier(max_features=3), "n_estimators", MANY),
    ("numbers", GradientBoostingRegressor(subsample=0.5), "n_estimators", MANY),
    ("wide", HistGradientBoostingClassifier(), "max_iter", MANY),
    ("iris", HistGradientBoostingClassifier(max_features=0.5), "max_iter", MANY),
    ("numbers", HistGradientBoostingRegressor(), "max_iter", MANY),
    ("wide", AdaBoostClassifier(), "n_estimators", MANY),
    ("iris", AdaBoostClassifier(DecisionTreeClassifier(max_depth=6)), "n_estimators", MANY),  # ends early
    ("numbers", AdaBoostRegressor(), "n_estimators", MANY),
    ("wide", RandomForestClassifier(), "n_estimators", MANY),
    ("iris", ExtraTreesClassifier(bootstrap=True), "n_estimators", MANY),
    ("numbers", RandomForestRegressor(), "n_estimators", MANY),
]


@pytest.mark.parametrize(
    ("data", "estimator", "parameter", "values"),
    CASES,
    ids=lambda one: type(one).__name__ if hasattr(one, "fit") else None,
)
def test_one_fit_answers_as_many_would(data, estimator, parameter, values):
    with threadpool_limits(1):  # as in a study
        _same_answers(DATA[data](), estimator, parameter, values)


def _same_answers(whole, estimator, parameter, values):
    rng = np.random.default_rng(5)
    order = rng.permutation(len(whole))
    train, test = whole.take(order[: len(order) * 2 // 3]), order[len(order) * 2 // 3 :]
    learner, space = SklearnLearner("one", estimator), Space.of({parameter: choice(values)})
    points = [{parameter: at} for at in range(len(values))]
    shared = Candidates(learner, space).configured(settings_for(points)).fit(train, np.random.default_rng(1))
    assert isinstance(shared, SharedModel)
    own = [
        Candidates(learner, space).configured(settings_for([one])).fit(train, np.random.default_rng(1))
        for one in points
    ]
    found, expected = shared.predict(whole.features[test]), Several(models=tuple(own)).predict(whole.features[test])
    for name in NAMES:
        one, other = getattr(found, name), getattr(expected, name)
        assert (one is None) == (other is None), name
        if one is not None:
            np.testing.assert_array_equal(one, other, err_msg=name)


def test_a_fit_is_shared_only_where_that_is_certain():
    iris = DATA["iris"]()
    points = [{"n_neighbors": at} for at in range(2)]
    many = Candidates(SklearnLearner("knn", KNeighborsClassifier()), Space.of({"n_neighbors": [3, 80]}))
    assert isinstance(many.configured(settings_for(points)).fit(iris, np.random.default_rng(0)), Several)
    stopping = SklearnLearner("gb", GradientBoostingClassifier(n_iter_no_change=2))
    early = Candidates(stopping, Space.of({"n_estimators": [3, 8]}))
    found = early.configured(settings_for([{"n_estimators": 0}, {"n_estimators": 1}])).fit(
        iris, np.random.default_rng(0)
    )
    assert isinstance(found, Several)

    class Mine(KNeighborsClassifier):
        pass

    assert path_parameter(SklearnLearner("mine", Mine()), ["n_neighbors"]) is None
    assert path_parameter(SklearnLearner("knn", KNeighborsClassifier()), ["weights"]) is None


def test_candidates_are_grouped_by_what_else_they_differ_in():
    learner = SklearnLearner("knn", KNeighborsClassifier())
    space = Space.of({"n_neighbors": integers(1, 9), "weights": ["uniform", "distance"]})
    points = {at: {"n_neighbors": at + 1, "weights": at % 2} for at in range(5)}
    assert fit_groups(learner, space, points) == [(0, 2, 4), (1, 3)]

"""Every classifier and regressor of scikit-learn that a plain loop can use is taken as a learner and promises what it gives."""

import warnings
from inspect import signature
from typing import Any

import numpy as np
import pytest
from sklearn.base import is_classifier, is_regressor
from sklearn.datasets import load_iris
from sklearn.ensemble import StackingClassifier, StackingRegressor
from sklearn.experimental import enable_halving_search_cv  # noqa: F401
from sklearn.feature_selection import RFE
from sklearn.frozen import FrozenEstimator
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils import all_estimators

import bakeoff as bo
from bakeoff.learners.from_objects import as_learners
from bakeoff.predictions.outputs import Output

FLOWERS, KINDS = load_iris(return_X_y=True)
CLASS_ROWS = np.r_[0:15, 50:65]
SOME, TWO = FLOWERS[CLASS_ROWS], KINDS[CLASS_ROWS]
AMOUNT = SOME[:, 0] + SOME[:, 2]
EXTRA = {  # what a class needs besides an estimator
    "param_grid": {}, "param_distributions": {}, "max_iter": 20, "n_estimators": 2, "cv": 2,
}  # fmt: skip


def simple(kind: type, inner: Any) -> Any:
    """An object of the class with as few parameters as it needs, and small."""
    known = signature(kind).parameters
    needed = {"estimator": inner, "base_estimator": inner, "estimators": [("a", inner)]}
    given = {name: value for name, value in {**needed, **EXTRA}.items() if name in known}
    if "n_estimators" in given:  # ensembles have members of their own
        given.pop("estimator", None)
    return kind(**given)


def usable(kind: str, inner: Any, target: np.ndarray) -> dict[str, Any]:
    """Those that a plain loop fits and asks for predictions."""
    found = {}
    for name, cls in all_estimators(kind):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                estimator = simple(cls, inner)
                estimator.fit(SOME, target).predict(SOME[:2])
        except (TypeError, ValueError, IndexError, AttributeError):
            continue
        found[name] = estimator
    return found


CLASSIFIERS = usable("classifier", LogisticRegression(), TWO)
REGRESSORS = usable("regressor", Ridge(), AMOUNT)
DATA = {
    "classifier": bo.load((SOME, TWO), positive=1, task="binary"),
    "regressor": bo.load((SOME, AMOUNT), task="regression"),
}


def test_the_list_is_long() -> None:
    assert len(CLASSIFIERS) >= 38
    assert len(REGRESSORS) >= 44
    assert {"StackingClassifier", "VotingClassifier", "SelfTrainingClassifier", "FixedThresholdClassifier"} <= set(
        CLASSIFIERS
    )
    assert {"StackingRegressor", "VotingRegressor", "TransformedTargetRegressor"} <= set(REGRESSORS)


@pytest.mark.filterwarnings("ignore:Class PassiveAggressive:FutureWarning")
@pytest.mark.parametrize("name", [*CLASSIFIERS, *REGRESSORS])
def test_it_is_taken_and_promises_what_the_fitted_one_can_do(name: str) -> None:
    fitted = CLASSIFIERS.get(name, REGRESSORS.get(name))
    learner = as_learners({"m": fitted})[0]
    kind = "classifier" if name in CLASSIFIERS else "regressor"
    assert learner.kind == kind
    assert not learner.refuses(DATA[kind])
    if kind == "classifier":
        assert (Output.PROBA in learner.gives) is hasattr(fitted, "predict_proba")


STACK = StackingClassifier([("nb", GaussianNB())], cv=2)
META = {
    "in a pipeline": make_pipeline(StandardScaler(), STACK),
    "in a search": GridSearchCV(STACK, {"passthrough": [True, False]}, cv=2),
    "in a search of a pipeline": GridSearchCV(make_pipeline(StandardScaler(), STACK), {}, cv=2),
    "of numbers": make_pipeline(StandardScaler(), StackingRegressor([("r", Ridge())], cv=2)),
    "elimination": RFE(LogisticRegression(), n_features_to_select=2),
    "frozen": FrozenEstimator(LogisticRegression().fit(SOME, TWO)),
}


@pytest.mark.parametrize("name", META)
def test_estimators_around_a_default_stack_predict_as_in_a_plain_loop(name: str) -> None:
    estimator = META[name]
    kind = "regressor" if is_regressor(estimator) else "classifier"
    assert is_classifier(estimator) or kind == "regressor"
    learner = as_learners({"m": estimator})[0]
    given = learner.fit(DATA[kind], np.random.default_rng(1)).predict(SOME)
    plain = estimator.fit(SOME, TWO if kind == "classifier" else AMOUNT)
    assert np.allclose(given.label, plain.predict(SOME))
    if kind == "classifier":
        assert np.allclose(given.proba, plain.predict_proba(SOME))


def test_a_stack_of_a_study_file_is_taken() -> None:
    from bakeoff.learners.from_objects import learner_from

    path = "sklearn.ensemble.StackingClassifier"
    learner = learner_from("stack", path, {"estimators": [["nb", {"use": "sklearn.naive_bayes.GaussianNB"}]], "cv": 2})
    assert Output.PROBA in learner.gives
    assert len(learner.fit(DATA["classifier"], np.random.default_rng(1)).predict(SOME).label) == len(SOME)

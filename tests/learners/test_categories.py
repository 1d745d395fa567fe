"""Estimators that handle categories themselves get them; whatever else happens to columns is stated in a note."""

import warnings
from datetime import date
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.compose import make_column_transformer
from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor
from sklearn.frozen import FrozenEstimator
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier
from threadpoolctl import threadpool_limits

import bakeoff as bo
from bakeoff.data.dataset import Dataset
from bakeoff.learners.estimators import SklearnLearner
from bakeoff.learners.from_objects import as_learners

RNG = np.random.default_rng(5)
ROWS = 120
CATEGORIES = pd.DataFrame(
    {
        "size": RNG.normal(size=ROWS),
        "island": pd.Categorical(RNG.choice(["Biscoe", "Dream", "Torgersen", "Anvers"], ROWS)),
        "female": RNG.random(ROWS) < 0.5,
    }
)
TRUTH = np.where(
    CATEGORIES["size"] + CATEGORIES["island"].isin(["Dream", "Anvers"]) + RNG.normal(size=ROWS) > 0.6, "yes", "no"
)
WORDS = CATEGORIES.astype({"island": object})
FOLDS = StratifiedKFold(3, shuffle=True, random_state=2)
SMALL = {"max_iter": 8, "min_samples_leaf": 4}


class Recorder(ClassifierMixin, BaseEstimator):
    """Answers the first class and keeps what it was given."""

    def fit(self, X: Any, y: Any) -> "Recorder":
        self.given_, self.classes_ = X, np.unique(y)
        return self

    def predict(self, X: Any) -> Any:
        return np.repeat(self.classes_[:1], len(X))


class Choosy(Recorder):
    """Refuses columns that are no numbers and not among `taken`."""

    taken: tuple[str, ...] = ()

    def fit(self, X: Any, y: Any) -> "Choosy":
        kinds = X.dtypes.items() if hasattr(X, "dtypes") else [("x", X.dtype)]
        odd = [name for name, kind in kinds if name not in self.taken and not pd.api.types.is_numeric_dtype(kind)]
        if odd:
            raise ValueError(f"columns {odd} are no numbers")
        return super().fit(X, y)


class XgbLike(Choosy):
    """The parameter by which XGBoost takes categories."""

    def __init__(self, enable_categorical: bool = False) -> None:
        self.enable_categorical = enable_categorical

    @property
    def taken(self) -> tuple[str, ...]:
        return ("island",) if self.enable_categorical else ()

    def fit(self, X: Any, y: Any) -> "XgbLike":
        if hasattr(X, "columns") and "island" in X and not isinstance(X["island"].dtype, pd.CategoricalDtype):
            raise ValueError("words are no categories")
        return super().fit(X, y)


class CatLike(Choosy):
    """The parameter by which CatBoost takes categories."""

    def __init__(self, cat_features: Any = None) -> None:
        self.cat_features = cat_features

    @property
    def taken(self) -> tuple[str, ...]:
        return () if self.cat_features is None else ("island",)


class LgbmLike(Choosy):
    """LightGBM takes the categories of a frame without a parameter; the package is known by its name."""

    taken = ("island",)


LgbmLike.__module__ = "lightgbm.sklearn"


def data(frame: Any = CATEGORIES) -> Dataset:
    return bo.load((frame, TRUTH))


def given_to(estimator: Any, frame: Any = CATEGORIES, **settings: Any) -> Any:
    learner = SklearnLearner("m", estimator, **settings)
    return learner.fit(data(frame), np.random.default_rng(1)).estimator.given_


@pytest.mark.parametrize(
    "estimator",
    [
        HistGradientBoostingClassifier(**SMALL),
        HistGradientBoostingClassifier(categorical_features=["island"], **SMALL),
        GridSearchCV(HistGradientBoostingClassifier(**SMALL), {"learning_rate": [0.1]}, cv=2),
    ],
)
def test_histogram_boosting_scores_as_in_a_plain_loop(estimator: Any) -> None:
    learner, whole = as_learners({"h": estimator})[0], data()
    found = []
    with threadpool_limits(1):  # threads of several tests on few cores wait for each other
        for train, test in FOLDS.split(CATEGORIES, TRUTH):
            label = learner.fit(whole.take(train), np.random.default_rng(1)).predict(whole.features[test]).label
            found.append(np.mean(label == whole.target[test]))
        assert np.allclose(found, cross_val_score(estimator, CATEGORIES, TRUTH, cv=FOLDS), atol=1e-9)
    assert learner.steps(whole) == ()


@pytest.mark.parametrize("estimator", [XgbLike(True), LgbmLike(), CatLike(["island"]), CatLike([1])])
def test_an_estimator_with_categories_of_its_own_gets_them(estimator: Any) -> None:
    given = given_to(estimator)
    assert isinstance(given["island"].dtype, pd.CategoricalDtype)
    assert given["female"].dtype == bool
    assert as_learners({"m": estimator})[0].steps(data()) == ()


@pytest.mark.parametrize(
    ("estimator", "frame", "settings"),
    [
        (XgbLike(False), CATEGORIES, {}),
        (CatLike(None), CATEGORIES, {}),
        (XgbLike(True), WORDS, {}),  # XGBoost itself refuses words
        (LgbmLike(), CATEGORIES.assign(day=pd.Timestamp("2020-01-01")), {}),
        (XgbLike(True), CATEGORIES, {"scale": True}),
        (XgbLike(True), CATEGORIES.to_numpy(), {}),
    ],
)
def test_others_get_columns_that_are_coded_and_it_is_stated(estimator: Any, frame: Any, settings: Any) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        given = given_to(estimator, frame, **settings)
    assert isinstance(given, np.ndarray)
    learner, steps = SklearnLearner("m", estimator, **settings), "one-hot coding of 2 columns"
    if settings:
        assert learner.steps(data(frame)) == (steps, "scaling of 1 column")
    else:
        assert learner.describe(data(frame)).startswith(f"only if fit refuses the columns as they are: {steps}")
        assert any("fit refused the columns as they came" in str(warning.message) for warning in caught)
        assert any(f"prepared: {steps}" in str(warning.message) for warning in caught)


def test_without_categories_a_parameter_changes_nothing() -> None:
    assert given_to(XgbLike(True), CATEGORIES[["size"]]).equals(CATEGORIES[["size"]])
    numbers = bo.load((CATEGORIES[["size"]], CATEGORIES["size"] * 2.0), task="regression")
    assert as_learners({"h": HistGradientBoostingRegressor()})[0].steps(numbers) == ()


@pytest.mark.slow
def test_changes_of_columns_and_frozen_learners_are_notes_of_the_result() -> None:
    frame = WORDS.assign(
        day=[date(2020, 1, 1 + at % 28) for at in range(ROWS)],
        review=[f"the {at} words of a review are long" for at in range(ROWS)],
        gap=np.where(np.arange(ROWS) % 7, 1.0 * np.arange(ROWS), np.nan),
    )
    fitted = make_pipeline(make_column_transformer(("passthrough", ["size"])), LogisticRegression()).fit(frame, TRUTH)
    learners = {
        "lr": LogisticRegression(),
        "tree": DecisionTreeClassifier(max_depth=2),
        "frozen": FrozenEstimator(fitted),
    }
    results = bo.evaluate(learners, frame, TRUTH, cv=2, scoring="accuracy", progress=False)
    notes = {note.code: note for note in results.notes}
    common = "one-hot coding of 2 columns, TF-IDF of 1 column, dates as days, year, month and weekday in 1 column"
    steps = {
        f"{common}, median imputation of 1 column, scaling of 3 columns": ("lr",),
        f"{common}, missing numbers left to the estimator in 1 column": ("tree",),
    }
    assert notes["study.prepared"].facts["steps"] == steps
    assert str(notes["study.prepared"]).startswith("Columns were changed before learning: one-hot coding of 2 columns")
    assert notes["study.frozen"].facts["learners"] == ("frozen",)
    assert all(str(notes[code]) in results.warnings for code in ("study.prepared", "study.frozen"))


def test_numbers_as_they_are_need_no_note() -> None:
    assert as_learners({"lr": LogisticRegression()})[0].steps(data(CATEGORIES[["size"]])) == ()


def test_a_transformer_of_the_users_own_and_a_tuned_learner_state_their_steps() -> None:
    own = SklearnLearner("m", LogisticRegression(), prepare=StandardScaler())
    assert own.steps(data(CATEGORIES[["size"]])) == ("transformed by StandardScaler",)
    tuned = bo.Tuned(LogisticRegression(), {"C": [0.1, 1.0]}, search="grid")
    assert tuned.steps(data()) == ("one-hot coding of 2 columns", "scaling of 1 column")


class Truths(Recorder):
    """Answers truth values, as LogisticGAM of pygam does."""

    def predict(self, X: Any) -> Any:
        return np.asarray(X)[:, 0] > 0


def test_truth_values_are_answers_where_the_classes_are_0_and_1() -> None:
    X, numbers = CATEGORIES[["size"]].to_numpy(), (TRUTH == "yes").astype(int)
    learner = as_learners({"truths": Truths()})[0]
    answer = learner.fit(bo.load((X, numbers)), np.random.default_rng(1)).predict(X).label
    assert np.array_equal(answer, X[:, 0] > 0)
    assert answer.dtype == np.int64
    other = learner.fit(bo.load((X, numbers + 1)), np.random.default_rng(1)).predict(X).label
    assert set(other) == {"False", "True"}  # no classes of 1 and 2, so the runner refuses them

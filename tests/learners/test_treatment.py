"""The rule of preparation: what an estimator's own fit takes is left as it came, the rest is prepared and stated."""

from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.ensemble import (
    AdaBoostClassifier,
    HistGradientBoostingClassifier,
    RandomForestClassifier,
    VotingClassifier,
)
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB, MultinomialNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.data.dataset import Dataset
from bakeoff.learners.from_objects import as_learners, learner_from
from bakeoff.learners.learner import predicted
from bakeoff.learners.treatment import Treatment, scales_when_prepared, treatment_of

RNG = np.random.default_rng(2)
ROWS = 80
NUMBERS = RNG.normal(size=(ROWS, 2))
GAPS = np.where(RNG.random((ROWS, 2)) < 0.1, np.nan, NUMBERS)
TRUTH = np.where(NUMBERS[:, 0] > 0, "yes", "no")
FRAME = pd.DataFrame(
    {
        "id": [f"C{at:05d}" for at in RNG.permutation(ROWS)],
        "town": RNG.choice(["Graz", "Linz"], ROWS),
        "since": pd.Timestamp("2020-01-01") + pd.to_timedelta(RNG.integers(0, 700, ROWS), "D"),
        "fee": GAPS[:, 0],
    }
)


def data(X: Any, **settings: Any) -> Dataset:
    return bo.load((X, TRUTH), **settings)


@pytest.mark.parametrize(
    ("estimator", "X", "treatment"),
    [
        (LogisticRegression(), NUMBERS, Treatment.AS_GIVEN),
        (LogisticRegression(), pd.DataFrame(NUMBERS, columns=["a", "b"]), Treatment.AS_GIVEN),
        (LogisticRegression(), GAPS, Treatment.PREPARED),
        (HistGradientBoostingClassifier(), GAPS, Treatment.AS_GIVEN),
        (make_pipeline(SimpleImputer(), LogisticRegression()), GAPS, Treatment.AS_GIVEN),
        (make_pipeline(StandardScaler(), LogisticRegression()), FRAME, Treatment.AS_GIVEN),
        (LogisticRegression(), FRAME, Treatment.PREPARED),
        (VotingClassifier([("a", GaussianNB()), ("b", SVC())]), FRAME, Treatment.PREPARED),
        (HistGradientBoostingClassifier(), FRAME.astype({"town": "category"})[["town", "fee"]], Treatment.AS_GIVEN),
        (HistGradientBoostingClassifier(), FRAME[["town", "fee"]], Treatment.PREPARED),
    ],
)
def test_only_what_fit_would_refuse_is_prepared(estimator: Any, X: Any, treatment: Treatment) -> None:
    assert treatment_of(estimator, data(X)) is treatment
    assert treatment_of(estimator, data(X).take(range(20))) is treatment  # whatever rows a fold has


def test_trees_and_estimators_of_positive_numbers_are_not_scaled() -> None:
    left = (DecisionTreeClassifier(), RandomForestClassifier(), AdaBoostClassifier(), MultinomialNB())
    assert not any(map(scales_when_prepared, left))
    scaled = (SVC(), KNeighborsClassifier(), AdaBoostClassifier(LogisticRegression()), GaussianNB())
    assert all(map(scales_when_prepared, scaled))


def test_what_is_prepared_is_stated_step_by_step() -> None:
    (lr,) = as_learners({"lr": LogisticRegression()})
    assert lr.steps(data(FRAME)) == (
        "one-hot coding of 1 column",
        "dates as days, year, month and weekday in 1 column",
        "median imputation of 1 column",
        "scaling of 2 columns",
        "left out as an identifier: id",
    )
    model = lr.fit(data(FRAME), RNG)
    assert model.estimator.coef_.shape == (1, 1 + 4 + 2)  # fee, the parts of the date, two towns


def test_without_preparation_an_estimator_gets_what_it_refuses() -> None:
    (lr,) = as_learners({"lr": LogisticRegression()}, prepare=False)
    assert lr.steps(data(FRAME)) == ()
    with pytest.raises(ValueError, match="could not convert"):
        lr.fit(data(FRAME), RNG)
    (tuned,) = as_learners([bo.Tuned(LogisticRegression(), {"C": [1.0]}, search="grid")], prepare=False)
    assert tuned.steps(data(FRAME)) == ()


def test_prepare_false_in_a_study_file() -> None:
    learner = learner_from("lr", "sklearn.linear_model.LogisticRegression", prepare=False)
    assert learner.prepare == "none"


def test_identifiers_stay_where_nothing_else_is_left() -> None:
    alone = data(FRAME[["id"]])
    assert as_learners({"lr": LogisticRegression()})[0].fit(alone, RNG).predict(alone.features).label.shape == (ROWS,)


def test_cells_of_unknown_types_are_refused_with_their_type() -> None:
    frame = FRAME.assign(odd=[complex(at) for at in range(ROWS)])
    note = data(frame).notes[-1]
    assert "complex" in note.lower()
    with pytest.raises(BadInput, match="contains a cell of type"):
        bo.load(frame.assign(y=[object() for _ in range(ROWS)]), target="y")


class Xgb(ClassifierMixin, BaseEstimator):
    """Takes classes as 0, 1, 2 only, as XGBoost does."""

    def fit(self, X: Any, y: Any) -> "Xgb":
        self.classes_ = np.unique(y)
        if self.classes_.tolist() != list(range(len(self.classes_))):
            raise ValueError(f"Invalid classes {self.classes_}")
        return self

    def predict(self, X: Any) -> Any:
        return np.full(len(X), self.classes_[-1])


Xgb.__module__ = "xgboost.sklearn"


def test_words_are_coded_for_xgboost() -> None:
    rows = bo.load((NUMBERS, np.where(NUMBERS[:, 0] > 1, "c", np.where(NUMBERS[:, 0] > 0, "b", "a"))))
    (learner,) = as_learners({"x": Xgb()})
    assert predicted(learner.fit(rows, RNG), rows.block).label.tolist() == [2] * ROWS
    two = rows.take(np.flatnonzero(rows.target != 1))  # a fold without the class in the middle
    assert set(predicted(learner.fit(two, RNG), two.block).label.tolist()) == {2}
    numbers = bo.load((NUMBERS, (NUMBERS[:, 0] > 0).astype(int)))
    assert learner.fit(numbers, RNG).names.codes([0, 1]).tolist() == [0, 1]


def test_file_columns_are_a_frame_for_pipelines(tmp_path: Any) -> None:
    FRAME.assign(y=TRUTH).to_csv(tmp_path / "f.csv", index=False)
    rows = bo.load(tmp_path / "f.csv", target="y", ignore=["since"])
    step = {
        "use": "sklearn.compose.ColumnTransformer",
        "params": {"transformers": [["w", {"use": "sklearn.preprocessing.OneHotEncoder"}, ["town"]]]},
    }
    learner = learner_from("lr", "sklearn.linear_model.LogisticRegression", steps=[step])
    model = learner.fit(rows, RNG)
    assert model.estimator[0].feature_names_in_.tolist() == ["id", "town", "fee"]
    assert predicted(model, rows.block).label.shape == (ROWS,)


def test_pipelines_on_files_that_cannot_cope_are_prepared_as_steps_of_a_study_file_always_were(tmp_path: Any) -> None:
    FRAME.assign(y=TRUTH).to_csv(tmp_path / "f.csv", index=False)
    rows = bo.load(tmp_path / "f.csv", target="y")
    scaled, coded = make_pipeline(StandardScaler(), SVC()), make_pipeline(OneHotEncoder(), SVC())
    assert treatment_of(scaled, rows) is Treatment.PREPARED
    assert treatment_of(coded, rows) is Treatment.AS_GIVEN

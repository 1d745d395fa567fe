"""Frames, arrays, texts, images: the same splits, seed and estimator give the scores of a plain loop on every fold."""

from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import scipy.sparse as sp
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.compose import ColumnTransformer, make_column_selector, make_column_transformer
from sklearn.ensemble import (
    HistGradientBoostingClassifier,
    RandomForestClassifier,
    StackingClassifier,
    StackingRegressor,
    VotingClassifier,
)
from sklearn.feature_extraction import DictVectorizer
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import GaussianNB, MultinomialNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, OneHotEncoder, OrdinalEncoder, StandardScaler
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from threadpoolctl import threadpool_limits

from tests.realworld.direct_loop import bakeoff_scores, direct_scores

ROWS = 60
RNG = np.random.default_rng(11)
NUMBERS = RNG.normal(size=(ROWS, 4)) * [1.0, 3.0, 0.2, 10.0]
CLASSES = np.where(NUMBERS[:, 0] + 0.3 * NUMBERS[:, 1] + RNG.normal(size=ROWS) > 0, "yes", "no")
AMOUNTS = NUMBERS @ [1.0, -0.5, 2.0, 0.1] + RNG.normal(size=ROWS)
GRADES = ["low", "mid", "high"]
DAYS = [date(2021, 1, 1) + timedelta(days=int(day)) for day in RNG.integers(0, 900, ROWS)]
GAPS = RNG.random(ROWS) < 0.2

FRAME = pd.DataFrame(
    {
        "number": NUMBERS[:, 0],
        "short": NUMBERS[:, 1].astype(np.float32),
        "count": pd.array(np.where(GAPS, None, RNG.integers(0, 9, ROWS)), dtype="Int64"),
        "flag": pd.array(np.where(GAPS, None, RNG.random(ROWS) < 0.5), dtype="boolean"),
        "plain": RNG.random(ROWS) < 0.5,
        "grade": pd.Categorical(RNG.choice(GRADES, ROWS), categories=GRADES, ordered=True),
        "town": RNG.choice(["Graz", "Linz", "Wien"], ROWS),
        "wait": pd.to_timedelta(RNG.integers(0, 10**6, ROWS), unit="s"),
        "seen": pd.to_datetime(DAYS).tz_localize("America/New_York") + pd.to_timedelta(RNG.integers(0, 24, ROWS), "h"),
        "paid": [Decimal(int(cents)) / 100 for cents in RNG.integers(0, 10**4, ROWS)],
        "day": DAYS,
    },
    index=[f"row {at}" for at in RNG.permutation(ROWS)],
)
Y = pd.Series(CLASSES, index=FRAME.index, name="churn")
TEXTS = [" ".join(RNG.choice(["corn", "wheat", "gold", "falls", "rises", label], 6)) for label in CLASSES]
IMAGES = RNG.normal(size=(ROWS, 5, 5)).astype(np.float32) + (CLASSES == "yes")[:, None, None]
LOGISTIC = LogisticRegression(max_iter=300)


class ReadsFrames(ClassifierMixin, BaseEstimator):
    """A user's own class, which picks columns by name and looks at the index and at a series of classes."""

    def fit(self, X: pd.DataFrame, y: pd.Series) -> "ReadsFrames":
        assert X.index.equals(y.index)
        self.classes_ = np.sort(y.unique())
        self.cut_ = X["number"].median()
        self.turn_ = (y[X["number"] > self.cut_] == self.classes_[1]).mean() > 0.5
        return self

    def predict(self, X: pd.DataFrame) -> Any:
        return self.classes_[((X["number"] > self.cut_) == self.turn_).astype(int)]


def derived(make: Callable[[pd.DataFrame], Any]) -> Any:
    """A pipeline whose first step needs the types of the frame."""
    return make_pipeline(FunctionTransformer(lambda X: np.asarray(make(X), dtype=float).reshape(len(X), -1)), LOGISTIC)


NUMERIC = FRAME[["number", "short", "plain"]]
NATIVE = FRAME[["number", "grade", "plain", "count"]]
POLARS = pl.from_pandas(FRAME[["number", "short", "plain", "town", "grade"]].reset_index(drop=True))
ARROW = pa.table({"number": NUMBERS[:, 0], "wide": NUMBERS[:, 1].astype(np.float32)})
BY_NAME = make_column_transformer((OneHotEncoder(handle_unknown="ignore"), ["town"]), (StandardScaler(), ["number"]))
GAPPY = NUMBERS.copy()
GAPPY[RNG.random(GAPPY.shape) < 0.1] = np.nan
WORDS = np.column_stack([FRAME["town"].to_numpy(dtype=object), NUMBERS[:, 0].astype(object)])
COUNTS = RNG.poisson(2.0, (ROWS, 30))

TRIES: dict[str, tuple[Any, Any, Any]] = {
    # arrays
    "float64 array": (LOGISTIC, NUMBERS, CLASSES),
    "float32 array": (LOGISTIC, NUMBERS.astype(np.float32), CLASSES),
    "float32 array, neighbours": (KNeighborsClassifier(), NUMBERS.astype(np.float32), CLASSES),
    "float16 array": (GaussianNB(), NUMBERS.astype(np.float16), CLASSES),
    "array of whole numbers": (MultinomialNB(), COUNTS, CLASSES),
    "array of truth values": (DecisionTreeClassifier(random_state=0), COUNTS > 2, CLASSES),
    "Fortran order": (LOGISTIC, np.asfortranarray(NUMBERS), CLASSES),
    "array with gaps, pipeline with the mean": (make_pipeline(SimpleImputer(), LOGISTIC), GAPPY, CLASSES),
    "array with gaps, trees": (HistGradientBoostingClassifier(max_iter=5, min_samples_leaf=3), GAPPY, CLASSES),
    "array of objects, encoder": (
        make_pipeline(ColumnTransformer([("w", OneHotEncoder(), [0])], remainder="passthrough"), LOGISTIC),
        WORDS,
        CLASSES,
    ),
    "list of rows": (LOGISTIC, NUMBERS.tolist(), CLASSES),
    "list of rows with words": (make_pipeline(OrdinalEncoder(), KNeighborsClassifier()), FRAME[["town"]].to_numpy().tolist(), CLASSES),
    "float32 target": (Ridge(), NUMBERS.astype(np.float32), AMOUNTS.astype(np.float32)),
    "whole numbers as a target": (DecisionTreeRegressor(random_state=0), NUMBERS, np.arange(ROWS)),
    # pandas
    "pandas numbers": (LOGISTIC, NUMERIC, Y),
    "pandas float32": (KNeighborsClassifier(), FRAME[["short"]], Y),
    "pandas nullable whole numbers": (make_pipeline(SimpleImputer(), LOGISTIC), FRAME[["count", "number"]], Y),
    "pandas nullable truth values": (derived(lambda X: X["flag"].fillna(False)), FRAME, Y),
    "pandas numbers without gaps, nullable": (LOGISTIC, FRAME[["number"]].assign(n=FRAME["count"].fillna(0)), Y),
    "pandas order of categories": (derived(lambda X: X["grade"] >= "mid"), FRAME, Y),
    "pandas time zone": (derived(lambda X: X["seen"].dt.hour), FRAME, Y),
    "pandas spans of time": (derived(lambda X: X["wait"].dt.total_seconds() / 1e5), FRAME, Y),
    "pandas dates of Python": (derived(lambda X: [day.weekday() for day in X["day"]]), FRAME, Y),
    "pandas decimals": (derived(lambda X: [float(cell) for cell in X["paid"]]), FRAME, Y),
    "pandas decimals, bare tree": (DecisionTreeClassifier(random_state=0), FRAME[["paid", "number"]], Y),
    "pandas words of digits": (LOGISTIC, FRAME[["number"]].assign(code=(COUNTS[:, 0] % 3).astype(str)), Y),
    "pandas categories of numbers": (LOGISTIC, FRAME[["number"]].assign(code=pd.Categorical(COUNTS[:, 0] % 3)), Y),
    "pandas index and series": (ReadsFrames(), FRAME, Y),
    "pandas columns by name": (make_pipeline(BY_NAME, LOGISTIC), FRAME, Y),
    "pandas columns by type": (
        make_pipeline(make_column_transformer((StandardScaler(), make_column_selector(dtype_include="number", dtype_exclude="timedelta"))), SimpleImputer(), LOGISTIC),
        FRAME,
        Y,
    ),
    "pandas text column": (make_pipeline(ColumnTransformer([("t", TfidfVectorizer(), "text")]), LOGISTIC), pd.DataFrame({"text": TEXTS}), CLASSES),
    "pandas numbers as names": (GaussianNB(), pd.DataFrame(NUMBERS), CLASSES),
    "categories, boosting": (HistGradientBoostingClassifier(max_iter=5, min_samples_leaf=3), NATIVE, Y),
    "categories by name, boosting": (
        HistGradientBoostingClassifier(max_iter=5, min_samples_leaf=3, categorical_features=["grade"]),
        NATIVE,
        Y,
    ),
    "categories, boosting in a search": (
        GridSearchCV(HistGradientBoostingClassifier(max_iter=3, min_samples_leaf=3), {"learning_rate": [0.1]}, cv=2),
        NATIVE,
        Y,
    ),
    "categories, boosting in a vote": (
        VotingClassifier([("h", HistGradientBoostingClassifier(max_iter=3)), ("g", HistGradientBoostingClassifier(max_iter=2))]),
        NATIVE,
        Y,
    ),
    # targets of pandas
    "target of truth values": (LOGISTIC, NUMERIC, Y == "yes"),
    "target of nullable truth values": (KNeighborsClassifier(), NUMERIC, (Y == "yes").astype("boolean")),
    "target of categories": (LOGISTIC, NUMERIC, Y.astype("category")),
    "target of nullable whole numbers": (LOGISTIC, NUMERIC, (Y == "yes").astype("Int64")),
    "target of 5 and 7": (LOGISTIC, NUMERIC, pd.Series(np.where(CLASSES == "yes", 5, 7), index=FRAME.index)),
    "target of float32": (KNeighborsRegressor(), NUMERIC, pd.Series(AMOUNTS, dtype="float32", index=FRAME.index)),
    "target of polars": (LOGISTIC, NUMBERS, pl.Series(CLASSES)),
    "truth values without a series": (RandomForestClassifier(5, random_state=0), NUMBERS, CLASSES == "yes"),
    # polars, pyarrow
    "polars numbers": (LOGISTIC, POLARS.select("number", "short"), CLASSES),
    "polars columns by name": (make_pipeline(BY_NAME, LOGISTIC), POLARS, CLASSES),
    "polars in a step": (
        make_pipeline(FunctionTransformer(lambda X: X.select((pl.col("town") == "Graz").cast(pl.Int8), "number").to_numpy()), LOGISTIC),
        POLARS,
        CLASSES,
    ),
    "pyarrow numbers": (LOGISTIC, ARROW, CLASSES),
    # sparse, texts, images, objects
    "sparse matrix": (LOGISTIC, sp.csr_matrix(COUNTS.astype(float)), CLASSES),
    "sparse array, float32": (MultinomialNB(), sp.csr_array(COUNTS.astype(np.float32)), CLASSES),
    "list of texts": (make_pipeline(TfidfVectorizer(), LOGISTIC), TEXTS, CLASSES),
    "array of texts": (make_pipeline(CountVectorizer(), MultinomialNB()), np.array(TEXTS), CLASSES),
    "series of texts": (make_pipeline(TfidfVectorizer(), LOGISTIC), pd.Series(TEXTS, index=FRAME.index), Y),
    "images": (make_pipeline(FunctionTransformer(lambda X: X.reshape(len(X), -1)), LOGISTIC), IMAGES, CLASSES),
    "list of dictionaries": (make_pipeline(DictVectorizer(), LOGISTIC), [{"a": x, "b": y} for x, y in NUMBERS[:, :2]], CLASSES),
    # composites in their default form
    "stacking": (StackingClassifier([("nb", GaussianNB()), ("knn", KNeighborsClassifier())], cv=2), NUMBERS, CLASSES),
    "stacking of regressors": (StackingRegressor([("r", Ridge()), ("l", LinearRegression())], cv=2), NUMBERS, AMOUNTS),
}  # fmt: skip


@pytest.mark.parametrize("name", TRIES)
def test_the_same_scores_as_in_a_plain_loop(name: str) -> None:
    estimator, X, y = TRIES[name]
    with threadpool_limits(1):  # threads of several tests on few cores wait for each other
        ours, direct = bakeoff_scores(estimator, X, y), direct_scores(estimator, X, y)
    np.testing.assert_allclose(ours, direct, rtol=0, atol=1e-9)


def test_the_table_of_the_docs_lists_every_try() -> None:
    page = (Path(__file__).parents[2] / "docs" / "learners.md").read_text(encoding="utf-8")
    lines = page.partition("| kind | tried |")[2].partition("\n\n")[0].splitlines()[2:]
    assert [name for line in lines for name in line.split("|")[2].strip().split("; ")] == list(TRIES)

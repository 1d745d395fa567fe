"""Learners of packages outside scikit-learn on arrays, frames, categories, sparse rows, words and amounts: the tries by name."""

import importlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline

from tests.realworld.test_same_as_by_hand import AMOUNTS, CLASSES, COUNTS, FRAME, GAPPY, NUMBERS, POLARS, Y

__all__ = ["TRIES", "Try", "imported"]

CODES = (CLASSES == "yes").astype(int)
THREE = np.digitize(AMOUNTS, np.quantile(AMOUNTS, [0.33, 0.66]))
SMALL = {"n_estimators": 5, "random_state": 0, "n_jobs": 1}
SPARSE = sp.csr_matrix(COUNTS.astype(float))
NUMERIC = FRAME[["number", "short", "plain"]]
CATEGORIES = FRAME[["number", "grade", "plain"]]
TOWNS = FRAME[["number", "town"]]
FEATURES = {
    "array": NUMBERS,
    "float32 array": NUMBERS.astype(np.float32),
    "array with gaps": GAPPY,
    "pandas": NUMERIC,
    "categories": CATEGORIES,
    "polars": POLARS.select("number", "short"),
    "sparse": SPARSE,
}
LABELS = {"0 and 1": CODES, "three classes": THREE, "words": CLASSES, "series of words": Y}
CATBOOST = {"iterations": 5, "random_seed": 0, "verbose": 0, "allow_writing_files": False, "thread_count": 1}


@dataclass(frozen=True)
class Try:
    """One learner on one kind of rows and target."""

    package: str
    make: Callable[[], Any]
    X: Any
    y: Any


class Logit(ClassifierMixin, BaseEstimator):
    """A user's wrapper of statsmodels."""

    def fit(self, X: Any, y: Any) -> "Logit":
        api = importlib.import_module("statsmodels.api")
        self.classes_, codes = np.unique(np.asarray(y), return_inverse=True)
        rows = np.column_stack([np.ones(len(X)), np.asarray(X, dtype=float)])
        self.model_ = api.GLM(codes, rows, family=api.families.Binomial()).fit()
        return self

    def predict(self, X: Any) -> Any:
        rows = np.column_stack([np.ones(len(X)), np.asarray(X, dtype=float)])
        return self.classes_[(self.model_.predict(rows) > 0.5).astype(int)]


class LeastSquares(RegressorMixin, BaseEstimator):
    """The same for amounts."""

    def fit(self, X: Any, y: Any) -> "LeastSquares":
        api = importlib.import_module("statsmodels.api")
        self.model_ = api.OLS(np.asarray(y), np.column_stack([np.ones(len(X)), np.asarray(X, dtype=float)])).fit()
        return self

    def predict(self, X: Any) -> Any:
        return self.model_.predict(np.column_stack([np.ones(len(X)), np.asarray(X, dtype=float)]))


def imported(module: str, name: str) -> Any:
    """What a package has under that name; it is imported when a try is made."""
    return getattr(importlib.import_module(module), name)


def _of(module: str, name: str, **settings: Any) -> Callable[[], Any]:
    return lambda: imported(module, name)(**settings)


def _pipeline(module: str, name: str, *, samples: bool = False, **settings: Any) -> Callable[[], Any]:
    """A step of the package before a logistic regression."""

    def make() -> Any:
        step = imported(module, name)(**settings)
        joined = imported("imblearn.pipeline", "make_pipeline") if samples else make_pipeline
        return joined(step, LogisticRegression(max_iter=300))

    return make


CLASSIFIERS = {
    "xgboost": ("xgboost", _of("xgboost", "XGBClassifier", **SMALL)),
    "xgboost, categories on": ("xgboost", _of("xgboost", "XGBClassifier", enable_categorical=True, **SMALL)),
    "xgboost, forest": ("xgboost", _of("xgboost", "XGBRFClassifier", **SMALL)),
    "lightgbm": ("lightgbm", _of("lightgbm", "LGBMClassifier", verbose=-1, min_child_samples=3, **SMALL)),
    "catboost": ("catboost", _of("catboost", "CatBoostClassifier", **CATBOOST)),
    "balanced forest": ("imblearn", _of("imblearn.ensemble", "BalancedRandomForestClassifier", **SMALL)),
    "SMOTE pipeline": ("imblearn", _pipeline("imblearn.over_sampling", "SMOTE", samples=True, random_state=0, k_neighbors=2)),
    "undersampling pipeline": ("imblearn", _pipeline("imblearn.under_sampling", "RandomUnderSampler", samples=True, random_state=0)),
    "explainable boosting": (
        "interpret",
        _of("interpret.glassbox", "ExplainableBoostingClassifier", max_rounds=5, outer_bags=1, random_state=0, n_jobs=1),
    ),
    "statsmodels class": ("statsmodels", Logit),
}  # fmt: skip
REGRESSORS = {
    "xgboost": ("xgboost", _of("xgboost", "XGBRegressor", **SMALL)),
    "lightgbm": ("lightgbm", _of("lightgbm", "LGBMRegressor", verbose=-1, min_child_samples=3, **SMALL)),
    "catboost": ("catboost", _of("catboost", "CatBoostRegressor", **CATBOOST)),
    "explainable boosting": (
        "interpret",
        _of("interpret.glassbox", "ExplainableBoostingRegressor", max_rounds=5, outer_bags=1, random_state=0, n_jobs=1),
    ),
    "statsmodels class": ("statsmodels", LeastSquares),
}
ENCODERS = (
    "TargetEncoder",
    "OrdinalEncoder",
    "BinaryEncoder",
    "CountEncoder",
    "LeaveOneOutEncoder",
    "JamesSteinEncoder",
)


def _tries() -> Iterator[tuple[str, Try]]:
    for learner, (package, make) in CLASSIFIERS.items():
        for kind, X in FEATURES.items():
            yield f"{learner}: {kind}", Try(package, make, X, CODES)
        for kind, y in LABELS.items():
            yield f"{learner}: {kind}", Try(package, make, NUMBERS, y)
        yield f"{learner}: pandas, series of words", Try(package, make, NUMERIC, Y)
    for learner, (package, make) in REGRESSORS.items():
        for kind, X in FEATURES.items():
            yield f"{learner}, amounts: {kind}", Try(package, make, X, AMOUNTS)
        yield f"{learner}, amounts: float32", Try(package, make, NUMBERS, AMOUNTS.astype(np.float32))
    for name in ENCODERS:
        make = _pipeline("category_encoders", name, cols=["town"])
        for kind, y in {"0 and 1": CODES, "series": (Y == "yes").astype(int)}.items():
            yield f"{name} of category_encoders: {kind}", Try("category_encoders", make, TOWNS, y)
    named = _of("catboost", "CatBoostClassifier", cat_features=["town"], **CATBOOST)
    yield "catboost, cat_features: words", Try("catboost", named, TOWNS, Y)
    yield "lightgbm: ordered categories, words", Try("lightgbm", CLASSIFIERS["lightgbm"][1], CATEGORIES, Y)


TRIES: dict[str, Try] = dict(_tries())

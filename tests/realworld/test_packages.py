"""The same against packages from outside scikit-learn, each where it is installed."""

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.realworld.direct_loop import bakeoff_scores, direct_scores
from tests.realworld.test_same_as_by_hand import AMOUNTS, CLASSES, FRAME, NUMBERS, Y

CATEGORIES = FRAME[["number", "grade", "plain"]]
CODES = (CLASSES == "yes").astype(int)
SMALL = {"n_estimators": 5, "random_state": 0, "n_jobs": 1}
TRIES: dict[str, tuple[str, Callable[[Any], Any], Any, Any]] = {
    "xgboost": ("xgboost", lambda m: m.XGBClassifier(**SMALL), NUMBERS, CODES),
    "xgboost, categories": ("xgboost", lambda m: m.XGBClassifier(enable_categorical=True, **SMALL), CATEGORIES, CODES),
    "xgboost, numbers": ("xgboost", lambda m: m.XGBRegressor(**SMALL), NUMBERS.astype(np.float32), AMOUNTS),
    "lightgbm, categories": ("lightgbm", lambda m: m.LGBMClassifier(verbose=-1, **SMALL), CATEGORIES, Y),
    "catboost, categories": (
        "catboost",
        lambda m: m.CatBoostClassifier(iterations=5, random_seed=0, cat_features=["town"], verbose=0, allow_writing_files=False),
        FRAME[["number", "town"]],
        Y,
    ),
    "imbalanced-learn": ("imblearn.ensemble", lambda m: m.BalancedRandomForestClassifier(5, random_state=0), NUMBERS, CLASSES),
    "interpret": ("interpret.glassbox", lambda m: m.ExplainableBoostingClassifier(max_rounds=5, random_state=0), CATEGORIES, Y),
    "pygam": ("pygam", lambda m: m.LogisticGAM(), NUMBERS, CODES),
}  # fmt: skip


@pytest.mark.parametrize("name", TRIES)
def test_the_same_scores_as_in_a_plain_loop(name: str) -> None:
    package, make, X, y = TRIES[name]
    pytest.importorskip(package)
    estimator = make(importlib.import_module(package))
    np.testing.assert_allclose(bakeoff_scores(estimator, X, y), direct_scores(estimator, X, y), rtol=0, atol=1e-9)


def test_words_as_classes_of_xgboost() -> None:
    xgboost = pytest.importorskip("xgboost")
    words = bakeoff_scores(xgboost.XGBClassifier(**SMALL), NUMBERS, CLASSES)
    np.testing.assert_allclose(words, direct_scores(xgboost.XGBClassifier(**SMALL), NUMBERS, CODES), atol=1e-9)

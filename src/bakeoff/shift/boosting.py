"""Boosted trees for questions about rows: small, fixed settings, and no threads for few rows."""

from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

import numpy as np

from bakeoff.core.checks import Array

__all__ = ["BoostedModel", "boosted_classifier", "boosted_regressor"]

_ONE_THREAD = 20_000  # rows: with fewer, threads cost more than they bring; and a fork of a process that had threads would wait for them


@dataclass(frozen=True, slots=True)
class BoostedModel:
    """Boosted trees that were fitted."""

    trees: Any

    def predict(self, X: Array) -> Array:
        """The predicted number or class of each row."""
        with _threads(X):
            return np.asarray(self.trees.predict(X))

    def predict_proba(self, X: Array) -> Array:
        """The probability of each class, (rows, classes)."""
        with _threads(X):
            return np.asarray(self.trees.predict_proba(X))


def boosted_classifier(X: Array, y: Array) -> BoostedModel:
    """A boosted classifier of these rows."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    return _fitted(HistGradientBoostingClassifier, X, y)


def boosted_regressor(X: Array, y: Array) -> BoostedModel:
    """A boosted regression of these rows."""
    from sklearn.ensemble import HistGradientBoostingRegressor

    return _fitted(HistGradientBoostingRegressor, X, y)


def _fitted(kind: Any, X: Array, y: Array) -> BoostedModel:
    empty = np.isnan(X).all(axis=0)  # a column without a value has no thresholds, and is taken for a constant
    settings = {"max_iter": 60, "max_leaf_nodes": 8, "min_samples_leaf": max(10, len(X) // 100), "learning_rate": 0.1}
    with _threads(X):
        return BoostedModel(kind(**settings, random_state=0).fit(np.where(empty, 0.0, X), y))


def _threads(X: Array) -> AbstractContextManager[Any]:
    """One thread for few rows, else as many as usual."""
    from threadpoolctl import threadpool_limits

    limits: AbstractContextManager[Any] = threadpool_limits(limits=1 if len(X) < _ONE_THREAD else None)
    return limits

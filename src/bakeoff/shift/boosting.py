"""Boosted trees for questions about rows: small, fixed settings, and no threads for few rows."""

from typing import Any

import numpy as np

from bakeoff.core.checks import Array

__all__ = ["boosted_classifier", "boosted_regressor"]

_ONE_THREAD = 20_000  # rows


def boosted_classifier(X: Array, y: Array) -> Any:
    """A boosted classifier of these rows."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    return _fitted(HistGradientBoostingClassifier, X, y)


def boosted_regressor(X: Array, y: Array) -> Any:
    """A boosted regression of these rows."""
    from sklearn.ensemble import HistGradientBoostingRegressor

    return _fitted(HistGradientBoostingRegressor, X, y)


def _fitted(kind: Any, X: Array, y: Array) -> Any:
    from threadpoolctl import threadpool_limits

    empty = np.isnan(X).all(axis=0)  # a column without a value has no thresholds, and is taken for a constant
    settings = {"max_iter": 60, "max_leaf_nodes": 8, "min_samples_leaf": max(10, len(X) // 100), "learning_rate": 0.1}
    with threadpool_limits(limits=1 if len(X) < _ONE_THREAD else None):  # threads cost more than they bring on few rows
        return kind(**settings, random_state=0).fit(np.where(empty, 0.0, X), y)

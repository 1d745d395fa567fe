"""A plain scikit-learn loop and the same splits, seed and estimator in bakeoff: the scores of each fold."""

import os
from copy import deepcopy
from typing import Any

import numpy as np
from sklearn.base import clone, is_regressor
from sklearn.metrics import accuracy_score, r2_score
from sklearn.model_selection import KFold

import bakeoff as bo
from bakeoff.data.dataset import Dataset
from bakeoff.learners.from_objects import as_learners
from bakeoff.learners.learner import predicted
from bakeoff.runs.process.pickling import packed, unpacked
from bakeoff.runs.process.shared_memory import open_shared, write_shared

__all__ = ["bakeoff_scores", "direct_scores", "in_a_child", "rows_of"]

FOLDS = KFold(3, shuffle=True, random_state=0)


def rows_of(X: Any, rows: Any) -> Any:
    """The rows at these positions, as a user takes them."""
    if hasattr(X, "iloc"):
        return X.iloc[rows]
    if isinstance(X, list):
        return [X[row] for row in rows]
    return X.take(rows) if type(X).__module__.startswith("pyarrow") else X[rows]


def _length(X: Any) -> int:
    return X.shape[0] if hasattr(X, "shape") else len(X)


def _copy(estimator: Any) -> Any:
    try:
        return clone(estimator)
    except RuntimeError:
        return deepcopy(estimator)


def _numeric(estimator: Any, y: Any) -> bool:
    """Whether amounts are predicted; of an estimator without tags the target decides."""
    if hasattr(estimator, "__sklearn_tags__"):
        return bool(is_regressor(estimator))
    return np.asarray(y).dtype.kind == "f"


def direct_scores(estimator: Any, X: Any, y: Any) -> list[float]:
    """Accuracy or R2 of each fold in a plain loop."""
    scores = []
    measure = r2_score if _numeric(estimator, y) else accuracy_score
    for train, test in FOLDS.split(np.zeros(_length(X))):
        model = _copy(estimator).fit(rows_of(X, train), rows_of(y, train))
        truth, answer = np.asarray(rows_of(y, test)), np.asarray(model.predict(rows_of(X, test)))
        numbers = measure is r2_score  # a mean of float32 would itself be rounded
        scores.append(measure(*((truth.astype(float), answer.astype(float)) if numbers else (truth, answer))))
    return scores


def in_a_child(data: Dataset) -> Dataset:
    """The data set as another process gets it."""
    file, card = write_shared(data)
    try:
        return open_shared(file, unpacked(packed(card)))
    finally:
        os.close(file)


def bakeoff_scores(estimator: Any, X: Any, y: Any, **settings: Any) -> list[float]:
    """The same by a data set and a learner, after the way to another process."""
    task = "regression" if _numeric(estimator, y) else None
    data = in_a_child(bo.load((X, y), task=task))
    (learner,) = as_learners({"m": unpacked(packed(estimator))}, **settings)
    scores = []
    for train, test in FOLDS.split(np.zeros(len(data))):
        model = learner.fit(data.take(train), np.random.default_rng(0))
        label = predicted(model, data.block.take(test)).label
        truth = data.target[test]
        scores.append(r2_score(truth, label) if task else float(np.mean(truth == label)))
    return scores

"""Do learners that are trained on artificial rows do on real rows what learners trained on real rows do?"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.data.dataset import ColumnKind, Dataset

__all__ = ["LearnerTransfer", "artificial_training", "same_order"]

FREQUENT = 50  # words of a column that get an indicator


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnerTransfer:
    """Errors on the same real rows: error rate for classes, mean absolute error for numbers."""

    learner: str
    real: float  # trained on real rows
    artificial: float  # trained on as many artificial rows


def same_order(transfers: tuple[LearnerTransfer, ...]) -> bool:
    """Whether the learners have the same order by both errors.

    >>> same_order((LearnerTransfer(learner="a", real=0.1, artificial=0.3), LearnerTransfer(learner="b", real=0.2, artificial=0.4)))
    True
    """
    orders = [
        np.argsort([getattr(transfer, side) for transfer in transfers], kind="stable").tolist()
        for side in ("real", "artificial")
    ]
    return bool(orders[0] == orders[1])


def artificial_training(source: Dataset, artificial: Dataset, tested: Dataset) -> tuple[LearnerTransfer, ...]:
    """Three plain learners, trained on the rows that the generator saw and on its own rows, tested on other real rows.

    None where a training set has fewer than two classes.
    """
    classes = source.task.coded
    targets = [data.target for data in (source, artificial, tested)]
    if classes and min(len(np.unique(target)) for target in targets[:2]) < 2:
        return ()
    features = _encoded(source, artificial, tested)
    transfers = []
    for name, learner in _learners(classes=classes).items():
        errors = []
        for index in (0, 1):
            learner.fit(features[index], targets[index])
            answers = learner.predict(features[2])
            errors.append(float(np.mean(answers != targets[2]) if classes else np.abs(answers - targets[2]).mean()))
        transfers.append(LearnerTransfer(learner=name, real=errors[0], artificial=errors[1]))
    return tuple(transfers)


def _learners(*, classes: bool) -> Mapping[str, Any]:
    from sklearn.linear_model import LogisticRegression, Ridge
    from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

    if classes:
        return {
            "logistic regression": make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000)),
            "decision tree": DecisionTreeClassifier(min_samples_leaf=3, random_state=0),
            "5 nearest neighbours": make_pipeline(StandardScaler(), KNeighborsClassifier(5)),
        }
    return {
        "linear regression": make_pipeline(StandardScaler(), Ridge()),
        "decision tree": DecisionTreeRegressor(min_samples_leaf=3, random_state=0),
        "5 nearest neighbours": make_pipeline(StandardScaler(), KNeighborsRegressor(5)),
    }


def _encoded(*parts: Dataset) -> list[Array]:
    """The features of all parts in one encoding, which the first part decides: gaps at its medians, indicators of its frequent words."""
    tables = [np.where(np.isfinite(part.matrix), part.matrix, np.nan) for part in parts]
    columns: list[list[Array]] = [[] for _ in parts]
    for index, column in enumerate(parts[0].columns):
        first = tables[0][:, index]
        present = first[~np.isnan(first)]
        if column.kind in {ColumnKind.NUMERIC, ColumnKind.DATE}:
            middle = float(np.median(present)) if present.size else 0.0
            for encoded, table in zip(columns, tables, strict=True):
                encoded.append(np.where(np.isnan(table[:, index]), middle, table[:, index]))
            continue
        words, counts = np.unique(present, return_counts=True)
        for word in words[np.argsort(-counts, kind="stable")[:FREQUENT]]:
            for encoded, table in zip(columns, tables, strict=True):
                encoded.append((table[:, index] == word).astype(np.float64))
    return [np.column_stack(encoded) for encoded in columns]

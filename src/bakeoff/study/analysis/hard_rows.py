"""Hard rows: on which rows of a data set do the learners err, by their stored predictions."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import NotApplicable, UnknownName
from bakeoff.predictions.predictions import Predictions

__all__ = ["RowErrors", "predictions_of_row", "row_errors"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RowErrors:
    """The mean error of each learner on each row: the share of wrong predictions, or the mean absolute error of numbers."""

    rows: Array
    truth: Array  # class names or numbers
    learners: tuple[str, ...]
    errors: Array  # rows by learners; NaN where a learner has no prediction of the row
    numeric: bool

    def hardest(self, n: int) -> dict[str, Any]:
        """The rows with the largest mean error over learners, as columns; ties in the order of the data."""
        tested = np.asarray(~np.isnan(self.errors).all(axis=1))
        mean = np.full(len(self.rows), -np.inf)
        mean[tested] = np.nanmean(self.errors[tested], axis=1)
        order = np.argsort(-mean, kind="stable")[: max(0, n)]
        order = order[tested[order]]
        columns: dict[str, Any] = {"row": self.rows[order], "truth": self.truth[order], "error": mean[order]}
        return columns | {name: self.errors[order, i] for i, name in enumerate(self.learners)}


def row_errors(parts: Iterable[tuple[str, Predictions]], learners: tuple[str, ...]) -> RowErrors:
    """Collect from the predictions of all splits; a row that is tested several times counts by its mean."""
    sums: dict[Any, dict[str, list[float]]] = {}
    truths: dict[Any, Any] = {}
    numeric = False
    for learner, predictions in parts:
        if predictions.label is None:
            continue
        numeric = numeric or predictions.task.numeric
        truth = predictions.task.spelled(predictions.truth, predictions.classes)
        loss = predictions.task.wrong(predictions.label, predictions.truth)
        for row, true, value in zip(predictions.rows.tolist(), truth.tolist(), loss.tolist(), strict=True):
            sums.setdefault(row, {}).setdefault(learner, []).append(value)
            truths[row] = true
    if not sums:
        raise NotApplicable("no learner has predicted classes or numbers of this data set yet")
    rows = sorted(sums)
    errors = np.array(
        [[float(np.mean(sums[row][name])) if name in sums[row] else np.nan for name in learners] for row in rows]
    )
    return RowErrors(
        rows=np.array(rows), truth=np.array([truths[row] for row in rows], dtype=object), learners=learners, errors=errors,
        numeric=numeric,
    )  # fmt: skip


def predictions_of_row(parts: Iterable[tuple[str, int, int, Predictions]], row: Any) -> dict[str, list[Any]]:
    """What every learner predicted of one row in every split that tested it, as columns."""
    columns: dict[str, list[Any]] = {"learner": [], "repeat": [], "fold": [], "truth": [], "predicted": [], "score": []}
    for learner, repeat, fold, predictions in parts:
        positions = np.flatnonzero(predictions.rows.astype(str) == str(row))
        for i in positions.tolist():
            classes = predictions.task.coded
            columns["learner"].append(learner)
            columns["repeat"].append(repeat)
            columns["fold"].append(fold)
            columns["truth"].append(
                predictions.classes[int(predictions.truth[i])] if classes else float(predictions.truth[i])
            )
            label = None if predictions.label is None else predictions.label[i]
            has_class = classes and label is not None and 0 <= int(label) < len(predictions.classes)
            columns["predicted"].append(predictions.classes[int(label)] if has_class and label is not None else label)
            columns["score"].append(_score(predictions, i))
    if not columns["learner"]:
        raise UnknownName("tested row", str(row), ())
    return columns


def _score(predictions: Predictions, i: int) -> float | None:
    """The probability of the predicted class, or the score; None where neither was given."""
    if predictions.proba is not None:
        return float(np.max(predictions.proba[i])) if predictions.proba.ndim == 2 else float(predictions.proba[i])
    return None if predictions.score is None or predictions.score.ndim != 1 else float(predictions.score[i])

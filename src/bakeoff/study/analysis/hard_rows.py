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
        seen = np.asarray(~np.isnan(self.errors).all(axis=1))
        mean = np.full(len(self.rows), -np.inf)
        mean[seen] = np.nanmean(self.errors[seen], axis=1)
        order = np.argsort(-mean, kind="stable")[: max(0, n)]
        order = order[seen[order]]
        columns: dict[str, Any] = {"row": self.rows[order], "truth": self.truth[order], "error": mean[order]}
        return columns | {name: self.errors[order, i] for i, name in enumerate(self.learners)}


def row_errors(parts: Iterable[tuple[str, Predictions]], learners: tuple[str, ...]) -> RowErrors:
    """Collect from the predictions of all splits; a row that is tested several times counts by its mean."""
    sums: dict[Any, dict[str, list[float]]] = {}
    truths: dict[Any, Any] = {}
    numeric = False
    for learner, one in parts:
        if one.label is None:
            continue
        numeric = numeric or one.task.numeric
        truth = one.task.spelled(one.truth, one.classes)
        loss = one.task.wrong(one.label, one.truth)
        for row, true, value in zip(one.rows.tolist(), truth.tolist(), loss.tolist(), strict=True):
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
    made: dict[str, list[Any]] = {"learner": [], "repeat": [], "fold": [], "truth": [], "predicted": [], "score": []}
    for learner, repeat, fold, one in parts:
        at = np.flatnonzero(one.rows.astype(str) == str(row))
        for i in at.tolist():
            classes = one.task.coded
            made["learner"].append(learner)
            made["repeat"].append(repeat)
            made["fold"].append(fold)
            made["truth"].append(one.classes[int(one.truth[i])] if classes else float(one.truth[i]))
            label = None if one.label is None else one.label[i]
            known = classes and label is not None and 0 <= int(label) < len(one.classes)
            made["predicted"].append(one.classes[int(label)] if known and label is not None else label)
            made["score"].append(_score(one, i))
    if not made["learner"]:
        raise UnknownName("tested row", str(row), ())
    return made


def _score(one: Predictions, i: int) -> float | None:
    """The probability of the predicted class, or the score; None where neither was given."""
    if one.proba is not None:
        return float(np.max(one.proba[i])) if one.proba.ndim == 2 else float(one.proba[i])
    return None if one.score is None or one.score.ndim != 1 else float(one.score[i])

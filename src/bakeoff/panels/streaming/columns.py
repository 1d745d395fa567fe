"""Layout: which column of a file of predictions means what."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, collect_errors
from bakeoff.core.notes import Note
from bakeoff.data.tasks import task_named
from bakeoff.measures.settled_task import settled_task
from bakeoff.panels.fold_priors import FoldCounts, fold_priors
from bakeoff.panels.notes import COLUMN_ORDER
from bakeoff.predictions.class_labels import ArgumentNames, first_missing, missing
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.predictions.input.array_checks import check_group_ids, not_numeric_message, repeats
from bakeoff.predictions.input.column_classes import columns_by_class
from bakeoff.predictions.input.extra_columns import check_extra
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.row_times import check_time_options, check_times
from bakeoff.predictions.threshold import at_threshold

__all__ = ["FLAGS", "Layout", "as_kind"]

# How a shell asks for what Python calls by these names.
FLAGS = {
    "y_true": "--truth", "y_pred": "--pred", "y_score": "--score", "y_proba": "--proba", "y_sd": "--sd",
    "y_draws": "--draws", "y_quantiles": "--quantiles", "sample_weight": "--sample-weight", "count": "--count", "row_id": "--row", "groups": "--groups", "labels": "--labels",
    "positive": "--positive", "task": "--task", "query": "--query",
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Which column means what; the classes and the task where the user stated them."""

    truth: str
    pred: str | None = None
    score: str | None = None
    scores: tuple[str, ...] = ()  # one for each class, where there are more than two
    rank: bool = False  # the scores are places in a list: 1 is first
    proba: tuple[str, ...] = ()
    sd: str | None = None
    draws: tuple[str, ...] = ()
    quantiles: tuple[tuple[float, str], ...] = ()  # level and column
    weight: str | None = None
    count: str | None = None  # how many cases a row stands for
    row: str | None = None
    by: str | None = None
    cluster: str | None = None  # rows that belong together, for intervals
    labels: tuple[str, ...] = ()
    positive: str | None = None
    task: str | None = None
    threshold: float | None = None  # the positive class from this score or probability on
    prior: tuple[float, ...] = ()  # class shares of the training rows, or the mean of their numbers
    folds: str | None = None  # the column of folds, whose others give the prior of each row
    counts: FoldCounts = field(default_factory=dict)  # of those folds, once they were looked at
    extra: tuple[str, ...] = ()  # columns that measures of the user's own read
    query: str | None = None  # the list that each row is an item of
    time: str | None = None  # when each row was observed
    series: str | None = None  # which of several series a row belongs to
    truths: tuple[str, ...] = ()  # one for each label or output, where there are several
    preds: tuple[str, ...] = ()
    unasked: frozenset[str] = frozenset()  # Python's names of what the verb that reads the file does not take

    @property
    def columns(self) -> list[str]:
        """The columns that are read, each once."""
        single = [
            self.truth,
            self.pred,
            self.score,
            self.sd,
            self.weight,
            self.count,
            self.row,
            self.by,
            self.cluster,
            self.folds,
            self.query,
            self.time,
            self.series,
        ]
        return list(
            dict.fromkeys(
                column
                for column in [
                    *single,
                    *self.truths,
                    *self.preds,
                    *self.scores,
                    *self.proba,
                    *self.draws,
                    *self.extra,
                    *(name for _, name in self.quantiles),
                ]
                if column is not None
            )
        )

    @property
    def numeric(self) -> bool:
        """Whether the truth is known to be numbers: it was said, or the predictions come with a spread."""
        if self.task is not None:
            return task_named(self.task).numeric
        return self.sd is not None or bool(self.draws or self.quantiles) or self.query is not None

    def with_settled_task(self, part: dict[str, Array], measures: Any) -> "Layout":
        """The layout with the task that predictions with fractions or the measures leave, as `bo.measure` settles it."""
        if (
            self.task is not None
            or self.pred is None
            or self.labels
            or self.positive is not None
            or self.score
            or self.scores
            or self.proba
            or self.quantiles
        ):
            return self
        task = settled_task(part[self.truth], (part[self.pred],), measures)
        return self if task is None else replace(self, task=task.name)

    def classes(self, part: dict[str, Array]) -> tuple[Any, ...] | None:
        """The classes named by the user, as the kind of value the column holds; None if none were named."""
        return tuple(as_kind(label, part[self.truth]) for label in self.labels) or None

    def predictions(self, part: dict[str, Array], labels: Sequence[Any] | None, first_row: int = 0) -> Predictions:
        """One part as Predictions; complaints name the file's columns."""
        proba, names = None, self._in_order(labels)
        if names:
            proba = part[names[0]] if len(names) == 1 else _side_by_side(names, part, first_row)

        def column(name: str | None) -> Array | None:
            return None if name is None else part[name]

        if self.truths:
            return self._with_extra(self._several(part, proba, first_row), part)
        score = _side_by_side(self.scores, part, first_row) if self.scores else column(self.score)
        if self.rank and score is not None and score.dtype.kind in "fiu":
            score = -score.astype(np.float64)  # the first place scores highest
        predictions = predictions_of(
            part[self.truth], column(self.pred), score, column(self.sd), y_proba=proba, task=self.task,
            y_draws=_side_by_side(self.draws, part, first_row) if self.draws else None, labels=labels,
            y_quantiles=self._quantiles(part, first_row),
            positive=as_kind(self.positive, part[self.truth]), sample_weight=column(self.weight),
            row_id=column(self.row), query=column(self.query), names=self.names(first_row), prior=self.prior or None, proba_names=names,
            score_names=self.scores,
        )  # fmt: skip
        predictions = self._with_extra(predictions, part)
        if self.threshold is not None:
            predictions = at_threshold(predictions, self.threshold)
        if self.folds is None:
            return predictions
        folds = self._complete(self.folds, part, first_row, "name its fold")
        return replace(predictions, prior=fold_priors(folds, self.counts, predictions.classes))

    def _with_extra(self, predictions: Predictions, part: dict[str, Array]) -> Predictions:
        """The predictions with the columns that measures of the user's own read."""
        if not self.extra:
            return predictions
        columns = check_extra({name: part[name] for name in self.extra}, len(predictions))
        return replace(predictions, extra=columns, known_log_loss=predictions.log_loss)

    def _quantiles(self, part: dict[str, Array], first_row: int) -> dict[float, Array] | None:
        """Predicted quantiles by their levels; None where there are none."""
        if not self.quantiles:
            return None
        table = _side_by_side([name for _, name in self.quantiles], part, first_row)
        return {level: table[:, j] for j, (level, _) in enumerate(self.quantiles)}

    def _several(self, part: dict[str, Array], proba: Array | None, first_row: int) -> Predictions:
        """Predictions of several labels or numbers, one column each; names of columns that contain those of the labels decide their order."""
        pred, score = (
            _side_by_side(_of_labels(names, self.truths), part, first_row) if names else None
            for names in (self.preds, self.scores)
        )
        return predictions_of(
            _side_by_side(self.truths, part, first_row), pred, score, y_proba=proba, task=self.task,
            labels=self.labels or self.truths, sample_weight=None if self.weight is None else part[self.weight],
            row_id=None if self.row is None else part[self.row], names=self.names(first_row),
        )  # fmt: skip

    def _in_order(self, labels: Sequence[Any] | None) -> tuple[str, ...]:
        """The columns of probabilities, in the order of classes that were found in the file where their names tell it."""
        if self.truths:
            return _of_labels(self.proba, self.truths)
        if labels is None or self.labels:  # classes that the user stated are compared with the names
            return self.proba
        order = columns_by_class(self.proba, [str(label) for label in labels])
        return self.proba if order is None else tuple(self.proba[place] for place in order)

    def order_notes(self, classes: Sequence[Any]) -> tuple[Note, ...]:
        """A note on which class each column of probabilities was taken for, where neither labels nor names tell it."""
        names = list(map(str, classes))
        if len(self.proba) < 2 or self.labels or columns_by_class(self.proba, names) is not None:
            return ()
        return (
            COLUMN_ORDER(pairs=tuple(f"{column} is {name}" for column, name in zip(self.proba, names, strict=True))),
        )

    def one_row_per_case(self, part: dict[str, Array]) -> dict[str, Array]:
        """The part with every row as often as its count says."""
        if self.count is None:
            return part
        cases = repeats(f"column {self.count!r}", part[self.count])
        return {name: cells[cases] for name, cells in part.items()}

    @property
    def looked_at(self) -> list[str]:
        """The columns that are looked at before anything is counted."""
        return list(dict.fromkeys(column for column in (self.truth, self.pred, self.folds) if column is not None))

    def folded(self, part: dict[str, Array]) -> tuple[Array, Array]:
        """Truth and fold of all rows that have both; the complaint about the others comes with their row."""
        assert self.folds is not None
        both = part[self.truth], part[self.folds]
        there = np.logical_and(*(~missing(array) for array in both))
        return both[0][there], both[1][there]

    def settled(self, counts: FoldCounts, *, numbers: bool) -> "Layout":
        """With the counts of the folds, where there are folds."""
        if self.folds is not None and numbers:
            raise BadInput("--folds gives priors of classes; for numbers state the mean of the training rows (--prior)")
        if self.folds is not None and self.prior:
            raise BadInput("--prior and --folds both describe the training rows; give one of them")
        return replace(self, counts=counts)

    def clusters(self, part: dict[str, Array], first_row: int = 0) -> Array | None:
        """The rows that belong together, by number; None where none were named."""
        if self.cluster is None:
            return None
        return check_group_ids("groups", part[self.cluster], self.names(first_row))

    def timed(self, pred: Predictions, part: dict[str, Array]) -> Predictions:
        """The predictions with the times of their rows, where a column of times was named."""
        check_time_options(time=self.time, series=self.series, groups=self.cluster)
        if self.time is None:
            return pred
        if self.query is not None:
            raise BadInput("lists of queries are counted by query; leave --time or --query out")
        return replace(
            pred,
            time=check_times(part[self.time], len(pred), None if self.series is None else part[self.series]),
            known_log_loss=pred.log_loss,
        )

    def groups(self, part: dict[str, Array], first_row: int = 0) -> Array:
        """The column to group by; every row belongs to some group."""
        assert self.by is not None
        return self._complete(self.by, part, first_row, "name its group")

    def _complete(self, name: str, part: dict[str, Array], first_row: int, cure: str) -> Array:
        gone = first_missing(part[name])
        if gone is not None:
            raise BadInput(f"column {name!r}, row {gone + first_row} is missing; drop the row or {cure}")
        return part[name]

    def names(self, first_row: int = 0) -> ArgumentNames:
        """How complaints call each argument: what was given by its columns, what may be given by its flag."""
        single = {
            "y_true": self.truth, "y_pred": self.pred, "y_score": self.score, "y_sd": self.sd,
            "sample_weight": self.weight, "row_id": self.row, "groups": self.cluster, "query": self.query,
        }  # fmt: skip
        many = {
            "y_score": self.scores,
            "y_proba": self.proba,
            "y_draws": self.draws,
            "y_quantiles": tuple(name for _, name in self.quantiles),
        }
        columns = {name: f"column {column!r}" for name, column in single.items() if column is not None} | {
            name: f"column{'s' if len(ones) > 1 else ''} {', '.join(ones)!r}" for name, ones in many.items() if ones
        }
        return ArgumentNames(of=columns, flags=FLAGS, unasked=self.unasked, first_row=first_row)


def _of_labels(names: tuple[str, ...], truths: tuple[str, ...]) -> tuple[str, ...]:
    """Columns in the order of the labels or outputs, where their names tell it.

    >>> _of_labels(("p_b", "p_a"), ("a", "b")), _of_labels(("x", "z"), ("a", "b"))
    (('p_a', 'p_b'), ('x', 'z'))
    """
    order = columns_by_class(names, truths)
    return names if order is None else tuple(names[place] for place in order)


def _side_by_side(names: Sequence[str], part: dict[str, Array], first_row: int) -> Array:
    columns = collect_errors(
        "the input", {name: partial(_number_column, name, part[name], first_row) for name in names}
    )
    return np.column_stack([columns[name] for name in names])


def _number_column(name: str, cells: Array, first_row: int) -> Array:
    if cells.dtype.kind not in "fiub":
        raise not_numeric_message(f"column {name!r}", cells, first_row)
    return cells


def as_kind(text: str | None, like: Array) -> Any:
    """A class typed on the command line, as the kind of value the column holds."""
    if text is None or like.dtype.kind not in "iuf":
        return text if text is None or like.dtype.kind != "b" else text.lower() == "true"
    try:
        return int(text)
    except ValueError:
        return text

"""Measures from counts alone: errors of a number of rows, right and wrong in each fold, and a confusion matrix."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import isnan
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.api.measuring.panel import Panel, measure
from bakeoff.api.shown import HasTables
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.core.json_safe import json_safe
from bakeoff.core.text import four_places
from bakeoff.estimates.analytic.proportion import proportion
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.over_splits.mean import mean_over_splits
from bakeoff.panels.notes import ROWS_AS_TRUTH
from bakeoff.predictions.confusion_axes import AXES, frame_axis, is_asymmetric, settled_axis
from bakeoff.report.tables import plain_text as tables

__all__ = ["ErrorRates", "measure_confusion", "measure_counts"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class ErrorRates(HasTables):
    """Error rate and accuracy from counts; of several folds also the mean over them."""

    errors: tuple[float, ...]
    n: tuple[int, ...]
    names: tuple[str, ...]  # of the folds; empty: one pair of counts
    pooled: Mapping[str, Estimate]  # of all rows, by measure: "error" and "accuracy"
    mean: Mapping[str, Estimate]  # over folds; empty where there is one

    def table(self) -> tables.Table:
        """One line for each fold, then the mean over folds and the pooled value, with intervals."""
        rows = [
            [name, str(n), f"{wrong:g}", four_places(wrong / n), four_places(1 - wrong / n), "", "", ""]
            for name, wrong, n in zip(self.names, self.errors, self.n, strict=False)
        ]
        total, all_rows = sum(self.errors), sum(self.n)
        summaries = [("mean of folds", "", "", self.mean)] if self.mean else []
        summaries.append(("all rows" if self.names else "", str(all_rows), f"{total:g}", self.pooled))
        for name, n, wrong, made in summaries:
            one = made["accuracy"]
            ends = [four_places(one.low), four_places(one.high), one.method]
            rows.append([name, n, wrong, four_places(made["error"].value), four_places(one.value), *ends])
        titles = ["fold", "rows", "errors", "error rate", "accuracy", "low", "high", "interval of the accuracy"]
        made_table = tables.Table.of(titles, rows, align="lrrrrrrl")
        each = len(self.names)
        lines = (
            *made_table.rows[:each],
            *(tables.Row(cells=one.cells, summary=bool(each)) for one in made_table.rows[each:]),
        )
        whole = tables.Table(
            columns=made_table.columns,
            rows=lines,
            caption=f"{all_rows} rows, {100 * self.pooled['error'].level:.4g}% intervals",
            notes=self._remarks(),
        )
        return tables.without_empty(whole)

    def _remarks(self) -> tuple[str, ...]:
        texts = [text for made in (self.pooled, self.mean) if made for text in made["error"].warnings]
        if self.mean and isnan(self.mean["error"].low):
            texts.append(
                "the mean of folds has no interval: training sets of a cross-validation overlap, and the share of test rows "
                "(test_share, --test-share) that corrects for it was not given"
            )
        return tuple(dict.fromkeys(texts))

    def tables(self) -> tuple[tables.Table, ...]:
        """The one table."""
        return (self.table(),)

    def to_json(self) -> dict[str, Any]:
        """Plain numbers and text, as `bakeoff measure --json` prints them."""
        folds = [
            {"fold": name, "n": n, "errors": wrong, "error": wrong / n, "accuracy": 1 - wrong / n}
            for name, wrong, n in zip(self.names, self.errors, self.n, strict=False)
        ]
        mean = {"folds": folds, "mean": _estimates(self.mean)} if self.mean else {}
        return {
            "schema": "bakeoff.measure/1",
            "n": sum(self.n),
            "errors": sum(self.errors),
            "measures": _estimates(self.pooled),
            "level": self.pooled["error"].level,
            **mean,
            "warnings": list(self._remarks()),
        }


def _estimates(made: Mapping[str, Estimate]) -> dict[str, Any]:
    return {
        name: {
            "value": json_safe(one.value),
            "low": json_safe(one.low),
            "high": json_safe(one.high),
            "method": one.method,
        }
        for name, one in made.items()
    }


def measure_counts(
    errors: ArrayLike,
    n: ArrayLike,
    *,
    folds: Sequence[str] | None = None,
    test_share: float | None = None,
    ci: float = 0.95,
    interval: str = "wilson",
) -> ErrorRates:
    """Error rate and accuracy of `errors` wrong answers among `n` rows; lists hold one number for each fold.

    `test_share` is n_test / n_train of the folds (5-fold: 0.25) and gives the mean over folds an interval.

    >>> print(measure_counts(13, 100, ci=0.9, interval="wald"))
    100 rows, 90% intervals
    rows  errors  error rate  accuracy     low    high  interval of the accuracy
    ----------------------------------------------------------------------------
     100      13      0.1300    0.8700  0.8147  0.9253  Wald
    """
    wrong, rows = _counts("errors", errors), _counts("n", n)
    if len(wrong) != len(rows):
        raise BadInput(f"errors and n are pairs of counts: there are {len(wrong)} and {len(rows)}")
    for i, (one, of) in enumerate(zip(wrong, rows, strict=True)):
        where = f" in fold {i + 1}" if len(wrong) > 1 else ""
        if not of > 0 or not of.is_integer():
            raise BadInput(f"n must be a whole number of rows of at least 1, not {of:g}{where}")
        if one > of:
            raise BadInput(f"there cannot be {one:g} errors in {of:g} rows{where}")
    several = np.ndim(errors) > 0
    names = tuple(folds) if folds is not None else tuple(str(i + 1) for i in range(len(wrong))) if several else ()
    total, all_rows = float(wrong.sum()), float(rows.sum())
    pooled = {
        "error": proportion(total, all_rows, ci, interval),
        "accuracy": proportion(all_rows - total, all_rows, ci, interval),
    }
    mean = {}
    if len(wrong) > 1:
        rates = {"error": wrong / rows, "accuracy": 1 - wrong / rows}
        mean = {name: _mean(values, test_share, ci) for name, values in rates.items()}
    elif test_share is not None:
        raise BadInput("test_share (--test-share) is about the mean over folds, and there is one pair of counts")
    return ErrorRates(
        errors=tuple(wrong.tolist()), n=tuple(int(one) for one in rows), names=names, pooled=pooled, mean=mean
    )


def _mean(values: Array, test_share: float | None, level: float) -> Estimate:
    if test_share is not None:
        return mean_over_splits(values, test_share, level, bounds=(0.0, 1.0))
    nan = float("nan")
    return Estimate(value=float(values.mean()), low=nan, high=nan, level=level, method="none", n=len(values))


def _counts(name: str, given: ArrayLike) -> Array:
    try:
        values = np.atleast_1d(np.asarray(given, dtype=np.float64))
    except (TypeError, ValueError):
        raise BadInput(f"{name} must be numbers, not {given!r}") from None
    if values.ndim != 1 or not len(values) or not np.isfinite(values).all() or (values < 0).any():
        raise BadInput(f"{name} must be counts of at least 0, one number or one for each fold")
    return values


def measure_confusion(
    matrix: ArrayLike,
    labels: Sequence[Any] | None = None,
    *,
    pos_label: Any = None,
    rows: str | None = None,
    **options: Any,
) -> Panel:
    """Return the panel of a confusion matrix, whose cells count cases.

    `rows` says what the rows are: "true" or "predicted" classes. Without it the names of a pandas frame's index and columns decide,
    as `pandas.crosstab` makes them, and else rows are the truth. `labels` names the classes in their order; `pos_label` is the positive
    one of two (the second where the labels are not named). Rows and columns of a frame are matched by their names, and a class
    that only one side has counts no cases on the other. Other options are those of `bo.measure` (measures, ci, task, ...).

    >>> round(measure_confusion([[450, 50], [100, 400]], rows="true", measures=["f1"])["f1"].value, 4)
    0.8421
    """
    axis = settled_axis(rows, frame_axis(matrix), "the names of the frame's index and columns")
    matrix, labels = _matched(matrix, labels, axis)
    table = np.asarray(matrix)
    if table.ndim != 2 or table.shape[0] != table.shape[1] or table.shape[0] < 2:
        raise BadInput(
            f"a confusion matrix has a row and a column for each of two classes or more, not shape {table.shape}"
        )
    refuse_totals(table)
    k = table.shape[0]
    names = list(range(k)) if labels is None else list(labels)
    if len(names) != k or len(set(names)) != k:
        raise BadInput(f"labels must name {k} different classes, one for each row of the matrix")
    if labels is None and k == 2 and pos_label is None:
        pos_label = 1
    panel = _panel(table.T if axis == "predicted" else table, names, pos_label, options)
    unknown = axis is None and is_asymmetric(table)
    return replace(panel, notes=(ROWS_AS_TRUTH(), *panel.notes)) if unknown else panel


def _panel(table: Array, names: list[Any], pos_label: Any, options: Mapping[str, Any]) -> Panel:
    """The panel of counts with the truth down."""
    truth, predicted = np.divmod(np.arange(table.size), len(names))
    classes = np.array(names, dtype=object if not all(isinstance(name, int) for name in names) else None)
    return measure(
        classes[truth], classes[predicted], labels=names, pos_label=pos_label, count=table.reshape(-1), **options
    )


def _matched(matrix: Any, labels: Sequence[Any] | None, axis: str | None) -> tuple[Any, Sequence[Any] | None]:
    """A frame's counts with its rows and columns in one order, and that order; anything else as it is."""
    rows, columns = getattr(matrix, "index", None), getattr(matrix, "columns", None)
    if (
        rows is None
        or columns is None
        or callable(rows)
        or "RangeIndex" in {type(rows).__name__, type(columns).__name__}
    ):
        return matrix, labels
    if labels is None:
        labels = matched_classes(rows.tolist(), columns.tolist(), axis)
    strange = [name for name in (*rows, *columns) if name not in labels]
    if strange:
        raise BadInput(
            f"the confusion matrix has a row or column {strange[0]!r}, which is not in labels=; name all classes"
        )
    return matrix.reindex(index=labels, columns=labels, fill_value=0), labels


def matched_classes(rows: Sequence[Any], columns: Sequence[Any], axis: str | None = None) -> list[Any]:
    """The classes of a confusion matrix: those of the side that has all; the other may lack some that never occur.

    >>> matched_classes(["a", "b", "c"], ["c", "a"])
    ['a', 'b', 'c']
    """
    for side, classes in (("row", rows), ("column", columns)):
        if len(set(classes)) < len(classes):
            repeated = next(name for i, name in enumerate(classes) if name in classes[:i])
            raise BadInput(f"the confusion matrix has two {side}s called {repeated!r}; give each class one")
    extra = [name for name in rows if name not in columns], [name for name in columns if name not in rows]
    if all(extra):
        down, across = reversed(AXES) if axis == "predicted" else AXES
        raise BadInput(
            f"the {down} class {extra[0][0]!r} is in no column, and the {across} class {extra[1][0]!r} in no row; rows and columns must name the same classes"
        )
    return list(columns if len(columns) >= len(rows) else rows)


def refuse_totals(table: Array) -> None:
    """Refuse a last row and column of totals, which would count as a class."""
    body = table[:-1, :-1]
    if table.dtype.kind not in "iuf" or len(table) < 3 or not body.any():
        return
    down, across = np.array_equal(table[-1, :-1], body.sum(axis=0)), np.array_equal(table[:-1, -1], body.sum(axis=1))
    if down and across:
        raise BadInput("the last row and column of the confusion matrix hold totals; leave them out")

"""Measures from counts alone: errors of a number of rows, right and wrong in each fold, and a confusion matrix."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import isnan, nan
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.api.measuring.panel import Panel, measure
from bakeoff.api.shown import HasTables
from bakeoff.core.arguments import suggest_arguments
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.core.json_safe import json_safe
from bakeoff.core.notes import Note, texts
from bakeoff.core.text import clean, four_places
from bakeoff.estimates.analytic.proportion import METHODS, proportion
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.interval_choice import IntervalChoice
from bakeoff.estimates.over_splits.mean import mean_over_splits
from bakeoff.panels.notes import ONE_SIDED, PARTIAL_ERRORS, ROWS_AS_TRUTH
from bakeoff.predictions.confusion_axes import AXES, frame_axis, is_asymmetric, settled_axis
from bakeoff.report.tables import plain_text as tables
from bakeoff.tabular.table import parse_number

__all__ = ["ErrorRates", "measure_confusion", "measure_counts"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class ErrorRates(HasTables):
    """Error rate and accuracy from counts; of several folds also the mean over them."""

    errors: tuple[float, ...]
    n: tuple[int, ...]
    names: tuple[str, ...]  # of the folds; empty: one pair of counts
    pooled: Mapping[str, Estimate]  # of all rows, by measure: "error" and "accuracy"
    mean: Mapping[str, Estimate]  # over folds; empty where there is one
    side: str = "both"  # which ends the intervals have; the other is open (NaN)
    notes: tuple[Note, ...] = ()

    def table(self) -> tables.Table:
        """One line for each fold, then the mean over folds and the pooled value, with intervals."""
        rows = [
            [name, str(n), f"{wrong:g}", four_places(wrong / n), "", "", four_places(1 - wrong / n), "", "", ""]
            for name, wrong, n in zip(self.names, self.errors, self.n, strict=False)
        ]
        total, all_rows = sum(self.errors), sum(self.n)
        summaries = [("mean of folds", "", "", self.mean)] if self.mean else []
        summaries.append(("all rows" if self.names else "", str(all_rows), f"{total:g}", self.pooled))
        for name, n, wrong, estimates in summaries:
            cells = [cell for measure_name in ("error", "accuracy") for cell in self._cells(estimates[measure_name])]
            rows.append([name, n, wrong, *cells, estimates["error"].method])
        titles = ["fold", "rows", "errors", "error rate", "low", "high", "accuracy", "low", "high", "interval"]
        table = tables.Table.of(titles, rows, align="lrrrrrrrrl")
        fold_count = len(self.names)
        lines = (
            *table.rows[:fold_count],
            *(tables.Row(cells=row.cells, summary=bool(fold_count)) for row in table.rows[fold_count:]),
        )
        ends = "intervals" if self.side == "both" else f"{self.side} bounds"
        caption = f"{all_rows} rows, {100 * self.pooled['error'].level:.4g}% {ends}"
        return tables.without_empty(
            tables.Table(columns=table.columns, rows=lines, caption=caption, notes=self._remarks())
        )

    def _cells(self, estimate: Estimate) -> tuple[str, str, str]:
        """The value and its ends."""
        ends = (estimate.low, estimate.high)
        one_sided = self.side != "both" and not all(map(isnan, ends))
        low, high = ("open" if one_sided and isnan(end) else four_places(end) for end in ends)
        return four_places(estimate.value), low, high

    def _remarks(self) -> tuple[str, ...]:
        estimates = [
            text for estimates in (self.pooled, self.mean) if estimates for text in estimates["error"].warnings
        ]
        remarks = [*texts(self.notes), *estimates]
        if self.mean and self.mean["error"].method == "none":
            remarks.append(
                "the mean of folds has no interval: training sets of a cross-validation overlap, and the share of test rows "
                "(test_share, --test-share) that corrects for it was not given"
            )
        return tuple(dict.fromkeys(remarks))

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
            "side": self.side,
            **mean,
            "warnings": list(self._remarks()),
            "notes": [note.as_dict() for note in self.notes],
        }


def _estimates(estimates_by_name: Mapping[str, Estimate]) -> dict[str, Any]:
    return {
        name: {
            "value": json_safe(estimate.value),
            "low": json_safe(estimate.low),
            "high": json_safe(estimate.high),
            "method": estimate.method,
        }
        for name, estimate in estimates_by_name.items()
    }


@suggest_arguments
def measure_counts(
    errors: ArrayLike | None = None,
    n: ArrayLike | None = None,
    *,
    rate: Any = None,
    folds: Sequence[str] | None = None,
    test_share: float | None = None,
    level: float = 0.95,
    interval: str = "wilson",
    side: str = "both",
) -> ErrorRates:
    """Error rate and accuracy of wrong answers among rows; lists contain one number for each fold.

    Parameters
    ----------
    errors
        The number of wrong answers.
    n
        The number of rows.
    rate
        The error rate instead of the errors: 0.22 or "22%".
    folds
        The names of the folds.
    test_share
        The ratio n_test / n_train of the folds (5-fold: 0.25); it gives the mean over folds an interval.
    level
        The confidence of the intervals.
    interval
        "wilson", "wald", "clopper-pearson", "agresti-coull" or "jeffreys".
    side
        "both"; or "upper" or "lower": then `level` is the confidence of that one bound.

    Returns
    -------
    ErrorRates
        Both rates of each fold and of all, with their intervals.

    Examples
    --------
    >>> print(measure_counts(13, 100, level=0.9, interval="wald"))
    100 rows, 90% intervals
    rows  errors  error rate     low    high  accuracy     low    high  interval
    ----------------------------------------------------------------------------
     100      13      0.1300  0.0747  0.1853    0.8700  0.8147  0.9253  Wald
    """
    choice = IntervalChoice(level=level, interval=interval, side=side)
    if choice.resamples_all:
        raise BadInput(f"counts have a closed interval; take {', '.join(METHODS)}")
    wrong, rows = _errors_and_rows(errors, n, rate)
    several = np.ndim(rate if errors is None else errors) > 0
    names = tuple(folds) if folds is not None else tuple(str(i + 1) for i in range(len(wrong))) if several else ()
    total, all_rows = float(wrong.sum()), float(rows.sum())
    pooled = {
        name: choice.shown(proportion(count, all_rows, choice.both_sided, interval))
        for name, count in (("error", total), ("accuracy", all_rows - total))
    }
    mean = {}
    if len(wrong) > 1:
        rates = {"error": wrong / rows, "accuracy": 1 - wrong / rows}
        mean = {name: _mean(values, test_share, choice) for name, values in rates.items()}
    elif test_share is not None:
        raise BadInput("test_share (--test-share) is about the mean over folds, and there is one pair of counts")
    return ErrorRates(
        errors=tuple(wrong.tolist()), n=tuple(map(int, rows)), names=names, pooled=pooled, mean=mean, side=side,
        notes=_notes_on(wrong, rows, choice),
    )  # fmt: skip


def _errors_and_rows(errors: ArrayLike | None, n: ArrayLike | None, rate: Any) -> tuple[Array, Array]:
    """Errors and rows of each fold; refuses what counts nothing, and a rate in the place of a count."""
    if n is None or (errors is None) == (rate is None):
        raise BadInput("give the number of rows (n) and either the errors among them or their rate")
    rows = _counts("n", n)
    shares = None if rate is None else np.array([_share(value) for value in np.atleast_1d(np.asarray(rate))])
    wrong = _counts("errors", errors) if shares is None else shares
    if len(wrong) != len(rows):
        what = "errors and n are pairs of counts" if shares is None else "each rate has its number of rows"
        raise BadInput(f"{what}: there are {len(wrong)} and {len(rows)}")
    for i, (count, size) in enumerate(zip(wrong, rows, strict=True)):
        where = f" in fold {i + 1}" if len(wrong) > 1 else ""
        if not size > 0 or not size.is_integer():
            raise BadInput(f"n must be a whole number of rows of at least 1, not {size:g}{where}")
        if count > size:
            raise BadInput(f"there cannot be {count:g} errors in {size:g} rows{where}")
        if shares is None and 0 < count < 1:
            raise BadInput(
                f"errors are counted in rows, and {count:g} is less than one{where}",
                cure=f"if it is an error rate, give it as rate={count:g} (--rate {count:g})",
            )
    return (wrong if shares is None else _near_whole(shares * rows)), rows


def _share(value: Any) -> float:
    """An error rate as it is typed: 0.22 or 22%."""
    text = str(value).strip()
    number = parse_number(text.removesuffix("%").strip())
    share = nan if number is None else number / (100 if text.endswith("%") else 1)
    if not 0 <= share <= 1:
        raise BadInput(f"an error rate is written 0.22 or 22%, not {clean(text)!r}")
    return share


def _near_whole(counts: Array) -> Array:
    """Counts of which rounding in the last digits is taken away: 0.07 of 100 rows are 7."""
    whole = np.rint(counts)
    rounded: Array = np.where(np.abs(counts - whole) < 1e-9 * np.maximum(whole, 1), whole, counts)
    return rounded


def _notes_on(wrong: Array, rows: Array, choice: IntervalChoice) -> tuple[Note, ...]:
    """Which ends are open, and that a number of errors is not whole."""
    partial = [(float(count), int(size)) for count, size in zip(wrong, rows, strict=True) if not count.is_integer()]
    notes = [PARTIAL_ERRORS(errors=count, n=size) for count, size in partial[:1]]
    open_ends = {"upper": "lower", "lower": "upper"}.get(choice.side)
    return (*notes, *([ONE_SIDED(side=open_ends)] if open_ends else []))


def _mean(values: Array, test_share: float | None, choice: IntervalChoice) -> Estimate:
    if test_share is not None:
        return choice.shown(mean_over_splits(values, test_share, choice.both_sided, bounds=(0.0, 1.0)))
    return Estimate(value=float(values.mean()), low=nan, high=nan, level=choice.level, method="none", n=len(values))


def _counts(name: str, counts: Any) -> Array:
    try:
        values = np.atleast_1d(np.asarray(counts, dtype=np.float64))
    except (TypeError, ValueError):
        raise BadInput(f"{name} must be numbers, not {counts!r}") from None
    if values.ndim != 1 or not len(values) or not np.isfinite(values).all() or (values < 0).any():
        raise BadInput(f"{name} must be counts of at least 0, one number or one for each fold")
    return values


def measure_confusion(
    matrix: ArrayLike,
    labels: Sequence[Any] | None = None,
    *,
    positive: Any = None,
    rows: str | None = None,
    **options: Any,
) -> Panel:
    """Measure a confusion matrix, whose cells count cases.

    Rows and columns of a frame are matched by their names, and a class that only one side has counts no cases on the other.

    Parameters
    ----------
    matrix
        Counts, one row and one column for each class.
    labels
        The classes in their order.
    positive
        The positive one of two classes; the second where the labels are not named.
    rows
        What the rows are: "true" or "predicted" classes. Without it the names of a pandas frame's index and columns decide, as
        `pandas.crosstab` makes them, and else rows are the truth.
    options
        Other arguments of `bo.measure`, such as measures, level and task.

    Returns
    -------
    Panel
        As of `bo.measure`.

    Examples
    --------
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
    if labels is None and k == 2 and positive is None:
        positive = 1
    panel = _panel(table.T if axis == "predicted" else table, names, positive, options)
    unknown = axis is None and is_asymmetric(table)
    return replace(panel, notes=(ROWS_AS_TRUTH(), *panel.notes)) if unknown else panel


def _panel(table: Array, names: list[Any], positive: Any, options: Mapping[str, Any]) -> Panel:
    """The panel of counts with the truth down."""
    truth, predicted = np.divmod(np.arange(table.size), len(names))
    classes = np.array(names, dtype=object if not all(isinstance(name, int) for name in names) else None)
    return measure(
        classes[truth], classes[predicted], labels=names, positive=positive, count=table.reshape(-1), **options
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
        raise BadInput("the last row and column of the confusion matrix contain totals; leave them out")

"""Panel: many measures of one set of predictions, each with its interval; `measure` makes it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from math import isfinite, isnan
from typing import Any

import numpy as np

from bakeoff.api.shown import HasTables, TableView
from bakeoff.core.arguments import suggest_arguments
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.core.json_safe import json_safe
from bakeoff.core.text import clean, counted, four_places
from bakeoff.data.tasks import TargetForm, TaskKind
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.notes import cause
from bakeoff.measures import measure_named
from bakeoff.measures.classification.weka import ClassLine, class_lines
from bakeoff.measures.labels.by_column import ColumnLine, column_lines
from bakeoff.measures.own.given import MeasureLike
from bakeoff.measures.own.session import session_measure
from bakeoff.measures.settled_task import settled_task
from bakeoff.panels.compute import PanelValues, panel_of
from bakeoff.panels.constant_baseline import Baseline, baseline_of_predictions
from bakeoff.panels.interval_settings import interval_settings
from bakeoff.panels.measure_choice import select_named
from bakeoff.predictions.class_labels import ArgumentNames
from bakeoff.predictions.constant_answers import title_of_constant
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.predictions.group_ids import in_whole_groups
from bakeoff.predictions.input.array_checks import check_group_ids, repeats
from bakeoff.predictions.input.extra_columns import check_extra, named_column
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.row_times import check_time_options, check_times
from bakeoff.predictions.summaries.confusion import Counts
from bakeoff.predictions.threshold import at_threshold
from bakeoff.report.tables import plain_text as tables
from bakeoff.report.tables.confusion import matrix_table, percent_or_count
from bakeoff.report.tables.labels_and_outputs import by_column
from bakeoff.report.tables.plain_text import Table, without_empty
from bakeoff.tabular.frames import frame_of

__all__ = ["Panel", "measure", "mistakes", "reason_of", "shown"]

GRID = 12  # classes up to which a table can be read
LISTED = 10  # pairs that are named where classes are more


def mistakes(counts: Counts) -> Table:
    r"""A table with named axes, or the most frequent mistakes.

    >>> from bakeoff.report.tables.plain_text import to_text
    >>> print(to_text(mistakes(Counts.of(np.array([[8, 2], [1, 4]]), classes=("a", "b")))))
    Confusion matrix: rows are the truth, columns what was predicted
    truth \ predicted   a   b  recall
    ---------------------------------
    a                  *8   2   80.0%
    b                   1  *4   80.0%
    """
    many = len(counts.classes)
    if many <= GRID:
        caption = "Confusion matrix: rows are the truth, columns what was predicted"
        return matrix_table(counts.classes, counts.matrix, caption=caption, terse=True)
    wrong = percent_or_count(float(counts.total) - float(counts.hits))
    return Table.of(
        ["truth", "predicted", "rows", "of that class"],
        _pairs(counts),
        align="llrr",
        caption=f"Most frequent mistakes: {many} classes, {wrong} of {_rows(float(counts.total))} mistaken",
    )


def _rows(total: float) -> str:
    """The number of rows, or their weight."""
    return counted(int(total), "row") if total.is_integer() else f"a weight of {percent_or_count(total)}"


def _pairs(counts: Counts) -> list[list[str]]:
    """From the filled cells: the matrix of thousands of classes would fill the memory."""
    cells = counts.table.filled()
    truth, predicted = cells.corners
    wrong = np.flatnonzero(truth != predicted)
    most = wrong[np.argsort(-cells.amounts[wrong], kind="stable")[:LISTED]]
    return [
        [clean(counts.classes[i]), clean(counts.classes[j]), percent_or_count(rows), f"{rows / counts.truth[i]:.1%}"]
        for i, j, rows in zip(truth[most].tolist(), predicted[most].tolist(), cells.amounts[most].tolist(), strict=True)
    ]


def by_class(lines: Sequence[ClassLine]) -> Table:
    """One row per class; areas have a column only where scores were given."""
    titles = {
        "tp_rate": "TP rate", "fp_rate": "FP rate", "precision": "precision", "f1": "F1", "mcc": "MCC",
        "auc": "ROC area", "average_precision": "PR area",
    }  # fmt: skip
    rows = [
        [clean(line.name), percent_or_count(line.n), *("–" if isnan(value := getattr(line, name)) else f"{value:.4f}" for name in titles)]
        for line in lines
    ]  # fmt: skip
    table = Table.of(
        ["class", "rows", *titles.values()],
        rows,
        align="l" + "r" * (1 + len(titles)),
        caption="Each class against the rest",
    )
    return without_empty(replace(table, rows=(*table.rows[:-1], replace(table.rows[-1], summary=True))))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Panel(HasTables, PanelValues):
    """A mapping from the measure's name to its Estimate, with a table for every medium.

    >>> panel = measure([1, 0, 1, 1], [1, 0, 0, 1], measures=["accuracy", "kappa"], level=None)
    >>> panel["kappa"].value
    0.5
    """

    def table(self) -> tables.Table:
        """The panel as a table that every medium can show."""
        rows = [(_with_unit(name), *_cells(estimate)) for name, estimate in self.estimates.items()]
        table = tables.Table.of(["measure", "value", "low", "high", "interval"], rows, align="lrrrl")
        if all(estimate.method == "none" and isnan(estimate.low) for estimate in self.estimates.values()):
            table = _without_ends(rows)
        notes = (*_remarks(self.estimates), *self.warnings)
        return tables.Table(columns=table.columns, rows=table.rows, caption=self._caption(), notes=notes)

    def tables(self) -> tuple[tables.Table, ...]:
        """The measures, and where classes were predicted also which was taken for which."""
        counts = self.confusion
        return (self.table(),) if counts is None or len(counts.classes) < 2 else (self.table(), mistakes(counts))

    @property
    def baseline(self) -> Baseline | None:
        """What always predicting the most frequent class scores by accuracy, or the mean by RMSE; None where neither was measured.

        >>> measure([0, 0, 0, 1], [0, 0, 1, 1], measures=["accuracy"], level=None).baseline.value
        0.75
        """
        if self.confusion is not None and "accuracy" in self.estimates and self.confusion.matrix.sum() > 0:
            rows = self.confusion.matrix.sum(axis=1)
            name = title_of_constant(coded=True)
            return Baseline(dataset="", name=name, measure="accuracy", value=float(rows.max() / rows.sum()))
        if self.source is None or "rmse" not in self.estimates:
            return None
        return baseline_of_predictions({"": self.source}, measure_named("rmse"))

    def per_class(self) -> TableView:
        """Each class against the rest: rates, precision, F1, MCC and, where scores were measured, areas; and their mean.

        >>> print(measure(["a", "b", "b"], ["a", "b", "a"], measures=["accuracy"], level=None).per_class())
        Each class against the rest
        class          rows  TP rate  FP rate  precision      F1     MCC
        ----------------------------------------------------------------
        a                 1   1.0000   0.5000     0.5000  0.6667  0.5000
        b                 2   0.5000   0.0000     1.0000  0.6667  0.5000
        ----------------------------------------------------------------
        weighted avg.     3   0.6667   0.1667     0.8333  0.6667  0.5000

        Of several labels or numbers: each label or output, with its own measures.
        """
        if self.source is not None and self.source.task.in_columns:
            labels = self.source.task.target is TargetForm.LABEL_MATRIX
            return TableView(by_column(self.column_lines(), f"Each {'label' if labels else 'output'}", labels=labels))
        return TableView(by_class(self.class_lines()))

    def column_lines(self) -> tuple[ColumnLine, ...]:
        """Each label or output as numbers, where the target has several columns."""
        if self.source is None or not self.source.task.in_columns:
            raise NotApplicable("the target has one column; per_class() is about classes")
        return column_lines(self.source)

    def steps(self) -> str:
        """Each measure worked out on paper: formula, symbols, numbers filled in; pairs of scores and losses of the first rows.

        >>> panel = measure([1, 0, 1, 1], [1, 0, 0, 1], measures=["recall"], level=None)
        >>> print(panel.steps().splitlines()[-2].strip())
        Filled in: 2 / (2 + 1)
        """
        from bakeoff.api.measuring.steps import steps

        return steps(self)

    def class_lines(self) -> tuple[ClassLine, ...]:
        """The same as numbers."""
        if self.confusion is None:
            raise NotApplicable("no classes were predicted, or no measure used them: add accuracy to the measures")
        return class_lines(self.confusion, self.ranking)

    def _caption(self) -> str:
        levels = {estimate.level for estimate in self.estimates.values() if estimate.method != "none"}
        what = f"{self.side} bounds" if self.side != "both" else "intervals"
        sure = "".join(f", {100 * level:.4g}% {what}" for level in sorted(levels))
        return f"{counted(self.n, 'row')}{sure}"

    def to_frame(self, kind: str | None = None) -> Any:
        """One row per measure; pandas, polars, pyarrow or a plain table."""
        shown = list(self.estimates.values())
        columns = {
            name: [getattr(estimate, name) for estimate in shown]
            for name in ("value", "low", "high", "level", "method", "n")
        }
        return frame_of({"measure": list(self.estimates), **columns}, kind)

    def to_json(self) -> dict[str, Any]:
        """Plain numbers, lists and text, as `bakeoff measure --json` prints them; NaN and infinity are None."""
        return {
            "schema": "bakeoff.measure/1",
            "n": self.n,
            "measures": {
                name: {
                    "value": json_safe(estimate.value),
                    "low": json_safe(estimate.low),
                    "high": json_safe(estimate.high),
                    "method": estimate.method,
                    "warnings": list(estimate.warnings),
                    "notes": [note.as_dict() for note in estimate.notes],
                }
                for name, estimate in self.estimates.items()
            },
            "level": next((estimate.level for estimate in self.estimates.values() if estimate.method != "none"), None),
            "undefined": {
                name: reason_of(estimate) for name, estimate in self.estimates.items() if not isfinite(estimate.value)
            },
            "confusion": _confusion(self.confusion),
            "baseline": None if self.baseline is None else self.baseline.as_dict(),
            "side": self.side,
            "warnings": list(self.warnings),
            "notes": [note.as_dict() for note in self.notes],
        }


def _with_unit(name: str) -> str:
    """The name of a measure, with the unit that a user stated."""
    own = session_measure(name)
    return f"{name}, in {own.unit}" if own is not None and own.unit else name


def reason_of(one: Estimate) -> str:
    """Why an estimate has no finite value."""
    return "; ".join(one.warnings) or ("infinite" if not isnan(one.value) else "undefined")


def _confusion(counts: Counts | None) -> dict[str, Any] | None:
    if counts is None or len(counts.classes) > 100:
        return None
    return {"truth": list(counts.classes), "predicted": list(counts.classes), "counts": _whole(counts.matrix)}


def _whole(matrix: Array) -> list[Any]:
    """Counts of rows without weights are whole numbers."""
    counts = matrix.astype(np.int64)
    cells: list[Any] = (counts if np.array_equal(counts, matrix) else matrix).tolist()
    return cells


def _cells(estimate: Estimate) -> tuple[str, str, str, str]:
    if isnan(estimate.value):
        return "–", "–", "–", reason_of(estimate)
    ends = [four_places(end, estimate.value) for end in (estimate.low, estimate.high)]
    if isnan(estimate.low) and isnan(estimate.high) and estimate.notes:
        why = "; ".join(map(cause, estimate.notes))
        return four_places(estimate.value), ends[0], ends[1], f"none: {why}"
    if isnan(estimate.low) != isnan(estimate.high):
        ends = ["open" if isnan(end) else text for end, text in zip((estimate.low, estimate.high), ends, strict=True)]
    return four_places(estimate.value), ends[0], ends[1], estimate.method if estimate.method != "none" else ""


def _without_ends(rows: Sequence[tuple[str, ...]]) -> tables.Table:
    """Where nothing has an interval: the values, and why there is none if there is something to say."""
    why = any(row[-1] for row in rows)
    kept = [(name, value, *([reason] if why else [])) for name, value, *_, reason in rows]
    return tables.Table.of(["measure", "value", "why"][: 2 + why], kept, align="lrl"[: 2 + why])


def _remarks(estimates: Mapping[str, Estimate]) -> tuple[str, ...]:
    """What is to be known of single intervals, once for all that share it: in the table it would make long lines."""
    names: dict[str, list[str]] = {}
    for name, estimate in estimates.items():
        for text in estimate.warnings if isfinite(estimate.low) or isfinite(estimate.high) else ():
            names.setdefault(text, []).append(name)
    return tuple(f"{', '.join(sharing)}: {text}" for text, sharing in names.items())


@suggest_arguments
def measure(
    y_true: Any,
    y_pred: Any = None,
    y_score: Any = None,
    y_sd: Any = None,
    *,
    measures: MeasureLike | Sequence[MeasureLike] | Mapping[str, MeasureLike] | None = None,
    labels: Sequence[Any] | None = None,
    positive: Any = None,
    prior: Any = None,
    groups: Any = None,
    level: float | None = 0.95,
    n_resamples: int = 2000,
    seed: int = 0,
    y_proba: Any = None,
    y_draws: Any = None,
    y_quantiles: Any = None,
    task: TaskKind | str | None = None,
    sample_weight: Any = None,
    count: Any = None,
    row_id: Any = None,
    query: Any = None,
    interval: str = "wilson",
    auc_interval: str = "delong-newcombe",
    bootstrap: str | None = None,
    side: str = "both",
    threshold: float | None = None,
    extra: Any = None,
    time: Any = None,
    series: Any = None,
) -> Panel:
    r"""Judge predictions by many measures at once, each with an interval.

    Parameters
    ----------
    y_true
        The truth of each row; of ranked lists the gains of the items. Or Predictions, as `bo.read_trec` returns them.
    y_pred
        Predicted classes or numbers.
    y_score
        Scores that rank the rows, the higher the likelier positive; of ranked lists they order the items.
    y_sd
        The standard deviation of each predicted number.
    measures
        Names, Measures, functions `f(y_true, y_pred)` (`bo.own_measure` states their direction) or scikit-learn scorers; a mapping
        names them. None shows the usual ones of the task, "all" every one that applies.
    labels
        The classes in their order.
    positive
        The positive class; 1 and True need not be named.
    prior
        The probabilities of classes before anything is learned, for measures of information.
    groups
        Which rows belong together, as those of one patient; intervals respect them.
    level
        The confidence of the intervals; None leaves them out.
    n_resamples, seed
        Of the bootstrap, where an interval has no closed form.
    y_proba
        Probabilities, one column for each class.
    y_draws
        Draws of a forecast, one column for each draw.
    y_quantiles
        Predicted quantiles of each number, by their levels: `{0.05: lower, 0.5: median, 0.95: upper}`, or a frame whose column names
        state the levels. An interval of 90 % is the quantiles 0.05 and 0.95.
    task
        What kind of task it is, where the truth leaves it open.
    sample_weight
        How much each row counts; it does not add rows.
    count
        The number of cases that a row represents, as in a confusion matrix.
    row_id
        What names each row; ids that repeat say which rows belong together.
    query
        The query of each row, which makes the rows items of ranked lists.
    interval
        For proportions: "wilson", "wald", "clopper-pearson", "agresti-coull", "jeffreys", or "bootstrap" to resample for every
        measure.
    auc_interval
        "delong-newcombe", "delong-logit", "delong" or "bootstrap".
    bootstrap
        "percentile" or "bca".
    side
        "both"; or "upper" or "lower": then `level` is the confidence of that one bound, and the other end is open.
    threshold
        Makes classes of scores or probabilities: the positive class from that number on.
    extra
        Columns by name that functions of your own read; `sample_weight` and `groups` may name one.
    time
        When each row was observed: neighbours may depend on each other, and intervals allow for it. A measure has no interval where
        the times cannot show how much it varies.
    series
        The series of each row, with `time`; rows of one time count together.

    Returns
    -------
    Panel
        An estimate for each measure, with the notes on them and the confusion matrix.

    Examples
    --------
    >>> print(measure([1, 0, 1, 1, 0, 1], [1, 0, 0, 1, 0, 1], measures=["accuracy", "f1"], level=None))
    6 rows
    measure    value
    ----------------
    accuracy  0.8333
    f1        0.8571
    <BLANKLINE>
    Confusion matrix: rows are the truth, columns what was predicted
    truth \ predicted   0   1  recall
    ---------------------------------
    0                  *2   0  100.0%
    1                   1  *3   75.0%
    """
    if isinstance(y_true, Predictions):
        beside = {
            "y_pred": y_pred,
            "y_score": y_score,
            "y_proba": y_proba,
            "labels": labels,
            "positive": positive,
            "query": query,
            "row_id": row_id,
        }
        if twice := [name for name, argument in beside.items() if argument is not None]:
            raise BadInput(f"Predictions hold the truth and all outputs; leave {twice[0]} out")
        ready = interval_settings(
            level=level, n_resamples=n_resamples, seed=seed, interval=interval, auc_interval=auc_interval,
            bootstrap=bootstrap, side=side,
        )  # fmt: skip
        chosen = measures if measures is None or measures == "all" else select_named(measures)
        return shown(panel_of(y_true, chosen, ready))
    columns = check_extra(extra, len(y_true))
    sample_weight, groups = named_column(sample_weight, columns), named_column(groups, columns)
    measures = measures if measures is None or measures == "all" else select_named(measures)
    if all(argument is None for argument in (task, labels, positive, y_score, y_proba, query)):
        task = settled_task(y_true, () if y_pred is None else (y_pred,), measures)
    pred = predictions_of(
        y_true, y_pred, y_score, y_sd, y_proba=y_proba, y_draws=y_draws, y_quantiles=y_quantiles, task=task, labels=labels, positive=positive,
        prior=prior, sample_weight=sample_weight, row_id=row_id, query=query,
    )  # fmt: skip
    pred = replace(pred, extra=columns, known_log_loss=pred.log_loss) if columns else pred
    if threshold is not None:
        pred = at_threshold(pred, threshold)
    if groups is not None and len(groups) != len(pred):
        raise BadInput(f"lengths differ: y_true has {len(pred)}, groups has {len(groups)}")
    check_time_options(time=time, series=series, groups=groups)
    if time is not None:
        if query is not None:
            raise BadInput("lists of queries are counted by query; leave time or query out")
        times = check_times(named_column(time, columns), len(pred), named_column(series, columns))
        pred = replace(pred, time=times, known_log_loss=pred.log_loss)
    units = None if groups is None else check_group_ids("groups", groups, ArgumentNames())
    pred = pred if units is None else in_whole_groups(pred, units)
    if count is not None:
        pred = pred.take(repeats("count", count, len(pred)))
    settings = interval_settings(
        level=level, n_resamples=n_resamples, seed=seed, interval=interval, auc_interval=auc_interval,
        bootstrap=bootstrap, side=side,
    )  # fmt: skip
    return shown(panel_of(pred, measures, settings, by_id=units is None and row_id is not None))


def shown(values: PanelValues) -> Panel:
    """The values of a panel as an object that shows itself."""
    return Panel(**{field.name: getattr(values, field.name) for field in fields(PanelValues)})

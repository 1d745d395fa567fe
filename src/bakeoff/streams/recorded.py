"""Predictions that were made elsewhere, as learners of a stream that learn nothing: `bo.stream_predictions`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from bakeoff.core.arguments import suggest_arguments
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.core.text import abridged
from bakeoff.measures import measure_named
from bakeoff.measures.measure import Measure
from bakeoff.predictions.predictions import Output
from bakeoff.streams.evaluate import stream
from bakeoff.streams.online import RecordedPredictions
from bakeoff.streams.source import RepeatedTimes
from bakeoff.streams.stream_evaluation import StreamEvaluation
from bakeoff.tabular.reading import chunks, read

__all__ = ["stream_predictions"]


@suggest_arguments
def stream_predictions(
    table: Any,
    y_true: str,
    predictions: Sequence[str] | Mapping[str, str | Sequence[str]],
    measure: str | Measure = "error",
    *,
    window: int | None = None,
    fading: float | None = None,
    every: int = 100,
    time: str | None = None,
    detectors: Sequence[str] = ("adwin",),
    classes: Any = None,
    positive: Any = None,
    checkpoint: str | Path | None = None,
    progress: Callable[[int, Mapping[str, float]], None] | None = None,
) -> StreamEvaluation:
    """Which of several learners predicted better along a stream, from predictions that are there already?

    Parameters
    ----------
    table
        A file of any length, or a frame or mapping of columns, with rows in the order of time.
    y_true
        The column of what was true.
    predictions
        The columns of predictions, one for each learner, or a mapping of names of learners to columns. A measure of labels reads predicted
        classes, a measure of probabilities the probability of the positive class (or, as a sequence of columns, of each class in the order of `classes`).
    measure, window, fading
        As in `bo.stream`.
    every
        After how many examples a value is taken.
    time
        The column of times, by which rows must ascend.
    detectors
        Detectors of change that watch the losses of each learner.
    classes, positive
        All classes in order, and the positive one, where they are not clear from the columns.
    checkpoint, progress
        As in `bo.stream`.

    Returns
    -------
    A `StreamEvaluation`, as `bo.stream` returns it.

    >>> columns = {"y": [0, 1] * 500, "a": [0, 1] * 500, "b": [0] * 1000}
    >>> results = stream_predictions(columns, "y", ["a", "b"], window=200)
    >>> results.final["b"], results.tested
    (0.5, 1000)
    """
    declared = measure if isinstance(measure, Measure) else measure_named(measure)
    columns = _columns_of(predictions)
    labels = declared.needs is Output.LABEL
    source, target = (table, y_true) if isinstance(table, str | Path) else (_pair(table, y_true, time, columns), None)
    if isinstance(table, str | Path):
        _check_columns(
            str(table), read(str(table)).heading(), [y_true, *(name for group in columns.values() for name in group)]
        )
    if classes is None and labels and not declared.of_numbers:
        classes = _classes(table, y_true, columns)
    results = stream(
        {name: RecordedPredictions(columns=group, labels=labels or declared.of_numbers) for name, group in columns.items()},
        source, declared, window=window, fading=fading, chunk=every, target=target, time=time if target is not None else None,
        detectors=detectors, classes=classes, positive=positive, checkpoint=checkpoint, progress=progress,
    )  # fmt: skip
    if time is None or target is not None:
        return results
    repeats = RepeatedTimes(column=time)
    repeats.add(np.asarray(table[time]))
    return replace(results, notes=(*results.notes, *repeats.notes))


def _columns_of(predictions: Any) -> dict[str, tuple[str, ...]]:
    """Names of learners and their columns; raises BadInput for none, and for one named twice."""
    if isinstance(predictions, str):
        predictions = [predictions]
    if not isinstance(predictions, Mapping):
        names = list(predictions)
        repeated = sorted({name for name in names if names.count(name) > 1})
        if repeated:
            raise BadInput(f"column {repeated[0]!r} is named twice; name each column of predictions once")
        predictions = {name: name for name in names}
    if not predictions:
        raise BadInput("name at least one column of predictions")
    return {str(name): (group,) if isinstance(group, str) else tuple(group) for name, group in predictions.items()}


def _check_columns(source: str, names: Sequence[str], wanted: Iterable[str]) -> None:
    for name in wanted:
        if name not in names:
            raise BadInput(f"{source} has no column {name!r}; it has {abridged(list(names), 8)}")


def _pair(table: Any, y_true: str, time: str | None, columns: Mapping[str, Sequence[str]]) -> tuple[Any, Any]:
    """The columns of predictions, and the truth; rows must ascend in time."""
    wanted = dict.fromkeys(name for group in columns.values() for name in group)
    names = [str(name) for name in (table if isinstance(table, Mapping) else table.columns)]
    _check_columns("the table", names, [y_true, *wanted, *([] if time is None else [time])])
    if time is not None:
        times = np.asarray(table[time])
        late = np.flatnonzero(times[1:] < times[:-1])
        if late.size:
            raise BadInput(
                f"rows are out of order in time: {times[late[0] + 1]} follows {times[late[0]]}; sort the table by {time!r}"
            )
    return _Columns({name: np.asarray(table[name]) for name in wanted}), np.asarray(table[y_true])


class _Columns(dict[str, Array]):
    """Columns by name, in the form of a frame."""

    @property
    def columns(self) -> list[str]:
        return list(self)


def _classes(table: Any, y_true: str, columns: Mapping[str, Sequence[str]]) -> Array:
    """All classes that are true or predicted, in order."""
    wanted = [y_true, *dict.fromkeys(name for group in columns.values() for name in group)]
    parts = (
        chunks(str(table), wanted)
        if isinstance(table, str | Path)
        else [{name: np.asarray(table[name]) for name in wanted}]
    )
    labels: set[Any] = set()
    for part in parts:
        for name in wanted:
            values = part[name]
            if values.dtype.kind == "f":
                values = values[~np.isnan(values)]
                if not np.array_equal(values, np.round(values)):
                    raise BadInput(
                        f"column {name!r} contains numbers with fractions, and the measure is of classes; take a measure of numbers, for example mae or rmse"
                    )
                values = values.astype(np.int64)
            labels.update(label for label in values.tolist() if label is not None)
    kinds = {isinstance(label, str) for label in labels}
    if len(kinds) > 1:
        raise BadInput(
            f"some of the columns {', '.join(wanted[:6])} contain words and others numbers; write classes in one way"
        )
    return np.array(sorted(labels))

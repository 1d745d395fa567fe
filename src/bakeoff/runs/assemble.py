"""From a unit's raw outputs to its Predictions: the coordinator checks every row, coerces nothing, and adds truth, rows and prior."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.data.tasks import AnswerForm, TaskKind
from bakeoff.predictions.outputs import NAMES, OUTPUTS, Output, OutputForm, OutputWidth
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.quantiles import levels_problem

__all__ = ["SUM_TOLERANCE", "Expected", "HasTarget", "assemble", "build_predictions", "complaint", "split_context"]

# How far class probabilities may be from a sum of one, by bytes per number: rounding, and no more.
SUM_TOLERANCE = {8: 1e-6, 4: 1e-4, 2: 1e-2}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Expected:
    """What an answer must fit: the rows asked about, and the classes."""

    task: TaskKind
    rows: Array
    classes: tuple[str, ...]
    gives: frozenset[Output]


def complaint(asked: Expected, arrays: Mapping[str, Array], odd: Mapping[str, str]) -> str | None:
    """The first thing that is wrong, with its first bad row; None if all is well.

    >>> from bakeoff.data.tasks import BINARY
    >>> asked = Expected(task=BINARY, rows=np.array([7, 8]), classes=("no", "yes"), gives=frozenset())
    >>> complaint(asked, {"label": np.array([0, 2])}, {})
    'label of row 8 is 2, but codes must lie in 0..1'
    """
    if odd:
        return next(iter(odd.values()))
    if not arrays:
        return "predict gave no outputs at all"
    for output in Output:
        if (
            output in {Output.SD, Output.QUANTILES} and asked.task.in_columns
        ):  # deviations of several numbers are not kept
            continue
        ranked = output is Output.SCORE and Output.PROBA.value in arrays  # probabilities rank as scores do
        if output in asked.gives and output.value not in arrays and not ranked:
            return f"the learner promises {output.value}, but predict gave none"
    for form in OUTPUTS.values():
        if form.name in arrays:
            fault = _shape(asked, form, arrays[form.name]) or _values(asked, form, arrays[form.name])
            if fault:
                return fault
    return None


def _shape(asked: Expected, form: OutputForm, values: Array) -> str | None:
    name, n = form.name, len(asked.rows)
    if values.ndim == 0 or len(values) != n:
        return f"{name} has {len(values) if values.ndim else 1} values for {n} rows"
    allowed = form.shapes(n, len(asked.classes))
    if asked.task.in_columns:
        allowed = {OutputWidth.CLASSES: (n, len(asked.classes))}  # one value for each label or output
    wide = OutputWidth.ANY in allowed and values.ndim == 2 and values.shape[1] > 0
    if values.shape not in allowed.values() and not wide:
        return f"{name} has shape {values.shape}, but {' or '.join(str(shape).replace(chr(39), '') for shape in allowed.values())} is needed"
    return None


def _values(asked: Expected, form: OutputForm, values: Array) -> str | None:
    name = form.name
    if form.codes and asked.task.coded:
        return _codes(asked, values)
    if form.codes and asked.task.answer is AnswerForm.LABELS:
        return _zeros_and_ones(asked, values)
    bad = _rows(~np.isfinite(values))
    if len(bad):
        return f"{name} of row {asked.rows[bad[0]]} is {_shown(values[bad[0]])}"
    if form.output in {Output.QUANTILES, Output.PROBA}:
        return _probabilities(asked, values) if form.output is Output.PROBA else levels_problem(values) or None
    bad = _rows(values < 0)
    if len(bad) and not form.negative:
        return f"{name} of row {asked.rows[bad[0]]} is {_shown(values[bad[0]])}, but cannot be negative"
    return None


def _codes(asked: Expected, values: Array) -> str | None:
    if values.dtype.kind not in "iu":
        row = asked.rows[0] if len(asked.rows) else "?"
        first = _shown(values[0]) if len(values) else "nothing"
        return f"label must be whole-number codes of classes, but is {values.dtype.name} (row {row}: {first})"
    if asked.task.clusters:
        return None
    bad = _rows((values < 0) | (values >= len(asked.classes)))
    if len(bad):
        last = len(asked.classes) - 1
        return f"label of row {asked.rows[bad[0]]} is {_shown(values[bad[0]])}, but codes must lie in 0..{last}"
    return None


def _zeros_and_ones(asked: Expected, values: Array) -> str | None:
    if values.dtype.kind not in "biuf":
        return f"label must contain 0 or 1 for each label, but is {values.dtype.name}"
    bad = _rows((values != 0) & (values != 1))
    return f"label of row {asked.rows[bad[0]]} is {_shown(values[bad[0]])}, but labels are 0 or 1" if len(bad) else None


def _probabilities(asked: Expected, values: Array) -> str | None:
    slack = SUM_TOLERANCE.get(values.dtype.itemsize, 1e-6)
    bad = _rows((values < -slack * 1e-3) | (values > 1 + slack))
    if len(bad):
        return f"proba of row {asked.rows[bad[0]]} is {_shown(values[bad[0]])}, which leaves 0..1"
    if asked.task.in_columns:  # labels are not exclusive
        return None
    sums = values.sum(axis=1, dtype=np.float64)
    bad = _rows(np.abs(sums - 1) > slack)
    if len(bad):
        return f"proba of row {asked.rows[bad[0]]} sums to {sums[bad[0]]:.9g}, not to 1: {_shown(values[bad[0]])}"
    return None


def _rows(wrong: Array) -> Array:
    """Positions of rows in which anything is wrong."""
    return np.flatnonzero(wrong if wrong.ndim == 1 else wrong.any(axis=1))


def _shown(value: Array) -> str:
    text = np.array2string(np.asarray(value), threshold=8, precision=6)
    return " ".join(text.split())


class HasTarget(Protocol):
    """Rows and what their target means, without features: a Dataset or a StoredDataset."""

    @property
    def task(self) -> TaskKind: ...
    @property
    def target(self) -> Array: ...
    @property
    def rows(self) -> Array: ...
    @property
    def classes(self) -> tuple[str, ...]: ...
    @property
    def positive(self) -> str | None: ...
    @property
    def time(self) -> Array | None: ...
    @property
    def groups(self) -> Array | None: ...
    @property
    def extra(self) -> Mapping[str, Array]: ...
    @property
    def score_weight(self) -> Array | None: ...


def class_shares(data: HasTarget, train: Array) -> Array | None:
    """Class shares of the training part; None for a regression."""
    return data.task.shares(data.target[train], len(data.classes))


def split_context(data: HasTarget, train: Array, test: Array) -> dict[str, Any]:
    """All that Predictions for the rows at `test` need beside a learner's outputs: the same for every learner."""
    return {
        "task": data.task,
        "rows": data.rows[test],
        "truth": data.target[test],
        "classes": data.classes,
        "positive": data.positive,
        "prior": class_shares(data, train),
        "time": None if data.time is None else data.time[test],
        **_lists(data, test),
        "extra": {name: column[test] for name, column in data.extra.items()},
        "weight": None if data.score_weight is None else data.score_weight[test],
    }


def _lists(data: HasTarget, test: Array) -> dict[str, Array]:
    """The queries of ranked lists, which are the groups of the data set: a split never cuts a list in two."""
    if not data.task.in_lists:
        return {}
    if data.groups is None:
        raise BadInput("ranked lists need the query of each row: name its column as the groups of the data set")
    return {"query": data.groups[test], "group": data.groups[test]}


def assemble(data: HasTarget, train: Array, test: Array, outputs: Mapping[str, Array]) -> Predictions:
    """Predictions for the rows at `test`."""
    return Predictions(**(split_context(data, train, test) | {name: outputs.get(name) for name in NAMES}))


def build_predictions(around: Mapping[str, Any], outputs: Mapping[str, Array]) -> Predictions:
    """Predictions from what is the same for every learner and what this one said."""
    return Predictions(**{**around, **{name: outputs.get(name) for name in NAMES}})

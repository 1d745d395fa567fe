"""Checks of a user's arrays before anything is computed; each problem is one sentence that names column and row."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.core.text import without_thousands
from bakeoff.data.tasks import CLUSTERING, REGRESSION, TaskKind, task_named
from bakeoff.predictions.class_labels import ArgumentNames, as_column, first_missing, to_array, usable_dtype

__all__ = [
    "SUM_SLACK",
    "check_complete",
    "check_group_ids",
    "check_matrix",
    "check_not_underflow",
    "check_squarable",
    "check_unit_range",
    "check_weights",
    "deviations",
    "finite_table",
    "floats",
    "not_numeric_message",
    "numbers",
    "one_kind",
    "parse_task",
    "refuse_shares",
    "refuse_unread",
    "repeats",
    "sum_slack",
    "training_mean",
    "training_shares",
    "whole_numbers",
]  # fmt: skip

LARGEST = 1e150  # its square still leaves room for sums,
SMALLEST = 1e-140  # and differences of a millionth of this can still be squared
HEAVIEST = 1e60  # and so does the fourth power of this
_OPTIONAL = (
    "y_score",
    "y_proba",
    "positive",
    "labels",
    "y_sd",
    "y_draws",
    "y_quantiles",
    "query",
)  # each read by some tasks only
SUM_SLACK = 1e-3  # float32 softmax over thousands of classes drifts this far; what is not a probability drifts further
ROUNDED = range(2, 7)  # decimals to which probabilities in files are rounded
MOST_SLACK = 0.05  # however many classes were rounded


def parse_task(task: TaskKind | str) -> TaskKind:
    """The task of that name.

    >>> parse_task("ordinal")
    <TaskKind ordinal>
    """
    return task_named(task)


def refuse_unread(task: TaskKind, arguments: Mapping[str, Any], say: ArgumentNames) -> None:
    """An argument that the task cannot use is a misunderstanding, and better told than passed over."""
    for name in _OPTIONAL:
        if name not in task.arguments and arguments[name] is not None:
            cure = f"leave it out, or state the kind of truth with {say.asked('task')}"
            raise BadInput(f"{task.noun} has no use for {say(name)}; {cure}")


def one_kind(truth: Array, label: Array, say: ArgumentNames) -> None:
    """Classes are words or numbers, in both columns the same."""
    texts = [_words(column) for column in (truth, label)]
    if None not in texts and texts[0] != texts[1]:
        kinds = ["words" if worded else "numbers" for worded in texts]
        raise BadInput(
            f"{say('y_true')} contains {kinds[0]}, but {say('y_pred')} {kinds[1]}; use one kind for the classes"
            + _unless_stated(say, "clusters", CLUSTERING)
        )


def _unless_stated(say: ArgumentNames, what: str, task: TaskKind) -> str:
    """The end of a sentence about classes: how to say that they are none."""
    stated = f"task='{task}'" if say.flags is None else f"{say.asked('task')} {task}"
    return "" if "task" in say.unasked else f"; if they are {what}, set {stated}"


def _words(array: Array) -> bool | None:
    """Whether all are words, or none is; None where they are mixed or there are no rows."""
    if array.dtype.kind != "O":
        return array.dtype.kind in "UT" if len(array) else None
    worded = {isinstance(value, str) for value in array.tolist()}
    return worded.pop() if len(worded) == 1 else None


def check_group_ids(argument: str, values: Any, say: ArgumentNames) -> Array:
    """What rows belong to (groups, row ids): any values that can be told apart, none of them missing."""
    return _whole_column(argument, as_column(argument, values, say), say)


def check_matrix(argument: str, values: Any, say: ArgumentNames) -> Array:
    """A column, or one row of numbers per row; what is no number is refused with its row."""
    table = usable_dtype(argument, to_array(argument, values, say), say)
    if table.ndim not in {1, 2}:
        raise BadInput(f"{say(argument)} must be one row of numbers per row, but has shape {table.shape}")
    if table.ndim == 1 or table.dtype.kind in "fiub":
        return table
    return np.array(
        [_numbers(argument, row_number, row, say) for row_number, row in enumerate(table)], dtype=np.float64
    )


def _numbers(argument: str, row_number: int, row: Array, say: ArgumentNames) -> Array:
    try:
        return row.astype(np.float64)
    except (TypeError, ValueError):
        word = row[_first_word(row)]
        raise BadInput(
            f"{say(argument)} must be numbers, but row {row_number + say.first_row} is not: {word!s:.40}"
        ) from None


def not_numeric_message(called: str, values: Array, first_row: int = 0) -> BadInput:
    """The complaint about the first value that is no number, as it is written.

    >>> print(not_numeric_message("column 'p'", np.array(["0.5", "0,7"])))
    column 'p' must be numbers, but row 1 is not: 0,7
    """
    position = _first_word(values)
    word, cure = str(values[position]).strip(), ""
    if word.endswith("%"):
        cure = "; write percent as a share: 0.569 for 56.9%"
    elif without_thousands(word) != word:
        cure = f"; write numbers without separators of thousands: {without_thousands(word)}"
    return BadInput(f"{called} must be numbers, but row {position + first_row} is not: {values[position]!s:.40}{cure}")


def _first_word(values: Array) -> int:
    for place, value in enumerate(values.tolist()):
        try:
            float(value)
        except (TypeError, ValueError):
            return place
    return 0


def check_squarable(argument: str, array: Array, say: ArgumentNames) -> Array:
    """The numbers, if their squares can be added up."""
    if array.size and max(float(array.max()), -float(array.min())) > LARGEST:
        wide = np.abs(array) > LARGEST
        row = int(np.argmax(wide if array.ndim == 1 else wide.any(axis=1)))
        raise BadInput(f"{say.at(argument, row)} is beyond {LARGEST:g} and cannot be squared; measure in another unit")
    return array


def check_not_underflow(columns: Mapping[str, Array | None], say: ArgumentNames) -> None:
    """Numbers that are all so close to zero that their squares would vanish are better told than called zero."""
    shown = {name: float(np.abs(values).max(initial=0.0)) for name, values in columns.items() if values is not None}
    if 0 < max(shown.values()) < SMALLEST:
        names = " and ".join(map(say, shown))
        raise BadInput(
            f"{names} contain nothing beyond {SMALLEST:g}, and their squares vanish; measure in another unit"
        )


def check_weights(weight: Array, say: ArgumentNames) -> Array:
    """The weights, if they are zero or more and can be multiplied with each other."""
    if not len(weight):
        return weight
    if weight.min() < 0:
        raise BadInput(f"{say.at('sample_weight', int(np.argmax(weight < 0)))} is negative; weights are zero or more")
    odd = (weight > HEAVIEST) | ((weight > 0) & (weight < 1 / HEAVIEST))
    if odd.any():
        row = int(np.argmax(odd))
        raise BadInput(
            f"{say.at('sample_weight', row)} is {weight[row]:g}; scale the weights, only their ratios matter"
        )
    return weight


def training_mean(prior: Any, n: int) -> Array:
    """The mean that a number is judged against: one for all rows, or one for each."""
    try:
        mean = np.empty(0) if np.iscomplexobj(prior) else np.asarray(prior, dtype=np.float64).reshape(-1)
    except (TypeError, ValueError):
        mean = np.empty(0)
    if len(mean) not in {1, n} or not np.isfinite(mean).all():
        raise BadInput("the prior of numbers is the mean of the training rows: one number, or one for each row")
    return mean if len(mean) == 1 else mean[:, None]  # a line for each row, which goes with it


def check_complete(argument: str, values: Any, say: ArgumentNames) -> Array:
    """One value for each row that can be counted or added up, none of them missing."""
    return _whole_column(argument, usable_dtype(argument, as_column(argument, values, say), say), say)


def _whole_column(argument: str, array: Array, say: ArgumentNames) -> Array:
    missing = first_missing(array)
    if missing is not None:
        raise BadInput(f"{say.at(argument, missing)} is missing; drop the row or fill it in")
    return array


def numbers(argument: str, values: Any, say: ArgumentNames) -> Array:
    """Finite floats, float32 kept as it is."""
    array = floats(argument, check_complete(argument, values, say), say)
    if not _all_finite(array):
        bad = np.flatnonzero(~np.isfinite(array))
        if bad.size:
            raise BadInput(f"{say.at(argument, int(bad[0]))} is {array[bad[0]]}; give a finite number")
    return array


def _all_finite(array: Array) -> bool:
    """Whether the sum is finite, and so every value; of very large ones it need not be."""
    with np.errstate(over="ignore", invalid="ignore"):
        return bool(np.isfinite(array.sum()))


def floats(argument: str, array: Array, say: ArgumentNames) -> Array:
    """The same as floats of 32 or 64 bits, missing and infinite ones too."""
    if array.dtype.kind not in "fiub":
        try:
            array = array.astype(np.float64)
        except (TypeError, ValueError):
            raise not_numeric_message(say(argument), array, say.first_row) from None
    return array if array.dtype.kind == "f" and array.dtype.itemsize >= 4 else array.astype(np.float64)


def deviations(values: Any, say: ArgumentNames) -> Array:
    """Standard deviations: numbers that can be squared, none of them negative."""
    sd = check_squarable("y_sd", numbers("y_sd", values, say), say)
    if len(sd) and sd.min() < 0:
        raise BadInput(f"{say.at('y_sd', int(np.argmax(sd < 0)))} is negative; a standard deviation is zero or more")
    return sd


def whole_numbers(argument: str, array: Array, say: ArgumentNames) -> Array:
    """Classes that came as floats, as whole numbers."""
    if array.dtype.kind != "f":
        return array
    with np.errstate(invalid="ignore"):  # too large for a whole number, and then no class
        whole = array.astype(np.int64)
    if not np.array_equal(whole, array):
        row = int(np.argmax(whole != array))
        raise BadInput(
            f"{say.at(argument, row)}: {array[row]:g} is not a class; scores go to {say.asked('y_score')}, probabilities "
            f"to {say.asked('y_proba')}" + _unless_stated(say, "numbers to be predicted", REGRESSION)
        )
    return whole


def refuse_shares(wide: Array, say: ArgumentNames, slack: float | None = None) -> None:
    """Say what is wrong with the first row that is; `slack` is how far from 1 a row may sum, by default as it is rounded."""
    finite_table("y_proba", wide, say)
    check_unit_range("y_proba", wide, say)
    slack = sum_slack(wide) if slack is None else slack
    off = np.abs(wide.sum(axis=1, dtype=np.float64) - 1.0) > slack
    if off.any():
        row = int(np.argmax(off))
        cure = "divide each row by its sum" if wide[row].any() else "drop the row or fill it in"
        raise BadInput(f"{say.at('y_proba', row)}: the probabilities sum to {wide[row].sum():.6g}, not to 1; {cure}")


def sum_slack(wide: Array) -> float:
    """How far from 1 rows may sum: what rounding to the decimals at hand can add up to, over all classes.

    >>> round(sum_slack(np.array([[0.333, 0.333, 0.333], [0.2, 0.3, 0.5]])), 6)
    0.0015
    """
    if not np.isfinite(wide).all():
        return SUM_SLACK
    exact = 8 * float(np.finfo(wide.dtype if wide.dtype.kind == "f" else np.float64).eps)
    decimals = next((d for d in ROUNDED if (np.abs(wide - np.round(wide, d)) <= exact).all()), None)
    if decimals is None or not (wide != np.round(wide, 1)).any():  # 0.5 and 0.6 are no probabilities, rounded or not
        return SUM_SLACK
    k = int(wide.shape[1])
    rounding: float = k * 0.5 * 10.0**-decimals
    return max(SUM_SLACK, min(rounding, MOST_SLACK)) + exact * k


def finite_table(argument: str, table: Array, say: ArgumentNames) -> Array:
    """The rows of numbers as floats, if all are finite."""
    floats = table.astype(np.float64) if table.dtype.kind != "f" or table.dtype.itemsize < 4 else table
    if not _all_finite(floats):
        bad = np.flatnonzero(~np.isfinite(floats).all(axis=1))
        if bad.size:
            raise BadInput(f"{say.at(argument, int(bad[0]))} is missing or infinite; drop the row or fill it in")
    return floats


def check_unit_range(argument: str, array: Array, say: ArgumentNames) -> None:
    """Refuse what is no probability."""
    if not array.size or (array.min() >= 0 and array.max() <= 1):
        return
    bad = (array < 0) | (array > 1)
    row = int(np.argmax(bad if array.ndim == 1 else bad.any(axis=1)))
    value = array[row] if array.ndim == 1 else array[row][bad[row]][0]
    cure = "; divide percent by 100" if 0 <= array.min() and 10 < array.max() <= 100 else ""
    cure += say.cure("for other scores use", "y_score")
    raise BadInput(f"{say.at(argument, row)}: {value:.6g} is not a probability{cure}")


def training_shares(values: Any, n: int, k: int) -> Array:
    """The class shares that probabilities are judged against: one line for all rows, or one for each."""
    try:
        prior = np.asarray(usable_dtype("prior", np.asarray(values), ArgumentNames()), dtype=np.float64)
    except (TypeError, ValueError):
        raise BadInput("prior must be numbers: one probability per class, for all rows or in a line for each") from None
    if prior.shape not in ((k,), (n, k)):
        shape = " x ".join(map(str, prior.shape)) or "1"
        raise BadInput(
            f"prior takes {k} numbers, a share for each class, or {n} x {k}, a line for each row; given were {shape}"
        )
    if prior.size and not (prior.min() >= 0 and np.abs(prior.sum(axis=-1) - 1).max() <= SUM_SLACK):
        raise BadInput("a prior is the share of each class in the training rows; the shares must sum to 1")
    return prior


MOST_CASES = 10_000_000  # rows that counts may make


def repeats(name: str, counts: Any, rows: int | None = None) -> Array:
    """The position of each row, as often as its count says.

    >>> repeats("count", [2, 0, 1]).tolist()
    [0, 0, 2]
    """
    times = np.asarray(counts)
    if times.ndim != 1 or (rows is not None and times.size != rows):
        raise BadInput(
            f"{name} must contain one number for each row, not {times.size}{'' if rows is None else f' for {rows} rows'}"
        )
    if times.dtype.kind not in "iuf" or not ((times >= 0) & (times % 1 == 0)).all():
        raise BadInput(
            f"{name} counts cases: whole numbers, none negative; fractions are weights (sample_weight, --sample-weight)"
        )
    if times.sum() > MOST_CASES:
        raise BadInput(
            f"{name} adds up to {times.sum():.3g} cases, and {MOST_CASES:,} are taken at most; give weights (sample_weight, --sample-weight)"
        )
    return np.repeat(np.arange(times.size), times.astype(np.intp))

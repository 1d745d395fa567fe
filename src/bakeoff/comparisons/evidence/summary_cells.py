"""Rows and columns of a printed table that hold no scores: averages and ranks below, sizes, deviations and p-values beside."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from bakeoff.comparisons.evidence.long_table import BLOCK_COLUMNS
from bakeoff.comparisons.evidence.score_cells import floats_only
from bakeoff.comparisons.midranks import midranks
from bakeoff.comparisons.notes import KEPT_COLUMNS, SIDE_COLUMNS, SUMMARY_ROWS
from bakeoff.core.checks import Array
from bakeoff.core.notes import Note

__all__ = ["drop_side_columns", "drop_summary_rows"]

Columns = Mapping[str, Sequence[Any]]

_WORD = re.compile(r"[^\W\d_]+|#")
_SUMMARY = frozenset({
    "mean", "average", "averages", "avg", "ave", "median", "sum", "total", "overall", "std", "stdev", "geomean", "rank", "ranks", "ranking",
    "wins", "ø", "durchschnitt", "mittelwert", "mittel", "gesamt", "moyenne",
})  # fmt: skip
_BESIDE = frozenset({
    "of", "the", "all", "arithmetic", "geometric", "harmonic", "macro", "micro", "score", "scores", "value", "performance", "accuracy", "acc", "auc",
    "error", "dev", "deviation", "standard", "ties", "losses", "data", "sets", "datasets", "friedman", "arith", "geo", "weighted", "across", "over", "not", "tested",
})  # fmt: skip
_RESULTS = (
    ["w", "t", "l"],
    ["w", "d", "l"],
    ["win", "tie", "loss"],
    ["win", "draw", "loss"],
    ["wins", "ties", "losses"],
)

_COUNTED = frozenset({
    "n", "size", "rows", "row", "instances", "examples", "samples", "cases", "features", "feature", "attributes", "attrs", "variables", "dimensions", "inst", "attr", "feat", "cls",
    "dims", "dimension", "classes", "class", "train", "test", "no", "num", "number", "of", "count", "#",
})  # fmt: skip
_KINDS_OF_SIZE = _COUNTED - {"no", "num", "number", "of", "count", "#", "row", "class", "train", "test"}
_SPREAD = frozenset({"std", "sd", "stdev", "se", "sem", "stderr", "ci", "var", "dev"})
_RANKS = frozenset({"rank", "ranks"})
_COSTS = frozenset({"time", "runtime", "seconds", "sec", "memory"})
_OF_ANOTHER = _SPREAD | _RANKS | _COSTS  # beside the name of a learner
_MEANS = frozenset({"mean", "average", "avg", "ave"})
_EXTREMES = frozenset({"best", "max", "maximum", "min", "minimum"})
_CHANGES = frozenset({"diff", "difference", "delta", "gain", "improvement", "change", "gap", "δ"})
_P_VALUE = re.compile(r"(?:adj(?:usted|\.)? )?p[ _-]?val(?:ue)?s?", re.IGNORECASE)
_LEAST = 3  # rows: fewer may agree by chance
_APART = 3.0  # times: a typical value so far from the typical score of the learner is on another scale


def drop_summary_rows(columns: Columns, *, below: bool = False) -> tuple[Columns, list[int], tuple[Note, ...]]:
    """Return the table without rows such as Average and Mean rank, the places of the rows that stay, and the note.

    `below`: only at the end of the table, because rows are single items, and one of many words may be "mean".

    >>> table, kept, notes = drop_summary_rows({"data": ["iris", "wine", "Average"], "a": [0.9, 0.8, 0.85]})
    >>> table["data"], kept, notes[0].code
    (['iris', 'wine'], [0, 1], 'comparison.summary_rows')
    """
    n = len(next(iter(columns.values()), ()))
    everything = list(range(n))
    names = next((name for name in columns if name.lower() in BLOCK_COLUMNS), next(iter(columns), None))
    if names is None or floats_only(columns[names]):
        return columns, everything, ()
    found = {i: cell.strip() for i, cell in enumerate(columns[names]) if isinstance(cell, str) and _is_summary(cell)}
    if below:
        found = {i: label for i, label in found.items() if all(later in found for later in range(i, n))}
    if not found or len(found) == n:
        return columns, everything, ()
    kept = [i for i in everything if i not in found]
    rest = {name: [cells[i] for i in kept] for name, cells in columns.items()}
    return rest, kept, (SUMMARY_ROWS(rows=tuple(found.values())),)


def _is_summary(label: str) -> bool:
    """Whether a row so called sums up others.

    >>> [_is_summary(one) for one in ("Average", "Avg. rank", "W/T/L", "mean squares", "iris")]
    [True, True, True, False, False]
    """
    words = [one.lower() for one in _WORD.findall(label)]
    if not words:  # signs alone, as ●/–/○ for wins, ties and losses
        return "/" in label and not any(one.isalnum() for one in label)
    return words in _RESULTS or (bool(_SUMMARY & set(words)) and set(words) <= _SUMMARY | _BESIDE)


def drop_side_columns(columns: Columns) -> tuple[Columns, tuple[Note, ...]]:
    """Return the table without columns that describe data sets or other columns, and the note.

    Its name makes a column a suspect, its values decide: `p_value` holds numbers from zero to one, `n_instances` whole numbers;
    mean, best or diff hold the mean, the best or a difference of the others; `svm_rank` holds the ranks of svm; `svm_std` and
    `svm_time` lie beside the scale of the scores. A suspect whose values prove nothing is a learner, and a note names it.

    >>> table = {"data": ["x", "y", "z"], "a": [0.7, 0.8, 0.9], "b": [0.6, 0.7, 0.9], "a_std": [0.02, 0.01, 0.03], "n_rows": [9, 8, 7]}
    >>> drop_side_columns(table)[0].keys()
    dict_keys(['data', 'a', 'b'])
    """
    first = next(iter(columns), None)
    names_rows = None if first is None or _numbers(columns[first]) is not None else first
    suspects = [name for name in columns if name != names_rows and (_doubtful(name) or _names_columns(name, columns))]
    if not suspects:
        return columns, ()
    numbers = {name: found for name, cells in columns.items() if (found := _numbers(cells)) is not None}
    others = {name: values for name, values in numbers.items() if name not in suspects}
    learners = len(columns) - len(suspects) - (next(iter(columns)) == names_rows)
    left = [
        name
        for name in suspects
        if learners >= 2
        and (
            _names_columns(name, columns)
            or (name in numbers and _describes(name, numbers[name], others, list(columns)))
        )
    ]
    kept = tuple(name for name in suspects if name not in left and _beside_learner(name, list(columns)))
    notes = (*((SIDE_COLUMNS(columns=tuple(left)),) if left else ()), *((KEPT_COLUMNS(columns=kept),) if kept else ()))
    return {name: cells for name, cells in columns.items() if name not in left}, notes


def _beside_learner(name: str, names: Sequence[str]) -> str:
    """The column of the learner that a name such as svm_rank names; empty where there is none."""
    words = _words(name)
    bare = words - _OF_ANOTHER
    if not bare or bare == words:
        return ""
    return next((one for one in names if one != name and _words(one) - _MEANS == bare), "")


def _names_columns(name: str, columns: Columns) -> bool:
    """Whether a column, such as winner, only names other columns."""
    cells = columns[name]
    return (
        not floats_only(cells) and bool(cells) and all(isinstance(one, str) and one.strip() in columns for one in cells)
    )


def _words(name: str) -> set[str]:
    return {one.lower() for one in _WORD.findall(name)}


def _doubtful(name: str) -> bool:
    words = _words(name)
    return bool(
        _P_VALUE.fullmatch(name.strip())
        or words & _OF_ANOTHER
        or words <= _MEANS | _EXTREMES | _CHANGES
        or words <= _COUNTED
    )


def _describes(name: str, values: Array, others: Mapping[str, Array], names: Sequence[str]) -> bool:
    words = _words(name)
    if _P_VALUE.fullmatch(name.strip()):
        return bool((values >= 0).all() and (values <= 1).all())
    if words & _OF_ANOTHER:
        learner = _beside_learner(name, names)
        return bool(learner) and learner in others and _about_learner(words, values, learner, others)
    if words <= _COUNTED:
        return bool(words & _KINDS_OF_SIZE) and bool((values == np.round(values)).all() and (values > 1).any())
    if len(values) < _LEAST or len(others) < 2 or any(np.array_equal(values, one) for one in others.values()):
        return False
    table = np.column_stack(list(others.values()))
    return any(_alike(values, one) for one in _made_of(words, table))


def _about_learner(words: set[str], values: Array, learner: str, others: Mapping[str, Array]) -> bool:
    """Whether the values can be no scores: the ranks of a learner, or numbers on another scale than its scores."""
    scores = np.column_stack(list(others.values()))
    if words & _RANKS:
        own = list(others).index(learner)
        ranks = (midranks(sign * scores)[:, own] for sign in (1.0, -1.0))
        places = (1.0 + (sign * scores < sign * scores[:, [own]]).sum(axis=1) for sign in (1.0, -1.0))
        if len(values) >= _LEAST and any(np.allclose(values, one) for one in (*ranks, *places)):
            return True
        return _places_only(values) and values.max() > 1 and not any(map(_places_only, others.values()))
    if (values < 0).any():
        return False
    typical, size = float(np.median(values)), float(np.median(np.abs(others[learner])))
    if typical * _APART <= size:
        return True
    shares = bool((scores >= 0).all() and (scores <= 1).all())
    return bool(words & _COSTS) and (typical >= size * _APART or (shares and values.max() > 1))


def _places_only(values: Array) -> bool:
    """Whether the numbers can be ranks: from one on, whole or half."""
    return bool((values >= 1).all() and (2 * values == np.round(2 * values)).all())


def _made_of(words: set[str], table: Array) -> Iterator[Array]:
    """What a column so called would hold."""
    if words & _MEANS:
        yield table.mean(axis=1)
    if words & _EXTREMES:
        yield table.max(axis=1)
        yield table.min(axis=1)
    if words & _CHANGES:
        for i in range(table.shape[1]):
            for j in range(table.shape[1]):
                if i != j:
                    yield table[:, i] - table[:, j]


def _alike(values: Array, made: Array) -> bool:
    """Whether they agree up to the digits that are written, in these numbers and in those that they were made of."""
    digits = max((len(f"{one:.10g}".partition(".")[2]) for one in values.tolist()), default=0)
    return bool(np.allclose(values, made, rtol=0, atol=1.01 * 10.0**-digits))


def _numbers(cells: Sequence[Any]) -> Array | None:
    try:
        made = np.array([float(one.strip().removesuffix("%")) if isinstance(one, str) else float(one) for one in cells])
    except (TypeError, ValueError):
        return None
    return made if made.size and np.isfinite(made).all() else None

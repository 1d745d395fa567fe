"""Rows and columns of a printed table that hold no scores: averages and ranks below, sizes, deviations and p-values beside."""

import re
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from bakeoff.comparisons.evidence.cells import CellColumn, CellColumns, CellKind
from bakeoff.comparisons.evidence.kinds import ROWS
from bakeoff.comparisons.evidence.table_steps.column_names import BLOCK_COLUMNS, is_summary
from bakeoff.comparisons.evidence.table_steps.reading import TableReading, names_rows
from bakeoff.comparisons.midranks import midranks
from bakeoff.comparisons.notes import KEPT_COLUMNS, SIDE_COLUMNS, SUMMARY_ROWS
from bakeoff.core.checks import Array

__all__ = ["leave_out_averages", "leave_out_described_columns"]

_WORD = re.compile(r"[^\W\d_]+|#")
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


def leave_out_averages(reading: TableReading) -> TableReading:
    """Rows such as Average and Mean rank sum up the others, so they are not compared.

    Of single items only rows at the end of the table, because one of many words may be "mean".
    """
    columns = reading.columns
    names = next((name for name in columns if name.lower() in BLOCK_COLUMNS), next(iter(columns), None))
    if names is None:
        return reading
    n = len(columns[names].raw)
    words = columns[names].of_kind(CellKind.WORD)
    sums = {row: cell.text for row, cell in words if is_summary(cell.text)}
    if reading.rows == ROWS.name:
        sums = {row: label for row, label in sums.items() if all(later in sums for later in range(row, n))}
    if not sums or len(sums) == n:
        return reading
    kept = reading.only([row for row in range(n) if row not in sums])
    return kept.noting(SUMMARY_ROWS(rows=tuple(sums.values())))


def leave_out_described_columns(reading: TableReading) -> TableReading:
    """Columns that describe data sets or other columns are not compared.

    Its name makes a column a suspect, its values decide: `p_value` holds numbers from zero to one, `n_instances` whole numbers;
    mean, best or diff hold the mean, the best or a difference of the others; `svm_rank` holds the ranks of svm; `svm_std` and
    `svm_time` lie beside the scale of the scores. A suspect whose values prove nothing is a learner, and a note names it.
    """
    columns = reading.columns
    suspects = [
        name
        for name in columns
        if not names_rows(columns, name) and (_doubtful(name) or _names_columns(columns[name], columns))
    ]
    if reading.long or not suspects:
        return reading
    learners = [name for name in columns if name not in suspects and not names_rows(columns, name)]
    others = {name: columns[name].numbers for name in learners if _finite(columns[name])}
    left = [name for name in suspects if len(learners) >= 2 and _proves(columns[name], others, columns)]
    kept = tuple(name for name in suspects if name not in left and _beside_learner(name, list(columns)))
    notes = (*((SIDE_COLUMNS(columns=tuple(left)),) if left else ()), *((KEPT_COLUMNS(columns=kept),) if kept else ()))
    return reading.noting(*notes, columns=reading.without(left))


def _finite(column: CellColumn) -> bool:
    """Whether every cell holds a number."""
    return bool(len(column.numbers)) and bool(np.isfinite(column.numbers).all())


def _proves(column: CellColumn, others: Mapping[str, Array], columns: CellColumns) -> bool:
    """Whether the values of a suspect show that it is no learner."""
    if _names_columns(column, columns):
        return True
    return _finite(column) and _describes(column.name, column.numbers, others, list(columns))


def _beside_learner(name: str, names: Sequence[str]) -> str:
    """The column of the learner that a name such as svm_rank names; empty where there is none."""
    words = _words(name)
    bare = words - _OF_ANOTHER
    if not bare or bare == words:
        return ""
    return next((other for other in names if other != name and _words(other) - _MEANS == bare), "")


def _names_columns(column: CellColumn, columns: CellColumns) -> bool:
    """Whether a column, such as winner, only names other columns."""
    return bool(column.odd) and all(isinstance(cell, str) and cell.strip() in columns for cell in column.raw)


def _words(name: str) -> set[str]:
    return {word.lower() for word in _WORD.findall(name)}


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
    if len(values) < _LEAST or len(others) < 2 or any(np.array_equal(values, scores) for scores in others.values()):
        return False
    table = np.column_stack(list(others.values()))
    return any(_alike(values, expected) for expected in _made_of(words, table))


def _about_learner(words: set[str], values: Array, learner: str, others: Mapping[str, Array]) -> bool:
    """Whether the values can be no scores: the ranks of a learner, or numbers on another scale than its scores."""
    scores = np.column_stack(list(others.values()))
    if words & _RANKS:
        own = list(others).index(learner)
        ranks = (midranks(sign * scores)[:, own] for sign in (1.0, -1.0))
        places = (1.0 + (sign * scores < sign * scores[:, [own]]).sum(axis=1) for sign in (1.0, -1.0))
        if len(values) >= _LEAST and any(np.allclose(values, expected) for expected in (*ranks, *places)):
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


def _alike(values: Array, expected: Array) -> bool:
    """Whether they agree up to the digits that are written, in these numbers and in those that they were made of."""
    digits = max((len(f"{value:.10g}".partition(".")[2]) for value in values.tolist()), default=0)
    return bool(np.allclose(values, expected, rtol=0, atol=1.01 * 10.0**-digits))

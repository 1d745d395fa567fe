"""From named columns of text to the evidence that a test takes."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from bakeoff.comparisons.evidence.missing_cells import missing_cells
from bakeoff.comparisons.evidence.score_table import score_table
from bakeoff.comparisons.evidence.table_steps.column_names import BLOCK_COLUMNS, SPLIT_COLUMNS, is_summary
from bakeoff.comparisons.evidence.table_steps.orientation import oriented
from bakeoff.comparisons.evidence.table_steps.row_columns import RowColumns
from bakeoff.comparisons.evidence.table_steps.row_numbers import drop_row_numbers
from bakeoff.comparisons.evidence.types import (
    Disagreement,
    ErrorCounts,
    LabelTable,
    MeanDifferences,
    PairedScores,
    ScoredRows,
    ScoredSets,
    ScoreMatrix,
    TwoSamples,
)
from bakeoff.comparisons.notes import ID_COLUMNS, SIDE_COLUMNS, SUMMARY_ROWS
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.core.notes import Note
from bakeoff.core.text import is_number

__all__ = ["disagreement_of", "error_counts", "evidence_from_columns", "is_numeric", "numbers", "rate_of"]

COUNTS = ("only_a_right", "only_b_right")
FIELDS = (*COUNTS, "both_right", "both_wrong")
# The same counts by other names; in c01 the first index is that of a, and 0 is wrong (Dietterich).
NAMES_OF_COUNTS = (FIELDS, ("c10", "c01", "c11", "c00"), ("n10", "n01", "n11", "n00"), ("b", "c", "a", "d"))
ERRORS = ("errors_a", "n_a", "errors_b", "n_b")
RATES = ("rate_a", "n_a", "rate_b", "n_b")
LEFT_OUT = (ID_COLUMNS.code, SUMMARY_ROWS.code, SIDE_COLUMNS.code)  # notes on what of the table is not compared
SUMMARIES = ("difference", "variance")
_RIGHT = {"right", "correct", "correctly", "true", "richtig", "✓"}
_WRONG = {"wrong", "incorrect", "incorrectly", "misclassified", "error", "errors", "false", "falsch", "✗"}
_OUTCOMES = re.compile(
    rf"(?i)(?<![a-z])(?:{'|'.join(sorted(_RIGHT | _WRONG | {'by', 'classified', 'is', 'was'}))})(?![a-z])"
)
_MARKS = " \t_:;,.()-–"

Columns = Mapping[str, Sequence[str]]


def numbers(name: str, cells: Sequence[str]) -> Array:
    """Return the numbers of one column, empty cells left out.

    >>> numbers("a", ["1", "", "2.5"]).tolist()
    [1.0, 2.5]
    """
    filled = [cell for cell in cells if cell.strip()]
    wrong = next((cell for cell in filled if not is_number(cell)), None)
    if wrong is not None:
        raise BadInput(f"column {name!r} contains {wrong!r}, which is not a number")
    return np.array([float(cell) for cell in filled])


def is_numeric(cells: Sequence[str]) -> bool:
    """Whether a column holds numbers and nothing else but empty cells."""
    filled = [cell for cell in cells if cell.strip()]
    return bool(filled) and all(map(is_number, filled))


def evidence_from_columns(
    kind: type[Any], columns: Columns, test: str, *, direction: str = "higher", test_share: float | None = None,
    described: RowColumns = RowColumns(),  # noqa: B008 - frozen
    columns_are: str | None = None, pair: tuple[str, str] | None = None,
) -> tuple[Any, tuple[Note, ...]]:  # fmt: skip
    """Return evidence of that kind with notes on the table; refuses a table of another shape with the columns it wants.

    `test` is the name of the test that takes it, as a sentence names it; `described` names columns of groups and weights;
    `columns_are` states that columns are folds or data sets and rows learners; `pair` names the two columns of a test of two.

    >>> evidence_from_columns(Disagreement, {"only_a_right": ["8"], "only_b_right": ["2"]}, "McNemar's test")[0].only_a_right
    8
    """
    numbered, _, numbers_notes = drop_row_numbers(columns)
    table, turned_notes = oriented(numbered, columns_are, "the table")
    notes = (*numbers_notes, *turned_notes)
    table = table if pair is None else _columns_of(pair, table, kind, test, described)
    readers: dict[Any, Callable[[str, Columns], Any]] = {
        ErrorCounts: _error_counts, MeanDifferences: _mean_differences, ScoredRows: _scored_rows, ScoredSets: _scored_sets, TwoSamples: _two_samples,
        LabelTable: _label_table,
    }  # fmt: skip
    if kind in readers:
        return readers[kind](test, table), notes
    if kind is Disagreement and (counted := _disagreement_counts(test, table)) is not None:
        return counted, notes
    scores = score_table(table, direction=direction, rows="rows", described=described, columns_are="learners")
    kept = (note for note in scores.notes if note.code in LEFT_OUT)
    matrix, notes = scores.matrix, (*notes, *kept, *missing_cells(scores.matrix))
    if matrix.failed is not None:
        who = next(name for name in matrix.names if matrix.fails(name))
        raise BadInput(
            f"{who} failed on some rows, and {test} is run on scores",
            cure="use bakeoff compare, which ranks failures last, or remove these rows",
        )
    if matrix.groups is not None and described.groups is None:
        again = next(block for block in matrix.blocks if matrix.blocks.count(block) > 1)
        raise BadInput(f"{again!r} occurs several times; keep one row each, or name what rows belong to (--groups)")
    return (matrix if kind is ScoreMatrix else _of_pair(kind, test, matrix, test_share)), notes


def _columns_of(pair: tuple[str, str], table: Columns, kind: type[Any], test: str, described: RowColumns) -> Columns:
    """The table without the learners that the pair leaves out; columns that describe rows stay."""
    if kind is ScoreMatrix:
        raise BadInput(f"{test} compares all columns at once; leave --pair out")
    for name in pair:
        if name not in table:
            raise UnknownName("column", name, table)
    kept = {*pair, described.groups, described.weight, described.time, described.series}
    return {
        name: cells
        for name, cells in table.items()
        if name in kept or name.lower() in (*BLOCK_COLUMNS, *SPLIT_COLUMNS) or not is_numeric(cells)
    }


def _error_counts(test: str, table: Columns) -> ErrorCounts:
    if set(RATES) <= set(table):
        sizes = _counts(test, table, ("n_a", "n_b"))
        rates = {side: rate_of(test, *table[f"rate_{side}"]) for side in "ab"}
        return ErrorCounts(errors_a=rates["a"] * sizes["n_a"], errors_b=rates["b"] * sizes["n_b"], **sizes)
    if not set(ERRORS) <= set(table):
        raise BadInput(f"{test} needs the columns {', '.join(ERRORS)} (or {', '.join(RATES)}), with one row")
    sizes = _counts(test, table, ("n_a", "n_b"))
    errors_a, errors_b = (_errors(_one_number(test, name, table), name) for name in ("errors_a", "errors_b"))
    return ErrorCounts(errors_a=errors_a, errors_b=errors_b, **sizes)


def rate_of(test: str, *cells: str) -> float:
    """Return the share that one cell states, as 0.175 or 17.5%.

    >>> rate_of("a test", "17.5 %"), rate_of("a test", "0.175")
    (0.175, 0.175)
    """
    text = cells[0].strip() if len(cells) == 1 else ""
    number = text.removesuffix("%").strip()
    share = float(number) / (100 if text.endswith("%") else 1) if is_number(number) else -1.0
    if not 0 <= share <= 1:
        raise BadInput(
            f"{test} takes one error rate of each, as 0.175 or 17.5%, not {', '.join(cells[:3]) or 'nothing'}"
        )
    return share


def _one_number(test: str, name: str, table: Columns) -> float:
    """The number of a table of one row; a rate times n need not be whole."""
    values = numbers(name, table[name])
    if len(values) != 1:
        raise BadInput(f"{test} takes one row; column {name!r} contains {', '.join(table[name][:3]) or 'nothing'}")
    return float(values[0])


def _errors(count: float, source: str) -> float:
    """A number of errors; refuses what can only be a rate."""
    if 0 < count < 1:
        raise BadInput(
            f"{source}: errors are counted in rows, and {count:g} is less than one",
            cure="give an error rate as 17.5%,50 or in the columns rate_a and rate_b",
        )
    return count


def error_counts(test: str, a: str, b: str) -> ErrorCounts:
    """Two error rates as they are typed: 17.5%,50 (a rate and the number of rows) or 13/100 (errors of rows).

    >>> error_counts("a test", "17.5%,50", "20/100").errors_a
    8.75
    """
    parts: dict[str, Any] = {}
    for side, text in (("a", a), ("b", b)):
        counts = "/" in text
        first, mark, second = text.partition("/" if counts else ",")
        n = second.strip()
        if not mark or not n.isdigit() or int(n) < 1 or (counts and not is_number(first.strip())):
            raise BadInput(f"an error rate is typed as 17.5%,50 or 13/100, not {text!r}")
        parts[f"n_{side}"] = int(n)
        parts[f"errors_{side}"] = _errors(float(first), repr(text)) if counts else rate_of(test, first) * int(n)
    return ErrorCounts(**parts)


def _mean_differences(test: str, table: Columns) -> MeanDifferences:
    if not set(SUMMARIES) <= set(table):
        raise BadInput(f"{test} needs the columns {' and '.join(SUMMARIES)}, with one row for each data set")
    _check_filled(test, {name: table[name] for name in SUMMARIES})
    difference, variance = (numbers(name, table[name]) for name in SUMMARIES)
    return MeanDifferences(differences=difference, variances=variance)


def _counts(test: str, table: Columns, names: Sequence[str]) -> dict[str, int]:
    """The whole numbers of a table of one row."""
    counts = {}
    for name in names:
        values = numbers(name, table[name])
        if len(table[name]) != 1 or len(values) != 1 or not float(values[0]).is_integer() or values[0] < 0:
            shown = ", ".join(table[name][:3]) or "nothing"
            raise BadInput(f"{test} takes one row of whole numbers; column {name!r} contains {shown}")
        counts[name] = int(values[0])
    return counts


def _disagreement_counts(test: str, table: Columns) -> Disagreement | None:
    """Counts of rows on which both, one or none of two classifiers is right, by their usual names or as a printed 2 x 2 table; None where there are none."""
    low = {name.strip().lower(): name for name in table}
    single = all(len(cells) == 1 for cells in table.values())  # of several rows b and c are learners
    for names in NAMES_OF_COUNTS if single else NAMES_OF_COUNTS[:1]:
        columns = {field: low[name] for field, name in zip(FIELDS, names, strict=True) if name in low}
        if set(COUNTS) <= set(columns):
            counts = _counts(test, table, list(columns.values()))
            fields: dict[str, Any] = {field: counts[column] for field, column in columns.items()}
            return Disagreement(**fields)
    return _two_by_two(test, table)


def _two_by_two(test: str, table: Columns) -> Disagreement | None:
    """The printed table: a row for A right and A wrong, a column for B right and B wrong; sums beside and below are left out."""
    first = next(iter(table))
    heads = [name for name in table if name != first and not is_summary(name)]
    rows = [i for i, cell in enumerate(table[first]) if not is_summary(cell)]
    if len(heads) != 2 or len(rows) != 2 or is_numeric(table[first]):
        return None
    down, across = [_is_right(table[first][i]) for i in rows], [_is_right(name) for name in heads]
    if {*down} != {True, False} or {*across} != {True, False}:
        return None
    cells: dict[tuple[bool | None, bool | None], int] = {}
    for a, row in zip(down, rows, strict=True):
        counts = _counts(test, {name: [table[name][row]] for name in heads}, heads)
        cells |= {(a, b): counts[name] for b, name in zip(across, heads, strict=True)}
    return Disagreement(
        only_a_right=cells[True, False], only_b_right=cells[False, True], both_right=cells[True, True],
        both_wrong=cells[False, False], names=_names_of(first, [table[first][i] for i in rows], heads),
    )  # fmt: skip


def _names_of(corner: str, down: Sequence[str], across: Sequence[str]) -> tuple[str, str]:
    r"""The two classifiers of a printed 2 x 2 table: by the heads of its rows and columns, else by its first cell, else a and b.

    >>> _names_of("", ["NB right", "NB wrong"], ["misclassified by tree", "correctly classified by tree"])
    ('NB', 'tree')
    >>> _names_of("NB \\ tree", ["right", "wrong"], ["right", "wrong"]), _names_of("", ["right", "wrong"], ["right", "wrong"])
    (('NB', 'tree'), ('a', 'b'))
    """
    heads = [{_OUTCOMES.sub(" ", text).strip(_MARKS) for text in texts} for texts in (down, across)]
    names = [next(iter(texts)) if len(texts) == 1 else "" for texts in heads]
    if not all(names):
        names = [text.strip(_MARKS) for text in re.split(r"[\\/|]", corner)]
    if len(names) != 2 or not all(names) or names[0] == names[1]:
        return ("a", "b")
    return (names[0], names[1])


def _is_right(text: str) -> bool | None:
    """Whether the head of a row or column states right or wrong answers; None where it states neither.

    >>> _is_right("A correct"), _is_right("B misclassified"), _is_right("iris")
    (True, False, None)
    """
    words = set(re.findall(r"[a-z]+|[✓✗]", text.lower()))
    if words & _WRONG:
        return False
    return True if words & _RIGHT else None


def disagreement_of(text: str) -> Disagreement:
    """Counts as they are typed: 10,25 (only a right, only b right) or 50,10,25,15 (the 2 x 2 table row by row).

    >>> disagreement_of("50,10,25,15").both_wrong
    15
    """
    parts = [part.strip() for part in text.split(",")]
    if len(parts) not in {2, 4} or not all(part.isascii() and part.isdigit() for part in parts):
        raise BadInput(
            f"counts are two whole numbers, 10,25 (only a right, only b right), or four, 50,10,25,15 (both right, only a, only b, both wrong), not {text!r}"
        )
    values = list(map(int, parts))
    if len(values) == 2:
        return Disagreement(only_a_right=values[0], only_b_right=values[1])
    return Disagreement.of_table([values[:2], values[2:]])


def _check_filled(test: str, table: Columns) -> None:
    for name, cells in table.items():
        if not all(cell.strip() for cell in cells):
            raise BadInput(f"column {name!r} has empty cells; {test} needs every number of every row")


def _scored_rows(test: str, table: Columns) -> ScoredRows:
    if "truth" not in table or len(table) != 3:
        raise BadInput(f"{test} needs a column truth (1 for positive) and two columns of scores, and no other")
    _check_filled(test, table)
    first, second = [name for name in table if name != "truth"]
    truth, a, b = (numbers(name, table[name]) for name in ("truth", first, second))
    return ScoredRows(truth=truth, a=a, b=b)


def _scored_sets(test: str, table: Columns) -> ScoredSets:
    """Four columns; the shorter set leaves the last cells of its two columns empty."""
    wanted = ("truth_a", "score_a", "truth_b", "score_b")
    if not set(wanted) <= set(table):
        raise BadInput(f"{test} needs the columns {', '.join(wanted)}; the shorter set leaves cells empty")
    truth_a, a, truth_b, b = (numbers(name, table[name]) for name in wanted)
    return ScoredSets(truth_a=truth_a, a=a, truth_b=truth_b, b=b)


def _label_table(test: str, table: Columns) -> LabelTable:
    """A printed square table with the classes in its first column, or two columns of labels."""
    heads = list(table)
    first, across = heads[0], heads[1:]
    down = [cell.strip() for cell in table[first]]
    if len(across) == len(down) and sorted(down) == sorted(name.strip() for name in across):
        place = {name.strip(): name for name in across}
        cells = [numbers(name, table[name]) for name in (place[label] for label in down)]
        if any(len(column) != len(down) for column in cells):
            raise BadInput(f"{test} needs every cell of the table; write 0 where no row is labelled so")
        counts = LabelTable.of(np.column_stack(cells))
        return LabelTable(counts=counts.counts, classes=tuple(down))
    if len(heads) != 2:
        raise BadInput(
            f"{test} reads two columns of labels, or a square table with the classes in the first column and the first row; there are {len(heads)} columns"
        )
    _check_filled(test, table)
    return LabelTable.of_labels(table[first], table[across[0]], (first, across[0]))


def _two_samples(test: str, table: Columns) -> TwoSamples:
    names = [
        name
        for name, cells in table.items()
        if is_numeric(cells) and name.lower() not in (*BLOCK_COLUMNS, *SPLIT_COLUMNS)
    ]
    if len(names) != 2:
        raise BadInput(f"{test} compares two columns of numbers, and there are {len(names)}", cure=_name_two(names))
    a, b = (numbers(name, table[name]) for name in names)
    return TwoSamples(a=a, b=b, names=(names[0], names[1]))


def _name_two(names: Sequence[str]) -> str:
    """How to choose two of several columns."""
    return (
        f"name two of them, as --pair {names[0]},{names[1]}" if len(names) > 2 else "name the file of a table with two"
    )


def _of_pair(kind: type[Any], test: str, matrix: ScoreMatrix, test_share: float | None) -> PairedScores | Disagreement:
    if len(matrix.names) != 2:
        down = len(matrix.blocks) == 2
        raise BadInput(
            f"{test} compares two learners, and there are {len(matrix.names)} columns",
            cure="add --columns folds if the two rows are the learners" if down else _name_two(matrix.names),
        )
    a, b = matrix.of_pair(*matrix.names)
    if kind is not Disagreement:
        return matrix.paired(*matrix.names, test_share)
    if not np.isin(np.concatenate([a, b]), (0, 1)).all():
        raise BadInput(
            f"{test} reads 0 and 1 (right or wrong on each row), the columns {' and '.join(COUNTS)}, or a 2 x 2 table with the rows "
            "A right, A wrong and the columns B right, B wrong"
        )
    return Disagreement.of_hits(a, b, (matrix.names[0], matrix.names[1]))

"""A file of predictions, checked: every problem is named at once, with its cure, and none of them depends on a label.

No child process with limits is needed to read one. The server bounds the bytes of a request, the lines are measured before anything
else is done with them, and each later step looks at each cell a fixed number of times. So the work is bounded by rows times columns
times the longest cell, and it is done in short steps, between which other requests are answered.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import isnan
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.core.text import abridged, clean, counted, elide
from bakeoff.data.target import label_text
from bakeoff.predictions.outputs import OUTPUTS, Output
from bakeoff.tabular.formats import CSV
from bakeoff.tabular.reading import read
from bakeoff.tabular.table import MISSING, parse_number

__all__ = ["ExpectedRows", "SubmittedPredictions", "read_submission", "submission_columns"]

PREDICTION = "prediction"
PROBA = OUTPUTS[Output.PROBA].prefix
SUM_SLACK = 1e-3  # a few digits of a text are enough
CELL = 64  # characters of a prediction; more only where a class or an id has more
NAMED = 3  # ids, labels or columns that a sentence names
_PACKED = (b"\x1f\x8b", b"PK\x03\x04", b"PAR1", b"ARROW1")


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedRows:
    """What a submission must be about."""

    ids: tuple[str, ...]  # in the order of test.csv
    classes: tuple[str, ...]  # empty where numbers are predicted
    id_column: str
    needs_proba: bool  # the measure of the board reads probabilities

    @property
    def columns(self) -> str:
        """The columns of a submission in words."""
        proba = f"{PROBA}CLASS for each class"
        if not self.classes:
            return f"{self.id_column} and {PREDICTION}"
        return (
            f"{self.id_column} and {proba}"
            if self.needs_proba
            else f"{self.id_column} and {PREDICTION}, or {self.id_column} and {proba}"
        )

    @property
    def longest_prediction(self) -> int:
        """Characters that a prediction may have."""
        return max(CELL, *map(len, self.classes), 0)

    @property
    def longest_line(self) -> int:
        """Bytes that a line may have: cells in quotes, with four bytes for each character and a separator."""
        longest = max(self.longest_prediction + len(PROBA), len(self.id_column), max(map(len, self.ids), default=0))
        return (4 * longest + 3) * (2 + len(self.classes))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SubmittedPredictions:
    """One answer for each test row, in the order of test.csv."""

    label: Array  # codes into the classes, or numbers
    proba: Array | None
    digest: str  # sha256 of the answers; the order of lines and the writing of numbers do not enter


def submission_columns(source: Any, what: str = "the file", longest_line: int = 1 << 20) -> dict[str, list[str]]:
    """Columns of text from the bytes of a CSV file, or from a mapping or frame."""
    if isinstance(source, bytes):
        if source.startswith(_PACKED):
            raise BadInput(f"{what} is packed or not a CSV file; send the CSV file itself")
        lines = source.replace(b"\r", b"\n").split(b"\n")
        number, line = max(enumerate(lines, start=1), key=lambda numbered: len(numbered[1]))
        if len(line) > longest_line:
            raise BadInput(
                f"line {number} of {what} has {len(line):,} bytes, and no line of a submission needs more than {longest_line:,}",
                cure="send the columns of the ids and of the predictions only",
            )
        table = read(source, name=what)
        if table.format is not CSV:  # strangers send these files to a server, so that one reader is enough
            raise BadInput(f"{what} is not a CSV file ({table.format.title}); send the CSV file itself")
        return table.columns()
    if not isinstance(source, Mapping):
        try:
            source = {str(name): source[name] for name in source.columns}
        except (AttributeError, TypeError):
            raise BadInput(
                "predictions are the path of a CSV file, a frame, or a mapping from column names to values"
            ) from None
    return {str(name): list(map(_cell, np.asarray(values).tolist())) for name, values in source.items()}


def _cell(value: Any) -> str:
    return "" if value is None or (isinstance(value, float) and isnan(value)) else label_text(value)


def read_submission(
    columns: Mapping[str, Sequence[str]], expected: ExpectedRows
) -> tuple[SubmittedPredictions | None, list[str]]:
    """The predictions, or what is wrong with them."""
    problems = list(_wrong_columns(columns, expected))
    if problems:
        return None, problems
    problems = _long_cells(columns, expected)
    if problems:
        return None, problems
    order, problems = _matched(columns[expected.id_column], expected)
    label, proba = None, None
    if PREDICTION in columns:
        label = _labels(columns[PREDICTION], expected, problems)
    if any(name.startswith(PROBA) for name in columns):
        proba = _probabilities(columns, expected, problems)
    if problems:
        return None, problems
    if label is None:
        assert proba is not None
        label = proba.argmax(axis=1)
    label, proba = label[order], None if proba is None else proba[order]
    digest = sha256(label.tobytes())
    if proba is not None:
        digest.update(b"proba" + proba.tobytes())
    return SubmittedPredictions(label=label, proba=proba, digest=digest.hexdigest()), []


def _wrong_columns(columns: Mapping[str, Sequence[str]], expected: ExpectedRows) -> "list[str]":
    problems = []
    wanted = {PROBA + label for label in expected.classes}
    there = {name for name in columns if name.startswith(PROBA)}
    if expected.id_column not in columns:
        problems.append(
            f"there is no column {expected.id_column!r}; copy the one of test.csv (the columns here are {_some(list(columns))})"
        )
    if there and there != wanted:
        parts = [f"{_some(sorted(wanted - there))} missing"] if wanted - there else []
        parts += [f"{_some(sorted(there - wanted))} not known"] if there - wanted else []
        problems.append(f"probabilities need one column for each class: {' and '.join(parts)}")
    if expected.needs_proba and not there:
        problems.append(f"the measure of this challenge reads probabilities; send the columns {expected.columns}")
    elif PREDICTION not in columns and not there:
        problems.append(f"there are no predictions; send the columns {expected.columns}")
    odd = [name for name in columns if name not in {expected.id_column, PREDICTION} and name not in there]
    if odd:
        problems.append(
            f"{counted(len(odd), 'column')} cannot be used: {_some(odd)}; leave out all but {expected.columns}"
        )
    return problems


def _long_cells(columns: Mapping[str, Sequence[str]], expected: ExpectedRows) -> list[str]:
    """Predictions that are longer than any can be; a long id is no id of test.csv and is named with these."""
    most, problems = expected.longest_prediction, []
    for name, cells in columns.items():
        long = 0 if name == expected.id_column else sum(len(cell) > most for cell in cells)
        if long:
            problems.append(
                f"{counted(long, 'cell')} of column {_short(name)} {'has' if long == 1 else 'have'} more than {most} characters; write a class or a number"
            )
    return problems


def _matched(ids: Sequence[str], expected: ExpectedRows) -> tuple[Array, list[str]]:
    """For each row of test.csv its line in the file; wrong, missing and repeated ids."""
    lines: dict[str, int] = {}
    twice: dict[str, None] = {}
    for line, row_id in enumerate(ids):
        if row_id in lines:
            twice[row_id] = None
        lines.setdefault(row_id, line)
    expected_ids = set(expected.ids)
    unknown = [row_id for row_id in lines if row_id not in expected_ids]
    missing = [row_id for row_id in expected.ids if row_id not in lines]
    problems = []
    if unknown:
        problems.append(
            f"{_are(len(unknown), 'id')} not in test.csv: {_some(unknown)}; copy the column {expected.id_column} of test.csv"
        )
    if missing:
        problems.append(
            f"{counted(len(missing), 'row')} of test.csv {'has' if len(missing) == 1 else 'have'} no prediction: {_some(missing)}; predict every row of test.csv"
        )
    if twice:
        problems.append(
            f"{_are(len(twice), 'id')} repeated: {_some(list(twice))}; give each row of test.csv one prediction"
        )
    return np.array([lines.get(row_id, 0) for row_id in expected.ids], dtype=np.int64), problems


def _labels(cells: Sequence[str], expected: ExpectedRows, problems: list[str]) -> Array:
    """Codes or numbers, line by line."""
    if not expected.classes:
        return _numbers({PREDICTION: cells}, problems)[:, 0]
    codes = {label: code for code, label in enumerate(expected.classes)}
    cell_codes = {cell: code for cell in set(cells) if (code := _code(cell, codes)) is not None}
    empty = sum(cell not in cell_codes and cell.strip() in MISSING for cell in cells)
    if empty:
        problems.append(f"{_are(empty, 'prediction')} empty; predict every row of test.csv")
    strange = [cell for cell in cells if cell not in cell_codes and cell.strip() not in MISSING]
    if strange:
        named = _some([repr(cell) for cell in dict.fromkeys(strange)])
        verb = "names a class" if len(strange) == 1 else "name classes"
        problems.append(
            f"{counted(len(strange), 'prediction')} {verb} that the challenge does not have: {named}; its classes are {abridged(list(map(clean, expected.classes)), 12)}"
        )
    return np.array([cell_codes.get(cell, 0) for cell in cells], dtype=np.int64)


def _code(cell: str, codes: Mapping[str, int]) -> int | None:
    """The class that a cell names; 1.0 is the class 1."""
    if cell in codes:
        return codes[cell]
    number = parse_number(cell)
    return codes.get(label_text(number)) if number is not None and np.isfinite(number) else None


def _probabilities(columns: Mapping[str, Sequence[str]], expected: ExpectedRows, problems: list[str]) -> Array:
    before = len(problems)
    wide = _numbers({PROBA + label: columns[PROBA + label] for label in expected.classes}, problems)
    if len(problems) > before:
        return wide
    ids = columns[expected.id_column]
    outside = np.flatnonzero(((wide < 0) | (wide > 1)).any(axis=1))
    if len(outside):
        problems.append(
            f"the probabilities of {counted(len(outside), 'row')} leave 0 to 1, the first is row {_short(ids[outside[0]])}; send probabilities, not scores"
        )
    sums = wide.sum(axis=1)
    apart = np.flatnonzero(np.abs(sums - 1) > SUM_SLACK)
    if len(apart):
        problems.append(
            f"the probabilities of {counted(len(apart), 'row')} do not sum to 1, the first is row {_short(ids[apart[0]])} with {sums[apart[0]]:.4g}; divide each row by its sum"
        )
        return wide
    normed: Array = wide / sums[:, None]
    return normed  # the few digits of a text must not be a loss that no label changes


def _numbers(columns: Mapping[str, Sequence[str]], problems: list[str]) -> Array:
    """Finite numbers, one column each."""
    number_columns = []
    for name, cells in columns.items():
        values = [parse_number(cell) for cell in cells]
        words = [
            cell for cell, value in zip(cells, values, strict=True) if value is None and cell.strip() not in MISSING
        ]
        gaps = sum(
            (value is None and cell.strip() in MISSING) or (value is not None and not np.isfinite(value))
            for cell, value in zip(cells, values, strict=True)
        )
        if words:
            problems.append(
                f"{counted(len(words), 'cell')} of column {_short(name)} {'is not a number' if len(words) == 1 else 'are not numbers'}: {_some([repr(word) for word in dict.fromkeys(words)])}; write plain numbers"
            )
        if gaps:
            problems.append(
                f"{counted(gaps, 'cell')} of column {_short(name)} {'is' if gaps == 1 else 'are'} empty, NaN or infinite; give every row a number"
            )
        number_columns.append([0.0 if value is None or not np.isfinite(value) else value for value in values])
    return np.array(number_columns, dtype=np.float64).T


def _are(number: int, noun: str) -> str:
    return f"{counted(number, noun)} {'is' if number == 1 else 'are'}"


def _short(text: str) -> str:
    return elide(clean(text), 40)


def _some(names: Sequence[str]) -> str:
    return abridged([_short(name) for name in names], NAMED)

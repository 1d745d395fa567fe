"""JSON Lines: one record in each line, read in parts."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from math import isnan
from typing import Any, BinaryIO

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.tabular.cells import Cells, check_columns
from bakeoff.tabular.encoding import LONGEST, first_lines
from bakeoff.tabular.formats.format import FileContent, Format
from bakeoff.tabular.formats.json_values import JSON_BOUNDS, RecordCells, json_value, record_names
from bakeoff.tabular.unpacked_size import LIKELY

__all__ = ["JSON_LINES", "is_json_lines", "json_line_cells", "json_text", "plain_records"]

_COLUMNS = re.compile(
    r'\{\s*"(?:[^"\\]|\\.)*+"\s*:\s*[\[{]'
)  # the first field is a list or an object, as in a mapping of columns
_BLOCK = 1 << 14  # records that are objects of Python at a time; then they become arrays


def is_json_lines(head: bytes) -> bool:
    """Whether the first line is a whole object.

    A single object of lists or objects is a mapping of columns, which is JSON.

    >>> is_json_lines(b'{"a": 1}'), is_json_lines(b'{"a": [1]}'), is_json_lines(b'{"a": 1,')
    (True, False, False)
    """
    lines = first_lines(head)
    first = lines[0].strip() if lines else ""
    if not first.startswith("{"):
        return False
    if len(lines) == 1 and len(head) >= 1 << 13:  # the line goes on beyond what is seen of it
        return _COLUMNS.match(first) is None
    try:
        record, end = json_value(first, 0, "")
    except BadInput:
        return False
    if end < len(first):
        return False
    return any(map(str.strip, lines[1:])) or not all(isinstance(value, (list, dict)) for value in record.values())


def json_line_cells(file: FileContent) -> Cells:
    """All records of a file as cells."""
    records = RecordCells(file.what)
    for number, line in enumerate(file.lines(), start=1):
        if line.strip():
            records.add(_record(line, file.what, number), number)
    return records.cells(len(file.packed))


def _record(line: str, what: str, number: int) -> Any:
    text = line.strip()
    record, end = json_value(text, 0, what, number)
    if end < len(text):
        raise BadInput(
            f"line {number} of {what} contains more than one record, or text behind it; write each record on a line of its own"
        )
    return record


def _records(file: FileContent, source: BinaryIO) -> Iterator[tuple[int, Any]]:
    """The records of a stream, each with its line."""
    for number, line in enumerate(iter(lambda: source.readline(LONGEST), b""), start=1):
        if len(line) == LONGEST:
            raise BadInput(f"line {number} of {file.what} has more than {LONGEST >> 20} MiB; write shorter records")
        try:
            text = line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            byte = line[error.start]
            raise BadInput(
                f"{file.what}: line {number} is not UTF-8 (byte 0x{byte:02X}); save the file as UTF-8"
            ) from None
        if text.strip():
            yield number, _record(text, file.what, number)


def _heading(file: FileContent) -> list[str]:
    """The columns of all records: a field may first occur in the last one."""
    names: dict[str, None] = {}
    with file.stream() as source:
        for number, record in _records(file, source):
            names |= dict.fromkeys(record_names(record, f"the record of line {number} of {file.what}"))
    return list(names)


def _chunks(
    file: FileContent, columns: Sequence[str], rows: int, _row_groups: Sequence[int] | None
) -> Iterator[dict[str, Array]]:
    """The named columns, at most `rows` rows at a time, and fewer where their texts are long."""
    held = list[dict[str, Array]]()
    kinds: dict[str, str] = {}
    for block in _blocks(file, columns, rows):
        _check_kinds(file.what, block, kinds)
        if held and _too_large([*held, block], rows):
            yield _joined(held)
            held = []
        held.append(block)
    if held:
        yield _joined(held)


def _blocks(file: FileContent, columns: Sequence[str], rows: int) -> Iterator[dict[str, Array]]:
    """The columns of the next records; of one that a part of the file lacks, only gaps."""
    with file.stream() as source:
        records, first = _records(file, source), True
        while part := list(islice(records, min(rows, _BLOCK))):
            block = RecordCells(file.what, only=frozenset(columns))
            for number, record in part:
                block.add(record, number)
            if first:
                _check_names(file, columns, part)
            first = False
            cells = block.cells(LIKELY)
            there = [name for name in columns if name in cells.heading]
            for arrays in cells.arrays(there, rows) if there else [{}]:
                height = len(arrays[there[0]]) if there else len(part)
                yield {name: arrays[name] if name in arrays else np.full(height, np.nan) for name in columns}


def _check_names(file: FileContent, columns: Sequence[str], part: Sequence[tuple[int, Any]]) -> None:
    """Refuse columns that no record has; the whole file is asked only if the first records lack one."""
    names = {name: None for number, record in part for name in record_names(record, f"line {number} of {file.what}")}
    if any(name not in names for name in columns) and file.path != "-":
        names |= dict.fromkeys(_heading(file))
    check_columns(file.what, columns, list(names))


def _kind(values: Array) -> str:
    """What the values of a block are; nothing where all are missing."""
    if values.dtype.kind in "iuf":
        return "" if values.dtype.kind == "f" and np.isnan(values).all() else "numbers"
    return "truth values" if all(value is None or isinstance(value, bool) for value in values.tolist()) else "words"


def _check_kinds(what: str, block: Mapping[str, Array], kinds: dict[str, str]) -> None:
    """Refuse a column that is of one kind in one part of the file and of another in the next."""
    for name, values in block.items():
        kind = _kind(values)
        if kind and kinds.setdefault(name, kind) != kind:
            raise BadInput(
                f"column {name!r} of {what} begins as {kinds[name]}, but further down contains {kind}; write it in one way"
            )


def _too_large(blocks: Sequence[Mapping[str, Array]], rows: int) -> bool:
    height = sum(len(next(iter(block.values()))) for block in blocks)
    width = sum(max(block[name].dtype.itemsize for block in blocks) for name in blocks[0])
    return height > rows or height * width > LIKELY


def _joined(blocks: Sequence[Mapping[str, Array]]) -> dict[str, Array]:
    """The blocks one after another; gaps of a column that holds no numbers are None."""
    joined: dict[str, Array] = {}
    for name in blocks[0]:
        arrays = [block[name] for block in blocks]
        if any(array.dtype.kind not in "iuf" for array in arrays):
            arrays = [np.full(len(array), None) if array.dtype.kind == "f" else array for array in arrays]
        joined[name] = np.concatenate(arrays)
    return joined


def plain_records(columns: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
    """The rows of columns as records; what is missing is null.

    >>> plain_records({"a": [1, float("nan")]})
    [{'a': 1}, {'a': None}]
    """
    values: list[list[Any]] = [list(np.asarray(cells, dtype=object)) for cells in columns.values()]
    plain = [[None if isinstance(value, float) and isnan(value) else value for value in cells] for cells in values]
    return [dict(zip(columns, row, strict=True)) for row in zip(*plain, strict=True)]


def json_text(value: Any) -> str:
    """A value as JSON, which has no infinite numbers."""
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    except ValueError:
        raise BadInput("JSON cannot contain infinite numbers; write a .csv file") from None


def _written(columns: Mapping[str, Sequence[Any]], _ending: str) -> bytes:
    return "".join(f"{json_text(record)}\n" for record in plain_records(columns)).encode()


JSON_LINES = Format(
    name="json-lines",
    title="JSON Lines",
    endings=(".jsonl", ".ndjson"),
    about="One record in each line; a field inside a field is called by its path, as metrics.acc; a field that a record lacks, or null, is missing.",
    bounds=f"a line of 64 MiB; {JSON_BOUNDS}; no lists in the cells that are read, no field twice",
    cost="in parts, whatever its length; about ten times its size where it is read whole",
    example=b'{"a": 1, "b": "x"}\n{"a": 2.5, "b": "y"}\n',
    sniff=is_json_lines,
    cells=json_line_cells,
    chunks=_chunks,
    heading=_heading,
    write=_written,
    typed=True,
)

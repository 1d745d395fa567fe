"""One JSON value: a list of records, or a mapping from the names of columns to their cells."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bakeoff.core.errors import BadInput
from bakeoff.tabular.cells import Cells
from bakeoff.tabular.encoding import first_lines
from bakeoff.tabular.formats.format import FileContent, Format
from bakeoff.tabular.formats.json_lines import is_json_lines, json_line_cells, json_text, plain_records
from bakeoff.tabular.formats.json_values import JSON_BOUNDS, RecordCells, json_value
from bakeoff.tabular.unpacked_size import LIKELY

__all__ = ["JSON"]

_BEGIN = re.compile(r'\s*(?:\{\s*(?:["}]|\Z)|\[\s*(?:[\[{\]]|\Z))')  # an object, or a list of objects or of rows
_BLANK = re.compile(r"\s*")
_SHAPES = 'write a list of records, [{"column": value}], or a mapping of columns, {"column": [values]}'


def _sniff(head: bytes) -> bool:
    return not is_json_lines(head) and _BEGIN.match("\n".join(first_lines(head))) is not None


def _cells(file: FileContent) -> Cells:
    what, size = file.what, len(file.content)
    if size > LIKELY:
        raise BadInput(
            f"{what} has more than {LIKELY >> 20} MiB of JSON; write it as JSON Lines, which are read in parts"
        )
    text = "\n".join(file.lines())
    if not text.strip():
        return Cells(what=what, records=[])
    if is_json_lines(file.content):  # its first line was longer than the bytes that were looked at
        return json_line_cells(file)
    if text.lstrip().startswith("["):
        records = RecordCells(what)
        for line, record in _elements(text, what):
            records.add(record, line)
        if not len(records):
            raise BadInput(f"{what} is an empty list; {_SHAPES}")
        return records.cells(len(file.packed))
    value, end = json_value(text, _after_blank(text, 0), what)
    _refuse_rest(text, end, what)
    if not isinstance(value, Mapping):
        raise BadInput(f"{what} is one value and not a table; {_SHAPES}")
    return _of_columns(value, what).cells(len(file.packed))


def _elements(text: str, what: str) -> Iterator[tuple[int, Any]]:
    """The elements of a list, each with the line on which it begins."""
    place = _after_blank(text, text.index("[") + 1)
    if text[place : place + 1] == "]":
        _refuse_rest(text, place + 1, what)
        return
    line, counted = 1, 0
    while True:
        line, counted = line + text.count("\n", counted, place), place
        record, place = json_value(text, place, what)
        yield line, record
        place = _after_blank(text, place)
        mark = text[place : place + 1]
        if mark == "]":
            _refuse_rest(text, place + 1, what)
            return
        if mark and mark != ",":
            number = 1 + text.count("\n", 0, place)
            raise BadInput(f"line {number} of {what} is not JSON: a comma or ] is missing before {mark!r}; correct it")
        place = _after_blank(text, place + 1)


def _after_blank(text: str, place: int) -> int:
    blank = _BLANK.match(text, place)
    return place if blank is None else blank.end()


def _refuse_rest(text: str, end: int, what: str) -> None:
    end = _after_blank(text, end)
    if end < len(text):
        place = 1 + text.count("\n", 0, end)
        raise BadInput(
            f"line {place} of {what} is outside its JSON value; keep one value, or write each record on a line of its own and call it .jsonl"
        )


def _of_columns(value: Mapping[str, Any], what: str) -> RecordCells:
    """The records of a mapping of columns: of lists, or of objects whose fields count the rows, as pandas writes them."""
    columns: dict[str, Sequence[Any]] = {}
    for name, cells in value.items():
        if isinstance(cells, dict) and list(cells) == [str(i) for i in range(len(cells))]:
            columns[name] = list(cells.values())
        elif isinstance(cells, list):
            columns[name] = cells
        else:
            raise BadInput(f"{what} is one object, whose field {name[:80]!r} is not a list; {_SHAPES}")
    lengths = {name: len(cells) for name, cells in columns.items()}
    if len(set(lengths.values())) > 1:
        short, long = min(lengths, key=lengths.__getitem__), max(lengths, key=lengths.__getitem__)
        raise BadInput(
            f"the columns of {what} have different lengths: {short[:80]!r} {lengths[short]:,} and {long[:80]!r} {lengths[long]:,}; give one value for each row"
        )
    records = RecordCells(what, place="row")
    for i, row in enumerate(zip(*columns.values(), strict=True), start=1):
        records.add(dict(zip(columns, row, strict=True)), i)
    if not len(records):
        raise BadInput(f"{what} contains no rows; {_SHAPES}")
    return records


def _written(columns: Mapping[str, Sequence[Any]], _ending: str) -> bytes:
    return ("[\n" + ",\n".join(map(json_text, plain_records(columns))) + "\n]\n").encode()


JSON = Format(
    name="json",
    title="JSON",
    endings=(".json",),
    about="A list of records, or a mapping of columns; a field inside a field is called by its path, as metrics.acc; null is missing.",
    bounds=f"256 MiB; {JSON_BOUNDS}; no lists in cells, no field twice",
    cost="read whole, about ten times its size",
    example=b'[\n  {"a": 1, "b": "x"},\n  {"a": 2.5, "b": "y"}\n]\n',
    sniff=_sniff,
    cells=_cells,
    write=_written,
    typed=True,
)

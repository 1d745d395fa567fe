"""Values of JSON as cells of text: numbers keep the digits of the file, nested fields become columns with dotted names."""

import json
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from bakeoff.core.errors import BadInput
from bakeoff.tabular.cells import Cells, Record
from bakeoff.tabular.unpacked_size import refuse_unpacked

__all__ = ["JSON_BOUNDS", "RecordCells", "json_value", "record_names"]

NESTING = 32  # objects inside objects; logs of evaluations have up to six
CELL = 1 << 20  # characters of a text
JSON_BOUNDS = (
    f"{NESTING} objects inside each other, a text of {CELL:,} characters, records whose fields would make a table of more than 256 MiB and "
    "200 times the file"
)


class _Number(str):
    """A number as the file writes it, so that its digits are read by the same function as those of a CSV file."""

    __slots__ = ()


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        double = next(name for name in names if names.count(name) > 1)
        raise BadInput(f"has an object with two fields called {_plain(double)[:40]!r}; keep one of them")
    return fields


_DECODER = json.JSONDecoder(
    parse_float=_Number, parse_int=_Number, parse_constant=_Number, object_pairs_hook=_pairs, strict=True
)


def json_value(text: str, start: int, what: str, line: int = 1) -> tuple[Any, int]:
    """The JSON value that begins there, and where it ends; `line` is the number of the first line of the text.

    A text that is broken or cut off is refused with its line.

    >>> json_value('[1, {"a": 0.10}]', 4, "x.json")
    ({'a': '0.10'}, 15)
    """
    try:
        return _DECODER.raw_decode(text, start)
    except json.JSONDecodeError as error:
        place = line + error.lineno - 1
        open_text = text[error.pos : error.pos + 1] == '"' and '"' not in text[error.pos + 1 :]
        if open_text or error.pos >= len(text.rstrip()):
            raise BadInput(f"{what} ends in the middle of line {place}: it is cut off; write it again") from None
        raise BadInput(
            f"line {place} of {what} is not JSON: {error.msg.lower()} at character {error.colno}; correct it"
        ) from None
    except RecursionError:
        raise BadInput(f"{what} is nested too deeply to be read; write a plain list of records") from None
    except BadInput as problem:
        place = line + text.count("\n", 0, start)
        raise BadInput(f"the record of line {place} of {what} {problem}") from None


class RecordCells:
    """Collects records, whose fields become columns in the order in which they first occur.

    `only` names the columns that are wanted, where not all are; `place` is how a record is numbered.
    """

    def __init__(self, what: str, only: Collection[str] | None = None, place: str = "line") -> None:
        self._what, self._only, self._place = what, only, place
        self._rows: list[tuple[int, dict[str, str]]] = []
        self._filled: dict[str, int] = {}  # how many cells of a column hold anything ...
        self._texts: dict[str, int] = {}  # ... and how many are texts by their type

    def __len__(self) -> int:
        return len(self._rows)

    def add(self, record: Any, number: int) -> None:
        """Take the next record."""
        what = f"the record of {self._place} {number} of {self._what}"
        row: dict[str, str] = {}
        for name, value in _fields(record, what):
            if self._only is not None and name not in self._only:
                continue
            if name in row:
                raise BadInput(f"{what} has two fields called {name[:80]!r}; rename one")
            row[name] = self._cell(name, value, what)
        self._rows.append((number, row))

    def _cell(self, name: str, value: Any, what: str) -> str:
        self._filled.setdefault(name, 0)
        if value is None:
            return ""
        if isinstance(value, list):
            raise BadInput(
                f"the field {name[:80]!r} of {what} is a list; one value per row is needed: leave it out, or give each value a field"
            )
        self._filled[name] += 1
        if isinstance(value, bool):
            return str(value)
        if len(value) > CELL:
            raise BadInput(
                f"the field {name[:80]!r} of {what} has {len(value):,} characters, and {CELL:,} can be read; shorten it"
            )
        self._texts[name] = self._texts.get(name, 0) + (not isinstance(value, _Number))
        return _plain(value)

    def cells(self, packed: int) -> Cells:
        """All records as cells; `packed` are the bytes that they took in the file."""
        names, rows = list(self._filled), self._rows
        refuse_unpacked(
            8 * len(rows) * len(names), packed, self._what, cure=f"its {len(rows):,} records have {len(names):,} different fields: give them the same ones"
        )  # fmt: skip
        records: list[Record] = [(number, [row.get(name, "") for name in names]) for number, row in rows]
        words = frozenset(name for name in names if 0 < self._filled[name] == self._texts.get(name))
        return Cells(what=self._what, records=[(1, names), *records] if rows else [], words=words)


def record_names(record: Any, what: str) -> list[str]:
    """The columns that a record gives."""
    return [name for name, _ in _fields(record, what)]


def _fields(record: Any, what: str) -> Iterator[tuple[str, Any]]:
    """The names and values of a record; an object inside it gives its fields, as `metrics.acc`."""
    if not isinstance(record, dict):
        kind = "a list" if isinstance(record, list) else "a single value"
        raise BadInput(f'{what} is {kind}; write each row as an object, {{"column": value}}')
    yield from _inner_fields(record, what, "", 1)


def _inner_fields(record: Mapping[str, Any], what: str, before: str, depth: int) -> Iterator[tuple[str, Any]]:
    if depth > NESTING:
        raise BadInput(f"{what} has more than {NESTING} objects inside each other; flatten it")
    for name, value in record.items():
        if isinstance(value, dict) and value:
            yield from _inner_fields(value, what, f"{before}{_plain(name)}.", depth + 1)
        else:
            yield f"{before}{_plain(name)}", None if value == {} else value


def _plain(text: str) -> str:
    """A text without NUL characters and halves of characters, which escapes can name."""
    if text.isascii() and "\0" not in text:
        return str(text)
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return whole.replace("\0", "\N{REPLACEMENT CHARACTER}")

"""Our own ARFF reader: nominal, numeric, string and date attributes, sparse rows, quotes, comments, missing values.

It reads what WEKA writes and most of what people write by hand, and tells all problems of a file at once, with lines.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from bakeoff.core.errors import BadInput
from bakeoff.data.dataset import ColumnKind
from bakeoff.data.formats.arff_columns import Attribute, ColumnBuilder
from bakeoff.data.formats.arff_tokens import bare_line, date_reader, split_values, split_words, unescape
from bakeoff.tabular.encoding import decode
from bakeoff.tabular.table import Table, refuse

__all__ = ["read_arff"]

_ATTRIBUTE = re.compile(
    r"@attribute\s+(?:('[^'\\]*(?:\\.[^'\\]*)*'|\"[^\"\\]*(?:\\.[^\"\\]*)*\")|([^\s{}'\",]+))\s*(.*)",
    re.IGNORECASE | re.DOTALL,
)
_NUMERIC = {"numeric", "real", "integer"}
_WEIGHT = re.compile(r"[,\s]\s*\{\s*[0-9.eE+-]+\s*\}\s*$")
_SPARSE_WEIGHT = re.compile(r"\}\s*,\s*\{\s*[0-9.eE+-]+\s*\}\s*$")
_CHUNK = 10_000


@dataclass(slots=True)
class _Problems:
    """What is wrong with the file, and what was passed over in it."""

    lines: list[str]
    weights: int = 0

    def add(self, line: int, text: str) -> None:
        self.lines.append(f"line {line}: {text}")


def read_arff(content: bytes, *, name: str, source: str = "", encoding: str | None = None) -> Table:
    r"""A table from the bytes of an ARFF file.

    >>> table = read_arff(b"@relation r\n@attribute x real\n@attribute y {a,b}\n@data\n1,b\n?,a\n", name="toy")
    >>> [column.name for column in table.columns], table.values[1].tolist()
    (['x', 'y'], [1.0, 0.0])
    """
    what = source or name
    lines = decode(content, what, encoding)
    if not any(line.strip() for line in lines):
        raise BadInput(f"{what} is empty")
    problems = _Problems([])
    attributes, first = _header(lines, problems)
    refuse(what, problems.lines)
    gathered = [ColumnBuilder(attribute) for attribute in attributes]
    for numbers, rows in _chunks(lines, first, attributes, problems):
        for one, cells in zip(gathered, zip(*rows, strict=True), strict=True):
            one.add(cells, numbers, problems.lines)
    refuse(what, problems.lines)
    done = [one.finish() for one in gathered]
    notes = (f"weights of {problems.weights} rows are not used",) if problems.weights else ()
    return Table(
        name=name,
        columns=tuple(column for column, _ in done),
        values=tuple(values for _, values in done),
        source=source,
        measured=frozenset(one.name for one in attributes if one.kind is ColumnKind.NUMERIC),
        notes=notes,
    )


def _header(lines: list[str], problems: _Problems) -> tuple[list[Attribute], int]:
    """The attributes, and the line after @data."""
    attributes: list[Attribute] = []
    for at, raw in enumerate(lines):
        line = bare_line(raw).strip()
        keyword = line.split(maxsplit=1)[0].lower() if line else ""
        if not line or keyword == "@relation":
            continue
        if keyword == "@data":
            if not attributes:
                problems.add(at + 1, "no @attribute comes before @data")
            problems.lines += _twice(attributes)
            return attributes, at + 1
        if keyword == "@attribute":
            _attribute(line, at + 1, attributes, problems)
        elif keyword == "@end" or not line.startswith("@"):
            problems.add(at + 1, f"{line[:40]!r} is neither @relation, @attribute nor @data")
        else:
            problems.add(at + 1, f"{keyword} is not understood; known are @relation, @attribute and @data")
    problems.lines.append("there is no @data line; is this an ARFF file?")
    return attributes, len(lines)


def _twice(attributes: list[Attribute]) -> list[str]:
    seen: dict[str, int] = {}
    problems = []
    for one in attributes:
        if one.name in seen:
            problems.append(f"line {one.line}: attribute {one.name!r} was already declared in line {seen[one.name]}")
        seen.setdefault(one.name, one.line)
    return problems


def _attribute(line: str, at: int, attributes: list[Attribute], problems: _Problems) -> None:
    found = _ATTRIBUTE.fullmatch(line)
    if found is None:
        problems.add(at, f"cannot read {line[:40]!r}; write @attribute NAME TYPE")
        return
    name = unescape(found[1]) if found[1] else found[2]
    spec = found[3].strip()
    kind = spec.split(maxsplit=1)[0].lower() if spec else ""
    if spec.startswith("{"):
        levels = _levels(spec, name, at, problems)
        attributes.append(Attribute(name=name, kind=ColumnKind.NOMINAL, line=at, levels=levels))
    elif kind in _NUMERIC:
        attributes.append(Attribute(name=name, kind=ColumnKind.NUMERIC, line=at))
    elif kind == "string":
        attributes.append(Attribute(name=name, kind=ColumnKind.TEXT, line=at))
    elif kind == "date":
        _date(name, spec[4:].strip(), at, attributes, problems)
    elif kind == "relational":
        problems.add(at, f"{name!r} is relational (a table in a cell), which is not supported; flatten the file first")
    else:
        problems.add(at, f"type {spec[:40]!r} of {name!r} is not numeric, string, date or a list of values in braces")


def _levels(spec: str, name: str, at: int, problems: _Problems) -> tuple[str, ...]:
    if not spec.endswith("}"):
        problems.add(at, f"the values of {name!r} are not closed by a brace")
        return ()
    inner = spec[1:-1].strip()
    levels = split_values(inner) if inner else []
    if levels is not None and "," not in inner and any(blank in inner for blank in " \t"):
        levels = split_words(inner)  # WEKA also separates values by blanks alone
    if levels is None:
        problems.add(at, f"the quotes in the values of {name!r} do not match")
        return ()
    levels = ["?" if level == "\0?" else level for level in levels]
    twice, times = Counter(levels).most_common(1)[0] if levels else ("", 0)
    if times > 1:
        problems.add(at, f"value {twice!r} of {name!r} is declared twice")
    return tuple(levels)


def _date(name: str, spec: str, at: int, attributes: list[Attribute], problems: _Problems) -> None:
    pattern = unescape(spec) if spec[:1] in {"'", '"'} else spec
    try:
        reader = date_reader(pattern or "yyyy-MM-dd'T'HH:mm:ss")
    except BadInput as error:
        problems.add(at, str(error))
        return
    attributes.append(Attribute(name=name, kind=ColumnKind.DATE, line=at, dates=reader))


def _chunks(
    lines: list[str], first: int, attributes: list[Attribute], problems: _Problems
) -> Iterator[tuple[list[int], list[list[str]]]]:
    """Rows of the right width with their line numbers, many at a time."""
    defaults = [one.default for one in attributes]
    numbers: list[int] = []
    rows: list[list[str]] = []
    for at in range(first, len(lines)):
        line = lines[at]
        if "%" in line:
            line = bare_line(line)
        line = line.strip()
        if not line:
            continue
        row = _sparse(line, at + 1, defaults, problems) if line[0] == "{" else _dense(line, at + 1, defaults, problems)
        if row is not None:
            numbers.append(at + 1)
            rows.append(row)
        if len(rows) == _CHUNK:
            yield numbers, rows
            numbers, rows = [], []
    if rows:
        yield numbers, rows


def _dense(line: str, at: int, defaults: list[str], problems: _Problems) -> list[str] | None:
    width = len(defaults)
    if line[-1] == "}" and _WEIGHT.search(line):
        line = _WEIGHT.sub("", line)
        problems.weights += 1
    row = split_values(line) if "'" in line or '"' in line else _bare_values(line)
    if row is not None and len(row) == width:
        return row
    other = split_words(line)
    if other is not None and len(other) == width:
        return other
    if row is None:
        problems.add(at, f"a quote is not closed or has text beside it, near {line[:30]!r}")
    else:
        problems.add(at, f"{len(row)} values for {width} attributes")
    return None


def _bare_values(line: str) -> list[str]:
    """The quick way for a row without quotes."""
    cells = line.split(",")
    return [cell.strip() for cell in cells] if " " in line or "\t" in line else cells


def _sparse(line: str, at: int, defaults: list[str], problems: _Problems) -> list[str] | None:
    """A row that names only the values unlike the default: {index value, ...}."""
    if _SPARSE_WEIGHT.search(line):
        line = _SPARSE_WEIGHT.sub("}", line)
        problems.weights += 1
    if line[-1] != "}":
        problems.add(at, "a sparse row is not closed by a brace")
        return None
    row = defaults.copy()
    words = split_words(line[1:-1])
    if words is None or len(words) % 2:
        problems.add(at, "a sparse row must be pairs of an index and a value; quote values with blanks")
        return None
    seen = set()
    for index, value in zip(words[::2], words[1::2], strict=True):
        if not index.isdecimal() or int(index) >= len(defaults) or index in seen:
            why = "comes twice" if index in seen else f"is no index from 0 to {len(defaults) - 1}"
            problems.add(at, f"{index[:20]!r} {why}")
            return None
        seen.add(index)
        row[int(index)] = value
    return row

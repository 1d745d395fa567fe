"""The ARFF reader: nominal, numeric, string and date attributes, sparse rows, quotes, comments, missing values.

It reads what WEKA writes and most of what people write by hand, and lists all problems of a file at once, with lines.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import nan

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.tabular.encoding import first_lines
from bakeoff.tabular.formats.format import FileContent, Format
from bakeoff.tabular.table import Column, ColumnKind, ColumnTable, numbers, parse_number, refuse
from bakeoff.tabular.unpacked_size import refuse_unpacked

__all__ = ["ARFF", "ArffAttribute", "AttributeReader"]

QUOTED_MARK = "\0?"  # a quoted question mark is a value, a bare one is missing; no file that is read holds a NUL

_SINGLE = r"'[^'\\]*(?:\\.[^'\\]*)*'"
_DOUBLE = r'"[^"\\]*(?:\\.[^"\\]*)*"'
_VALUE = re.compile(rf"\s*+(?:({_SINGLE}|{_DOUBLE})|([^,'\"][^,]*)|(?=,|$))\s*(,|$)", re.DOTALL)
# A quote that is never closed takes the rest of the line at once: looking again at each later quote would be quadratic.
_WORD = re.compile(rf"({_SINGLE}|{_DOUBLE})|([^,\s'\"]+)|(['\"].*)", re.DOTALL)
_COMMENT = re.compile(rf"(?:^|(?<=[\s,{{]))(?:{_SINGLE}|{_DOUBLE}|['\"].*)|(?:^|(?<=[\s,}}]))%.*", re.DOTALL)
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}

# The letters of Java's SimpleDateFormat, longest first, and what Python calls them.
_DATE_WORDS = (
    ("yyyy", "%Y"), ("yyy", "%Y"), ("yy", "%y"), ("y", "%Y"), ("MMMM", "%B"), ("MMM", "%b"), ("MM", "%m"), ("M", "%m"),
    ("dd", "%d"), ("d", "%d"), ("HH", "%H"), ("H", "%H"), ("hh", "%I"), ("h", "%I"), ("mm", "%M"), ("m", "%M"),
    ("ss", "%S"), ("s", "%S"), ("SSS", "%f"), ("a", "%p"), ("Z", "%z"), ("X", "%z"), ("EEEE", "%A"), ("EEE", "%a"),
)  # fmt: skip
_DATE_TOKEN = re.compile("'((?:[^']|'')*)'|" + "|".join(word for word, _ in _DATE_WORDS) + "|.", re.DOTALL)


def unescape(quoted: str) -> str:
    r"""The text inside a pair of quotes.

    >>> unescape(r"'it\'s'")
    "it's"
    """
    inner = quoted[1:-1]
    if "\\" not in inner:
        return inner
    text = _ESCAPE.sub(_meant, inner)
    if "\\u" in inner:  # escapes may come as two halves of one character, or as half of none
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def _meant(escape: re.Match[str]) -> str:
    letter = escape[1]
    return chr(int(letter[1:], 16) or 0xFFFD) if len(letter) == 5 else _ESCAPES.get(letter, letter)


def bare_line(line: str) -> str:
    """A line without its comment; a per-cent sign inside quotes or inside a word is none.

    >>> bare_line("1,'50 %',x % ten"), bare_line("50%,y")
    ("1,'50 %',x ", '50%,y')
    """
    return _COMMENT.sub(lambda comment: "" if comment[0].startswith("%") else comment[0], line) if "%" in line else line


def split_values(line: str) -> list[str] | None:
    """The values of a row that holds quotes, separated by commas; None if the quoting is broken.

    >>> split_values("1, 'a, b', ?")
    ['1', 'a, b', '?']
    """
    values, position = [], 0
    while True:
        value = _VALUE.match(line, position)
        if value is None:
            return None
        values.append(_value(value[1]) if value[1] else (value[2] or "").strip())
        if not value[3]:
            return values
        position = value.end()


def split_words(line: str) -> list[str] | None:
    """The values of a row separated by blanks, tabs or commas, as WEKA reads it; None if the quoting is broken.

    >>> split_words("1  2 'a b'")
    ['1', '2', 'a b']
    """
    words = list(_WORD.finditer(line))
    if any(word[3] for word in words):
        return None
    return [_value(word[1]) if word[1] else word[2] for word in words]


def _value(quoted: str) -> str:
    text = unescape(quoted)
    return QUOTED_MARK if text == "?" else text


def date_reader(pattern: str) -> "DateReader":
    """Reads dates written in a pattern of Java's SimpleDateFormat; a time without a zone is taken as UTC.

    >>> date_reader("yyyy-MM-dd'T'HH:mm:ss").seconds("1970-01-02T00:00:00")
    86400.0
    """
    words = dict(_DATE_WORDS)
    parts = []
    for token in _DATE_TOKEN.finditer(pattern):
        if token[1] is not None:
            parts.append(token[1].replace("''", "'").replace("%", "%%") or "'")
        elif token[0] in words:
            if words[token[0]] in parts:
                raise BadInput(
                    f"the date format {pattern!r} has {token[0]!r} a second time; name each part of a date once"
                )
            parts.append(words[token[0]])
        elif token[0].isalpha():
            raise BadInput(f"the date format {pattern!r} has a letter {token[0]!r} that is not understood")
        else:
            parts.append(token[0].replace("%", "%%"))
    return DateReader("".join(parts))


class DateReader:
    """From the text of a date to seconds since 1970 in UTC."""

    def __init__(self, form: str) -> None:
        self.form = form

    def seconds(self, text: str) -> float:
        """The moment a text means; ValueError if it means none."""
        moment = datetime.strptime(text, self.form)  # noqa: DTZ007 (the zone is set in the next line)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()

    @property
    def epoch(self) -> str:
        """How the first second of 1970 is written: what a sparse row means when it leaves a date out."""
        return datetime.fromtimestamp(0, UTC).strftime(self.form)


_MISSING = frozenset({"?"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ArffAttribute:
    """What the header says of one column."""

    name: str
    kind: ColumnKind
    line: int
    levels: tuple[str, ...] = ()
    dates: DateReader | None = None

    @property
    def default(self) -> str:
        """The cell that a sparse row leaves out: zero, or the first level."""
        if self.kind is ColumnKind.NUMERIC:
            return "0"
        if self.kind is ColumnKind.NOMINAL:
            first = self.levels[0] if self.levels else "?"
            return QUOTED_MARK if self.levels and first == "?" else first
        return self.dates.epoch if self.dates else ""


class AttributeReader:
    """Collects the cells of one attribute, chunk by chunk, and complains with line numbers."""

    def __init__(self, attribute: ArffAttribute) -> None:
        self._attribute = attribute
        self._values: list[Array] = []
        self._texts: dict[str, int] = {}
        self._codes = {level: float(code) for code, level in enumerate(attribute.levels)}
        if "?" in self._codes:
            self._codes[QUOTED_MARK] = self._codes["?"]
        self._codes["?"] = nan

    def add(self, cells: Sequence[str], lines: Sequence[int], problems: list[str]) -> None:
        """Take the next cells of the column."""
        match self._attribute.kind:
            case ColumnKind.NUMERIC:
                self._add_numbers(cells, lines, problems)
            case ColumnKind.NOMINAL:
                self._add_levels(cells, lines, problems)
            case ColumnKind.TEXT:
                self._add_texts(cells)
            case ColumnKind.DATE:
                self._add_dates(cells, lines, problems)

    def finish(self) -> tuple[Column, Array]:
        """The column and its values."""
        one = self._attribute
        levels = tuple(self._texts) if one.kind is ColumnKind.TEXT else one.levels
        values = np.concatenate(self._values) if self._values else np.empty(0)
        return Column(name=one.name, kind=one.kind, levels=levels), values

    def _add_numbers(self, cells: Sequence[str], lines: Sequence[int], problems: list[str]) -> None:
        values = numbers(cells, _MISSING)
        if values is not None:
            self._values.append(values)
            return
        for cell, line in zip(cells, lines, strict=True):
            if cell.strip() != "?" and parse_number(cell) is None:
                self._complain(line, cell, "is not a number", problems)

    def _add_levels(self, cells: Sequence[str], lines: Sequence[int], problems: list[str]) -> None:
        codes = self._codes
        try:
            self._values.append(np.fromiter(map(codes.__getitem__, cells), np.float64, len(cells)))
        except KeyError:
            values = np.array([codes.get(cell, -1.0) for cell in cells])
            for at in np.flatnonzero(values == -1.0).tolist():
                self._complain(lines[at], cells[at], "is not among the values declared", problems)
            self._values.append(values)

    def _add_texts(self, cells: Sequence[str]) -> None:
        texts = self._texts
        values = [
            nan if cell == "?" else texts.setdefault("?" if cell == QUOTED_MARK else cell, len(texts)) for cell in cells
        ]
        self._values.append(np.array(values, dtype=np.float64))

    def _add_dates(self, cells: Sequence[str], lines: Sequence[int], problems: list[str]) -> None:
        assert self._attribute.dates is not None
        values = np.full(len(cells), nan)
        for at, cell in enumerate(cells):
            if cell.strip() == "?":
                continue
            try:
                values[at] = self._attribute.dates.seconds(cell.strip())
            except ValueError:
                self._complain(lines[at], cell, "is not a date in the declared format", problems)
        self._values.append(values)

    def _complain(self, line: int, cell: str, what: str, problems: list[str]) -> None:
        shown = repr("?" if cell == QUOTED_MARK else cell.strip()[:40])
        cure = "; write ? for a missing value" if not cell.strip() else ""
        problems.append(f"line {line}: {shown} {what} for {self._attribute.name!r}{cure}")


_ATTRIBUTE = re.compile(
    r"@attribute\s+(?:('[^'\\]*(?:\\.[^'\\]*)*'|\"[^\"\\]*(?:\\.[^\"\\]*)*\")|([^\s{}'\",]+))\s*(.*)",
    re.IGNORECASE | re.DOTALL,
)
_NUMERIC = {"numeric", "real", "integer"}
_WEIGHT = re.compile(r"(?:,|(?<!\s)\s)\s*+\{\s*+[0-9.eE+-]++\s*+\}\s*+$")
_SPARSE_WEIGHT = re.compile(r"\}\s*,\s*\{\s*[0-9.eE+-]+\s*\}\s*$")
_CHUNK = 10_000  # rows ...
_CELLS = 1 << 24  # ... or cells that are looked at together: a sparse row of a few bytes has as many as any other


@dataclass(slots=True)
class _Problems:
    """What is wrong with the file, and what was passed over in it."""

    lines: list[str]
    weights: int = 0

    def add(self, line: int, text: str) -> None:
        self.lines.append(f"line {line}: {text}")


def _sniff(head: bytes) -> bool:
    """Whether the first line that is no comment is @relation or @attribute."""
    first = next((line.strip() for line in first_lines(head) if line.strip() and not line.strip().startswith("%")), "")
    return first.lower().startswith(("@relation", "@attribute"))


def _table(file: FileContent) -> ColumnTable:
    what, lines = file.what, file.lines()
    if not any(line.strip() for line in lines):
        raise BadInput(f"{what} is empty")
    problems = _Problems([])
    attributes, first = _header(lines, problems)
    refuse(what, problems.lines)
    _refuse_sparse(lines, first, len(attributes), len(file.packed), what)
    gathered = [AttributeReader(attribute) for attribute in attributes]
    for line_numbers, rows in _chunks(lines, first, attributes, problems):
        for builder, cells in zip(gathered, zip(*rows, strict=True), strict=True):
            builder.add(cells, line_numbers, problems.lines)
    refuse(what, problems.lines)
    done = [builder.finish() for builder in gathered]
    notes = (f"weights of {problems.weights} rows are not used",) if problems.weights else ()
    target, reason = _own_target([attribute.name for attribute in attributes])
    return ColumnTable(
        name=file.inner.stem,
        columns=tuple(column for column, _ in done),
        values=tuple(values for _, values in done),
        source=what,
        measured=frozenset(attribute.name for attribute in attributes if attribute.kind is ColumnKind.NUMERIC),
        notes=notes,
        target=target,
        target_reason=reason,
    )


def _own_target(names: Sequence[str]) -> tuple[str, str]:
    """The attribute called class, or the last one, and why it is taken."""
    named = [name for name in names if name.lower() == "class"]
    if len(named) == 1:
        return named[0], "the attribute of that name"
    return names[-1], "the attribute " + ("of that name" if named else "that comes last")


def _refuse_sparse(lines: list[str], first: int, width: int, packed: int, what: str) -> None:
    """Count the cells of sparse rows before any is made: two braces stand for a whole row."""
    rows = sum(lines[index].lstrip().startswith("{") for index in range(first, len(lines)))
    refuse_unpacked(
        8 * rows * width, packed, what, cure=f"keep fewer than its {rows:,} sparse rows or {width:,} attributes"
    )


def _header(lines: list[str], problems: _Problems) -> tuple[list[ArffAttribute], int]:
    """The attributes, and the line after @data."""
    attributes: list[ArffAttribute] = []
    for index, raw in enumerate(lines):
        line = bare_line(raw).strip()
        keyword = line.split(maxsplit=1)[0].lower() if line else ""
        if not line or keyword == "@relation":
            continue
        if keyword == "@data":
            if not attributes:
                problems.add(index + 1, "no @attribute comes before @data")
            problems.lines += _twice(attributes)
            return attributes, index + 1
        if keyword == "@attribute":
            _attribute(line, index + 1, attributes, problems)
        elif keyword == "@end" or not line.startswith("@"):
            problems.add(index + 1, f"{line[:40]!r} is neither @relation, @attribute nor @data")
        else:
            problems.add(index + 1, f"{keyword} is not understood; known are @relation, @attribute and @data")
    problems.lines.append("there is no @data line; is this an ARFF file?")
    return attributes, len(lines)


def _twice(attributes: list[ArffAttribute]) -> list[str]:
    lines_by_name: dict[str, int] = {}
    problems = []
    for attribute in attributes:
        if attribute.name in lines_by_name:
            problems.append(
                f"line {attribute.line}: attribute {attribute.name!r} was already declared in line {lines_by_name[attribute.name]}"
            )
        lines_by_name.setdefault(attribute.name, attribute.line)
    return problems


def _attribute(line: str, line_number: int, attributes: list[ArffAttribute], problems: _Problems) -> None:
    parts = _ATTRIBUTE.fullmatch(line)
    if parts is None:
        problems.add(line_number, f"cannot read {line[:40]!r}; write @attribute NAME TYPE")
        return
    name = unescape(parts[1]) if parts[1] else parts[2]
    spec = parts[3].strip()
    kind = spec.split(maxsplit=1)[0].lower() if spec else ""
    if spec.startswith("{"):
        levels = _levels(spec, name, line_number, problems)
        attributes.append(ArffAttribute(name=name, kind=ColumnKind.NOMINAL, line=line_number, levels=levels))
    elif kind in _NUMERIC:
        attributes.append(ArffAttribute(name=name, kind=ColumnKind.NUMERIC, line=line_number))
    elif kind == "string":
        attributes.append(ArffAttribute(name=name, kind=ColumnKind.TEXT, line=line_number))
    elif kind == "date":
        _date(name, spec[4:].strip(), line_number, attributes, problems)
    elif kind == "relational":
        problems.add(
            line_number, f"{name!r} is relational (a table in a cell), which is not supported; flatten the file first"
        )
    else:
        problems.add(
            line_number, f"type {spec[:40]!r} of {name!r} is not numeric, string, date or a list of values in braces"
        )


def _levels(spec: str, name: str, line_number: int, problems: _Problems) -> tuple[str, ...]:
    if not spec.endswith("}"):
        problems.add(line_number, f"the values of {name!r} are not closed by a brace")
        return ()
    inner = spec[1:-1].strip()
    levels = split_values(inner) if inner else []
    if levels is not None and "," not in inner and any(blank in inner for blank in " \t"):
        levels = split_words(inner)  # WEKA also separates values by blanks alone
    if levels is None:
        problems.add(line_number, f"the quotes in the values of {name!r} do not match")
        return ()
    levels = ["?" if level == "\0?" else level for level in levels]
    twice, times = Counter(levels).most_common(1)[0] if levels else ("", 0)
    if times > 1:
        problems.add(line_number, f"value {twice!r} of {name!r} is declared twice")
    return tuple(levels)


def _date(name: str, spec: str, line_number: int, attributes: list[ArffAttribute], problems: _Problems) -> None:
    pattern = unescape(spec) if spec[:1] in {"'", '"'} else spec
    try:
        reader = date_reader(pattern or "yyyy-MM-dd'T'HH:mm:ss")
    except BadInput as error:
        problems.add(line_number, str(error))
        return
    attributes.append(ArffAttribute(name=name, kind=ColumnKind.DATE, line=line_number, dates=reader))


def _chunks(
    lines: list[str], first: int, attributes: list[ArffAttribute], problems: _Problems
) -> Iterator[tuple[list[int], list[list[str]]]]:
    """Rows of the right width with their line numbers, many at a time."""
    defaults = [attribute.default for attribute in attributes]
    most = max(1, min(_CHUNK, _CELLS // max(len(defaults), 1)))
    numbers: list[int] = []
    rows: list[list[str]] = []
    for index in range(first, len(lines)):
        line = lines[index]
        if "%" in line:
            line = bare_line(line)
        line = line.strip()
        if not line:
            continue
        row = (
            _sparse(line, index + 1, defaults, problems)
            if line[0] == "{"
            else _dense(line, index + 1, defaults, problems)
        )
        if row is not None:
            numbers.append(index + 1)
            rows.append(row)
        if len(rows) == most:
            yield numbers, rows
            numbers, rows = [], []
    if rows:
        yield numbers, rows


def _dense(line: str, line_number: int, defaults: list[str], problems: _Problems) -> list[str] | None:
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
        problems.add(line_number, f"a quote is not closed or has text beside it, near {line[:30]!r}")
    else:
        problems.add(line_number, f"{len(row)} values for {width} attributes")
    return None


def _bare_values(line: str) -> list[str]:
    """The quick way for a row without quotes."""
    cells = line.split(",")
    return [cell.strip() for cell in cells] if " " in line or "\t" in line else cells


def _sparse(line: str, line_number: int, defaults: list[str], problems: _Problems) -> list[str] | None:
    """A row that names only the values unlike the default: {index value, ...}."""
    if _SPARSE_WEIGHT.search(line):
        line = _SPARSE_WEIGHT.sub("}", line)
        problems.weights += 1
    if line[-1] != "}":
        problems.add(line_number, "a sparse row is not closed by a brace")
        return None
    row = defaults.copy()
    words = split_words(line[1:-1])
    if words is None or len(words) % 2:
        problems.add(line_number, "a sparse row must be pairs of an index and a value; quote values with blanks")
        return None
    indices = set()
    for index, value in zip(words[::2], words[1::2], strict=True):
        if not index.isdecimal() or int(index) >= len(defaults) or index in indices:
            why = "comes twice" if index in indices else f"is not an index from 0 to {len(defaults) - 1}"
            problems.add(line_number, f"{index[:20]!r} {why}")
            return None
        indices.add(index)
        row[int(index)] = value
    return row


ARFF = Format(
    name="arff",
    title="ARFF",
    endings=(".arff",),
    about="Attributes of WEKA: numeric, nominal, string and date, sparse rows, quotes and comments; a data set takes the attribute called class, or the last one, as its target.",
    bounds="sparse rows that stand for more than 256 MiB and 200 times the file; no relational attributes",
    cost="read whole",
    example=b"@relation r\n@attribute a real\n@attribute b {x,y}\n@data\n1,x\n2.5,y\n",
    sniff=_sniff,
    table=_table,
    typed=True,
)

"""Data files without a heading, as the UCI repository and the KDD Cup give them: rows in `.data`, columns in `.names`.

A `.names` file is written for C4.5 (first the classes, then `name: continuous.` or `name: a, b, c.`; KDD Cup 99 writes
`symbolic` for words that are not listed), or it is prose with a numbered list of attributes.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.core.text import counted
from bakeoff.tabular.cells import SEPARATORS, Cells
from bakeoff.tabular.encoding import decode, read_bytes
from bakeoff.tabular.formats.arff import ArffAttribute, AttributeReader
from bakeoff.tabular.formats.conll import LAYOUTS
from bakeoff.tabular.formats.format import FileContent, Format
from bakeoff.tabular.table import Column, ColumnBuilder as FreeColumn, ColumnKind, ColumnTable, refuse

__all__ = ["UCI", "Names", "read_names"]

TARGET = "class"
_TOKEN = re.compile(r'"([^"]*)"|(\S+)')
_NUMBERED = re.compile(r"\s*(?:\d+\.)*(\d{1,9})[.):]\s++(.*\S)")
_SECTION = re.compile(r"attribute\s+information|attributes?\s*:|information about (?:the )?attributes", re.IGNORECASE)
_NUMBERS = frozenset({"continuous", "real", "numeric", "integer"})
_WORDS = re.compile(r"(?:discrete|symbolic|nominal)(?:\s+\d+)?", re.IGNORECASE)
_MISSING = frozenset({"?", ""})


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """What a `.names` file declares: the attributes in order, and the target where it has one."""

    source: str
    attributes: tuple[ArffAttribute, ...]  # a nominal one without levels takes whatever words come
    ignored: tuple[str, ...] = ()
    target: str = ""
    declared: bool = True  # whether kinds are declared (C4.5), not only names (prose)


def read_names(content: bytes, source: str, encoding: str | None = None) -> Names:
    r"""Read a `.names` file.

    >>> found = read_names(b"| weather\nplay, stay.\noutlook: sunny, rain.\nwind: continuous.\n", "golf.names")
    >>> [one.name for one in found.attributes], found.target
    (['outlook', 'wind', 'class'], 'class')
    """
    lines = decode(content, source, encoding, settable=True)
    statements = _statements(lines)
    if statements and "attribute information" not in "\n".join(lines).lower():
        return _declared(statements, source)
    return _listed(lines, source)


def _statements(lines: Sequence[str]) -> list[tuple[int, str]]:
    """Sentences of a C4.5 file with the line they start on: without comments, ended by a full stop or a line end."""
    statements: list[tuple[int, str]] = []
    held, start = "", 0
    for number, raw in enumerate(lines, start=1):
        line = re.split(r"(?<!\\)\|", raw)[0].strip()
        if not line:
            continue
        start = start if held else number
        held = f"{held} {line}".strip()
        if held.endswith(","):  # the list goes on
            continue
        statements.append((start, held.removesuffix(".").strip()))
        held = ""
    if held:
        statements.append((start, held.rstrip(",").strip()))
    return [statement for statement in statements if statement[1]]


def _split(text: str) -> list[str]:
    return [re.sub(r"\\(.)", r"\1", part.strip()) for part in re.split(r"(?<!\\),", text) if part.strip()]


def _declared(statements: list[tuple[int, str]], source: str) -> Names:
    (line, first), rest = statements[0], statements[1:]
    problems: list[str] = []
    attributes: list[ArffAttribute] = []
    ignored: list[str] = []
    for number, text in rest:
        parts = re.split(r"(?<!\\):", text, maxsplit=1)
        name = re.sub(r"\\(.)", r"\1", parts[0].strip())
        if len(parts) == 1 or not name or parts[1].startswith("="):
            problems.append(f"line {number}: {text[:40]!r} is not NAME: continuous. or NAME: value, value.")
            continue
        kind, levels = _kind(parts[1].strip(), number, name, problems)
        if parts[1].strip().lower() in {"ignore", "label"}:
            ignored.append(name)
        attributes.append(ArffAttribute(name=name, kind=kind, line=number, levels=levels))
    names = [attribute.name for attribute in attributes]
    if not rest:
        problems.append("it declares no attribute; after the classes comes one line for each column, NAME: continuous.")
    problems += [f"two attributes are called {name!r}; rename one" for name, n in Counter(names).items() if n > 1]
    refuse(source, problems)
    classes = _split(first)
    if len(classes) == 1 and classes[0] in names:  # the first line may name an attribute as the target
        return Names(source=source, attributes=tuple(attributes), ignored=tuple(ignored), target=classes[0])
    target = TARGET
    while target in names:
        target += "_"
    twice = [name for name, n in Counter(classes).items() if n > 1]
    if twice:
        raise BadInput(f"{source}: line {line}: class {twice[0]!r} is declared twice; remove one")
    if len(classes) < 2:
        raise BadInput(f"{source}: line {line}: the classes come first, as in: yes, no.")
    own = ArffAttribute(name=target, kind=ColumnKind.NOMINAL, line=line, levels=tuple(classes))
    return Names(source=source, attributes=(*attributes, own), ignored=tuple(ignored), target=target)


def _kind(text: str, line: int, name: str, problems: list[str]) -> tuple[ColumnKind, tuple[str, ...]]:
    if text.lower() in _NUMBERS:
        return ColumnKind.NUMERIC, ()
    if _WORDS.fullmatch(text) or text.lower() in {"ignore", "label"}:
        return ColumnKind.NOMINAL, ()
    levels = [level for level in _split(text) if level != "?"]
    twice = [level for level, n in Counter(levels).items() if n > 1]
    if twice:
        problems.append(f"line {line}: value {twice[0]!r} of {name!r} is declared twice; remove one")
    if not levels:
        problems.append(f"line {line}: {name!r} has no values; write continuous, or list them")
    return ColumnKind.NOMINAL, tuple(dict.fromkeys(levels))


def _listed(lines: Sequence[str], source: str) -> Names:
    """Names from a numbered list in prose: the first run 1, 2, 3, ... after words such as "Attribute Information"."""
    begin = next((index for index, line in enumerate(lines) if _SECTION.search(line)), None)
    attributes: list[ArffAttribute] = []
    for number, line in enumerate(lines[begin + 1 :] if begin is not None else (), start=(begin or 0) + 2):
        entry = _NUMBERED.match(line)
        if entry and int(entry[1]) == len(attributes) + 1:
            name = re.split(r"\s*[:(]|\s{2,}|\s+-+\s", entry[2], maxsplit=1)[0].strip().strip(".").strip("'\"")
            attributes.append(
                ArffAttribute(name=name or f"column{len(attributes) + 1}", kind=ColumnKind.NOMINAL, line=number)
            )
    if not attributes:
        raise BadInput(
            f"{source} is neither a C4.5 file nor a numbered list of attributes; name the columns yourself, columns=[...]"
        )
    names = [attribute.name for attribute in attributes]
    twice = [name for name, n in Counter(names).items() if n > 1]
    if twice:
        raise BadInput(f"{source} lists two attributes called {twice[0]!r}; name the columns yourself, columns=[...]")
    target = next((name for name in names if name.lower() == TARGET), "")
    return Names(source=source, attributes=tuple(attributes), target=target, declared=False)


def _table(file: FileContent) -> ColumnTable:
    """Rows without a heading: cells between commas, other separators, or blanks."""
    source = file.what
    if file.ending == ".names":
        raise BadInput(f"{source} names columns; load the rows, {file.inner.stem}.data")
    names = _column_names(file)
    columns = [attribute.name for attribute in names.attributes] if isinstance(names, Names) else list(names)
    rows = _cells(file.lines(settable=True), file.separator, len(columns))
    if not rows:
        raise BadInput(f"{source} contains no rows")
    origin = names.source if isinstance(names, Names) else "columns="
    wrong = [(line, len(cells)) for line, cells in rows if len(cells) != len(columns)]
    if len(wrong) == len(rows):
        raise BadInput(
            f"{source} has {counted(wrong[0][1], 'cell')} in a row, but {origin} names {counted(len(columns), 'column')}; "
            "name all of them in their order, columns=[...]"
        )
    refuse(source, [f"line {line} has {counted(n, 'cell')}, {origin} names {len(columns)}" for line, n in wrong])
    name = file.inner.stem
    if isinstance(names, Names) and names.declared:
        return _with_names(_typed(rows, names, name=name, source=source), names)
    notes = (f"columns are named after {origin}",) if isinstance(names, Names) else ()
    cells = Cells(what=source, records=[(1, columns), *rows])
    table = cells.table(name, file.na_values, decimal_commas=True)
    table = replace(table, notes=(*table.notes, *notes))
    return _with_names(table, names) if isinstance(names, Names) else table


def _with_names(table: ColumnTable, names: Names) -> ColumnTable:
    """The table with what the .names file declares of its columns."""
    return replace(table, ignore=names.ignored, target=names.target, target_reason=f"as {names.source} has it")


def _column_names(file: FileContent) -> Names | Sequence[str]:
    """A list as it is; else what a .names file declares, the one that is named or the one beside the data."""
    columns = file.columns
    if columns is not None and not isinstance(columns, str | Path):
        names = [str(name) for name in columns]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise BadInput(f"columns= names {twice[0]!r} twice; every column needs a name of its own")
        return names
    if columns is None:
        beside = Path(file.path).with_name(f"{file.inner.stem}.names")
        if file.raw is not None or not beside.exists():
            raise BadInput(
                f"{file.what} has no line with the names of its columns; put {beside.name} beside it or give columns=[...]; "
                "if its first line names them, call it .csv"
            )
        return read_names(read_bytes(beside), beside.name, file.encoding)
    stated = Path(columns)
    if not stated.exists() and not stated.suffix:
        raise UnknownName("layout of columns or .names file", str(columns), LAYOUTS)
    return read_names(read_bytes(stated), stated.name, file.encoding)


def _cells(lines: Sequence[str], separator: str | None, width: int) -> list[tuple[int, list[str]]]:
    """The cells of each row that is not empty, with its line; a last full stop (KDD Cup, C4.5) is taken off.

    Where no separator is stated, the one is taken that gives most of the first rows as many cells as there are columns.
    """
    filled = [(number, line.strip()) for number, line in enumerate(lines, start=1) if line.strip()]
    filled = [(number, re.split(r"\s\|", line)[0]) for number, line in filled if not line.startswith("|")]
    stopped = bool(filled) and all(line.endswith(".") for _, line in filled)
    bare = [(number, line[:-1] if stopped else line) for number, line in filled]
    if separator is not None:
        return [(number, _parts(line, separator)) for number, line in bare]
    marks = [*(mark for mark in SEPARATORS if mark != "|"), " "]
    fits = {mark: sum(len(_parts(line, mark)) == width for _, line in bare[:50]) for mark in marks}
    several = {mark: all(len(_parts(line, mark)) > 1 for _, line in bare[:50]) for mark in marks}
    likely = max(marks, key=lambda mark: (fits[mark], several[mark]))  # the first of those that fit alike
    return [(number, _parts(line, likely)) for number, line in bare]


def _parts(line: str, separator: str) -> list[str]:
    if separator == " ":
        return [token[1] if token[1] is not None else token[2] for token in _TOKEN.finditer(line)]
    return [cell.strip().strip('"') for cell in line.split(separator)]


def _typed(rows: list[tuple[int, list[str]]], names: Names, *, name: str, source: str) -> ColumnTable:
    """Columns of the kinds that were declared; values that were not are refused with their line."""
    problems: list[str] = []
    lines = [line for line, _ in rows]
    columns: list[Column] = []
    values = []
    for index, attribute in enumerate(names.attributes):
        cells = [row[index] for _, row in rows]
        if attribute.kind is ColumnKind.NOMINAL and not attribute.levels:
            free = FreeColumn(_MISSING, _MISSING, wordy=True)
            free.add(cells)
            column, coded = free.finish(attribute.name, [], decimal_commas=False)
        else:
            built = AttributeReader(attribute)
            before = len(problems)
            built.add(cells, lines, problems)
            column, coded = built.finish() if len(problems) == before else (Column(name=attribute.name), [])  # type: ignore[assignment]
        columns.append(column)
        values.append(coded)
    refuse(source, problems)
    numeric = frozenset(attribute.name for attribute in names.attributes if attribute.kind is ColumnKind.NUMERIC)
    return ColumnTable(name=name, columns=tuple(columns), values=tuple(values), source=source, measured=numeric)


UCI = Format(
    name="uci",
    title="UCI and C4.5",
    endings=(".data", ".names"),
    about="Rows without a heading, as the UCI repository and the KDD Cup give them; the .names file beside them, or columns=, names the columns.",
    bounds="as many cells in each row as there are names",
    cost="read whole",
    example=b"1,x\n2.5,y\n",
    table=_table,
    headless=True,
)

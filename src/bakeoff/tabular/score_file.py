"""A file of scores as named columns of text, whatever program wrote it; what is wrong with its form told at once."""

import csv
import re
from pathlib import Path

from bakeoff.core.errors import BadInput, Problems
from bakeoff.tabular.chunks import is_parquet
from bakeoff.tabular.encoding import decode, read_bytes
from bakeoff.tabular.parquet import read_parquet

__all__ = ["read_csv"]

SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}
_DECIMAL_COMMA = re.compile(r"[+-]?\d+,\d+%?")
_DECIMAL_POINT = re.compile(r"[+-]?\d*\.\d+%?")


def read_csv(source: str | Path, content: bytes | None = None) -> dict[str, list[str]]:
    r"""The columns of a CSV file (commas, semicolons, tabs or bars) as text; `content` is given if already read.

    A decimal comma is understood where commas do not separate the cells.  A Parquet file is known by its suffix.

    >>> read_csv("x.csv", b"data;a;b\niris;0,9;0,8\n")
    {'data': ['iris'], 'a': ['0.9'], 'b': ['0.8']}
    """
    what = str(source)
    if content is None and is_parquet(what):
        return _parquet(Path(source))
    lines = decode(read_bytes(Path(source)) if content is None else content, what)
    if not any(line.strip() for line in lines):
        raise BadInput(
            f"{what} is empty; its first line names the columns, and a row for each data set or split follows"
        )
    first = next(line for line in lines if line.strip())
    if first.lstrip()[:1] in {"{", "[", "<"}:
        raise BadInput(f"{what} is no CSV: its first line must name the columns, as data,first,second")
    mark = max(SEPARATORS, key=first.count)
    if not first.count(mark) and len(first.split()) > 1:
        raise BadInput(f"{what} has no separator: put {', '.join(SEPARATORS.values())} between the cells, not blanks")
    rows = [(line, row) for line, row in _rows(what, lines, mark) if any(cell.strip() for cell in row)]
    if len(rows) < 2:
        raise BadInput(f"{what} holds no rows below its heading; the first line names the learners")
    names = _names(what, rows[0][1])
    _refuse_ragged(what, len(names), rows[1:])
    columns = {name: [row[i].strip() for _, row in rows[1:]] for i, name in enumerate(names)}
    return columns if mark == "," else _with_points(what, columns)


def _parquet(path: Path) -> dict[str, list[str]]:
    """The columns of a Parquet file as the text a CSV would hold: numbers to their last digit, nothing where they lack."""
    table = read_parquet(path, str(path))
    if not table.num_rows:
        raise BadInput(
            f"{path} holds no rows; its columns are the learners, and a row for each data set or split follows"
        )
    rows = [one for one in (table.schema.pandas_metadata or {}).get("index_columns", ()) if isinstance(one, str)]
    order = [
        *rows,
        *(one for one in table.column_names if one not in rows),
    ]  # an index names the rows, so it comes first
    cells = [["" if cell is None else str(cell) for cell in table[name].to_pylist()] for name in order]
    names = _names(str(path), ["index" if one.startswith("__index_level_") else one for one in order])
    return dict(zip(names, cells, strict=True))


def _rows(what: str, lines: list[str], mark: str) -> list[tuple[int, list[str]]]:
    """The records, each with the line it starts on."""
    reader = csv.reader((f"{line}\n" for line in lines), delimiter=mark)
    found, line = [], 1
    try:
        for row in reader:
            found.append((line, row))
            line = reader.line_num + 1
    except csv.Error as error:
        raise BadInput(f"{what}: line {line} cannot be read ({error}); look for a quote that is never closed") from None
    return found


def _names(what: str, cells: list[str]) -> list[str]:
    """The names of the columns; only the first, which names the rows, may be empty."""
    names = [name.strip() for name in cells]
    problems = [f"column {i + 1} has no name; add one to the heading" for i, one in enumerate(names) if i and not one]
    twice = sorted({one for one in names if one and names.count(one) > 1})
    problems += [f"two columns are called {one!r}; rename one" for one in twice]
    if len(names) > 1 and all(_DECIMAL_POINT.fullmatch(one) for one in names[1:]):
        problems.append(f"the first line holds numbers ({', '.join(names[1:4])}) where names belong; add a heading")
    if problems:
        raise Problems(what, problems)
    return names


def _refuse_ragged(what: str, width: int, rows: list[tuple[int, list[str]]]) -> None:
    ragged = [
        f"line {line} has {len(row)} {'cell' if len(row) == 1 else 'cells'}, the heading has {width}"
        for line, row in rows
        if len(row) != width
    ]
    if ragged:
        ragged[0] += "; give every column its cell, and put semicolons between cells if numbers have decimal commas"
        raise Problems(what, ragged[:10])


def _with_points(what: str, columns: dict[str, list[str]]) -> dict[str, list[str]]:
    """Decimal commas as points; refused where both occur, for one of them must be something else."""
    cells = [cell for column in columns.values() for cell in column]
    commas = [cell for cell in cells if _DECIMAL_COMMA.fullmatch(cell)]
    points = [cell for cell in cells if _DECIMAL_POINT.fullmatch(cell)]
    if commas and points:
        raise BadInput(f"{what} writes both {commas[0]} and {points[0]}; use one decimal mark throughout")
    if not commas:
        return columns
    return {
        name: [cell.replace(",", ".") if _DECIMAL_COMMA.fullmatch(cell) else cell for cell in column]
        for name, column in columns.items()
    }

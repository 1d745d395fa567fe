"""How every verb reads and prints: results to stdout, notes to stderr, tables that fit the terminal, JSON without NaN."""

import json
import os
import re
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

import click

from bakeoff.core.json_safe import json_safe

if TYPE_CHECKING:
    from bakeoff.report.tables.table import Row, Table

__all__ = [
    "aligned_table",
    "as_json",
    "columns",
    "drop_row_numbers",
    "fitted",
    "harmless",
    "headed",
    "json_option",
    "note",
    "print_result",
    "progress_of_rows",
    "warn",
    "width_of",
    "width_of_terminal",
    "wrap_text",
]


def json_option(command: Any) -> Any:
    """The `--json` switch, the same on every verb."""
    return click.option("--json", "as_object", is_flag=True, help="Print one JSON object instead of text.")(command)


def as_json(verb: str, payload: Mapping[str, Any]) -> str:
    """One object whose first key names its schema.

    >>> print(as_json("status", {"done": 3}))
    {"schema": "bakeoff.status/1", "done": 3}
    """
    body = {"schema": f"bakeoff.{verb}/1", **json_safe(payload)}
    text = json.dumps(body, ensure_ascii=False, allow_nan=False, indent=2 if sys.stdout.isatty() else None)
    return _STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


# Control characters, overrides of direction, halves of surrogate pairs; colours, line ends and tabs are left alone.
_STEERING = re.compile(r"(?!\x1b\[[0-9;]*m|\r?\n|\t)[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def harmless(text: str) -> str:
    r"""The text without what would steer a terminal: the last wall, for names are cleaned where they are put into sentences.

    >>> harmless("tree\x1b[2J\x9b1A\n\x1b[1mbold\x1b[0m")
    'tree\ufffd[2J\ufffd1A\n\x1b[1mbold\x1b[0m'
    """
    return _STEERING.sub("\ufffd", text)


def print_result(text: str) -> None:
    """A result, to stdout."""
    click.echo(harmless(text), color=_color())


def width_of_terminal() -> int | None:
    """Columns of the terminal that stdout is; None where a program or a file may be reading."""
    if not sys.stdout.isatty():
        return None
    import shutil

    return shutil.get_terminal_size().columns


def wrap_text(text: str, indent: str = "") -> str:
    """Sentences broken to the width of the terminal, each line for itself; left whole where a program may be reading.

    What goes on in the next line stands under the line's own beginning unless `indent` says otherwise.
    """
    width = width_of_terminal()
    if width is None:
        return text
    import textwrap

    return "\n".join(
        textwrap.fill(
            line, min(width, 100), break_long_words=False,
            subsequent_indent=indent or " " * (len(line) - len(line.lstrip())),
        )
        for line in text.split("\n")
    )  # fmt: skip


def headed(headline: str, rest: str) -> str:
    """Both as prose, the headline in bold, however the lines break."""
    text, left = wrap_text(headline + rest), len("".join(headline.split()))
    end = 0
    while left:
        left -= not text[end].isspace()
        end += 1
    return click.style(text[:end], bold=True) + text[end:]


def note(text: str) -> None:
    """Something about the way there, to stderr."""
    click.echo(harmless(text), err=True, color=_color())


def warn(text: str, *, mild: bool = False) -> None:
    """Something the reader should know before believing the result, to stderr; mild: good to know."""
    from bakeoff.core.text import clean

    head = "note:" if mild else "warning:"
    text = clean(text)  # names of learners, data sets and columns are strangers' text
    styled = click.style(head, fg="cyan" if mild else "yellow")
    note(styled + wrap_text(f"{head} {text}", indent="  ").removeprefix(head))


@contextmanager
def progress_of_rows() -> "Iterator[Callable[[str, int], None] | None]":
    """A listener that keeps one line about rows up to date; None where nobody sees stderr, and gone in the end."""
    if not sys.stderr.isatty():
        yield None
        return

    def tell(what: str, rows: int) -> None:
        click.echo(f"\r\x1b[K{rows:,} rows {harmless(what)}", err=True, nl=False)

    try:
        yield tell
    finally:
        click.echo("\r\x1b[K", err=True, nl=False)


def _color() -> bool | None:
    return False if os.environ.get("NO_COLOR") else None


def aligned_table(titles: Sequence[str], rows: Sequence[Sequence[str]], align: str = "", *, names: int = 1) -> str:
    """A table as aligned text that keeps to the terminal; `align` has one of l, r, c per column.

    >>> print(aligned_table(["data set", "nb"], [["iris", "0.95"], ["wine", "1.00"]], "lr"))
    data set    nb
    --------------
    iris      0.95
    wine      1.00
    """
    from bakeoff.report.tables.plain_text import Table

    return fitted(Table.of(titles, rows, align=align), names=names)


_LEAST = 24  # letters that a column of words needs to be read


def fitted(table: "Table", width: int | None = None, *, names: int = 1) -> str:
    """The table as text, no wider than the terminal; as it is where a program or a file may be reading.

    The first `names` columns name a row and stand before every part of a table that is too wide.
    """
    from bakeoff.report.tables.plain_text import to_text

    width = width or width_of_terminal()
    if width is None:
        return to_text(table)
    held = _broken(table, width, names)
    if width_of(held) > width:
        held = _broken(_short(table, width, names), width, names)
    parts = [to_text(one).splitlines() for one in _blocks(held, width, names)]
    said = len(table.notes)  # to_text writes them last, one in a line
    bodies = ["\n".join(lines[: len(lines) - said]) for lines in parts]
    return "\n".join(["\n\n".join(bodies), *map(wrap_text, parts[0][len(parts[0]) - said :])])


def _broken(table: "Table", width: int, names: int) -> "Table":
    """Columns of words over as many lines as they need, if that is enough to find room."""
    from bakeoff.report.tables.table import Cell, Row

    widths, over, rooms = _widths(table), width_of(table) - width, dict[int, int]()
    for at in range(len(widths) - 1, names - 1, -1):
        if over > 0 and table.columns[at].align == "left" and widths[at] > _LEAST:
            rooms[at] = max(widths[at] - over, _LEAST)
            over -= widths[at] - rooms[at]
    if over > 0 or not rooms:
        return table

    def lines(row: "Row") -> "Iterator[Row]":
        parts = [
            textwrap.wrap(one.text, rooms[at], break_long_words=False) if at in rooms else [one.text]
            for at, one in enumerate(row.cells)
        ]
        for at, texts in enumerate(zip_longest(*parts, fillvalue="")):
            yield Row(
                cells=tuple(
                    Cell(text=text) if at else replace(cell, text=text)
                    for cell, text in zip(row.cells, texts, strict=True)
                ),
                summary=row.summary,
            )

    return replace(table, rows=tuple(line for row in table.rows for line in lines(row)))


def _short(table: "Table", width: int, names: int) -> "Table":
    """Long names without their middle, unless two would then look alike."""
    from bakeoff.core.text import elide

    most = max(2 * width // (5 * names), _LEAST // names)
    rows = [tuple(elide(cell.text, most) for cell in row.cells[:names]) for row in table.rows]
    if len(set(rows)) < len({tuple(cell.text for cell in row.cells[:names]) for row in table.rows}):
        return table
    return replace(
        table,
        rows=tuple(
            replace(row, cells=(*(replace(cell, text=text) for cell, text in zip(row.cells, shown, strict=False)),
                                *row.cells[names:]))
            for row, shown in zip(table.rows, rows, strict=True)
        ),
    )  # fmt: skip


def width_of(table: "Table") -> int:
    """Columns of a terminal that the table takes."""
    widths = _widths(table)
    return sum(widths) + 2 * (len(widths) - 1)


def _blocks(table: "Table", width: int, names: int) -> "Iterator[Table]":
    """As many columns at a time as find room beside the names of the rows."""
    widths = _widths(table)
    first = list(range(names))
    least = sum(widths[:names]) + 2 * (names - 1)
    held, used = [*first], least
    for at in range(names, len(widths)):
        if len(held) > names and used + 2 + widths[at] > width:
            yield _some(table, held, names)
            held, used = [*first], least
        held.append(at)
        used += 2 + widths[at]
    yield _some(table, held, names)


def _widths(table: "Table") -> list[int]:
    """With room for the star of what is bold, and for marks."""
    from bakeoff.report.tables.table import widths_of

    starred = [any(row.cells[at].bold for row in table.rows) for at in range(len(table.columns))]
    marked = 2 * any(cell.mark for row in table.rows for cell in row.cells)
    found = [width + star for width, star in zip(widths_of(table), starred, strict=True)]
    return [found[0], *(width + marked for width in found[1:])]


def _some(table: "Table", kept: list[int], names: int) -> "Table":
    return replace(
        table,
        columns=tuple(table.columns[at] for at in kept),
        rows=tuple(replace(row, cells=tuple(row.cells[at] for at in kept)) for row in table.rows),
        caption=table.caption if kept[names : names + 1] in ([], [names]) else "",
    )


def columns(source: str) -> dict[str, list[str]]:
    """Named columns of text; "-" is stdin."""
    from bakeoff.tabular.reading import read

    return read(source).columns()


def drop_row_numbers(table: dict[str, list[str]]) -> dict[str, list[str]]:
    """The table without a first column that only counts the rows; a note reports it."""
    from bakeoff.comparisons.evidence.table_steps.row_numbers import drop_row_numbers

    rest, _, notes = drop_row_numbers(table)
    for remark in notes:
        note(str(remark))
    return {name: list(cells) for name, cells in rest.items()}

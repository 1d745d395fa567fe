"""Tables that keep to the width of the terminal: words are broken, long names shortened, columns stand below each other."""

import textwrap
from collections.abc import Iterator
from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING

from bakeoff.cli.output.printing import width_of_terminal, wrap_text

if TYPE_CHECKING:
    from bakeoff.report.tables.table import Row, Table

__all__ = ["fitted", "width_of"]

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

"""Tables that keep to the width of the terminal: long words at the end are broken, many columns stand below each other."""

import textwrap
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from bakeoff.cli.say import prose, width_of_terminal

if TYPE_CHECKING:
    from bakeoff.report.cells import Row, Table

__all__ = ["fitted", "width_of"]

_LEAST = 24  # letters that a column of words needs to be read


def fitted(table: "Table", width: int | None = None, *, names: int = 1) -> str:
    """The table as text, no wider than the terminal; as it is where a program or a file may be reading.

    The first `names` columns name a row and stand before every part of a table that is too wide.
    """
    from bakeoff.report.table import to_text

    width = width or width_of_terminal()
    if width is None:
        return to_text(table)
    parts = [to_text(one).splitlines() for one in _blocks(_broken(table, width), width, names)]
    said = len(table.notes)  # to_text writes them last, one in a line
    bodies = ["\n".join(lines[: len(lines) - said]) for lines in parts]
    return "\n".join(["\n\n".join(bodies), *map(prose, parts[0][len(parts[0]) - said :])])


def _broken(table: "Table", width: int) -> "Table":
    """The words of the last column, if it holds words, over as many lines as they need."""
    from bakeoff.report.cells import Cell, Row

    widths = _widths(table)
    room = width - sum(widths[:-1]) - 2 * (len(widths) - 1)
    if widths[-1] <= room or room < _LEAST or table.columns[-1].align != "left":
        return table

    def lines(row: "Row") -> "Iterator[Row]":
        first, *more = textwrap.wrap(row.cells[-1].text, room) or [""]
        yield replace(row, cells=(*row.cells[:-1], replace(row.cells[-1], text=first)))
        for text in more:
            yield Row(cells=(*(Cell() for _ in row.cells[:-1]), Cell(text=text)), summary=row.summary)

    return replace(table, rows=tuple(line for row in table.rows for line in lines(row)))


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
    from bakeoff.report.cells import widths_of

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

"""Tables that keep to the width of the terminal: long words at the end are broken, many columns stand below each other."""

import textwrap
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from bakeoff.cli.say import prose, width_of_terminal

if TYPE_CHECKING:
    from bakeoff.report.cells import Row, Table

__all__ = ["fitted"]

_LEAST = 24  # letters that a column of words needs to be read


def fitted(table: "Table") -> str:
    """The table as text, no wider than the terminal; as it is where a program or a file may be reading."""
    from bakeoff.core.text import clean
    from bakeoff.report.table import to_text

    width = width_of_terminal()
    if width is None:
        return to_text(table)
    bare = replace(table, notes=())
    parts = [to_text(one) for one in _blocks(_broken(bare, width), width)]
    return "\n".join(["\n\n".join(parts), *(prose(clean(note)) for note in table.notes)])


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


def _blocks(table: "Table", width: int) -> "Iterator[Table]":
    """As many columns at a time as find room beside the names of the rows."""
    widths = _widths(table)
    held, used = [0], widths[0]
    for at in range(1, len(widths)):
        if len(held) > 1 and used + 2 + widths[at] > width:
            yield _some(table, held)
            held, used = [0], widths[0]
        held.append(at)
        used += 2 + widths[at]
    yield _some(table, held)


def _widths(table: "Table") -> list[int]:
    """With room for the star of what is bold."""
    from bakeoff.report.cells import widths_of

    starred = [any(row.cells[at].bold for row in table.rows) for at in range(len(table.columns))]
    return [width + star for width, star in zip(widths_of(table), starred, strict=True)]


def _some(table: "Table", kept: list[int]) -> "Table":
    return replace(
        table,
        columns=tuple(table.columns[at] for at in kept),
        rows=tuple(replace(row, cells=tuple(row.cells[at] for at in kept)) for row in table.rows),
        caption=table.caption if kept[1:2] in ([], [1]) else "",
    )

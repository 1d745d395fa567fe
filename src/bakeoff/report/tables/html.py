"""A table as an HTML element: headings with scopes, marks that are read aloud, and a region that scrolls by itself."""

from bakeoff.report.render.escape import html_text
from bakeoff.report.tables.html_layout import layout_classes, text_pieces, value_and_rest
from bakeoff.report.tables.table import Cell, Column, Row, Table

__all__ = ["to_html"]

_SPOKEN = {"●": "better", "○": "worse"}  # what a screen reader says for a mark; others are read by their own name


def to_html(table: Table) -> str:
    """A table element with scoped headings, inside a region that scrolls by itself on a narrow screen."""
    shape = layout_classes(table)
    marked = max((len(cell.mark) for row in table.rows for cell in row.cells), default=0)
    head = "".join(_heading(column, upright="upright" in shape) for column in table.columns)
    body = "".join(_row(table, row, marked=marked, cards="cards" in shape) for row in table.rows)
    caption = f"<caption><span>{html_text(table.caption)}</span></caption>" if table.caption else ""
    notes = "".join(f"<p>{html_text(note)}</p>" for note in table.notes)
    name = html_text(table.caption or "table")
    kinds = f' class="{" ".join(shape)}"' if shape else ""
    return (
        f'<div class="table" tabindex="0" role="region" aria-label="{name}"><table{kinds}>{caption}'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
        + (f'<div class="notes">{notes}</div>' if notes else "")
    )


def _broken(text: str) -> str:
    """With places where a line may end."""
    return "<wbr>".join(map(html_text, text_pieces(text)))


def _heading(column: Column, *, upright: bool) -> str:
    title = _broken(column.title)
    title = f"<span>{title}</span>" if upright and column.align == "right" else title
    word = "" if " " in column.title or "<wbr>" in title else " word"  # a browser would break W/T/L
    return f'<th scope="col" class="{column.align}{word}">{title}</th>'


def _row(table: Table, row: Row, *, marked: int, cards: bool) -> str:
    cells = []
    for at, (cell, column) in enumerate(zip(row.cells, table.columns, strict=True)):
        classes = " ".join(filter(None, (column.align, cell.tone, "best" if cell.bold and at else "")))
        head = f' data-head="{html_text(column.title)}"' if cards and at and cell.text else ""
        if at == 0:
            cells.append(f'<th scope="row" class="{classes}">{_broken(cell.text)}</th>')
        elif column.align == "right":
            cells.append(f'<td class="{classes}"{head}>{_number(cell, marked=marked)}</td>')
        else:
            cells.append(f'<td class="{classes}"{head}>{_bold(cell, _broken(cell.text))}{_mark(cell, marked)}</td>')
    kind = ' class="summary"' if row.summary else ""
    return f"<tr{kind}>{''.join(cells)}</tr>"


def _bold(cell: Cell, text: str) -> str:
    return f"<b>{text}</b>" if cell.bold and text else text


def _number(cell: Cell, *, marked: int) -> str:
    """The number, its error, its mark; the error may go below the number."""
    value, rest = (html_text(part) for part in value_and_rest(cell.text))
    if not rest:
        return _bold(cell, value) + _mark(cell, marked)
    return f'<span class="pair">{_bold(cell, value)} <span class="rest">{rest}</span>{_mark(cell, marked)}</span>'


def _mark(cell: Cell, marked: int) -> str:
    if not marked:
        return ""
    spoken = html_text(_SPOKEN.get(cell.mark, cell.mark))
    kind = {"●": " up", "○": " down"}.get(cell.mark, "") if marked == 1 else " several" if marked < 4 else " many"
    sign = f'<span class="mark{kind}" aria-hidden="true">{html_text(cell.mark)}</span>'
    return sign + (f'<span class="spoken"> {spoken}</span>' if cell.mark else "")

"""Tables as text, HTML, Markdown, LaTeX (booktabs) and CSV. Bold and marks survive in each."""

from bakeoff.core.text import clean
from bakeoff.report.render.escape import csv_field, markdown_text
from bakeoff.report.tables.html import to_html
from bakeoff.report.tables.latex import to_latex
from bakeoff.report.tables.table import (
    Cell,
    ColumnHeading,
    Row,
    Table,
    columns_needed,
    plain,
    should_transpose,
    transpose,
    without_empty,
)

__all__ = [
    "Cell",
    "ColumnHeading",
    "Row",
    "Table",
    "should_transpose",
    "to_csv",
    "to_html",
    "to_latex",
    "to_markdown",
    "to_text",
    "transpose",
    "without_empty",
]


def _pad(text: str, width: int, align: str) -> str:
    room = width - columns_needed(text)
    if align == "right":
        return " " * room + text
    left = room // 2 if align == "center" else 0
    return " " * left + text + " " * (room - left)


def to_text(table: Table) -> str:
    """Aligned plain text; the best of a row carries a star, since plain text has no bold."""
    marked = any(cell.mark for row in table.rows for cell in row.cells)
    body = [[_text_cell(cell, index, marked=marked) for index, cell in enumerate(row.cells)] for row in table.rows]
    head = [clean(column.title) for column in table.columns]
    widths = [max(map(columns_needed, column)) for column in zip(head, *body, strict=True)]
    aligns = [column.align for column in table.columns]

    def line(cells: list[str]) -> str:
        return "  ".join(map(_pad, cells, widths, aligns)).rstrip()

    rule = "-" * (sum(widths) + 2 * (len(widths) - 1))
    lines = [clean(table.caption)] if table.caption else []
    lines += [line(head), rule]
    previous = False
    for row, cells in zip(table.rows, body, strict=True):
        if row.summary and not previous:
            lines.append(rule)
        previous = row.summary
        lines.append(line(cells))
    return "\n".join([*lines, *(clean(note).replace("in bold", "starred") for note in table.notes)])


def _text_cell(cell: Cell, index: int, *, marked: bool) -> str:
    star = "*" if cell.bold and index else ""
    mark = f" {cell.mark or ' '}" if marked and index else ""
    return f"{star}{clean(cell.text)}{mark}"


def to_csv(table: Table) -> str:
    """Comma-separated, every field safe to open in a spreadsheet; marks have their own text after the number."""
    lines = [[column.title for column in table.columns], *([plain(cell) for cell in row.cells] for row in table.rows)]
    return "".join(",".join(map(csv_field, line)) + "\r\n" for line in lines)


def to_markdown(table: Table) -> str:
    """A pipe table, caption in bold above, notes below."""
    rules = {"left": ":---", "right": "---:", "center": ":---:"}
    lines = [f"**{markdown_text(table.caption)}**", ""] if table.caption else []
    lines.append("| " + " | ".join(markdown_text(column.title) for column in table.columns) + " |")
    lines.append("| " + " | ".join(rules[column.align] for column in table.columns) + " |")
    lines += ["| " + " | ".join(_markdown_cell(cell) for cell in row.cells) + " |" for row in table.rows]
    if table.notes:
        lines += ["", *(line for note in table.notes for line in (markdown_text(note), ""))][:-1]
    return "\n".join(lines)


def _markdown_cell(cell: Cell) -> str:
    text = markdown_text(cell.text)
    text = f"**{text}**" if cell.bold and text else text
    return f"{text} {markdown_text(cell.mark)}" if cell.mark else text

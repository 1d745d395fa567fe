"""Table: one description, shown as text, HTML, Markdown, LaTeX (booktabs) and CSV. Bold and marks survive in each."""

from bakeoff.core.text import clean
from bakeoff.report.booktabs import to_latex
from bakeoff.report.cells import (
    Cell,
    Column,
    Row,
    Table,
    better_turned,
    plain,
    prose_of,
    room_of,
    transpose,
    unbroken,
    widths_of,
    without_empty,
)
from bakeoff.report.escape import csv_field, html_text, markdown_text

__all__ = [
    "Cell",
    "Column",
    "Row",
    "Table",
    "better_turned",
    "to_csv",
    "to_html",
    "to_latex",
    "to_markdown",
    "to_text",
    "transpose",
    "without_empty",
]

_LINE = 98  # letters beside the names of rows in a browser
_WORD = 24  # letters of a word that may be broken on paper, where nothing scrolls
_CLOSE = (("vast", 1.75), ("packed", 1.25), ("dense", 1.0))  # how close columns are set that need so many lines
_SHEET = 1500  # letters from which a table may go on overleaf, of long texts a third
_LONG = 30  # letters from which a name gets more room
_SPOKEN = {"●": "better", "○": "worse"}  # what a screen reader says for a mark; others are read by their own name


def _pad(text: str, width: int, align: str) -> str:
    room = width - room_of(text)
    if align == "right":
        return " " * room + text
    left = room // 2 if align == "center" else 0
    return " " * left + text + " " * (room - left)


def to_text(table: Table) -> str:
    """Aligned plain text; the best of a row carries a star, since plain text has no bold."""
    marked = any(cell.mark for row in table.rows for cell in row.cells)
    body = [[_text_cell(cell, at, marked=marked) for at, cell in enumerate(row.cells)] for row in table.rows]
    head = [clean(column.title) for column in table.columns]
    widths = [max(map(room_of, column)) for column in zip(head, *body, strict=True)]
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


def _text_cell(cell: Cell, at: int, *, marked: bool) -> str:
    star = "*" if cell.bold and at else ""
    mark = f" {cell.mark or ' '}" if marked and at else ""
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


def to_html(table: Table) -> str:
    """A table element with scoped headings, inside a region that scrolls by itself on a narrow screen."""
    marked = max((len(cell.mark) for row in table.rows for cell in row.cells), default=0)
    head = "".join(f'<th scope="col" class="{column.align}">{html_text(column.title)}</th>' for column in table.columns)
    body = "".join(_html_row(table, row, marked=marked) for row in table.rows)
    caption = f"<caption><span>{html_text(table.caption)}</span></caption>" if table.caption else ""
    notes = "".join(f"<p>{html_text(note)}</p>" for note in table.notes)
    name = html_text(table.caption or "table")
    return (
        f'<div class="table" tabindex="0" role="region" aria-label="{name}"><table{_shape(table)}>{caption}'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
        + (f'<div class="notes">{notes}</div>' if notes else "")
    )


def _shape(table: Table) -> str:
    """Classes for the style sheet: few short columns need no whole line, many are set closer, long names get room."""
    widths, needed = widths_of(table), sum(width + 2 for width in unbroken(table)[1:])
    kinds = ["narrow"] if len(widths) < 4 and sum(widths) < _LINE // 2 else []
    kinds += [name for name, more in _CLOSE if needed > more * _LINE][:1]
    kinds += ["long"] if any(room_of(row.cells[0].text) > _LONG for row in table.rows if not row.summary) else []
    cells = [cell.text for row in table.rows for cell in row.cells]
    letters = sum(map(len, cells))
    kinds += ["prose"] if letters > (_SHEET // 3 if prose_of(table) else _SHEET) else []
    words = [word for text in (*(column.title for column in table.columns), *cells) for word in text.split()]
    kinds += ["broken"] if any(len(word) > _WORD for word in words) else []
    return f' class="{" ".join(kinds)}"' if kinds else ""


def _html_row(table: Table, row: Row, *, marked: int) -> str:
    cells = []
    for at, (cell, column) in enumerate(zip(row.cells, table.columns, strict=True)):
        classes = " ".join(filter(None, (column.align, cell.tone, "best" if cell.bold and at else "")))
        if at == 0:
            cells.append(f'<th scope="row" class="{classes}">{html_text(cell.text)}</th>')
        else:
            cells.append(f'<td class="{classes}">{_html_cell(cell, marked=marked)}</td>')
    kind = ' class="summary"' if row.summary else ""
    return f"<tr{kind}>{''.join(cells)}</tr>"


def _html_cell(cell: Cell, *, marked: int) -> str:
    text = html_text(cell.text)
    text = f"<b>{text}</b>" if cell.bold and text else text
    if not marked:
        return text
    spoken = html_text(_SPOKEN.get(cell.mark, cell.mark))
    kind = {"●": " up", "○": " down"}.get(cell.mark, "") if marked == 1 else " several" if marked < 4 else " many"
    sign = f'<span class="mark{kind}" aria-hidden="true">{html_text(cell.mark)}</span>'
    return text + sign + (f'<span class="spoken"> {spoken}</span>' if cell.mark else "")

"""Table: one description, shown as text, HTML, Markdown, LaTeX (booktabs) and CSV. Bold and marks survive in each."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from unicodedata import combining, east_asian_width

from bakeoff.core.errors import BadInput
from bakeoff.core.text import clean
from bakeoff.report.escape import csv_field, html_text, latex_breakable, latex_text, markdown_text

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

_LINE = 88  # letters beside the names of rows in a browser
_SHEET = 1500  # letters from which a table may go on overleaf
_BESIDE = 6  # columns of scores that find room beside each other
_PAGE = 88  # letters of a line of our LaTeX document
_LONG = 30  # letters from which a column is prose
_SPOKEN = {"●": "better", "○": "worse"}  # what a screen reader says for a mark; others are read by their own name


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One entry: its text, whether it is the best of its row, and a mark beside it."""

    text: str = ""
    bold: bool = False
    mark: str = ""
    tone: str = ""  # "good", "bad", "quiet": colour in HTML only, never the only carrier of a meaning
    value: float | None = None  # the number behind the text, for JSON
    unit: str = ""  # what that number is, where the text shows another one


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A heading and how the entries below it line up."""

    title: str
    align: str = "left"  # or "right", "center"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A line of cells; a summary row stands below a rule."""

    cells: tuple[Cell, ...]
    summary: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """What is to be shown; the first cell of each row names the row."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    caption: str = ""
    notes: tuple[str, ...] = ()
    label: str = ""

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row.cells) != len(self.columns):
                raise BadInput(
                    f"a row of table {self.caption!r} has {len(row.cells)} cells for {len(self.columns)} columns"
                )

    @classmethod
    def of(cls, titles: Sequence[str], rows: Sequence[Sequence[str]], *, align: str = "", caption: str = "") -> "Table":
        """From plain strings; `align` has one of l, r, c per column.

        >>> print(to_text(Table.of(["a", "b"], [["x", "1.0"]], align="lr")))
        a    b
        ------
        x  1.0
        """
        names = {"l": "left", "r": "right", "c": "center"}
        aligns = [names[one] for one in align.ljust(len(titles), "l")]
        return cls(
            columns=tuple(Column(title=title, align=how) for title, how in zip(titles, aligns, strict=True)),
            rows=tuple(Row(cells=tuple(Cell(text=text) for text in row)) for row in rows),
            caption=caption,
        )


def transpose(table: Table, title: str = "") -> Table:
    """Rows become columns; `title` heads the first column, which keeps its heading if none is given."""
    first = replace(table.columns[0], title=title or table.columns[0].title)
    columns = (first, *(Column(title=row.cells[0].text, align="right") for row in table.rows))
    rows = tuple(
        Row(cells=(Cell(text=column.title), *(row.cells[at] for row in table.rows)))
        for at, column in enumerate(table.columns)
        if at > 0
    )
    return Table(columns=columns, rows=rows, caption=table.caption, notes=table.notes, label=table.label)


def without_empty(table: Table, empty: str = "–") -> Table:
    """The same table without the columns in which no row says anything."""
    keep = [at for at in range(len(table.columns)) if any(row.cells[at].text not in {"", empty} for row in table.rows)]
    return replace(
        table,
        columns=tuple(table.columns[at] for at in keep),
        rows=tuple(replace(row, cells=tuple(row.cells[at] for at in keep)) for row in table.rows),
    )


def _plain(cell: Cell) -> str:
    return f"{clean(cell.text)} {cell.mark}".strip() if cell.mark else clean(cell.text)


def _width(text: str) -> int:
    """Columns a terminal needs."""
    return sum(0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1 for char in text)


def _pad(text: str, width: int, align: str) -> str:
    room = width - _width(text)
    if align == "right":
        return " " * room + text
    left = room // 2 if align == "center" else 0
    return " " * left + text + " " * (room - left)


def to_text(table: Table) -> str:
    """Aligned plain text; the best of a row carries a star, since plain text has no bold."""
    marked = any(cell.mark for row in table.rows for cell in row.cells)
    body = [[_text_cell(cell, at, marked=marked) for at, cell in enumerate(row.cells)] for row in table.rows]
    head = [clean(column.title) for column in table.columns]
    widths = [max(map(_width, column)) for column in zip(head, *body, strict=True)]
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
    lines = [[column.title for column in table.columns], *([_plain(cell) for cell in row.cells] for row in table.rows)]
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


def to_latex(table: Table, *, document: bool = False) -> str:
    r"""A booktabs table that compiles with `\usepackage{booktabs}`.

    In a document of ours (`document`), which loads `array`, `graphicx` and `float`, it stands where it is, columns of
    long prose are broken into lines, and a table that is still too wide shrinks as a whole.
    """
    prose = _prose(table) if document else {}
    wide = document and _latex_width(table, prose) > (_PAGE if not prose else 0.75 * _PAGE)
    lines = [r"\begin{table}[H]" if document else r"\begin{table}[htbp]", r"\centering"]
    lines += [r"\small"] if prose and not wide else []
    lines += [rf"\caption{{{latex_text(table.caption)}}}"] if table.caption else []
    lines += [rf"\label{{{_label(table.label)}}}"] if table.label else []
    lines += [r"\resizebox{\linewidth}{!}{%"] if wide else []
    lines += [rf"\begin{{tabular}}{{{_latex_columns(table, prose, wide=wide)}}}", r"\toprule"]
    lines += [" & ".join(latex_text(column.title) for column in table.columns) + r" \\", r"\midrule"]
    previous = False
    for row in table.rows:
        lines += [r"\midrule"] if row.summary and not previous else []
        previous = row.summary
        lines.append(" & ".join(_latex_cell(cell, narrow=at in prose) for at, cell in enumerate(row.cells)) + r" \\")
    lines += [r"\bottomrule", r"\end{tabular}" + ("}" if wide else "")]
    lines += [rf"\par\smallskip{{\footnotesize {latex_text(note)}}}" for note in table.notes]
    return "\n".join([*lines, r"\end{table}"])


def _widths(table: Table) -> list[int]:
    columns = zip(*([cell.text for cell in row.cells] for row in table.rows), strict=True) if table.rows else ()
    found = [max(map(_width, texts)) for texts in columns] or [0] * len(table.columns)
    return [max(width, _width(column.title)) for width, column in zip(found, table.columns, strict=True)]


def better_turned(columns: int, rows: int) -> bool:
    """Whether a table of so many columns of scores is better read the other way round."""
    return columns > max(_BESIDE, rows)


def _bodies(table: Table) -> list[int]:
    """Letters of each column that may not be broken: its entries, unless they are prose, and words of its heading."""
    prose = _prose(table)
    columns = zip(*([_plain(cell) for cell in row.cells] for row in table.rows), strict=True)
    found = [0 if at in prose else max(map(_width, texts)) for at, texts in enumerate(columns)] or [0]
    return [max(one, *map(len, column.title.split(" "))) for one, column in zip(found, table.columns, strict=False)]


def _prose(table: Table) -> dict[int, int]:
    """Columns of long prose and how long."""
    widths = _widths(table)
    return {at: widths[at] for at, one in enumerate(table.columns) if one.align == "left" and widths[at] > _LONG}


def _latex_width(table: Table, prose: dict[int, int]) -> int:
    """Letters beside each other, without the columns that break."""
    return sum(width + 2 for at, width in enumerate(_widths(table)) if at not in prose)


def _latex_columns(table: Table, prose: dict[int, int], *, wide: bool) -> str:
    """One letter per column; those of prose share the room that the others leave, the longer ones more of it."""
    aligns = [{"left": "l", "right": "r", "center": "c"}[column.align] for column in table.columns]
    room = 0.45 if wide else 0.92 - _latex_width(table, prose) / (1.15 * _PAGE)
    weights = {at: min(width, 4 * _LONG) for at, width in prose.items()}
    for at, weight in weights.items():
        aligns[at] = rf">{{\raggedright\arraybackslash}}p{{{room * weight / sum(weights.values()):.2f}\linewidth}}"
    return "".join(aligns)


def _latex_cell(cell: Cell, *, narrow: bool = False) -> str:
    text = latex_breakable(cell.text) if narrow else latex_text(cell.text)
    text = rf"\textbf{{{text}}}" if cell.bold and text else text
    return f"{text}~{latex_text(cell.mark)}" if cell.mark else text


def _label(text: str) -> str:
    return "".join(char if char.isascii() and (char.isalnum() or char in ":-") else "-" for char in text)


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
    widths, needed = _widths(table), sum(width + 2 for width in _bodies(table)[1:])
    kinds = ["narrow"] if len(widths) < 4 and sum(widths) < _PAGE // 2 else []
    kinds += ["vast"] if needed > 2 * _LINE else ["dense"] if needed > _LINE else []
    kinds += ["long"] if widths and widths[0] > _LONG else []
    kinds += ["prose"] if sum(len(cell.text) for row in table.rows for cell in row.cells) > _SHEET else []
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

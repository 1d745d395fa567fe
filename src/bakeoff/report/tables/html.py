"""A table as an HTML element: headings with scopes, marks that are read aloud, and the layout that lets it fit on a page."""

import re

import numpy as np

from bakeoff.core.text import clean
from bakeoff.figures.drawing.theme import MARKERS, PAPER
from bakeoff.report.render.escape import html_text
from bakeoff.report.tables.table import (
    Cell,
    ColumnHeading,
    Row,
    Table,
    columns_needed,
    plain,
    table_as_sentences,
    widths_of,
)

__all__ = ["COLORS", "SHAPES", "to_html"]

COLORS, SHAPES = len(PAPER.series), len(MARKERS)
_LINE = 106  # letters of the page's width
_NAME, _TEXT = 22, 14  # letters of names and of long texts that are worth a line
_GAP = 2  # letters between columns
_CLOSE = (("vast", 1.75), ("packed", 1.15), ("dense", 1.0))  # how close columns are set that need so many lines
_PAPER, _LETTER, _BESIDE = (
    238.0,
    1.15,
    0.7,
)  # mm of a sheet beside the names, of a letter, between columns, of a vast table
_SHEET = 500  # letters from which a table of long texts may go on overleaf
_TALL = 24  # rows from which any table may
_LONG = 30  # letters from which a name gets more room
_FEWER = 0.85  # how wide the smaller letters under a number are
_VALUE = re.compile(r"(?<!\S)(?=[^\s\d]*+\d)\S++(?: \w{1,3})? (?=± |[\[(])")  # a number, before what it is sure to
_CLOSING = {"[": "]", "(": ")"}
_WHOLE = re.compile(r"\S{13,}")  # shorter words stay in one piece
_SEAM = re.compile(r"(?<=[.,(=_/-])(?=[^\s\d])|(?<=[a-zß-ÿ])(?=[A-ZÀ-Þ])")
_ENDLESS = re.compile(r"\S{24}(?=\S)")  # without a seam it is broken anywhere


def value_and_rest(text: str) -> tuple[str, str]:
    """A number, and the error, interval or count that may stand below it.

    >>> value_and_rest("95.3 ± 0.4"), value_and_rest("+0.4 (4/3/1)"), value_and_rest("FAILED (0/3)")
    (('95.3', '± 0.4'), ('+0.4', '(4/3/1)'), ('FAILED (0/3)', ''))
    """
    if "\n" in text:
        return text, ""
    for number in _VALUE.finditer(text):
        rest = number.end()
        if len(text) > rest + 2 and text.endswith(_CLOSING.get(text[rest], "")):
            return text[: rest - 1], text[rest:]
    return text, ""


def text_pieces(text: str) -> list[str]:
    """Where a line may end, beside the spaces: the seams of a long name or of settings.

    >>> text_pieces("ExtraTreesClassifier(max_depth=3), plain")
    ['Extra', 'Trees', 'Classifier(', 'max_', 'depth=3), plain']
    """
    return _WHOLE.sub(lambda word: _ENDLESS.sub(r"\g<0>\n", _SEAM.sub("\n", word[0])), clean(text)).split("\n")


def layout_classes(table: Table) -> tuple[str, ...]:
    """Classes for the style sheet: few short columns need no whole line, many are set closer, long names get room."""
    widths = widths_of(table)
    kinds = ["narrow"] if len(widths) < 4 and sum(widths) < _LINE // 2 else []
    kinds += _room(table)
    kinds += ["long"] if any(columns_needed(row.cells[0].text) > _LONG for row in table.rows if not row.summary) else []
    cells = [cell.text for row in table.rows for cell in row.cells]
    prose = table_as_sentences(table)
    kinds += ["prose"] if len(table.rows) > _TALL or (prose and sum(map(len, cells)) > _SHEET) else []
    return (*kinds, *(["cards"] if any(prose) else []))  # beside the names of rows, which are column 0


def _room(table: Table) -> list[str]:
    """Where smaller letters are not enough, errors go below their numbers, then headings that are wide stand upright."""
    heads = [_longest(column.title) for column in table.columns]
    body = _body(table, stacked=False)
    enough = dict(_CLOSE)["packed"] * _LINE
    kinds = []
    if _sum(body, heads) > enough and (lower := _body(table, stacked=True)) != body:
        kinds, body = ["stacked"], lower
    if _sum(body, heads) > enough and _sum(body, []) < _sum(body, heads):
        kinds, heads = [*kinds, "upright"], []
    return [*kinds, *[name for name, more in _CLOSE if _sum(body, heads) > more * _LINE][:1]]


def _longest(title: str) -> int:
    return max((len(word) for piece in text_pieces(title) for word in piece.split()), default=0)


def _sum(body: list[float], heads: list[int]) -> float:
    return sum(max(pair) + _GAP for pair in zip(body, heads or [0] * len(body), strict=True))


def _body(table: Table, *, stacked: bool) -> list[float]:
    """Letters of each column that stay on one line; names and long texts go on in the next."""
    widths = [
        max((_width(row.cells[column], stacked=stacked) for row in table.rows), default=0.0)
        for column in range(len(table.columns))
    ]
    return [
        min(width, _NAME if column == 0 else _TEXT) if column in {0, *table_as_sentences(table)} else width
        for column, width in enumerate(widths)
    ]


def _width(cell: Cell, *, stacked: bool) -> float:
    value, rest = value_and_rest(clean(cell.text)) if stacked else (plain(cell), "")
    mark = len(cell.mark) + 1 if stacked and cell.mark else 0
    return max(columns_needed(value) + mark, _FEWER * columns_needed(rest))


_SPOKEN = {"●": "better", "○": "worse"}  # what a screen reader says for a mark; others are read by their own name


def to_html(table: Table) -> str:
    """A table element with scoped headings, inside a region that scrolls by itself on a narrow screen."""
    shape = layout_classes(table)
    marked = max((len(cell.mark) for row in table.rows for cell in row.cells), default=0)
    fit = _columns_on_paper(table, shape)
    head = "".join(
        _heading(column, upright="upright" in shape, beyond=index >= fit) for index, column in enumerate(table.columns)
    )
    body = "".join(_row(table, row, marked=marked, cards="cards" in shape, fit=fit) for row in table.rows)
    caption = f"<caption><span>{html_text(table.caption)}</span></caption>" if table.caption else ""
    notes = "".join(f"<p>{html_text(note)}</p>" for note in table.notes)
    if fit < len(table.columns):
        notes = f'<p class="paper">Printed: {fit - 1} of {len(table.columns) - 1} columns; the page on a screen has all.</p>{notes}'
    name = html_text(table.caption or "table")
    kinds = f' class="{" ".join(shape)}"' if shape else ""
    return (
        f'<div class="table" tabindex="0" role="region" aria-label="{name}"><table{kinds}>{caption}'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
        + (f'<div class="notes">{notes}</div>' if notes else "")
    )


def _columns_on_paper(table: Table, shape: tuple[str, ...]) -> int:
    """How many columns stand side by side on a sheet; a number is never broken, so the others are not printed."""
    if "vast" not in shape:
        return len(table.columns)
    used = np.cumsum([width * _LETTER + _BESIDE for width in _body(table, stacked="stacked" in shape)[1:]])
    return 1 + max(1, int(np.searchsorted(used, _PAPER, side="right")))


def _broken(text: str) -> str:
    """With places where a line may end."""
    return "<wbr>".join(map(html_text, text_pieces(text)))


def _heading(column: ColumnHeading, *, upright: bool, beyond: bool) -> str:
    title = _broken(column.title)
    title = f"<span>{title}</span>" if upright and column.align == "right" else title
    word = "" if " " in column.title or "<wbr>" in title else " word"  # a browser would break W/T/L
    look = "" if column.look is None else f" l{column.look}"
    return f'<th scope="col" class="{column.align}{word}{look}{" beyond" if beyond else ""}">{_marker(column.look)}{title}</th>'


def _marker(look: int | None) -> str:
    """The sign of a learner, in its colour."""
    return "" if look is None else f'<i class="m c{look % COLORS} s{look % SHAPES}"></i>'


def _row(table: Table, row: Row, *, marked: int, cards: bool, fit: int) -> str:
    cells = []
    for index, (cell, column) in enumerate(zip(row.cells, table.columns, strict=True)):
        align = "" if index and column.align == "right" else column.align  # most are, so the style sheet says it once
        best, beyond = "best" if cell.bold and index else "", "beyond" if index >= fit else ""
        classes = " ".join(filter(None, (align, cell.tone, best, beyond)))
        named = f' class="{classes}"' if classes else ""
        head = f' data-head="{html_text(column.title)}"' if cards and index and cell.text else ""
        if index == 0:
            look = "" if cell.look is None else f" l{cell.look}"
            cells.append(f'<th scope="row" class="{classes}{look}">{_marker(cell.look)}{_broken(cell.text)}</th>')
        elif column.align == "right":
            cells.append(f"<td{named}{head}>{_number(cell, marked=marked)}</td>")
        else:
            cells.append(f"<td{named}{head}>{_bold(cell, _broken(cell.text))}{_mark(cell, marked)}</td>")
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
    if not cell.mark and marked == 1:
        return '<span class="mark"></span>'
    spoken = html_text(_SPOKEN.get(cell.mark, cell.mark))
    kind = {"●": " up", "○": " down"}.get(cell.mark, "") if marked == 1 else " several" if marked < 4 else " many"
    sign = f'<span class="mark{kind}" aria-hidden="true">{html_text(cell.mark)}</span>'
    return sign + (f'<span class="spoken"> {spoken}</span>' if cell.mark else "")

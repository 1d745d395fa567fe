"""How a table finds room on a page: columns set closer, errors under their numbers, headings that stand upright."""

import re

from bakeoff.core.text import clean
from bakeoff.report.tables.table import Cell, Table, columns_needed, plain, table_as_sentences, widths_of

__all__ = ["layout_classes", "text_pieces", "value_and_rest"]

_LINE = 106  # letters of the page's width
_NAME, _TEXT = 22, 14  # letters of names and of long texts that are worth a line
_GAP = 2  # letters between columns
_CLOSE = (("vast", 1.75), ("packed", 1.15), ("dense", 1.0))  # how close columns are set that need so many lines
_SHEET = 500  # letters from which a table of long texts may go on overleaf
_TALL = 24  # rows from which any table may
_LONG = 30  # letters from which a name gets more room
_FEWER = 0.85  # how wide the smaller letters under a number are
_REST = re.compile(r"(.*?\d\S*(?: \w{1,3})?) (± .+|\[.+\]|\(.+\))")  # a number, and what it is sure to
_WHOLE = re.compile(r"\S{13,}")  # shorter words stay in one piece
_SEAM = re.compile(r"(?<=[.,(=_/-])(?=[^\s\d])|(?<=[a-zß-ÿ])(?=[A-ZÀ-Þ])")
_ENDLESS = re.compile(r"\S{24}(?=\S)")  # without a seam it is broken anywhere


def value_and_rest(text: str) -> tuple[str, str]:
    """A number, and the error, interval or count that may stand below it.

    >>> value_and_rest("95.3 ± 0.4"), value_and_rest("+0.4 (4/3/1)"), value_and_rest("FAILED (0/3)")
    (('95.3', '± 0.4'), ('+0.4', '(4/3/1)'), ('FAILED (0/3)', ''))
    """
    found = _REST.fullmatch(text)
    return (found[1], found[2]) if found else (text, "")


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
    found = [
        max((_width(row.cells[at], stacked=stacked) for row in table.rows), default=0.0)
        for at in range(len(table.columns))
    ]
    return [
        min(one, _NAME if at == 0 else _TEXT) if at in {0, *table_as_sentences(table)} else one
        for at, one in enumerate(found)
    ]


def _width(cell: Cell, *, stacked: bool) -> float:
    value, rest = value_and_rest(clean(cell.text)) if stacked else (plain(cell), "")
    mark = len(cell.mark) + 1 if stacked and cell.mark else 0
    return max(columns_needed(value) + mark, _FEWER * columns_needed(rest))

"""A table in LaTeX: booktabs rules, bold and marks kept, every special character harmless."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil
from textwrap import wrap

from bakeoff.report.render.escape import latex_breakable, latex_text
from bakeoff.report.tables.table import Cell, ColumnHeading, Table, table_as_sentences, widths_of

__all__ = ["FITTED", "split_over_pages", "to_latex"]

_PAGE = 84  # letters of a line of our document, the space between columns counted as two
_HEAD = 14  # letters of a heading that need not be broken
_LONG = 30
_LINES = 48  # of a page
_FIRST = 20  # letters that the names of rows get where columns are many

# A table that is still too wide shrinks as a whole, and only then; TeX measures what we could only guess.
FITTED = r"""\newsavebox{\fittedbox}
\newcommand{\fitted}[1]{\sbox{\fittedbox}{#1}%
  \ifdim\wd\fittedbox>\linewidth\resizebox{\linewidth}{!}{\usebox{\fittedbox}}\else\usebox{\fittedbox}\fi}
"""


def to_latex(table: Table, *, document: bool = False, place: str = "") -> str:
    r"""A booktabs table that compiles with `\usepackage{booktabs}`.

    In a document of ours (`document`), which loads `array`, `graphicx` and `float` and has `FITTED` in its head, it
    stands where it is, and columns of long prose are broken into lines. Long headings are broken everywhere.
    """
    heads = _heads(table)
    prose = _prose(table, heads) if document else {}
    lines = [rf"\begin{{table}}{place or ('[H]' if document else '[htbp]')}", r"\centering"]
    lines += [r"\small"] if prose else []
    lines += [rf"\caption{{{latex_text(table.caption)}}}"] if table.caption else []
    lines += [rf"\label{{{_label(table.label)}}}"] if table.label else []
    lines.append((r"\fitted{" if document else "") + rf"\begin{{tabular}}{{{_columns(table, prose, heads)}}}")
    lines += [r"\toprule", " & ".join(map(_heading, table.columns, heads)) + r" \\", r"\midrule"]
    previous = False
    for row in table.rows:
        lines += [r"\midrule"] if row.summary and not previous else []
        previous = row.summary
        lines.append(" & ".join(_cell(cell, narrow=index in prose) for index, cell in enumerate(row.cells)) + r" \\")
    lines += [r"\bottomrule", r"\end{tabular}" + ("}" if document else "")]
    lines += [rf"\par\smallskip{{\footnotesize {latex_text(note)}}}" for note in table.notes]
    return "\n".join([*lines, r"\end{table}"])


def split_over_pages(table: Table) -> Iterator[Table]:
    """The same in parts that each fit a page of our document: what is far too wide by columns, what is too tall by rows."""
    parts = [tall for wide in _by_columns(table) for tall in _by_rows(wide)]
    for index, part in enumerate(parts):
        again = " (continued)" if index and part.caption else ""
        yield replace(part, caption=part.caption + again, notes=part.notes if index + 1 == len(parts) else ())


def _by_columns(table: Table) -> Iterator[Table]:
    heads = _heads(table)
    prose = _prose(table, heads)
    if _needed(table, heads, prose) <= 1.7 * _PAGE or set(prose) - {0}:
        yield table
        return
    room, group = _PAGE - _FIRST, [0]
    for column, width in enumerate(_bodies(table)):
        if column and width + 2 > room:
            yield _only(table, group)
            room, group = _PAGE - _FIRST, [0]
        if column:
            group, room = [*group, column], room - width - 2
    yield _only(table, group)


def _only(table: Table, kept: Sequence[int]) -> Table:
    rows = tuple(replace(row, cells=tuple(row.cells[column] for column in kept)) for row in table.rows)
    return replace(table, columns=tuple(table.columns[column] for column in kept), rows=rows)


def _by_rows(table: Table) -> Iterator[Table]:
    shares = _shares(table, _prose(table, _heads(table)), _heads(table))
    room, start = _LINES, 0
    for index, row in enumerate(table.rows):
        tall = max([1, *(ceil(len(row.cells[i].text) / (share * 1.3 * _PAGE)) for i, share in shares.items())])
        if tall > room and index > start:
            yield replace(table, rows=table.rows[start:index])
            room, start = _LINES, index
        room -= tall
    yield replace(table, rows=table.rows[start:])


def _heads(table: Table) -> list[list[str]]:
    return [_lines(column, width) for column, width in zip(table.columns, _bodies(table), strict=True)]


def _bodies(table: Table) -> list[int]:
    """Letters of the widest entry of each column."""
    bare = Table(columns=tuple(ColumnHeading(title="") for _ in table.columns), rows=table.rows)
    return widths_of(bare)


def _lines(column: ColumnHeading, width: int) -> list[str]:
    """A heading in as many lines as its column asks for."""
    return wrap(column.title, max(width, _HEAD), break_long_words=False) or [""]


def _heading(column: ColumnHeading, lines: list[str]) -> str:
    if len(lines) == 1:
        return latex_text(lines[0])
    side = {"left": "l", "right": "r", "center": "c"}[column.align]
    return rf"\begin{{tabular}}[b]{{@{{}}{side}@{{}}}}" + r"\\".join(map(latex_text, lines)) + r"\end{tabular}"


def _needed(table: Table, heads: list[list[str]], prose: dict[int, int]) -> int:
    """Letters beside each other, without the columns that break."""
    bodies = _bodies(table)
    widths = [max(body, *map(len, lines)) for body, lines in zip(bodies, heads, strict=True)]
    return sum(width + 2 for column, width in enumerate(widths) if column not in prose)


def _prose(table: Table, heads: list[list[str]]) -> dict[int, int]:
    """Columns that are broken into lines and how long they are: prose, and long names where they would not fit."""
    prose = table_as_sentences(table)
    widths = widths_of(table)
    if _needed(table, heads, prose) + sum(min(width, _LONG) for width in prose.values()) <= _PAGE and 0 not in prose:
        return prose
    return {0: widths[0]} | prose if widths[0] > _LONG // 2 else prose


def _columns(table: Table, prose: dict[int, int], heads: list[list[str]]) -> str:
    """One letter per column, and the width of those that break."""
    aligns = [{"left": "l", "right": "r", "center": "c"}[column.align] for column in table.columns]
    for column, share in _shares(table, prose, heads).items():
        aligns[column] = rf">{{\raggedright\arraybackslash}}p{{{share:.2f}\linewidth}}"
    return "".join(aligns)


def _shares(table: Table, prose: dict[int, int], heads: list[list[str]]) -> dict[int, float]:
    """Columns of prose share the room that the others leave, the longer ones more of it."""
    room = max(0.96 - _needed(table, heads, prose) / _PAGE - 0.025 * len(prose), 0.3)
    weights = {column: min(width, 4 * _LONG) for column, width in prose.items()}
    return {
        column: min(room * weight / sum(weights.values()), 0.016 * prose[column]) for column, weight in weights.items()
    }


def _cell(cell: Cell, *, narrow: bool = False) -> str:
    text = latex_breakable(cell.text) if narrow else latex_text(cell.text)
    text = rf"\textbf{{{text}}}" if cell.bold and text else text
    return f"{text}~{latex_text(cell.mark)}" if cell.mark else text


def _label(text: str) -> str:
    return "".join(char if char.isascii() and (char.isalnum() or char in ":-") else "-" for char in text)

r"""The tabular of a LaTeX file; nothing of it is run."""

import re

from bakeoff.core.errors import BadInput
from bakeoff.tabular.cells import Cells
from bakeoff.tabular.encoding import first_lines
from bakeoff.tabular.formats.format import FileContent, Format
from bakeoff.tabular.latex import without_markup

__all__ = ["LATEX"]

_BEGIN = re.compile(r"\\begin\{(tabular[*xy]?|longtable|tabulary|array)\}")
_COMMENT = re.compile(r"(?<!\\)%.*")
_RULES = re.compile(
    r"\\(?:toprule|midrule|bottomrule|hline|addlinespace|cline|cmidrule|specialrule|endhead|endfirsthead|endfoot)\b"
    r"(?:\[[^\]]{0,99}\])?(?:\([a-z]*\))?(?:\{[^{}]*\})?"
)
_BREAK = re.compile(r"\\\\(?:\[[^\]]{0,40}\])?|\\tabularnewline")
_AMPERSAND = re.compile(r"(?<!\\)&")


def _sniff(head: bytes) -> bool:
    """Whether the text begins with a command or a row, or a tabular begins on a line of its own; not inside a quoted cell of a CSV file."""
    lines = [line.strip() for line in first_lines(head)]
    code = [line for line in lines if line and not line.startswith("%")]
    if not code:
        return False
    if code[0].startswith("\\") or (_AMPERSAND.search(code[0]) and _BREAK.search(code[0])):
        return True
    begun = next((i for i, line in enumerate(code) if line.startswith("\\") and _BEGIN.search(line)), None)
    return begun is not None and not any('"' in line for line in code[:begun])


def _cells(file: FileContent) -> Cells:
    return Cells(what=file.what, records=_records(file.lines(), file.what))


def _records(lines: list[str], what: str) -> list[tuple[int, list[str]]]:
    r"""Return the rows of the only tabular, or rows that were copied out of one, numbered from 1, cells without markup.

    >>> _records([r"\begin{tabular}{lr}", r"data & a \\ \midrule", r"iris & $\mathbf{0.9} \pm 0.1$ \\", r"\end{tabular}"], "x.tex")
    [(1, ['data', 'a']), (2, ['iris', '0.9 ± 0.1'])]
    """
    text = "\n".join(_COMMENT.sub("", line) for line in lines)
    begun = list(_BEGIN.finditer(text))
    rows_only = not begun and "\\begin" not in text and _AMPERSAND.search(text) and _BREAK.search(text)
    if len(begun) != 1 and not rows_only:
        tables = f"{len(begun)} tables" if begun else "no tabular"
        raise BadInput(f"{what} is LaTeX with {tables}", cure="keep one tabular in the file, or write the table as CSV")
    body = text if rows_only else text[begun[0].end() :].partition(f"\\end{{{begun[0][1]}}}")[0]
    if re.search(r"\\multi(?:column|row)\b", body):
        raise BadInput(
            f"{what} is a LaTeX table with cells over several columns or rows",
            cure="give every column one heading and every row its cells",
        )
    for kind in [tabular[1] for tabular in begun]:
        for _ in range(2 if kind in {"tabular*", "tabularx", "tabulary"} else 1):
            body = _after_braces(body)
    rows = [[without_markup(cell) for cell in _AMPERSAND.split(_RULES.sub("", row))] for row in _BREAK.split(body)]
    return [(i + 1, row) for i, row in enumerate(row for row in rows if any(row))]


def _after_braces(text: str) -> str:
    """What follows the argument in braces that the text begins with, and options in brackets before it."""
    bare = re.sub(r"\A\s*\[[^\]]*\]", "", text).lstrip()
    depth = 0
    for i, mark in enumerate(bare):
        depth += (mark == "{") - (mark == "}")
        if depth == 0:
            return bare[i + 1 :] if mark == "}" else bare
    return bare


LATEX = Format(
    name="latex",
    title="LaTeX table",
    endings=(".tex",),
    about="The only tabular of a text, or rows that were copied out of one; commands around a cell are taken off, and nothing is run.",
    bounds="one tabular; no cells over several columns or rows",
    cost="read whole",
    example=b"\\begin{tabular}{lr}\na & b \\\\ \\midrule\n1 & x \\\\\n2.5 & \\textbf{y} \\\\\n\\end{tabular}\n",
    sniff=_sniff,
    cells=_cells,
)

r"""The tabular of a LaTeX file as records of text; nothing of it is run."""

import re

from bakeoff.core.errors import BadInput

__all__ = ["is_latex", "latex_records", "without_markup"]

_BEGIN = re.compile(r"\\begin\{(tabular[*xy]?|longtable|tabulary|array)\}")
_COMMENT = re.compile(r"(?<!\\)%.*")
_RULES = re.compile(
    r"\\(?:toprule|midrule|bottomrule|hline|addlinespace|cline|cmidrule|specialrule|endhead|endfirsthead|endfoot)\b"
    r"(?:\[[^\]]{0,99}\])?(?:\([a-z]*\))?(?:\{[^{}]*\})?"
)
_BREAK = re.compile(r"\\\\(?:\[[^\]]{0,40}\])?|\\tabularnewline")
_AMPERSAND = re.compile(r"(?<!\\)&")
_WRAPPED = re.compile(r"\\[A-Za-z]+\s*\{([^{}]*)\}")
_COLOUR = re.compile(
    r"\\(?:cell|row|text)?color\s*+(?:\[[^\]]{0,99}\])?\s*+\{[^{}]*+\}"
    r"|\\(?:cite[pt]?|footnote(?:mark)?|label|ref|hspace\*?|vspace\*?)\s*+(?:\[[^\]]{0,99}\])*+\s*+(?:\{[^{}]*+\})?"
)
_SCRIPT = re.compile(r"[_^]\s*\{\s*(±[^{}]*)\}|_\s*(?=±)")
_COMMAND = re.compile(r"\\[A-Za-z]+\s*")
_DEPTH = 5  # commands inside commands


def is_latex(first_line: str, lines: list[str]) -> bool:
    """Whether the text is LaTeX: it begins with a command, a comment or a row, or a tabular begins in it."""
    row = _AMPERSAND.search(first_line) and _BREAK.search(first_line)
    return first_line.startswith(("\\", "%")) or bool(row) or any(_BEGIN.search(line) for line in lines[:200])


def latex_records(lines: list[str], what: str) -> list[tuple[int, list[str]]]:
    r"""Return the rows of the only tabular, or rows that were copied out of one, numbered from 1, cells without markup.

    >>> latex_records([r"\begin{tabular}{lr}", r"data & a \\ \midrule", r"iris & $\mathbf{0.9} \pm 0.1$ \\", r"\end{tabular}"], "x.tex")
    [(1, ['data', 'a']), (2, ['iris', '0.9 ± 0.1'])]
    """
    text = "\n".join(_COMMENT.sub("", line) for line in lines)
    begun = list(_BEGIN.finditer(text))
    rows_only = not begun and "\\begin" not in text and all(one.search(text) for one in (_AMPERSAND, _BREAK))
    if len(begun) != 1 and not rows_only:
        found = f"{len(begun)} tables" if begun else "no tabular"
        raise BadInput(f"{what} is LaTeX with {found}", cure="keep one tabular in the file, or write the table as CSV")
    body = text if rows_only else text[begun[0].end() :].partition(f"\\end{{{begun[0][1]}}}")[0]
    if re.search(r"\\multi(?:column|row)\b", body):
        raise BadInput(
            f"{what} is a LaTeX table with cells over several columns or rows",
            cure="give every column one heading and every row its cells",
        )
    for kind in [one[1] for one in begun]:
        for _ in range(2 if kind in {"tabular*", "tabularx", "tabulary"} else 1):
            body = _after_braces(body)
    rows = [[without_markup(cell) for cell in _AMPERSAND.split(_RULES.sub("", row))] for row in _BREAK.split(body)]
    return [(i + 1, row) for i, row in enumerate(one for one in rows if any(one))]


def _after_braces(text: str) -> str:
    """What follows the argument in braces that the text begins with, and options in brackets before it."""
    bare = re.sub(r"\A\s*\[[^\]]*\]", "", text).lstrip()
    depth = 0
    for i, mark in enumerate(bare):
        depth += (mark == "{") - (mark == "}")
        if depth == 0:
            return bare[i + 1 :] if mark == "}" else bare
    return bare


def without_markup(cell: str) -> str:
    r"""The text of a cell without commands, braces and signs of formulas.

    >>> without_markup(r"\cellcolor{gray}{\bf 95.0}$_{\pm 0.3}$"), without_markup(r"\underline{0.9} \cite{knuth}")
    ('95.0 ± 0.3', '0.9')
    """
    text = cell.replace("\\pm", "±").replace("~", " ").replace("$", "").replace("\\,", " ")
    text = _SCRIPT.sub(r" \1", _COLOUR.sub("", text))
    for _ in range(_DEPTH):
        text = _WRAPPED.sub(r"\1", text)
    text = _COMMAND.sub("", text)
    for mark in "%_&#":
        text = text.replace(f"\\{mark}", mark)
    return " ".join(re.sub(r"[{}^]", "", text).split())

r"""The text of a cell of a LaTeX table, without its markup."""

import re

__all__ = ["without_markup"]

_WRAPPED = re.compile(r"\\[A-Za-z]+\s*\{([^{}]*)\}")
_COLOUR = re.compile(
    r"\\(?:cell|row|text)?color\s*+(?:\[[^\]]{0,99}\])?\s*+\{[^{}]*+\}"
    r"|\\(?:cite[pt]?|footnote(?:mark)?|label|ref|hspace\*?|vspace\*?)\s*+(?:\[[^\]]{0,99}\])*+\s*+(?:\{[^{}]*+\})?"
)
_SCRIPT = re.compile(r"[_^]\s*\{\s*(±[^{}]*)\}|_\s*(?=±)")
_COMMAND = re.compile(r"\\[A-Za-z]+\s*")
_DEPTH = 5  # commands inside commands


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

r"""The report as one LaTeX document; figures are taken from PDF files of their names if they lie beside it."""

from functools import singledispatch

from bakeoff.report.escape import latex_text
from bakeoff.report.report import (
    Callout,
    Code,
    Columns,
    Downloads,
    Figure,
    Fold,
    Heading,
    Inline,
    KeyValues,
    Notices,
    Paragraph,
    Report,
    Strong,
)
from bakeoff.report.table import Table, to_latex

__all__ = ["render"]

_HEAD = r"""\documentclass[11pt,a4paper]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{textcomp}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\usepackage{booktabs}
\usepackage{graphicx}
\usepackage{float}
\usepackage[margin=22mm]{geometry}
\setlength{\parindent}{0pt}
\setlength{\parskip}{6pt}
\emergencystretch=3em
"""


def render(report: Report) -> str:
    """The whole document, ready for pdflatex, lualatex or tectonic."""
    parts = [_HEAD + rf"\title{{{latex_text(report.title)}}}", rf"\author{{}}\date{{{latex_text(report.subtitle)}}}"]
    parts += [r"\begin{document}", r"\maketitle", *map(_show, report.lead)]
    for section in report.sections:
        parts += [rf"\section{{{latex_text(section.title)}}}", *map(_show, section.blocks)]
    return "\n\n".join([*(part for part in parts if part), r"\end{document}"]) + "\n"


@singledispatch
def _show(block: object) -> str:
    """One function per kind of block."""
    raise TypeError(type(block).__name__)


@_show.register
def _(block: Callout) -> str:
    return rf"\begin{{quote}}\textbf{{{latex_text(block.title)}.}} {_inline(block.parts)}\end{{quote}}"


@_show.register
def _(block: Paragraph) -> str:
    return _inline(block.parts)


@_show.register
def _(block: Heading) -> str:
    return rf"\subsection*{{{latex_text(block.text)}}}"


@_show.register
def _(block: Table) -> str:
    return to_latex(block, document=True)


@_show.register
def _(block: KeyValues) -> str:
    items = "\n".join(rf"\item[{{{latex_text(key)}}}] {latex_text(value)}" for key, value in block.items)
    return f"\\begin{{description}}\n{items}\n\\end{{description}}"


@_show.register
def _(block: Notices) -> str:
    items = "\n".join(rf"\item {latex_text(text)}" for text in block.items)
    return f"\\begin{{itemize}}\n{items}\n\\end{{itemize}}"


@_show.register
def _(block: Figure) -> str:
    file = f"{block.name}.pdf"
    picture = rf"\includegraphics[width=.8\linewidth]{{{file}}}"
    words = rf"\parbox{{.9\linewidth}}{{\small {latex_text(block.description)}}}"
    lines = (
        r"\begin{figure}[H]",
        r"\centering",
        rf"\IfFileExists{{{file}}}{{{picture}}}{{{words}}}",
        rf"\caption{{{latex_text(block.title)}. {latex_text(block.caption)}}}",
        r"\end{figure}",
    )
    return "\n".join(lines)


@_show.register
def _(block: Code) -> str:
    title = rf"\textbf{{{latex_text(block.title)}}}\par " if block.title else ""
    lines = r"\\".join(latex_text(line) or "~" for line in block.text.splitlines())
    return rf"{title}{{\raggedright\ttfamily\small {lines}\par}}"


@_show.register
def _(block: Fold) -> str:
    return "\n\n".join([rf"\subsection*{{{latex_text(block.title)}}}", *map(_show, block.blocks)])


@_show.register
def _(block: Columns) -> str:
    return "\n\n".join(_show(one) for column in block.columns for one in column)


@_show.register
def _(_: Downloads) -> str:
    return ""  # files travel inside the page only


def _inline(parts: tuple[Inline, ...]) -> str:
    shown = []
    for part in parts:
        text = part if isinstance(part, str) else part.text
        before, after = " " if text.startswith(" ") else "", " " if text.endswith(" ") else ""
        safe = latex_text(text)
        shown.append(before + (rf"\textbf{{{safe}}}" if isinstance(part, Strong) else safe) + (after if safe else ""))
    return "".join(shown)

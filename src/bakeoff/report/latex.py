r"""The report as one LaTeX document; figures are taken from PDF files of their names if they lie beside it."""

from bakeoff.report.escape import latex_text
from bakeoff.report.report import (
    Block,
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
\usepackage{booktabs}
\usepackage{graphicx}
\usepackage[margin=22mm]{geometry}
\setlength{\parindent}{0pt}
\setlength{\parskip}{6pt}
\emergencystretch=3em
"""


def render(report: Report) -> str:
    """The whole document, ready for pdflatex, lualatex or tectonic."""
    parts = [_HEAD + rf"\title{{{latex_text(report.title)}}}", rf"\author{{}}\date{{{latex_text(report.subtitle)}}}"]
    parts += [r"\begin{document}", r"\maketitle"]
    parts += [text for block in report.lead for text in _block(block)]
    for section in report.sections:
        parts.append(rf"\section{{{latex_text(section.title)}}}")
        parts += [text for block in section.blocks for text in _block(block)]
    return "\n\n".join([*(part for part in parts if part), r"\end{document}"]) + "\n"


def _block(block: Block) -> list[str]:
    if isinstance(block, Fold):
        return [rf"\subsection*{{{latex_text(block.title)}}}", *(text for one in block.blocks for text in _block(one))]
    if isinstance(block, Columns):
        return [text for column in block.columns for one in column for text in _block(one)]
    return [_single(block)]


def _single(block: Block) -> str:
    match block:
        case Callout():
            return rf"\begin{{quote}}\textbf{{{latex_text(block.title)}.}} {_inline(block.parts)}\end{{quote}}"
        case Paragraph():
            return _inline(block.parts)
        case Heading():
            return rf"\subsection*{{{latex_text(block.text)}}}"
        case Table():
            return to_latex(block, fit=True)
        case Figure():
            return _figure(block)
        case KeyValues():
            items = "\n".join(rf"\item[{{{latex_text(key)}}}] {latex_text(value)}" for key, value in block.items)
            return f"\\begin{{description}}\n{items}\n\\end{{description}}"
        case Notices():
            items = "\n".join(rf"\item {latex_text(text)}" for text in block.items)
            return f"\\begin{{itemize}}\n{items}\n\\end{{itemize}}"
        case Code():
            return _code(block)
        case Downloads():
            return ""
    raise TypeError(type(block).__name__)


def _inline(parts: tuple[Inline, ...]) -> str:
    shown = []
    for part in parts:
        text = part if isinstance(part, str) else part.text
        space = " " if text.endswith(" ") else ""
        lead = " " if text.startswith(" ") else ""
        safe = latex_text(text)
        shown.append(lead + (rf"\textbf{{{safe}}}" if isinstance(part, Strong) else safe) + (space if safe else ""))
    return "".join(shown)


def _figure(block: Figure) -> str:
    file = f"{block.name}.pdf"
    return "\n".join(
        (
            r"\begin{figure}[htbp]",
            r"\centering",
            rf"\IfFileExists{{{file}}}{{\includegraphics[width=.8\linewidth]{{{file}}}}}"
            rf"{{\parbox{{.9\linewidth}}{{\small {latex_text(block.description)}}}}}",
            rf"\caption{{{latex_text(block.title)}. {latex_text(block.caption)}}}",
            r"\end{figure}",
        )
    )


def _code(block: Code) -> str:
    title = rf"\textbf{{{latex_text(block.title)}}}\par " if block.title else ""
    lines = r"\\".join(latex_text(line).replace("  ", "~ ") or "~" for line in block.text.splitlines())
    return rf"{title}{{\raggedright\ttfamily\small {lines}\par}}"

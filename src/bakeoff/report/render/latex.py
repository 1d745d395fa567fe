r"""The report as one LaTeX document; figures are taken from PDF files of their names if they lie beside it."""

from bakeoff.report.blocks import Code, Figure, Report
from bakeoff.report.render.escape import latex_breakable, latex_text
from bakeoff.report.render.walk import shown
from bakeoff.report.tables.latex import FITTED, split_over_pages, to_latex
from bakeoff.report.tables.plain_text import Table

__all__ = ["render"]

_HEAD = r"""\documentclass[11pt,a4paper]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{textcomp}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\usepackage{array}
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
    form = _Latex()
    parts = [
        _HEAD + FITTED + rf"\title{{{latex_text(report.title)}}}",
        rf"\author{{}}\date{{{latex_text(report.subtitle)}}}",
    ]
    parts += [r"\begin{document}", r"\maketitle", *shown(report.lead, form)]
    for section in report.sections:
        parts += [rf"\section{{{latex_text(section.title)}}}", *shown(section.blocks, form)]
    return "\n\n".join([*parts, r"\end{document}"]) + "\n"


class _Latex:
    """Each kind of block."""

    def text(self, text: str) -> str:
        return latex_text(text)

    def strong(self, safe: str) -> str:
        return rf"\textbf{{{safe}}}"

    def callout(self, title: str, safe: str) -> str:
        return rf"\begin{{quote}}\textbf{{{latex_text(title)}.}} {safe}\end{{quote}}"

    def heading(self, text: str) -> str:
        return rf"\subsection*{{{latex_text(text)}}}"

    def table(self, table: Table) -> str:
        return "\n\n".join(to_latex(part, document=True) for part in split_over_pages(table))

    def figure(self, figure: Figure) -> str:
        file = f"{figure.name}.pdf"
        picture = rf"\includegraphics[width=.8\linewidth,height=.34\textheight,keepaspectratio]{{{file}}}"
        words = rf"\parbox{{.9\linewidth}}{{\small {latex_text(figure.description)}}}"
        lines = (
            r"\begin{figure}[H]",
            r"\centering",
            rf"\IfFileExists{{{file}}}{{{picture}}}{{{words}}}",
            rf"\caption{{{latex_text(figure.title)}. {latex_text(figure.caption)}}}",
            r"\end{figure}",
        )
        return "\n".join(lines)

    def facts(self, items: tuple[tuple[str, str], ...]) -> str:
        lines = "\n".join(rf"\item[{{{latex_text(key)}}}] {latex_text(value)}" for key, value in items)
        return f"\\begin{{description}}\n{lines}\n\\end{{description}}"

    def notices(self, items: tuple[str, ...]) -> str:
        lines = "\n".join(rf"\item {latex_text(text)}" for text in items)
        return f"\\begin{{itemize}}\n{lines}\n\\end{{itemize}}"

    def code(self, code: Code) -> str:
        title = rf"\textbf{{{latex_text(code.title)}}}\par " if code.title else ""
        lines = r"\\".join(_code_line(line) for line in code.text.splitlines())
        return rf"{title}{{\raggedright\ttfamily\small {lines}\par}}"


def _code_line(line: str) -> str:
    """Spaces before it are kept."""
    bare = line.lstrip(" ")
    return "~" * (len(line) - len(bare)) + latex_breakable(bare) or "~"

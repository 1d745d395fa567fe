r"""The report as one LaTeX document; figures are PDF files of their names, in the folder that the report names or beside it."""

from bakeoff.core.errors import BadInput
from bakeoff.report.blocks import Code, Figure, Report
from bakeoff.report.render.escape import latex_breakable, latex_prose, latex_text
from bakeoff.report.render.walk import shown
from bakeoff.report.tables.latex import FITTED, split_over_pages, to_latex
from bakeoff.report.tables.plain_text import Table

__all__ = ["check_folder", "render"]

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
_UNREADABLE = "\\{}\n"  # in the name of a folder, whatever their category
_LITERAL = "#%~^&$_"  # taken as plain characters
# A figure that is missing is seen in the document. Every path names the folder: \IfFileExists does not search \graphicspath,
# and \graphicspath takes no blanks.
_FIGURE = r"""\newcommand{\reportfigure}[2]{\IfFileExists{\figurefolder#1}%
  {\includegraphics[width=.8\linewidth,height=.34\textheight,keepaspectratio]{\figurefolder#1}}%
  {\typeout{LaTeX Warning: figure missing: \figurefolder#1}%
   \fbox{\parbox{.9\linewidth}{\small\textbf{Figure missing:} \texttt{\detokenize{#1}}. #2}}}}
"""


def check_folder(name: str) -> None:
    """Refuse a folder of figures that no LaTeX document can name."""
    wrong = next((sign for sign in _UNREADABLE if sign in name), None)
    if wrong is not None:
        raise BadInput(f"LaTeX cannot read figures from {name!r}, whose name holds {wrong!r}; choose another folder")


def _figures(folder: str) -> str:
    """Where figures lie, with every character of the name as it stands."""
    literal = "".join(rf"\catcode`\{sign}=12" for sign in _LITERAL)
    return rf"\begingroup{literal}\gdef\figurefolder{{{folder or './'}}}\endgroup" + "\n" + _FIGURE


def render(report: Report) -> str:
    """The whole document, ready for pdflatex, lualatex or tectonic."""
    form = _Latex()
    parts = [
        _HEAD + _figures(report.figures) + FITTED + rf"\title{{{latex_text(report.title)}}}",
        rf"\author{{}}\date{{{latex_text(report.subtitle)}}}",
    ]
    parts += [r"\begin{document}", r"\maketitle", *shown(report.lead, form)]
    for section in report.sections:
        parts += [rf"\section{{{latex_text(section.title)}}}", *shown(section.blocks, form)]
    return "\n\n".join([*parts, r"\end{document}"]) + "\n"


class _Latex:
    """Each kind of block."""

    def text(self, text: str) -> str:
        return latex_prose(text)

    def strong(self, safe: str) -> str:
        return rf"\textbf{{{safe}}}"

    def callout(self, title: str, safe: str) -> str:
        return rf"\begin{{quote}}\textbf{{{latex_text(title)}.}} {safe}\end{{quote}}"

    def heading(self, text: str) -> str:
        return rf"\subsection*{{{latex_text(text)}}}"

    def table(self, table: Table) -> str:
        return "\n\n".join(to_latex(part, document=True) for part in split_over_pages(table))

    def figure(self, figure: Figure) -> str:
        lines = (
            r"\begin{figure}[H]",
            r"\centering",
            rf"\reportfigure{{{figure.name}.pdf}}{{{latex_text(figure.description)}}}",
            rf"\caption{{{latex_text(figure.title)}. {latex_text(figure.caption)}}}",
            r"\end{figure}",
        )
        return "\n".join(lines)

    def facts(self, items: tuple[tuple[str, str], ...]) -> str:
        lines = "\n".join(rf"\item[{{{latex_text(key)}}}] {latex_prose(value)}" for key, value in items)
        return f"\\begin{{description}}\n{lines}\n\\end{{description}}"

    def notices(self, items: tuple[str, ...]) -> str:
        lines = "\n".join(rf"\item {latex_prose(text)}" for text in items)
        return f"\\begin{{itemize}}\n{lines}\n\\end{{itemize}}"

    def code(self, code: Code) -> str:
        title = rf"\textbf{{{latex_text(code.title)}}}\par " if code.title else ""
        lines = r"\\".join(_code_line(line) for line in code.text.splitlines())
        return rf"{title}{{\raggedright\ttfamily\small {lines}\par}}"


def _code_line(line: str) -> str:
    """Spaces before it are kept."""
    bare = line.lstrip(" ")
    return "~" * (len(line) - len(bare)) + latex_breakable(bare) or "~"

r"""The report as one LaTeX document; figures are PDF files of their names, in the folder that the report names or beside it."""

from bakeoff.core.errors import BadInput
from bakeoff.core.notes import Citation
from bakeoff.core.references import references
from bakeoff.report.blocks import Bibliography, Code, Figure, Report
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
        raise BadInput(f"LaTeX cannot read figures from {name!r}, whose name contains {wrong!r}; choose another folder")


def _folder(folder: str) -> str:
    """Where figures lie, with every character of the name as it stands."""
    literal = "".join(rf"\catcode`\{sign}=12" for sign in _LITERAL)
    return rf"\begingroup{literal}\gdef\figurefolder{{{folder or './'}}}\endgroup"


def render(report: Report) -> str:
    """The whole document, ready for pdflatex, lualatex or tectonic."""
    if report.fragment:
        return _fragment(report)
    form = _Latex()
    parts = [
        _HEAD + _folder(report.figures) + "\n" + _FIGURE + FITTED + rf"\title{{{latex_text(report.title)}}}",
        rf"\author{{}}\date{{{latex_text(report.subtitle)}}}",
    ]
    parts += [rf"% BibTeX entries: {latex_text(report.bibliography)}"] if report.bibliography else []
    parts += [r"\begin{document}", r"\maketitle", *shown(report.lead, form)]
    for section in report.sections:
        parts += [rf"\section{{{latex_text(section.title)}}}", *shown(section.blocks, form)]
    return "\n\n".join([*parts, r"\end{document}"]) + "\n"


def _fragment(report: Report) -> str:
    r"""The sections for `\input`; comments name what the document must load, and a heading stands where there are several."""
    form = _Included()
    several = len(report.sections) + bool(report.lead) > 1
    parts = []
    for title, blocks in (("", report.lead), *((section.title, section.blocks) for section in report.sections)):
        parts += [rf"\subsection*{{{latex_text(title)}}}"] if title and several else []
        parts += shown(tuple(block for block in blocks if not isinstance(block, Bibliography)), form)
    body = "\n\n".join(parts)
    head = [r"% Include by \input. The document loads: \usepackage{booktabs,array,graphicx}"]
    if r"\citep{" in body:
        entries = report.bibliography.removesuffix(".bib")
        head += [rf"% Sources: \bibliographystyle{{plainnat}} with natbib, else {{plain}}; \bibliography{{{entries}}}"]
        head += [r"\providecommand{\citep}[1]{\cite{#1}}"]
    if r"\fitted{" in body:
        head += [r"\ifdefined\fittedbox\else", FITTED + r"\fi"]
    if r"\reportfigure{" in body:
        head += [_folder(report.figures), r"\ifdefined\reportfigure\else", _FIGURE + r"\fi"]
    return "\n".join(head) + f"\n\n{body}\n"


class _Latex:
    """Each kind of block."""

    place = "[H]"  # of tables and figures

    def citation(self, citation: Citation) -> str:
        return latex_prose(citation.text)

    def text(self, text: str) -> str:
        return latex_prose(text)

    def strong(self, safe: str) -> str:
        return rf"\textbf{{{safe}}}"

    def callout(self, title: str, safe: str) -> str:
        return rf"\begin{{quote}}\textbf{{{latex_text(title)}.}} {safe}\end{{quote}}"

    def heading(self, text: str) -> str:
        return rf"\subsection*{{{latex_text(text)}}}"

    def table(self, table: Table) -> str:
        return "\n\n".join(to_latex(part, document=True, place=self.place) for part in split_over_pages(table))

    def figure(self, figure: Figure) -> str:
        lines = (
            rf"\begin{{figure}}{self.place}",
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
        if code.language == "bibtex":
            return ""  # in a file of its own beside the document
        title = rf"\textbf{{{latex_text(code.title)}}}\par " if code.title else ""
        lines = r"\\".join(_code_line(line) for line in code.text.splitlines())
        return rf"{title}{{\raggedright\ttfamily\small {lines}\par}}"


class _Included(_Latex):
    """The same inside the document of somebody else, which brings the list of sources."""

    place = "[htbp]"

    def citation(self, citation: Citation) -> str:
        known = references()
        if all(key in known for key in citation.keys):
            return rf"\citep{{{','.join(citation.keys)}}}"
        return latex_prose(citation.text)


def _code_line(line: str) -> str:
    """Spaces before it are kept."""
    bare = line.lstrip(" ")
    return "~" * (len(line) - len(bare)) + latex_breakable(bare) or "~"

"""Write a report to a file; its suffix says in which form. A PDF is the page, printed by the browser that is there."""

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from bakeoff.core.errors import BadInput
from bakeoff.core.foreign_file import read_regular
from bakeoff.core.whole_file import write_whole
from bakeoff.figures.drawing.svg import paper_bytes, plain_svg, to_svg
from bakeoff.figures.drawing.theme import PAGE, PAPER, SCREEN, PageStyle, for_paper, page_style
from bakeoff.report.blocks import Bibliography, Figure, Report
from bakeoff.report.print_pdf import PDF, browser_for_pdf, print_pdf
from bakeoff.report.render import html, json, latex, markdown
from bakeoff.report.sections.methods import figures_of
from bakeoff.report.sections_by_name import sections_by_name

__all__ = ["FORMS", "bibliography_of", "form_of", "references_beside", "write", "write_figures", "write_report"]

LARGEST_REPORT = 1 << 30  # bytes; it was written just now

TEX = ".tex"
FORMS: dict[str, Callable[[Report], str]] = {
    ".html": html.render,
    ".htm": html.render,
    ".md": markdown.render,
    TEX: latex.render,
    ".json": json.render,
}


def form_of(path: str | os.PathLike[str]) -> Callable[[Report], str]:
    """How to write what the ending of the path says; a PDF begins as a page, and needs a browser."""
    suffix = Path(path).suffix.lower()
    if suffix == PDF:
        browser_for_pdf()
        return html.render
    form = FORMS.get(suffix)
    if form is None:
        raise BadInput(
            f"cannot tell the form of a report from {Path(path).name!r}; end it in {', '.join([*FORMS, PDF])}"
        )
    return form


def write(
    make: Callable[[], Report],
    path: str | os.PathLike[str],
    *,
    figures: str | os.PathLike[str] | None = None,
    paper: str | None = None,
    full: bool = False,
    only: str | Sequence[str] = (),
) -> Path:
    """A report and, if a directory is named, its figures; what cannot be written is refused before the work.

    `full`: what a page folds is printed as well. `only`: the sections of these names.
    """
    form_of(path)
    if paper is not None and figures is None:
        raise BadInput("a width of paper is for figures; name a directory for them as well (figures=, --figures)")
    made_for = SCREEN if paper is None else for_paper(paper)
    if figures is not None and Path(path).suffix.lower() == TEX:
        latex.check_folder(os.fspath(figures))
    folder = "" if figures is None else _seen_from(Path(path), Path(figures))
    made = make()
    chosen = sections_by_name(made, (only,) if isinstance(only, str) else only)
    report = replace(chosen, full=full, figures=folder)
    written = write_report(report, path)
    if figures is not None:
        write_figures(report, figures, made_for=made_for)
    return written


def _seen_from(report: Path, folder: Path) -> str:
    """The folder as a document names it: relative to where the report lies, with slashes."""
    try:
        name = os.path.relpath(folder, report.parent)
    except ValueError:  # another drive
        name = os.path.abspath(folder)  # noqa: PTH100 - links stay as they are
    return Path(name).as_posix() + "/"


def write_report(report: Report, path: str | os.PathLike[str]) -> Path:
    """A composed report; the file appears whole or not at all."""
    target = Path(path)
    sources = [block for part in report.sections for block in part.blocks if isinstance(block, Bibliography)]
    entries = bibliography_of(target) if sources and target.suffix.lower() == TEX else None
    text = form_of(target)(replace(report, bibliography=entries.name if entries else ""))
    in_directory(target)
    if entries is not None:
        references = {reference.key: reference for source in sources for reference in source.references}
        write_whole(entries, Bibliography(references=tuple(references.values())).bibtex)
    if target.suffix.lower() == PDF:
        return print_pdf(text, target)
    write_whole(target, text)
    return target


def references_beside(path: Path) -> Path | None:
    """The BibTeX entries that were written with this LaTeX report; None where nothing is cited."""
    entries = bibliography_of(path)
    if path.suffix.lower() != TEX or not entries.is_file():
        return None
    return entries if entries.stem.encode() in read_regular(path, LARGEST_REPORT) else None


def bibliography_of(path: Path) -> Path:
    """The file of BibTeX entries beside a LaTeX report.

    >>> bibliography_of(Path("paper.tex")).name
    'paper-references.bib'
    """
    return path.with_name(f"{path.stem}-references.bib")


def in_directory(target: Path) -> None:
    """Refuse a path into a directory that is not there."""
    if not target.parent.is_dir():
        raise BadInput(f"there is no directory {str(target.parent)!r}; make it first or choose another path")


def write_figures(
    report: Report,
    folder: str | os.PathLike[str],
    kinds: Sequence[str] = ("pdf", "svg", "png"),
    *,
    made_for: PageStyle = SCREEN,
) -> list[Path]:
    """Every figure of the report as a file of its own: "pdf", "svg" or "png", set for a sheet of paper if one is given.

    The LaTeX report takes the PDF files from there, or if they lie beside it.
    """
    unknown = [kind for kind in kinds if kind not in {"pdf", "svg", "png"}]
    if unknown:
        raise BadInput(f"figures are written as pdf, svg or png, not {unknown[0]!r}")
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    written = []
    with page_style(made_for):
        for figure in figures_of(report.sections):
            for kind in kinds:
                path = target / f"{figure.name}.{kind}"
                write_whole(path, _file(figure, kind))
                written.append(path)
    return written


def _file(figure: Figure, kind: str) -> bytes:
    """A figure drawn for the sheet at hand."""
    if figure.draw is None:
        return plain_svg(figure.svg).encode()
    if kind != "svg":
        return paper_bytes(figure.draw(PAPER), kind)
    svg = to_svg(figure.draw(PAGE), name=figure.name, title=figure.title, description=figure.description)
    return plain_svg(svg).encode()

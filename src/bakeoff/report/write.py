"""Write a report to a file; its suffix says in which form."""

import os
from collections.abc import Callable
from pathlib import Path
from tempfile import NamedTemporaryFile

from bakeoff.core.errors import BadInput
from bakeoff.report import html, json, latex, markdown
from bakeoff.report.compose import compose
from bakeoff.report.report import Report
from bakeoff.study.findings import Findings
from bakeoff.study.shapes import Shapes

__all__ = ["FORMS", "write", "write_report"]

FORMS: dict[str, Callable[[Report], str]] = {
    ".html": html.render,
    ".htm": html.render,
    ".md": markdown.render,
    ".tex": latex.render,
    ".json": json.render,
}


def write(findings: Findings, path: str | os.PathLike[str], shapes: Shapes | None = None) -> Path:
    """The report of a study; shapes (study/shapes.py) add curves and confusions."""
    _form(Path(path))  # refuse before the work
    return write_report(compose(findings, shapes), path)


def write_report(report: Report, path: str | os.PathLike[str]) -> Path:
    """A composed report; the file appears whole or not at all."""
    target = Path(path)
    text = _form(target)(report)
    if not target.parent.is_dir():
        raise BadInput(f"there is no directory {str(target.parent)!r}; make it first or choose another path")
    with NamedTemporaryFile(
        "w", encoding="utf-8", newline="\n", dir=target.parent, prefix=f".{target.name}.", delete=False
    ) as file:
        try:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
            Path(file.name).chmod(0o666 & ~_umask())
            Path(file.name).replace(target)
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise
    return target


def _umask() -> int:
    """Files made for us are private; a report gets what the user's other files get."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _form(path: Path) -> Callable[[Report], str]:
    form = FORMS.get(path.suffix.lower())
    if form is None:
        raise BadInput(f"cannot tell the form of a report from {path.name!r}; end it in {', '.join(FORMS)}")
    return form

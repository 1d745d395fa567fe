"""Files that a command writes: their folder and their ending are checked before anything is computed."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from bakeoff.core.errors import BadInput

__all__ = ["FIGURE_FILE", "OUTPUT_FILE", "REPORT_FILE", "OutputFile", "written_files"]

_PICTURES = (".svg", ".pdf", ".png")


class OutputFile(click.Path):
    """A file in a directory that exists, with an ending that `check` lets pass."""

    def __init__(self, check: Callable[[Path], object] | None = None, usual: str = "report.html") -> None:
        super().__init__(path_type=Path)
        self.check, self.usual = check, usual

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path, if it can be written."""
        path = Path(str(super().convert(value, param, ctx)))
        if path.is_dir():
            raise BadInput(f"{path} is a folder; name a file in it, such as {path / self.usual}")
        if not path.parent.is_dir():
            raise BadInput(
                f"there is no directory {str(path.parent)!r} to write {path.name} into",
                cure="make it first, or choose another path",
            )
        if self.check is not None:
            self.check(path)
        return path


def written_files(path: Path) -> str:
    """The report and the BibTeX entries beside it, where it has some, for a message."""
    from bakeoff.report.write import references_beside

    entries = references_beside(path)
    return f"{path} and {entries.name}" if entries is not None else f"{path}"


def _check_report(path: Path) -> None:
    from bakeoff.report.write import form_of

    form_of(path)


def _check_figure(path: Path) -> None:
    if path.suffix.lower() not in _PICTURES:
        raise BadInput(f"a figure is written as .svg, .pdf or .png, by the ending of its name, not as {path.name!r}")


OUTPUT_FILE, REPORT_FILE = OutputFile(usual="study.bakeoff"), OutputFile(_check_report)
FIGURE_FILE = OutputFile(_check_figure, usual="figure.svg")

"""Files that a command writes: their ending and their folder are checked before anything is computed."""

from pathlib import Path
from typing import Any

import click

from bakeoff.core.errors import BadInput

__all__ = ["FIGURE_FILE", "OUTPUT_FILE", "REPORT_FILE", "OutputFile"]

_PICTURES = (".svg", ".pdf", ".png")


class OutputFile(click.Path):
    """A file to write into a folder that exists."""

    def __init__(self) -> None:
        super().__init__(path_type=Path, dir_okay=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path, if it can be written."""
        path = Path(str(super().convert(value, param, ctx)))
        if not path.parent.is_dir():
            raise BadInput(
                f"there is no directory {str(path.parent)!r} to write {path.name} into",
                cure="make it first, or name another",
            )
        self.check_ending(path)
        return path

    def check_ending(self, path: Path) -> None:
        """Refuse an ending that cannot be written; any is taken here."""


class _ReportFile(OutputFile):
    name = "report"

    def check_ending(self, path: Path) -> None:
        from bakeoff.report.write import form_of

        form_of(path)


class _FigureFile(OutputFile):
    name = "figure"

    def check_ending(self, path: Path) -> None:
        if path.suffix.lower() not in _PICTURES:
            raise BadInput(
                f"a figure is written as .svg, .pdf or .png, by the ending of the file's name, not as {path.name!r}"
            )


OUTPUT_FILE, REPORT_FILE, FIGURE_FILE = OutputFile(), _ReportFile(), _FigureFile()

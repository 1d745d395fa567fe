"""The option -o of verbs that draw one figure: checked before anything is computed, written as the ending says."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from bakeoff.cli.output.printing import note
from bakeoff.core.errors import BadInput

__all__ = ["check_figure", "figure_option", "write_figure"]

KINDS = (".svg", ".pdf", ".png")

figure_option = click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="Write the figure: .svg, .pdf or .png."
)


def check_figure(path: Path | None) -> None:
    """Refuse an ending that is no picture's."""
    if path is not None and path.suffix.lower() not in KINDS:
        raise BadInput(
            f"a figure is written as .svg, .pdf or .png, by the ending of the file's name, not as {path.name!r}"
        )


def write_figure(plot: Callable[[], Any], path: Path | None, name: str) -> None:
    """Draw and write it, where a file was named."""
    if path is not None:
        note(f"wrote {plot().save(path, name)}")

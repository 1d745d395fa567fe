"""The option -o of verbs that draw one figure: checked before anything is computed, written as the ending says."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from bakeoff.cli.output.file_types import FIGURE_FILE
from bakeoff.cli.output.printing import note

__all__ = ["figure_option", "write_figure"]

figure_option = click.option("-o", "--output", type=FIGURE_FILE, help="Write the figure: .svg, .pdf or .png.")


def write_figure(plot: Callable[[], Any], path: Path | None, name: str) -> None:
    """Draw and write it, where a file was named."""
    if path is not None:
        note(f"wrote {plot().save(path, name)}")

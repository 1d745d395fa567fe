"""FigureDisplay: a figure's numbers, ready to be drawn."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bakeoff.core.errors import BadInput
from bakeoff.core.whole_file import write_whole
from bakeoff.figures.drawing.svg import paper_bytes, plain_svg, to_svg
from bakeoff.figures.drawing.theme import PAGE, PAPER
from bakeoff.report.render import html

__all__ = ["FigureDisplay"]

KINDS = (".svg", ".pdf", ".png")


@dataclass(slots=True, kw_only=True, eq=False)
class FigureDisplay:
    """A figure's numbers, ready to be drawn: `plot(ax)` on your axes, `plot()` on new ones, `save(path)` to a file; shown by notebooks."""

    numbers: Any
    sentence: str
    on: Callable[..., None] = field(repr=False)
    alone: Callable[..., Any] = field(repr=False)
    ax_: Any = field(default=None, repr=False)
    figure_: Any = field(default=None, repr=False)

    def plot(self, ax: Any = None) -> "FigureDisplay":
        """Draw; the axes and the figure are then in `ax_` and `figure_`."""
        if ax is None:
            self.figure_ = self.alone(self.numbers, PAPER)
            self.ax_ = self.figure_.axes[0]
        else:
            self.on(self.numbers, ax, PAPER)
            self.ax_, self.figure_ = ax, ax.get_figure()
        return self

    def save(self, path: str | Path, name: str = "figure", title: str = "") -> Path:
        """Write the figure as the ending says: .svg, .pdf or .png."""
        from bakeoff.report.write import in_directory

        file = Path(path)
        kind = file.suffix.lower()
        if kind not in KINDS:
            raise BadInput(
                f"a figure is written as .svg, .pdf or .png, by the ending of the file's name, not as {file.name!r}"
            )
        in_directory(file)
        if kind == ".svg":
            svg = to_svg(
                self.alone(self.numbers, PAGE), name=name, title=title or self.sentence, description=self.sentence
            )
            write_whole(file, plain_svg(svg))
        else:
            write_whole(file, paper_bytes(self.alone(self.numbers, PAPER), kind[1:]))
        return file

    def _repr_html_(self) -> str:
        drawing = self.alone(self.numbers, PAGE)
        return html.inside(to_svg(drawing, name="display", title=self.sentence, description=self.sentence))

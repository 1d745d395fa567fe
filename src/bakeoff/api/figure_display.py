"""FigureDisplay: a figure's numbers, ready to be drawn."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bakeoff.core.errors import BadInput
from bakeoff.core.text import clean, elide
from bakeoff.core.whole_file import write_whole
from bakeoff.figures.drawing.finding_title import SLIDE, with_title
from bakeoff.figures.drawing.svg import paper_bytes, plain_svg, to_svg
from bakeoff.figures.drawing.theme import PAGE, PAPER, Theme
from bakeoff.report.render import html

__all__ = ["FigureDisplay"]

KINDS = (".svg", ".pdf", ".png")
_ZOOM = 1.3  # of a figure for a slide in a notebook
_LETTERS = 100  # of a sentence in the plain form


@dataclass(slots=True, kw_only=True, eq=False, repr=False)
class FigureDisplay:
    """A figure's numbers, ready to be drawn: `plot(ax)` on your axes, `plot()` on new ones, `save(path)` to a file; shown by notebooks."""

    numbers: Any
    sentence: str
    on: Callable[..., None]
    alone: Callable[..., Any]
    finding: str = ""  # the title of the figure where it has one: what it shows, in a sentence
    width: float = SLIDE  # inches of a figure with a title
    _drawn_on: tuple[Any, Any] | None = field(default=None, init=False)  # axes and figure

    @property
    def ax_(self) -> Any:
        """The axes that it was drawn on; asked for before, it is drawn on new ones."""
        return self._places()[0]

    @property
    def figure_(self) -> Any:
        """The figure of these axes."""
        return self._places()[1]

    def _places(self) -> tuple[Any, Any]:
        if self._drawn_on is None:
            self.plot()
        assert self._drawn_on is not None
        return self._drawn_on

    def plot(self, ax: Any = None) -> "FigureDisplay":
        """Draw; the axes and the figure are then in `ax_` and `figure_`."""
        if ax is None:
            figure = self._drawn(PAPER)
            self._drawn_on = figure.axes[0], figure
        else:
            self.on(self.numbers, ax, PAPER)
            self._drawn_on = ax, ax.get_figure()
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
                self._drawn(PAGE), name=name, title=title or self.finding or self.sentence, description=self.sentence
            )
            write_whole(file, plain_svg(svg))
        else:
            write_whole(file, paper_bytes(self._drawn(PAPER), kind[1:]))
        return file

    def __repr__(self) -> str:
        text = " ".join(clean(self.finding or self.sentence).split())
        return f"<FigureDisplay: {elide(text, _LETTERS)} plot() draws it, save(path) writes it>"

    def _repr_html_(self) -> str:
        drawing = to_svg(
            self._drawn(PAGE), name="display", title=self.finding or self.sentence, description=self.sentence,
            zoom=_ZOOM if self.finding and self.width <= SLIDE else 1.0,
        )  # fmt: skip
        return html.inside(drawing)

    def _drawn(self, theme: Theme) -> Any:
        """The figure with its title, or without one as it stands in a report."""
        if not self.finding:
            return self.alone(self.numbers, theme)
        return with_title(self.alone(self.numbers, theme, width=self.width), self.finding, theme)

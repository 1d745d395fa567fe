"""Box plots: median, quartiles, the reach of the scores and those that lie apart, one box per learner."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bakeoff.core.text import clean, elide
from bakeoff.figures.drawing.canvas import fade, figure, in_legend, settings
from bakeoff.figures.drawing.theme import PAPER, Theme, sized

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["Box", "BoxPlot", "box_figure", "draw_boxes"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """Five numbers of one learner's scores, and the scores beyond the whiskers."""

    name: str
    low: float
    first_quartile: float
    median: float
    third_quartile: float
    high: float
    apart: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxPlot:
    """Boxes on one axis."""

    boxes: tuple[Box, ...]
    axis: str

    def sentence(self) -> str:
        """The same in words."""
        shown = "; ".join(
            f"{box.name}: median {box.median:.4g}, quartiles {box.first_quartile:.4g} and {box.third_quartile:.4g}"
            for box in self.boxes
        )
        return f"{self.axis}. {shown}."


def box_figure(numbers: BoxPlot, theme: Theme = PAPER, *, width: float = 4.9, height: float = 0.0) -> "Figure":
    """A figure of that many inches; the height follows the number of boxes unless it is given."""
    with settings():
        width, height = sized(width, height or 0.8 + 0.45 * len(numbers.boxes))
        drawing = figure(width, height)
        ax = drawing.add_axes((1.3 / width, 0.55 / height, (width - 1.45) / width, (height - 0.65) / height))
        draw_boxes(numbers, ax, theme)
    return drawing


def draw_boxes(numbers: BoxPlot, ax: "Axes", theme: Theme = PAPER) -> None:
    """Put the boxes on these axes, the first one on top."""
    with settings():
        fade(ax, theme, grid="x")
        for index, box in enumerate(reversed(numbers.boxes)):
            color = theme.color(len(numbers.boxes) - 1 - index)
            ax.hlines(index, box.low, box.high, color=theme.quiet, linewidth=1.0)
            ax.barh(
                index,
                box.third_quartile - box.first_quartile,
                left=box.first_quartile,
                height=0.5,
                color=color,
                alpha=0.4,
                linewidth=0,
            )
            ax.vlines(box.median, index - 0.25, index + 0.25, color=color, linewidth=2.0)
            ax.plot(box.apart, [index] * len(box.apart), "o", color=theme.quiet, markersize=3)
        ax.set_yticks(
            range(len(numbers.boxes)), [in_legend(elide(clean(box.name), 18)) for box in reversed(numbers.boxes)]
        )
        ax.set_xlabel(clean(numbers.axis))

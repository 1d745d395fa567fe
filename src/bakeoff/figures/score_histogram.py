"""How the scores of two classes lie: apart, overlapping, and where no decision is safe."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bakeoff.core.checks import Array, frozen
from bakeoff.core.text import clean, elide
from bakeoff.figures.canvas import fade, figure, in_legend, settings
from bakeoff.figures.page_size import sized
from bakeoff.figures.theme import PAPER, Theme

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["ScoreHistogram", "draw_histogram", "histogram_figure"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ScoreHistogram:
    """Shares of each class per bin; the zone is where both classes are common."""

    edges: Array
    negative: Array
    positive: Array
    negative_name: str
    positive_name: str
    zone: tuple[float, float] | None
    axis: str

    def __post_init__(self) -> None:
        for name in ("edges", "negative", "positive"):
            object.__setattr__(self, name, frozen(getattr(self, name), np.float64))

    def sentence(self) -> str:
        """The same in words."""
        where = f"; both classes are common from {self.zone[0]:.2f} to {self.zone[1]:.2f}" if self.zone else ""
        return f"{self.axis} of the classes {self.negative_name} and {self.positive_name}{where}."


def histogram_figure(
    numbers: ScoreHistogram, theme: Theme = PAPER, *, width: float = 4.9, height: float = 2.5
) -> "Figure":
    """A figure of that many inches."""
    with settings():
        width, height = sized(width, height)
        made = figure(width, height)
        ax = made.add_axes((0.62 / width, 0.55 / height, (width - 0.75) / width, (height - 0.8) / height))
        draw_histogram(numbers, ax, theme)
    return made


def draw_histogram(numbers: ScoreHistogram, ax: "Axes", theme: Theme = PAPER) -> None:
    """Put the histogram on these axes."""
    with settings():
        fade(ax, theme, grid="y")
        if numbers.zone is not None:
            ax.axvspan(*numbers.zone, color=theme.quiet, alpha=0.16, linewidth=0, zorder=0)
        sides = (
            (numbers.negative, numbers.negative_name, 0, "-"),
            (numbers.positive, numbers.positive_name, 1, (0, (4, 1.5))),
        )
        for shares, name, at, dash in sides:
            color = theme.color(at)
            ax.stairs(shares, numbers.edges, fill=True, color=color, alpha=0.22, linewidth=0)
            ax.stairs(
                shares,
                numbers.edges,
                color=color,
                linewidth=1.5,
                linestyle=dash,
                label=in_legend(elide(clean(name), 24)),
            )
        ax.set_xlabel(clean(numbers.axis))
        ax.set_ylabel("share of the class")
        ax.legend(
            loc="lower left", bbox_to_anchor=(0.0, 1.0), ncol=2, labelcolor=theme.ink, borderaxespad=0.2, borderpad=0.0
        )  # above the bars, wherever they stand

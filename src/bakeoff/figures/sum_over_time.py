"""A difference that adds up over time, with the band in which the sum of equally good learners would lie."""

from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING

import numpy as np

from bakeoff.core.checks import Array, frozen
from bakeoff.core.text import clean, elide
from bakeoff.figures.drawing.canvas import fade, figure, settings
from bakeoff.figures.drawing.theme import PAPER, Theme, sized

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["SumOverTime", "draw_sum_over_time", "sum_over_time_figure"]

_POINTS = 900  # along a line; more cannot be seen
_TICKS = 5  # times that are named
_LONGEST = 14  # letters of a time


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SumOverTime:
    """Sums up to each time, the earliest first, with half the width of the band around 0."""

    times: tuple[str, ...]
    total: Array
    half: Array  # NaN where there is no band
    y_label: str
    x_label: str = "Time"

    def __post_init__(self) -> None:
        object.__setattr__(self, "total", frozen(self.total, np.float64))
        object.__setattr__(self, "half", frozen(self.half, np.float64))

    def sentence(self) -> str:
        """The same in words."""
        last, half = float(self.total[-1]), float(self.half[-1])
        band = f", band −{half:.3g} to {half:.3g}" if isfinite(half) else ", no band"
        ends = f"{last + 0.0:.3g}".replace("-", "−", 1)
        return f"{self.y_label} from {clean(self.times[0])} to {clean(self.times[-1])}: {ends} at the end{band}."


def sum_over_time_figure(
    numbers: SumOverTime, theme: Theme = PAPER, *, width: float = 7.4, height: float = 2.8
) -> "Figure":
    """A figure of that many inches."""
    with settings():
        width, height = sized(width, height)
        drawing = figure(width, height)
        ax = drawing.add_axes((0.75 / width, 0.5 / height, (width - 0.95) / width, (height - 0.65) / height))
        draw_sum_over_time(numbers, ax, theme)
    return drawing


def draw_sum_over_time(numbers: SumOverTime, ax: "Axes", theme: Theme = PAPER) -> None:
    """Put the line and its band on these axes."""
    n = len(numbers.total)
    places = np.unique(np.linspace(0, n - 1, min(n, _POINTS)).astype(int))
    with settings():
        fade(ax, theme, grid="y")
        half = numbers.half[places]
        ax.fill_between(places, -half, half, color=theme.quiet, alpha=0.2, linewidth=0)
        ax.axhline(0.0, color=theme.ink, linewidth=1.0)
        ax.plot(places, numbers.total[places], color=theme.color(0), linewidth=1.6)
        ax.plot([places[-1]], [numbers.total[-1]], "o", color=theme.color(0), markersize=5)
        ticks = np.unique(np.linspace(0, n - 1, min(n, _TICKS)).astype(int))
        labels = ax.set_xticks(ticks, [elide(clean(numbers.times[place]), _LONGEST) for place in ticks])
        labels[0].label1.set_horizontalalignment("left")
        labels[-1].label1.set_horizontalalignment("right")
        ax.set_xlim(0, n - 1)
        ax.margins(x=0.01)
        ax.set_xlabel(numbers.x_label)
        ax.set_ylabel(numbers.y_label)
        ax.ticklabel_format(axis="y", useOffset=False)

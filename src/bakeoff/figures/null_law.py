"""The law of a statistic under the null hypothesis: the region of rejection is shaded, the statistic is marked."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bakeoff.core.checks import Array, frozen, same_length
from bakeoff.figures.canvas import fade, figure, settings
from bakeoff.figures.theme import PAPER, Theme, sized

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["NullLawPlot", "draw_null_law", "null_law_figure"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NullLawPlot:
    """How likely each value of a statistic is under the null, and which values reject."""

    x: Array
    height: Array
    rejected: Array
    statistic: float
    letter: str
    discrete: bool
    region: str  # which values reject, in words; empty where nothing is tested

    def __post_init__(self) -> None:
        for name, kind in (("x", np.float64), ("height", np.float64), ("rejected", np.bool_)):
            object.__setattr__(self, name, frozen(getattr(self, name), kind))
        same_length(x=self.x, height=self.height, rejected=self.rejected)

    def sentence(self) -> str:
        """The same in words."""
        if not self.region:
            return f"Law of {self.letter}."
        return f"Law of {self.letter} under the null hypothesis; shaded: {self.region}; observed: {self.statistic:.4g}."


def null_law_figure(numbers: NullLawPlot, theme: Theme = PAPER, *, width: float = 4.9, height: float = 2.5) -> "Figure":
    """A figure of that many inches."""
    with settings():
        width, height = sized(width, height)
        made = figure(width, height)
        ax = made.add_axes((0.62 / width, 0.55 / height, (width - 0.75) / width, (height - 0.8) / height))
        draw_null_law(numbers, ax, theme)
    return made


def draw_null_law(numbers: NullLawPlot, ax: "Axes", theme: Theme = PAPER) -> None:
    """Put the law on these axes."""
    with settings():
        fade(ax, theme, grid="y")
        kept, gone = theme.color(0), theme.color(1)
        if numbers.discrete:
            for mask, color in ((~numbers.rejected, kept), (numbers.rejected, gone)):
                ax.bar(numbers.x[mask], numbers.height[mask], width=0.8, color=color, linewidth=0)
        else:
            ax.plot(numbers.x, numbers.height, color=kept, linewidth=1.5)
            ax.fill_between(
                numbers.x, numbers.height, where=numbers.rejected.tolist(), color=gone, alpha=0.45, linewidth=0
            )
        if numbers.region:
            ax.axvline(numbers.statistic, color=theme.ink, linewidth=1.2, linestyle=(0, (4, 1.5)))
        ax.set_ylim(bottom=0)
        ax.set_xlabel(numbers.letter)
        ax.set_ylabel("probability" if numbers.discrete else "density")

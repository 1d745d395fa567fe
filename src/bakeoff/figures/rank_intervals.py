"""Rank intervals of many systems: a bar from the smallest to the largest rank, a dot at the rank of the score."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bakeoff.core.text import clean, elide
from bakeoff.figures.drawing.canvas import fade, figure, in_legend, settings, text_width
from bakeoff.figures.drawing.theme import PAPER, Theme, sized

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["RankIntervalPlot", "draw_rank_intervals", "rank_interval_figure"]

_SIZE = 8.5


@dataclass(frozen=True, slots=True, kw_only=True)
class RankIntervalPlot:
    """Systems from the best down, with their ranks and the ends of their intervals."""

    systems: tuple[str, ...]
    rank: tuple[int, ...]
    low: tuple[int, ...]
    high: tuple[int, ...]
    best: tuple[bool, ...]  # whether the system may be the best
    of: int  # systems of the whole board

    def sentence(self) -> str:
        """The same in words."""
        ends = [
            f"{clean(name)} {low} to {high}"
            for name, low, high in zip(self.systems[:5], self.low, self.high, strict=False)
        ]
        more = f" and {len(self.systems) - 5} more" if len(self.systems) > 5 else ""
        return f"Rank intervals: {'; '.join(ends)}{more}."


def rank_interval_figure(numbers: RankIntervalPlot, theme: Theme = PAPER, *, width: float = 6.6) -> "Figure":
    """A figure of that many inches, as high as its systems need."""
    with settings():
        width, height = sized(width, 0.85 + 0.19 * len(numbers.systems))
        drawing = figure(width, height)
        room = min(max(text_width(elide(clean(name), 30), _SIZE) for name in numbers.systems) + 0.2, width / 2.5)
        ax = drawing.add_axes((room / width, 0.5 / height, (width - room - 0.15) / width, (height - 0.65) / height))
        draw_rank_intervals(numbers, ax, theme)
    return drawing


def draw_rank_intervals(numbers: RankIntervalPlot, ax: "Axes", theme: Theme = PAPER) -> None:
    """Put the intervals on these axes."""
    with settings():
        fade(ax, theme, grid="x")
        places = np.arange(len(numbers.systems))[::-1]
        colors = [theme.color(0) if best else theme.quiet for best in numbers.best]
        ax.hlines(places, numbers.low, numbers.high, color=colors, linewidth=3.0, alpha=0.55)
        ax.scatter(numbers.rank, places, color=colors, s=16, zorder=3)
        ax.set_yticks(places, [in_legend(elide(clean(name), 30)) for name in numbers.systems], fontsize=_SIZE)
        ax.set_ylim(-0.7, len(numbers.systems) - 0.3)
        ax.set_xlim(0.4, numbers.of + 0.6)
        ax.locator_params(axis="x", integer=True)
        ax.set_xlabel("Rank")

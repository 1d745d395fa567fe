"""Trials of a search: the inner score of every candidate over one parameter, what was chosen, what a model guesses between them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.text import clean
from bakeoff.figures.drawing.canvas import fade, figure, log_scale, settings
from bakeoff.figures.drawing.theme import PAPER, Theme, sized

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["TrialPlot", "draw_trials", "trial_figure"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TrialPlot:
    """Candidates as points, the chosen ones ringed; a line and a band where there is a model, a mark where it would try next."""

    x: Array
    y: Array
    chosen: Array  # whether the candidate was chosen in its split
    x_label: str
    y_label: str
    log_x: bool = False
    guess_x: Array | None = None
    guess: Array | None = None
    guess_low: Array | None = None
    guess_high: Array | None = None
    next: float | None = None

    def sentence(self) -> str:
        """The same in words."""
        best = self.x[self.chosen]
        where = f"chosen between {best.min():.3g} and {best.max():.3g}" if len(best) else "none chosen"
        description = f"{self.y_label} of {len(self.x)} candidates against {self.x_label}, from {self.x.min():.3g} to {self.x.max():.3g}; {where}"
        return description + ("." if self.next is None else f"; the model would try {self.next:.3g} next.")


def trial_figure(numbers: TrialPlot, theme: Theme = PAPER, *, width: float = 4.6, height: float = 3.0) -> "Figure":
    """A figure of that many inches."""
    with settings():
        width, height = sized(width, height)
        drawing = figure(width, height)
        ax = drawing.add_axes((0.68 / width, 0.52 / height, (width - 0.83) / width, (height - 0.64) / height))
        draw_trials(numbers, ax, theme)
    return drawing


def draw_trials(numbers: TrialPlot, ax: "Axes", theme: Theme = PAPER) -> None:
    """Put the trials on these axes."""
    with settings():
        fade(ax, theme)
        if numbers.guess is not None and numbers.guess_x is not None:
            if numbers.guess_low is not None and numbers.guess_high is not None:
                ax.fill_between(
                    numbers.guess_x,
                    numbers.guess_low,
                    numbers.guess_high,
                    color=theme.color(1),
                    alpha=0.15,
                    linewidth=0,
                )
            ax.plot(numbers.guess_x, numbers.guess, color=theme.color(1), linewidth=1.4)
        others, best = ~numbers.chosen, numbers.chosen
        ax.plot(
            numbers.x[others],
            numbers.y[others],
            "o",
            color=theme.color(0),
            alpha=0.45,
            markersize=3.2,
            markeredgewidth=0,
        )
        ax.plot(
            numbers.x[best],
            numbers.y[best],
            "o",
            color=theme.color(0),
            markersize=5.5,
            markeredgecolor=theme.ink,
            markeredgewidth=1.1,
        )
        if numbers.next is not None:
            ax.axvline(numbers.next, color=theme.ink, linewidth=1.0, linestyle=(0, (3, 2)))
        if numbers.log_x:
            log_scale(ax, "x")
        spread = float(np.nanmax(numbers.y) - np.nanmin(numbers.y)) or 0.01
        ax.set_ylim(float(np.nanmin(numbers.y)) - 0.08 * spread, float(np.nanmax(numbers.y)) + 0.08 * spread)
        ax.set_xlabel(clean(numbers.x_label))
        ax.set_ylabel(clean(numbers.y_label))

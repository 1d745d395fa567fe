"""Observed rates of many experiments as bars, the exact probabilities as dots, the normal approximation as a line."""

from dataclasses import dataclass
from math import pi, sqrt
from typing import TYPE_CHECKING

import numpy as np

from bakeoff.core.checks import Array, frozen, same_length
from bakeoff.figures.drawing.canvas import fade, figure, settings
from bakeoff.figures.drawing.theme import PAPER, Theme, sized

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["SamplingPanel", "SamplingPlot", "draw_sampling", "sampling_figure"]

_SPREAD = 4.5  # standard deviations that are drawn on either side


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SamplingPanel:
    """One number of rows: the share of experiments and the probability of each rate."""

    n: int
    p: float
    sd: float
    rates: Array
    observed: Array
    expected: Array

    def __post_init__(self) -> None:
        for name in ("rates", "observed", "expected"):
            object.__setattr__(self, name, frozen(getattr(self, name), np.float64))
        same_length(rates=self.rates, observed=self.observed, expected=self.expected)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SamplingPlot:
    """One panel for each number of rows."""

    panels: tuple[SamplingPanel, ...]
    experiments: int

    def sentence(self) -> str:
        """The same in words."""
        first = self.panels[0]
        sizes = ", ".join(str(panel.n) for panel in self.panels)
        return (
            f"Error rates of {self.experiments} experiments with a true rate of {first.p:g} and {sizes} rows each: "
            "bars are observed, dots exact, the line is the normal approximation."
        )


def sampling_figure(numbers: SamplingPlot, theme: Theme = PAPER, *, width: float = 0.0) -> "Figure":
    """All panels side by side on one axis of rates."""
    from matplotlib.ticker import MaxNLocator

    panels = numbers.panels
    with settings():
        width, height = sized(width or max(4.9, 2.4 * len(panels)), 2.6)
        drawing = figure(width, height)
        left, gap = 0.6 / width, 0.58 / width
        panel_width = (1 - left - 0.1 / width - gap * (len(panels) - 1)) / len(panels)
        for index, panel in enumerate(panels):
            ax = drawing.add_axes(
                (left + index * (panel_width + gap), 0.55 / height, panel_width, (height - 0.9) / height)
            )
            draw_sampling(panel, ax, theme)
            ax.set_title(f"n = {panel.n}", fontsize=9, color=theme.ink)
            ax.xaxis.set_major_locator(MaxNLocator(4))
            if index:
                ax.set_ylabel("")
    return drawing


def draw_sampling(panel: SamplingPanel, ax: "Axes", theme: Theme = PAPER) -> None:
    """Put one number of rows on these axes."""
    with settings():
        fade(ax, theme, grid="y")
        near = np.abs(panel.rates - panel.p) <= max(_SPREAD * panel.sd, 1.5 / panel.n)
        rates = panel.rates[near]
        ax.bar(rates, panel.observed[near], width=0.8 / panel.n, color=theme.color(5), alpha=0.6, linewidth=0)
        if panel.sd > 0:
            x = np.linspace(rates[0] - 0.5 / panel.n, rates[-1] + 0.5 / panel.n, 200)
            bell = np.exp(-(((x - panel.p) / panel.sd) ** 2) / 2) / (panel.sd * sqrt(2 * pi) * panel.n)
            ax.plot(x, bell, color=theme.color(1), linewidth=1.4)
        size = 3.5 if rates.size <= 60 else 1.5
        ax.plot(rates, panel.expected[near], "o", color=theme.color(0), markersize=size, linewidth=0)
        ax.axvline(panel.p, color=theme.quiet, linewidth=0.9, linestyle=(0, (4, 1.5)))
        ax.set_ylim(bottom=0)
        ax.set_xlabel("observed rate")
        ax.set_ylabel("share of experiments")

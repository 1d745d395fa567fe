"""Efficiency scores: one line per learner, filled where it is efficient, with its range over resamples where there is one."""

from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING

from bakeoff.core.text import clean, fixed
from bakeoff.figures.drawing.canvas import fade, figure, fit_labels_apart, in_legend, settings, text_width
from bakeoff.figures.drawing.theme import MARKERS, PAPER, Theme, learner_id, sized

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["EfficiencyLine", "EfficiencyPlot", "draw_efficiency", "efficiency_figure"]

_LONGEST = 1.9  # inches of a name
_SIZE = 9.0


@dataclass(frozen=True, slots=True, kw_only=True)
class EfficiencyLine:
    """One learner."""

    name: str
    score: float  # NaN: undefined
    efficient: bool
    low: float  # over resamples; NaN: not resampled
    high: float
    look: int  # the learner's colour and marker


@dataclass(frozen=True, slots=True, kw_only=True)
class EfficiencyPlot:
    """The lines from the top down."""

    lines: tuple[EfficiencyLine, ...]
    axis: str

    def sentence(self) -> str:
        """The same in words."""
        shown = []
        for line in self.lines:
            score = fixed(line.score, 2) if isfinite(line.score) else "undefined"
            span = f" ({fixed(line.low, 2)} to {fixed(line.high, 2)})" if isfinite(line.low) else ""
            shown.append(f"{line.name} {score}{span}{', efficient' if line.efficient else ''}")
        return f"{self.axis}. {'; '.join(shown)}."


def efficiency_figure(numbers: EfficiencyPlot, theme: Theme = PAPER, *, width: float = 5.6) -> "Figure":
    """A figure as tall as its lines need."""
    with settings():
        width, _ = sized(width)
        height = 0.34 * len(numbers.lines) + 0.72
        drawing = figure(width, height)
        left = max(text_width(text, _SIZE) for text in _texts(numbers)) + 0.2
        ax = drawing.add_axes((left / width, 0.55 / height, (width - left - 0.2) / width, (height - 0.62) / height))
        draw_efficiency(numbers, ax, theme)
    return drawing


def _texts(numbers: EfficiencyPlot) -> list[str]:
    return fit_labels_apart([clean(line.name) for line in numbers.lines], _LONGEST, _SIZE)


def draw_efficiency(numbers: EfficiencyPlot, ax: "Axes", theme: Theme = PAPER) -> None:
    """Put the plot on these axes, the first line on top."""
    with settings():
        fade(ax, theme, grid="x")
        ax.axvline(1.0, color=theme.ink, linewidth=1.0, zorder=1)
        count = len(numbers.lines)
        for index, line in enumerate(numbers.lines):
            _line(line, float(count - 1 - index), ax, theme)
        ends = [end for line in numbers.lines for end in (line.score, line.low, line.high) if isfinite(end)]
        ax.set_xlim(0.0, 1.05 * max(1.0, *ends) if ends else 1.05)
        ax.set_ylim(-0.6, count - 0.4)
        ax.set_yticks(range(count), [in_legend(text) for text in reversed(_texts(numbers))])
        ax.tick_params(axis="y", length=0, labelcolor=theme.ink, labelsize=_SIZE)
        ax.spines["left"].set_visible(False)
        ax.set_xlabel(clean(numbers.axis))


def _line(line: EfficiencyLine, height: float, ax: "Axes", theme: Theme) -> None:
    """A stem from zero, the range of resamples, and a marker that is filled where the learner is efficient."""
    if not isfinite(line.score):
        ax.text(0.01, height, "undefined", color=theme.quiet, fontsize=_SIZE - 1, va="center")
        return
    color, gid = theme.color(line.look), learner_id(line.look)
    ax.hlines(height, 0.0, line.score, color=theme.quiet, linewidth=0.8, zorder=1)
    if isfinite(line.low):
        ax.hlines(height, line.low, line.high, color=color, linewidth=3.5, alpha=0.45, zorder=2, gid=gid)
    fill = color if line.efficient else theme.paper
    marker = MARKERS[line.look % len(MARKERS)]
    ax.plot([line.score], [height], marker, color=color, markerfacecolor=fill, markersize=7, zorder=3, gid=gid)

"""Values under several conditions: a row for each condition, a mark with its interval for each learner."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bakeoff.core.checks import Array, frozen
from bakeoff.core.text import clean, elide
from bakeoff.figures.drawing.canvas import fade, figure, in_legend, settings, text_width
from bakeoff.figures.drawing.theme import MARKERS, PAPER, Theme, sized

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["DeteriorationPlot", "deterioration_figure", "draw_deterioration"]

_SIZE = 8.5


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DeteriorationPlot:
    """(learners, conditions) values with their ends; NaN where there is none."""

    learners: tuple[str, ...]
    conditions: tuple[str, ...]
    value: Array
    low: Array
    high: Array
    label: str = "Performance deterioration (0: nothing lost, 1: no better than trivial)"

    def __post_init__(self) -> None:
        for name in ("value", "low", "high"):
            object.__setattr__(self, name, frozen(getattr(self, name), np.float64))

    def sentence(self) -> str:
        """The same in words."""
        ranges = []
        for name, values in zip(self.learners, self.value, strict=True):
            finite = values[np.isfinite(values)]
            if len(finite):
                ranges.append(f"{clean(name)} from {finite.min():.2f} to {finite.max():.2f}")
        return f"{self.label}: {'; '.join(ranges)}." if ranges else "No value."


def deterioration_figure(numbers: DeteriorationPlot, theme: Theme = PAPER, *, width: float = 6.6) -> "Figure":
    """A figure of that many inches, as high as its rows need."""
    with settings():
        step = 0.16 + 0.11 * len(numbers.learners)
        height = 1.15 + step * len(numbers.conditions)
        width, height = sized(width, height)
        drawing = figure(width, height)
        names = min(
            max((text_width(elide(condition, 34), _SIZE) for condition in numbers.conditions), default=0.5) + 0.2,
            width / 2.5,
        )
        ax = drawing.add_axes((names / width, 0.5 / height, (width - names - 0.15) / width, (height - 0.95) / height))
        draw_deterioration(numbers, ax, theme)
    return drawing


def draw_deterioration(numbers: DeteriorationPlot, ax: "Axes", theme: Theme = PAPER) -> None:
    """Put the rows on these axes."""
    with settings():
        fade(ax, theme, grid="x")
        places = np.arange(len(numbers.conditions))[::-1].astype(float)
        shared = (np.isfinite(numbers.value).sum(axis=0) > 1).any()  # else every mark stands on its row
        count = len(numbers.learners) if shared else 1
        for index, name in enumerate(numbers.learners):
            shift = 0.0 if count == 1 else (0.5 - index / (count - 1)) * 0.62
            color = theme.color(index)
            finite = np.isfinite(numbers.value[index])
            banded = finite & np.isfinite(numbers.low[index]) & np.isfinite(numbers.high[index])
            ax.hlines(
                (places + shift)[banded],
                numbers.low[index][banded],
                numbers.high[index][banded],
                color=color,
                linewidth=1.3,
            )
            ax.plot(
                numbers.value[index][finite], (places + shift)[finite], MARKERS[index % len(MARKERS)], color=color, markersize=4.5,
                label=in_legend(elide(clean(name), 24)),
            )  # fmt: skip
        for line in (0.0, 1.0):
            ax.axvline(line, color=theme.quiet, linewidth=0.9)
        known_values = numbers.value[np.isfinite(numbers.value)]
        ends = np.concatenate([known_values, numbers.low[np.isfinite(numbers.low)], [0.0, 0.3]])
        ax.set_xlim(
            max(float(ends.min()) - 0.05, -1.0), max(float(np.concatenate([known_values, [0.3]]).max()) + 0.15, 0.4)
        )
        ax.set_ylim(-0.6, len(numbers.conditions) - 0.4)
        ax.set_yticks(places, [elide(clean(condition), 34) for condition in numbers.conditions])
        ax.tick_params(axis="y", length=0, colors=theme.ink)
        ax.set_xlabel(numbers.label, fontsize=_SIZE)
        ax.legend(
            loc="lower center",
            bbox_to_anchor=(0.45, 1.0),
            ncols=min(len(numbers.learners), 4),
            handletextpad=0.2,
            labelcolor=theme.ink,
        )

"""Two learners on the same data sets, one against the other, with the diagonal where they are equal."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bakeoff.core.checks import Array, frozen, same_length
from bakeoff.core.text import clean, elide
from bakeoff.figures.canvas import (
    Box,
    fade,
    figure,
    fit_labels_apart,
    log_scale,
    make_room,
    overlap,
    settings,
    text_width,
)
from bakeoff.figures.page_size import sized
from bakeoff.figures.theme import PAPER, Theme

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["ScatterPlot", "draw_scatter", "scatter_figure"]

_SIZE = 8.5
_LABELS = 16  # names beside the points; with more data sets they would only cover each other


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ScatterPlot:
    """One point per data set."""

    a: str  # horizontal
    b: str  # vertical
    x: Array
    y: Array
    names: tuple[str, ...]
    measure: str
    higher: bool  # is better
    log: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "x", frozen(self.x, np.float64))
        object.__setattr__(self, "y", frozen(self.y, np.float64))
        same_length(x=self.x, y=self.y, names=self.names)

    def sentence(self) -> str:
        """The same in words."""
        better = int((self.y > self.x).sum()) if self.higher else int((self.y < self.x).sum())
        equal = int((self.y == self.x).sum())
        rest, n = len(self.x) - better - equal, len(self.x)
        if better == n:
            return f"{self.b} is better than {self.a} on all {n} data sets."
        counts = ((f"better than {self.a}", better), ("equal", equal), ("worse", rest))
        told = [f"{how} on {count}" for how, count in counts if count or how.startswith("better")]
        return f"{self.b} is {', '.join(told[:-1])} and {told[-1]} of {n} data sets."


def scatter_figure(numbers: ScatterPlot, theme: Theme = PAPER, *, width: float = 4.4) -> "Figure":
    """A square figure."""
    with settings():
        width = min(sized(width)[0], 1.3 * width)
        made = figure(width, width * 0.94)
        ax = made.add_axes((0.17, 0.13, 0.76, 0.84) if numbers.log else (0.15, 0.13, 0.82, 0.84))  # 100000 is wide
        draw_scatter(numbers, ax, theme)
        make_room(ax)
    return made


def draw_scatter(numbers: ScatterPlot, ax: "Axes", theme: Theme = PAPER) -> None:
    """Put the points on these axes."""
    with settings():
        fade(ax, theme)
        low, high = _limits(numbers)
        ax.set_xlim(low, high)
        ax.set_ylim(low, high)
        if numbers.log:
            log_scale(ax, "x")
            log_scale(ax, "y")
        ax.set_aspect("equal", adjustable="box")
        ax.plot([low, high], [low, high], color=theme.quiet, linewidth=1.0, linestyle=(0, (2, 2)), zorder=1)
        ax.plot(numbers.x, numbers.y, "o", color=theme.accent, markersize=5.5, mec=theme.paper, mew=0.8, zorder=3)
        corners = _corners(numbers, ax, theme)
        if len(numbers.names) <= _LABELS:
            _name_points(numbers, ax, theme, corners)
        ax.set_xlabel(f"{clean(numbers.measure)} of {elide(clean(numbers.a), 28)}")
        ax.set_ylabel(f"{clean(numbers.measure)} of {elide(clean(numbers.b), 28)}")


def _limits(numbers: ScatterPlot) -> tuple[float, float]:
    both = np.concatenate([numbers.x, numbers.y])
    low, high = float(np.nanmin(both)), float(np.nanmax(both))
    if numbers.log and low > 0:
        return low / 1.4, high * 1.4
    margin = 0.07 * (high - low) or 0.5
    return low - margin, high + margin


def _corners(numbers: ScatterPlot, ax: "Axes", theme: Theme) -> list[Box]:
    """Which side of the diagonal is whose, at the first place on that side where no point lies."""
    above, below = (numbers.b, numbers.a) if numbers.higher else (numbers.a, numbers.b)
    dots = _dots(numbers, ax)
    found: list[Box] = []
    named = fit_labels_apart([clean(above), clean(below)], 0.38 * _inches(ax), _SIZE)
    for name, upper in zip(named, (True, False), strict=True):
        text = f"{name} better"
        wide = text_width(text, _SIZE) / _inches(ax)
        for step in range(8):
            y = 0.95 - 0.06 * step if upper else 0.05 + 0.06 * step
            left = 0.03 if upper else 0.97 - wide
            box = (left, y - 0.025, left + wide, y + 0.025)
            if not any(overlap(box, _around(dot)) for dot in dots):
                ax.text(
                    left, y, text, ha="left", va="center_baseline", color=theme.quiet, fontsize=_SIZE,
                    fontstyle="italic", transform=ax.transAxes,
                )  # fmt: skip
                found.append(box)
                break
    return found


def _inches(ax: "Axes") -> float:
    return float(ax.get_figure().get_size_inches()[0] * ax.get_position().width)  # type: ignore[union-attr] # drawn axes have one


def _dots(numbers: ScatterPlot, ax: "Axes") -> list[tuple[float, float]]:
    """Points in shares of the axes."""
    place = ax.transData + ax.transAxes.inverted()
    return [(float(u), float(v)) for u, v in place.transform(np.column_stack([numbers.x, numbers.y]))]


def _around(dot: tuple[float, float]) -> Box:
    return dot[0] - 0.01, dot[1] - 0.012, dot[0] + 0.01, dot[1] + 0.012


def _name_points(numbers: ScatterPlot, ax: "Axes", theme: Theme, taken: list[Box]) -> None:
    """Names to the right of their points, or to the left near the edge or where they would cross the diagonal.

    A name that would cover another is left out.
    """
    inches = _inches(ax)
    dots = _dots(numbers, ax)
    for at in np.argsort(-numbers.y, kind="stable"):
        x, y = dots[at]
        name = elide(clean(numbers.names[at]), 18)
        wide = text_width(name, 7.5) / inches
        others = [_around(dot) for other, dot in enumerate(dots) if other != at]
        inside = (False, True) if x + wide < 0.97 else (True,)
        for left in sorted(inside, key=lambda left: x - 0.02 - wide < y < x if left else x < y < x + 0.02 + wide):
            start = x - 0.02 - wide if left else x + 0.02
            box = (start, y - 0.018, start + wide, y + 0.018)
            if start < 0.01 or any(overlap(box, other) for other in (*taken, *others)):
                continue
            taken.append(box)
            ax.text(
                start, y, name, ha="left", va="center_baseline", fontsize=7.5, color=theme.ink,
                transform=ax.transAxes, zorder=4,
            )  # fmt: skip
            break

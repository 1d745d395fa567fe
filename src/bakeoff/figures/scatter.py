"""Two learners on the same data sets, one against the other, with the diagonal where they are equal."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bakeoff.core.checks import Array, frozen, same_length
from bakeoff.core.text import clean, elide
from bakeoff.figures.canvas import figure, log_scale, settings, soften, text_width
from bakeoff.figures.sheet import sized
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
        rest = len(self.x) - better - equal
        return f"{self.b} is better on {better}, equal on {equal} and worse on {rest} of {len(self.x)} data sets than {self.a}."


def scatter_figure(numbers: ScatterPlot, theme: Theme = PAPER, *, width: float = 4.4) -> "Figure":
    """A square figure."""
    with settings():
        width = min(sized(width)[0], 1.3 * width)
        made = figure(width, width * 0.94)
        ax = made.add_axes((0.15, 0.13, 0.82, 0.84))
        draw_scatter(numbers, ax, theme)
    return made


def draw_scatter(numbers: ScatterPlot, ax: "Axes", theme: Theme = PAPER) -> None:
    """Put the points on these axes."""
    with settings():
        soften(ax, theme)
        low, high = _limits(numbers)
        ax.set_xlim(low, high)
        ax.set_ylim(low, high)
        if numbers.log:
            log_scale(ax, "x")
            log_scale(ax, "y")
        ax.set_aspect("equal", adjustable="box")
        ax.plot([low, high], [low, high], color=theme.quiet, linewidth=1.0, linestyle=(0, (2, 2)), zorder=1)
        ax.plot(numbers.x, numbers.y, "o", color=theme.accent, markersize=5.5, mec=theme.paper, mew=0.8, zorder=3)
        _corner(numbers, ax, theme)
        if len(numbers.names) <= _LABELS:
            _name_points(numbers, ax, theme)
        ax.set_xlabel(f"{clean(numbers.measure)} of {elide(clean(numbers.a), 28)}")
        ax.set_ylabel(f"{clean(numbers.measure)} of {elide(clean(numbers.b), 28)}")


def _limits(numbers: ScatterPlot) -> tuple[float, float]:
    both = np.concatenate([numbers.x, numbers.y])
    low, high = float(np.nanmin(both)), float(np.nanmax(both))
    if numbers.log and low > 0:
        return low / 1.4, high * 1.4
    margin = 0.07 * (high - low) or 0.5
    return low - margin, high + margin


def _corner(numbers: ScatterPlot, ax: "Axes", theme: Theme) -> None:
    """Which side of the diagonal is whose."""
    above, below = (numbers.b, numbers.a) if numbers.higher else (numbers.a, numbers.b)
    for name, x, y, ha, va in ((above, 0.03, 0.97, "left", "top"), (below, 0.97, 0.03, "right", "bottom")):
        ax.text(
            x, y, f"{elide(clean(name), 20)} better", ha=ha, va=va, color=theme.quiet, fontsize=_SIZE,
            fontstyle="italic", transform=ax.transAxes,
        )  # fmt: skip


def _name_points(numbers: ScatterPlot, ax: "Axes", theme: Theme) -> None:
    """Names to the right of their points, or to the left near the edge; a name that would cover another is left out."""
    inches = ax.get_figure().get_size_inches()[0] * ax.get_position().width  # type: ignore[union-attr] # drawn axes have one
    taken: list[tuple[float, float, float, float]] = []
    place = ax.transData + ax.transAxes.inverted()
    dots = [place.transform((x, y)) for x, y in zip(numbers.x, numbers.y, strict=True)]
    for at in np.argsort(-numbers.y, kind="stable"):
        x, y = (float(one) for one in dots[at])
        name = elide(clean(numbers.names[at]), 18)
        wide = text_width(name, 7.5) / inches
        for left in (False, True) if x + wide < 0.97 else (True,):
            start = x - 0.02 - wide if left else x + 0.02
            box = (start, y - 0.018, start + wide, y + 0.018)
            others = [
                (float(u) - 0.01, float(v) - 0.012, float(u) + 0.01, float(v) + 0.012)
                for u, v in np.delete(dots, at, 0)
            ]
            if start < 0.01 or any(_touch(box, other) for other in (*taken, *others)):
                continue
            taken.append(box)
            ax.text(
                start, y, name, ha="left", va="center_baseline", fontsize=7.5, color=theme.ink,
                transform=ax.transAxes, zorder=4,
            )  # fmt: skip
            break


def _touch(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]

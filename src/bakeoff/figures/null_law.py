"""The law of a statistic under the null hypothesis: the region of rejection is shaded, the statistic is marked."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bakeoff.core.checks import Array, frozen, same_length
from bakeoff.core.text import format_p
from bakeoff.figures.drawing.canvas import fade, figure, settings
from bakeoff.figures.drawing.theme import PAPER, Theme, sized

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["NullLawPlot", "draw_null_law", "null_law_figure"]

_SMALL = 8  # points
_ROOM = 1.45  # the height of the axes over that of the law: two lines of labels fit above it


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
    critical: tuple[float, ...] = ()  # where the region begins
    alpha: float | None = None
    p_value: float | None = None

    def __post_init__(self) -> None:
        for name, kind in (("x", np.float64), ("height", np.float64), ("rejected", np.bool_)):
            object.__setattr__(self, name, frozen(getattr(self, name), kind))
        same_length(x=self.x, height=self.height, rejected=self.rejected)

    def sentence(self) -> str:
        """The same in words."""
        if not self.region:
            return f"Law of {self.letter}."
        level = f", level {self.alpha:g}" if self.alpha is not None else ""
        p = f", {format_p(self.p_value)}" if self.p_value is not None else ""
        return f"Law of {self.letter} under the null hypothesis; shaded: {self.region}{level}; observed: {self.statistic:.4g}{p}."


def null_law_figure(numbers: NullLawPlot, theme: Theme = PAPER, *, width: float = 4.9, height: float = 2.5) -> "Figure":
    """A figure of that many inches."""
    with settings():
        width, height = sized(width, height)
        drawing = figure(width, height)
        ax = drawing.add_axes((0.62 / width, 0.55 / height, (width - 0.75) / width, (height - 0.8) / height))
        draw_null_law(numbers, ax, theme)
    return drawing


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
        ax.set_ylim(0, (_ROOM if numbers.region else 1.05) * _top(numbers))
        if numbers.region:
            ax.axvline(numbers.statistic, ymax=0.9, color=theme.ink, linewidth=1.2, linestyle=(0, (4, 1.5)))
            _labels(numbers, ax, theme)
        ax.set_xlabel(numbers.letter)
        ax.set_ylabel("probability" if numbers.discrete else "density")


def _top(numbers: NullLawPlot) -> float:
    """The height that is drawn: the highest, but of a law that rises without end at its left end what follows it."""
    height = np.where(np.isfinite(numbers.height), numbers.height, 0.0)
    steep = not numbers.discrete and int(np.argmax(height)) <= 2
    return float(height[len(height) // 25] if steep else height.max())


def _labels(numbers: NullLawPlot, ax: "Axes", theme: Theme) -> None:
    """The statistic with its p on top, the critical value and the level below, each on the side with more room."""
    left, right = ax.get_xlim()
    middle, shift = (left + right) / 2, 0.015 * (right - left)

    def write(x: float, height: float, text: str) -> None:
        inward = x > middle
        ax.text(
            x - shift if inward else x + shift, height, text, transform=ax.get_xaxis_transform(), color=theme.ink,
            fontsize=_SMALL, ha="right" if inward else "left", va="center",
            bbox={"facecolor": theme.paper, "edgecolor": "none", "pad": 1.0},  # a line of the figure does not cross the words
        )  # fmt: skip

    p = f", {format_p(numbers.p_value)}" if numbers.p_value is not None else ""
    write(numbers.statistic, 0.95, f"{numbers.letter} = {numbers.statistic:.4g}{p}")
    for end in numbers.critical:
        ax.axvline(end, ymax=0.77, color=theme.color(1), linewidth=1.0, linestyle=":")
    if numbers.critical:
        end = min(numbers.critical, key=lambda place: abs(place - numbers.statistic))
        tails = " in both tails" if len(numbers.critical) > 1 else ""
        level = f", α = {numbers.alpha:g}{tails}" if numbers.alpha is not None else ""
        write(end, 0.83, f"critical value {end:.4g}{level}")

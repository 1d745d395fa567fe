"""Gate plot: differences with the intervals that decide, on a common scale of margins, and the zone that is accepted."""

from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING

from bakeoff.core.text import clean
from bakeoff.figures.drawing.canvas import fade, figure, fit_labels, fit_labels_apart, settings, text_width
from bakeoff.figures.drawing.theme import PAPER, Theme, sized

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["GateLine", "GatePlot", "gate_figure"]

_WIDTH = 7.4  # inches of the whole figure on a page
_LONGEST = 2.2  # inches of a name
_SIZE = 9.0
_EACH = 0.42  # inches of one line
_FARTHEST = (
    6.0  # margins from zero that are drawn: what lies further out is cut and gets an arrow, and its text has the number
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GateLine:
    """One measure or slice; numbers are in margins, and better is to the right."""

    name: str
    text: str  # the difference and its interval in the unit of the measure
    value: float
    low: float  # NaN: no interval
    high: float
    outcome: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GatePlot:
    """The numbers of the plot, from the top down."""

    lines: tuple[GateLine, ...]
    margin: str  # the margin in words
    base: str
    level: float

    def sentence(self) -> str:
        """The same in words."""
        parts = [f"{line.name}: {line.text}, {line.outcome}" for line in self.lines]
        return f"Difference to {self.base} with its {100 * self.level:.3g}% interval; the margin is {self.margin}. {'; '.join(parts)}."


def gate_figure(numbers: GatePlot, theme: Theme = PAPER, *, width: float = _WIDTH) -> "Figure":
    """A figure as tall as its lines need."""
    with settings():
        count = len(numbers.lines)
        height = _EACH * count + 0.85
        width, _ = sized(width)
        drawing = figure(width, height)
        names = fit_labels_apart([clean(line.name) for line in numbers.lines], min(_LONGEST, 0.35 * width), _SIZE)
        left = max(text_width(name, _SIZE) for name in names) + 0.25
        right = max(text_width(line.text, _SIZE) for line in numbers.lines) + 0.25
        right = min(right, 0.42 * width)
        ax = drawing.add_axes(
            (left / width, 0.55 / height, (width - left - right) / width, (_EACH * count + 0.05) / height)
        )
        _draw(numbers, names, ax, theme)
    return drawing


def _draw(numbers: GatePlot, names: list[str], ax: "Axes", theme: Theme) -> None:
    fade(ax, theme, grid="x")
    count, (low, high) = len(numbers.lines), _limits(numbers)
    ax.axvspan(-1.0, high, color=theme.quiet, alpha=0.14, linewidth=0, zorder=0)
    ax.axvline(-1.0, color=theme.contrast, linewidth=1.6, linestyle=(0, (4, 2)), zorder=1)
    ax.axvline(0.0, color=theme.ink, linewidth=1.0, zorder=1)
    for place, line in enumerate(numbers.lines):
        y = float(count - 1 - place)
        _line(line, ax, theme, y)
        for text, x, side, color in ((names[place], 0.0, "right", theme.ink), (line.text, 1.0, "left", theme.quiet)):
            ax.annotate(
                text, (x, y), xycoords=("axes fraction", "data"), xytext=(-8.0 if side == "right" else 8.0, 0.0),
                textcoords="offset points", ha=side, va="center_baseline", color=color, fontsize=_SIZE, annotation_clip=False,
            )  # fmt: skip
    ax.set_ylim(-0.6, count - 0.4)
    ax.set_xlim(low, high)
    ax.set_xticks([-1.0, 0.0], ["margin ", f" as good as {fit_labels(clean(numbers.base), _LONGEST, _SIZE)}"])
    margin, base = ax.get_xticklabels()
    margin.set_horizontalalignment("right")  # so that the two never meet, however narrow the margin is
    base.set_horizontalalignment("left")
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)
    ax.set_xlabel("worse  \N{LEFTWARDS ARROW}     new model     \N{RIGHTWARDS ARROW}  better", fontsize=_SIZE)


def _line(line: GateLine, ax: "Axes", theme: Theme, y: float) -> None:
    color = {"pass": theme.color(2), "fail": theme.contrast}.get(line.outcome, theme.ink)
    ends = [max(line.low, -_FARTHEST), min(line.high, _FARTHEST)]
    if isfinite(line.low) and isfinite(line.high):
        ax.plot(ends, [y, y], color=color, linewidth=3.0, solid_capstyle="butt", zorder=3)
        for end, cut, arrow in ((ends[0], ends[0] > line.low, "<"), (ends[1], ends[1] < line.high, ">")):
            ax.plot([end], [y], arrow if cut else "|", color=color, markersize=7 if cut else 9, markeredgewidth=1.6, zorder=3)  # fmt: skip
    if isfinite(line.value) and abs(line.value) <= _FARTHEST:
        fill = color if line.outcome != "undecided" else theme.paper
        marker = {"pass": "o", "fail": "s"}.get(line.outcome, "D")
        ax.plot([line.value], [y], marker, color=fill, markersize=7, markeredgecolor=color, markeredgewidth=1.5, zorder=4)  # fmt: skip


def _limits(numbers: GatePlot) -> tuple[float, float]:
    ends = [-1.5, 1.0, *(end for line in numbers.lines for end in (line.low, line.high, line.value) if isfinite(end))]
    low, high = max(min(ends), -_FARTHEST), min(max(ends), _FARTHEST)
    room = 0.06 * (high - low)
    return low - room, high + room

"""Curves of several learners in one frame, and how the scores of two classes lie."""

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from bakeoff.core.checks import Array, frozen, same_length
from bakeoff.core.text import clean, elide
from bakeoff.figures.drawing.canvas import fade, figure, fit_labels_apart, in_legend, log_scale, make_room, settings
from bakeoff.figures.drawing.theme import DASHES, PAPER, Theme, learner_id, sized

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["SHOWN", "CurveLine", "CurvePlot", "ScoreHistogram", "curve_figure", "draw_curves", "histogram_figure"]

SHOWN = 8  # lines; more cannot be told apart
_ROW = 0.17  # inches of a line of the legend


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CurveLine:
    """One learner: points in drawing order, and a band where there is one."""

    name: str
    x: Array
    y: Array
    low: Array | None = None
    high: Array | None = None
    note: str = ""  # stands after the name, such as the area
    joined: bool = True  # by a line; else the points stand alone
    look: int | None = None  # the learner's colour and dash, the same in every figure; else by its place
    neutral: bool = False  # the line is no learner: a class, drawn in the colours of the text

    def __post_init__(self) -> None:
        for field in ("x", "y", "low", "high"):
            values = getattr(self, field)
            if values is not None:
                object.__setattr__(self, field, frozen(values, np.float64))
        same_length(
            **{name: getattr(self, name) for name in ("x", "y", "low", "high") if getattr(self, name) is not None}
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CurvePlot:
    """Lines and what the frame means."""

    lines: tuple[CurveLine, ...]
    x_label: str
    y_label: str
    reference: tuple[tuple[float, float], tuple[float, float]] | None = (
        None  # from, to: the line of no skill or of perfection
    )
    unit: bool = False  # both axes run from 0 to 1
    log_x: bool = False
    log_y: bool = False
    dots: bool = False  # mark the points themselves
    legend: Literal["lower right", "lower left", "upper right", "upper left", "best", "below"] = "lower right"
    thin: tuple[
        tuple[tuple[float, float], tuple[float, float]], ...
    ] = ()  # straight lines behind the curves, without names

    def sentence(self) -> str:
        """The same in words."""
        named = ", ".join(f"{line.name} {line.note}".strip() for line in self.lines[:SHOWN])
        more = f"; {self.hidden} more are not drawn" if self.hidden else ""
        return f"{self.y_label} against {self.x_label} for {named}{more}."

    @property
    def hidden(self) -> int:
        """How many lines are not drawn: the last ones, where there are too many."""
        return max(0, len(self.lines) - SHOWN)


def curve_figure(numbers: CurvePlot, theme: Theme = PAPER, *, width: float = 4.9, height: float = 4.2) -> "Figure":
    """A figure of that many inches."""
    with settings():
        width, height = sized(width, height)
        entries = min(len(numbers.lines), SHOWN) + bool(numbers.hidden)
        foot = 0.55 + (_ROW * ceil(entries / 2) + 0.05 if numbers.legend == "below" else 0.0)
        height += foot - 0.55
        drawing = figure(width, height)
        ax = drawing.add_axes((0.62 / width, foot / height, (width - 0.75) / width, (height - foot - 0.1) / height))
        draw_curves(numbers, ax, theme)
        make_room(ax)
    return drawing


def draw_curves(numbers: CurvePlot, ax: "Axes", theme: Theme = PAPER) -> None:
    """Put the curves on these axes."""
    with settings():
        fade(ax, theme)
        if numbers.reference is not None:
            (x0, y0), (x1, y1) = numbers.reference
            ax.plot([x0, x1], [y0, y1], color=theme.quiet, linewidth=1.0, linestyle=(0, (1, 1.6)), zorder=1)
        for (x0, y0), (x1, y1) in numbers.thin:
            ax.plot([x0, x1], [y0, y1], color=theme.quiet, linewidth=0.5, alpha=0.6, zorder=1)
        names = fit_labels_apart([clean(line.name) for line in numbers.lines[:SHOWN]], 1.5, 8.5)
        for index, (line, name) in enumerate(zip(numbers.lines[:SHOWN], names, strict=True)):
            _line(line, name, index, ax, theme, dots=numbers.dots)
        if numbers.hidden:
            ax.plot([], [], linestyle="none", label=f"{numbers.hidden} more not drawn")
        if numbers.unit:
            ax.set_xlim(-0.02, 1.02)
            ax.set_ylim(-0.02, 1.04)
        if numbers.log_x:
            log_scale(ax, "x")
        if numbers.log_y:
            log_scale(ax, "y")
        ax.set_xlabel(clean(numbers.x_label))
        ax.set_ylabel(clean(numbers.y_label))
        if len(numbers.lines) > 1 or numbers.lines[0].name:
            _legend(numbers, ax, theme)


def _legend(numbers: CurvePlot, ax: "Axes", theme: Theme) -> None:
    if numbers.legend != "below":
        ax.legend(loc=numbers.legend, labelcolor=theme.ink, handlelength=2.6, borderaxespad=0.4)
        return
    tall = float(ax.get_figure().get_size_inches()[1]) * ax.get_position().height  # type: ignore[union-attr] # drawn axes have one
    ax.legend(
        loc="upper left", bbox_to_anchor=(0.0, -0.45 / tall), ncol=2, labelcolor=theme.ink, handlelength=2.6,
        borderaxespad=0.0, borderpad=0.0, labelspacing=0.3, columnspacing=1.2,
    )  # fmt: skip


def _line(line: CurveLine, name: str, index: int, ax: "Axes", theme: Theme, *, dots: bool) -> None:
    look = index if line.look is None else line.look
    color, dash = theme.neutral(index) if line.neutral else theme.color(look), DASHES[look % len(DASHES)]
    gid = None if line.neutral else learner_id(look)
    label = in_legend(f"{name} {clean(line.note)}".strip())
    if line.low is not None and line.high is not None:
        ax.fill_between(line.x, line.low, line.high, color=color, alpha=0.13, linewidth=0, zorder=1.5, gid=gid)
    style: dict[str, Any] = {"linestyle": dash if line.joined else "none", "gid": gid}
    style |= {"marker": "o", "markersize": 3.6} if dots or not line.joined else {}
    ax.plot(line.x, line.y, color=color, label=label, zorder=3, **style)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ScoreHistogram:
    """Shares of each class per bin; the zone is where both classes are common."""

    edges: Array
    negative: Array
    positive: Array
    negative_name: str
    positive_name: str
    zone: tuple[float, float] | None
    axis: str

    def __post_init__(self) -> None:
        for name in ("edges", "negative", "positive"):
            object.__setattr__(self, name, frozen(getattr(self, name), np.float64))

    def sentence(self) -> str:
        """The same in words."""
        where = f"; both classes are common from {self.zone[0]:.2f} to {self.zone[1]:.2f}" if self.zone else ""
        return f"{self.axis} of the classes {self.negative_name} and {self.positive_name}{where}."


def histogram_figure(
    numbers: ScoreHistogram, theme: Theme = PAPER, *, width: float = 4.9, height: float = 2.5
) -> "Figure":
    """A figure of that many inches."""
    with settings():
        width, height = sized(width, height)
        drawing = figure(width, height)
        ax = drawing.add_axes((0.62 / width, 0.55 / height, (width - 0.75) / width, (height - 0.8) / height))
        draw_histogram(numbers, ax, theme)
    return drawing


def draw_histogram(numbers: ScoreHistogram, ax: "Axes", theme: Theme = PAPER) -> None:
    """Put the histogram on these axes."""
    with settings():
        fade(ax, theme, grid="y")
        if numbers.zone is not None:
            ax.axvspan(*numbers.zone, color=theme.quiet, alpha=0.16, linewidth=0, zorder=0)
        sides = (
            (numbers.negative, numbers.negative_name, theme.quiet, "-"),
            (numbers.positive, numbers.positive_name, theme.ink, (0, (4, 1.5))),
        )
        for shares, name, color, dash in sides:
            ax.stairs(shares, numbers.edges, fill=True, color=color, alpha=0.22, linewidth=0)
            ax.stairs(
                shares,
                numbers.edges,
                color=color,
                linewidth=1.5,
                linestyle=dash,
                label=in_legend(elide(clean(name), 24)),
            )
        ax.set_xlabel(clean(numbers.axis))
        ax.set_ylabel("share of the class")
        ax.legend(
            loc="lower left", bbox_to_anchor=(0.0, 1.0), ncol=2, labelcolor=theme.ink, borderaxespad=0.2, borderpad=0.0
        )  # above the bars, wherever they stand

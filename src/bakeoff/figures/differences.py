"""Estimation plot: every paired difference as a dot, the mean with its interval, and the region of equivalence behind."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite, isnan
from typing import TYPE_CHECKING

import numpy as np

from bakeoff.core.checks import Array, frozen
from bakeoff.core.text import clean
from bakeoff.figures.drawing.canvas import fade, figure, fit_labels, fit_labels_apart, settings, text_width
from bakeoff.figures.drawing.theme import MARKERS, PAPER, Theme, learner_id, sized

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["Difference", "DifferencePlot", "difference_figure", "draw_differences"]

_OWN = 7.4  # inches of the whole figure on a page
_LONGEST = 1.9  # inches of a name
_SIZE = 9.0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Difference:
    """One line of the plot."""

    name: str
    detail: str  # a second, quieter line, such as "p = .90"
    dots: Array  # one per split or data set; may be empty
    value: float
    low: float  # NaN: no interval
    high: float
    clear: bool  # whether a difference is claimed
    look: int | None = None  # the learner's colour and marker; None: the line is no learner's

    def __post_init__(self) -> None:
        object.__setattr__(self, "dots", frozen(self.dots, np.float64))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DifferencePlot:
    """The numbers of the plot, from the top down."""

    lines: tuple[Difference, ...]
    rope: float | None
    axis: str  # what the horizontal axis means, with its unit
    better: str  # which side is better, in words; empty if that goes without saying
    thinned: bool = False  # whether only some of the dots are drawn
    left_out: int = 0  # learners of lower rank that have no line
    sides: tuple[str, str] | None = (
        None  # of two learners: whom a difference left of zero favours, and whom right of it
    )

    def sentence(self) -> str:
        """The same in words."""
        parts = []
        for line in self.lines:
            span = "" if isnan(line.low) else f", interval {_said(line.low)} to {_said(line.high)}"
            value = "undefined" if isnan(line.value) else f"{_said(line.value)}{span}"
            parts.append(f"{line.name}: {value}")
        return f"{self.axis}. " + "; ".join(parts) + "." + self.omission()

    def omission(self) -> str:
        """Which learners have no line; empty where all have one."""
        drawn = len(self.lines)
        every = drawn + self.left_out
        return f" Only the best {drawn} of the {every} other learners are drawn." if self.left_out else ""


def _said(value: float) -> str:
    """Three digits, and no sign before a zero."""
    return f"{value + 0.0:.3g}".replace("-", "−", 1)


def difference_figure(numbers: DifferencePlot, theme: Theme = PAPER, *, width: float = _OWN) -> "Figure":
    """A figure as tall as its lines need."""
    with settings():
        step = _each(numbers)
        height = step * len(numbers.lines) + 0.8 + _above(numbers)
        width, _ = sized(width)
        drawing = figure(width, height)
        left = (
            max(text_width(text, _SIZE) for text in (*_texts(numbers), *(clean(line.detail) for line in numbers.lines)))
            + 0.25
        )
        right = 0.15
        ax = drawing.add_axes(
            (left / width, 0.64 / height, (width - left - right) / width, step * len(numbers.lines) / height)
        )
        draw_differences(numbers, ax, theme)
    return drawing


def _each(numbers: DifferencePlot) -> float:
    """Inches of one line: room for its dots, and for a name with a second line below it."""
    dots, second = any(len(line.dots) for line in numbers.lines), any(line.detail for line in numbers.lines)
    return (0.62 if len(numbers.lines) <= 8 else 0.46) if dots else 0.44 if second else 0.34


def _above(numbers: DifferencePlot) -> float:
    """Inches above the axes for the names of the two sides, and for the region below them."""
    return 0.0 if numbers.sides is None else 0.3 if numbers.rope else 0.18


def draw_differences(numbers: DifferencePlot, ax: "Axes", theme: Theme = PAPER) -> None:
    """Put the plot on these axes."""
    with settings():
        fade(ax, theme, grid="x")
        if numbers.rope:
            ax.axvspan(-numbers.rope, numbers.rope, color=theme.quiet, alpha=0.16, linewidth=0, zorder=0)
        ax.axvline(0.0, color=theme.ink, linewidth=1.0, zorder=1)
        count = len(numbers.lines)
        for index, line in enumerate(numbers.lines):
            _line(line, ax, theme, float(count - 1 - index))
        ax.set_ylim(-0.6, count - 0.4)
        ax.set_xlim(*_limits(numbers))
        ax.set_yticks([float(count - 1 - index) for index in range(count)], [""] * count)
        ax.tick_params(axis="y", length=0)
        ax.spines["left"].set_visible(False)
        _axis(numbers, ax)
        _names(numbers, ax, theme)
        if numbers.rope:
            _name_region(ax, theme)
        if numbers.sides is not None:
            _name_sides(numbers.sides, ax, theme, above=13.0 if numbers.rope else 3.0)


def _name_region(ax: "Axes", theme: Theme) -> None:
    """The region of equivalence is named above its middle, inside the axes."""
    low, high = ax.get_xlim()
    place = -low / (high - low)
    side = "left" if place < 0.25 else "right" if place > 0.75 else "center"
    text = "region of equivalence"
    ax.annotate(
        text, (0.0, 1.0), xycoords=("data", "axes fraction"), xytext=(0.0, 1.5), textcoords="offset points", ha=side, va="bottom",
        color=theme.quiet, fontsize=_SIZE - 1.5, annotation_clip=False,
    )  # fmt: skip


def _name_sides(sides: tuple[str, str], ax: "Axes", theme: Theme, *, above: float) -> None:
    """Whom each side of zero favours, above the axes; a name that has too little room there is shortened."""
    place, whole = ax.get_position(), float(ax.get_figure().get_size_inches()[0])  # type: ignore[union-attr] # drawn axes have a figure
    low, high = ax.get_xlim()
    zero = (place.x0 - low / (high - low) * (place.x1 - place.x0)) * whole
    rooms = (zero - 0.1, whole - zero - 0.1)
    texts = ("\u2190 {} better", "{} better \u2192")
    for name, text, room, shift, side in zip(sides, texts, rooms, (-6.0, 6.0), ("right", "left"), strict=True):
        size = _SIZE - 1
        short = fit_labels(clean(name), room - text_width(text.format(""), size), size)
        if text_width(text.format(short), size) > room:
            continue  # zero is at the edge, so nothing lies on this side
        ax.annotate(
            text.format(short), (0.0, 1.0), xycoords=("data", "axes fraction"), xytext=(shift, above),
            textcoords="offset points", ha=side, va="bottom", color=theme.quiet, fontsize=size, annotation_clip=False,
        )  # fmt: skip


def _axis(numbers: DifferencePlot, ax: "Axes") -> None:
    """Under the middle of the axes; a long name ends where they end and may begin left of them."""
    place = ax.get_position()
    whole = float(ax.get_figure().get_size_inches()[0])  # type: ignore[union-attr] # drawn axes have a figure
    long = text_width(numbers.axis, _SIZE) > place.width * whole
    axis = fit_labels(numbers.axis, place.x1 * whole - 0.05, _SIZE)
    alignment = {"x": 1.0, "horizontalalignment": "right"} if long else {}
    ax.set_xlabel(f"{axis}\n{numbers.better}".rstrip(), fontsize=_SIZE, **alignment)  # type: ignore[arg-type] # mixed keywords


def _texts(numbers: DifferencePlot) -> list[str]:
    return fit_labels_apart([clean(line.name) for line in numbers.lines], min(_LONGEST, 0.4 * sized(_OWN)[0]), _SIZE)


def _line(line: Difference, ax: "Axes", theme: Theme, y: float) -> None:
    color = theme.ink if line.look is None else theme.color(line.look)
    marker = "D" if line.look is None else MARKERS[line.look % len(MARKERS)]
    gid = None if line.look is None else learner_id(line.look)
    base = y - 0.2 if len(line.dots) else y
    if len(line.dots):
        ax.plot(
            line.dots,
            y + 0.12 + _spread(line.dots),
            "o",
            color=theme.quiet if line.look is None else color,
            alpha=0.6,
            markersize=3.4,
            mew=0,
            zorder=2,
            gid=gid,
        )
    if isfinite(line.low) and isfinite(line.high):
        ends, heights = [line.low, line.high], [base, base]
        ax.plot(ends, heights, color=color, linewidth=2.6, solid_capstyle="round", zorder=3, gid=gid)
    if isfinite(line.value):
        fill = color if line.clear else theme.paper
        ax.plot(
            [line.value], [base], marker, color=fill, markersize=6.6, markeredgecolor=color, markeredgewidth=1.5,
            zorder=4, gid=gid,
        )  # fmt: skip


def _spread(dots: Sequence[float] | Array) -> Array:
    """Heights that keep dots of nearly equal value apart, always the same for the same dots."""
    values = np.asarray(dots, dtype=np.float64)
    span = float(np.ptp(values)) or 1.0
    bins = np.round((values - values.min()) / span * 60).astype(int)
    heights = np.zeros(len(values))
    for number in np.unique(bins):
        positions = np.flatnonzero(bins == number)
        steps = (np.arange(len(positions)) + 1) // 2 * np.where(np.arange(len(positions)) % 2, 1, -1)
        heights[positions] = steps * min(0.07, 0.24 / max(1, len(positions) // 2))
    return heights


def _limits(numbers: DifferencePlot) -> tuple[float, float]:
    values = [0.0, *(value for line in numbers.lines for value in (line.value, line.low, line.high, *line.dots))]
    if numbers.rope:
        values += [-numbers.rope, numbers.rope]
    finite = [value for value in values if isfinite(value)]
    low, high = min(finite), max(finite)
    margin = 0.06 * (high - low) or 0.5
    return low - margin, high + margin


def _names(numbers: DifferencePlot, ax: "Axes", theme: Theme) -> None:
    names = _texts(numbers)
    for index, line in enumerate(numbers.lines):
        y = float(len(numbers.lines) - 1 - index)
        detail = clean(line.detail)
        for text, shift, color in ((names[index], 6.0, theme.ink), (detail, -6.0, theme.quiet)):
            ax.annotate(
                text,
                (0.0, y),
                xycoords=("axes fraction", "data"),
                xytext=(-8.0, shift if detail else 0.0),
                textcoords="offset points",
                ha="right",
                va="center_baseline",
                color=color,
                fontsize=_SIZE,
                annotation_clip=False,
                gid=None if line.look is None else learner_id(line.look),
            )

"""Scores or costs over a number: training rows, a parameter. Points with intervals, each line named at its end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bakeoff.core.checks import Array, frozen, same_length
from bakeoff.core.text import clean
from bakeoff.figures.drawing.canvas import (
    fade,
    figure,
    fit_labels_apart,
    in_legend,
    log_scale,
    make_room,
    settings,
    text_width,
)
from bakeoff.figures.drawing.theme import DASHES, MARKERS, PAPER, Theme, learner_id, sized

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["SHOWN", "GrowthLine", "GrowthPlot", "draw_growth", "growth_figure"]

SHOWN = 8  # lines; more cannot be told apart
_BANDS = 4  # lines up to which intervals are drawn: more would cover one another
_NAMES = 1.5  # inches that the names may take
_SIZE = 8.5
_APART = 0.16  # inches between two names


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class GrowthLine:
    """One learner or family; NaN where there is no value."""

    name: str
    x: Array
    y: Array
    low: Array | None = None
    high: Array | None = None
    trend: Array | None = None  # a fitted line at the same places, drawn instead of joining the points
    best: int | None = None  # a point to be ringed
    look: int | None = None  # the learner's colour, dash and marker, the same in every figure; else by its place
    shade: int | None = None  # the place of a colour and marker that two lines share, as training and validation scores
    dashed: bool = False  # the second of two lines that share a colour
    bare: bool = False  # a formula, not measured: without points

    def __post_init__(self) -> None:
        fields = [field for field in ("x", "y", "low", "high", "trend") if getattr(self, field) is not None]
        for field in fields:
            object.__setattr__(self, field, frozen(getattr(self, field), np.float64))
        same_length(**{field: getattr(self, field) for field in fields})

    @property
    def whole(self) -> Array:
        """Where there are values."""
        return np.flatnonzero(np.isfinite(self.y))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class GrowthPlot:
    """Lines and what the frame means; lines without any value are left out."""

    lines: tuple[GrowthLine, ...]
    x_label: str
    y_label: str
    log_x: bool = False
    log_y: bool = False
    ticks: tuple[tuple[float, str], ...] = ()  # places with a text of their own instead of their number

    def __post_init__(self) -> None:
        object.__setattr__(self, "lines", tuple(line for line in self.lines if len(line.whole))[:SHOWN])

    @property
    def banded(self) -> bool:
        """Whether intervals are drawn."""
        return len(self.lines) <= _BANDS and any(line.low is not None for line in self.lines)

    def sentence(self) -> str:
        """The same in words: where each line begins and ends."""
        ranges, texts = [], dict(self.ticks)
        for line in self.lines:
            first, last = line.whole[0], line.whole[-1]
            start, end = (texts.get(float(line.x[position]), f"{line.x[position]:g}") for position in (first, last))
            ends = f"{line.y[first]:.3g} at {start} to {line.y[last]:.3g} at {end}"
            ranges.append(f"{line.name} from {ends}".strip())
        return f"{self.y_label} against {self.x_label}: {'; '.join(ranges)}."


def growth_figure(numbers: GrowthPlot, theme: Theme = PAPER, *, width: float = 5.2, height: float = 3.3) -> "Figure":
    """A figure of that many inches, with the names to the right of the lines."""
    with settings():
        width, height = sized(width, height)
        names = fit_labels_apart([clean(line.name) for line in numbers.lines], min(_NAMES, 0.3 * width), _SIZE)
        beside = max((text_width(name, _SIZE) for name in names), default=0.0)
        right = 0.32 + beside if beside else 0.15
        drawing = figure(width, height)
        ax = drawing.add_axes((0.68 / width, 0.52 / height, (width - 0.68 - right) / width, (height - 0.64) / height))
        _ink(numbers, ax, theme)
        make_room(ax)
        if beside:
            _names(numbers, names, ax, theme)
    return drawing


def draw_growth(numbers: GrowthPlot, ax: "Axes", theme: Theme = PAPER) -> None:
    """Put the lines on these axes; their names stand in a legend, for there may be no room beside."""
    with settings():
        _ink(numbers, ax, theme)
        if any(line.name for line in numbers.lines):
            ax.legend(loc="best", labelcolor=theme.ink, handlelength=2.6, borderaxespad=0.4)


def _ink(numbers: GrowthPlot, ax: "Axes", theme: Theme) -> None:
    fade(ax, theme)
    for index, line in enumerate(numbers.lines):
        _line(line, index, ax, theme, band=numbers.banded)
    x = np.concatenate([line.x[line.whole] for line in numbers.lines])
    ax.set_xlim(*_limits(x, log=numbers.log_x, margin=0.03))
    if numbers.log_x:
        log_scale(ax, "x")
    if not numbers.log_y:  # points of a learner stand at values that somebody chose
        _ticks(np.unique(x), ax, dict(numbers.ticks))
    ax.set_ylim(*_heights(numbers))
    if numbers.log_y:
        log_scale(ax, "y")
    ax.set_xlabel(clean(numbers.x_label))
    ax.set_ylabel(clean(numbers.y_label))


def _line(line: GrowthLine, place: int, ax: "Axes", theme: Theme, *, band: bool) -> None:
    gid = None if line.look is None else learner_id(line.look)
    place = _place(line, place)
    color, keep = theme.color(place), line.whole
    x, y = line.x[keep], line.y[keep]
    if band and line.low is not None and line.high is not None:
        ax.fill_between(x, line.low[keep], line.high[keep], color=color, alpha=0.13, linewidth=0, zorder=1.5, gid=gid)
    dash = "--" if line.dashed else "-" if line.shade is not None else DASHES[place % len(DASHES)]
    inside = "none" if line.dashed else color
    marker = MARKERS[place % len(MARKERS)]
    joined = y if line.trend is None else line.trend[keep]
    label = in_legend(clean(line.name))
    ax.plot(x, joined, color=color, linestyle=dash, zorder=3, label=label if line.bare else "_", gid=gid)
    if not line.bare:
        ax.plot(x, y, marker, color=color, markerfacecolor=inside, markersize=4.2, zorder=3.5, label=label, gid=gid)
    if line.best is not None:
        ring = {"markersize": 10, "markerfacecolor": "none", "markeredgecolor": theme.ink, "markeredgewidth": 1.2}
        ax.plot([line.x[line.best]], [line.y[line.best]], "o", zorder=4, label="_", **ring)  # type: ignore[arg-type] # Matplotlib's stubs know no mixed keywords


def _place(line: GrowthLine, place: int) -> int:
    """The place in the row of colours and markers."""
    return next((look for look in (line.look, line.shade) if look is not None), place)


def _ticks(values: Array, ax: "Axes", texts: Mapping[float, str]) -> None:
    """The values themselves at the axis, the largest first, as many as have room beside one another."""
    from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

    drawing = ax.get_figure()
    wide = float(drawing.get_size_inches()[0]) * ax.get_position().width  # type: ignore[union-attr] # drawn axes stand in a figure
    place = ax.transData + ax.transAxes.inverted()
    taken = np.inf
    kept = []

    def shown(value: float) -> str:
        return clean(texts.get(value, f"{value:g}"))

    for value in values[::-1]:
        middle = float(place.transform((value, 0.0))[0]) * wide
        half = text_width(shown(float(value)), _SIZE) / 2 + 0.05
        if middle + half <= taken:
            kept.append(float(value))
            taken = middle - half
    ax.xaxis.set_major_locator(FixedLocator(kept[::-1]))
    ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: shown(float(value))))
    ax.xaxis.set_minor_locator(NullLocator())


def _limits(values: Array, *, log: bool, margin: float) -> tuple[float, float]:
    """A little more than the values take, on their own scale."""
    low, high = (float(value) for value in (values.min(), values.max()))
    if log:
        reach = (high / low) ** margin if high > low else 1.5
        return low / reach, high * reach
    reach = (high - low) * margin or max(abs(high), 1.0) * 0.05
    return low - reach, high + reach


def _heights(numbers: GrowthPlot) -> tuple[float, float]:
    """All points, and their intervals unless they would press the lines flat."""
    y = np.concatenate([line.y[line.whole] for line in numbers.lines])
    if numbers.banded and not numbers.log_y:
        room = (0.6 * float(np.ptp(y)) if len(numbers.lines) > 1 else 0.0) or np.inf
        ends = [end for line in numbers.lines for end in (line.low, line.high) if end is not None]
        finite_ends = np.concatenate(ends)
        finite_ends = finite_ends[np.isfinite(finite_ends)]
        y = np.append(y, np.clip(finite_ends, y.min() - room, y.max() + room))
    return _limits(y, log=numbers.log_y, margin=0.06)


def _names(numbers: GrowthPlot, names: Sequence[str], ax: "Axes", theme: Theme) -> None:
    """Each name beside the end of its line, moved up or down until none covers another; a thin line leads to it."""
    drawing = ax.get_figure()
    assert drawing is not None
    tall = float(drawing.get_size_inches()[1]) * ax.get_position().height  # type: ignore[union-attr] # drawn axes stand in a figure
    wide = float(drawing.get_size_inches()[0]) * ax.get_position().width  # type: ignore[union-attr] # as above
    place = ax.transData + ax.transAxes.inverted()
    ends = np.array([place.transform((line.x[line.whole[-1]], _end(line))) for line in numbers.lines])
    heights = spread(ends[:, 1] * tall, _APART, tall) / tall
    for index, name in enumerate(names):
        look = numbers.lines[index].look
        color, left = theme.color(_place(numbers.lines[index], index)), 1 + 0.22 / wide
        gid = None if look is None else learner_id(look)
        ax.plot(
            [ends[index, 0], left - 0.03 / wide], [ends[index, 1], heights[index]], color=color, linewidth=0.8, alpha=0.7,
            transform=ax.transAxes, clip_on=False, zorder=2, label="_", gid=gid,
        )  # fmt: skip
        ax.text(
            left, heights[index], name, transform=ax.transAxes, ha="left", va="center_baseline", fontsize=_SIZE,
            color=theme.ink, clip_on=False, gid=gid,
        )  # fmt: skip


def _end(line: GrowthLine) -> float:
    """The height at which a line ends."""
    return float((line.y if line.trend is None else line.trend)[line.whole[-1]])


def spread(places: Array, apart: float, room: float) -> Array:
    """Places moved as little as needed to be that far apart and within the room, in the same order.

    >>> spread(np.array([1.0, 1.05, 0.2]), 0.2, 2.0).round(3).tolist()
    [0.925, 1.125, 0.2]
    """
    order = np.argsort(places, kind="stable")
    steps = np.arange(len(places)) * apart
    level = places[order] - steps  # apart means: these do not fall
    groups: list[list[float]] = []
    for middle in level:
        groups.append([float(middle)])
        while len(groups) > 1 and np.mean(groups[-2]) > np.mean(groups[-1]):
            groups[-2:] = [groups[-2] + groups[-1]]
    flat = np.concatenate([[np.mean(group)] * len(group) for group in groups])
    flat = np.clip(flat, 0.0, max(room - float(steps[-1]), 0.0))
    moved = np.empty(len(places))
    moved[order] = flat + steps
    return moved

"""Points in a plane: two learners on the same data sets, one against the other; and quality against cost, one point per learner."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from bakeoff.core.checks import Array, frozen, same_length
from bakeoff.core.text import clean, elide, listed
from bakeoff.figures.drawing.canvas import (
    Box,
    fade,
    figure,
    fit_labels,
    fit_labels_apart,
    log_scale,
    make_room,
    overlap,
    settings,
    text_width,
)
from bakeoff.figures.drawing.theme import MARKERS, PAPER, Theme, learner_id, sized

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["ScatterPlot", "TradeOff", "name_points", "scatter_figure", "trade_off_figure"]

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
        phrases = [f"{how} on {count}" for how, count in counts if count or how.startswith("better")]
        return f"{self.b} is {', '.join(phrases[:-1])} and {phrases[-1]} of {n} data sets."


def scatter_figure(numbers: ScatterPlot, theme: Theme = PAPER, *, width: float = 4.4) -> "Figure":
    """A square figure."""
    with settings():
        width = min(sized(width)[0], 1.3 * width)
        drawing = figure(width, width * 0.94)
        ax = drawing.add_axes((0.17, 0.13, 0.76, 0.84) if numbers.log else (0.15, 0.13, 0.82, 0.84))  # 100000 is wide
        draw_scatter(numbers, ax, theme)
        make_room(ax)
    return drawing


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
        ax.plot(numbers.x, numbers.y, "o", color=theme.ink, markersize=5.5, mec=theme.paper, mew=0.8, zorder=3)
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
    boxes: list[Box] = []
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
                boxes.append(box)
                break
    return boxes


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
    for point in np.argsort(-numbers.y, kind="stable"):
        x, y = dots[point]
        name = elide(clean(numbers.names[point]), 18)
        wide = text_width(name, 7.5) / inches
        others = [_around(dot) for other, dot in enumerate(dots) if other != point]
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


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TradeOff:
    """Cost is better when lower and is drawn on a logarithmic axis; quality as `higher` says."""

    names: tuple[str, ...]
    cost: Array
    quality: Array
    cost_label: str
    quality_label: str
    higher: bool
    looks: tuple[int, ...] = ()  # the colour and marker of each learner; by its place if empty

    def __post_init__(self) -> None:
        object.__setattr__(self, "cost", frozen(self.cost, np.float64))
        object.__setattr__(self, "quality", frozen(self.quality, np.float64))
        same_length(names=self.names, cost=self.cost, quality=self.quality)

    def front(self) -> tuple[int, ...]:
        """Learners for which no other is both cheaper and better, from the cheapest on.

        >>> TradeOff(names=("a", "b", "c"), cost=[1.0, 2.0, 3.0], quality=[0.7, 0.6, 0.9],
        ...          cost_label="s", quality_label="accuracy", higher=True).front()
        (0, 2)
        """
        sign = 1.0 if self.higher else -1.0
        order = sorted(
            range(len(self.names)), key=lambda position: (self.cost[position], -sign * self.quality[position])
        )
        best, kept = -np.inf, []
        for position in order:
            if sign * self.quality[position] > best:
                best = sign * self.quality[position]
                kept.append(position)
        return tuple(kept)

    def drawn(self) -> "TradeOff":
        """The learners that a logarithmic axis can show: those that cost something."""
        positions = np.flatnonzero(self.cost > 0)
        names = tuple(self.names[i] for i in positions)
        looks = tuple((self.looks or range(len(self.names)))[i] for i in positions)
        return replace(self, names=names, cost=self.cost[positions], quality=self.quality[positions], looks=looks)

    def sentence(self) -> str:
        """The same in words."""
        return f"{self.quality_label} against {self.cost_label}. {self.front_sentence()}"

    def front_sentence(self) -> str:
        """Who is beaten by nobody in both."""
        front = [self.names[position] for position in self.front()]
        free = [name for name, cost in zip(self.names, self.cost, strict=True) if not cost]
        zero = f" Not drawn, because the cost is 0: {listed(free, most=len(free))}." if free else ""
        return f"No learner is both cheaper and better than {listed(front, last='or', most=len(front))}.{zero}"


def trade_off_figure(numbers: TradeOff, theme: Theme = PAPER, *, width: float = 4.9, height: float = 3.4) -> "Figure":
    """A figure of that many inches."""
    with settings():
        width, height = sized(width, height)
        drawing = figure(width, height)
        ax = drawing.add_axes((0.68 / width, 0.55 / height, (width - 0.85) / width, (height - 0.65) / height))
        _ink(numbers, ax, theme)
        make_room(ax)
        _names(numbers.drawn(), ax, theme)
    return drawing


def _ink(numbers: TradeOff, ax: "Axes", theme: Theme) -> None:
    fade(ax, theme)
    unbeaten = {numbers.names[position] for position in numbers.front()}
    numbers = numbers.drawn()
    front = [position for position in numbers.front() if numbers.names[position] in unbeaten]
    dashes = {"color": theme.quiet, "linewidth": 1.0, "linestyle": (0, (3, 2)), "zorder": 1}
    ax.plot(numbers.cost[front], numbers.quality[front], **dashes)  # type: ignore[arg-type] # Matplotlib's stubs know no mixed keywords
    for position in range(len(numbers.names)):
        look = numbers.looks[position]
        marker, color, gid = MARKERS[look % len(MARKERS)], theme.color(look), learner_id(look)
        ax.plot(
            [numbers.cost[position]], [numbers.quality[position]], marker, color=color, markersize=7, zorder=3, gid=gid
        )
    low, high = float(numbers.cost.min()), float(numbers.cost.max())
    ax.set_xlim(low / 1.6, high * 1.6)
    log_scale(ax, "x")
    margin = 0.12 * float(np.ptp(numbers.quality)) or 0.5
    ax.set_ylim(float(numbers.quality.min()) - margin, float(numbers.quality.max()) + margin)
    if not numbers.higher:
        ax.invert_yaxis()  # better is up, whatever the measure
    wide, tall = ax.get_figure().get_size_inches() * (ax.get_position().width, ax.get_position().height)  # type: ignore[union-attr] # drawn axes have a figure
    ax.set_xlabel(fit_labels(clean(numbers.cost_label), float(wide)))
    ax.set_ylabel(fit_labels(clean(numbers.quality_label), float(tall) + 0.3))


def _names(numbers: TradeOff, ax: "Axes", theme: Theme) -> None:
    name_points(numbers.names, np.column_stack([numbers.cost, numbers.quality]), ax, theme, [numbers.front()])


def name_points(
    names: Sequence[str], points: Array, ax: "Axes", theme: Theme, lines: Sequence[Sequence[int]] = ()
) -> None:
    """Names beside their points, where they cover no other name or point and, if there is such a place, no line."""
    drawing = ax.get_figure()
    inches = drawing.get_size_inches() * (ax.get_position().width, ax.get_position().height)  # type: ignore[union-attr] # drawn axes have a figure
    place = ax.transData + ax.transAxes.inverted()
    dots = place.transform(points) * inches
    inked = [box for line in lines for box in _along(dots[list(line)])]
    taken = [(x - 0.06, y - 0.06, x + 0.06, y + 0.06) for x, y in dots]
    for index, name in enumerate(fit_labels_apart([clean(name) for name in names], 1.3, 8.0)):
        wide = text_width(name, 8.0)
        others = taken[:index] + taken[index + 1 :]
        boxes = [
            (left, middle - 0.065, left + wide, middle + 0.065)
            for left, middle in _places(dots[index], wide, inches[0])
            if left >= 0 and left + wide <= inches[0] + 0.05 and 0 <= middle <= inches[1]
        ]
        free = [box for box in boxes if not any(overlap(box, other) for other in others)]
        found = next((box for box in free if not any(overlap(box, other) for other in inked)), next(iter(free), None))
        if found is not None:
            taken.append(found)
            _write(name, found, dots[index], ax, theme)


def _write(name: str, box: Box, dot: Array, ax: "Axes", theme: Theme) -> None:
    """The name in its box; a thin line leads to it where it does not stand beside its point."""
    drawing = ax.get_figure()
    inches = drawing.get_size_inches() * (ax.get_position().width, ax.get_position().height)  # type: ignore[union-attr] # drawn axes have a figure
    if box[1] > dot[1] or box[3] < dot[1]:
        end = (min(max(dot[0], box[0]), box[2]), box[1] if box[1] > dot[1] else box[3])
        x, y = zip(dot / inches, end / inches, strict=True)
        ax.plot(x, y, color=theme.quiet, linewidth=0.6, transform=ax.transAxes, zorder=2)
    ax.text(
        box[0] / inches[0], (box[1] + 0.065) / inches[1], name, ha="left", va="center_baseline", fontsize=8.0,
        color=theme.ink, transform=ax.transAxes, zorder=4,
    )  # fmt: skip


def _places(dot: Array, wide: float, room: float) -> list[tuple[float, float]]:
    """Left end and middle of a name around its point, the best place first."""
    x, y = map(float, dot)
    beside = [(left, y + up) for up in (0.0, 0.13, -0.13) for left in (x + 0.1, x - 0.1 - wide)]
    over = [min(max(left, 0.0), room - wide) for left in (x - wide / 2, x, x - wide)]
    return [*beside, *((left, y + up) for up in (0.19, -0.19, 0.32, -0.32) for left in over)]


def _along(corners: Array) -> list[Box]:
    """Small boxes on the line through these points, in inches."""
    steps = np.linspace(0.0, 1.0, 30)[:, None]
    points = np.concatenate([a + steps * (b - a) for a, b in pairwise(corners)]) if len(corners) > 1 else corners
    return [(x - 0.01, y - 0.01, x + 0.01, y + 0.01) for x, y in points]

"""Quality against cost, one point per learner; those that nobody beats in both are joined."""

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from bakeoff.core.checks import Array, frozen, same_length
from bakeoff.core.text import clean, listed
from bakeoff.figures.canvas import (
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
from bakeoff.figures.page_size import sized
from bakeoff.figures.theme import MARKERS, PAPER, Theme

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["TradeOff", "draw_trade_off", "trade_off_figure"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TradeOff:
    """Cost is better when lower and is drawn on a logarithmic axis; quality as `higher` says."""

    names: tuple[str, ...]
    cost: Array
    quality: Array
    cost_label: str
    quality_label: str
    higher: bool

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
        order = sorted(range(len(self.names)), key=lambda at: (self.cost[at], -sign * self.quality[at]))
        best, kept = -np.inf, []
        for at in order:
            if sign * self.quality[at] > best:
                best = sign * self.quality[at]
                kept.append(at)
        return tuple(kept)

    def sentence(self) -> str:
        """The same in words."""
        front = [self.names[at] for at in self.front()]
        return f"{self.quality_label} against {self.cost_label}. No learner is both cheaper and better than {listed(front, last='or', most=len(front))}."


def trade_off_figure(numbers: TradeOff, theme: Theme = PAPER, *, width: float = 4.9, height: float = 3.4) -> "Figure":
    """A figure of that many inches."""
    with settings():
        width, height = sized(width, height)
        made = figure(width, height)
        ax = made.add_axes((0.68 / width, 0.55 / height, (width - 0.85) / width, (height - 0.65) / height))
        _ink(numbers, ax, theme)
        make_room(ax)
        _names(numbers, ax, theme)
    return made


def draw_trade_off(numbers: TradeOff, ax: "Axes", theme: Theme = PAPER) -> None:
    """Put the points on these axes."""
    with settings():
        _ink(numbers, ax, theme)
        _names(numbers, ax, theme)


def _ink(numbers: TradeOff, ax: "Axes", theme: Theme) -> None:
    fade(ax, theme)
    front = list(numbers.front())
    dashes = {"color": theme.quiet, "linewidth": 1.0, "linestyle": (0, (3, 2)), "zorder": 1}
    ax.plot(numbers.cost[front], numbers.quality[front], **dashes)  # type: ignore[arg-type] # Matplotlib's stubs know no mixed keywords
    for at in range(len(numbers.names)):
        marker, color = MARKERS[at % len(MARKERS)], theme.color(at)
        ax.plot([numbers.cost[at]], [numbers.quality[at]], marker, color=color, markersize=7, zorder=3)
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
    """Names beside their points, where they cover no other name or point and, if there is such a place, not the line."""
    made = ax.get_figure()
    inches = made.get_size_inches() * (ax.get_position().width, ax.get_position().height)  # type: ignore[union-attr] # drawn axes have a figure
    place = ax.transData + ax.transAxes.inverted()
    dots = place.transform(np.column_stack([numbers.cost, numbers.quality])) * inches
    line = _along(dots[list(numbers.front())])
    taken = [(x - 0.06, y - 0.06, x + 0.06, y + 0.06) for x, y in dots]
    for at, name in enumerate(fit_labels_apart([clean(one) for one in numbers.names], 1.3, 8.0)):
        wide = text_width(name, 8.0)
        others = taken[:at] + taken[at + 1 :]
        boxes = [
            (left, middle - 0.065, left + wide, middle + 0.065)
            for left, middle in _places(dots[at], wide, inches[0])
            if left >= 0 and left + wide <= inches[0] + 0.05 and 0 <= middle <= inches[1]
        ]
        free = [box for box in boxes if not any(overlap(box, other) for other in others)]
        found = next((box for box in free if not any(overlap(box, other) for other in line)), next(iter(free), None))
        if found is not None:
            taken.append(found)
            _write(name, found, dots[at], ax, theme)


def _write(name: str, box: Box, dot: Array, ax: "Axes", theme: Theme) -> None:
    """The name in its box; a thin line leads to it where it does not stand beside its point."""
    made = ax.get_figure()
    inches = made.get_size_inches() * (ax.get_position().width, ax.get_position().height)  # type: ignore[union-attr] # drawn axes have a figure
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

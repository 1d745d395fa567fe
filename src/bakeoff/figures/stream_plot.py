"""Values along a stream: a line for each learner, stated changes as vertical lines, alarms as marks below."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bakeoff.core.checks import Array, frozen
from bakeoff.core.text import clean, elide
from bakeoff.figures.drawing.canvas import fade, figure, in_legend, make_room, settings
from bakeoff.figures.drawing.theme import DASHES, PAPER, Theme, sized

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["StreamPlot", "TrackPlot", "draw_stream", "draw_track", "stream_figure", "track_figure"]

_POINTS = 600  # along a line; more cannot be seen


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StreamPlot:
    """(learners, positions) values, and where the stream changed and alarms were raised."""

    names: tuple[str, ...]
    positions: Array
    values: Array
    y_label: str
    changes: tuple[int, ...] = ()
    alarms: tuple[tuple[int, ...], ...] = ()  # of each learner
    x_label: str = "Examples"
    over: str = "the stream"

    def __post_init__(self) -> None:
        object.__setattr__(self, "positions", frozen(self.positions, np.float64))
        object.__setattr__(self, "values", frozen(self.values, np.float64))

    def sentence(self) -> str:
        """The same in words."""
        ends = [f"{clean(name)} ends at {line[-1]:.3g}" for name, line in zip(self.names, self.values, strict=True)]
        return f"{self.y_label} along {self.over}: {'; '.join(ends)}."


def stream_figure(numbers: StreamPlot, theme: Theme = PAPER, *, width: float = 7.2, height: float = 2.9) -> "Figure":
    """A figure of that many inches."""
    with settings():
        width, height = sized(width, height)
        drawing = figure(width, height)
        ax = drawing.add_axes((0.65 / width, 0.5 / height, (width - 0.8) / width, (height - 0.9) / height))
        draw_stream(numbers, ax, theme)
    return drawing


def draw_stream(numbers: StreamPlot, ax: "Axes", theme: Theme = PAPER) -> None:
    """Put the lines on these axes."""
    with settings():
        fade(ax, theme, grid="y")
        step = max(1, len(numbers.positions) // _POINTS)
        for change in numbers.changes:
            ax.axvline(change, color=theme.quiet, linewidth=1.0)
        for index, (name, line) in enumerate(zip(numbers.names, numbers.values, strict=True)):
            ax.plot(
                numbers.positions[::step], line[::step], color=theme.color(index), linestyle=DASHES[index % len(DASHES)], linewidth=1.4,
                label=in_legend(elide(clean(name), 24)),
            )  # fmt: skip
        low, high = ax.get_ylim()
        room = (high - low) * 0.07
        for index, alarms in enumerate(numbers.alarms):
            if alarms:
                ax.plot(
                    alarms, [low - room * (index + 0.5)] * len(alarms), "^", color=theme.color(index), markersize=4.5
                )
        ax.set_ylim(low - room * (len(numbers.alarms) + 0.2) if any(numbers.alarms) else low, high)
        ax.set_xlabel(numbers.x_label)
        ax.set_ylabel(numbers.y_label)
        ax.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
        ax.ticklabel_format(axis="y", useOffset=False)
        if len(numbers.names) > 1:
            ax.legend(
                loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=min(len(numbers.names), 4), labelcolor=theme.ink
            )
        make_room(ax)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TrackPlot:
    """The difference of two learners along a stream with its band, and Q below it."""

    title: str
    positions: Array
    difference: Array
    low: Array
    high: Array
    q: Array
    y_label: str
    changes: tuple[int, ...] = ()

    def sentence(self) -> str:
        """The same in words."""
        return f"{self.title} along the stream: {self.difference[-1]:.3g} at the end, 95% interval {self.low[-1]:.3g} to {self.high[-1]:.3g}; Q {self.q[-1]:.3g}."


def track_figure(numbers: TrackPlot, theme: Theme = PAPER, *, width: float = 7.2, height: float = 3.4) -> "Figure":
    """A figure of that many inches."""
    with settings():
        width, height = sized(width, height)
        drawing = figure(width, height)
        above = drawing.add_axes((0.65 / width, 1.55 / height, (width - 0.8) / width, (height - 1.7) / height))
        below = drawing.add_axes((0.65 / width, 0.5 / height, (width - 0.8) / width, 0.85 / height))
        draw_track(numbers, above, below, theme)
    return drawing


def draw_track(numbers: TrackPlot, above: "Axes", below: "Axes", theme: Theme = PAPER) -> None:
    """Put the difference on the upper axes and Q on the lower ones."""
    with settings():
        for ax in (above, below):
            fade(ax, theme, grid="y")
            for change in numbers.changes:
                ax.axvline(change, color=theme.quiet, linewidth=1.0)
            ax.axhline(0.0, color=theme.quiet, linewidth=1.0, linestyle=":")
        above.fill_between(numbers.positions, numbers.low, numbers.high, color=theme.color(0), alpha=0.2, linewidth=0)
        above.plot(numbers.positions, numbers.difference, color=theme.color(0), linewidth=1.4)
        # The first bands are as wide as the whole scale; the picture shows the second half of the stream in full.
        half = len(numbers.positions) // 2
        reach = (
            max(abs(numbers.low[half:]).max(), abs(numbers.high[half:]).max(), abs(numbers.difference).max()) * 1.15
            or 1.0
        )
        above.set_ylim(-reach, reach)
        below.plot(
            numbers.positions, np.where(np.isfinite(numbers.q), numbers.q, np.nan), color=theme.color(1), linewidth=1.4
        )
        above.set_ylabel(numbers.y_label)
        above.tick_params(labelbottom=False)
        below.set_xlabel("Examples")
        below.set_ylabel("Q")
        below.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")

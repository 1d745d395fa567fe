"""The map of classifiers: learners in the plane around the ideal one, with their spanning tree and clouds of folds."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bakeoff.core.checks import Array, frozen
from bakeoff.core.text import clean, sentence_number
from bakeoff.figures.drawing.canvas import figure, settings, strip_axes
from bakeoff.figures.drawing.theme import MARKERS, PAPER, Theme, learner_id, sized
from bakeoff.figures.scatter import name_points

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["Cloud", "MapPlot", "draw_map", "map_figure"]

_NAMED = 40  # learners up to which names are written


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Cloud:
    """The folds of one learner, and the ellipse around them: centre, width, height, angle in degrees."""

    points: Array
    ellipse: tuple[float, float, float, float, float]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MapPlot:
    """Points of the learners; the ideal is at the origin. `edges` are places among the points, -1 the ideal."""

    names: tuple[str, ...]
    points: Array
    distance: str
    edges: tuple[tuple[int, int], ...] = ()
    clouds: tuple[Cloud, ...] = ()
    looks: tuple[int, ...] = ()  # the colour and marker of each learner; by its place if empty
    rings: bool = True  # whether radii are distances from the ideal, so that circles may say how large they are

    def __post_init__(self) -> None:
        object.__setattr__(self, "points", frozen(self.points, np.float64))

    def look(self, index: int) -> int:
        """The colour and marker of the learner at this place."""
        return self.looks[index] if self.looks else index

    def sentence(self) -> str:
        """The same in words."""
        far = np.hypot(*self.points.T)
        order = np.argsort(far, kind="stable")
        near, last = (self.names[order[index]] for index in (0, -1))
        return (
            f"{near} is nearest to the ideal classifier ({sentence_number(float(far[order[0]]))}), "
            f"{last} is farthest ({sentence_number(float(far[order[-1]]))}), by {self.distance} distance."
        )


def map_figure(numbers: MapPlot, theme: Theme = PAPER, *, width: float = 5.6, height: float = 4.4) -> "Figure":
    """A figure of that many inches."""
    with settings():
        width, height = sized(width, height)
        drawing = figure(width, height)
        ax = drawing.add_axes((0.02, 0.02, 0.96, 0.96))
        _ink(numbers, ax, theme)
    return drawing


def draw_map(numbers: MapPlot, ax: "Axes", theme: Theme = PAPER) -> None:
    """Put the map on these axes."""
    with settings():
        _ink(numbers, ax, theme)


def _ink(numbers: MapPlot, ax: "Axes", theme: Theme) -> None:
    strip_axes(ax)
    everything = np.vstack([numbers.points, np.zeros((1, 2)), *(cloud.points for cloud in numbers.clouds)])
    _limits(ax, everything)
    if numbers.rings:
        _rings(ax, theme, float(np.hypot(*everything.T).max()))
    points = np.vstack([numbers.points, np.zeros((1, 2))])  # -1 is the ideal
    for a, b in numbers.edges:
        ax.plot(*points[[a, b]].T, color=theme.quiet, linewidth=0.7, zorder=1)
    for i, cloud in enumerate(numbers.clouds):
        _cloud(cloud, ax, theme.color(numbers.look(i)))
    for i, (x, y) in enumerate(numbers.points):
        look = numbers.look(i)
        marker, color = MARKERS[look % len(MARKERS)], theme.color(look)
        ax.plot([x], [y], marker, color=color, markersize=7, zorder=4, gid=learner_id(look))
    ax.plot([0], [0], "*", color=theme.ink, markersize=11, zorder=5)
    names = ("ideal", *(clean(name) for name in numbers.names)) if len(numbers.names) <= _NAMED else ("ideal",)
    places = np.vstack([np.zeros((1, 2)), numbers.points])[: len(names)]
    shifted = [(a + 1, b + 1) for a, b in numbers.edges]
    name_points(names, places, ax, theme, [edge for edge in shifted if max(edge) < len(names)])


def _limits(ax: "Axes", points: Array) -> None:
    """Equal units on both axes, with room for names."""
    low, high = points.min(axis=0), points.max(axis=0)
    middle, half = (low + high) / 2, max(float((high - low).max()), 1e-9) / 2 * 1.25
    drawing = ax.get_figure()
    wide, tall = drawing.get_size_inches() * (ax.get_position().width, ax.get_position().height)  # type: ignore[union-attr] # drawn axes have a figure
    across = half * max(wide / tall, 1.0)
    ax.set_xlim(middle[0] - across, middle[0] + across)
    ax.set_ylim(middle[1] - across * tall / wide, middle[1] + across * tall / wide)


def _rings(ax: "Axes", theme: Theme, far: float) -> None:
    """Circles of equal distance from the ideal, at round numbers."""
    from matplotlib.patches import Circle
    from matplotlib.ticker import MaxNLocator

    for radius in MaxNLocator(nbins=4, steps=[1, 2, 2.5, 5, 10]).tick_values(0, far):
        if not 0 < radius <= 1.1 * far:
            continue
        ax.add_patch(
            Circle((0, 0), radius, fill=False, edgecolor=theme.grid, linewidth=0.8, linestyle=(0, (3, 3)), zorder=0)
        )
        _ring_label(ax, theme, float(radius))


def _ring_label(ax: "Axes", theme: Theme, radius: float) -> None:
    """The number of a circle, where it crosses an axis inside the picture."""
    (left, right), (low, high) = ax.get_xlim(), ax.get_ylim()
    for x, y in ((0.0, radius), (0.0, -radius), (radius, 0.0), (-radius, 0.0)):
        if left < x < right and low < y < high:
            box = {"facecolor": theme.paper, "edgecolor": "none", "pad": 0.8}
            ax.text(x, y, f"{radius:g}", color=theme.quiet, fontsize=7, ha="center", va="center", zorder=0.5, bbox=box)
            return


def _cloud(cloud: Cloud, ax: "Axes", color: str) -> None:
    from matplotlib.patches import Ellipse

    x, y, wide, tall, angle = cloud.ellipse
    ax.plot(*cloud.points.T, ".", color=color, markersize=4.5, mew=0, alpha=0.85, zorder=3)
    ax.add_patch(Ellipse((x, y), wide, tall, angle=angle, facecolor=color, alpha=0.12, edgecolor=color, zorder=2))

"""One column in old and new rows: steps over bins of numbers, or two bars for each word."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bakeoff.core.checks import Array, frozen
from bakeoff.core.text import clean, elide
from bakeoff.figures.drawing.canvas import fade, figure, in_legend, settings
from bakeoff.figures.drawing.theme import PAPER, Theme, sized

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["ColumnShapePlot", "column_shape_figure", "draw_column_shape"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ColumnShapePlot:
    """Shares of old and new rows in bins between the edges, or by word."""

    column: str
    labels: tuple[str, ...]
    edges: Array
    old: Array
    new: Array

    def __post_init__(self) -> None:
        for name in ("edges", "old", "new"):
            object.__setattr__(self, name, frozen(getattr(self, name), np.float64))

    def sentence(self) -> str:
        """The same in words."""
        index = int(np.argmax(np.abs(self.new - self.old)))
        where = self.labels[index] if self.labels else f"{self.edges[index]:.3g} to {self.edges[index + 1]:.3g}"
        return f"{clean(self.column)}: the share of {where} was {self.old[index]:.2f} and is {self.new[index]:.2f}."


def column_shape_figure(
    numbers: ColumnShapePlot, theme: Theme = PAPER, *, width: float = 4.6, height: float = 2.3
) -> "Figure":
    """A figure of that many inches."""
    with settings():
        width, height = sized(width, height)
        drawing = figure(width, height)
        ax = drawing.add_axes((0.62 / width, 0.55 / height, (width - 0.75) / width, (height - 0.85) / height))
        draw_column_shape(numbers, ax, theme)
    return drawing


def draw_column_shape(numbers: ColumnShapePlot, ax: "Axes", theme: Theme = PAPER) -> None:
    """Put both distributions on these axes."""
    with settings():
        fade(ax, theme, grid="y")
        if numbers.labels:
            places = np.arange(len(numbers.labels))
            for offset, name, shares, color in (
                (-0.2, "old", numbers.old, theme.color(0)),
                (0.2, "new", numbers.new, theme.color(1)),
            ):
                ax.bar(places + offset, shares, width=0.38, color=color, label=name)
            ax.set_xticks(places, [in_legend(elide(label, 9)) for label in numbers.labels])
        else:
            for name, shares, color in (("old", numbers.old, theme.color(0)), ("new", numbers.new, theme.color(1))):
                ax.stairs(shares, numbers.edges, color=color, linewidth=1.6, label=name)
        ax.set_xlabel(in_legend(elide(clean(numbers.column), 40)))
        ax.set_ylabel("Share of rows")
        ax.set_ylim(0, max(numbers.old.max(), numbers.new.max()) * 1.08)
        ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2, labelcolor=theme.ink)

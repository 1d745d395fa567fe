"""Domain effects: a field for each learner and characteristic, the stronger the correlation the darker; framed where it is shown."""

from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING

import numpy as np

from bakeoff.core.checks import Array, frozen
from bakeoff.core.text import fixed, listed
from bakeoff.figures.drawing.canvas import figure, fit_labels, fit_labels_apart, settings, strip_axes, text_width
from bakeoff.figures.drawing.theme import PAPER, Theme, inches, inches_asked, sized

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["EffectsPlot", "draw_effects", "effects_figure"]

_WIDTH = 7.4  # inches of the whole figure
_ROW = 0.27
_HEAD = 0.34
_SIZE = 8.0
_WIDEST = 1.1  # of a field
_LONGEST = 2.0  # inches of the name of a characteristic


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class EffectsPlot:
    """Correlations, characteristics down and learners across."""

    learners: tuple[str, ...]
    characteristics: tuple[str, ...]
    rho: Array  # (characteristics, learners); NaN: not defined
    shown: Array  # the same shape: whether it is shown for all questions together

    def __post_init__(self) -> None:
        object.__setattr__(self, "rho", frozen(self.rho, np.float64))
        object.__setattr__(self, "shown", frozen(self.shown, bool))

    def sentence(self) -> str:
        """The same in words."""
        correlations = [
            f"{self.learners[j]} with {self.characteristics[i]} (ρ = {fixed(float(self.rho[i, j]), 2)})"
            for i, j in np.argwhere(self.shown).tolist()
        ]
        size = f"Correlations of {len(self.learners)} learners with {len(self.characteristics)} characteristics of the data sets. "
        return size + (f"Shown: {listed(correlations, most=12)}." if correlations else "None is shown.")


def effects_figure(numbers: EffectsPlot, theme: Theme = PAPER, *, width: float = _WIDTH) -> "Figure":
    """A figure as tall as its rows need."""
    with settings(), inches(width):
        needed = _left(numbers) + _WIDEST * len(numbers.learners) + 0.02
    with settings(), inches(min(width, needed)):
        drawing = figure(_width(), _height(numbers))
        draw_effects(numbers, drawing.add_axes((0.0, 0.0, 1.0, 1.0)), theme)
    return drawing


def _width() -> float:
    return sized(inches_asked(_WIDTH))[0]


def _height(numbers: EffectsPlot) -> float:
    return _HEAD + _ROW * len(numbers.characteristics) + 0.04


def _names(numbers: EffectsPlot) -> list[str]:
    return [fit_labels(name, min(_LONGEST, 0.4 * _width()), _SIZE) for name in numbers.characteristics]


def _left(numbers: EffectsPlot) -> float:
    return max(text_width(name, _SIZE) for name in _names(numbers)) + 0.14


def draw_effects(numbers: EffectsPlot, ax: "Axes", theme: Theme = PAPER) -> None:
    """Put the fields on these axes; they are measured in inches of a figure 7.4 wide."""
    with settings():
        strip_axes(ax)
        ax.set_xlim(0.0, _width())
        ax.set_ylim(0.0, _height(numbers))
        names, left = _names(numbers), _left(numbers)
        wide = min((_width() - left) / len(numbers.learners), _WIDEST)
        top = _height(numbers) - _HEAD
        heads = fit_labels_apart(numbers.learners, wide - 0.06, _SIZE - 0.5)
        for j, head in enumerate(heads):
            _text(ax, (left + (j + 0.5) * wide, top + _HEAD / 2), head, theme.ink, size=_SIZE - 0.5)
        for i, name in enumerate(names):
            low = top - (i + 1) * _ROW
            _text(ax, (left - 0.08, low + _ROW / 2), name, theme.ink, ha="right")
            for j in range(len(heads)):
                _field(numbers, (i, j), (left + j * wide, low, wide), ax, theme)


def _field(
    numbers: EffectsPlot, place: tuple[int, int], box: tuple[float, float, float], ax: "Axes", theme: Theme
) -> None:
    """Blue where the learner does better with more of it, orange where it does worse; the sign stands before the number."""
    from matplotlib.patches import Rectangle

    value, (x, y, wide) = float(numbers.rho[place]), box
    if isnan(value):
        _text(ax, (x + wide / 2, y + _ROW / 2), "–", theme.quiet)
        return
    frame = (x + 0.015, y + 0.015), wide - 0.03, _ROW - 0.03
    color = theme.accent if value > 0 else theme.contrast
    ax.add_patch(Rectangle(*frame, facecolor=color, alpha=0.45 * abs(value), linewidth=0.0, clip_on=False))
    if numbers.shown[place]:
        ax.add_patch(Rectangle(*frame, fill=False, edgecolor=theme.ink, linewidth=1.1, clip_on=False))
    text = fixed(value, 2)
    sign = "+" if value > 0 and text != fixed(0.0, 2) else ""
    weight = "bold" if numbers.shown[place] else "normal"
    _text(ax, (x + wide / 2, y + _ROW / 2), f"{sign}{text}", theme.ink, weight=weight)


def _text(
    ax: "Axes", place: tuple[float, float], text: str, color: str, *, ha: str = "center", size: float = _SIZE, weight: str = "normal"
) -> None:  # fmt: skip
    ax.text(*place, text, ha=ha, va="center", color=color, fontsize=size, fontweight=weight)

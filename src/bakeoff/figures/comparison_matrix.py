"""Multiple comparison matrix: for each pair of learners the mean difference, wins, ties and losses, and p."""

from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING

from bakeoff.core.checks import Array
from bakeoff.core.text import listed
from bakeoff.figures.drawing.canvas import figure, fit_labels_apart, settings, strip_axes, text_width
from bakeoff.figures.drawing.theme import PAPER, Theme, inches, inches_asked, sized

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["ComparisonMatrix", "draw_matrix", "matrix_figure"]

_WIDTH = 7.4  # inches of the whole figure
_LINE = 0.165  # inches of one line of a cell
_SIZE = 8.8
_SMALLEST = 4.5
_BOLD = 1.12  # how much wider bold letters are
_LONGEST = 1.35  # inches of a name


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ComparisonMatrix:
    """The numbers of the matrix, learners in the order of their rows."""

    names: tuple[str, ...]
    scores: tuple[str, ...]  # what each learner is ordered by, as shown
    differences: Array  # (k, k) mean of row less column
    favours: Array  # (k, k) the same with the sign turned where lower scores are better: above 0 the row is better
    shown: tuple[tuple[str, ...], ...]  # the differences as text
    wins: Array  # (k, k, 3) blocks on which the row is better, equal, worse
    p_values: Array  # (k, k) of each pair alone, NaN where a pair was not tested
    p_adjusted: Array  # (k, k)
    p_shown: tuple[tuple[str, ...], ...]  # the adjusted ones as text
    differ: Array  # (k, k) whether a difference is shown

    def sentence(self) -> str:
        """The same in words, for those who do not see the picture."""
        k = len(self.names)
        pairs = [(i, j) for i in range(k) for j in range(k) if self.differ[i, j] and self.favours[i, j] > 0]
        differences = [f"{self.names[i]} over {self.names[j]} by {self.shown[i][j]}" for i, j in pairs]
        ordered = f"Learners, best first: {', '.join(self.names)}. "
        return ordered + (
            f"Shown to differ: {listed(differences, most=12)}." if differences else "No pair is shown to differ."
        )


def matrix_figure(numbers: ComparisonMatrix, theme: Theme = PAPER, *, width: float = _WIDTH) -> "Figure":
    """A figure as tall as its rows need."""
    with settings(), inches(width):
        drawing = figure(_width(), _height(numbers))
        draw_matrix(numbers, drawing.add_axes((0.0, 0.0, 1.0, 1.0)), theme)
    return drawing


def _width() -> float:
    return sized(inches_asked(_WIDTH))[0]


def _row() -> float:
    return 3 * _LINE + 0.1


def _height(numbers: ComparisonMatrix) -> float:
    return _head(numbers) + len(numbers.names) * _row()


def _row_names(numbers: ComparisonMatrix) -> list[str]:
    return fit_labels_apart(numbers.names, min(_LONGEST, 0.22 * _width()), _SIZE)


def _left(numbers: ComparisonMatrix) -> float:
    """Inches of the names of rows."""
    return max(text_width(text, _SIZE) for text in (*_row_names(numbers), *numbers.scores)) + 0.16


def _column(numbers: ComparisonMatrix) -> float:
    """Inches of one column."""
    return (_width() - _left(numbers)) / len(numbers.names)


def _upright(numbers: ComparisonMatrix) -> bool:
    """Whether headings stand upright: a name that is wider than its column would lose the letters that tell it apart."""
    return max(text_width(name, _SIZE - 1) for name in numbers.names) > _column(numbers) - 0.06


def _heads(numbers: ComparisonMatrix) -> list[str]:
    return _row_names(numbers) if _upright(numbers) else list(numbers.names)


def _head(numbers: ComparisonMatrix) -> float:
    """Inches of the headings of columns."""
    if not _upright(numbers):
        return 2 * _LINE + 0.12
    return max(text_width(heading, _SIZE - 1) for heading in _heads(numbers)) + 0.16


def draw_matrix(numbers: ComparisonMatrix, ax: "Axes", theme: Theme = PAPER) -> None:
    """Put the matrix on these axes; they are measured in inches of a figure 7.4 wide."""
    with settings():
        strip_axes(ax)
        top = _height(numbers)
        ax.set_xlim(0.0, _width())
        ax.set_ylim(0.0, top)
        k = len(numbers.names)
        names, left, wide = _row_names(numbers), _left(numbers), _column(numbers)
        heads, upright = _heads(numbers), _upright(numbers)
        first = top - _head(numbers)
        for index in range(k):
            middle = first - (index + 0.5) * _row()
            centre = left + (index + 0.5) * wide
            _text(ax, (left - 0.08, middle + _LINE / 2), names[index], theme.ink, ha="right")
            _text(ax, (left - 0.08, middle - _LINE / 2), numbers.scores[index], theme.quiet, ha="right")
            if upright:
                ax.text(
                    centre, first + 0.06, heads[index], ha="center", va="bottom", rotation="vertical", color=theme.ink,
                    fontsize=_SIZE - 1,
                )  # fmt: skip
            else:
                _text(ax, (centre, first + 0.7 * _LINE), heads[index], theme.ink, size=_SIZE - 1)
        size = _fitting(numbers, wide - 0.06)
        for i in range(k):
            for j in range(k):
                if i != j:
                    _cell(numbers, (i, j), (left + j * wide, first - (i + 1) * _row(), wide), size, ax, theme)


def _fitting(numbers: ComparisonMatrix, room: float) -> float:
    """The size of letters at which the widest cell fits."""
    k = range(len(numbers.names))
    widest = max(
        (
            text_width(text, _SIZE) * (_BOLD if numbers.differ[i, j] else 1.0)
            for i in k
            for j in k
            if i != j
            for text in _lines(numbers, i, j)
        ),
        default=0.0,
    )
    return max(_SMALLEST, min(_SIZE, _SIZE * room / widest)) if widest else _SIZE


def _lines(numbers: ComparisonMatrix, i: int, j: int) -> tuple[str, str, str]:
    return numbers.shown[i][j], "/".join(str(int(count)) for count in numbers.wins[i, j]), numbers.p_shown[i][j]


def _cell(  # noqa: PLR0917 - private, called in one shape
    numbers: ComparisonMatrix, place: tuple[int, int], box: tuple[float, float, float], size: float, ax: "Axes", theme: Theme
) -> None:  # fmt: skip
    """A field that is the bluer the better the row is, the more orange the worse, with three lines of text."""
    from matplotlib.patches import Rectangle

    i, j = place
    x, y, wide = box
    favour = float(numbers.favours[i, j])
    largest = max((abs(float(favour)) for favour in numbers.favours.ravel() if not isnan(favour)), default=0.0)
    strength = 0.06 + 0.34 * abs(favour) / largest if favour and largest and not isnan(favour) else 0.0
    color = theme.accent if favour > 0 else theme.contrast
    frame = (x + 0.02, y + 0.02), wide - 0.04, _row() - 0.04
    if strength:
        ax.add_patch(Rectangle(*frame, facecolor=color, alpha=strength, linewidth=0.0, clip_on=False))
    if numbers.differ[i, j]:
        ax.add_patch(Rectangle(*frame, fill=False, edgecolor=theme.ink, linewidth=1.1, clip_on=False))
    weight = "bold" if numbers.differ[i, j] else "normal"
    for line, text in enumerate(_lines(numbers, i, j)):
        height = y + _row() - 0.05 - (line + 0.5) * _LINE
        _text(ax, (x + wide / 2, height), text, theme.ink, size=size, weight=weight if line == 0 else "normal")


def _text(
    ax: "Axes", place: tuple[float, float], text: str, color: str, *, ha: str = "center", size: float = _SIZE, weight: str = "normal"
) -> None:  # fmt: skip
    ax.text(*place, text, ha=ha, va="center", color=color, fontsize=size, fontweight=weight)

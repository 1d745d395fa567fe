"""A title that states the finding, above a figure that is made for a slide."""

from typing import TYPE_CHECKING

from bakeoff.core.text import clean
from bakeoff.figures.drawing.canvas import settings, text_width
from bakeoff.figures.drawing.theme import PAPER, Theme

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["SLIDE", "with_title"]

SLIDE = 5.4  # inches: letters are then large beside the figure, so that a quarter of a slide can still be read
_SIZE = 11.0
_LINE = 0.2  # inches
_BOLD = 1.1  # how much wider bold letters are
_MOST = 4  # lines


def with_title(made: "Figure", title: str, theme: Theme = PAPER) -> "Figure":
    """The same figure, taller by the lines of its title; what is drawn keeps its size."""
    with settings():
        width, height = (float(one) for one in made.get_size_inches())
        lines = _wrapped(clean(title), (width - 0.2) / _BOLD)
        if not lines:
            return made
        more = _LINE * len(lines) + 0.16
        share = height / (height + more)
        boxes = [(ax, ax.get_position(original=True)) for ax in made.axes]
        made.set_size_inches(width, height + more)
        for ax, box in boxes:
            ax.set_position((box.x0, box.y0 * share, box.width, box.height * share))
        for text in made.texts:
            x, y = text.get_position()
            text.set_position((x, y * share))
        top = 1.0 - 0.06 / (height + more)
        made.text(
            0.1 / width, top, "\n".join(lines), ha="left", va="top", color=theme.ink, fontsize=_SIZE, fontweight="bold", linespacing=1.25,
        )  # fmt: skip
    return made


def _wrapped(text: str, room: float) -> list[str]:
    """Lines that are no wider than the room in inches; a longer text ends in an ellipsis."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", _SIZE) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    if len(lines) > _MOST:
        lines = [*lines[: _MOST - 1], f"{lines[_MOST - 1]} …"]
    return lines

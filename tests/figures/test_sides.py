"""The picture of two learners names whom each side of zero favours, inside the picture."""

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from bakeoff.figures.differences import Difference, DifferencePlot, difference_figure


def plot(
    low: float, high: float, sides: tuple[str, str] | None = ("svm", "forest"), rope: float | None = None
) -> DifferencePlot:
    line = Difference(
        name="forest",
        detail="p = .03",
        dots=np.linspace(low, high, 5),
        value=(low + high) / 2,
        low=low,
        high=high,
        clear=True,
    )
    return DifferencePlot(lines=(line,), rope=rope, axis="accuracy of forest minus that of svm", better="", sides=sides)


def texts(numbers: DifferencePlot, width: float = 5.4) -> dict[str, tuple[float, float]]:
    """What is written above the axes, with its left and right end in inches."""
    drawing = difference_figure(numbers, width=width)
    renderer = FigureCanvasAgg(drawing).get_renderer()
    notes = [text for text in drawing.axes[0].texts if "better" in text.get_text()]
    boxes = {text.get_text(): text.get_window_extent(renderer) for text in notes}
    return {text: (box.x0 / drawing.dpi, box.x1 / drawing.dpi) for text, box in boxes.items()}


@pytest.mark.parametrize("rope", [None, 0.05])
def test_both_sides_are_named(rope):
    named = texts(plot(-0.04, 0.06, rope=rope))
    assert list(named) == ["← svm better", "forest better →"]
    left, right = named.values()
    assert left[1] < right[0]


@pytest.mark.parametrize("ends", [(0.02, 0.4), (-0.4, -0.02), (-0.1, 0.1)])
@pytest.mark.parametrize(
    "names", [("svm", "forest"), ("a pipeline with a very long name (C=1)", "another pipeline with a very long name")]
)
def test_no_name_leaves_the_picture(ends, names):
    named = texts(plot(*ends, sides=names))
    assert named
    assert all(low >= 0 and high <= 5.4 for low, high in named.values())


def test_more_learners_have_no_sides():
    assert texts(plot(-0.1, 0.1, sides=None)) == {}

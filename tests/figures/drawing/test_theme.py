"""Theme: the colours, dashes and markers of every figure, for paper and for a page; PageStyle: font and width that figures are made for."""

from itertools import pairwise

import numpy as np
import pytest
from matplotlib import rcParams

from bakeoff.core.errors import BadInput
from bakeoff.figures.drawing.canvas import text_width
from bakeoff.figures.drawing.svg import paper_bytes, to_svg
from bakeoff.figures.drawing.theme import PAGE, SCREEN, for_paper, page_style, sheet, sized
from bakeoff.figures.learning_curves import SHOWN, GrowthLine, GrowthPlot, growth_figure

X = np.array([10.0, 40.0, 160.0, 640.0])


def plot(count=3, *, name="learner number {}", **changed):
    lines = [
        GrowthLine(name=name.format(at), x=X, y=80 + at + np.log(X), low=X * 0 + 79, high=X * 0 + 95)
        for at in range(count)
    ]
    return GrowthPlot(**({"lines": tuple(lines), "x_label": "Training rows", "y_label": "Accuracy (%)"} | changed))


def boxes(made):
    renderer = made.canvas.get_renderer()
    return [text.get_window_extent(renderer) for text in made.axes[0].texts]


@pytest.mark.parametrize("width", [None, "column", "text"])
@pytest.mark.parametrize("count", [2, SHOWN])
def test_names_neither_overlap_nor_leave_the_figure(width, count):
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    with page_style(SCREEN if width is None else for_paper(width)):
        made = growth_figure(plot(count, name="a learner with quite a long name {}"))
        FigureCanvasAgg(made).draw()
        found = sorted(boxes(made), key=lambda box: box.y0)
        assert len(found) == count
        assert all(low.y1 <= high.y0 + 1.0 for low, high in pairwise(found))
        right, top = made.bbox.x1, made.bbox.y1
        assert all(box.x1 <= right and 0 <= box.y0 and box.y1 <= top for box in found)


# Paper


@pytest.mark.parametrize(
    ("text", "inches"), [("column", 8.4 / 2.54), ("Text", 17.4 / 2.54), ("3.5 in", 3.5), ("120mm", 12 / 2.54)]
)
def test_widths_of_papers(text, inches):
    assert for_paper(text).width == pytest.approx(inches)


@pytest.mark.parametrize("text", ["", "wide", "1cm", "3", "-4in", "900in", "8,4cm"])
def test_what_is_no_width(text):
    with pytest.raises(BadInput, match="not a width for a figure"):
        for_paper(text)


def test_a_figure_for_a_paper_has_its_width_and_a_serif_font():
    before = dict(rcParams)
    with page_style(for_paper("column")):
        made = growth_figure(plot(2))
        svg = to_svg(growth_figure(plot(2), PAGE), name="x", title="t", description="d")
        pdf = paper_bytes(made, "pdf")
    assert made.get_size_inches()[0] == pytest.approx(8.4 / 2.54)
    assert b"STIXGeneral" in pdf
    assert b"/Type3" not in pdf
    assert "STIXGeneral, Times New Roman, serif" in svg
    assert sheet() is SCREEN
    assert dict(rcParams) == before


def test_the_sheet_decides_how_wide_text_is():
    here = text_width("n_neighbors <= 5")
    with page_style(for_paper("text")):
        assert text_width("n_neighbors <= 5") < here
        assert sized(5.0, 3.0)[1] == pytest.approx(3.9)
    assert sized(5.0, 3.0) == (5.0, 3.0)

"""Lines over a number: what is drawn, that names stand apart and inside the figure, and papers of any width."""

from itertools import pairwise

import numpy as np
import pytest
from matplotlib import rcParams
from matplotlib.figure import Figure

from bakeoff.core.errors import BadInput
from bakeoff.figures.drawing.canvas import text_width
from bakeoff.figures.drawing.svg import paper_bytes, to_svg
from bakeoff.figures.drawing.theme import PAGE, SCREEN, for_paper, page_style, sheet, sized
from bakeoff.figures.learning_curves import SHOWN, GrowthLine, GrowthPlot, draw_growth, growth_figure, spread

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


def test_many_lines_are_cut_and_lines_without_a_value_left_out():
    assert len(plot(SHOWN + 4).lines) == SHOWN
    hole = GrowthLine(name="none", x=X, y=np.full(4, np.nan))
    assert GrowthPlot(lines=(hole, *plot(1).lines), x_label="x", y_label="y").lines[0].name == "learner number 0"


def test_intervals_are_drawn_for_few_lines_only():
    assert plot(4).banded
    assert not plot(5).banded


def test_values_stand_at_the_axis_and_holes_are_skipped():
    line = GrowthLine(name="", x=X, y=np.array([1.0, np.nan, 3.0, 4.0]), best=2)
    numbers = GrowthPlot(lines=(line,), x_label="k", y_label="score", log_x=True)
    made = growth_figure(numbers)
    assert [round(tick) for tick in made.axes[0].get_xticks()] == [10, 160, 640]
    assert "from 1 at 10 to 4 at 640" in numbers.sentence()


def test_on_ones_own_axes_there_is_a_legend_and_nothing_global_changes():
    before = dict(rcParams)
    ax = Figure().add_subplot()
    draw_growth(plot(2), ax)
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["learner number 0", "learner number 1"]
    assert dict(rcParams) == before


def test_trends_are_drawn_instead_of_joining_the_points():
    line = GrowthLine(name="a", x=X, y=X**1.1, trend=X**1.0)
    made = growth_figure(GrowthPlot(lines=(line,), x_label="rows", y_label="s", log_x=True, log_y=True))
    assert made.axes[0].lines[0].get_ydata().tolist() == X.tolist()
    assert made.axes[0].get_yscale() == "log"


@pytest.mark.parametrize("seed", range(5))
def test_spread_keeps_order_and_room(seed):
    places = np.random.default_rng(seed).uniform(0, 2, 9)
    moved = spread(places, 0.2, 2.0)
    assert (np.diff(moved[np.argsort(places)]) >= 0.2 - 1e-9).all()
    assert moved.min() >= 0
    assert moved.max() <= 2.0


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


def test_long_numbers_at_the_ticks_do_not_cover_the_label():
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    big = [GrowthLine(name="ridge", x=X, y=200_000 + 1_000 * X), GrowthLine(name="tree", x=X, y=350_000 + X)]
    made = growth_figure(plot(lines=tuple(big), y_label="Root mean squared error"))
    FigureCanvasAgg(made).draw()
    axis = made.axes[0].yaxis
    label = axis.label.get_window_extent()
    assert label.x0 >= 0
    ticks = [
        one.get_window_extent() for one in axis.get_ticklabels() if made.axes[0].bbox.y0 <= one.get_window_extent().y1
    ]
    assert min(one.x0 for one in ticks) >= label.x1


def test_two_lines_that_share_a_colour_differ_in_dash_and_marker():
    pair = [
        GrowthLine(name="a", x=X, y=X, shade=1),
        GrowthLine(name="b", x=X, y=X + 1, shade=1, dashed=True),
        GrowthLine(name="c", x=X, y=X + 2, shade=2),
    ]
    drawn = growth_figure(plot(lines=tuple(pair))).axes[0].lines[:6]
    joined, points = drawn[::2], drawn[1::2]
    assert joined[0].get_color() == joined[1].get_color() != joined[2].get_color()
    assert [one.get_linestyle() for one in joined] == ["-", "--", "-"]
    assert [one.get_markerfacecolor() == "none" for one in points] == [False, True, False]

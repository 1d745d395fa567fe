"""Lines over a number: what is drawn, that names stand apart and inside the figure, and papers of any width."""

import numpy as np
import pytest
from matplotlib import rcParams
from matplotlib.figure import Figure

from bakeoff.figures.learning_curves import SHOWN, GrowthLine, GrowthPlot, draw_growth, growth_figure, spread

X = np.array([10.0, 40.0, 160.0, 640.0])


def plot(count=3, *, name="learner number {}", **changed):
    lines = [
        GrowthLine(name=name.format(at), x=X, y=80 + at + np.log(X), low=X * 0 + 79, high=X * 0 + 95)
        for at in range(count)
    ]
    return GrowthPlot(**({"lines": tuple(lines), "x_label": "Training rows", "y_label": "Accuracy (%)"} | changed))


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

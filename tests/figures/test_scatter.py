"""Points in a plane: two learners on the same data sets, one against the other; and quality against cost, one point per learner."""

from dataclasses import replace

import numpy as np

from bakeoff.figures.box_plot import Box, BoxPlot
from bakeoff.figures.scatter import ScatterPlot, TradeOff, trade_off_figure


def boxes():
    low = Box(name="a", low=1.0, first_quartile=2.0, median=2.5, third_quartile=3.0, high=4.0, apart=(7.0,))
    return BoxPlot(boxes=(low, replace(low, name="b $x$", apart=())), axis="accuracy")


def test_scatter_in_words():
    numbers = ScatterPlot(
        a="nb", b="svm", x=[1.0, 2.0, 3.0], y=[1.0, 3.0, 2.0], names=("x", "y", "z"), measure="rmse", higher=False
    )
    assert numbers.sentence() == "svm is better than nb on 1, equal on 1 and worse on 1 of 3 data sets."


def test_every_point_of_a_trade_off_has_its_name_beside_it_or_at_the_end_of_a_line():
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    cost = 0.003 * np.array([0.02, 1.0, 1.6, 1.8, 2.0, 2.3, 1.7, 9.0, 7.0, 1.05])
    quality = np.array([12.0, 5.2, 3.9, 4.3, 5.5, 3.9, 8.1, 6.8, 7.4, 8.4])
    names = tuple(f"learner number {at}" for at in range(10))
    numbers = TradeOff(names=names, cost=cost, quality=quality, cost_label="s", quality_label="rank", higher=False)
    made = trade_off_figure(numbers, width=7.0)
    FigureCanvasAgg(made).draw()
    ax = made.axes[0]
    assert [text.get_text() for text in ax.texts] == list(names)
    boxes = [text.get_window_extent() for text in ax.texts]
    assert not any(a.overlaps(b) for at, a in enumerate(boxes) for b in boxes[at + 1 :])
    dots = ax.transData.transform(np.column_stack([cost, quality]))
    lines = len(ax.lines) - 1 - len(names)  # besides the front and the points
    aside = [not box.y0 - 3 <= y <= box.y1 + 3 for (_, y), box in zip(dots, boxes, strict=True)]
    assert lines >= sum(aside)

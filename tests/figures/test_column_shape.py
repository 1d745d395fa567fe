"""One column in old and new rows, drawn."""

import numpy as np

from bakeoff.figures.column_shape import ColumnShapePlot, column_shape_figure

NUMBERS = ColumnShapePlot(column="age", labels=(), edges=[0, 10, 20, 30], old=[0.5, 0.3, 0.2], new=[0.2, 0.3, 0.5])
WORDS = ColumnShapePlot(
    column="city $x$", labels=("Oslo", "Rome_1", "Bonn"), edges=[], old=[0.7, 0.2, 0.1], new=[0.4, 0.3, 0.3]
)


def test_the_largest_change_in_words() -> None:
    assert NUMBERS.sentence() == "age: the share of 0 to 10 was 0.50 and is 0.20."
    assert WORDS.sentence().endswith("the share of Oslo was 0.70 and is 0.40.")


def test_steps_have_the_heights_and_edges_of_the_shares() -> None:
    (ax,) = column_shape_figure(NUMBERS).axes
    old, new = (patch.get_data() for patch in ax.patches)
    assert np.array_equal(old.values, NUMBERS.old)
    assert np.array_equal(new.values, NUMBERS.new)
    assert np.array_equal(old.edges, NUMBERS.edges)
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["old", "new"]


def test_words_have_two_bars_each() -> None:
    (ax,) = column_shape_figure(WORDS).axes
    assert [round(bar.get_height(), 6) for bar in ax.patches] == [0.7, 0.2, 0.1, 0.4, 0.3, 0.3]
    assert ax.get_ylim()[1] > 0.7
    assert not np.may_share_memory(np.asarray(WORDS.old), np.asarray(WORDS.new))

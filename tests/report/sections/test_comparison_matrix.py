"""The multiple comparison matrix: every pair by its difference, its wins and its p."""

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.figures.comparison_matrix import matrix_figure
from bakeoff.report.sections.comparison_matrix import MOST, comparison_matrix, matrix_picture
from bakeoff.report.sections.methods import figures_of
from tests.figures.test_ranks import boxes, judged, with_canvas
from tests.helpers.findings import compose_judgement


@pytest.mark.parametrize("k", [3, 8, MOST])
@pytest.mark.parametrize("name", ["L{}", "gradient boosting with early stopping {}", "длинное имя алгоритма {}"])
def test_no_text_is_cut_or_covered(k, name):
    made = with_canvas(matrix_figure(comparison_matrix(judged(k, name=name))))
    found = [(text, box) for text, box in boxes(made) if text]
    width, height = made.get_size_inches() * made.dpi
    for text, box in found:
        assert box.x0 >= -0.5, text
        assert box.x1 <= width + 0.5, text
        assert box.y0 >= -0.5, text
        assert box.y1 <= height + 0.5, text
    for i, (text, box) in enumerate(found):
        for other, there in found[i + 1 :]:
            apart = box.x1 <= there.x0 + 1 or there.x1 <= box.x0 + 1 or box.y1 <= there.y0 + 2 or there.y1 <= box.y0 + 2
            assert apart, (text, other)


def test_rows_and_columns_mirror_each_other():
    made = comparison_matrix(judged(5))
    off = ~np.eye(5, dtype=bool)
    assert np.allclose(made.differences[off], -made.differences.T[off])
    assert np.array_equal(made.wins[..., 0], made.wins[..., 2].T)
    assert np.array_equal(made.p_values, made.p_values.T, equal_nan=True)
    assert "over" in made.sentence()


def test_lower_is_better_turns_colours_and_order_and_nothing_else():
    table = {"low": [0.1, 0.2, 0.1, 0.2], "mid": [0.2, 0.3, 0.2, 0.35], "high": [0.5, 0.6, 0.5, 0.6]}
    up, down = (
        comparison_matrix(bo.compare(table, direction=way, rows="datasets").judgement) for way in ("higher", "lower")
    )
    assert up.names == down.names[::-1] == ("high", "mid", "low")
    assert up.favours[0, 1] > 0
    assert down.favours[0, 1] > 0
    assert down.differences[0, 1] < 0
    assert down.wins[0, 1].tolist() == [4, 0, 0]


def test_where_the_section_stands():
    for learners, there in ((5, True), (2, False), (MOST + 1, False)):
        figures = figures_of(compose_judgement(judged(learners), "x").sections)
        assert any("comparison matrix" in one.title for one in figures) == there


def test_headings_keep_short_names_whole():
    """Names of eight letters were cut to four over the columns of twelve learners."""
    made = with_canvas(matrix_figure(comparison_matrix(judged(MOST, name="learner{}")), width=5.2))
    shown = [text for text, _ in boxes(made)]
    assert all(shown.count(f"learner{at}") == 2 for at in range(MOST))  # of the row and of the column


def test_a_dash_for_failures_is_explained():
    scores = {"a": [0.9, 0.8, 0.7, 0.9, 0.8], "b": [0.8, "failed", 0.6, 0.7, 0.7], "c": [0.7, 0.7, 0.6, 0.8, 0.6]}
    assert "A dash: one of the two failed" in matrix_picture(bo.compare(scores, rows="datasets").judgement).caption
    assert "A dash" not in matrix_picture(judged(3)).caption

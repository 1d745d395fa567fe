"""The multiple comparison matrix: no text is cut or covers another, colour is never alone, names stay names."""

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.comparisons.evidence.kinds import DATASETS
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.judging.judge import judge
from bakeoff.comparisons.question import Question
from bakeoff.core.errors import UnknownName
from bakeoff.figures.comparison_matrix import matrix_figure
from bakeoff.figures.drawing.svg import to_svg
from bakeoff.figures.drawing.theme import PAGE
from bakeoff.report.sections.comparison_matrix import comparison_matrix
from tests.figures.test_ranks import judged, with_canvas


def test_identical_learners_ties_and_untested_pairs():
    values = np.tile(np.linspace(0.5, 0.9, 9)[:, None], 3)
    made = comparison_matrix(judge(ScoreMatrix.of(values), Question(evidence=DATASETS)))
    assert not made.differ.any()
    assert made.wins[0, 1].tolist() == [0, 9, 0]
    assert "No pair is shown to differ" in made.sentence()
    with_canvas(matrix_figure(made))
    some = comparison_matrix(judged(4, baseline="learner 0"))
    assert np.isnan(some.p_values).sum() == 4 + 6, "the diagonal, and pairs without the baseline"
    assert not any(text == "p = nan" for row in some.p_shown for text in row)


def test_hostile_names_stay_text():
    made = comparison_matrix(judged(3, name="<b onload=x>$x${}"))
    svg = to_svg(matrix_figure(made, PAGE), name="m", title="t", description=made.sentence())
    assert "<b onload" not in svg
    assert "&lt;b onload=x&gt;" in svg


def test_plot_by_kind():
    c = bo.compare({"a": [0.9, 0.8, 0.7, 0.9], "b": [0.8, 0.7, 0.7, 0.6], "c": [0.5, 0.6, 0.5, 0.4]}, rows="datasets")
    assert c.plot("matrix").numbers.names == ("a", "b", "c")
    assert c.plot().numbers.ranks == c.plot("ranks").numbers.ranks
    assert c.plot("differences").figure_ is not None
    two = bo.compare({"a": [0.9, 0.8, 0.7, 0.9], "b": [0.8, 0.7, 0.7, 0.6]}, rows="datasets")
    assert len(two.plot().numbers.lines) == 1
    with pytest.raises(UnknownName, match="matrix"):
        c.plot("matrx")

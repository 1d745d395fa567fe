"""Curves of several learners in one frame, and how the scores of two classes lie."""

import numpy as np
import pytest

from bakeoff.core.errors import BadInput
from bakeoff.figures.curves import CurveLine, CurvePlot, curve_figure


def test_lines_of_different_length_are_refused():
    with pytest.raises(BadInput, match="lengths differ"):
        CurveLine(name="a", x=[0.0, 1.0], y=[0.0])


def test_a_name_with_an_underscore_in_front_stands_in_the_legend():
    x = np.array([0.0, 1.0])
    for legend in ("below", "lower right"):
        plot = CurvePlot(
            lines=tuple(CurveLine(name=name, x=x, y=x) for name in ("_nb", "svm")),
            x_label="x",
            y_label="y",
            legend=legend,
        )
        shown = curve_figure(plot).axes[0].get_legend().get_texts()
        assert [one.get_text().strip() for one in shown] == ["_nb", "svm"]

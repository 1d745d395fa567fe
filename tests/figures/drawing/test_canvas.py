"""A Matplotlib figure made without pyplot and without touching anyone's settings."""

import pytest

from bakeoff.figures.drawing.canvas import figure
from bakeoff.figures.drawing.finding_title import with_title


def test_what_is_drawn_keeps_its_size_below_the_title():
    plain = figure(5.0, 2.0)
    plain.add_axes((0.1, 0.2, 0.8, 0.5))
    titled = with_title(plain, "word " * 60)
    height = float(titled.get_size_inches()[1])
    box = titled.axes[0].get_position()
    assert box.height * height == pytest.approx(1.0)
    assert box.y0 * height == pytest.approx(0.4)
    assert titled.texts[-1].get_text().count("\n") == 3
    assert titled.texts[-1].get_text().endswith("…")

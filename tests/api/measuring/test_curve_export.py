"""Curves for a reader (tables and sentences) and in files: all points as CSV or JSON, or a figure, alone or in a page."""

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.api.measuring.curve_export import curve_plot, thinned_points, to_csv
from bakeoff.core.errors import BadInput


def rows(n=200, seed=0, digits=2):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    scores = {
        name: np.round(np.clip(rng.normal(0.4 + shift * y, 0.2), 0, 1), digits)
        for name, shift in (("a", 0.25), ("b", 0.2))
    }
    return y, scores


def test_thinning_is_for_the_eye_and_for_those_who_ask(tmp_path):
    y, scores = rows(5000, digits=9)
    made = bo.curve(y, scores["a"])
    whole = len(made.curves[0].points["fpr"])
    assert whole > 4000
    assert len(list(to_csv(made))) == 1 + whole
    assert 50 <= len(list(to_csv(made, 100))) <= 101
    assert len(made.to_json()["scores"][0]["points"]["fpr"]) == whole
    (line,) = curve_plot(made).lines
    assert len(line.x) <= 500
    assert np.trapezoid(line.y, line.x) == pytest.approx(made.curves[0].area.value, abs=2e-3)
    with pytest.raises(BadInput, match="points must be a whole number"):
        made.to_json(1)
    with pytest.raises(BadInput, match="is written as"):
        made.save(tmp_path / "curve.txt")


def test_thinning_keeps_the_ends():
    x = np.linspace(0, 1, 5001)
    kept = thinned_points(x, x**2, 50)
    assert (kept[0], kept[-1]) == (0, 5000)
    assert len(kept) <= 50


def test_precision_is_drawn_in_steps_whose_area_is_the_average_precision():
    y, scores = rows(150, digits=9)
    made = bo.curve(y, scores["a"], kind="pr")
    (line,) = curve_plot(made).lines
    assert np.trapezoid(line.y, line.x) == pytest.approx(made.curves[0].area.value)

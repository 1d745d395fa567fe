"""Data sets in the user's hands: what one is like, what several cover and favour."""

import pytest
from matplotlib.figure import Figure

import bakeoff as bo
from bakeoff.core.errors import NotApplicable

TABLE = {
    "nb": {"accuracy": 0.72, "fit_seconds": 1.0},
    "tree": {"accuracy": 0.76, "fit_seconds": 2.0},
    "<svm>": {"accuracy": 0.70, "fit_seconds": 8.0},
}


SCORES = {
    "dataset": [f"d{i}" for i in range(8)],
    "tree": [0.90, 0.70, 0.88, 0.60, 0.95, 0.66, 0.81, 0.58],
    "bayes": [0.85, 0.75, 0.80, 0.69, 0.90, 0.73, 0.80, 0.66],
    "knn": [0.80, 0.72, 0.84, 0.65, 0.91, 0.70, 0.78, 0.61],
}


ROWS = {f"d{i}": {"rows": n, "gaps": g} for i, (n, g) in enumerate(zip((5000, 200, 3000, 90, 8000, 150, 900, 60), (0, 2, 10, 0, 5, 1, 0, 12), strict=True))}  # fmt: skip


def test_the_fields_hold_the_correlations_and_frame_what_is_shown() -> None:
    found = bo.domains(SCORES, ROWS)
    shown = found.plot()
    numbers = shown.numbers
    for one in found.effects:
        place = numbers.characteristics.index({"rows": "Rows", "gaps": "gaps"}[one.characteristic]), numbers.learners.index(one.learner)  # fmt: skip
        assert numbers.rho[place] == one.rho
        assert numbers.shown[place] == (one.p_adjusted <= 0.05)
    frames = [one for one in shown.ax_.patches if not one.get_fill()]
    assert len(frames) == int(numbers.shown.sum())
    assert str(len(found.effects) // 3) in numbers.sentence()


def test_on_your_axes() -> None:
    for made in (bo.efficiency(TABLE), bo.domains(SCORES, ROWS)):
        ax = Figure(figsize=(7.4, 3)).subplots()
        assert made.plot(ax).ax_ is ax
        assert "<svg" in made.plot()._repr_html_()


def test_nothing_to_draw_is_refused() -> None:
    few = {name: cells[:3] for name, cells in SCORES.items()}
    with pytest.raises(NotApplicable, match="no effect to draw"):
        bo.domains(few, ROWS).plot()

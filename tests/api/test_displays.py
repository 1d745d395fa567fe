"""Displays: the same numbers as scikit-learn's, on one's own axes or alone, and in a notebook."""

import re

import numpy as np
import pytest
from matplotlib.figure import Figure
from sklearn.metrics import roc_auc_score

from bakeoff.api.comparison import compare
from bakeoff.api.displays import CurveDisplay, DifferenceDisplay, RankDisplay
from bakeoff.core.errors import BadInput, UnknownName

RNG = np.random.default_rng(0)
TRUTH = RNG.integers(0, 2, 120)
SCORES = {name: TRUTH * skill + RNG.normal(0, 1, 120) for name, skill in (("a", 1.0), ("b", 2.0))}


@pytest.fixture(scope="module")
def comparison():
    table = {f"learner {at}": RNG.normal(0.8, 0.03, 12) + 0.01 * at for at in range(4)}
    return compare(table, direction="higher", rows="datasets")


@pytest.mark.parametrize("kind", ["roc", "pr", "lift", "cost"])
def test_curves_of_predictions(kind):
    shown = CurveDisplay.from_predictions(TRUTH, SCORES, kind=kind).plot()
    assert [line.name for line in shown.numbers.lines] == ["a", "b"]
    assert len(shown.ax_.lines) >= 2
    assert shown.figure_ is not None


def test_area_is_scikit_learns():
    shown = CurveDisplay.from_predictions(TRUTH, SCORES)
    assert [line.note for line in shown.numbers.lines] == [
        f"{roc_auc_score(TRUTH, one):.3f}" for one in SCORES.values()
    ]


def test_one_learner_and_ones_own_axes():
    ax = Figure().add_subplot()
    shown = CurveDisplay.from_predictions(TRUTH, SCORES["a"], name="mine").plot(ax=ax)
    assert shown.ax_ is ax
    assert ax.get_xlabel() == "False positive rate"


def test_calibration_needs_probabilities():
    chance = 1 / (1 + np.exp(-SCORES["b"]))
    shown = CurveDisplay.from_predictions(TRUTH, y_proba=chance, kind="calibration", name="b")
    assert shown.numbers.dots


def test_refusals():
    with pytest.raises(UnknownName, match="did you mean 'roc'"):
        CurveDisplay.from_predictions(TRUTH, SCORES, kind="rocc")
    with pytest.raises(BadInput, match="give y_score or y_proba"):
        CurveDisplay.from_predictions(TRUTH)
    with pytest.raises(BadInput, match="both in the test rows"):
        CurveDisplay.from_predictions(np.ones(5, dtype=int), {"a": np.arange(5.0)}, positive=1)


@pytest.mark.parametrize("display", [RankDisplay, DifferenceDisplay])
def test_of_a_comparison(comparison, display):
    shown = display.from_comparison(comparison)
    page = shown._repr_html_()
    assert "<svg" in page
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert not set(ids) & set(re.findall(r'\bid="([^"]+)"', shown._repr_html_()))
    ax = Figure(figsize=(7.4, 3)).add_subplot()
    assert display.from_comparison(comparison).plot(ax).ax_ is ax


def test_what_a_comparison_holds_is_short_in_the_interpreter():
    """A verdict or a pair filled the screen with the fields of every test behind it."""
    made = compare(
        {"a": [0.9, 0.8, 0.9, 0.7, 0.95, 0.8, 0.7], "b": [0.8, 0.75, 0.86, 0.67, 0.9, 0.78, 0.69]}, rows="datasets"
    )
    assert str(made.verdict) == made.verdict.sentence
    assert repr(made.verdict) == f"<Verdict, A better: {made.verdict.sentence}>"
    assert repr(made.pair("b", "a")) == f"<JudgedPair, A better: {made.verdict.sentence}>"
    assert repr(made.pairs) == "<1 pair>"
    assert repr(made.stability) == f"<Stability: {made.stability.sentence}>"
    assert [repr(one) for one in made.notes] == [f"<Note {one.code}: {one}>" for one in made.notes]
    assert made.notes

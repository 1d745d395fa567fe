"""A column of zeros and ones that no catalogue names is worded in percentage points, as accuracy is."""

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.comparisons.wording.measure_names import words_of
from bakeoff.comparisons.wording.verdict_text import verdict_text

RNG = np.random.default_rng(3)
RIGHT = {"a": RNG.binomial(1, 0.8, 90), "b": RNG.binomial(1, 0.5, 90)}


def _lines(comparison: bo.Comparison) -> str:
    """The lines of the verdict as one text."""
    return " ".join(verdict_text(comparison.judgement).lines)


def test_a_difference_of_shares_is_in_percentage_points(tmp_path):
    comparison = bo.compare(RIGHT, measure="correct", rows="rows")
    points = 100 * (RIGHT["a"].mean() - RIGHT["b"].mean())
    assert f"a is {points:.1f} percentage points ahead of b in correct" in _lines(comparison)
    assert words_of(comparison.judgement.context).heading == "correct (%), higher is better"
    comparison.report(tmp_path / "page.md")
    assert f"{100 * RIGHT['a'].mean():.1f}" in (tmp_path / "page.md").read_text(encoding="utf-8")


def test_the_numbers_of_json_stay_shares():
    comparison = bo.compare(RIGHT, measure="correct", rows="rows")
    assert abs(comparison.pairs[0].pair.difference.value) == pytest.approx(RIGHT["a"].mean() - RIGHT["b"].mean())
    assert comparison.scores["a"].value == pytest.approx(RIGHT["a"].mean())


def test_means_over_runs_of_zeros_and_ones_are_shares_too():
    table = {
        "question": [f"q{item}" for item in range(30) for _ in range(3)],
        "run": [str(run) for _ in range(30) for run in range(3)],
        "a": RIGHT["a"],
        "b": RIGHT["b"],
    }
    comparison = bo.compare(table, measure="correct", rows="rows", item="question", runs="run")
    assert "percentage points" in _lines(comparison)


@pytest.mark.parametrize("way", ["other scores", "means that nobody averaged", "a declared measure", "data sets"])
def test_other_scores_keep_their_unit(way):
    table, measure, rows = {**RIGHT}, "correct", "rows"
    if way == "other scores":
        table["b"] = 2 * table["b"]
    elif way == "means that nobody averaged":
        table["b"] = table["b"] / 2
    elif way == "a declared measure":
        measure = "brier"
    else:
        rows = "datasets"
    comparison = bo.compare(table, direction="higher", measure=measure, rows=rows)
    assert "points" not in _lines(comparison)

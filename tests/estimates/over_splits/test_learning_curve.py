"""Learning curves from stored scores, and growth in log-log, against R."""

import tomllib
from math import isnan
from pathlib import Path

import numpy as np
import pytest

from bakeoff.core.errors import BadInput
from bakeoff.estimates import learning_curve, mean_over_splits

ORACLES = tomllib.loads((Path(__file__).parents[1].parent / "oracles" / "curves.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", ORACLES["gain"])
def test_the_last_step_is_that_of_r(case):
    gain = learning_curve([10, 20], [case["before"], case["last"]]).gain
    assert [gain.low, gain.high] == pytest.approx(case["expected"], rel=1e-10)


def test_a_curve_is_sorted_and_has_the_intervals_of_its_splits():
    scores = {40: [0.8, 0.9, 0.85], 10: [0.5, 0.6, 0.7]}
    curve = learning_curve(list(scores), list(scores.values()), test_share=0.25, bounds=(0.0, 1.0))
    assert [point.size for point in curve.points] == [10, 40]
    assert curve.points[1].score == mean_over_splits(scores[40], 0.25, bounds=(0.0, 1.0))
    assert curve.step == (10, 40)


def test_a_missing_split_leaves_no_mean_over_the_others():
    curve = learning_curve([10, 20, 40], [[0.5, 0.6], [0.7, np.nan], [0.8, 0.85]])
    assert isnan(curve.points[1].score.value)
    assert curve.points[1].note == "1 of 2 splits have no score"
    assert curve.step == (10, 40)  # the last step leaves out the hole


def test_without_the_last_size_nothing_is_said_of_more_data():
    curve = learning_curve([10, 20], [[0.5, 0.6], [0.7, np.nan]])
    assert not curve.rising
    assert isnan(curve.gain.value)


def test_lower_is_better_turns_the_rule():
    falling = [[3.0, 3.1, 3.2], [2.0, 2.1, 2.3]]
    assert learning_curve([10, 20], falling, direction="lower").rising
    assert not learning_curve([10, 20], falling).rising


@pytest.mark.parametrize(("sizes", "scores"), [([10, 20], [[0.1, 0.2]]), ([10, 10], [[0.1], [0.2]]), ([0], [[0.1]])])
def test_refusals(sizes, scores):
    with pytest.raises(BadInput):
        learning_curve(sizes, scores)

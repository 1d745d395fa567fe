"""Repeated runs of items: against published figures, other programs, and what must hold of any of them."""

import tomllib
from itertools import combinations
from math import isnan
from pathlib import Path

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.api.measuring.repeats_from_table import repeats_from_table
from bakeoff.core.errors import BadInput
from bakeoff.estimates import flip_rate, pass_at_k, pass_hat_k, repeats, variance_parts

KNOWN = tomllib.loads((Path(__file__).parents[1] / "oracles" / "repeats.toml").read_text(encoding="utf-8"))
FUNCTIONS = {"pass_hat_k": pass_hat_k, "pass_at_k": pass_at_k, "flip_rate": flip_rate}


def trials(successes, runs=4):
    """Items x runs with so many successes each; NaN where an item has fewer runs."""
    size = np.broadcast_to(runs, len(successes))
    table = (np.arange(max(size)) < np.asarray(successes)[:, None]).astype(float)
    return np.where(np.arange(max(size)) < size[:, None], table, np.nan)


AIRLINE = trials(np.repeat(np.arange(5), KNOWN["published"]["tasks_with_successes"]))


def test_the_published_run():
    printed = KNOWN["published"]
    assert [round(bo.pass_hat_k(AIRLINE, k).value, 3) for k in (1, 2, 3, 4)] == printed["pass_hat"]
    assert flip_rate(AIRLINE).value == pytest.approx(printed["flip_rate"])


def test_the_published_leaderboard():
    (board,) = KNOWN["leaderboard"]
    for printed, counts in zip(board["pass_hat"], board["tasks_with_successes"], strict=True):
        assert sum(counts) == 50
        found = trials(np.repeat(np.arange(5), counts))
        assert [bo.pass_hat_k(found, k).value for k in (1, 2, 3, 4)] == pytest.approx(printed, abs=5.01e-4)


def test_pass_at_k_against_its_authors():
    for case in KNOWN["pass_at"]:
        for k, value in enumerate(case["values"], start=1):
            assert bo.pass_at_k(AIRLINE, k).value == pytest.approx(value, abs=KNOWN["tolerance"])
    for case in KNOWN["uneven"]:
        for k, value in enumerate(case["values"], start=1):
            assert pass_at_k(trials(case["successes"], case["runs"]), k).value == pytest.approx(value)


@pytest.mark.parametrize("case", KNOWN["interval"], ids=lambda case: f"{case['what']}-{case['k']}")
def test_intervals_against_the_survey_package(case):
    made = FUNCTIONS[case["what"]](AIRLINE, case["k"])
    assert (made.low, made.high) == pytest.approx((case["low"], case["high"]), abs=KNOWN["tolerance"])


@pytest.mark.parametrize("case", KNOWN["variance"], ids=["balanced", "unbalanced"])
def test_variance_against_r(case):
    made = variance_parts(case["scores"])
    assert (made.items, made.runs) == pytest.approx((case["items"], case["runs"]), rel=10.0 ** -case["digits"])


def test_k_runs_are_drawn_without_replacement():
    rng = np.random.default_rng(2)
    table = (rng.random((7, 5)) < 0.5).astype(int)
    for k in (1, 2, 3, 4, 5):
        parts = [table[:, list(one)] for one in combinations(range(5), k)]
        assert pass_at_k(table, k).value == pytest.approx(np.mean([one.max(axis=1) for one in parts]))
        assert pass_hat_k(table, k).value == pytest.approx(np.mean([one.min(axis=1) for one in parts]))
        assert flip_rate(table, k).value == pytest.approx(np.mean([np.ptp(one, axis=1) for one in parts]))


@pytest.mark.parametrize("value", [0, 1])
def test_items_that_all_agree(value):
    made = repeats(np.full((20, 3), value))
    assert made.mean.value == value
    assert made.flips.value == 0
    assert 0 < made.flips.high < 0.2, "twenty items do not show that none ever flips"
    assert (made.mean.low == 0) != (made.mean.high == 1)
    assert made.variance.items == made.variance.runs == 0
    assert isnan(made.variance.share_of_runs)


def test_items_that_do_not_differ_at_all():
    made = pass_at_k([[1, 0], [0, 1], [1, 0], [0, 1]], 1)
    assert made.value == 0.5
    assert made.low < 0.3 < 0.7 < made.high, "never surer than of so many independent runs"
    assert variance_parts([[1, 0], [0, 1], [1, 0]]).items == 0


def test_one_item_and_one_run():
    alone = pass_at_k([[1, 0, 1]], 2)
    assert isnan(alone.low)
    assert alone.notes[0].code == "estimates.one-unit"
    single = repeats([[1], [0], [1]])
    assert single.flips is None
    assert isnan(single.variance.runs)
    assert len(single.pass_at) == 1


def test_scores_that_are_no_hits():
    made = repeats([[0.2, 0.4], [0.8, 0.7], [0.5, 0.5]])
    assert made.flips is None
    assert made.pass_at == ()
    assert made.mean.method == "t over items"
    assert made.variance.runs == pytest.approx((0.02 + 0.005) / 3)


@pytest.mark.parametrize(
    ("scores", "k", "words"),
    [
        ([[1, 0], [1, 1]], 3, "k is 3, and item 1 has 2 runs only"),
        ([[1, 0.5], [1, 1]], 1, "read 0 and 1"),
        ([1, 0, 1], 1, "one row for each item"),
        ([[1, np.inf]], 1, "infinite"),
        ([[1, 0], [np.nan, np.nan]], 1, "item 2 has no run"),
        ([["yes", "no"]], 1, "are numbers"),
        ([[1, 0]], 0, "k must be a whole number"),
        ([], 1, "one row for each item"),
    ],
)
def test_bad_input_has_its_cure(scores, k, words):
    with pytest.raises(BadInput, match=words):
        pass_at_k(scores, k)


@pytest.mark.slow
@pytest.mark.parametrize(("n", "runs", "a", "b"), [(20, 4, 0.5, 0.7), (50, 4, 0.2, 2.0), (30, 4, 0.1, 2.0)])
def test_intervals_cover(n, runs, a, b):
    rng = np.random.default_rng(5)
    truth = np.mean(rng.beta(a, b, 400_000) ** runs)
    chance = rng.beta(a, b, (500, n, 1))
    found = [pass_hat_k(one, runs) for one in (rng.random((500, n, runs)) < chance).astype(float)]
    assert np.mean([one.low <= truth <= one.high for one in found]) >= 0.92


def test_too_large_a_k_is_named_as_it_was_given_with_the_item():
    lines = {"task": ["t1", "t1", "t2"], "reward": [1, 0, 1]}
    with pytest.raises(BadInput, match="k is 5, and item t1 has 2 runs only"):
        repeats_from_table(lines, "task", k=5)
    with pytest.raises(BadInput, match="k is 2, and item t2 has 1 run only"):
        repeats_from_table(lines, "task", k=2)
    with pytest.raises(BadInput, match="k is 5, and item 1 has 2 runs only"):
        repeats([[1, 0], [1, 1]], 5)

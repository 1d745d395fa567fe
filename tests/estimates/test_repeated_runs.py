"""Repeated runs of items: against published figures, other programs, and what must hold of any of them."""

import tomllib
from itertools import combinations
from math import isnan
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

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


def test_groups_of_one_item_change_nothing():
    runs = np.random.default_rng(0).random((40, 3)) < 0.6
    plain, grouped = repeats(runs), repeats(runs, groups=np.arange(40))
    assert (grouped.mean.low, grouped.mean.high) == pytest.approx((plain.mean.low, plain.mean.high))
    assert (grouped.flips.low, grouped.flips.high) == pytest.approx((plain.flips.low, plain.flips.high))
    scores = np.random.default_rng(1).normal(size=(30, 2))
    plain, grouped = repeats(scores), repeats(scores, groups=np.arange(30))
    assert (grouped.mean.low, grouped.mean.high) == pytest.approx((plain.mean.low, plain.mean.high))


def test_copies_of_an_item_in_its_group_narrow_nothing():
    runs = np.random.default_rng(2).random((30, 2)) < 0.7
    plain = repeats(runs).mean
    copied = repeats(np.repeat(runs, 10, axis=0), groups=np.repeat(np.arange(30), 10)).mean
    assert (copied.low, copied.high) == pytest.approx((plain.low, plain.high), abs=0.02)
    assert copied.method == "Korn-Graubard over groups"
    blind = repeats(np.repeat(runs, 10, axis=0)).mean
    assert blind.high - blind.low < 0.5 * (copied.high - copied.low)


def test_the_mean_of_grouped_scores_has_the_interval_of_group_means():
    scores = (
        np.random.default_rng(3).normal(size=(24, 2)) + np.repeat(np.random.default_rng(4).normal(size=6), 4)[:, None]
    )
    found = repeats(scores, groups=np.repeat(np.arange(6), 4)).mean
    means = scores.mean(axis=1).reshape(6, 4).mean(axis=1)
    expected = stats.t.interval(0.95, 5, means.mean(), stats.sem(means))
    assert (found.low, found.high) == pytest.approx(expected)


def test_intervals_over_groups_cover_where_items_of_a_group_are_alike():
    rng = np.random.default_rng(5)
    grouped = plain = 0
    for _ in range(400):
        rates = np.repeat(rng.beta(3, 2, 30), 8)
        runs = rng.random((240, 2)) < rates[:, None]
        for found, counts in (
            (repeats(runs, 1, groups=np.repeat(np.arange(30), 8)).mean, True),
            (repeats(runs, 1).mean, False),
        ):
            inside = found.low <= 0.6 <= found.high
            grouped, plain = grouped + (inside and counts), plain + (inside and not counts)
    assert grouped / 400 > 0.925
    assert plain / 400 < 0.85


def test_one_group_has_no_interval_and_groups_are_counted():
    assert not repeats([[1, 0], [1, 1]], groups=["p", "p"]).mean.has_interval
    with pytest.raises(BadInput, match="2 items and 3 groups"):
        repeats([[1, 0], [1, 1]], groups=["p", "p", "q"])


def test_the_column_of_groups_is_read_and_an_item_has_one_group():
    table = {
        "q": ["a", "a", "b", "b", "c", "c"],
        "p": ["x", "x", "x", "x", "y", "y"],
        "run": [1, 2] * 3,
        "ok": [1, 0, 1, 1, 0, 0],
    }
    found = repeats_from_table(table, "q", "run", "ok", groups="p")[""]
    assert (found.items, found.mean.method) == (3, "Korn-Graubard over groups")
    with pytest.raises(
        BadInput, match="item a in group y, and an earlier row has it in group x; an item belongs to one group"
    ):
        repeats_from_table(table | {"p": ["x", "y", "x", "x", "y", "y"]}, "q", "run", "ok", groups="p")

"""Slices in a comparison: one level for all of them, the tests of the whole, and no slice without an answer or a reason."""

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.comparisons.verdict import Claim

N = 900
RNG = np.random.default_rng(3)
TRUTH = RNG.integers(0, 2, N)
REGION = np.where(np.arange(N) < 1, "one", RNG.choice(["eu", "us"], N))
B = np.where(RNG.random(N) < 0.3, 1 - TRUTH, TRUTH)
A = np.where((REGION == "eu") & (RNG.random(N) < 0.7), TRUTH, B)
C = np.where(RNG.random(N) < 0.3, 1 - TRUTH, TRUTH)


def _slices(learners, **options):
    return bo.compare_predictions(TRUTH, learners, by={"region": REGION}, **options).slices


def test_each_slice_is_compared_as_all_rows_are_at_a_shared_level():
    slices = _slices({"a": A, "b": B})
    eu = slices.pairs[0]
    inside = REGION == "eu"
    alone = bo.compare_predictions(TRUTH[inside], {"a": A[inside], "b": B[inside]}, alpha=0.05 / 3).pairs[0]
    assert (slices.tests, eu.value, eu.winner) == (3, "eu", "a")
    assert eu.p_value == pytest.approx(alone.pair.result.p_value)
    assert eu.p_adjusted == pytest.approx(3 * eu.p_value)
    assert (eu.difference.low, eu.difference.high) == pytest.approx((alone.verdict.difference.low, alone.verdict.difference.high))  # fmt: skip
    assert eu.difference.level == pytest.approx(1 - 0.05 / 3)


def test_a_slice_of_one_row_is_undecided_and_never_left_out():
    slices = _slices({"a": A, "b": B, "c": C})
    assert {pair.value for pair in slices.pairs} == {"eu", "us", "one"}
    assert all(pair.winner is None for pair in slices.pairs if pair.value == "one")
    areas = bo.compare_predictions(
        TRUTH, {"a": A + 0.1 * RNG.random(N), "b": RNG.random(N)}, "roc_auc", by={"region": REGION}
    )
    single = next(pair for pair in areas.slices.pairs if pair.value == "one")
    assert single.claim is Claim.UNDECIDED
    assert single.reason
    assert "one: " in areas.composed("x").sections[0].title or any("slices" in part.name for part in areas.composed("x").sections)  # fmt: skip


def test_all_pairs_count_where_the_first_learner_was_seen_in_the_data():
    assert _slices({"a": A, "b": B, "c": C}).tests == 9
    assert _slices({"a": A, "b": B, "c": C}, pairs=[("b", "c")]).tests == 3
    baseline = _slices({"a": A, "b": B, "c": C}, baseline="c")
    assert baseline.tests == 6
    assert all("c" in (pair.a, pair.b) for pair in baseline.pairs)


def test_rows_in_another_order_change_nothing():
    from bakeoff.predictions.from_arrays import predictions_of

    order = np.random.default_rng(4).permutation(N)
    first, second = (predictions_of(TRUTH, answers, labels=[0, 1], row_id=np.arange(N)) for answers in (A, B))
    straight = bo.compare_predictions(None, {"a": first, "b": second}, by={"region": REGION}).slices
    mixed = bo.compare_predictions(None, {"a": first, "b": second.take(order)}, by={"region": REGION}).slices
    assert [pair.as_dict() for pair in straight.pairs] == [pair.as_dict() for pair in mixed.pairs]


def test_printed():
    text = str(bo.compare_predictions(TRUTH, {"a": A, "b": B}, by={"region": REGION}))
    assert "region eu, " in text
    assert "a is better, a minus b" in text
    assert "region one, 1 row: " in text


def test_rows_that_never_tell_two_apart_are_no_proof():
    slices = bo.compare_predictions(TRUTH, {"a": A, "b": B}, by={"region": REGION}).to_dict(stability=False)["slices"]
    us = next(part for part in slices if part["value"] == "us")
    assert (us["claim"], us["low"], us["high"]) == ("undecided", None, None)

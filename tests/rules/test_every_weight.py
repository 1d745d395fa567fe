"""`sample_weight` means the same in every door: the weight of a row in a mean, alone and within groups."""

from dataclasses import replace

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.comparisons import cluster_t, permutation, permutation_of
from bakeoff.estimates import paired_difference
from bakeoff.predictions.from_arrays import predictions_of

N = 60
RNG = np.random.default_rng(8)
TRUTH = RNG.integers(0, 2, N)
HITS = {"a": RNG.random(N) < 0.8, "b": RNG.random(N) < 0.6}
SAID = {name: np.where(hits, TRUTH, 1 - TRUTH) for name, hits in HITS.items()}
WEIGHT = RNG.choice([0.5, 1.0, 2.0, 3.5], N)
GROUPS = np.repeat(np.arange(15), 4)


def of_pair(comparison):
    pair = comparison.pair("a", "b").pair
    return pair.difference, pair.result.p_value


def of_test(result):
    return result.difference, result.p_value


def predictions(rows, weight):
    return [
        predictions_of(TRUTH[rows], SAID[name][rows], row_id=np.arange(N)[rows], sample_weight=weight, labels=[0, 1])
        for name in SAID
    ]


def measured(rows, weight, groups, test):
    values = [
        bo.measure(TRUTH[rows], SAID[name][rows], measures=["accuracy"], sample_weight=weight, level=None)[
            "accuracy"
        ].value
        for name in SAID
    ]
    return bo.Estimate.alone(values[0] - values[1], len(rows)), None


def compared_predictions(rows, weight, groups, test):
    said = {name: one[rows] for name, one in SAID.items()}
    return of_pair(bo.compare_predictions(TRUTH[rows], said, groups=groups, sample_weight=weight, test=test))


def compared_objects(rows, weight, groups, test):
    said = {
        name: one if groups is None else replace(one, group=groups)
        for name, one in zip(SAID, predictions(rows, weight), strict=True)
    }
    return of_pair(bo.compare_predictions(None, said, test=test))


def compared_table(rows, weight, groups, test):
    table = {name: one[rows].astype(float) for name, one in HITS.items()}
    return of_pair(bo.compare(table, rows="rows", groups=groups, sample_weight=weight, test=test))


def compared_columns(rows, weight, groups, test):
    table = {name: one[rows].astype(float) for name, one in HITS.items()}
    table |= {} if groups is None else {"patient": [f"p{one}" for one in groups]}
    table |= {} if weight is None else {"importance": weight}
    named = {"groups": None if groups is None else "patient", "sample_weight": None if weight is None else "importance"}
    return of_pair(bo.compare(table, rows="rows", test=test, **named))


def plain(rows, weight, groups, test):
    a, b = (one[rows].astype(float) for one in HITS.values())
    run = cluster_t if test == "cluster_t" else permutation
    return of_test(run(a, b, groups=groups, sample_weight=weight))


def permuted(rows, weight, groups, test):
    return of_test(permutation_of(*predictions(rows, weight), "accuracy", groups=groups))


def interval(rows, weight, groups, test):
    return paired_difference(*predictions(rows, weight), "accuracy", groups=groups), None


DOORS = (
    measured, compared_predictions, compared_objects, compared_table, compared_columns, plain, permuted, interval,
)  # fmt: skip
DESIGNS = [("permutation", False), ("permutation", True), ("cluster_t", True)]
each = pytest.mark.parametrize(("test", "grouped"), DESIGNS, ids=["rows", "groups permuted", "groups by t"])


def ask(door, weight, test, *, grouped, rows=None):
    rows = np.arange(N) if rows is None else rows
    difference, p = door(rows, weight, GROUPS[rows] if grouped else None, test)
    return np.array([difference.value, difference.low, difference.high, np.nan if p is None else p])


@each
@pytest.mark.parametrize("door", DOORS, ids=lambda one: one.__name__)
def test_weights_are_those_of_a_mean_over_rows(door, test, grouped):
    a, b = HITS.values()
    wanted = np.average(a, weights=WEIGHT) - np.average(b, weights=WEIGHT)
    assert ask(door, WEIGHT, test, grouped=grouped)[0] == pytest.approx(wanted, abs=1e-12)


@each
@pytest.mark.parametrize("door", DOORS, ids=lambda one: one.__name__)
def test_only_ratios_of_weights_matter(door, test, grouped):
    there, back = (ask(door, one, test, grouped=grouped) for one in (WEIGHT, 7 * WEIGHT))
    np.testing.assert_allclose(back, there, rtol=1e-9, equal_nan=True)


@each
@pytest.mark.parametrize("door", DOORS, ids=lambda one: one.__name__)
def test_one_weight_for_all_is_no_weight(door, test, grouped):
    there, back = (ask(door, one, test, grouped=grouped) for one in (None, np.full(N, 3.0)))
    np.testing.assert_allclose(back, there, rtol=1e-9, equal_nan=True)


@each
@pytest.mark.parametrize("door", DOORS, ids=lambda one: one.__name__)
def test_a_row_of_no_weight_is_no_row(door, test, grouped):
    light = np.where(np.arange(N) % 7 == 0, 0.0, WEIGHT)
    kept = np.flatnonzero(light)
    there = ask(door, light[kept], test, grouped=grouped, rows=kept)
    np.testing.assert_allclose(ask(door, light, test, grouped=grouped), there, rtol=1e-9, equal_nan=True)


@each
@pytest.mark.parametrize("weight", [None, WEIGHT], ids=["alike", "weighted"])
def test_every_door_gives_the_same_answer(weight, test, grouped):
    asked = (
        DOORS[1:] if test == "cluster_t" or weight is not None else DOORS[1:6]
    )  # McNemar-like rows have two intervals
    answers = {
        door.__name__: ask(door, weight, test, grouped=grouped)
        for door in asked
        if not (test == "cluster_t" and door is permuted)
    }
    first = answers["compared_predictions"]
    for name, found in answers.items():
        known = ~np.isnan(found)
        np.testing.assert_allclose(found[known], first[known], rtol=1e-9, err_msg=name)
        assert known[:3].all(), name

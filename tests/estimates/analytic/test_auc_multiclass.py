"""Means of areas over classes: against derivatives by row weights, DeLong's variance of two classes, and resamples."""

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

import bakeoff as bo
from bakeoff.estimates import bootstrap, paired_difference
from bakeoff.estimates.analytic.auc import auc_variance
from bakeoff.estimates.analytic.auc_multiclass import OVER_CLASSES, influence, mean_area_interval
from bakeoff.estimates.notes import NEAR_BOUND, NO_DIFFERENCE
from bakeoff.kernels.reference.ranking import weighted_class_wins
from bakeoff.measures import measure_named
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.predictions.resampling.draws import Resamples
from bakeoff.predictions.summaries.ranking.placements import class_placements
from bakeoff.predictions.summaries.ranking.ranking import rank
from bakeoff.predictions.summaries.summaries import summarize

pytestmark = pytest.mark.slow


NAMES = ["roc_auc_ovr", "roc_auc_ovr_weighted", "roc_auc_ovo", "roc_auc_ovo_weighted"]


def drawn(rng, n, k, apart=1.0, share=None):
    """Every class at least twice; each scores higher in its own column."""
    y = np.concatenate([np.tile(np.arange(k), 2), rng.choice(k, size=n - 2 * k, p=share)])
    return y, rng.normal(size=(n, k)) + apart * np.eye(k)[y]


def draws_of(pred, **more):
    return Resamples(summaries=summarize(pred), n_resamples=2, seed=0, **more)


def test_there_is_one_for_each_mean_of_areas():
    assert [one.name for one in OVER_CLASSES] == NAMES


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("digits", [0, 1, 9])
@pytest.mark.parametrize("name", NAMES)
def test_a_row_moves_the_mean_by_its_derivative(name, digits, weighted):
    rng, measure, n, step = np.random.default_rng(digits), measure_named(name), 30, 1e-5
    y, score = drawn(rng, n, 3)
    score, weight = np.round(score, digits), rng.uniform(0.5, 2.0, n) if weighted else np.ones(n)
    found = influence(predictions_of(y, y_score=score, sample_weight=weight if weighted else None), [measure])[measure]

    def value(i, by):
        return measure(predictions_of(y, y_score=score, sample_weight=weight + by * (np.arange(n) == i)))

    slopes = [(value(i, step) - value(i, -step)) / (2 * step) for i in range(n)]
    assert found.within + found.between[found.truth] == pytest.approx(slopes, abs=1e-9)


def test_placements_give_the_areas_themselves():
    rng = np.random.default_rng(0)
    y, score = drawn(rng, 60, 4)
    score, weight, sizes = np.round(score, 1), rng.random(60), np.bincount(y)
    made = class_placements(score, y, None, (1 - np.eye(4))[None])
    wins = weighted_class_wins(score, y, 4, None)
    assert made.areas == pytest.approx(wins / (2.0 * np.outer(sizes, sizes)))
    heavy = np.bincount(y, weights=weight)
    wins = weighted_class_wins(score, y, 4, weight)
    assert class_placements(score, y, weight, np.ones((1, 4, 4))).areas == pytest.approx(
        wins / (2 * np.outer(heavy, heavy))
    )


def test_large_classes_are_looked_up_in_order(monkeypatch):
    y, score = drawn(np.random.default_rng(1), 200, 3)
    score, pairs = np.round(score, 1), (1 - np.eye(3))[None]
    want = class_placements(score, y, None, pairs)
    monkeypatch.setattr("bakeoff.predictions.summaries.ranking.placements.LONG", 5)
    made = class_placements(score, y, None, pairs)
    assert np.array_equal(made.areas, want.areas)
    assert np.array_equal(made.moved, want.moved)


def test_of_two_classes_it_is_delong():
    """Two columns, one the opposite of the other: both areas are the one area."""
    rng = np.random.default_rng(2)
    y = np.append(rng.integers(0, 2, 58), [0, 1])
    s = rng.normal(size=60) + y
    pred = predictions_of(np.append(y, 2), y_score=np.column_stack([-np.append(s, 0), np.append(s, 0), np.zeros(61)]))
    measure = measure_named("roc_auc_ovr_weighted")
    found = influence(pred.take(np.arange(60)), [measure])[measure]
    assert found.of_rows()[0] == pytest.approx(auc_variance(rank(predictions_of(y, y_score=s))))


@pytest.mark.parametrize("share", [None, (0.7, 0.2, 0.1)])
@pytest.mark.parametrize("name", NAMES)
def test_near_the_bootstrap(name, share):
    y, score = drawn(np.random.default_rng(3), 600, 3, share=share)
    pred = predictions_of(y, y_score=score)
    mine = mean_area_interval(measure_named(name), draws_of(pred), 0.95)
    theirs = bootstrap(pred, name, n_resamples=1000)
    assert mine.value == pytest.approx(theirs.value)
    assert (mine.low, mine.high) == pytest.approx((theirs.low, theirs.high), abs=0.15 * theirs.half_width)
    assert mine.method == "logit-DeLong over classes"


@pytest.mark.parametrize(
    ("name", "how"),
    [
        ("roc_auc_ovr", {"multi_class": "ovr", "average": "macro"}),
        ("roc_auc_ovr_weighted", {"multi_class": "ovr", "average": "weighted"}),
        ("roc_auc_ovo", {"multi_class": "ovo", "average": "macro"}),
        ("roc_auc_ovo_weighted", {"multi_class": "ovo", "average": "weighted"}),
    ],
)
def test_the_variance_is_that_of_scikit_learn_without_each_row_in_turn(name, how):
    y, score = drawn(np.random.default_rng(12), 120, 3)
    proba = np.exp(score) / np.exp(score).sum(axis=1, keepdims=True)
    left_out = [roc_auc_score(np.delete(y, i), np.delete(proba, i, axis=0), **how) for i in range(120)]
    measure = measure_named(name)
    made, _ = influence(predictions_of(y, y_score=proba), [measure])[measure].of_rows()
    assert made == pytest.approx(np.var(left_out) * 119, rel=0.03)


@pytest.mark.parametrize("more", [{"groups": np.arange(300) // 5}, {"sample_weight": np.linspace(0.0, 2.0, 300)}])
@pytest.mark.parametrize("name", NAMES)
def test_near_the_bootstrap_of_groups_and_weights(name, more):
    y, score = drawn(np.random.default_rng(4), 300, 3)
    score += np.repeat(np.random.default_rng(5).normal(size=(60, 3)), 5, axis=0)
    ask = {"y_score": score, "measures": [name], **more}
    mine, theirs = bo.measure(y, **ask)[name], bo.measure(y, **ask, auc_interval="bootstrap")[name]
    assert (mine.low, mine.high) == pytest.approx((theirs.low, theirs.high), abs=0.2 * theirs.half_width)
    assert "DeLong" in mine.method
    assert "bootstrap" in theirs.method


@pytest.mark.parametrize(("k", "share", "n"), [(3, None, 100), (3, (0.8, 0.1, 0.1), 100), (10, None, 100)])
def test_it_covers(k, share, n):
    rng, measure = np.random.default_rng(6), measure_named("roc_auc_ovo")
    truth = float(np.mean([measure(predictions_of(y, y_score=s)) for y, s in [drawn(rng, 50_000, k, share=share)]]))

    def covers():
        y, score = drawn(rng, n, k, share=share)
        made = mean_area_interval(measure, draws_of(predictions_of(y, y_score=score)), 0.9)
        return made.low <= truth <= made.high

    assert 0.86 <= np.mean([covers() for _ in range(400)]) <= 0.94


@pytest.mark.parametrize("name", NAMES)
def test_all_pairs_in_order(name):
    y = np.repeat([0, 1, 2], [5, 7, 9])
    made = bo.measure(y, y_score=np.eye(3)[y], measures=[name])[name]
    assert (made.value, made.high) == (1.0, 1.0)
    assert made.low == pytest.approx(0.025 ** (1 / 5))
    assert made.method == "exact bound, complete separation of 5 rows"


def test_what_cannot_be_told_is_said():
    y, score = np.array([0, 0, 1, 1, 1, 2]), np.random.default_rng(7).normal(size=(6, 3))
    single = bo.measure(y, y_score=score, measures=["roc_auc_ovr"])["roc_auc_ovr"]
    assert single.low < single.value < single.high
    assert "a class has a single row" in single.warnings[0]
    flat = bo.measure(y, y_score=np.zeros((6, 3)), measures=["roc_auc_ovr"])["roc_auc_ovr"]
    assert np.isnan(flat.low)
    assert "no interval" in flat.warnings[0]
    group = bo.measure(y, y_score=score, groups=np.zeros(6), measures=["roc_auc_ovr"])["roc_auc_ovr"]
    assert np.isnan(group.low)
    assert group.warnings == ("one group has no variance",)


def test_two_classes_have_the_interval_of_their_area():
    rng = np.random.default_rng(8)
    y = rng.integers(0, 2, 50)
    panel = bo.measure(y, y_score=rng.normal(size=50) + y, measures=["roc_auc", *NAMES])
    for name in NAMES:
        assert panel[name] == panel["roc_auc"]


@pytest.mark.parametrize("more", [{}, {"groups": np.arange(400) // 4}, {"weight": np.linspace(0.0, 2.0, 400)}])
@pytest.mark.parametrize("name", NAMES)
def test_the_difference_is_near_its_bootstrap(name, more, monkeypatch):
    rng = np.random.default_rng(9)
    y, score = drawn(rng, 400, 3)
    weight, groups = more.get("weight"), more.get("groups")
    a, b = (
        predictions_of(y, y_score=score + scale * rng.normal(size=score.shape), sample_weight=weight)
        for scale in (0.3, 0.8)
    )
    mine = paired_difference(a, b, name, groups=groups)
    assert mine.method.startswith("paired DeLong over classes")
    monkeypatch.setattr("bakeoff.estimates.resampling.paired.is_area", lambda *_: False)
    theirs = paired_difference(a, b, name, groups=groups, n_resamples=500)
    assert mine.half_width == pytest.approx(theirs.half_width, rel=0.12)
    assert mine.value == theirs.value
    assert mine.low < mine.value < mine.high


def test_few_rows_of_a_class_and_areas_near_one_are_told():
    rng = np.random.default_rng(11)
    y, score = drawn(rng, 60, 3, apart=4.0)
    a, b = (predictions_of(y, y_score=score + 0.5 * rng.normal(size=score.shape)) for _ in range(2))
    assert paired_difference(a, b, "roc_auc_ovr").notes == (NEAR_BOUND(),)


def test_the_difference_of_identical_predictions():
    y, score = drawn(np.random.default_rng(10), 60, 3)
    pred = predictions_of(y, y_score=score)
    made = paired_difference(pred, pred, "roc_auc_ovo")
    assert (made.value, made.low, made.high, made.notes) == (0.0, 0.0, 0.0, (NO_DIFFERENCE(),))

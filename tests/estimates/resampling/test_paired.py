"""Differences of a measure between two sets of predictions: the pairing, its units, and what it says when it cannot tell."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.data.tasks import BINARY, CLUSTERING, REGRESSION, tasks
from bakeoff.estimates import bootstrap, paired_difference
from bakeoff.estimates.resampling.paired import aligned
from bakeoff.measures import ALL, measure_named
from bakeoff.predictions.from_arrays import predictions_of
from tests.helpers.targets import several


def two(n=60, seed=3, **more):
    """Two models that agree on most rows."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    p = 1 / (1 + np.exp(-rng.normal(size=n) - y))
    q = np.where(rng.random(n) < 0.2, 1 - p, p)
    return [predictions_of(y, (one > 0.5).astype(int), y_proba=one, labels=[0, 1], **more) for one in (p, q)]


@pytest.mark.parametrize("name", ["accuracy", "log_loss", "kappa", "f1", "average_precision"])
def test_paired_differences_respect_the_pairing(name):
    """Two models that agree on most rows: their difference is far surer than either value."""
    rng = np.random.default_rng(3)
    y = rng.integers(0, 2, 400)
    p = 1 / (1 + np.exp(-rng.normal(size=400) - y))
    q = np.where(rng.random(400) < 0.05, 1 - p, p)
    a, b = (predictions_of(y, (one > 0.5).astype(int), y_proba=one) for one in (p, q))
    difference = paired_difference(a, b, name, n_resamples=600)
    assert difference.value == pytest.approx(measure_named(name)(a) - measure_named(name)(b))
    assert difference.low < difference.value < difference.high
    assert difference.half_width < bootstrap(a, name, n_resamples=600).half_width
    mirrored = paired_difference(b, a, name, n_resamples=600)
    assert mirrored.value == -difference.value


def test_pairs_are_matched_by_row_id():
    y, p = [0, 1, 1, 0], [0.2, 0.7, 0.4, 0.3]
    a = predictions_of(y, y_proba=p, row_id=[10, 11, 12, 13])
    b = a.take(np.array([3, 1, 0, 2]))
    assert paired_difference(a, b, "log_loss").value == 0.0
    with pytest.raises(BadInput, match="not about the same rows"):
        paired_difference(a, b.take(np.array([0, 1, 2])), "log_loss")
    other = predictions_of([1, 1, 1, 0], y_proba=p, row_id=[10, 11, 12, 13])
    with pytest.raises(BadInput, match="row 10 has a different truth"):
        paired_difference(a, other, "log_loss")


def test_ids_that_differ_are_told():
    a, b = two(6, row_id=list("abcdef"))
    one, other = a.take(np.arange(5)), b.take(np.arange(2, 6))
    with pytest.raises(BadInput) as told:
        paired_difference(one, other, "accuracy")
    assert "5 and 4 rows; only the first has a, b; only the second has f" in str(told.value)


@pytest.mark.parametrize("name", ["accuracy", "kappa", "roc_auc"])
def test_groups_follow_their_rows_when_rows_are_matched(name):
    """The other order of one set changes nothing, so the groups went with the rows."""
    a, b = two(60, row_id=np.random.default_rng(1).permutation(60))
    groups = np.arange(60) // 4
    shuffled = b.take(np.random.default_rng(2).permutation(60))
    same = paired_difference(a, b, name, groups=groups, n_resamples=400)
    other = paired_difference(a, shuffled, name, groups=groups, n_resamples=400)
    assert other.value == pytest.approx(same.value, abs=1e-12)
    assert other.half_width == pytest.approx(same.half_width, rel=1e-9 if name == "accuracy" else 0.25)
    with pytest.raises(BadInput, match="groups has 3 entries for 60 rows"):
        paired_difference(a, b, name, groups=[1, 2, 3])


@pytest.mark.parametrize("name", ["accuracy", "log_loss", "kappa", "roc_auc", "average_precision"])
def test_repeats_are_no_new_rows(name):
    """Ten repeats that say the same: as sure as one of them, not as ten times the rows."""
    once = two(50)
    tenfold = [one.take(np.tile(np.arange(50), 10)) for one in once]
    made, want = (paired_difference(*pair, name, n_resamples=400) for pair in (tenfold, once))
    assert made.value == pytest.approx(want.value, abs=1e-12)
    assert made.half_width == pytest.approx(want.half_width, rel=0.2)
    assert "group" in made.method
    assert aligned(tenfold)[1] is not None


def test_repeats_count_as_groups_in_every_door():
    y, a, b = [0, 1, 1, 0, 1] * 5, [0, 1, 0, 0, 1] * 5, [0, 1, 1, 1, 1] * 5
    found = bo.compare_predictions(y, {"a": a, "b": b}, row_id=[0, 1, 2, 3, 4] * 5)
    assert found.judgement.choice.test == "cluster_t"
    assert [one.facts["groups"] for one in found.notes if one.code == "comparison.grouped"] == [5]


def test_by_rows_it_is_students_and_by_groups_students_of_the_groups():
    a, b = two(60)
    loss = measure_named("brier").per_row
    made = paired_difference(a, b, "brier")
    want = stats.ttest_rel(loss(a), loss(b)).confidence_interval(0.95)
    assert (made.low, made.high) == pytest.approx((want.low, want.high), rel=1e-9)
    groups = np.arange(60) // 4
    sums = (loss(a) - loss(b)).reshape(15, 4).mean(axis=1)
    want = stats.ttest_1samp(sums, 0).confidence_interval(0.95)
    made = paired_difference(a, b, "brier", groups=groups)
    assert made.method == "paired t over groups, CR2"
    assert (made.low, made.high) == pytest.approx((want.low, want.high), rel=1e-9)


def test_weights_are_shared():
    heavy, light = two(40, sample_weight=np.r_[np.ones(30), np.zeros(10)])
    made = paired_difference(heavy, light, "brier")
    want = paired_difference(*(one.take(np.arange(30)) for one in two(40)), "brier")
    assert (made.value, made.low, made.high) == pytest.approx((want.value, want.low, want.high), rel=1e-9)
    with pytest.raises(BadInput, match="weigh their rows differently"):
        paired_difference(heavy, two(40)[1], "brier")


@pytest.mark.parametrize("name", ["accuracy", "kappa", "roc_auc", "log_loss"])
def test_the_same_predictions_twice(name):
    a, _ = two(40)
    made = paired_difference(a, a, name, n_resamples=100)
    assert (made.value, made.low, made.high) == (0.0, 0.0, 0.0)
    assert "other rows may differ" in made.warnings[0]


def test_what_cannot_be_told_has_its_reason():
    sure = predictions_of([0, 1, 1, 0], y_proba=[0.0, 0.0, 0.9, 0.1])
    other = predictions_of([0, 1, 1, 0], y_proba=[0.2, 0.7, 0.9, 0.1])
    made = paired_difference(sure, other, "log_loss")
    assert made.value == math.inf
    assert made.warnings == ("no interval: infinite",)
    made = paired_difference(sure, sure, "log_loss")
    assert math.isnan(made.value)
    assert made.warnings == ("no interval: infinite",)
    one = predictions_of([1], y_proba=[0.7])
    assert paired_difference(one, one, "log_loss").warnings == ("one row has no variance",)
    assert paired_difference(one, one, "roc_auc").warnings == ("no interval: the truth contains one class only",)
    few = predictions_of([1, 0, 0, 0], y_proba=[0.7, 0.8, 0.1, 0.2])
    assert paired_difference(few, few, "roc_auc").warnings == ("one class has a single row: no variance",)
    rare = [predictions_of([1] + [0] * 5, one) for one in ([1] + [0] * 5, [0] * 5 + [1])]
    assert "1 row outside the most frequent class" in paired_difference(*rare, "recall").warnings[0]
    weighted = [replace(one, weight=np.arange(1.0, 7.0)) for one in rare]
    assert "resamples" in paired_difference(*weighted, "recall").warnings[0]


@pytest.mark.parametrize("task", list(tasks))
@pytest.mark.parametrize("n", [5, 50])
def test_every_measure_has_a_difference(task, n):
    rng = np.random.default_rng(n)
    if task.in_columns:
        _has_differences(several(task, n, 1), several(task, n, 2), task)
        return
    if task.in_lists:
        gain, query = rng.integers(0, 3, n), np.arange(n) // 3
        sides = [predictions_of(gain, y_score=rng.normal(size=n), query=query) for _ in range(2)]
        _has_differences(*sides, task)
        return
    if task is REGRESSION:
        truth = rng.gamma(3.0, 1.0, n) + 0.2
        said = [{"y_pred": truth * rng.lognormal(0, 0.3, n), "y_sd": np.full(n, 0.5)} for _ in range(2)]
        said = [{**one, "y_draws": one["y_pred"][:, None] + rng.normal(size=(n, 4))} for one in said]
    else:
        k = 2 if task is BINARY else 3
        truth = np.arange(n) % k
        said = [{"y_proba": rng.dirichlet(np.ones(k) / 2, n), "prior": np.full(k, 1 / k)} for _ in range(2)]
        if task is CLUSTERING:
            said = [{"y_pred": one["y_proba"].argmax(axis=1)} for one in said]
    labels = None if task is REGRESSION else range(2 if task is BINARY else 3)
    _has_differences(*(predictions_of(truth, task=task, labels=labels, **one) for one in said), task)


def _has_differences(a, b, task):
    for what in (measure.for_task(task) for measure in ALL):
        if what.needs is None or what.fits(a) or (what.name.startswith("expected_cost") and task is not BINARY):
            continue
        made = paired_difference(a, b, what, n_resamples=30)
        assert made.low <= made.value + 1e-9 or math.isnan(made.low) or "bootstrap" in made.method, what.name
        assert made.warnings or made.low < made.high, what.name


def test_rows_that_occur_more_often_in_one_are_named():
    a = predictions_of([1, 0, 1], [1, 0, 0], row_id=["x", "y", "z"])
    b = predictions_of([1, 0, 1, 0], [1, 0, 0, 0], row_id=["x", "y", "z", "y"])
    with pytest.raises(BadInput, match=r"\(3 and 4 rows; y occurs once in the first, twice in the second\)"):
        paired_difference(a, b, "accuracy")
    c = predictions_of(["yes", "no", "yes"], ["yes", "no", "no"], row_id=[1, 2, 3])
    d = predictions_of(["yes", "yes", "yes"], ["yes", "no", "no"], row_id=[1, 2, 3], labels=["no", "yes"])
    with pytest.raises(
        BadInput,
        match=r"row 2 has a different truth in the two sets of predictions \(no and yes\); correct it, or match",
    ):
        paired_difference(c, d, "accuracy")
    e, f = (predictions_of([1.5, more], [1.0, 2.0]) for more in (2.5, 3.5))
    with pytest.raises(BadInput, match=r"\(2.5 and 3.5\)"):
        paired_difference(e, f, "mae")

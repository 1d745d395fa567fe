"""Comparisons by measures that see an order: the scale of a learner's scores counts for nothing, and p and interval are of one kind."""

import numpy as np
import pytest
from scipy.special import ndtri
from scipy.stats import norm, t

import bakeoff as bo
from bakeoff.comparisons import permutation_of
from bakeoff.comparisons.significance.rows.permutation_of_measure import area_weights
from bakeoff.estimates.analytic.area_difference import placement_difference
from bakeoff.estimates.resampling.paired import paired_difference
from bakeoff.kernels.reference.ranking import placements
from bakeoff.measures import measure_named, measures
from bakeoff.measures.measure import NUMBERS, Invariance
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.predictions.predictions import mixed

SEES_ORDER = [one for one in measures if one.invariant is Invariance.MONOTONE]
OF_TWO = [one.name for one in SEES_ORDER if not one.tasks <= NUMBERS]
OF_MANY = [one.name for one in SEES_ORDER if "over classes" in one.title or "roc_auc_ov" in one.name]
KINDS = ["rows", "groups", "weights", "groups and weights", "few of a class"]


def places(values):
    """The order alone, from 0 on; equal values stay equal."""
    return np.unique(values, return_inverse=True)[1].reshape(values.shape).astype(float)


def drawn(kind, seed=0, n=80):
    """Truth, two learners' probabilities, and what is told of the rows."""
    rng = np.random.default_rng(seed)
    y = (np.arange(n) < 6).astype(int) if kind == "few of a class" else rng.integers(0, 2, n)
    a, b = (1 / (1 + np.exp(-(y + rng.normal(size=n)))) for _ in range(2))
    told = {}
    if "groups" in kind:
        told["groups"] = np.arange(n) // 5
    if "weights" in kind:
        told["sample_weight"] = rng.exponential(size=n)
    return y, a, b, told


def answer(y, a, b, measure, **told):
    pair = bo.compare_predictions(y, {"a": a, "b": b}, measure, n_resamples=99, **told).pairs[0].pair
    return pair.result.p_value, pair.difference.low, pair.difference.high


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("measure", OF_TWO)
def test_an_increasing_function_of_one_learners_scores_changes_neither_p_nor_interval(measure, kind):
    y, a, b, told = drawn(kind, n=40)
    before = answer(y, a, b, measure, **told)
    for one, other in ((np.log(a), 1000 * b - 7), (places(a), -1 / b)):
        np.testing.assert_allclose(answer(y, one, other, measure, **told), before, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("kind", KINDS[:4])
@pytest.mark.parametrize("measure", ["roc_auc", "gini", "roc_auc_ovr"])
def test_the_permutation_of_an_area_by_name_exchanges_ranks(measure, kind):
    y, a, b, told = drawn(kind, n=40)
    before = answer(y, a, b, measure, test="permutation", **told)
    np.testing.assert_allclose(answer(y, np.log(a), b, measure, test="permutation", **told), before, atol=1e-12)


@pytest.mark.parametrize("test", ["auto", "permutation"])
@pytest.mark.parametrize("measure", OF_MANY)
def test_columns_of_several_classes_have_scales_of_their_own(measure, test):
    rng = np.random.default_rng(1)
    y = rng.integers(0, 3, 60)
    a, b = (np.exp(rng.normal(size=(60, 3)) + np.eye(3)[y]) for _ in range(2))
    for told in ({}, {"groups": np.arange(60) // 4}):
        before = answer(y, a, b, measure, task="multiclass", test=test, **told)
        other = np.column_stack([np.log(b[:, 0]), b[:, 1] ** 5, -1 / b[:, 2]])
        np.testing.assert_allclose(
            answer(y, a, other, measure, task="multiclass", test=test, **told), before, rtol=1e-9
        )


def test_the_catalogue_has_measures_of_order_to_check():
    assert {"roc_auc", "gini", "average_precision", "ks", "h_measure", "partial_auc(0.1)", "spearman"} <= {
        one.name for one in SEES_ORDER
    }
    assert len(OF_MANY) == 4


@pytest.mark.parametrize(
    ("measure", "function"),
    [("spearman", np.exp), ("pearson", lambda f: 40 * f - 3), ("explained_variance", lambda f: f + 40)],
)
@pytest.mark.parametrize("grouped", [False, True])
def test_correlations_do_not_see_the_scale_of_predicted_numbers(measure, function, grouped):
    rng = np.random.default_rng(2)
    y = rng.normal(size=60)
    a, b = (y + rng.normal(size=60) for _ in range(2))
    told = {"task": "regression"} | ({"groups": np.arange(60) // 4} if grouped else {})
    np.testing.assert_allclose(answer(y, function(a), b, measure, **told), answer(y, a, b, measure, **told), rtol=1e-7)


def equal_learners(rng, groups, per, sd, scale=np.exp):
    """Two learners of AUC .8 whose curves differ in shape by `sd`; each suits some groups more than others; one gives logarithms."""
    n = groups * per
    owner, y = np.repeat(np.arange(groups), per), rng.random(n) < 0.5
    common = rng.normal(size=n)

    def scores(spread):
        noise = (
            np.sqrt(0.4) * common + np.sqrt(0.3) * rng.normal(size=n) + np.sqrt(0.3) * rng.normal(size=groups)[owner]
        )
        return np.where(y, ndtri(0.8) * np.sqrt(1 + spread**2) + spread * noise, noise)

    return y.astype(int), scores(1.0), scale(scores(sd)), owner


@pytest.mark.parametrize(("groups", "sd"), [(5, 3.0), (10, 1.0), (20, 1.0), (20, 3.0), (20, 0.33), (40, 3.0)])
def test_equal_areas_of_different_shape_and_scale_are_rarely_told_apart(groups, sd):
    """Ranks that are exchanged claim up to .09 of such pairs, raw scores .30; the allowance is three standard errors of 400 draws."""
    rng, claims = np.random.default_rng(3), 0
    for _ in range(400):
        y, a, b, owner = equal_learners(rng, groups, 8, sd)
        found = placement_difference(y == 1, a, b, groups=owner)
        claims += abs(found.value) > t.ppf(0.975, found.df) * found.error
    assert claims / 400 <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 400)


def by_matrices(y, a, b, owner, weight):
    """CR2 and the degrees of freedom of Bell and McCaffrey of the sum of two class means, with every matrix written out."""
    n = len(y)
    d = np.array([np.average([_won(y, s, i, j) for j in np.flatnonzero(y != y[i])], weights=weight[y != y[i]])
                  for s in (a, b) for i in range(n)]).reshape(2, n)  # fmt: skip
    d = d[0] - d[1]
    x, w = np.column_stack([y == 1, y == 0]).astype(float), np.diag(weight)
    bread = np.linalg.inv(x.T @ w @ x)
    hat = x @ bread @ x.T @ w
    rest = np.eye(n) - hat
    residual, contrast = rest @ d, np.ones(2)
    moved = []
    for group in np.unique(owner):
        mark = owner == group
        values, vectors = np.linalg.eigh((rest @ rest.T)[np.ix_(mark, mark)])
        root = vectors @ np.diag(values**-0.5) @ vectors.T
        moved.append(contrast @ bread @ x[mark].T @ w[np.ix_(mark, mark)] @ root @ rest[mark])
    rows = np.array(moved)  # one row for each group: what it adds, as a function of the placements
    covariance = rows @ rows.T
    return float(((rows @ d) ** 2).sum()), float(np.trace(covariance) ** 2 / (covariance**2).sum()), residual


def _won(y, score, i, j):
    up, down = (i, j) if y[i] == 1 else (j, i)
    return (score[up] > score[down]) + 0.5 * (score[up] == score[down])


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("grouped", [False, True])
def test_error_and_degrees_of_freedom_agree_with_matrices(grouped, weighted):
    rng = np.random.default_rng(4)
    y = (rng.random(30) < 0.4).astype(int)
    a, b = (np.round(rng.normal(size=30) + y, 1) for _ in range(2))
    owner = np.sort(rng.integers(0, 7, 30)) if grouped else np.arange(30)
    weight = rng.integers(1, 4, 30).astype(float) if weighted else np.ones(30)
    found = placement_difference(y == 1, a, b, groups=owner if grouped else None, weight=weight if weighted else None)
    # Within one class of one group the matrices of unequal weights have no short root: the short form is for rows alike.
    variance, df, _ = by_matrices(y, a, b, owner, weight)
    rel = 0.05 if grouped and weighted else 1e-9
    assert found.error**2 == pytest.approx(variance, rel=rel)
    assert found.df == pytest.approx(df, rel=rel)


def test_groups_of_one_row_give_delongs_variance():
    y, a, b, _ = drawn("rows")
    rows, groups = (placement_difference(y == 1, a, b, groups=one) for one in (None, np.arange(80)))
    d = placements(a, y == 1) - placements(b, y == 1)
    assert groups.error == pytest.approx(rows.error, rel=1e-12)
    assert rows.error**2 == pytest.approx(
        d[y == 1].var(ddof=1) / y.sum() + d[y == 0].var(ddof=1) / (80 - y.sum()), rel=1e-10
    )


def test_a_weight_of_two_is_two_rows_of_a_group():
    y, a, b, _ = drawn("rows")
    twice = np.repeat(np.arange(80), 2)
    one = placement_difference(y == 1, a, b, weight=np.where(np.arange(80) < 40, 2.0, 1.0))
    kept = np.r_[np.repeat(np.arange(40), 2), np.arange(40, 80)]
    two = placement_difference((y == 1)[kept], a[kept], b[kept], groups=kept)
    assert one.value == pytest.approx(two.value, rel=1e-12)
    same = placement_difference((y == 1)[twice], a[twice], b[twice], groups=twice)
    assert same.error == pytest.approx(placement_difference(y == 1, a, b, groups=np.arange(80)).error, rel=1e-12)


def test_p_and_interval_agree_at_the_border():
    """At the level at which the interval ends at zero, p is that level."""
    for kind in KINDS:
        y, a, b, told = drawn(kind, seed=5)
        pair = bo.compare_predictions(y, {"a": a, "b": b}, "roc_auc", **told).pairs[0].pair
        p, first = pair.result.p_value, pair.difference
        again = bo.compare_predictions(y, {"a": a, "b": b}, "roc_auc", alpha=p, **told).pairs[0].pair.difference
        assert min(abs(again.low), abs(again.high)) == pytest.approx(0.0, abs=1e-9), kind
        assert first.value == again.value


def test_other_forms_of_the_area_say_the_same():
    y, a, b, told = drawn("groups")
    area, gini, ovo = (answer(y, a, b, one, **told) for one in ("roc_auc", "gini", "roc_auc_ovo"))
    assert gini[0] == pytest.approx(area[0]) == ovo[0]
    assert gini[1:] == pytest.approx([2 * one for one in area[1:]])


def test_a_class_in_one_group_or_in_one_row_gives_no_p_and_no_interval():
    y = (np.arange(40) < 5).astype(int)
    rng = np.random.default_rng(6)
    scores = {name: rng.normal(size=40) for name in "ab"}
    pair = bo.compare_predictions(y, scores, "roc_auc", groups=np.arange(40) // 5).pairs[0].pair
    assert np.isnan([pair.result.p_value, pair.difference.low, pair.difference.high]).all()
    assert "one group" in pair.result.reason
    alone = placement_difference(np.arange(40) < 1, scores["a"], scores["b"])
    assert np.isnan(alone.error)
    assert "single row" in str(alone.notes[0])


def test_identical_rankings_on_different_scales_are_the_same():
    y, a, _, told = drawn("groups")
    pair = bo.compare_predictions(y, {"a": a, "b": np.log(a)}, "roc_auc", **told).pairs[0].pair
    assert (pair.result.p_value, pair.difference.value, pair.difference.low) == (1.0, 0.0, 0.0)


def test_weighted_signed_sums_are_the_differences_of_swapped_copies():
    y, a, b, told = drawn("weights", n=12)
    weight = told["sample_weight"]
    one, two = (predictions_of(y, y_score=s, positive=1, sample_weight=weight) for s in (a, b))
    parts, area = area_weights(y == 1, a, b, weight), measure_named("roc_auc")
    for swap in np.random.default_rng(7).random((20, 12)) < 0.5:
        assert np.where(swap, -1, 1) @ parts == pytest.approx(area(mixed(one, two, swap)) - area(mixed(two, one, swap)))


def test_few_rows_of_a_class_take_students_t():
    y, a, b, _ = drawn("few of a class")
    result = bo.compare_predictions(y, {"a": a, "b": b}, "roc_auc").pairs[0].pair.result
    assert result.law == "t"
    assert result.df[0] == pytest.approx((1 / 6 + 1 / 74) ** 2 / (1 / (36 * 5) + 1 / (74**2 * 73)))
    assert result.p_value == pytest.approx(2 * t.sf(abs(result.statistic), result.df[0]))
    many = bo.compare_predictions(*_balanced(), "roc_auc").pairs[0].pair.result
    assert (many.law, many.p_value) == ("z", pytest.approx(2 * norm.sf(abs(many.statistic))))


def _balanced():
    rng = np.random.default_rng(8)
    y = np.arange(80) % 2
    return y, {name: rng.normal(size=80) + y for name in "ab"}


def test_the_test_and_the_interval_read_one_error():
    y, a, b, told = drawn("groups and weights")
    one, two = (predictions_of(y, y_score=s, positive=1, sample_weight=told["sample_weight"]) for s in (a, b))
    groups = {"groups": told["groups"]}
    interval, result = (
        paired_difference(one, two, "roc_auc", **groups),
        permutation_of(one, two, "roc_auc", 99, **groups),
    )
    assert result.difference == interval
    found = bo.compare_predictions(y, {"a": a, "b": b}, "roc_auc", **told).pairs[0].pair
    assert (found.difference.low, found.difference.high) == (interval.low, interval.high)
    half = t.ppf(0.975, found.result.df[0]) * abs(found.difference.value / found.result.statistic)
    assert interval.high - interval.value == pytest.approx(half)

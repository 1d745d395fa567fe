"""Paired permutation test of any measure on one test set: rows swap their two predictions, measures are taken again."""

import numpy as np
import pytest
from scipy import stats
from sklearn.metrics import f1_score, roc_auc_score

from bakeoff.comparisons import paired_bootstrap, permutation_of
from bakeoff.comparisons.significance.rows.permutation_of_measure import _swapped, _tables_swapped, area_weights
from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.measures import measures
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.predictions.kinds import CONFUSION

RNG = np.random.default_rng(31)


TRUTH = (RNG.random(150) < 0.4).astype(int)


SCORES = {name: np.round(TRUTH * shift + RNG.normal(size=150), 1) for name, shift in (("a", 1.0), ("b", 0.7))}


LABELS = {name: (score > 0.5).astype(int) for name, score in SCORES.items()}


def labelled(name):
    return predictions_of(TRUTH, LABELS[name], positive=1)


def scored(name):
    return predictions_of(TRUTH, y_score=SCORES[name], positive=1)


def test_areas_are_a_signed_sum():
    positive = TRUTH == 1
    a, b = SCORES["a"], SCORES["b"]
    weights = area_weights(positive, a, b)
    assert weights.sum() == pytest.approx(roc_auc_score(TRUTH, a) - roc_auc_score(TRUTH, b))
    for _ in range(20):
        swap = RNG.random(150) < 0.5
        first, second = np.where(swap, b, a), np.where(swap, a, b)
        expected = roc_auc_score(TRUTH, first) - roc_auc_score(TRUTH, second)
        assert np.where(swap, -1, 1) @ weights == pytest.approx(expected, abs=1e-12)
    with pytest.raises(BadInput, match="both classes"):
        area_weights(np.ones(3, dtype=bool), a[:3], b[:3])


def plain_way(measure, first, second, draws=1500):
    observed = measure(first) - measure(second)
    drawn = []
    for _ in range(draws):
        swap = RNG.random(len(first)) < 0.5
        drawn.append(measure(np.where(swap, second, first)) - measure(np.where(swap, first, second)))
    drawn = np.array(drawn)
    return min(1.0, 2 * min(np.mean(drawn >= observed - 1e-12), np.mean(drawn <= observed + 1e-12)))


def area(score):
    """The AUC by rank sums: thousands of scikit-learn calls would take a minute."""
    m = TRUTH.sum()
    return (stats.rankdata(score)[TRUTH == 1].sum() - m * (m + 1) / 2) / (m * (len(TRUTH) - m))


def f1(label):
    return 2 * np.sum(label & TRUTH) / (label.sum() + TRUTH.sum())


@pytest.mark.slow
def test_measures_agree_with_swapping_rows_the_plain_way():
    by_area = permutation_of(scored("a"), scored("b"), "roc_auc", 4000)
    assert by_area.p_value == pytest.approx(plain_way(area, SCORES["a"], SCORES["b"]), abs=0.05)
    by_f1 = permutation_of(labelled("a"), labelled("b"), "f1", 4000)
    assert by_f1.p_value == pytest.approx(plain_way(f1, LABELS["a"], LABELS["b"]), abs=0.05)
    assert area(SCORES["a"]) == pytest.approx(roc_auc_score(TRUTH, SCORES["a"]))
    assert f1(LABELS["a"]) == pytest.approx(f1_score(TRUTH, LABELS["a"]))
    slow = permutation_of(scored("a"), scored("b"), "average_precision", 100)
    assert 0 < slow.p_value <= 1
    assert "swaps of rows" in slow.variant


COUNTED = [one for one in measures if one.reads is CONFUSION]


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("grouped", [False, True])
def test_tables_that_are_swapped_give_what_rows_that_are_swapped_give(classes, weighted, grouped):
    rng = np.random.default_rng(5)
    truth = rng.integers(0, classes, 60)
    weight = rng.choice([0.0, 0.5, 1.0, 2.5], 60) if weighted else None
    units = np.repeat(np.arange(12), 5)[rng.permutation(60)] if grouped else None
    options = {"sample_weight": weight, "positive": 1 if classes == 2 else None, "labels": list(range(classes))}
    labels = [np.where(rng.random(60) < share, truth, rng.integers(0, classes, 60)) for share in (0.8, 0.6)]
    a, b = (predictions_of(truth, one, **options) for one in labels)
    checked = 0
    for what in COUNTED:
        if what.fits(a) or (classes > 2 and "cost" in what.name):  # costs are given for two classes
            continue
        fast, plain = (way(a, b, what, 40, np.random.default_rng(3), units) for way in (_tables_swapped, _swapped))
        assert np.allclose(fast, plain, rtol=1e-9, atol=1e-12, equal_nan=True), what.name
        checked += 1
    assert checked > 10


def test_accuracy_is_exact_and_needs_no_draws():
    result = permutation_of(labelled("a"), labelled("b"), "accuracy", 10)
    right = {name: LABELS[name] == TRUTH for name in LABELS}
    only_a, only_b = np.sum(right["a"] & ~right["b"]), np.sum(right["b"] & ~right["a"])
    assert result.p_value == pytest.approx(stats.binomtest(int(only_a), int(only_a + only_b)).pvalue)
    with pytest.raises(NotApplicable):
        permutation_of(labelled("a"), labelled("b"), "rmse")


def test_paired_bootstrap_of_any_measure():
    for measure, side in (("f1", labelled), ("roc_auc", scored), ("kappa", labelled)):
        result = paired_bootstrap(side("a"), side("b"), measure, 800)
        assert 0 < result.p_value <= 1
        assert result.difference.low <= result.statistic <= result.difference.high
    same = paired_bootstrap(labelled("a"), labelled("a"), "f1", 200)
    assert same.p_value == 1
    assert same.difference.low == same.difference.high == 0


def test_the_root_of_a_mean_agrees_with_all_swaps():
    """Small errors: all of them together are far below one."""
    rng = np.random.default_rng(8)
    truth = rng.normal(size=9)
    first, second = truth + rng.normal(0, 0.02, 9), truth + rng.normal(0, 0.04, 9)
    a, b = (predictions_of(truth, one, task="regression") for one in (first, second))
    losses = np.stack([(first - truth) ** 2, (second - truth) ** 2])
    swaps = (np.arange(2**9)[:, None] >> np.arange(9)) & 1
    means = [np.where(swaps == side, losses[0], losses[1]).mean(axis=1) for side in (0, 1)]
    all_of_them = np.sqrt(means[0]) - np.sqrt(means[1])
    result = permutation_of(a, b, "rmse", 20_000)
    assert result.statistic == pytest.approx(all_of_them[0])
    exact = 2 * min(np.mean(all_of_them <= all_of_them[0] + 1e-12), np.mean(all_of_them >= all_of_them[0] - 1e-12))
    assert result.p_value == pytest.approx(exact, abs=0.02)


def test_only_equal_predictions_leave_nothing_to_swap():
    nothing = permutation_of(labelled("a"), labelled("a"), "f1", 200)
    assert nothing.p_value == 1
    assert "the same predictions" in nothing.reason
    truth = np.array([1, 1, 1, 0, 0, 0])
    one, other = np.array([1, 1, 0, 0, 0, 1]), np.array([0, 1, 1, 1, 0, 0])
    equal = permutation_of(*(predictions_of(truth, said, positive=1) for said in (one, other)), "f1", 200)
    assert (equal.statistic, equal.reason) == (0, "")
    assert permutation_of(labelled("a"), labelled("b"), "f1", 200).reason == ""


def test_sides_and_interval_of_the_bootstrap():
    a, b = labelled("a"), labelled("b")
    two, more, less = (
        paired_bootstrap(a, b, "accuracy", alternative=side) for side in ("two-sided", "greater", "less")
    )
    assert two.p_value == pytest.approx(2 * min(more.p_value, less.p_value))
    assert more.p_value + less.p_value >= 1
    assert two.p_value == paired_bootstrap(a, b, "accuracy", seed=0).p_value
    assert two.difference.low == paired_bootstrap(a, b, "accuracy", seed=0).difference.low
    right = [(LABELS[name] == TRUTH).astype(float) for name in ("a", "b")]
    peer = stats.bootstrap(
        right, lambda x, y, axis: x.mean(axis) - y.mean(axis), paired=True, method="percentile", n_resamples=4000, rng=1
    ).confidence_interval
    assert two.difference.low == pytest.approx(peer.low, abs=0.01)
    assert two.difference.high == pytest.approx(peer.high, abs=0.01)

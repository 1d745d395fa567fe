"""The bootstrap through summaries equals the bootstrap of rows; groups, weights and BCa."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.estimates import bootstrap
from bakeoff.estimates.resampling.intervals import SOUGHT, _few_rows
from bakeoff.measures import measure_named
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.predictions.resampling.draws import Resamples
from bakeoff.predictions.summaries.summaries import summarize


def made(n=150, seed=0, **more):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    p = np.round(1 / (1 + np.exp(-rng.normal(size=n) - 1.2 * y)), 3)
    return predictions_of(y, (p > 0.5).astype(int), y_proba=p, **more)


def by_rows(pred, measure, n_resamples=1500):
    rng = np.random.default_rng(9)
    return np.array([measure(pred.take(rng.integers(len(pred), size=len(pred)))) for _ in range(n_resamples)])


@pytest.mark.parametrize("name", ["kappa", "f1", "roc_auc", "average_precision", "ks", "log_loss", "ece", "gmean"])
def test_the_same_distribution_as_drawing_rows(name):
    pred, measure = made(), measure_named(name)
    draws = Resamples(summaries=summarize(pred), n_resamples=3000, seed=1).of(measure)
    rows = by_rows(pred, measure)
    assert draws.mean() == pytest.approx(rows.mean(), abs=4 * rows.std() / np.sqrt(1500))
    assert draws.std() == pytest.approx(rows.std(), rel=0.1)
    assert stats.ks_2samp(draws, rows).pvalue > 1e-4


@pytest.mark.parametrize("name", ["accuracy", "log_loss", "roc_auc"])
def test_bca_is_near_scipys(name):
    pred, measure = made(80), measure_named(name)
    mine = bootstrap(pred, name, method="bca", n_resamples=4000)

    def statistic(at):
        return measure(pred.take(at))

    theirs = stats.bootstrap(
        (np.arange(80),), statistic, n_resamples=1500, vectorized=False, method="BCa", rng=np.random.default_rng(0)
    ).confidence_interval
    width = theirs.high - theirs.low
    assert (mine.low, mine.high) == pytest.approx((theirs.low, theirs.high), abs=0.12 * width)


def test_groups_that_are_rows_change_nothing_but_whole_groups_widen():
    pred = made(200)
    alone = bootstrap(pred, "kappa", groups=np.arange(200))
    plain = bootstrap(pred, "kappa")
    assert alone.half_width == pytest.approx(plain.half_width, rel=0.15)
    twice = pred.take(np.repeat(np.arange(200), 4))
    assert bootstrap(twice, "kappa", groups=np.repeat(np.arange(200), 4)).half_width == pytest.approx(
        plain.half_width, rel=0.15
    )
    apart = replace(twice, rows=np.arange(800))  # as if they were other rows
    assert bootstrap(apart, "kappa").half_width < 0.6 * plain.half_width
    for name in ("log_loss", "average_precision"):
        grouped = bootstrap(twice, name, groups=np.repeat(np.arange(200), 4), n_resamples=400)
        assert grouped.half_width == pytest.approx(bootstrap(pred, name, n_resamples=400).half_width, rel=0.25)


def test_the_seed_decides_and_threads_do_not():
    pred = made(3000)
    one, two = (bootstrap(pred, "average_precision", seed=5) for _ in range(2))
    assert (one.low, one.high) == (two.low, two.high)
    assert bootstrap(pred, "average_precision", seed=6).low != one.low


def test_resampling_that_cannot_tell_says_so():
    perfect = predictions_of([0, 1] * 10, [0, 1] * 10)
    estimate = bootstrap(perfect, "kappa")
    assert np.isnan(estimate.low)
    assert "same value" in " ".join(estimate.warnings)


@pytest.mark.parametrize("name", ["kappa", "log_loss", "roc_auc"])
def test_repeats_are_no_new_rows(name):
    """Ten repeats that say the same are as sure as one of them."""
    once = made()
    tenfold = once.take(np.tile(np.arange(len(once)), 10))
    one, many = (bootstrap(pred, name, n_resamples=400) for pred in (once, tenfold))
    assert many.method.endswith("by group")
    assert many.half_width == pytest.approx(one.half_width, rel=0.2)


def test_nonsense_is_refused():
    with pytest.raises(BadInput, match="no bootstrap called"):
        bootstrap(made(), "kappa", method="magic")
    with pytest.raises(NotApplicable):
        bootstrap(made(), "rmse")
    with pytest.raises(BadInput, match="groups has 3"):
        bootstrap(made(), "kappa", groups=[1, 2, 3])


def test_a_value_outside_its_interval_is_remarked_on():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 500, 2000)  # four rows a class: resamples have fewer classes and fewer distinct rows
    pred = predictions_of(truth, np.where(rng.random(2000) < 0.7, truth, rng.integers(0, 500, 2000)), labels=range(500))
    outside = bootstrap(pred, "f1_macro", n_resamples=100)
    assert not outside.low <= outside.value <= outside.high
    assert "lies outside its interval" in outside.warnings[-1]
    assert bootstrap(made(), "f1_macro").warnings == ()


def ranked(positive, negative, seed=4):
    rng = np.random.default_rng(seed)
    y = np.repeat([1, 0], [positive, negative])
    return predictions_of(y, y_score=rng.normal(size=y.size) + 1.2 * y, positive=1)


@pytest.mark.parametrize(("positive", "negative"), [(10, 10), (5, 45), (30, 200)])
def test_few_rows_of_a_class_widen_as_welch_does(positive, negative):
    """Against scipy's degrees of freedom of two samples with equal variances."""
    m, n = (stats.zscore(np.arange(float(size)), ddof=1) for size in (positive, negative))
    df = stats.ttest_ind(m, n, equal_var=False).df
    draws = Resamples(summaries=summarize(ranked(positive, negative)), n_resamples=10, seed=1)
    expected = stats.t.ppf(0.975, df) / stats.norm.ppf(0.975)
    expected *= np.sqrt((1 / (positive - 1) + 1 / (negative - 1)) / (1 / positive + 1 / negative))
    assert _few_rows(measure_named("average_precision"), draws, 0.95) == pytest.approx(expected)
    assert _few_rows(measure_named("log_loss"), draws, 0.95) == 1.0


@pytest.mark.parametrize("name", ["ks", "average_precision", "cost_curve_area"])
def test_a_class_of_one_row_has_no_interval(name):
    found = bootstrap(ranked(1, 60), name, method=None)
    assert np.isnan([found.low, found.high]).all()
    assert "estimates.single-row" in [note.code for note in found.notes]


@pytest.mark.parametrize("name", ["ks", "h_measure", "cost_curve_area"])
def test_a_maximum_over_thresholds_is_symmetric_on_the_logit_scale(name):
    found = bootstrap(ranked(40, 60), name, method=None)
    low, high = (np.log(end / (1 - end)) for end in (found.low, found.high))
    middle = 1 / (1 + np.exp(-(low + high) / 2))
    resampled = Resamples(summaries=summarize(ranked(40, 60)), n_resamples=2000, seed=0).of(measure_named(name))
    assert middle == pytest.approx(found.value - SOUGHT * (resampled.mean() - found.value), abs=1e-9)

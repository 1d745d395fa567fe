"""Resamples: the counts follow the law of n draws from n rows, and mean the same here and compiled."""

import numpy as np
import pytest

from bakeoff.kernels import compiled, dispatch, kernel
from bakeoff.kernels.reference import resampling

SIZES = pytest.mark.parametrize("n", [1, 5, 31, 33, 255, 256, 1000, 4096, 5003])
REDRAWN = 37_700  # a seed for which 256 rows come out too many at first


def seeds(many, seed=0):
    return np.random.default_rng(seed).integers(1 << 63, size=many, dtype=np.uint64)


@SIZES
def test_the_same_counts_here_and_compiled(n):
    if dispatch.backend() == "numpy":
        pytest.skip("nothing is compiled")
    for seed in seeds(30).tolist():
        drawn = resampling.draw_counts(seed, n)
        assert drawn.sum() == n
        assert np.array_equal(compiled.resample_counts(n, np.array([seed], np.uint64))[0], drawn)


def test_too_many_rows_are_drawn_anew():
    words = resampling._Words(REDRAWN)
    assert resampling._poisson(resampling.count_distribution(256), words, 256).sum() > 256
    drawn = resampling.draw_counts(REDRAWN, 256)
    assert drawn.sum() == 256
    if dispatch.backend() == "compiled":
        assert np.array_equal(compiled.resample_counts(256, np.array([REDRAWN], np.uint64))[0], drawn)


@pytest.mark.parametrize("n", [256, 1000, 100_000])
def test_the_rounded_law_and_the_rest_make_poisson_s(n):
    from scipy.stats import poisson

    law = resampling.count_distribution(n)
    rounded = np.zeros(32)
    rounded[:6] = np.diff(np.concatenate([[-32768], law.cuts, [32768]])) / 65536
    share = -np.expm1(1 / law.scale)
    mixed = (1 - share) * rounded + share * np.diff(law.rest, prepend=0.0)
    assert 0 < share < 2e-3
    assert mixed == pytest.approx(poisson.pmf(np.arange(32), 1 - 4 / np.sqrt(n)), abs=1e-15)


@pytest.mark.parametrize("n", [40, 300, 1000])
def test_counts_have_the_count_distribution_draws_with_replacement(n):
    """Each row's count is binomial (chi-squared), two rows' counts and the halves' sums spread as in a multinomial."""
    from scipy.stats import binom, chi2

    many = 2000
    drawn = np.array([resampling.draw_counts(seed, n) for seed in seeds(many, n).tolist()])
    assert (drawn.sum(axis=1) == n).all()
    top = 6
    for counts in (drawn[:, 0], drawn[:, n // 2], drawn[:, -1], drawn[np.arange(many), np.arange(many) % n]):
        seen = np.bincount(np.minimum(counts, top), minlength=top + 1)
        wanted = many * np.append(binom.pmf(np.arange(top), n, 1 / n), binom.sf(top - 1, n, 1 / n))
        assert ((seen - wanted) ** 2 / wanted).sum() < chi2.ppf(0.9999, top)
    half = drawn[:, : n // 2].sum(axis=1)
    assert half.mean() == pytest.approx(n // 2, abs=4 * np.sqrt(n / 4 / many))
    assert half.var() == pytest.approx(n / 4, rel=4 * np.sqrt(2 / many))
    assert drawn.var(axis=0).mean() == pytest.approx(1 - 1 / n, rel=5 * np.sqrt(3 / many / n) + 1e-3)


@SIZES
def test_tiles_hold_every_row_once(n):
    rows = np.arange(n)
    assert sorted(resampling.to_tiles(rows)) == rows.tolist()
    assert np.array_equal(resampling.from_tiles(resampling.to_tiles(rows)), rows)


def test_a_resample_without_negatives_has_precision_one_and_no_roc_curve():
    positive = np.array([True] * 19 + [False])
    for last in (np.ones(20, dtype=bool), np.arange(20) % 2 == 1):
        slow = resampling.resampled_totals(positive, last, seeds(200))
        without = np.isnan(slow[:, 0])
        assert 40 < without.sum() < 110  # (19/20)^20 of 200 is 72
        assert (slow[without, 1:3] == 1).all()
        for which in (None, 0, 1):
            fast = kernel("resampled_totals")(positive, last, seeds(200), which)
            asked = slice(None) if which is None else which
            assert fast[:, asked] == pytest.approx(slow[:, asked], rel=1e-6, nan_ok=True)


@pytest.mark.parametrize("n", [1, 2, 30, 40, 1000, 5003, 20_001])
@pytest.mark.parametrize("share", [0.02, 0.4, 0.97])
def test_areas_and_precisions_in_tiles(n, share):
    """The area to the last bits; average precision to 1e-10, far below the spread that resampling is to show."""
    rng = np.random.default_rng(n)
    marks = rng.random(n) < share * np.linspace(1, 0.2, n)
    last, drawn = np.ones(n, dtype=bool), seeds(10, n)
    slow = resampling.resampled_totals(marks, last, drawn)
    alone, both, every = (kernel("resampled_totals")(marks, last, drawn, which) for which in (0, 1, None))
    for fast in (alone, both, every):
        assert fast[:, 0] == pytest.approx(slow[:, 0], rel=1e-15, nan_ok=True)
    assert both[:, 1] == pytest.approx(slow[:, 1], abs=1e-10, nan_ok=True)
    assert every == pytest.approx(slow, rel=1e-11, nan_ok=True)


@pytest.mark.parametrize("which", [0, 1, 3])
def test_any_number_of_threads_gives_the_same(which, monkeypatch):
    rng = np.random.default_rng(4)
    marks, last = rng.random(6000) < 0.4, np.ones(6000, dtype=bool)
    made = []
    for threads in ("1", "3"):
        monkeypatch.setenv("BAKEOFF_THREADS", threads)
        made.append(kernel("resampled_totals")(marks, last, seeds(200), which))
    assert np.array_equal(*made, equal_nan=True)


@pytest.mark.slow
@pytest.mark.parametrize(("n", "digits"), [(200, 9), (3000, 1)])
def test_the_spread_is_that_of_plain_resampling(n, digits):
    """Standard deviation and tails of the area and of average precision against rows drawn by NumPy; DeLong's too."""
    from sklearn.metrics import average_precision_score, roc_auc_score

    from bakeoff.estimates.analytic.auc import auc_variance
    from bakeoff.measures import measure_named
    from bakeoff.predictions.from_arrays import predictions_of
    from bakeoff.predictions.resampling.draws import Resamples
    from bakeoff.predictions.summaries.summaries import summarize

    rng = np.random.default_rng(n + digits)
    truth = rng.random(n) < 0.3
    score = np.round(rng.normal(size=n) + truth, digits)
    pred = predictions_of(truth.astype(int), y_score=score)
    draws = Resamples(summaries=summarize(pred), n_resamples=4000, seed=1)
    for name, function in (("roc_auc", roc_auc_score), ("average_precision", average_precision_score)):
        ours = draws.of(measure_named(name))
        plain = []
        for _ in range(200):
            rows = rng.integers(n, size=n)
            plain.append(function(truth[rows], score[rows]))
        assert ours.mean() == pytest.approx(np.mean(plain), abs=4 * np.std(plain) / 14)
        assert ours.std() == pytest.approx(np.std(plain), rel=0.2)
        for tail in (0.05, 0.95):
            assert np.quantile(ours, tail) == pytest.approx(np.quantile(plain, tail), abs=0.6 * np.std(plain))
    assert draws.of(measure_named("roc_auc")).std() == pytest.approx(
        auc_variance(draws.summaries.ranking) ** 0.5, rel=0.06
    )

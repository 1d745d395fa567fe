"""Experiments with a known error rate: scipy's binomial distribution and a published table are the oracles."""

from math import isnan

import numpy as np
import pytest
from scipy import stats

from bakeoff.core.errors import BadInput
from bakeoff.estimates.analytic.sampling_distribution import NORMAL_SHARES, draw_experiments, interval_coverage


@pytest.mark.parametrize(("p", "n"), [(0.5, 10), (0.1, 30), (0.25, 400), (0.003, 5000), (0.0, 4), (1.0, 4), (0.4, 1)])
def test_exact_columns_are_scipys(p, n):
    one = draw_experiments(p, n, experiments=50)[0]
    law = stats.binom(n, p)
    assert one.probabilities == pytest.approx(law.pmf(np.arange(n + 1)), abs=1e-12)
    assert one.expected_sd == pytest.approx(law.std() / n)
    for k, share in zip((1, 2, 3), one.expected_within, strict=True):
        reach = k * law.std() + 1e-9
        assert share == pytest.approx(law.cdf(np.floor(n * p + reach)) - law.cdf(np.ceil(n * p - reach) - 1), abs=1e-9)
    if law.std() > 0:
        grid = np.arange(n + 1)
        normal = stats.norm(n * p, law.std()).cdf(grid)
        gap = max(np.abs(law.cdf(grid) - normal).max(), np.abs(law.cdf(grid - 1) - normal).max())
        assert one.normal_gap == pytest.approx(gap, abs=1e-9)
    else:
        assert isnan(one.normal_gap)


def test_published_coverage_of_the_wald_interval():
    """Brown, Cai and DasGupta (2001), section 2.1: p = .2 has .946 at n = 30 and .928 at n = 98; p = .5: .951 at 17, .919 at 40."""
    printed = {(0.2, 30): 0.946, (0.2, 98): 0.928, (0.5, 17): 0.951, (0.5, 40): 0.919}
    for (p, n), value in printed.items():
        assert round(interval_coverage(p, n, method="wald"), 3) == pytest.approx(value, abs=1.1e-3)


@pytest.mark.parametrize("method", ["wald", "wilson", "clopper-pearson", "jeffreys", "agresti-coull"])
def test_coverage_is_what_scipy_counts(method):
    from bakeoff.estimates import proportion

    p, n = 0.13, 60
    held = [one.low <= p <= one.high for one in (proportion(k, n, 0.9, method) for k in range(n + 1))]
    assert interval_coverage(p, n, level=0.9, method=method) == pytest.approx(
        stats.binom(n, p).pmf(np.arange(n + 1))[held].sum()
    )


def test_draws_follow_the_law_and_the_seed():
    one, other = draw_experiments(0.3, [20, 200], experiments=20_000, seed=3)
    assert one.errors.tolist() == draw_experiments(0.3, 20, experiments=20_000, seed=3)[0].errors.tolist()
    assert one.errors.tolist() != draw_experiments(0.3, 20, experiments=20_000, seed=4)[0].errors.tolist()
    for each in (one, other):
        assert each.mean == pytest.approx(0.3, abs=4 * each.expected_sd / 20_000**0.5)
        assert each.sd == pytest.approx(each.expected_sd, rel=0.03)
        assert each.within == pytest.approx(each.expected_within, abs=0.02)
    assert NORMAL_SHARES == pytest.approx((0.6827, 0.9545, 0.9973), abs=1e-4)
    assert isnan(draw_experiments(0.3, 20, experiments=1)[0].sd)


@pytest.mark.parametrize(
    "wrong",
    [{"p": 1.2}, {"p": -0.1}, {"p": float("nan")}, {"p": "x"}, {"n": 0}, {"n": 2.5}, {"n": []}, {"n": 10**7}, {"experiments": 0}, {"level": 1.0}],
)  # fmt: skip
def test_bad_input_gets_one_sentence(wrong):
    with pytest.raises(BadInput):
        draw_experiments(**{"p": 0.5, "n": 10, "experiments": 5, **wrong})

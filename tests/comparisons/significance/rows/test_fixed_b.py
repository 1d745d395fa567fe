"""The fixed-b law: the printed critical values, its exactness for independent values, and the variant of the Diebold-Mariano test."""

import numpy as np
import pytest

from bakeoff.comparisons import diebold_mariano
from bakeoff.comparisons.significance.rows.fixed_b import (
    bandwidth_of,
    bartlett_error,
    fixed_b_quantile,
    fixed_b_two_sided,
)

# Kiefer and Vogelsang (2005), "A new asymptotic theory for heteroskedasticity-autocorrelation robust tests", Econometric Theory 21(6),
# 1130-1164, table I, Bartlett: quantiles of one tail, simulated with 50,000 runs of 1,000 values; at b = 1 they are analytical. Printed on
# page 24 of Cornell CAE working paper 05-08 (January 2005).
SHARES = (0.02, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
TABLE = {
    0.90: (1.323, 1.414, 1.563, 1.709, 1.865, 2.022, 2.183, 2.325, 2.477, 2.618, 2.740),
    0.95: (1.690, 1.861, 2.081, 2.324, 2.556, 2.781, 3.007, 3.198, 3.408, 3.616, 3.764),
    0.975: (2.018, 2.235, 2.553, 2.878, 3.192, 3.514, 3.783, 4.054, 4.312, 4.568, 4.771),
    0.99: (2.377, 2.709, 3.140, 3.580, 4.038, 4.480, 4.831, 5.190, 5.493, 5.782, 6.090),
}
# The polynomials of b that the paper fits to them, as Coroneo and Iacone (2020), "Comparing predictive accuracy in small samples using
# fixed-smoothing asymptotics", Journal of Applied Econometrics 35(4), and the R package ForeComp use them.
PRINTED = {
    0.90: (1.2816, 1.3040, 0.5135, -0.3386),
    0.95: (1.6449, 2.1859, 0.3142, -0.3427),
    0.975: (1.9600, 2.9694, 0.4160, -0.5324),
    0.99: (2.3263, 4.1618, 0.5368, -0.9060),
}  # fmt: skip


@pytest.mark.parametrize("quantile", TABLE)
def test_critical_values_equal_the_printed_table(quantile):
    ours = [fixed_b_quantile(2 * quantile - 1, 400, round(400 * b)) for b in SHARES]
    assert ours[-1] == pytest.approx(TABLE[quantile][-1], abs=0.001)  # analytical in the paper
    assert ours == pytest.approx(TABLE[quantile], rel=0.02)  # the others are simulated there: standard error near 1 %


@pytest.mark.parametrize("quantile", PRINTED)
@pytest.mark.parametrize("b", [0.02, 0.1, 0.2, 0.5, 1.0])
def test_critical_values_equal_the_printed_curves(quantile, b):
    printed = sum(part * b**power for power, part in enumerate(PRINTED[quantile]))
    ours = fixed_b_quantile(2 * quantile - 1, 400, round(400 * b))
    assert ours == pytest.approx(printed, rel=0.02)  # the printed curves are fits to simulated values


def test_the_law_is_exact_for_independent_normal_values():
    rng, n, runs = np.random.default_rng(8), 25, 4000
    bandwidth = bandwidth_of(n)
    t = [abs(d.mean()) / bartlett_error(d, bandwidth) for d in rng.standard_normal((runs, n))]
    for level in (0.8, 0.95, 0.99):
        share = np.mean(np.array(t) > fixed_b_quantile(level, n, bandwidth))
        assert share == pytest.approx(1 - level, abs=4 * np.sqrt(level * (1 - level) / runs))


def test_more_values_keep_the_law_of_their_share():
    assert fixed_b_two_sided(2.5, 4000, 400) == pytest.approx(fixed_b_two_sided(2.5, 400, 40), abs=1e-12)


def test_the_error_is_the_weighted_sum_of_covariances():
    d = np.random.default_rng(2).standard_normal(40)
    away = d - d.mean()
    by_hand = sum(max(0, 1 - abs(i - j) / 8) * away[i] * away[j] for i in range(40) for j in range(40))
    assert bartlett_error(d, 8) == pytest.approx(np.sqrt(by_hand) / 40)


def test_p_interval_and_sides_agree():
    rng = np.random.default_rng(4)
    a, b = rng.standard_normal(80) + 0.25, rng.standard_normal(80)
    both = diebold_mariano(a, b, variant="fixed-b")
    at_edge = diebold_mariano(a, b, variant="fixed-b", level=1 - both.p_value)
    assert min(abs(at_edge.difference.low), abs(at_edge.difference.high)) == pytest.approx(0, abs=1e-6)
    greater, less = (diebold_mariano(a, b, variant="fixed-b", alternative=side).p_value for side in ("greater", "less"))
    assert greater + less == pytest.approx(1)
    assert 2 * min(greater, less) == pytest.approx(both.p_value)
    assert diebold_mariano(b, a, variant="fixed-b").p_value == pytest.approx(both.p_value)
    assert diebold_mariano(a, a, variant="fixed-b").p_value == 1.0
    assert np.isnan(diebold_mariano(a + 1, a, variant="fixed-b").p_value)

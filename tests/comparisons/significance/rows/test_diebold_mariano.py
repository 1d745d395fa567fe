"""The test of a mean difference over rows in time: Diebold and Mariano's, with standard errors that allow for correlation over time."""

import numpy as np
import pytest

from bakeoff.comparisons import diebold_mariano

# R 4, forecast::dm.test(a, b, h = h, power = 2) of these errors, set.seed(1); a <- rnorm(20); b <- rnorm(20) * 1.2
ERRORS_A = [
    -0.626453810742332418, 0.183643324222082238, -0.835628612410047156, 1.595280802137791554, 0.329507771815360506, -0.820468384118015259, 0.487429052428485277,
    0.738324705129217329, 0.575781351653492313, -0.305388387156356023, 1.511781168450847979, 0.389843236411431093, -0.621240580541803755, -2.214699887177499882,
    1.124930918143108194, -0.044933609015230851, -0.016190263098946087, 0.943836210685299215, 0.821221195098088552, 0.593901321217508826,
]  # fmt: skip


ERRORS_B = [
    1.102772845929861800, 0.938563560877280434, 0.089477980038228724, -2.387222035036047352, 0.743790897473652235, -0.067354487434800936, -0.186954608046395160,
    -1.764902860679129271, -0.573780066130344379, 0.501529872239642849, 1.630415461834852753, -0.123345272811594617, 0.465205933871242927, -0.064566048699486137,
    -1.652471468194327775, -0.497993475959615683, -0.473147944452419145, -0.071176076053422799, 1.320030446380659583, 0.915810898149053032,
]  # fmt: skip


@pytest.mark.parametrize(
    ("horizon", "statistic", "p"),
    [(1, -0.598271434439088, 0.556724187370137), (2, -0.711680888828621, 0.485309546519357), (3, -0.751921779108874, 0.461311975748514)],
)  # fmt: skip
def test_hln_equals_r(horizon, statistic, p):
    result = diebold_mariano(np.square(ERRORS_A), np.square(ERRORS_B), horizon, variant="hln")
    assert result.statistic == pytest.approx(statistic, abs=1e-10)
    assert result.p_value == pytest.approx(p, abs=1e-10)


@pytest.mark.parametrize(("phi", "most"), [(0.0, 0.06), (0.6, 0.07), (0.9, 0.10)])
def test_size_of_series(phi, most):
    rng, runs, n = np.random.default_rng(7), 1000, 200
    shocks, values = rng.standard_normal((runs, n)), np.empty((runs, n))
    values[:, 0] = shocks[:, 0] / np.sqrt(1 - phi**2)
    for step in range(1, n):
        values[:, step] = phi * values[:, step - 1] + shocks[:, step]
    p = np.array([diebold_mariano(series, np.zeros(n)).p_value for series in values])
    rejected = np.mean(p < 0.05)  # no verdict is no rejection
    assert rejected <= most + 2 * np.sqrt(most * (1 - most) / runs)


def test_equal_and_constant_differences():
    assert diebold_mariano([1.0, 2, 3, 4], [1.0, 2, 3, 4]).p_value == 1.0
    assert np.isnan(diebold_mariano([2.0, 3, 4, 5], [1.0, 2, 3, 4]).p_value)

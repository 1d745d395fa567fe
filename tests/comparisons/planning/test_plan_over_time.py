"""Planning a comparison over time: the power of the Diebold-Mariano test beside what was simulated."""

from math import sqrt

import pytest

from bakeoff.comparisons.planning.planner import plan
from bakeoff.comparisons.significance.rows.diebold_mariano import power_over_time
from bakeoff.core.calibration import figures
from bakeoff.core.errors import BadInput

# Power at three true standard errors, from calibration/in_time.py.
SIMULATED = {
    (n, phi): next(f.rate for f in figures() if f.name == f"verdict over rows in time: {n} rows, persistence {phi:g}, 3 standard errors apart")
    for n in (30, 100, 200, 1000)
    for phi in (0.0, 0.3, 0.6, 0.9)
}  # fmt: skip


@pytest.mark.parametrize(("n", "phi"), SIMULATED)
def test_power_is_what_was_simulated(n, phi):
    lags = range(1, n)
    error = sqrt((1 + 2 * sum((1 - lag / n) * phi**lag for lag in lags)) / n)
    planned = power_over_time(n, 3 * error, 1.0, 0.05, persistence=phi)
    if planned > 0:
        assert planned == pytest.approx(SIMULATED[n, phi], abs=0.06)
    else:  # a usual table has no verdict; a few that look less persistent do
        assert SIMULATED[n, phi] < 0.3


def test_persistence_takes_more_times():
    sizes = [plan("diebold_mariano", effect=0.5, sd=1.0, persistence=phi).n for phi in (0.0, 0.3, 0.6, 0.9)]
    assert sizes == sorted(sizes)
    assert sizes[-1] > 10 * sizes[0]


def test_too_few_times_show_nothing():
    assert plan("diebold_mariano", n=30, sd=1.0, persistence=0.9).effect == float("inf")


@pytest.mark.parametrize(
    ("test", "persistence", "words"),
    [("diebold_mariano", None, "needs persistence"), ("diebold_mariano", 1.0, "from 0 to below 1"), ("paired_t", 0.5, "has no persistence")],
)  # fmt: skip
def test_persistence_is_asked_for(test, persistence, words):
    with pytest.raises(BadInput, match=words):
        plan(test, effect=0.5, sd=1.0, persistence=persistence)

"""Chunks over time beside nannyml 0.13.1: the same rows, the same statistics, and its chi-squared alarms at the level of a single test.

The numbers are those of
UnivariateDriftCalculator(["a", "w"], continuous_methods=["kolmogorov_smirnov"], categorical_methods=["chi2"], chunk_number=4), fitted to the
old rows, in an environment with NumPy 2.4 and pandas 3.1. nannyml does not adjust for the number of chunks and columns; alarms here do.
"""

import numpy as np
import pytest
from scipy.stats import chi2

import bakeoff as bo

pandas = pytest.importorskip("pandas")

# seed: Kolmogorov and Smirnov's D of a, chi-squared of w, chunks in which nannyml raises an alarm for w
NANNYML = {
    501: ([0.07, 0.056666667, 0.245, 0.243333333], [1.402890294, 0.766887239, 12.347433322, 23.275246326], [3, 4]),
    502: (
        [0.061666667, 0.073333333, 0.211666667, 0.228333333],
        [4.460352075, 8.715994042, 4.32788671, 3.83598876],
        [2],
    ),
    503: ([0.046666667, 0.083333333, 0.22, 0.213333333], [1.312075164, 3.070345203, 35.861711722, 12.29738349], [3, 4]),
    504: ([0.061666667, 0.05, 0.153333333, 0.185], [0.525841997, 1.847131324, 16.772575502, 21.024393821], [3, 4]),
    505: (
        [0.085, 0.073333333, 0.178333333, 0.243333333],
        [4.939821997, 2.098361428, 24.888170473, 18.556396166],
        [3, 4],
    ),
    506: ([0.081666667, 0.093333333, 0.22, 0.245], [0.978585633, 4.362387171, 12.808438244, 20.866127561], [3, 4]),
    507: (
        [0.056666667, 0.078333333, 0.223333333, 0.26],
        [4.078144052, 1.431302414, 22.192661674, 17.694070236],
        [3, 4],
    ),
    508: ([0.115, 0.086666667, 0.215, 0.28], [0.954642247, 0.242469421, 23.99887924, 24.724469646], [3, 4]),
    509: (
        [0.078333333, 0.148333333, 0.258333333, 0.223333333],
        [3.32333496, 0.53581293, 16.951332086, 11.668622495],
        [3, 4],
    ),
    510: (
        [0.136666667, 0.136666667, 0.253333333, 0.213333333],
        [0.228613798, 3.186857802, 17.730879744, 19.719398307],
        [3, 4],
    ),
}


def tables(seed, n=600):
    rng = np.random.default_rng(seed)
    old = {"a": rng.normal(size=n), "w": rng.choice(["x", "y", "z"], n)}
    late = np.arange(n) >= n // 2
    new = {
        "a": rng.normal(size=n) + np.where(late, 0.5, 0.0),
        "w": np.where(late, rng.choice(["x", "x", "y", "z"], n), rng.choice(["x", "y", "z"], n)),
    }
    return pandas.DataFrame(old), pandas.DataFrame(new).assign(day=np.arange(n))


@pytest.mark.parametrize("seed", NANNYML)
def test_chunks_are_those_of_nannyml(seed) -> None:
    distances, statistics, alarms = NANNYML[seed]
    result = bo.drift_over_time(*tables(seed), time="day", chunks=4)
    assert [chunk.rows for chunk in result.chunks] == [150] * 4
    numbers, words = (
        [change for chunk in result.chunks for change in chunk.columns if change.column == name] for name in "aw"
    )
    assert [change.effect for change in numbers] == pytest.approx(distances, abs=1e-9)
    assert [change.p_value for change in words] == pytest.approx(chi2.sf(statistics, 2), rel=1e-7)
    assert [place for place, change in enumerate(words, 1) if change.p_value < 0.05] == alarms


def test_adjusted_alarms_are_among_those_of_single_tests() -> None:
    for seed, (_, _, alarms) in NANNYML.items():
        result = bo.drift_over_time(*tables(seed), time="day", chunks=4)
        shown = [chunk.number for chunk in result.chunks if "w" in result.changed(chunk)]
        assert set(shown) <= set(alarms)

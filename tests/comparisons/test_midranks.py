"""Midranks are those of SciPy."""

import numpy as np
import pytest
from scipy.stats import rankdata

from bakeoff.comparisons.midranks import midranks, tie_sizes


@pytest.mark.parametrize("levels", [1, 2, 5, 1000])
def test_rows_with_any_number_of_ties_are_ranked_as_scipy_ranks_them(levels: int) -> None:
    table = np.random.default_rng(levels).integers(0, levels, (40, 7)) / levels
    assert np.array_equal(midranks(table), rankdata(table, axis=1))
    assert np.array_equal(midranks(table[0]), rankdata(table[0]))


def test_a_missing_value_has_no_rank_and_takes_none() -> None:
    table = np.array([[0.3, np.nan, 0.1, 0.3], [np.nan, np.nan, np.nan, np.nan]])
    expected = rankdata(table, axis=1, nan_policy="omit")
    assert np.array_equal(midranks(table), expected, equal_nan=True)


def test_infinite_values_are_the_ends() -> None:
    assert midranks(np.array([np.inf, -np.inf, 0.0, np.inf])).tolist() == [3.5, 1.0, 2.0, 3.5]


def test_tables_without_columns() -> None:
    assert midranks(np.empty((3, 0))).shape == (3, 0)


def test_sizes_of_ties_add_up() -> None:
    values = np.random.default_rng(3).integers(0, 4, 50)
    sizes = tie_sizes(values)
    assert sizes.sum() == 50
    assert sorted(sizes) == sorted(np.bincount(values))

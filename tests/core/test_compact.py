"""Small whole numbers take one byte each, and every other array stays as it is."""

import numpy as np
import pytest

from bakeoff.core.compact import compact


@pytest.mark.parametrize("values", [[0, 255], [0.0, 17.0], [True, False]])
def test_small_whole_numbers_take_one_byte_and_stay_equal(values: list) -> None:
    array = np.array(values)
    small = compact(array)
    assert small.itemsize == 1
    assert np.array_equal(small, array)


@pytest.mark.parametrize("values", [[0, 256], [-1, 3], [0.5], [np.nan, 1.0], [np.inf], [-np.inf, 0.0], []])
def test_what_would_change_stays_as_it_is(values: list) -> None:
    array = np.array(values, dtype=float)
    assert compact(array) is array

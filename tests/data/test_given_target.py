"""Targets as they came, in containers of their own."""

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from bakeoff.data.given_target import GivenTarget

VALUES = ["b", "a", "b", "c"]
CODES = np.array([1, 0, 1, 2])


@pytest.mark.parametrize(
    "native", [np.array(VALUES), pd.Series(VALUES, index=[9, 8, 7, 6]), pd.Categorical(VALUES), pa.array(VALUES)]
)
def test_rows_keep_their_container_and_their_code(native: object) -> None:
    given = GivenTarget(native=native, coded=CODES).take(np.array([3, 0]))
    assert [str(value) for value in given.native] == ["c", "b"]
    assert given.coded.tolist() == [2, 1]
    assert isinstance(given.native, type(native)) or isinstance(native, pa.Array)


def test_with_other_codes_they_say_nothing() -> None:
    given = GivenTarget(native=np.array(VALUES), coded=CODES)
    assert given.fits(CODES.copy())
    assert not given.fits(CODES[::-1])
    assert not given.fits(CODES[:2])


def test_the_type_is_named() -> None:
    assert GivenTarget(native=pd.Series([1.5]), coded=np.array([1.5])).type_name == "pandas dtype('float64')"

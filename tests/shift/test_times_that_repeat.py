"""Times that repeat: rows of one time stay together, and one sentence where there is one time only or too few rows in a chunk."""

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.core.errors import BadInput

pandas = pytest.importorskip("pandas")


def tables(times):
    rng = np.random.default_rng(1)
    old, new = (pandas.DataFrame({"x": rng.normal(size=n)}) for n in (100, len(times)))
    return old, new.assign(day=times)


def test_one_time_only_is_refused() -> None:
    with pytest.raises(
        BadInput, match=r"all 120 new rows have the same time in column 'day'.*name a column whose times differ"
    ):
        bo.drift_over_time(*tables([7] * 120), time="day", chunks=4)


def test_fewer_times_than_chunks_give_one_chunk_for_each_time() -> None:
    result = bo.drift_over_time(*tables(np.repeat([3, 1, 2], 40)), time="day", chunks=10)
    assert [(chunk.start, chunk.rows) for chunk in result.chunks] == [("1", 40), ("2", 40), ("3", 40)]


def test_a_time_with_few_rows_is_named() -> None:
    with pytest.raises(BadInput, match=r"leave 5 rows in one of 2, and at least 20 are needed"):
        bo.drift_over_time(*tables(np.repeat([1, 2], [115, 5])), time="day", chunks=100)

"""Times of rows: missing ones, those without an order, and those that repeat are named in one sentence."""

import numpy as np
import pytest

from bakeoff.core.errors import BadInput
from bakeoff.predictions.row_times import check_times

DAYS = ["2024-01-01", "2024-01-02", "2024-01-03"]


@pytest.mark.parametrize(
    ("times", "series", "words"),
    [
        ([*DAYS, ""], None, "time of row 4 is missing"),
        ([*DAYS, "NaT"], None, "time of row 4 is missing"),
        ([1.0, 2.0, np.nan], None, "time of row 3 is missing"),
        ([*DAYS, "soon"], None, "times such as 'soon' have no order"),
        ([*DAYS, DAYS[1]], None, r"time 2024-01-02T00:00:00.000000 occurs 2 times; name the series"),
        ([1, 2, 1], ["x", "x", "x"], "keep one row for each time of a series"),
        ([1, 2], ["x"], "series has 1 entries for 2 rows"),
    ],
)
def test_bad_times_are_one_sentence(times, series, words):
    with pytest.raises(BadInput, match=words):
        check_times(times, len(times), series)


def test_times_of_several_series_may_repeat():
    assert check_times([1, 1, 2, 2], 4, ["x", "y", "x", "y"]).tolist() == [1, 1, 2, 2]


def test_numbers_among_dates_are_not_taken_for_years():
    with pytest.raises(BadInput, match=r"some times are numbers \('3'\) and others dates \('2020-01-02'\)"):
        check_times(np.array(["2020-01-02", "3", "2020-01-04"]), 3)

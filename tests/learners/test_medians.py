"""Medians in place of gaps: worked out when a gap is met, the same when they are saved, and not for counting bytes."""

import pickle

import numpy as np
import pytest

from bakeoff.data.profile import row_groups
from bakeoff.learners import preprocessing
from bakeoff.learners.preprocessing import Medians
from bakeoff.runs.process.pickling import model_bytes

ROWS = np.array([[1.0, 5.0, np.nan], [3.0, np.nan, np.nan], [8.0, 7.0, np.nan]])


def test_rows_without_gaps_need_no_medians(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preprocessing, "_medians", lambda rows: pytest.fail("nobody needs them"))
    full = np.ones((2, 3))
    medians = Medians(ROWS)
    assert medians.put_into(full) is full
    assert model_bytes(medians, seconds=5) > medians.width * 8


def test_gaps_get_the_median_of_their_column_unless_it_is_left_out() -> None:
    np.testing.assert_equal(Medians(ROWS).put_into(np.full((1, 3), np.nan)), [[3.0, 6.0, np.nan]])
    np.testing.assert_equal(Medians(ROWS, [0]).put_into(np.full((1, 3), np.nan)), [[np.nan, 6.0, np.nan]])


def test_saved_medians_are_the_same_and_hold_no_rows() -> None:
    rows = np.random.default_rng(0).normal(size=(5000, 3))
    saved = pickle.dumps(Medians(rows))
    assert len(saved) < 2000
    np.testing.assert_equal(pickle.loads(saved).values, np.median(rows, axis=0))


@pytest.mark.parametrize("columns", [1, 8, 9, 12])
def test_repeated_rows_are_found_behind_the_first_columns(columns: int) -> None:
    rows = np.random.default_rng(0).normal(size=(40, columns))
    rows[7], rows[11] = rows[3], rows[3]
    rows[20, :-1] = rows[21, :-1]  # alike but for the last column
    rows[20, -1] = rows[21, -1] + 1
    expected = [tuple(row) for row in rows.tolist()]
    first = {row: place for place, row in reversed(list(enumerate(expected)))}
    ranks = {place: rank for rank, place in enumerate(sorted(set(first.values())))}
    assert row_groups(rows).tolist() == [ranks[first[row]] for row in expected]

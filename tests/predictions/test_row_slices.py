"""Slices of rows: every value with its places, nothing left out, and learners in one order."""

import numpy as np
import pytest

from bakeoff.core.errors import BadInput
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.predictions.row_slices import in_rows_of, row_slices


def test_every_row_is_in_one_slice_of_each_column():
    parts = row_slices({"region": ["b", "a", "b"], "year": [2020, 2021, 2021]}, 3)
    assert [(part.column, part.value, part.rows.tolist()) for part in parts] == [
        ("region", "a", [1]), ("region", "b", [0, 2]), ("year", "2020", [0]), ("year", "2021", [1, 2]),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("values", "sentence"),
    [(["a", None, "b"], "row 1 is missing; name its slice"), (["a", "b"], "one value for each of the 3 rows")],
)
def test_what_is_refused(values, sentence):
    with pytest.raises(BadInput, match=sentence):
        row_slices({"region": np.array(values, dtype=object)}, 3)


def test_a_column_of_numbers_is_no_column_of_slices():
    with pytest.raises(BadInput, match="age makes 101 slices, and 100 are the most; group its values first"):
        row_slices({"age": np.arange(101)}, 101)


def test_rows_of_another_order():
    first = predictions_of([0, 1, 1], [0, 1, 0], row_id=["c", "a", "b"], labels=[0, 1])
    other = predictions_of([1, 1, 0], [1, 0, 1], row_id=["a", "b", "c"], labels=[0, 1])
    ordered = in_rows_of(first, other)
    assert ordered.rows.tolist() == ["c", "a", "b"]
    assert ordered.labels().tolist() == [1, 1, 0]

"""Columns beside the predictions: dicts and frames, and what is refused."""

import numpy as np
import pandas as pd
import pytest

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.predictions.input.extra_columns import check_extra


def test_frames_and_dicts_are_columns_by_name():
    made = check_extra(pd.DataFrame({"amount": [1.5, 2.0], "region": ["n", "s"]}), 2)
    assert made["amount"].tolist() == [1.5, 2.0]
    assert made["region"].tolist() == ["n", "s"]
    assert check_extra(None, 2) == {}


@pytest.mark.parametrize(
    ("extra", "sentence"),
    [
        ({"amount": [1, 2, 3]}, "the column 'amount' of extra has 3 values for 2 rows"),
        ({"amount": [[1, 2], [3, 4]]}, "the column 'amount' of extra must contain one value per row"),
        ([1, 2], "extra contains columns by name"),
        ({"amount": np.array([1, "a"], dtype=object)}, "contains numbers and other things"),
    ],
)
def test_other_columns_are_refused(extra, sentence):
    with pytest.raises(BadInput, match=sentence):
        bo.measure([0, 1], [0, 1], extra=extra)


def test_weights_and_groups_may_name_a_column():
    y, p = [0, 1, 1, 0], [0, 1, 0, 0]
    named = bo.measure(y, p, measures="accuracy", extra={"amount": [1, 2, 3, 4]}, sample_weight="amount")
    assert named["accuracy"].value == pytest.approx(0.7)
    with pytest.raises(BadInput, match="'cost' is not a column of extra"):
        bo.measure(y, p, extra={"amount": [1, 2, 3, 4]}, sample_weight="cost")

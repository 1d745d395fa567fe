"""The printed 2 x 2 table of two classifiers, as Python takes it."""

import numpy as np
import pandas as pd
import pytest

from bakeoff.comparisons import mcnemar
from bakeoff.comparisons.evidence.types import Disagreement
from bakeoff.core.errors import BadInput


@pytest.mark.parametrize("kind", [list, np.array, lambda table: tuple(map(tuple, table))])
def test_a_table_of_counts(kind):
    assert Disagreement.of_table(kind([[50, 10], [25, 15]])).only_b_right == 25
    assert mcnemar(kind([[50, 10], [25, 15]])).p_value == mcnemar(10, 25, n=100).p_value


def test_a_frame_of_counts():
    assert Disagreement.of_table(pd.DataFrame([[50, 10], [25, 15]]).to_numpy()).rows == 100


@pytest.mark.parametrize("table", [5, [[1, 2, 3]], [[1, 2], [3]], [[1, -2], [3, 4]], [[1, 2.5], [3, 4]], [["a", "b"], ["c", "d"]], "ab"])  # fmt: skip
def test_what_is_no_table_of_counts(table):
    with pytest.raises(BadInput) as caught:
        mcnemar(table)
    assert "\n" not in str(caught.value)

"""Checks of a user's arrays before anything is computed; each problem is one sentence that names column and row."""

import pytest

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.predictions.input.array_checks import repeats

TRUTH, SAID, CASES = [1, 1, 0, 0], [1, 0, 1, 0], [400, 100, 50, 450]


ASKED = {"measures": ["accuracy", "f1", "mcc"], "n_resamples": 200}


@pytest.mark.parametrize("bad", [[1, 2, 3], [1, 2, 3, -1], [1, 2, 3, 0.5], [1, 2, 3, 10**9], ["a", "b", "c", "d"]])
def test_what_counts_nothing_is_refused(bad):
    with pytest.raises(BadInput, match="count"):
        bo.measure(TRUTH, SAID, count=bad, **ASKED)
    assert repeats("count", [0, 0]).size == 0

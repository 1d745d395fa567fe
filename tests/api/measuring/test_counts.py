"""A confusion matrix as input: counts are cases, weights are not."""

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.predictions.input_checks import repeats

TRUTH, SAID, CASES = [1, 1, 0, 0], [1, 0, 1, 0], [400, 100, 50, 450]
ASKED = {"measures": ["accuracy", "f1", "mcc"], "n_resamples": 200}


def test_counts_are_rows():
    counted = bo.measure(TRUTH, SAID, count=CASES, **ASKED)
    written = bo.measure(np.repeat(TRUTH, CASES), np.repeat(SAID, CASES), **ASKED)
    assert counted.n == written.n == 1000
    for name, one in written.items():
        assert (counted[name].value, counted[name].low, counted[name].high) == (one.value, one.low, one.high)
    assert counted["f1"].high - counted["f1"].low < 0.1
    assert counted.warnings == written.warnings


def test_whole_weights_are_asked_about():
    weighted = bo.measure(TRUTH, SAID, sample_weight=CASES, **ASKED)
    assert "panels.counts" in {note.code for note in weighted.notes}
    assert weighted["f1"].value == bo.measure(TRUTH, SAID, count=CASES, **ASKED)["f1"].value
    for weight in ([0.5, 1, 1, 1], [1, 1, 1, 1], None):
        made = bo.measure(TRUTH, SAID, sample_weight=weight, **ASKED)
        assert "panels.counts" not in {note.code for note in made.notes}


@pytest.mark.parametrize("bad", [[1, 2, 3], [1, 2, 3, -1], [1, 2, 3, 0.5], [1, 2, 3, 10**9], ["a", "b", "c", "d"]])
def test_what_counts_nothing_is_refused(bad):
    with pytest.raises(BadInput, match="count"):
        bo.measure(TRUTH, SAID, count=bad, **ASKED)
    assert repeats("count", [0, 0]).size == 0

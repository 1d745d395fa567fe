"""Rows that one model did not predict: refused with their number, dropped, or counted as wrong."""

import numpy as np
import pytest

from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.measures import measures
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.release_gate.row_matching import Missing, matched_rows


def _pair():
    truth = [0, 1, 0, 1, 1, 0]
    base = predictions_of(truth, truth, row_id=list("abcdef"), labels=[0, 1])
    new = predictions_of(truth[:4], truth[:4], row_id=list("abcd"), labels=[0, 1])
    return base, new


def test_refused_with_the_number_that_match():
    with pytest.raises(BadInput, match=r"4 match, new lacks 2 \(e and f\).*--missing wrong"):
        matched_rows(*_pair(), None)


def test_dropped():
    base, new, notes = matched_rows(*_pair(), Missing.DROP)
    assert len(base) == len(new) == 4
    assert [note.facts["new"] for note in notes] == [2]


def test_wrong():
    base, new, _ = matched_rows(*_pair(), Missing.WRONG, (measures["accuracy"],))
    assert measures["accuracy"](base) == 1.0
    assert measures["accuracy"](new) == pytest.approx(4 / 6)
    assert set(new.rows.tolist()) == set("abcdef")


def test_wrong_must_have_one_meaning():
    with pytest.raises(NotApplicable, match="--missing drop"):
        matched_rows(*_pair(), Missing.WRONG, (measures["roc_auc"],))


def test_no_row_in_common():
    base, new = _pair()
    with pytest.raises(BadInput, match="no row in common"):
        matched_rows(base.take(np.arange(2)), new.take(np.arange(2, 4)), Missing.DROP)

"""What a test takes for granted, checked on the evidence. A check qualifies the conclusion; it never switches the test."""

import numpy as np

from bakeoff.comparisons import tests
from bakeoff.comparisons.assumption_notes import TOO_FEW_TO_CHECK
from bakeoff.comparisons.choosing.assumptions import check_pair, check_unpaired


def test_three_differences_are_too_few_to_check():
    notes = check_pair(np.array([0.9, 0.8, 0.1]), np.array([0.89, 0.79, 0.8]), tests["paired_t"])
    assert notes == (TOO_FEW_TO_CHECK(n=3, what="differences"),)
    unpaired = check_unpaired(np.array([1.0, 2.0, 9.0]), np.array([1.0, 2.0, 3.0]))
    assert unpaired == (TOO_FEW_TO_CHECK(n=3, what="scores"),)

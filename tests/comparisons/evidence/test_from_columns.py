"""From named columns of text to the evidence that a test takes."""

import pytest

from bakeoff.comparisons.evidence.from_columns import evidence_from_columns
from bakeoff.comparisons.evidence.types import PairedScores
from bakeoff.core.errors import BadInput


def test_a_named_test_refuses_failures_with_the_cure():
    with pytest.raises(BadInput, match="bakeoff compare"):
        evidence_from_columns(PairedScores, {"a": ["1", "2", "oom"], "b": ["2", "1", "3"]}, "the sign test")

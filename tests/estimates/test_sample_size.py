"""The inverse questions: which confidence for a given margin, how many rows for a given margin."""

import pytest

from bakeoff.core.errors import BadInput
from bakeoff.estimates import proportion, rows_for_margin

pytestmark = pytest.mark.slow


def test_levels_near_one_and_no_end_of_rows():
    assert rows_for_margin(0.05, level=1 - 1e-15) > 6000
    with pytest.raises(BadInput, match="between 0 and n"):
        proportion(1, float("inf"))

"""What a fit and its predictions cost, in seconds and bytes."""

from math import nan

import pytest

from bakeoff.measures import measure_named
from bakeoff.measures.resources import LEAST_MEMORY
from bakeoff.predictions.resources import Resources


@pytest.mark.parametrize(("peak", "value"), [(2.0**21, 2.0**21), (LEAST_MEMORY, LEAST_MEMORY), (0.0, nan), (nan, nan)])
def test_less_than_a_mebibyte_is_undefined(peak: float, value: float) -> None:
    assert measure_named("peak_memory").compute(Resources(peak_bytes=peak)) == pytest.approx(value, nan_ok=True)

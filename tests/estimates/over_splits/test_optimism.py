"""Bootstrap estimates of error that correct for optimism: e0, .632 and .632+."""

import pytest

from bakeoff.core.errors import BadInput
from bakeoff.estimates import e632, e632plus, no_information_rate


def test_optimism():
    assert e632([0.2, 0.4], 0.1) == pytest.approx(0.632 * 0.3 + 0.368 * 0.1)
    assert e632plus(0.3, 0.3, 0.5) == pytest.approx(0.3)  # no overfitting: as .632
    assert e632plus(0.5, 0.0, 0.5) == pytest.approx(0.5)  # as bad as no information: all weight outside
    assert e632plus(0.7, 0.0, 0.5) == pytest.approx(0.5)  # clipped to gamma
    assert e632plus(0.3, 0.1, 0.5) > e632(0.3, 0.1)
    assert no_information_rate([0, 1, 1], [1, 1, 1]) == pytest.approx(1 / 3)
    with pytest.raises(BadInput):
        e632([], 0.1)

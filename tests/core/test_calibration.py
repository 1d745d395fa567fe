"""Measured rates in words."""

from bakeoff.core.calibration import measured


def test_a_rate_that_misses_its_level_comes_with_its_setting():
    size = next(text for text in measured("nemenyi") if text.startswith("size at .05"))
    assert (
        "known to miss its level: .305 (50 data sets, A better by .6 sd, 8 variants of B, B claimed) to .998 (" in size
    )

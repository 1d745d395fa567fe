"""A p-value is compared with the level in one place."""

import numpy as np

from bakeoff.core.significance_level import is_shown


def test_the_level_itself_is_shown_and_nan_is_not() -> None:
    p = np.array([0.0, 0.049, 0.05, np.nextafter(0.05, 1), 1.0, np.nan])
    assert is_shown(p, 0.05).tolist() == [True, True, True, False, False, False]
    assert [bool(is_shown(float(value), 0.05)) for value in p] == is_shown(p, 0.05).tolist()

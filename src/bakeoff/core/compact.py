"""The same numbers in less memory, where many arrays are kept at once."""

import numpy as np

from bakeoff.core.checks import Array

__all__ = ["compact"]

_MOST = 255


def compact(values: Array) -> Array:
    """One byte for each number where all are whole and from 0 to 255, else the values as they are.

    >>> compact(np.array([0.0, 1.0, 255.0])).dtype, compact(np.array([0.0, 0.5])).dtype, compact(np.array([-1, 1])).dtype
    (dtype('uint8'), dtype('float64'), dtype('int64'))
    """
    if not values.size or not (values.min() >= 0 and values.max() <= _MOST):  # NaN is neither
        return values
    small = values.astype(np.uint8)
    return small if np.array_equal(small, values) else values

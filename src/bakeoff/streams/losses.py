"""The losses of two learners on the examples of one stream."""

from typing import Any

import numpy as np

from bakeoff.core.checks import Array, same_length, vector
from bakeoff.core.errors import BadInput

__all__ = ["nonnegative_losses", "paired_losses"]


def paired_losses(loss_a: Any, loss_b: Any) -> tuple[Array, Array]:
    """Two arrays of finite numbers of one length; raises BadInput with the cure."""
    a, b = vector("loss_a", loss_a), vector("loss_b", loss_b)
    same_length(loss_a=a, loss_b=b)
    return a, b


def nonnegative_losses(loss_a: Any, loss_b: Any) -> tuple[Array, Array]:
    """The same, none below zero."""
    a, b = paired_losses(loss_a, loss_b)
    for name, values in (("loss_a", a), ("loss_b", b)):
        below = np.flatnonzero(values < 0)
        if below.size:
            raise BadInput(
                f"{name} must not be below zero, but entry {below[0]} is {values[below[0]]:g}; give losses, not scores"
            )
    return a, b

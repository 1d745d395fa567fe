"""Losses of two learners on one stream."""

import numpy as np
import pytest

from bakeoff.core.errors import BadInput
from bakeoff.streams.losses import nonnegative_losses, paired_losses


def test_losses_are_two_arrays_of_one_length() -> None:
    a, b = paired_losses([0, 1], np.array([0.5, -2.0]))
    assert (a.tolist(), b.tolist()) == ([0.0, 1.0], [0.5, -2.0])


@pytest.mark.parametrize(
    ("a", "b", "words"),
    [
        ([1], [1, 2], "lengths differ: loss_a has 1, loss_b has 2"), (["x"], [1], "loss_a must be numbers"),
        ([1], [np.nan], "loss_b must be finite, but entry 0 is nan"), ([0, 1], [0, -0.5], "loss_b must not be below zero, but entry 1 is -0.5"),
    ],
)  # fmt: skip
def test_what_is_no_loss_is_refused(a: list, b: list, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        nonnegative_losses(a, b)

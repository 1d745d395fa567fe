"""Values are cleaned or refused at the door, in one sentence that names the argument."""

import numpy as np
import pytest

from bakeoff.core.checks import count, frozen, probability, same_length, unmasked, vector
from bakeoff.core.errors import BadInput


def test_the_view_is_read_only_and_the_array_of_the_caller_is_not() -> None:
    own = np.array([1.0, 2.0])
    view = frozen(own)
    with pytest.raises(ValueError, match="read-only"):
        view[0] = 5.0
    own[0] = 5.0
    assert view[0] == 5.0
    assert frozen(view) is view
    assert frozen([1, 2], np.float64).dtype == np.float64


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (["a"], "loss must be numbers"), ([[1.0], [2.0]], r"one-dimensional, but has shape \(2, 1\)"), (3.0, "one-dimensional"),
        ([1.0, np.inf], "entry 1 is inf"), ([np.nan], "entry 0 is nan"), ([[1], [1, 2]], "loss must be numbers"),
    ],
)  # fmt: skip
def test_what_is_no_vector_is_refused(values: object, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        vector("loss", values)


def test_a_vector_is_of_floats() -> None:
    assert vector("loss", (1, True)).tolist() == [1.0, 1.0]
    assert vector("loss", []).shape == (0,)


def test_lengths() -> None:
    assert same_length() == 0
    with pytest.raises(BadInput, match="lengths differ: a has 2, b has 3, c has 2"):
        same_length(a=[1, 2], b="xyz", c=(1, 2))


def test_what_a_mask_hides_is_missing() -> None:
    words = np.ma.array(np.array(["x", "y"], dtype=object), mask=[True, False])
    assert unmasked(words).tolist() == [None, "y"]
    assert np.isnan(unmasked(np.ma.array([True, False], mask=[True, False]))[0])
    nothing_hidden = np.ma.array([1, 2])
    assert unmasked(nothing_hidden) is nothing_hidden


@pytest.mark.parametrize("value", [0, -1, 2.0, "3", True, None])
def test_what_is_no_count_is_refused(value: object) -> None:
    with pytest.raises(BadInput, match="folds must be a whole number of at least 1"):
        count("folds", value)


def test_counts_may_be_of_numpy_and_start_elsewhere() -> None:
    assert type(count("folds", np.int64(4))) is int
    assert count("seed", 0, least=0) == 0


@pytest.mark.parametrize("value", [0, 1, -0.1, 1.5, float("nan"), "0.5"])
def test_what_is_no_probability_is_refused(value: object) -> None:
    with pytest.raises(BadInput, match="alpha must lie strictly between 0 and 1"):
        probability("alpha", value)

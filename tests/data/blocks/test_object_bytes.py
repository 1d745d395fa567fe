"""What a Python object holds, as bytes: equal for equal objects, other for any change, the same in every process."""

import subprocess
import sys
from datetime import date

import numpy as np
import pytest

from bakeoff.core.errors import BadInput
from bakeoff.data.blocks.object_bytes import object_bytes

APART = [
    1, 1.0, True, "1", b"1", None, [1], (1,), [[1]], [1, 1], {1}, {1: 1}, {"1": 1}, np.float32(1), np.float64(1), np.array([1]), np.array([[1]]),
    np.array([1.0]), np.array([1], dtype=object), date(2020, 1, 1), date(2020, 1, 2), complex(1), ["ab", "c"], ["a", "bc"], [], "", int, len,
]  # fmt: skip


def written(value: object) -> bytes:
    return b"".join(object_bytes(value))


def test_different_objects_have_different_bytes() -> None:
    assert len({written(value) for value in APART}) == len(APART)


def test_the_order_of_a_set_or_of_keys_is_none_of_its_value() -> None:
    assert written({"x", "y", "z"}) == written({"z", "y", "x"})
    assert written({"x": 1, "y": {"b": 1, "a": 2}}) == written({"y": {"a": 2, "b": 1}, "x": 1})


def test_another_process_writes_the_same() -> None:
    code = (
        "from bakeoff.data.blocks.object_bytes import object_bytes; "
        "print(b''.join(object_bytes({'a', 'b', 'c', 'd', 'e'})).hex())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == written({"a", "b", "c", "d", "e"}).hex()


def test_what_cannot_be_written_is_refused() -> None:
    itself: list = []
    itself.append(itself)
    with pytest.raises(BadInput, match="contains itself"):
        written(itself)
    with pytest.raises(BadInput, match="has no name of its own"):
        written(lambda: 0)
    with pytest.raises(BadInput, match="of type generator cannot be handed"):
        written(x for x in "ab")

"""Arrays as compressed `.npy` bytes, cut into pieces that a database row can hold. No pickle in either direction."""

import numpy as np
import pytest

from bakeoff.runs.store.arrays import npy_bytes, read_array


@pytest.mark.parametrize("data", [b"", b"abc", npy_bytes(np.arange(5))[:-3], b"\x93NUMPY\x01\x00\x02\x00{}"])
def test_bytes_that_are_no_array(data: bytes) -> None:
    assert read_array(memoryview(data)) is None


def test_arrays_of_objects_are_never_read() -> None:
    text = b"{'descr': '|O', 'fortran_order': False, 'shape': (1,), }\n"
    data = b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + b"x" * 8
    assert read_array(memoryview(data)) is None


def test_arrays_of_any_shape_travel() -> None:
    for array in (np.arange(6).reshape(2, 3), np.asfortranarray(np.ones((2, 3))), np.float32(3), np.zeros((0, 2))):
        back = read_array(memoryview(npy_bytes(np.asarray(array))))
        assert np.array_equal(back, array)

"""Memory that is used again is never used twice at once."""

import sys
from threading import Thread

import numpy as np

from bakeoff.predictions import memory
from bakeoff.predictions.memory import numbered, room


def address(array):
    return array.__array_interface__["data"][0]


def test_memory_of_an_array_that_is_gone_is_used_again():
    memory._kept.clear()
    first = room(50_000, np.float64)
    place = address(first)
    del first
    assert address(room(50_000, np.float64)) == place


def test_an_array_or_any_view_of_it_keeps_its_memory():
    memory._kept.clear()
    first = room(50_000, np.float64)
    first[:] = 7.0
    part = first.reshape(2, -1).T[10:20]
    del first
    for _ in range(10):
        room(50_000, np.float64).fill(0.0)
    assert (part == 7.0).all()


def test_threads_never_share():
    memory._kept.clear()
    wrong = []

    def work(number):
        for _ in range(300):
            mine = room(20_000, np.float64)
            mine.fill(number)
            if not (mine == number).all():
                wrong.append(number)

    pause = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [Thread(target=work, args=(i,)) for i in range(4)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
    finally:
        sys.setswitchinterval(pause)
    assert not wrong


def test_what_is_kept_is_bounded():
    for size in (10**4, 10**5, 10**6, 10**7):
        for _ in range(3):
            room(size, np.float64)
    assert len(memory._kept) <= memory.BLOCKS
    assert sum(one.nbytes for one in memory._kept) <= memory.BLOCKS * memory.MOST * 9 // 8
    assert room(3, np.int32).shape == (3,)
    assert room(0, np.int32).shape == (0,)


def test_row_numbers():
    assert np.array_equal(numbered(0, 1000), np.arange(1000))
    assert np.array_equal(numbered(5, 10), np.arange(5, 15))
    assert len(numbered(0, 0)) == 0
    assert len(numbered(0, 1)) == 1
    assert len(numbered(0, (1 << 21) + 1)) == (1 << 21) + 1

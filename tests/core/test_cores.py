"""How many processes a stranger's file may ask for."""

import os

import pytest

from bakeoff.core.cores import cores, most_at_once


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system does not bind processes to cores")
def test_only_cores_that_this_process_may_use_count() -> None:
    allowed = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, {min(allowed)})
        assert (cores(), most_at_once()) == (1, 4)
    finally:
        os.sched_setaffinity(0, allowed)
    assert cores() == len(allowed)
    assert most_at_once() == 4 * len(allowed)

"""Information about processes from /proc on Linux. Elsewhere these functions say "unknown" and nothing breaks."""

import mmap
import os
from pathlib import Path

import pytest

from bakeoff.runs.process.procfs import shared_bytes, shared_bytes_at_most
from bakeoff.runs.process.shared_memory import anonymous_file


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="needs /proc of Linux")
def test_shared_memory_counts_and_data_that_can_only_be_read_do_not() -> None:
    size, before = 2**24, shared_bytes(os.getpid())
    with mmap.mmap(-1, size) as own:
        own.write(b"x" * size)
        assert size <= shared_bytes(os.getpid()) - before < size + 2**22
        assert shared_bytes_at_most(os.getpid()) >= size
    file = anonymous_file(size)
    os.pwrite(file, b"x" * size, 0)
    with mmap.mmap(file, size, prot=mmap.PROT_READ) as data:
        assert data.read().count(b"x") == size
        assert shared_bytes(os.getpid()) - before < 2**22
    os.close(file)
    assert shared_bytes(2**30) == shared_bytes_at_most(2**30) == 0

"""The cores of this machine, and how many processes or threads a stranger's file may ask for on them."""

import os

__all__ = ["cores", "most_at_once"]

_FEW = 4  # for each core: more make nothing faster


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def most_at_once() -> int:
    """More than this a user must ask for on the command line or in Python; a file may not."""
    return _FEW * cores()

"""What a unit cost: wall and CPU seconds, and the high-water mark of memory."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import isnan, nan
from time import perf_counter, process_time

from bakeoff.runs.process.procfs import peak_bytes, reset_peak, resident_bytes

__all__ = ["PeakMemory", "Timing", "lap"]


@dataclass(slots=True)
class Timing:
    """Seconds between two moments."""

    wall: float = nan
    cpu: float = nan


def _cpu() -> float:
    """CPU seconds of this process, all its threads, and the processes it has waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() + used.ru_utime + used.ru_stime


@contextmanager
def lap() -> Iterator[Timing]:
    """Measure what happens inside, also if it raises."""
    measured = Timing()
    wall, cpu = perf_counter(), _cpu()
    try:
        yield measured
    finally:
        measured.wall, measured.cpu = perf_counter() - wall, _cpu() - cpu


class PeakMemory:
    """How much resident memory grew above its level at the beginning, at the highest moment.

    The level at the beginning (imported packages, mapped data already touched) is subtracted: what is left is what the
    unit needed, its copy of the training rows included. Memory that an earlier unit freed but the allocator kept may
    hide some of it, so small values are lower bounds.
    """

    def __init__(self) -> None:
        self._known = reset_peak()
        self._base = resident_bytes()

    def read(self) -> float:
        """Bytes, NaN where the system does not tell."""
        peak = peak_bytes()
        return nan if not self._known or isnan(peak) or isnan(self._base) else max(peak - self._base, 0.0)

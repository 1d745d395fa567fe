"""Work shared among threads where that pays; the cut into parts never depends on their number."""

import os
from collections.abc import Callable
from threading import Thread
from typing import Any

import numpy as np

from bakeoff.core.checks import Array

__all__ = ["SORTING", "map_chunks", "map_rows", "run_jobs"]

PART = 1 << 19  # entries of a table that one thread takes at a time
PROCESSORS = (
    len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
)  # asked once: it takes a file
WORK = 1 << 19  # resampled rows from which a second thread pays
SORTING = 2  # what sorting a score takes, counted in resampled rows: at 1e5 scores a second thread comes too late


def map_rows(work: Callable[[slice], Any], table: Array, effort: float = 0.25) -> list[Any]:
    """Return the results of all parts of a table; effort: what an entry takes, counted in resampled rows."""
    if table.size <= PART:
        return [work(slice(None))]
    high = max(PART // table.shape[1], 1)
    parts = [slice(start, start + high) for start in range(0, len(table), high)]
    return _map(work, parts, int(table.size * effort))


def map_chunks(work: Callable[[Array], Any], resamples: Array, n: int) -> list[Any]:
    """Return the results of some resamples of n rows (or their seeds) at a time."""
    parts = [part for part in np.array_split(resamples, _threads() * 4) if len(part)]
    return _map(work, parts, n * len(resamples))


def _map(work: Callable[[Any], Any], parts: list[Any], size: int) -> list[Any]:
    results: list[Any] = [None] * len(parts)

    def job(i: int) -> None:
        results[i] = work(parts[i])

    run_jobs(job, range(len(parts)), size)
    return results


def _threads() -> int:
    asked = os.environ.get("BAKEOFF_THREADS", "")
    return max(1, int(asked) if asked.isdigit() else min(PROCESSORS, 8))


def run_jobs(work: Callable[[int], None], jobs: range, size: int) -> None:
    """Run every job once, on as many threads as there are processors if that pays; this thread is one of them."""
    if size < WORK:
        for job in jobs:
            work(job)
        return
    todo, problems = iter(jobs), list[BaseException]()

    def some() -> None:
        try:
            for job in todo:  # one iterator for all of them: each takes the next
                work(job)
        except BaseException as problem:  # noqa: BLE001  # raised below, where it can be caught
            problems.append(problem)

    helpers = [Thread(target=some) for _ in range(min(_threads(), len(jobs)) - 1)]
    for helper in helpers:
        helper.start()
    some()
    for helper in helpers:
        helper.join()
    if problems:
        raise problems[0]

"""How far a run is: a bar with rate and time left on a terminal or in a notebook, a line a minute to stderr elsewhere."""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import isfinite
from typing import Any, Protocol

from bakeoff.core.text import clean, counted, duration
from bakeoff.runs.unit import Run

__all__ = ["ProgressEvent", "progress_entry", "progress_line", "with_progress"]


class ProgressEvent(Protocol):
    """What a runner tells after each unit (runs.progress.Progress)."""

    @property
    def done(self) -> int: ...
    @property
    def total(self) -> int: ...
    @property
    def failed(self) -> int: ...
    @property
    def invalid(self) -> int: ...
    @property
    def rate(self) -> float: ...
    @property
    def seconds_left(self) -> float: ...
    @property
    def news(self) -> Sequence[Run]: ...


def progress_line(told: ProgressEvent) -> str:
    """Where the run is, in one line."""
    parts = [f"{told.done} of {told.total} units"]
    if told.done and isfinite(told.rate):
        parts.append(f"{told.rate:.1f} per second")
    if told.done < told.total and isfinite(told.seconds_left):
        parts.append(f"about {duration(told.seconds_left)} left")
    counts = ((told.failed, "failed"), (told.invalid, "invalid"))
    return ", ".join(parts + [f"{count} {word}" for count, word in counts if count])


def progress_entry(run: Run) -> str:
    """One unit that is stored, as a line of a log: which, how it ended, how long it took."""
    spent = run.resources.fit_seconds + run.resources.predict_seconds
    parts = [f"{run.key} {run.status.value}"]
    parts += [f"in {duration(spent)}"] if isfinite(spent) else []
    parts += [counted(sum(run.warning_counts), "warning")] if run.warnings else []
    if run.failure is not None:
        parts.append(f"{run.failure.kind} in {run.failure.stage}: {run.failure.message}")
    return clean(", ".join(parts))


@contextmanager
def with_progress(*, shown: bool, every: float = 60.0, log: bool = False) -> Iterator[Callable[[Any], None] | None]:
    """A listener for a runner, None if nothing is to be shown; closed when the block ends. A log tells every unit."""
    if not shown:
        yield None
        return
    from rich.console import Console

    console = Console(stderr=True)
    if console.is_terminal or console.is_jupyter:
        with _bar(console) as listener:
            yield _estimated(_logged(listener, console) if log else listener, console)
    else:
        yield _estimated(_logged(_lines(every), console) if log else _lines(every), console)


FIRST = 1.0  # seconds after which the first units give an estimate of the others
EACH = 3  # units at least
SOON = 3.0  # seconds: who has to wait less needs no estimate


def _estimated(listener: Callable[[ProgressEvent], None], console: Any) -> Callable[[ProgressEvent], None]:
    """The same, with one line, early, about how long the whole run takes."""
    began, waiting = time.monotonic(), True

    def tell(told: ProgressEvent) -> None:
        nonlocal waiting
        enough = told.done >= max(
            EACH, told.total / 20
        )  # one in twenty, so that every learner is likely to be among them
        if waiting and enough and isfinite(told.seconds_left) and time.monotonic() - began >= FIRST:
            waiting = False
            if told.seconds_left >= SOON:
                rest = told.total - told.done
                console.out(
                    f"about {duration(told.seconds_left)} for the other {rest} units, by the first {told.done}",
                    highlight=False,
                )
        listener(told)

    return tell


def _logged(listener: Callable[[ProgressEvent], None], console: Any) -> Callable[[ProgressEvent], None]:
    """The same, after a line for each unit, with the time of day it was heard of."""

    def tell(told: ProgressEvent) -> None:
        clock = time.strftime("%H:%M:%S")
        for run in told.news:
            console.out(f"{clock}  {progress_entry(run)}", highlight=False)
        listener(told)

    return tell


@contextmanager
def _bar(console: Any) -> Iterator[Callable[[ProgressEvent], None]]:
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (BarColumn(bar_width=32), TextColumn("{task.percentage:>3.0f} %"), TextColumn("{task.description}"))
    bar = Progress(*columns, console=console, transient=True, refresh_per_second=5)
    task = bar.add_task("", total=None)

    def tell(told: ProgressEvent) -> None:
        bar.update(task, completed=told.done, total=told.total, description=progress_line(told))
        bar.start()  # not before there is something to show: words come first

    try:
        yield tell
    finally:
        bar.stop()


def _lines(every: float) -> Callable[[ProgressEvent], None]:
    last = time.monotonic()

    def tell(told: ProgressEvent) -> None:
        nonlocal last
        if told.done >= told.total or time.monotonic() - last >= every:
            last = time.monotonic()
            print(progress_line(told), file=sys.stderr, flush=True)

    return tell

"""How far a run is: a bar with rate and time left on a terminal or in a notebook, a line a minute to stderr elsewhere."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import isfinite
from typing import Any, Protocol

from bakeoff.report.numbers import duration

__all__ = ["Told", "line", "watching"]


class Told(Protocol):
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


def line(told: Told) -> str:
    """Where the run is, in one line."""
    parts = [f"{told.done} of {told.total} units"]
    if told.done and isfinite(told.rate):
        parts.append(f"{told.rate:.1f} per second")
    if told.done < told.total and isfinite(told.seconds_left):
        parts.append(f"about {duration(told.seconds_left)} left")
    counts = ((told.failed, "failed"), (told.invalid, "invalid"))
    return ", ".join(parts + [f"{count} {word}" for count, word in counts if count])


@contextmanager
def watching(*, shown: bool, every: float = 60.0) -> Iterator[Callable[[Any], None] | None]:
    """A listener for a runner, None if nothing is to be shown; closed when the block ends."""
    if not shown:
        yield None
        return
    from rich.console import Console

    console = Console(stderr=True)
    if console.is_terminal or console.is_jupyter:
        with _bar(console) as listener:
            yield listener
    else:
        yield _lines(every)


@contextmanager
def _bar(console: Any) -> Iterator[Callable[[Told], None]]:
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (BarColumn(bar_width=32), TextColumn("{task.percentage:>3.0f} %"), TextColumn("{task.description}"))
    bar = Progress(*columns, console=console, transient=True, refresh_per_second=5)
    task = bar.add_task("", total=None)

    def tell(told: Told) -> None:
        bar.update(task, completed=told.done, total=told.total, description=line(told))
        bar.start()  # not before there is something to show: words come first

    try:
        yield tell
    finally:
        bar.stop()


def _lines(every: float) -> Callable[[Told], None]:
    last = time.monotonic()

    def tell(told: Told) -> None:
        nonlocal last
        if told.done >= told.total or time.monotonic() - last >= every:
            last = time.monotonic()
            print(line(told), file=sys.stderr, flush=True)

    return tell

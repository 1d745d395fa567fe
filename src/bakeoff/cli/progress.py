"""How far a run is: a bar with rate and time left on a terminal, one line a minute otherwise; always to stderr."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import isfinite
from typing import Any, Protocol

from bakeoff.cli.say import note, seconds

__all__ = ["Event", "line", "listening"]


class Event(Protocol):
    """What a runner tells after each unit (runs.local.Progress)."""

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


def line(event: Event) -> str:
    """Where the run is, in one line."""
    parts = [f"{event.done} of {event.total} units", f"{event.rate:.1f} per second" if isfinite(event.rate) else ""]
    if event.done < event.total and isfinite(event.seconds_left):
        parts.append(f"about {seconds(event.seconds_left)} left")
    parts.append(_bad(event))
    return ", ".join(part for part in parts if part)


def _bad(event: Event) -> str:
    counts = ((event.failed, "failed"), (event.invalid, "invalid"))
    return ", ".join(f"{count} {word}" for count, word in counts if count)


@contextmanager
def listening(*, every: float = 60.0, quiet: bool = False) -> Iterator[Callable[[Any], None]]:
    """A listener for a runner; it is closed, and the bar with it, when the block ends."""
    if quiet:
        yield lambda _event: None
    elif sys.stderr.isatty():
        with _bar() as listener:
            yield listener
    else:
        yield _lines(every)


def _lines(every: float) -> Callable[[Event], None]:
    last = time.monotonic()

    def tell(event: Event) -> None:
        nonlocal last
        if event.done >= event.total or time.monotonic() - last >= every:
            last = time.monotonic()
            note(line(event))

    return tell


@contextmanager
def _bar() -> Iterator[Callable[[Event], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (BarColumn(bar_width=32), TextColumn("{task.percentage:>3.0f} %"), TextColumn("{task.description}"))
    bar = Progress(*columns, console=Console(stderr=True), transient=True, refresh_per_second=5)
    task = bar.add_task("", total=None)

    def tell(event: Event) -> None:
        bar.update(task, completed=event.done, total=event.total, description=line(event))
        bar.start()  # not before there is something to show: words come first

    try:
        yield tell
    finally:
        bar.stop()

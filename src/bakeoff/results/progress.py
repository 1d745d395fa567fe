"""How far a run is: a bar on a terminal or in a notebook, a line a minute to stderr elsewhere."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import isfinite
from typing import Any, Protocol

__all__ = ["Told", "watching"]


class Told(Protocol):
    """What a runner tells after each unit."""

    @property
    def done(self) -> int: ...
    @property
    def total(self) -> int: ...
    @property
    def failed(self) -> int: ...
    @property
    def seconds_left(self) -> float: ...


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
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(bar_width=32), TextColumn("{task.description}"), TimeRemainingColumn(compact=True))
    with Progress(*columns, console=console, transient=True, refresh_per_second=5) as bar:
        task = bar.add_task("starting", total=None)

        def tell(told: Told) -> None:
            bar.update(task, completed=told.done, total=told.total, description=_words(told))

        yield tell


def _lines(every: float) -> Callable[[Told], None]:
    last = time.monotonic()

    def tell(told: Told) -> None:
        nonlocal last
        if time.monotonic() - last >= every:
            last = time.monotonic()
            left = f", about {told.seconds_left:.0f} s left" if isfinite(told.seconds_left) else ""
            print(f"{_words(told)}{left}", file=sys.stderr, flush=True)

    return tell


def _words(told: Told) -> str:
    bad = f", {told.failed} failed" if told.failed else ""
    return f"{told.done} of {told.total} units{bad}"

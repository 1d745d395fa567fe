"""The figures of a page drawn by two processes, as drawing is most of the time that a page takes."""

import json
import os
import tempfile
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import IO

__all__ = ["Ink", "draw_together"]

FEWEST = 6  # figures for which a second process pays


class Ink:
    """A picture that is drawn when it is first asked for, once."""

    __slots__ = ("_draw", "_drawn")

    def __init__(self, draw: Callable[[], str]) -> None:
        self._draw = draw
        self._drawn: str | None = None

    def __call__(self) -> str:
        if self._drawn is None:
            self._drawn = self._draw()
        return self._drawn

    @property
    def waiting(self) -> bool:
        """Whether it is not drawn yet."""
        return self._drawn is None

    def take(self, drawn: str) -> None:
        """Keep what another process has drawn."""
        self._drawn = drawn


def draw_together(inks: Sequence[Ink]) -> None:
    """Draw them all; every second one in a child where there is a second processor and nothing else runs in this process.

    A child that fails costs nothing but time: what it did not draw is drawn here, when it is asked for.
    """
    waiting = [ink for ink in inks if ink.waiting]
    if len(waiting) < FEWEST or not _may_fork():
        return
    waiting[0]()  # what all figures need is imported before the fork
    mine, others = waiting[1::2], waiting[2::2]
    try:
        file = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115 - closed below
    except OSError:  # no room for temporary files
        return
    with file:
        child = os.fork()
        if not child:
            _draw_into(file, others)
        try:
            for ink in mine:
                ink()
        finally:
            with suppress(ChildProcessError):  # where ended children are ignored, waiting has no result
                os.waitpid(child, 0)
        file.seek(0)
        with suppress(ValueError):  # the child did not end its list
            for ink, drawn in zip(others, json.load(file), strict=True):
                ink.take(drawn)


def _may_fork() -> bool:
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
    return hasattr(os, "fork") and processors > 1 and threading.active_count() == 1


def _draw_into(file: IO[str], inks: Sequence[Ink]) -> None:
    """What the child does; it ends here, without the endings of this process."""
    with suppress(BaseException):
        json.dump([ink() for ink in inks], file)
        file.flush()
    os._exit(0)

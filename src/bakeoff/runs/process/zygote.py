"""The zygote: imports what learners need once, forks children, watches and buries them. Run as a program of its own.

Its argument is the number of an inherited socket to the coordinator.

It speaks only when spoken to or when a child dies. One pool after the other gets it, each with a wire of its own; when
that closes, for whatever reason, it kills everything that it started for this pool. It ends when the coordinator has
gone or has not asked for anything for a while.
"""

import contextlib
import gc
import os
import select
import socket
import sys
from collections.abc import Sequence
from importlib import import_module
from time import monotonic

from bakeoff.core.isolation.messages import Frame, encoded, receive, send

__all__ = ["main"]

_TICK = 0.5  # seconds between two looks whether the coordinator lives


def main() -> None:
    """Import, then serve as the children's nurse, again and again."""
    coordinator = socket.socket(fileno=int(sys.argv[1]))
    os.set_inheritable(coordinator.fileno(), False)
    wishes = receive(coordinator)
    if wishes is None:
        return
    sys.path[:] = wishes.header["path"]
    _environment(wishes.header["environment"])
    _import(["bakeoff.runs.process.child_supervisor", *wishes.header["modules"]])
    parent = wishes.header["parent"]
    from bakeoff.runs.process.child_supervisor import ChildSupervisor

    while (pool := _next(coordinator, parent, wishes.header["idle"])) is not None:
        with socket.socket(fileno=pool.files[0]) as wire:
            _import(pool.header["modules"])
            send(wire, encoded({"ready": os.getpid()}, {}))
            alone = ChildSupervisor(wire, parent=parent, lines=pool.header["lines"], hidden=(coordinator,)).watch()
        if not alone:
            return
        with contextlib.suppress(OSError):
            send(coordinator, encoded({"free": True}, {}))


def _next(coordinator: socket.socket, parent: int, idle: float) -> Frame | None:
    """What the next pool wants; None if there will be none."""
    end = monotonic() + idle
    while monotonic() < end and os.getppid() == parent:  # a fork of the coordinator may keep its end of the wire open
        if select.select([coordinator], [], [], _TICK)[0]:
            return receive(coordinator)
    return None


def _import(modules: Sequence[str]) -> None:
    """Those that are not here yet. What cannot be imported fails in the unit that needs it, with its message."""
    new = [name for name in modules if name not in sys.modules]
    for name in new:
        with contextlib.suppress(Exception):
            import_module(name)
    if new:
        gc.collect()
        gc.freeze()  # children then neither copy nor scan what all of them share


def _environment(wanted: dict[str, str | None]) -> None:
    """What the start of this process needed, but learners shall not see."""
    for name, value in wanted.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value


if __name__ == "__main__":
    main()

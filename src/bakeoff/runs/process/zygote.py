"""The zygote: imports what learners need once, forks children, watches and buries them. Run as a program of its own.

    python -m bakeoff.runs.process.zygote FD        FD: the number of an inherited socket to the coordinator

It speaks only when spoken to or when a child dies. When the coordinator's end closes, for whatever reason, it kills
everything it started and ends.
"""

import contextlib
import gc
import os
import socket
import sys
from importlib import import_module

from bakeoff.runs.process.messages import encoded, receive, send

__all__ = ["main"]


def main() -> None:
    """Import, report ready, then serve as the children's nurse."""
    coordinator = socket.socket(fileno=int(sys.argv[1]))
    os.set_inheritable(coordinator.fileno(), False)
    wishes = receive(coordinator)
    if wishes is None:
        return
    sys.path[:] = wishes.header["path"]
    _environment(wishes.header["environment"])
    for name in wishes.header["modules"]:
        with contextlib.suppress(
            Exception
        ):  # what cannot be imported here fails in the unit that needs it, with its message
            import_module(name)
    from bakeoff.runs.process.child_supervisor import ChildSupervisor

    gc.collect()
    gc.freeze()  # children then neither copy nor scan what all of them share
    send(coordinator, encoded({"ready": os.getpid()}, {}))
    ChildSupervisor(coordinator, lines=wishes.header["lines"]).watch()


def _environment(wanted: dict[str, str | None]) -> None:
    """What the start of this process needed, but learners shall not see."""
    for name, value in wanted.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value


if __name__ == "__main__":
    main()

"""The process that answers: it imports everything once and forks a child with limits for each question.

Its arguments are SOCKET SECONDS BYTES. It ends when its standard input does, so it never outlives the server.
A question is one message, and so is its answer.
"""

import json
import os
import select
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from bakeoff.core.isolation.limits import set_limits
from bakeoff.core.isolation.messages import encoded, next_message

__all__ = ["main"]

LARGEST_FILE = 1 << 20  # bytes that a child may write to a file; an answer goes through its socket


def main(path: str, seconds: int, memory: int) -> None:
    """Listen until the server is gone."""
    import scipy.stats  # noqa: F401 - imported once here instead of in every child

    import bakeoff.figures.drawing.svg  # noqa: F401
    from bakeoff.web.questions import answered

    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # children are not waited for
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which closes our input
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(path)
    listener.listen(64)
    os.write(1, encoded({"ready": os.getpid()}, {}))
    while True:
        ready, _, _ = select.select([listener, sys.stdin.fileno()], [], [])
        if sys.stdin.fileno() in ready:
            return
        connection, _ = listener.accept()
        if os.fork():
            connection.close()
            continue
        listener.close()
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        set_limits(memory=memory, seconds=seconds, file_bytes=LARGEST_FILE)
        os.nice(5)
        _serve(connection, answered)
        os._exit(0)


def _serve(connection: socket.socket, answered: Callable[[Any], object]) -> None:
    with connection, connection.makefile("rb") as source:
        request = next_message(source)
        if request is None:
            return
        try:
            reply = answered(request.header)
        except Exception as error:  # noqa: BLE001 - the server turns it into a page
            reply = {"bug": f"{type(error).__name__}: {error}"}
        # Names of files need not be text; half a character could not be sent to a browser.
        text = json.dumps(reply, allow_nan=False, ensure_ascii=False).encode("utf-8", "replace")
        with suppress(BrokenPipeError):
            connection.sendall(encoded({}, {"reply": text}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))

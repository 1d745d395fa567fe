"""The process that answers: it imports everything once and forks a child with limits for each question.

Its arguments are SOCKET SECONDS BYTES. It ends when its standard input does, so it never outlives the server.
A question is one JSON object up to the end of the stream, and so is its answer.
"""

import json
import os
import resource
import select
import signal
import socket
import sys
from contextlib import suppress

__all__ = ["main"]

CHUNK = 1 << 20
LARGEST_FILE = 1 << 20  # bytes that a child may write to a file; an answer goes through its socket


def main(path: str, seconds: int, memory: int) -> None:
    """Listen until the server is gone."""
    import scipy.stats  # noqa: F401 - imported once here instead of in every child

    import bakeoff.figures.svg  # noqa: F401
    from bakeoff.web.questions import answered

    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # children are not waited for
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which closes our input
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(path)
    listener.listen(64)
    print("ready", flush=True)
    while True:
        ready, _, _ = select.select([listener, sys.stdin.fileno()], [], [])
        if sys.stdin.fileno() in ready:
            return
        connection, _ = listener.accept()
        if os.fork():
            connection.close()
            continue
        listener.close()
        _limit(seconds, memory)
        _serve(connection, answered)
        os._exit(0)


def _limit(seconds: int, memory: int) -> None:
    """No child takes more time, memory or disk than this, whatever it was asked."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    used = resource.getrusage(resource.RUSAGE_SELF)
    spent = int(used.ru_utime + used.ru_stime)
    resource.setrlimit(resource.RLIMIT_CPU, (spent + seconds, spent + seconds))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.alarm(2 * seconds)  # a child that waits instead of working
    os.nice(5)


def _serve(connection: socket.socket, answered: object) -> None:
    parts = []
    while part := connection.recv(CHUNK):
        parts.append(part)
    try:
        reply = answered(json.loads(b"".join(parts)))  # type: ignore[operator]
    except Exception as error:  # noqa: BLE001 - the server turns it into a page
        reply = {"bug": f"{type(error).__name__}: {error}"}
    with suppress(BrokenPipeError):
        # Names of files need not be text; half a character could not be sent to a browser.
        connection.sendall(json.dumps(reply, allow_nan=False, ensure_ascii=False).encode("utf-8", "replace"))
    connection.close()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))

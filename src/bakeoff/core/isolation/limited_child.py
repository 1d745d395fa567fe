"""LimitedChild: one of our modules in a process of its own, in a private folder; it is asked, and answers within bounds."""

import os
from collections.abc import Mapping
from contextlib import suppress
from selectors import EVENT_READ, DefaultSelector
from time import monotonic
from typing import Any

from bakeoff.core.isolation.child_process import DEVNULL, PIPE, TimeoutExpired, start_python
from bakeoff.core.isolation.messages import PREFIX_BYTES, Frame, encoded, length_after, opened
from bakeoff.core.isolation.private_folder import PrivateFolder

__all__ = ["ChildEnded", "LimitedChild"]

_GULP = 1 << 16  # bytes that are read at a time: what a pipe holds
_PATIENCE = 1  # seconds in which a child that has closed its pipe ends


class ChildEnded(Exception):
    """The child has ended, or has sent what is no answer; with its exit code, if it has one."""

    def __init__(self, code: int | None) -> None:
        super().__init__(f"exit code {code}")
        self.code = code


class LimitedChild:
    """A child process for a stranger's file or question. The module sets its own limits of memory (`limits.set_limits`).

    A program that shall survive Ctrl-C in the terminal gets a `session`; `quiet` drops what it prints to the standard error.
    """

    def __init__(self, module: str, *arguments: str, session: bool = False, quiet: bool = False) -> None:
        self._folder = PrivateFolder()
        self.folder = self._folder.path
        self._process = start_python(
            module, *arguments, folder=self.folder, stdin=PIPE, stdout=PIPE, stderr=DEVNULL if quiet else None, session=session
        )  # fmt: skip

    def ask(self, header: Mapping[str, Any], parts: Mapping[str, bytes], *, most: int, seconds: float) -> Frame:
        """Send a request and return its answer of at most so many bytes.

        Raises TimeoutError where the time is up and ChildEnded where no answer comes; the child is closed then.
        """
        assert self._process.stdin is not None
        deadline = monotonic() + seconds
        try:
            self._process.stdin.write(encoded(header, parts))
            self._process.stdin.flush()
            return self.next(deadline, most)
        except TimeoutError:
            self.close()
            raise
        except (OSError, EOFError, ValueError, KeyError):
            raise ChildEnded(self._end()) from None

    def next(self, deadline: float, most: int) -> Frame:
        """The next message of the child; TimeoutError, EOFError or ValueError where there is none of at most that length."""
        prefix = self._read(PREFIX_BYTES, deadline)
        return opened(prefix + self._read(length_after(prefix, most), deadline))

    def _read(self, number: int, deadline: float) -> bytes:
        assert self._process.stdout is not None
        pipe, data = self._process.stdout.fileno(), bytearray()
        with DefaultSelector() as selector:
            selector.register(pipe, EVENT_READ)
            while len(data) < number:
                if not selector.select(max(deadline - monotonic(), 0)):
                    raise TimeoutError
                piece = os.read(pipe, min(number - len(data), _GULP))
                if not piece:
                    raise EOFError
                data += piece
        return bytes(data)

    def _end(self) -> int | None:
        """The exit code of a child that has broken the rules; None where it had to be ended."""
        try:
            return self._process.wait(_PATIENCE)
        except TimeoutExpired:
            return None
        finally:
            self.close()

    def close(self) -> None:
        """End the process and remove its folder; again does nothing."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(BrokenPipeError):
                    pipe.close()
        self._folder.close()

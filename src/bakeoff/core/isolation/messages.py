"""Messages between processes: a length, a JSON header, raw bytes, perhaps open files. All children of bakeoff use them.

Nothing that comes back from a child is ever unpickled: it may be the work of foreign code. Messages of a child begin with a
secret of its own, so that nothing else that is written on its wire passes for one.
"""

import json
import os
import socket
import struct
import sys
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hmac import compare_digest
from typing import Any, BinaryIO

__all__ = [
    "MARK_BYTES", "PREFIX_BYTES", "Frame", "Inbox", "Outbox", "encoded", "length_after", "next_message", "opened", "receive", "send",
]  # fmt: skip

MARK_BYTES = 16
_PREFIX = struct.Struct(f">{MARK_BYTES}sIQ")  # a mark, the header's length, the length of all that follows it
PREFIX_BYTES = _PREFIX.size
_MARK = b"bakeoff message "
_MOST_FILES = 8
_GULP = 2**20


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Frame:
    """One message."""

    header: dict[str, Any]
    parts: dict[str, memoryview] = field(default_factory=dict)
    files: tuple[int, ...] = ()


def encoded(header: Mapping[str, Any], parts: Mapping[str, bytes], *, mark: bytes = _MARK) -> bytes:
    """A message as it travels; a header is JSON, the parts follow it in the order of their names given there."""
    sizes = {name: len(data) for name, data in parts.items()}
    text = json.dumps({"header": header, "parts": sizes}).encode()
    return b"".join([_PREFIX.pack(mark, len(text), sum(sizes.values())), text, *parts.values()])


def decoded(text: bytes, body: memoryview, files: Sequence[int] = ()) -> Frame:
    """The inverse of `encoded`, once all bytes are here; the files are those that came along."""
    facts = json.loads(text)
    parts, start = {}, 0
    for name, size in facts["parts"].items():
        parts[name] = body[start : start + size]
        start += size
    return Frame(header=facts["header"], parts=parts, files=tuple(files))


def opened(message: bytes) -> Frame:
    """A whole message that came some other way than through a socket.

    >>> opened(encoded({"a": 1}, {"b": b"xyz"})).header
    {'a': 1}
    """
    mark, header, body = _PREFIX.unpack_from(message)
    if mark != _MARK or len(message) != _PREFIX.size + header + body:
        raise ValueError("not a message")
    view = memoryview(message)[_PREFIX.size :]
    return decoded(bytes(view[:header]), view[header:])


def length_after(prefix: bytes, most: int) -> int:
    """How many bytes follow the first ones of a message; ValueError where it is none, or longer than allowed.

    >>> message = encoded({"a": 1}, {"b": b"xyz"})
    >>> length_after(message[:PREFIX_BYTES], 100) == len(message) - PREFIX_BYTES
    True
    """
    mark, header, body = _PREFIX.unpack(prefix)
    if mark != _MARK or header + body > most:
        raise ValueError("not a message, or too long a message")
    return int(header + body)


def next_message(source: BinaryIO) -> Frame | None:
    """The next whole message from a trusted partner that writes to a pipe, waiting for it; None at its end."""
    prefix = source.read(PREFIX_BYTES)
    if len(prefix) < PREFIX_BYTES:
        return None
    return opened(prefix + source.read(length_after(prefix, sys.maxsize)))


def send(to: socket.socket, message: bytes, files: Sequence[int] = ()) -> None:
    """Send it all; open files travel with the first bytes."""
    if files:
        sent = socket.send_fds(to, [message[: _PREFIX.size]], list(files))
        message = message[sent:]
    to.sendall(message)


def receive(source: socket.socket) -> Frame | None:
    """The next whole message from a trusted partner, waiting for it; None at the end, also at a violent one."""
    prefix, files = b"", []
    try:
        while len(prefix) < _PREFIX.size:
            data, more, _, _ = socket.recv_fds(source, _PREFIX.size - len(prefix), _MOST_FILES)
            if not data:
                return None
            prefix += data
            files += more
        _, header, body = _PREFIX.unpack(prefix)
        view, filled = memoryview(bytearray(header + body)), 0
        while filled < len(view):
            got = source.recv_into(view[filled:])
            if not got:
                return None
            filled += got
    except ConnectionError:  # it died with something unread
        return None
    for descriptor in files:
        os.set_inheritable(descriptor, False)
    return decoded(bytes(view[:header]), view[header:], files)


class Inbox:
    """Collects what a child sends, without ever waiting for it; each message must begin with `mark`."""

    def __init__(self, source: socket.socket, *, mark: bytes = _MARK) -> None:
        self._source, self._mark = source, mark
        self._buffer = bytearray(_PREFIX.size)
        self._filled = 0
        self._header: int | None = None  # its length, once the prefix is known
        self.ended = False

    def frames(self) -> Iterator[Frame]:
        """Every message that is complete by now. ValueError if what comes is not a message at all."""
        while self._fill():
            if self._header is None:
                mark, self._header, body = _PREFIX.unpack(self._buffer)
                if not compare_digest(mark, self._mark) or body > 2**40:
                    raise ValueError("not a message")
                self._start(self._header + body)
                continue
            view, header = memoryview(self._buffer), self._header
            self._header = None
            self._start(_PREFIX.size)
            yield decoded(bytes(view[:header]), view[header:])

    def _start(self, size: int) -> None:
        self._buffer, self._filled = bytearray(size), 0

    def _fill(self) -> bool:
        """Read until the buffer is full (True) or nothing more is there (False)."""
        view = memoryview(self._buffer)
        while self._filled < len(view):
            try:
                got = self._source.recv_into(view[self._filled : self._filled + _GULP], 0, socket.MSG_DONTWAIT)
            except BlockingIOError:
                return False
            except OSError:
                got = 0
            if not got:
                self.ended = True
                return False
            self._filled += got
        return True


class Outbox:
    """Sends what it is given piece by piece, without ever waiting for a partner that does not read."""

    def __init__(self, to: socket.socket) -> None:
        self._to = to
        self._waiting: deque[tuple[memoryview, tuple[int, ...]]] = deque()

    def put(self, message: bytes, files: Sequence[int] = ()) -> None:
        """Open files go with the first bytes of their message."""
        self._waiting.append((memoryview(message), tuple(files)))

    def push(self) -> bool:
        """Send as much as goes; whether that was all. OSError if the partner has gone."""
        while self._waiting:
            data, files = self._waiting[0]
            try:
                if files:
                    sent = socket.send_fds(self._to, [data[: _PREFIX.size]], list(files), socket.MSG_DONTWAIT)
                else:
                    sent = self._to.send(data[:_GULP], socket.MSG_DONTWAIT)
            except BlockingIOError:
                return False
            self._waiting[0] = data[sent:], ()
            if sent == len(data):
                self._waiting.popleft()
        return True

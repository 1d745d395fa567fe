"""Messages between processes: a length, a JSON header, raw bytes, perhaps open files. All children of bakeoff use them."""

import os
import socket

import numpy as np
import pytest

from bakeoff.core.isolation.messages import Inbox, Outbox, encoded, receive, send


@pytest.fixture
def wire():
    ends = socket.socketpair()
    yield ends
    for one in ends:
        one.close()


def test_a_message_with_files_arrives_whole(wire: tuple) -> None:
    file = os.memfd_create("x")
    os.write(file, b"inside")
    send(wire[0], encoded({"a": [1, None]}, {"p": b"12", "q": b""}), [file])
    frame = receive(wire[1])
    assert (frame.header, bytes(frame.parts["p"]), bytes(frame.parts["q"])) == ({"a": [1, None]}, b"12", b"")
    assert os.pread(frame.files[0], 10, 0) == b"inside"
    os.close(file)
    os.close(frame.files[0])
    wire[0].close()
    assert receive(wire[1]) is None


def test_inbox_and_outbox_never_wait(wire: tuple) -> None:
    large = np.random.default_rng(0).bytes(3_000_000)
    outbox, inbox = Outbox(wire[0]), Inbox(wire[1])
    assert list(inbox.frames()) == []
    for at in range(3):
        outbox.put(encoded({"at": at}, {"large": large}))
    found = []
    while len(found) < 3:
        outbox.push()
        found += inbox.frames()
    assert outbox.push()
    assert [frame.header["at"] for frame in found] == [0, 1, 2]
    assert all(bytes(frame.parts["large"]) == large for frame in found)
    wire[0].close()
    assert list(inbox.frames()) == []
    assert inbox.ended


def test_noise_on_the_wire_is_noticed(wire: tuple) -> None:
    wire[0].send(b"this is no message at all, but as long as the beginning of one")
    with pytest.raises(ValueError, match="not a message"):
        list(Inbox(wire[1]).frames())

"""Messages, mapped data and the numbers on the desk."""

import mmap
import os
import socket
from pathlib import Path

import numpy as np
import pytest

from bakeoff.core.isolation.messages import Inbox, Outbox, encoded, receive, send
from bakeoff.data.dataset import Column, Dataset
from bakeoff.data.tasks import BINARY, REGRESSION
from bakeoff.runs.process.isolation import capture_warnings, describe_exception
from bakeoff.runs.process.pickling import model_bytes
from bakeoff.runs.process.procfs import shared_bytes, shared_bytes_at_most
from bakeoff.runs.process.shared_memory import SharedStatus, anonymous_file, open_shared, write_shared
from bakeoff.runs.store.arrays import npy_bytes, read_array


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


@pytest.mark.parametrize("data", [b"", b"abc", npy_bytes(np.arange(5))[:-3], b"\x93NUMPY\x01\x00\x02\x00{}"])
def test_bytes_that_are_no_array(data: bytes) -> None:
    assert read_array(memoryview(data)) is None


def test_arrays_of_objects_are_never_read() -> None:
    text = b"{'descr': '|O', 'fortran_order': False, 'shape': (1,), }\n"
    data = b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + b"x" * 8
    assert read_array(memoryview(data)) is None


def test_arrays_of_any_shape_travel() -> None:
    for array in (np.arange(6).reshape(2, 3), np.asfortranarray(np.ones((2, 3))), np.float32(3), np.zeros((0, 2))):
        back = read_array(memoryview(npy_bytes(np.asarray(array))))
        assert np.array_equal(back, array)


def test_a_mapped_data_set_is_the_same_and_cannot_be_written() -> None:
    data = Dataset(
        name="d",
        task=BINARY,
        features=np.arange(8.0).reshape(4, 2),
        target=[0, 1, 0, 1],
        columns=(Column(name="p"), Column(name="q")),
        classes=("a", "b"),
        groups=np.array(["u", "v", None, "w"], dtype=object),
        time=np.array(["2020", "2021", "2022", "2023"], dtype="datetime64[D]"),
        rows=np.array(["k", "l", "m", "nn"]),
    )
    file, card = write_shared(data)
    back = open_shared(file, card)
    assert back.fingerprint == data.fingerprint
    with pytest.raises(ValueError, match="read-only"):
        back.features[0, 0] = 1
    with pytest.raises(OSError, match="not permitted"):
        os.pwrite(file, b"x", 0)
    os.close(file)
    assert back.take([3]).rows.tolist() == ["nn"]


def test_an_empty_data_set_can_be_mapped() -> None:
    data = Dataset(name="e", task=REGRESSION, features=np.zeros((0, 0)), target=[], columns=())
    file, card = write_shared(data)
    assert open_shared(file, card).fingerprint == data.fingerprint
    os.close(file)


def test_the_desk_shows_what_a_child_wrote() -> None:
    desk = SharedStatus(2)
    assert not desk.read(1).busy
    desk.begin(1, seconds=5.0, memory=None)
    desk.stage(1, "predict")
    entry = desk.read(1)
    assert (entry.stage, entry.busy, entry.memory) == ("predict", True, 0.0)
    assert entry.deadline == entry.began + 5.0
    desk.end(1)
    assert not desk.read(1).busy


def test_a_model_that_cannot_be_pickled_or_takes_too_long_has_no_size() -> None:
    class Stubborn:
        def __reduce__(self) -> object:
            raise RuntimeError("never")

    assert np.isnan(model_bytes(Stubborn(), seconds=1.0))
    assert np.isnan(model_bytes([object() for _ in range(200_000)], seconds=0.0))
    assert model_bytes(np.zeros(1000), seconds=1.0) > 8000


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="needs /proc of Linux")
def test_shared_memory_counts_and_data_that_can_only_be_read_do_not() -> None:
    size, before = 2**24, shared_bytes(os.getpid())
    with mmap.mmap(-1, size) as own:
        own.write(b"x" * size)
        assert size <= shared_bytes(os.getpid()) - before < size + 2**22
        assert shared_bytes_at_most(os.getpid()) >= size
    file = anonymous_file(size)
    os.pwrite(file, b"x" * size, 0)
    with mmap.mmap(file, size, prot=mmap.PROT_READ) as data:
        assert data.read().count(b"x") == size
        assert shared_bytes(os.getpid()) - before < 2**22
    os.close(file)
    assert shared_bytes(2**30) == shared_bytes_at_most(2**30) == 0


def test_errors_that_cannot_even_be_printed() -> None:
    class Mute(Exception):
        def __str__(self) -> str:
            raise ValueError

    sentence, detail = describe_exception(Mute())
    assert sentence == "Mute, whose message cannot be read"
    assert len(detail) < 20_000


def test_a_flood_of_warnings_is_counted_not_kept() -> None:
    import warnings

    with capture_warnings() as heard:
        for at in range(200):
            warnings.warn(f"number {at}", UserWarning, stacklevel=1)
            warnings.warn("same", UserWarning, stacklevel=1)
    assert len(heard) == 50
    assert heard["UserWarning: same"] == 200

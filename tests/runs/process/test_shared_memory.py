"""Memory that the zygote and its children share: data sets that children only read, and a line of numbers for each child."""

import os

import numpy as np
import pytest

from bakeoff.data.dataset import Column, Dataset
from bakeoff.data.tasks import BINARY, REGRESSION
from bakeoff.runs.process.shared_memory import SharedStatus, open_shared, write_shared


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

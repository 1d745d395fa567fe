"""A catalogue reads the entry points of installed packages when it is asked for more than its own."""

from dataclasses import dataclass
from importlib.metadata import EntryPoint

import pytest

from bakeoff.core.catalogue import Catalogue
from bakeoff.core.errors import UnknownName


@dataclass(frozen=True)
class Entry:
    name: str


ADDED = Entry("added")
CLASH = Entry("own")
NUMBER = 3


@pytest.fixture
def install(monkeypatch):
    reads = []

    def install(**values):
        points = [EntryPoint(name=name, group="some.group", value=value) for name, value in values.items()]

        def read(group):
            reads.append(group)
            return points

        monkeypatch.setattr("bakeoff.core.catalogue.entry_points", read)
        return Catalogue("thing", [Entry("own")], group="some.group"), reads

    return install


def test_its_own_entries_are_found_without_reading_any_package(install):
    catalogue, reads = install(added="tests.core.test_catalogue:ADDED")
    assert catalogue["own"] == Entry("own")
    assert "own" in catalogue
    assert reads == []
    assert catalogue["added"] is ADDED
    assert catalogue.names == ("own", "added")
    assert reads == ["some.group"], "read once"


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("no.such.module:X", "cannot be loaded"),
        ("tests.core.test_catalogue:MISSING", "cannot be loaded"),
        ("tests.core.test_catalogue:NUMBER", "is no Entry"),
        ("tests.core.test_catalogue:CLASH", "another thing has that name"),
    ],
)
def test_a_broken_package_is_left_out_with_one_sentence(install, value, reason):
    catalogue, _ = install(broken=value, good="tests.core.test_catalogue:ADDED")
    with pytest.warns(UserWarning, match=reason) as caught:
        assert catalogue.names == ("own", "added")
    assert len(caught) == 1
    assert "'broken'" in str(caught[0].message)
    with pytest.raises(UnknownName):
        catalogue["broken"]

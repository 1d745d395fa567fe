"""The line that installs an extra names the place that this copy came from."""

import importlib.metadata
import json

import pytest

from bakeoff.core.errors import MissingPackage
from bakeoff.core.install_line import install_line


class Installed:
    """A distribution with this record of where it came from."""

    def __init__(self, record):
        self.record = record

    def read_text(self, name):
        assert name == "direct_url.json"
        return self.record


@pytest.fixture
def came_from(monkeypatch):
    return lambda record: monkeypatch.setattr(importlib.metadata, "distribution", lambda name: Installed(record))


@pytest.mark.parametrize(("editable", "option"), [(True, "-e "), (False, "")])
def test_a_clone(came_from, tmp_path, monkeypatch, editable, option):
    clone = tmp_path / "my clone"
    clone.mkdir()
    (clone / "pyproject.toml").touch()
    came_from(json.dumps({"url": clone.as_uri(), "dir_info": {"editable": editable}}))
    assert install_line("deploy") == f"pip install {option}'{clone}[deploy]'"
    monkeypatch.chdir(clone)
    assert install_line("deploy") == f"pip install {option}'.[deploy]'"
    assert str(MissingPackage("skops", "saving a model", extra="deploy")).endswith(f"pip install {option}'.[deploy]'")


@pytest.mark.parametrize("record", [None, "{}", "not json", '{"url": "file:///nowhere/at/all", "dir_info": {}}', "[]"])
def test_an_index_of_packages(came_from, record):
    came_from(record)
    assert install_line("deploy") == "pip install 'bakeoff[deploy]'"


def test_a_copy_that_is_not_installed(monkeypatch):
    def missing(name):
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "distribution", missing)
    assert install_line("deploy") == "pip install 'bakeoff[deploy]'"

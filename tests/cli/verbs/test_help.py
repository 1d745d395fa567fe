"""`bakeoff help`: the commands, all of them, or one in full."""

import os
import sys
from dataclasses import replace

import click
import pytest
from click.testing import CliRunner

from bakeoff.cli import main
from bakeoff.cli.verb import VERBS, HelpHeading


def test_every_verb_is_under_its_heading_in_the_help():
    shown = CliRunner().invoke(main.cli, ["help", "--all"]).output
    parts = {heading: shown.index(f"{heading}:") for heading in HelpHeading}
    assert list(parts.values()) == sorted(parts.values())
    for verb in VERBS:
        place = shown.index(f"\n  {verb.name} ")
        assert max(start for start in parts.values() if start < place) == parts[verb.heading]


@pytest.fixture
def verb(monkeypatch):
    """Put one small verb in the place of `check`."""

    def put(body):
        module = type(sys)("verb_under_test")
        module.command = click.Command("check", callback=body)
        monkeypatch.setitem(sys.modules, "verb_under_test", module)
        monkeypatch.setitem(VERBS._by_name, "check", replace(VERBS["check"], command="verb_under_test"))
        return lambda *extra: CliRunner().invoke(main.cli, ["check", *extra])

    monkeypatch.delenv("BAKEOFF_TRACEBACK", raising=False)
    yield put
    os.environ.pop("BAKEOFF_TRACEBACK", None)  # --traceback sets it for the rest of the process

"""docs/python-api.md shows a command for each function of `bo`: the table is complete, and every command in it can be typed."""

import inspect
import re
import shlex
from pathlib import Path

import click
import pytest

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.cli.verb import VERBS

PAGE = (Path(__file__).parents[2] / "docs" / "python-api.md").read_text(encoding="utf-8")
SECTION = PAGE.partition("## The same from the shell")[2].partition("\n## ")[0]
ROWS = [
    tuple(cell.strip() for cell in line.strip("|").split(" | "))
    for line in SECTION.splitlines()
    if line.startswith("| `")
]
TYPED = [text for _, right in ROWS for text in re.findall(r"`(bakeoff [^`]+)`", right)]


def test_every_function_has_its_line():
    public = {name for name in bo.__all__ if inspect.isfunction(getattr(bo, name))}
    named = [name for left, _ in ROWS for name in re.findall(r"bo\.(\w+)", left)]
    assert sorted(named) == sorted(public)


def test_a_line_has_a_command_a_key_or_a_reason():
    for left, right in ROWS:
        assert re.search(r"`bakeoff |in a study file `\[|Python only: \w", right), left


def test_every_verb_is_named():
    """A new verb gets a line of the table, or a word in the paragraph under it."""
    words = set(re.findall(r"[a-z-]+", " ".join(re.findall(r"`([^`]+)`", SECTION))))
    assert set(VERBS.names) <= words


@pytest.mark.parametrize("text", TYPED)
def test_the_command_can_be_typed(text):
    """The options exist and take what is written; nothing is run."""
    verb, *words = shlex.split(text)[1:]
    command = cli.get_command(click.Context(cli), verb)
    assert command is not None
    command.make_context(verb, words)

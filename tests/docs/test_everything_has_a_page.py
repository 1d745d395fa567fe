"""A verb, an option, a note, an entry of a catalogue, a public name without a page fails here."""

import re
from pathlib import Path

import click
import pytest

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.cli.verb import VERBS
from bakeoff.report.silence import note_kinds
from bakeoff.tabular.formats import FORMATS

DOCS = Path(__file__).parents[2] / "docs"


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def commands() -> dict[str, click.Command]:
    """Every verb, also those inside a group, with the words that call it."""
    context = click.Context(cli, info_name="bakeoff")
    every = {}
    for verb in VERBS.names:
        command = cli.get_command(context, verb)
        every[f"bakeoff {verb}"] = command
        every |= {f"bakeoff {verb} {name}": part for name, part in getattr(command, "commands", {}).items()}
    return every


COMMANDS = commands()


@pytest.mark.parametrize("words", COMMANDS)
def test_a_verb_and_its_options_are_on_the_page_of_the_command_line(words):
    sections = dict(re.findall(r"^## `(.+)`\n((?:(?!^## ).*\n?)*)", page("reference/command-line.md"), re.MULTILINE))
    options = {
        name
        for param in COMMANDS[words].params
        if isinstance(param, click.Option) and not param.hidden
        for name in param.opts
        if name.startswith("--")
    }
    assert options <= set(re.findall(r"--[\w-]+", sections[words]))


@pytest.mark.parametrize("name", ["measures", "tests", "detectors"])
def test_an_entry_of_a_catalogue_has_a_heading(name):
    headings = set(re.findall(r"^##+ `(.+)`$", page(f"reference/{name}.md"), re.MULTILINE))
    assert {entry.name for entry in getattr(bo, name)} == headings


def test_a_format_has_a_heading():
    assert {entry.name for entry in FORMATS} == set(
        re.findall(r"^## `(.+)`$", page("reference/formats.md"), re.MULTILINE)
    )


def test_a_scheme_and_a_task_have_a_place():
    for entry in bo.schemes:
        assert entry.name in page("splits.md") + page("reference/study-file.md"), entry.name
    text = page("data.md") + page("targets.md") + page("measuring.md")
    for entry in bo.tasks:
        assert entry.name in text, entry.name


def test_a_note_is_on_the_page_of_notes():
    assert {kind.code for kind in note_kinds()} <= set(
        re.findall(r"^\| `([\w.-]+)`", page("reference/notes.md"), re.MULTILINE)
    )


def test_a_public_name_is_on_the_overview():
    """Its own page is made from its docstring (`test_site.py`)."""
    text = page("python-api.md")
    assert [name for name in bo.__all__ if name != "__version__" and not re.search(rf"`bo\.{name}\b", text)] == []


def test_llms_txt_is_that_of_today():
    """`python docs/site/llms.py` writes it again."""
    import sys

    sys.path.insert(0, str(DOCS / "site"))
    import llms

    sys.path.remove(str(DOCS / "site"))
    assert page("llms.txt") == llms.text()
    assert (DOCS / "llms.txt").read_text(encoding="utf-8").startswith("# bakeoff\n\n> ")

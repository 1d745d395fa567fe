"""Completion in shells: commands, options, names of catalogues and files, without importing what computes anything."""

import json
from collections.abc import Mapping
from functools import cache, partial
from importlib.metadata import entry_points
from importlib.resources import files as package_files

import click
from click.shell_completion import CompletionItem

from bakeoff.cli.verb import VERBS

__all__ = ["NAMES_FILE", "SHELLS", "VARIABLE", "catalogue_names", "complete_names", "verbs_of"]

SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_BAKEOFF_COMPLETE"  # what a shell sets when it asks for completions
NAMES_FILE = "completion_names.json"  # made by docs/generate.py: catalogues take seconds to import

# What an option is completed with, by its name; of several names the last one is completed after a comma.
_OPTIONS: Mapping[str, str] = {
    "measure": "measures", "measures": "measures", "final_measure": "measures", "test": "tests", "posthoc": "adjustments", "scheme": "schemes", "task": "tasks", "detector": "detectors",
}  # fmt: skip
# What an argument is completed with, by its command and name; other arguments that are texts are files.
_ARGUMENTS: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("measures", "name"): ("measures",),
    ("tests", "name"): ("tests",),
    ("test", "name"): ("tests",),
    ("plan", "name"): ("tests",),
    ("schemes", "name"): ("schemes",),
    ("formats", "name"): ("formats",),
    ("explain", "name"): ("measures", "tests", "schemes", "commands"),
    ("curve", "name"): ("curves",),
    ("table", "name"): (),
    ("make", "name"): ("domains",),
    ("profile", "data"): ("datasets", "files"),
    ("expand", "data"): ("datasets", "files"),
    ("help", "words"): ("commands",),
    ("team", "name"): (),
}
_GROUPS = {
    "measures": "bakeoff.measures",
    "tests": "bakeoff.tests",
    "tasks": "bakeoff.tasks",
}  # of packages that add names


@cache
def catalogue_names(catalogue: str) -> dict[str, str]:
    """The names of a catalogue with what they are; those of installed packages too.

    >>> catalogue_names("schemes")["5x2"]
    '5x2 cross-validation'
    """
    if catalogue == "commands":
        return {verb.name: verb.summary for verb in VERBS}
    own: dict[str, str] = json.loads(package_files("bakeoff.cli").joinpath(NAMES_FILE).read_text(encoding="utf-8"))[
        catalogue
    ]
    group = _GROUPS.get(catalogue)
    more = entry_points(group=group) if group else ()
    return own | {point.name: f"of {point.value.partition('.')[0]}" for point in more if point.name not in own}


def verbs_of(incomplete: str) -> list[CompletionItem]:
    """The commands that begin so."""
    return [CompletionItem(verb.name, help=verb.summary) for verb in VERBS if verb.name.startswith(incomplete)]


def complete_names(command: click.Command) -> click.Command:
    """Let parameters that are texts be completed with names or files; the same for the commands of a group."""
    for param in command.params:
        sources = _sources(command.name or "", param)
        if sources:
            setattr(param, "shell_complete", partial(_complete, sources))  # noqa: B010 - a method of this one parameter
    for part in getattr(command, "commands", {}).values():
        complete_names(part)
    return command


def _sources(command: str, param: click.Parameter) -> tuple[str, ...]:
    """Where the values of a parameter come from; nowhere where click itself knows them, or nobody does."""
    plain = param.type is click.STRING or param.type.name == "task"
    if not plain or getattr(param, "is_flag", False):
        return ()
    if isinstance(param, click.Argument):
        return _ARGUMENTS.get((command, param.name or ""), ("files",))
    catalogue = _OPTIONS.get(param.name or "")
    return () if catalogue is None else (catalogue,)


def _complete(sources: tuple[str, ...], _context: click.Context, incomplete: str) -> list[CompletionItem]:
    """The names that begin so, after the last comma; and a mark that lets the shell list files."""
    before, comma, last = incomplete.rpartition(",")
    files = (
        [CompletionItem(incomplete, type="file")] if "files" in sources else []
    )  # first: bash forgets what came before
    return files + [
        CompletionItem(f"{before}{comma}{name}", help=about)
        for source in sources
        if source != "files"
        for name, about in catalogue_names(source).items()
        if name.startswith(last)
    ]

"""A file that a command reads is never the file that it writes: refused for all commands here, before anything is computed."""

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click

from bakeoff.cli.output.file_types import OutputFile
from bakeoff.core.errors import BadInput

__all__ = ["is_read", "is_written", "refuse_overwriting"]

_RENEWED = frozenset({("save_base", "base")})  # written to replace what was read: the next base of a gate


def refuse_overwriting(command: click.Command, name: str | None, args: Sequence[str], parent: click.Context) -> None:
    """Refuse words of a command line that write over a file which they also read, or write two outputs into one file.

    Another spelling of the same file (a symbolic link, a hard link, ./ before its name) is the same file.
    """
    context = click.Context(command, parent=parent, info_name=name)
    typed, rest, _ = command.make_parser(context).parse_args(list(args))
    outputs = [(param, path) for param in command.params if is_written(param) for path in _words(param, typed)]
    inputs = [(param.name, path) for param in command.params if is_read(param) for path in _paths(param, typed)]
    for index, (param, path) in enumerate(outputs):
        if any(_same(path, source) for reader, source in inputs if (param.name, reader) not in _RENEWED):
            raise BadInput(
                f"{_shown(param)}{path} would overwrite a file that this command reads",
                cure="name another file to write",
            )
        for other, second in outputs[:index]:
            if _same(path, second):
                raise BadInput(
                    f"{other.opts[-1]} and {param.opts[-1]} would both write {path}",
                    cure="name a file for each of them",
                )
    inner = command.get_command(context, rest[0]) if isinstance(command, click.Group) and rest else None
    if inner is not None:
        refuse_overwriting(inner, rest[0], rest[1:], context)


def is_written(param: click.Parameter) -> bool:
    """Whether its value is a file that the command writes."""
    return isinstance(param.type, OutputFile)


def is_read(param: click.Parameter) -> bool:
    """Whether its value may be a file that the command reads: an argument, or an option that takes a path."""
    if is_written(param):
        return False
    names_file = isinstance(param.type, click.Path) or "FILE" in (param.metavar or "")
    return isinstance(param, click.Argument) or names_file


def _shown(param: click.Parameter) -> str:
    """The option before its value; an argument has no name there."""
    return "" if isinstance(param, click.Argument) else f"{param.opts[-1]} "


def _words(param: click.Parameter, typed: Mapping[str, Any]) -> Iterator[str]:
    """The values of a parameter as they were typed, else its default."""
    value = typed.get(str(param.name))
    if not isinstance(value, (str, list, tuple)):
        value = param.default
    values = value if isinstance(value, (list, tuple)) else [value]
    return (word for word in values if isinstance(word, str) and word)


def _paths(param: click.Parameter, typed: Mapping[str, Any]) -> Iterator[str]:
    """What may be paths among its values: each value, and what follows the sign of equality in NAME=FILE."""
    for word in _words(param, typed):
        yield word
        if "=" in word:
            yield word.split("=", 1)[1]


def _same(first: str, second: str) -> bool:
    """Whether two paths lead to one file; folders are none."""
    try:
        if os.path.isdir(first) or os.path.isdir(second):  # noqa: PTH112  paths as they were typed
            return False
        if os.path.exists(first) and os.path.exists(second):  # noqa: PTH110
            return os.path.samefile(first, second)  # noqa: PTH121
        return os.path.realpath(first) == os.path.realpath(second)
    except (OSError, ValueError):  # no name of a file
        return False

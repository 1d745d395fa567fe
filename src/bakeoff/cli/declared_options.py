"""Declared options in the shell: click's options made of them, help under headings, examples, and the word that replaced an old one."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from bakeoff.cli.output.file_types import FIGURE_FILE, OUTPUT_FILE, REPORT_FILE
from bakeoff.cli.verbs._spelled_choice import SpelledChoice
from bakeoff.cli.verbs._task_option import TaskName
from bakeoff.core.arguments import SYNONYMS
from bakeoff.core.errors import UnknownName
from bakeoff.core.options.option import Mode, Option, refuse_foreign

__all__ = ["asked_for", "declared", "explain_command", "refuse_options", "unknown_option"]

_KINDS: dict[Any, Any] = {
    "report": REPORT_FILE,
    "figure": FIGURE_FILE,
    "output": OUTPUT_FILE,
    "file": click.Path(path_type=Path),
    "task": TaskName(),
}

_METAVARS = {str: "NAME", int: "N", float: "NUMBER"}


class DeclaredOption(click.Option):
    """An option of the shell that keeps its declaration."""

    declaration: Option


def declared(*options: Option) -> Callable[[Any], Any]:
    """Give a command these options, in this order."""

    def decorate(command: Any) -> Any:
        for option in reversed(options):
            command = click.option(*_spellings(option), option.name, cls=DeclaredOption, **_settings(option))(command)
            command.__click_params__[-1].declaration = option
        return command

    return decorate


def _spellings(option: Option) -> tuple[str, ...]:
    on = (
        option.flag
        if not option.default or option.kind is not bool
        else f"{option.flag}/--no-{option.flag.removeprefix('--')}"
    )
    return (*option.spelled, on)


def _settings(option: Option) -> dict[str, Any]:
    """What click calls the fields of a declaration."""
    settings: dict[str, Any] = {"help": option.help}
    if option.kind is bool:
        return settings | {"is_flag": True, "default": bool(option.default), "show_default": bool(option.default)}
    if option.default not in {None, ""}:
        settings |= {"default": option.default, "show_default": True}
    elif option.default is not None:
        settings |= {"default": option.default}
    if not isinstance(option.kind, tuple) and option.kind != "task":
        settings |= {"metavar": option.metavar or _METAVARS.get(option.kind, "FILE")}
    return settings | {"type": _type(option), "multiple": option.many, "required": option.required}


def _type(option: Option) -> Any:
    if isinstance(option.kind, tuple):
        return SpelledChoice(option.kind)
    if not option.limits:
        return _KINDS.get(option.kind, option.kind)
    limits = option.limits
    low, high = (limits.get(open_, limits.get(closed)) for open_, closed in (("gt", "ge"), ("lt", "le")))
    kind: Any = click.IntRange if option.kind is int else click.FloatRange
    return kind(low, high, min_open="gt" in limits, max_open="lt" in limits)


def asked_for(context: click.Context) -> set[str]:
    """The names of the options that were typed."""
    names = [param.name for param in context.command.params if param.name]
    return {name for name in names if context.get_parameter_source(name) is ParameterSource.COMMANDLINE}


def refuse_options(context: click.Context, mode: Mode, modes: Sequence[Mode]) -> None:
    """Refuse options that mean nothing for what was brought."""
    options = [param.declaration for param in context.command.params if isinstance(param, DeclaredOption)]
    refuse_foreign(asked_for(context), options, mode, modes)


_HEADINGS = {  # of options that are not declared with one
    "Where it runs": {"workers", "dask", "insecure", "allow_mismatch", "timeout", "memory", "allow"},
    "Output": {
        "output",
        "as_object",
        "figure",
        "figures",
        "summary",
        "junit",
        "flips",
        "steps",
        "quiet",
        "verbose",
        "format",
    },
    "Help": {"traceback"},
}
_LAST = tuple(_HEADINGS)


def _heading(param: click.Parameter) -> str:
    if isinstance(param, DeclaredOption) and param.declaration.heading:
        return param.declaration.heading
    return next(
        (heading for heading, names in _HEADINGS.items() if param.name in names),
        "Help" if "--help" in param.opts else "Options",
    )


def write_options(command: click.Command, context: click.Context, formatter: click.HelpFormatter) -> None:
    """The options under their headings, in the order in which they are declared; output and help come last."""
    parts: dict[str, list[tuple[str, str]]] = {}
    for param in command.get_params(context):
        record = param.get_help_record(context) if isinstance(param, click.Option) else None
        if record is not None:
            parts.setdefault(_heading(param), []).append(record)
    for heading in sorted(parts, key=lambda name: _LAST.index(name) if name in _LAST else -1):
        with formatter.section(heading):
            formatter.write_dl(parts[heading])


def write_examples(examples: Sequence[str], formatter: click.HelpFormatter) -> None:
    """Command lines to copy, as they are typed."""
    if examples:
        with formatter.section("Examples"):
            for line in examples:
                formatter.write(f"{'':{formatter.current_indent}}{line}\n")


def unknown_option(error: click.NoSuchOption) -> str:
    """The sentence about an option that a command lacks; it names the option that replaced a word of another package or an older one."""
    assert error.ctx is not None
    params = error.ctx.command.get_params(error.ctx)
    known = [flag for param in params for flag in (*param.opts, *param.secondary_opts) if flag.startswith("--")]
    word = error.option_name.removeprefix("--").replace("-", "_")
    words = (*SYNONYMS.get(word, ()), f"{word}s", word.removesuffix("s"))
    flags = [f"--{name.replace('_', '-')}" for name in words if name != word]
    meant = [flag for flag in flags if flag in known][:1] or None
    return str(UnknownName(f"option of {error.ctx.info_name}", error.option_name, known, meant=meant))


def explain_command(command: click.Command, examples: Sequence[str]) -> click.Command:
    """Show the options of a command under headings, and these examples below them."""

    def options(context: click.Context, formatter: click.HelpFormatter) -> None:
        write_options(command, context, formatter)
        if isinstance(command, click.Group):
            command.format_commands(context, formatter)

    def epilog(_context: click.Context, formatter: click.HelpFormatter) -> None:
        write_examples(examples, formatter)

    for name, method in (("format_options", options), ("format_epilog", epilog)):
        setattr(command, name, method)
    for name, part in getattr(command, "commands", {}).items():
        explain_command(part, [line for line in examples if f" {name} " in f"{line} "])
    return command

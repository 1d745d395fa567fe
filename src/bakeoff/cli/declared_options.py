"""Declared options in the shell: click's options made of them, what was typed, and the word that replaced an old one."""

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

__all__ = ["DeclaredOption", "declared", "refuse_options", "unknown_option"]

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
    """The option as it may be typed; one that is on by itself can be switched off."""
    off = f"/--no-{option.flag.removeprefix('--')}" if option.default is True else ""
    return (*option.spelled, option.flag + off)


def _settings(option: Option) -> dict[str, Any]:
    """What click calls the fields of a declaration."""
    shown = option.default is True or (option.default not in {None, ""} and option.kind is not bool)
    settings: dict[str, Any] = {"help": option.help, "default": option.default, "show_default": shown}
    if option.kind is bool:
        return settings | {"is_flag": True, "default": bool(option.default)}
    if not isinstance(option.kind, tuple) and option.kind != "task":
        settings["metavar"] = option.metavar or _METAVARS.get(option.kind, "FILE")
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


def refuse_options(context: click.Context, mode: Mode, modes: Sequence[Mode]) -> None:
    """Refuse options that were typed and mean nothing for what was brought."""
    options = [param.declaration for param in context.command.params if isinstance(param, DeclaredOption)]
    names = [option.name for option in options]
    typed = [name for name in names if context.get_parameter_source(name) is ParameterSource.COMMANDLINE]
    refuse_foreign(typed, options, mode, modes)


def unknown_option(error: click.NoSuchOption) -> str:
    """The sentence about an option that a command lacks; it names the option that replaced a word of another package or an older one."""
    assert error.ctx is not None
    params = error.ctx.command.get_params(error.ctx)
    flags = [flag for param in params for flag in (*param.opts, *param.secondary_opts) if flag.startswith("--")]
    word = error.option_name.removeprefix("--").replace("-", "_")
    words = (*SYNONYMS.get(word, ()), f"{word}s", word.removesuffix("s"))
    meant = [flag for name in words if name != word and (flag := f"--{name.replace('_', '-')}") in flags][:1] or None
    other = _verb_with(error.option_name, error.ctx) if meant is None else ""
    if other:
        return f"{error.ctx.info_name} has no option {error.option_name}; `bakeoff {other}` has it"
    return str(UnknownName(f"option of {error.ctx.info_name}", error.option_name, flags, meant=meant))


_NEAR = {
    "compare": ("report",),
    "measure": ("curve", "report"),
    "run": ("report", "compare"),
    "report": ("compare",),
}  # verbs that read the same files


def _verb_with(flag: str, context: click.Context) -> str:
    """The verb that reads the same files and has this option; empty where there is none."""
    group = context.find_root().command
    if not isinstance(group, click.Group):
        return ""
    for name in _NEAR.get(str(context.info_name), ()):
        verb = group.get_command(context, name)
        if verb is not None and any(flag in param.opts for param in verb.params):
            return name
    return ""

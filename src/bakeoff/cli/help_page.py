"""The help of a command: its options under headings, and examples to copy."""

from collections.abc import Sequence

import click

from bakeoff.cli.declared_options import DeclaredOption

__all__ = ["explain_command"]

_HEADINGS = {  # of options that are not declared with one
    "Where it runs": {"workers", "dask", "insecure", "allow_mismatch", "timeout", "memory", "allow"},
    "Output": {"output", "as_object", "figure", "figures", "summary", "quiet", "verbose"},
    "Help": {"traceback"},
}
_LAST = tuple(_HEADINGS)  # these headings come last, in this order


def explain_command(command: click.Command, examples: Sequence[str]) -> click.Command:
    """Show the options of a command under headings, and these examples below them; the same for its commands."""

    def options(context: click.Context, formatter: click.HelpFormatter) -> None:
        _write_options(command, context, formatter)
        if isinstance(command, click.Group):
            command.format_commands(context, formatter)

    def epilog(_context: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Examples"):
            for line in examples:
                formatter.write(f"{'':{formatter.current_indent}}{line}\n")

    methods = {"format_options": options} | ({"format_epilog": epilog} if examples else {})
    for name, method in methods.items():
        setattr(command, name, method)
    for name, part in getattr(command, "commands", {}).items():
        explain_command(part, [line for line in examples if f" {name} " in f"{line} "])
    return command


def _write_options(command: click.Command, context: click.Context, formatter: click.HelpFormatter) -> None:
    """The options in the order in which they are declared."""
    parts: dict[str, list[tuple[str, str]]] = {}
    for param in command.get_params(context):
        record = param.get_help_record(context) if isinstance(param, click.Option) else None
        if record is not None:
            parts.setdefault(_heading(param), []).append(record)
    for heading in sorted(parts, key=lambda name: _LAST.index(name) if name in _LAST else -1):
        with formatter.section(heading):
            formatter.write_dl(parts[heading])


def _heading(param: click.Parameter) -> str:
    if isinstance(param, DeclaredOption) and param.declaration.heading:
        return param.declaration.heading
    if "--help" in param.opts:
        return "Help"
    return next((heading for heading, names in _HEADINGS.items() if param.name in names), "Options")

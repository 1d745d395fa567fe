"""`bakeoff help`: the commands, all of them, or one in full."""

import click

from bakeoff.cli.output.printing import as_json, json_option, print_result
from bakeoff.cli.verb import ALL_VERBS, VERBS

__all__ = ["command"]


@click.command("help", short_help="The commands; --all lists every one.")
@click.argument("words", nargs=-1, metavar="[COMMAND]...")
@click.option("--all", "everything", is_flag=True, help="Every command, also those that are not needed every day.")
@json_option
@click.pass_context
def command(context: click.Context, /, *, words: tuple[str, ...], everything: bool, as_object: bool) -> None:
    """The commands of every day, every one of them (--all), or the help of one."""
    root = shown = context.find_root()
    names = [word for word in words if word in VERBS or root.command.resolve_command(root, [word])]  # type: ignore[attr-defined]
    if as_object:
        verbs = [VERBS[name] for name in names or VERBS.names]
        rows = [{"name": verb.name, "summary": verb.summary, "examples": list(verb.examples)} for verb in verbs]
        print_result(as_json("help", {"commands": rows}))
        return
    shown.meta[ALL_VERBS] = everything
    for name in names:
        shown = click.Context(root.command.get_command(root, name), parent=root, info_name=name)  # type: ignore[attr-defined]
    print_result(shown.get_help())

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
    root = context.find_root()
    if as_object:
        print_result(
            as_json(
                "help",
                {
                    "commands": [
                        {"name": verb.name, "summary": verb.summary, "examples": verb.examples} for verb in VERBS
                    ]
                },
            )
        )
        return
    for word in words:
        group = root.command
        assert isinstance(group, click.Group)
        _, found, _ = group.resolve_command(root, [word])
        assert found is not None
        root = click.Context(found, parent=root, info_name=word)
    root.meta[ALL_VERBS] = everything
    print_result(root.get_help())

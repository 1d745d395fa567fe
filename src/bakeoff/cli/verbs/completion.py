"""`bakeoff completion`: the script that lets a shell complete commands."""

import click
from click.shell_completion import ShellComplete, get_completion_class

from bakeoff.cli.completion import SHELLS, VARIABLE
from bakeoff.cli.output.printing import as_json, json_option, print_result
from bakeoff.cli.verbs._spelled_choice import SpelledChoice

__all__ = ["command", "completion_script"]

_FILES = {
    "bash": 'eval "$(bakeoff completion bash)"  in ~/.bashrc',
    "zsh": 'eval "$(bakeoff completion zsh)"  in ~/.zshrc, after compinit',
    "fish": "bakeoff completion fish > ~/.config/fish/completions/bakeoff.fish",
}


@click.command("completion")
@click.argument("shell", type=SpelledChoice(SHELLS))
@json_option
@click.pass_context
def command(context: click.Context, /, *, shell: str, as_object: bool) -> None:
    r"""Print the script that completes commands, options, names and files in a shell.

    \b
    bash  eval "$(bakeoff completion bash)"  in ~/.bashrc
    zsh   eval "$(bakeoff completion zsh)"  in ~/.zshrc, after compinit
    fish  bakeoff completion fish > ~/.config/fish/completions/bakeoff.fish
    """
    script = completion_script(context.find_root().command, shell)
    body = {"shell": shell, "install": _FILES[shell], "script": script}
    print_result(as_json("completion", body) if as_object else script)


def completion_script(root: click.Command, shell: str) -> str:
    """The script of click for this shell, without its look at the version of a bash that may be another one."""
    kind = get_completion_class(shell)
    assert kind is not None
    return ShellComplete.source(kind(root, {}, "bakeoff", VARIABLE)).strip() + "\n"

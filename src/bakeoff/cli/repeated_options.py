"""An option that takes one value and is given twice: click keeps the last in silence, so it is refused."""

from collections import Counter
from collections.abc import Sequence

import click

from bakeoff.core.errors import BadInput

__all__ = ["refuse_repeats"]


def refuse_repeats(command: click.Command, name: str | None, args: Sequence[str], parent: click.Context) -> None:
    """Refuse words of a command line that give a single value twice; a command inside a group is looked at too.

    A flag that only switches something on may be repeated: that changes nothing.
    """
    context = click.Context(command, parent=parent, info_name=name)
    _, rest, order = command.make_parser(context).parse_args(list(args))
    options = [option for option in order if isinstance(option, click.Option) and _is_single(option)]
    times = Counter(option.name for option in options)
    for option in options:
        if times[option.name] > 1:
            shown = "/".join((option.opts[-1], *option.secondary_opts))
            count = "twice" if times[option.name] == 2 else f"{times[option.name]} times"
            raise BadInput(f"{shown} takes one value and is given {count}", cure="keep the one that you mean")
    inner = command.get_command(context, rest[0]) if isinstance(command, click.Group) and rest else None
    if inner is not None:
        refuse_repeats(inner, rest[0], rest[1:], context)


def _is_single(option: click.Option) -> bool:
    """Whether only one value of it counts."""
    only_on = option.is_flag and not option.secondary_opts and option.is_bool_flag
    return not (option.multiple or option.count or only_on)

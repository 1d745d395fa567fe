"""`bakeoff board`: many systems in order, with rank intervals, from scores of items or from votes."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from bakeoff.cli.declared_options import declared
from bakeoff.cli.output.printing import as_json, fitted, json_option, note, print_result, warn, wrap_text
from bakeoff.core.errors import BadInput
from bakeoff.core.options import comparing
from bakeoff.core.options.option import Option

__all__ = ["command"]

_VOTES = "Votes"
OPTIONS = (
    replace(comparing.MEASURE, default=None, help="What the scores are, where the table does not name it.", heading="The table"),
    comparing.DIRECTION,
    comparing.LEARNER,
    comparing.VALUE,
    comparing.ITEM,
    comparing.RUNS,
    replace(comparing.GROUPS, help="The column of what items belong to: items of one group count together."),
    Option(name="winner", metavar="COLUMN", help="TABLE holds votes on pairs of systems, and this column names the winner.", heading=_VOTES),
    Option(name="loser", metavar="COLUMN", help="The column of the loser.", heading=_VOTES),
    Option(name="tie", metavar="COLUMN", help="The column that tells whether a vote was a tie (1, true, yes, tie).", heading=_VOTES),
    Option(name="voter", metavar="COLUMN", help="The column of who voted: votes of one voter count together.", heading=_VOTES),
    Option(name="level", kind=float, default=0.95, help="The confidence of rank intervals, letters and the set for the best.", heading="The question"),
    Option(name="seed", kind=int, default=0, help="Of the signs that are drawn.", heading="The question"),
    replace(comparing.REPORT, kind="output", help="Write a page (.html, .md, .tex, .json) or the rows (.csv and others)."),
)  # fmt: skip


@click.command("board", short_help="Many systems in order, with rank intervals.")
@click.argument("table", metavar="TABLE")
@declared(*OPTIONS)
@json_option
def command(table: str, *, output: Path | None, as_object: bool, **options: Any) -> None:
    """Which of many systems is the best, and between which places may each one lie?"""
    from bakeoff.boards.board import board, bradley_terry

    votes = {name: options.pop(name) for name in ("winner", "loser", "tie", "voter")}
    shared = {name: options.pop(name) for name in ("level", "seed")}
    if any(value is not None for value in votes.values()):
        others = [
            name
            for name in ("measure", "direction", "learner", "value", "item", "runs", "groups")
            if options.get(name) is not None
        ]
        if others:
            raise BadInput(
                f"--{others[0]} is of scores, and --{next(name for name in votes if votes[name])} of votes; leave one of them out"
            )
        if votes["winner"] is None or votes["loser"] is None:
            raise BadInput("votes need the columns of both systems: --winner COLUMN --loser COLUMN")
        results = bradley_terry(table, **{name: value for name, value in votes.items() if value is not None}, **shared)
    else:
        named = {name: value for name, value in options.items() if value is not None}
        results = board(table, **named, **shared)
    if output is not None:
        results.report(output, title=f"Board of {Path(table).name}")
    if as_object:
        print_result(as_json("board", results.to_dict()))
        return
    print_result("\n\n".join([wrap_text(results.verdict), *map(fitted, results.tables())]))
    for remark in results.notes:
        warn(str(remark), mild=True)
    if output is not None:
        note(f"\nwrote {output}")

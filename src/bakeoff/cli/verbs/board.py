"""`bakeoff board`: many systems in order, with rank intervals, from scores of items, evaluation logs or votes."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bakeoff.cli.declared_options import declared
from bakeoff.cli.output.printing import as_json, fitted, json_option, note, print_result, warn, wrap_text
from bakeoff.core.errors import BadInput
from bakeoff.core.notes import Severity
from bakeoff.core.options import comparing
from bakeoff.core.options.option import Option

if TYPE_CHECKING:
    from bakeoff.boards.board import Board

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
    Option(name="by", many=True, metavar="COLUMN", help="A board for each value of this column too (task, language), with claims that hold for all of them at once; again for several.", heading="The table"),
    replace(comparing.ERRORS, default=None),
    replace(comparing.MATCH, default=None),
    Option(name="winner", metavar="COLUMN", help="TABLE contains votes on pairs of systems, and this column names the winner.", heading=_VOTES),
    Option(name="loser", metavar="COLUMN", help="The column of the loser.", heading=_VOTES),
    Option(name="tie", metavar="COLUMN", help="The column that tells whether a vote was a tie (1, true, yes, tie).", heading=_VOTES),
    Option(name="voter", metavar="COLUMN", help="The column of who voted: votes of one voter count together.", heading=_VOTES),
    Option(name="level", kind=float, default=0.95, help="The confidence of rank intervals, letters and the set for the best.", heading="The question"),
    Option(name="earlier", kind="file", metavar="FILE", help="An earlier board (what --json wrote, or a table or log of its scores): what changed since.", heading="The question"),
    Option(name="hide_names", kind=bool, help="Call the systems system 1, system 2, ... in an order that has nothing to do with their scores.", heading="The question"),
    Option(name="seed", kind=int, default=0, help="Of the signs that are drawn, and of the order of hidden names.", heading="The question"),
    replace(comparing.REPORT, kind="output", help="Write a page (.html, .md, .tex, .json) or the rows (.csv and others)."),
)  # fmt: skip


_OF_SCORES = ("measure", "direction", "learner", "value", "item", "runs", "groups", "errors", "match")


@click.command("board", short_help="Many systems in order, with rank intervals.")
@click.argument("files", metavar="TABLE", nargs=-1, required=True, type=click.Path(path_type=str))
@declared(*OPTIONS)
@json_option
def command(files: tuple[str, ...], *, output: Path | None, as_object: bool, **options: Any) -> None:
    """Which of many systems is the best, and between which places may each one lie?

    TABLE is a file of scores with a row for each item and a column for each system, a long table, a file of votes (--winner, --loser), or evaluation
    logs (inspect, lm-eval, HELM, ...), one or several.
    """
    votes = {name: options.pop(name) for name in ("winner", "loser", "tie", "voter")}
    results = (
        _of_votes(files, votes, options)
        if any(value is not None for value in votes.values())
        else _of_scores(files, options)
    )
    if output is not None:
        results.report(output, title=_title(files, hidden=options["hide_names"]))
    if as_object:
        print_result(as_json("board", results.to_dict()))
        return
    print_result("\n\n".join([wrap_text(results.verdict), *map(fitted, results.tables())]))
    for remark in results.notes:
        warn(str(remark), mild=remark.severity is Severity.INFO)
    if output is not None:
        note(f"\nwrote {output}")


def _title(files: tuple[str, ...], *, hidden: bool) -> str:
    if hidden:
        return "Board"
    return f"Board of {Path(files[0]).name}" if len(files) == 1 else f"Board of {len(files)} logs"


def _of_scores(files: tuple[str, ...], options: dict[str, Any]) -> "Board":
    from bakeoff.boards.of_items import board

    return board(
        files[0] if len(files) == 1 else list(files),
        **{name: value for name, value in options.items() if value is not None},
    )


def _of_votes(files: tuple[str, ...], votes: dict[str, Any], options: dict[str, Any]) -> "Board":
    from bakeoff.boards.of_votes import bradley_terry

    others = [name for name in _OF_SCORES if options.get(name) is not None]
    if others:
        raise BadInput(
            f"--{others[0]} is of scores, and --{next(name for name in votes if votes[name])} of votes; leave one of them out"
        )
    if votes["winner"] is None or votes["loser"] is None:
        raise BadInput("votes need the columns of both systems: --winner COLUMN --loser COLUMN")
    if len(files) > 1:
        raise BadInput("a board of votes reads one file; join the files first")
    shared = {name: value for name, value in options.items() if name not in _OF_SCORES}
    return bradley_terry(files[0], **{name: value for name, value in votes.items() if value is not None}, **shared)

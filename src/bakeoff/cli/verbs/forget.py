"""`bakeoff forget`: take a learner out of a study file that was imported by mistake, or that the study left behind."""

import sys
from pathlib import Path

import click

from bakeoff.cli.output.printing import as_json, json_option, note, print_result

__all__ = ["command"]


@click.command("forget")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--learner", required=True, help="Its name, as `bakeoff status` shows it.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@json_option
def command(file: Path, *, learner: str, yes: bool, as_object: bool) -> int:
    """Remove a learner and all its predictions from the study FILE.

    Only a learner that was imported, or that the study no longer names: what the study runs itself is taken out of its
    TOML file instead.
    """
    from bakeoff.core.text import clean, counted
    from bakeoff.runs.store.file_ledger import FileLedger
    from bakeoff.study.running.imported_learners import removable, remove_learner

    with FileLedger.open(file, write=True) as ledger:
        what = f"{counted(len(removable(ledger, learner)), 'unit')} of {clean(learner)}"
        if not (yes or _confirmed(f"remove {what} from {file}? They cannot be made again from this file.")):
            note("nothing was removed")
            return 2
        gone = remove_learner(ledger, learner)
    if as_object:
        print_result(as_json("forget", {"file": str(file), "learner": learner, "units": len(gone)}))
    else:
        print_result(f"removed {what} from {file}")
    return 0


def _confirmed(question: str) -> bool:
    if not sys.stdin.isatty():
        raise click.UsageError(f"{question} Say so with --yes")
    return click.confirm(question, err=True)

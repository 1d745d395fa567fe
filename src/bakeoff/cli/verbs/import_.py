"""`bakeoff import`: predictions that were made elsewhere join the study as units of a learner."""

from pathlib import Path
from shlex import quote

import click

from bakeoff.cli.output.printing import as_json, json_option, note, print_result

__all__ = ["command"]


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("predictions", type=click.Path(path_type=Path))
@click.option("--learner", required=True, help="What to call the learner that made them.")
@click.option("--dataset", help="The data set they are about, if the file has no such column.")
@json_option
def command(file: Path, predictions: Path, *, learner: str, dataset: str | None, as_object: bool) -> None:
    """Take PREDICTIONS, a CSV file, into the study FILE.

    One line per predicted row, with columns row, repeat, fold and label, and dataset, score, sd or proba_CLASS where
    there are any. Rows and splits must be those of the study: `bakeoff export FILE -o DIR --plan` writes them down.
    """
    from bakeoff.runs.store.file_ledger import FileLedger
    from bakeoff.study.running.imported_learners import import_learner
    from bakeoff.study.running.status import standing

    with FileLedger.open(file, write=True) as ledger:
        keys = import_learner(ledger, predictions, learner, dataset=dataset)
        planned = next(one.planned for one in standing(ledger).lines if one.learner == learner)
    if as_object:
        print_result(as_json("import", {"file": str(file), "learner": learner, "units": len(keys), "planned": planned}))
        return
    print_result(f"{learner} joined the study with {len(keys)} of its {planned} units")
    note(f"for the comparison: bakeoff report {file}")
    note(f"if that was a mistake: bakeoff forget {file} --learner {quote(learner)}")

"""`bakeoff deploy` and `bakeoff predict`: the winner of a study as a file with its card, and new rows through it."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bakeoff.cli.output.file_types import OUTPUT_FILE
from bakeoff.cli.output.printing import as_json, json_option, note, print_result, warn, wrap_text
from bakeoff.core.errors import BadInput
from bakeoff.core.text import counted
from bakeoff.core.whole_file import write_whole

if TYPE_CHECKING:
    from bakeoff.deployment.deployed_model import Predicted

__all__ = ["command", "predict_command"]

MOST = 8  # remarks about new rows that are printed


@click.command("deploy", short_help="Train the best learner on all rows and save it with its card.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--learner", metavar="NAME", help="By default the best by the primary measure.")
@click.option("--dataset", metavar="NAME", help="Which data set, where the study has several.")
@click.option("--data", type=click.Path(path_type=Path), metavar="PATH", help="The rows, if they have moved.")
@click.option("--target", metavar="COLUMN", help="The target in --data, where no TOML file names it.")
@click.option("--positive", metavar="CLASS", help="The positive class in --data.")
@click.option("--study", type=click.Path(path_type=Path), metavar="TOML", help="By default the file it was run from.")
@click.option("--other-data", is_flag=True, help="Train on --data although they are not the rows of the study.")
@click.option("--allow", multiple=True, metavar="PACKAGE", help="Import learners from this package too.")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    help="Seconds that training may take, a search for each of its fits; by default as [run] of the study says.",
)
@click.option(
    "--memory",
    type=click.FloatRange(min=0, min_open=True),
    metavar="MB",
    help="Megabytes that training may take; by default as [run] of the study says.",
)
@click.option(
    "-o",
    "--output",
    type=OUTPUT_FILE,
    default="model.skops",
    show_default=True,
    help="The model's file.",
)
@json_option
def command(
    file: Path, *, learner: str | None, output: Path, allow: tuple[str, ...], as_object: bool, **given: Any
) -> None:
    """Train the best learner of a study on all rows, save it with skops, and write its card beside it (.md and .html).

    The estimate on the card is corrected for the learner having been picked. A results file contains no features: the rows are read
    again, from where the study's TOML file says or from --data, and checked against the study. The learner is trained in a child
    process with the limits of the study.
    """
    from bakeoff.api.results import open as open_results
    from bakeoff.deployment.model_file import skops_io
    from bakeoff.report.write import in_directory

    if output.suffix.lower() != ".skops":
        raise BadInput(f"a model is saved as .skops, not as {output.name!r}; change the name of the file")
    in_directory(output)
    skops_io()
    with open_results(file) as results:
        made = results.deploy(learner, allow=allow, **given)
    path = made.save(output)
    cards = [str(path.with_suffix(suffix)) for suffix in (".md", ".html")]
    facts = made.card.facts
    if as_object:
        print_result(as_json("deploy", {"file": str(path), "cards": cards, "card": made.card.to_dict()}))
        return
    print_result(wrap_text(str(made)))
    for one in facts.notes:
        warn(one.text)
    trust = "".join(f" --trust {one}" for one in facts.types)
    print_result(f"\nmodel: {path}\ncard:  {cards[1]} and {cards[0]}")
    note(f"to use it: bakeoff predict {path} new.csv -o out.csv{trust}")


@click.command("predict", short_help="Predict new rows with a deployed model; say what is unlike its training data.")
@click.argument("model", type=click.Path(path_type=Path))
@click.argument("rows", type=click.Path(path_type=Path))
@click.option("-o", "--output", type=OUTPUT_FILE, help="Write a CSV file; by default to the terminal.")
@click.option("--trust", "trusted", metavar="TYPE", multiple=True, help="A type in the model's file that you trust.")
@click.option(
    "--timeout", type=float, default=120.0, show_default=True, help="Seconds for loading, and for predicting."
)
@click.option("--memory", type=float, default=4000.0, show_default=True, help="Megabytes that the model may take.")
@json_option
def predict_command(
    model: Path, rows: Path, *, output: Path | None, trusted: tuple[str, ...], as_object: bool, **limits: float
) -> None:
    """Predict the rows of a file with a model that `bakeoff deploy` has saved.

    Columns, levels, ranges and types are checked against the model's card first. What cannot be used is refused; what is unlike
    the training data is reported, and the column `unlike` counts, row by row, in how many columns.
    """
    from bakeoff.deployment.deployed_model import checked_rows, load_model
    from bakeoff.report.write import in_directory
    from bakeoff.tabular.formats.csv import csv_text
    from bakeoff.tabular.reading import writer_of

    if output is not None:
        in_directory(output)
        write = writer_of(output, "predictions")
    table = checked_rows(model, rows, limits["memory"])
    with load_model(model, trusted=trusted, **limits) as loaded:
        made = loaded.predict(table)
    if as_object:
        odd = int((made.unlike > 0).sum())
        facts = {"rows": len(made), "unlike": odd, "notes": [one.as_dict() for one in made.notes]}
        print_result(as_json("predict", {"model": str(model), **facts, "predictions": made.columns()}))
        return
    columns = {"row": range(1, len(made) + 1), **made.columns()}
    if output is None:
        print_result(csv_text(columns, "\n" if sys.stdout.isatty() else "\r\n").rstrip("\r\n"))
    else:
        write_whole(output, write(columns))
    _tell(made)
    if output is not None:
        odd = int((made.unlike > 0).sum())
        print_result(
            f"wrote {len(made)} predictions to {output}; {counted(odd, 'row')} {'looks' if odd == 1 else 'look'} unlike the training data"
        )


def _tell(made: "Predicted") -> None:
    """The remarks, those about most rows first."""
    from bakeoff.core.notes import Severity

    ordered = sorted(made.notes, key=lambda one: (one.severity is Severity.INFO, -int(one.facts.get("count", 0))))
    for one in ordered[:MOST]:
        warn(str(one), mild=one.severity is Severity.INFO)
    if len(ordered) > MOST:
        note(f"and {len(ordered) - MOST} more remarks; --json lists them all")

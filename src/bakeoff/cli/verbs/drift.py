"""`bakeoff drift`: have the new rows changed against the old ones, and does it hurt a model?"""

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import click

from bakeoff.cli.output.printing import as_json, fitted, json_option, note, print_result, warn, wrap_text

__all__ = ["command"]


@click.command("drift", short_help="Have new rows changed, and does it hurt a model?")
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@click.option("--target", metavar="COLUMN", help="The column of labels; the new file may lack it.")
@click.option(
    "--predictions",
    multiple=True,
    metavar="COLUMN",
    help="The column of predicted labels in both files; or, repeated, the columns proba_CLASS of all classes.",
)
@click.option(
    "--model", type=click.Path(path_type=Path), help="A model that `bakeoff deploy` has saved, instead of predictions."
)
@click.option(
    "--trust", "trusted", multiple=True, metavar="TYPE", help="A type in the file of the model that you trust."
)
@click.option("--measure", help="What may get worse; by default the error rate, or the mean absolute error.")
@click.option("--positive", metavar="CLASS", help="The class of interest, where the measure needs one.")
@click.option("--ignore", multiple=True, metavar="COLUMN", help="A column that is not compared, such as a row number.")
@click.option(
    "--alpha",
    type=float,
    default=0.05,
    show_default=True,
    help="Level of significance, shared by all questions about a change.",
)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write a page: .html, .md, .tex or .json.")
@json_option
def command(
    old: Path,
    new: Path,
    *,
    target: str | None,
    predictions: tuple[str, ...],
    model: Path | None,
    trusted: tuple[str, ...],
    measure: str | None,
    positive: str | None,
    ignore: tuple[str, ...],
    alpha: float,
    output: Path | None,
    as_object: bool,
) -> None:
    """Which columns changed, of which kind is the change (columns, classes, their relation), and does it hurt?"""
    from bakeoff.shift.drift import drift

    given = predictions[0] if len(predictions) == 1 else list(predictions) or None
    with _loaded(model, trusted) as loaded:
        found = drift(
            old, new, model=loaded, target=target, predictions=given, measure=measure, positive=positive, ignore=ignore, alpha=alpha
        )  # fmt: skip
    if output is not None:
        found.report(output)
    if as_object:
        print_result(as_json("drift", found.to_dict()))
        return
    print_result("\n\n".join([wrap_text(found.verdict), *map(fitted, found.tables())]))
    for one in found.notes:
        warn(str(one), mild=True)
    if output is not None:
        note(f"\nwrote {output}")


def _loaded(path: Path | None, trusted: tuple[str, ...]) -> AbstractContextManager[Any]:
    """The model of a file, closed at the end; nothing where none is named."""
    if path is None:
        return nullcontext()
    from bakeoff.deployment.deployed_model import load_model

    return load_model(path, trusted=trusted)

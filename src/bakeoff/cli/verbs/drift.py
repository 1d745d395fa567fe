"""`bakeoff drift`: have the new rows changed against the old ones, and does it hurt a model?"""

from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from bakeoff.cli.declared_options import declared
from bakeoff.cli.output.printing import as_json, fitted, json_option, note, print_result, warn, wrap_text
from bakeoff.core.options import comparing, prediction_columns
from bakeoff.core.options.option import Option

__all__ = ["command"]


_MODEL = "The model"
OPTIONS = (
    Option(name="target", metavar="COLUMN", help="The column of labels; the new file may lack it.", heading="The rows"),
    Option(name="ignore", many=True, metavar="COLUMN", help="A column that is not compared, such as a row number.", heading="The rows"),
    Option(name="time", metavar="COLUMN", help="The column of times of NEW: its rows are compared chunk by chunk.", heading="The rows"),
    Option(name="chunks", kind=int, default=10, help="With --time: how many chunks of equal size.", heading="The rows"),
    replace(comparing.ALPHA, help="Level of significance, shared by all questions about a change.", heading="The rows"),
    Option(
        name="predictions", many=True, metavar="COLUMN", heading=_MODEL,
        help="The column of predicted labels in both files; or, repeated, the columns proba_CLASS of all classes.",
    ),
    Option(name="model", kind="file", help="A model that `bakeoff deploy` has saved, instead of predictions.", heading=_MODEL),
    Option(name="trust", many=True, metavar="TYPE", help="A type in the file of the model that you trust.", heading=_MODEL),
    replace(comparing.MEASURE, default=None, help="What may get worse; by default the error rate, or the mean absolute error.", heading=_MODEL),
    replace(prediction_columns.POSITIVE, help="The class of interest, where the measure needs one.", heading=_MODEL),
    replace(comparing.REPORT, help="Write a page: .html, .md, .tex or .json."),
)  # fmt: skip


@click.command("drift", short_help="Have new rows changed, and does it hurt a model?")
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@declared(*OPTIONS)
@json_option
def command(  # noqa: PLR0917 - the two files and what is asked of them
    old: Path,
    new: Path,
    predictions: tuple[str, ...],
    model: Path | None,
    trust: tuple[str, ...],
    output: Path | None,
    as_object: bool,
    **asked: Any,
) -> None:
    """Which columns changed, of which kind is the change (columns, classes, their relation), and does it hurt?"""
    from bakeoff.shift.drift import drift

    columns = predictions[0] if len(predictions) == 1 else list(predictions) or None
    time, chunks = asked.pop("time"), asked.pop("chunks")
    with _loaded(model, trust) as loaded:
        if time is None:
            found: Any = drift(old, new, model=loaded, predictions=columns, **asked)
        else:
            from bakeoff.shift.time_chunks import drift_over_time

            found = drift_over_time(old, new, time=time, chunks=chunks, model=loaded, predictions=columns, **asked)
    if output is not None:
        found.report(output)
    if as_object:
        print_result(as_json("drift", found.to_dict()))
        return
    print_result("\n\n".join([wrap_text(found.verdict), *map(fitted, found.tables())]))
    for remark in found.notes:
        warn(str(remark), mild=True)
    if output is not None:
        note(f"\nwrote {output}")


def _loaded(path: Path | None, trusted: tuple[str, ...]) -> AbstractContextManager[Any]:
    """The model of a file, closed at the end; nothing where none is named."""
    if path is None:
        return nullcontext()
    from bakeoff.deployment.deployed_model import load_model

    return load_model(path, trusted=trusted)

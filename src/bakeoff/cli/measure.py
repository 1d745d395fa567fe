"""`bakeoff measure`: score a file of predictions by many measures, with intervals."""

import json
from typing import TYPE_CHECKING

import click

from bakeoff.cli.say import emit, json_option, note

if TYPE_CHECKING:
    from bakeoff.results.bygroup import GroupedPanel
    from bakeoff.results.panel import Panel

__all__ = ["command"]


def _names(text: str | None) -> tuple[str, ...]:
    """Comma-separated, commas inside brackets kept."""
    found, depth, start = [], 0, 0
    for at, char in enumerate(text or ""):
        depth += (char in "([") - (char in ")]")
        if char == "," and depth == 0:
            found.append((text or "")[start:at])
            start = at + 1
    return tuple(one.strip() for one in [*found, (text or "")[start:]] if one.strip())


@click.command("measure")
@click.argument("path")
@click.option("--truth", required=True, metavar="COLUMN", help="The column of what was true.")
@click.option("--pred", metavar="COLUMN", help="The column of predicted classes or numbers.")
@click.option("--score", metavar="COLUMN", help="A column of scores: larger means more of the positive class.")
@click.option(
    "--proba", metavar="COLUMNS", help="One column (positive class) or one per class, in the order of --labels."
)
@click.option("--sd", metavar="COLUMN", help="Predicted standard deviations beside predicted numbers.")
@click.option("--weight", metavar="COLUMN", help="Sample weights.")
@click.option("--row", metavar="COLUMN", help="Row ids; repeated ids are resampled together.")
@click.option("--by", metavar="COLUMN", help="A panel for each value of this column, their mean, and all rows pooled.")
@click.option("--test-share", type=float, help="With --by fold: n_test / n_train, for the interval of the mean.")
@click.option("--positive", metavar="CLASS", help="The positive class; 1 and true need not be named.")
@click.option("--labels", metavar="CLASSES", help="The classes in order, comma-separated.")
@click.option(
    "--task",
    type=click.Choice(["binary", "multiclass", "ordinal", "regression", "clustering"]),
    help="What the truth means, if its column does not say.",
)
@click.option(
    "--measures",
    "wanted",
    metavar="NAMES",
    help="Comma-separated names, or `all`; by default the usual ones of the task.",
)
@click.option("--ci", type=float, default=0.95, show_default=True, help="Confidence level; 0 leaves intervals out.")
@click.option("--resamples", type=int, default=2000, show_default=True, help="Bootstrap resamples.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of the bootstrap.")
@click.option(
    "--format",
    "shape",
    type=click.Choice(["text", "markdown", "latex", "html"]),
    default="text",
    show_default=True,
    help="Form of the table.",
)
@json_option
def command(path: str, *, shape: str, as_object: bool, **given: object) -> None:
    """Judge a CSV or Parquet file of predictions (`-` reads CSV from standard input)."""
    panel = _panel(path, **given)  # type: ignore[arg-type]
    if as_object:
        emit(json.dumps(panel.to_json(), allow_nan=False))
        return
    from bakeoff.report import table as tables

    draw = {"text": tables.to_text, "markdown": tables.to_markdown, "latex": tables.to_latex, "html": tables.to_html}
    table = panel.table()
    emit(draw[shape](table))
    if shape != "text":
        for text in panel.warnings:
            note(text)


def _panel(
    path: str,
    *,
    truth: str,
    proba: str | None,
    labels: str | None,
    wanted: str | None,
    ci: float,
    resamples: int,
    seed: int,
    test_share: float | None,
    **columns: str | None,
) -> "Panel | GroupedPanel":
    from bakeoff.results.bygroup import measure_by
    from bakeoff.results.streamed import Layout, measure_file, read_all

    layout = Layout(truth=truth, proba=_names(proba), labels=_names(labels), **columns)
    measures = "all" if wanted == "all" else _names(wanted) or None
    level = ci if ci != 0 else None
    if layout.by is None:
        return measure_file(path, layout, measures, level=level, n_resamples=resamples, seed=seed)
    pred, by = read_all(path, layout)
    assert by is not None
    return measure_by(
        pred, by, measures, column=layout.by, level=level, test_share=test_share, n_resamples=resamples, seed=seed
    )

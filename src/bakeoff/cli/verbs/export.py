"""`bakeoff export`: the plan, the scores and the predictions of a study as plain CSV files."""

import csv
from collections.abc import Iterator, Mapping, Sequence
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bakeoff.cli.output.printing import as_json, json_option, print_result
from bakeoff.core.errors import BadInput

if TYPE_CHECKING:
    from bakeoff.api.results import Results

__all__ = ["command"]


@click.command("export")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="The folder to write into.")
@click.option("--plan", "parts", flag_value="plan", multiple=True, help="Which rows train and test, for use elsewhere.")
@click.option("--scores", "parts", flag_value="scores", multiple=True, help="One row per unit and measure.")
@click.option("--predictions", "parts", flag_value="predictions", multiple=True, help="One row per predicted row.")
@json_option
def command(file: Path, *, output: Path, parts: tuple[str, ...], as_object: bool) -> None:
    """Write a study's plan, scores and predictions as CSV; all three unless told which."""
    written = list(_written(file, output, parts or ("plan", "scores", "predictions")))
    if as_object:
        print_result(as_json("export", {"file": str(file), "files": [str(path) for path in written]}))
        return
    for path in written:
        print_result(f"wrote {path}")


def _written(file: Path, folder: Path, parts: Sequence[str]) -> Iterator[Path]:
    from bakeoff.api.results import open as open_results
    from bakeoff.runs.exchange.export import export_plan
    from bakeoff.runs.store.file_ledger import FileLedger

    with FileLedger.open(file) as ledger:
        if folder.exists() and not folder.is_dir():
            raise BadInput(f"{folder} is a file; name a folder to write into")
        folder.mkdir(parents=True, exist_ok=True)
        if "plan" in parts:
            yield from export_plan(ledger, folder / "plan")
    with open_results(file) as results:
        if "scores" in parts:
            yield _csv(folder / "scores.csv", results.scores(kind="plain"))
        if "predictions" in parts:
            yield from _predictions(results, folder / "predictions")


def _predictions(results: "Results", folder: Path) -> Iterator[Path]:
    """One file per data set, so that the largest does not have to fit in memory with the others."""
    from bakeoff.core.errors import NotApplicable
    from bakeoff.runs.exchange.export import file_name

    folder.mkdir(exist_ok=True)
    taken: list[Path] = []
    for name in results.datasets:
        try:
            frame = results.predictions_frame(name, kind="plain")
        except NotApplicable:
            continue  # nothing has run on it yet
        taken.append(_csv(folder / f"{file_name(name, taken)}.csv", frame))
        yield taken[-1]


def _csv(path: Path, columns: Mapping[str, Sequence[Any]]) -> Path:
    """NaN is written as an empty cell."""
    with path.open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file)
        out.writerow(columns)
        for row in zip(*columns.values(), strict=True):
            out.writerow(["" if isinstance(cell, float) and isnan(cell) else cell for cell in row])
    return path

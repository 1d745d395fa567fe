"""`bakeoff export`, `import` and `forget`: a study as plain CSV files, predictions made elsewhere, and learners taken out again."""

import csv
import sys
from collections.abc import Iterator, Mapping, Sequence
from math import isnan
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

import click

from bakeoff.cli.output.printing import as_json, json_option, note, print_result
from bakeoff.core.errors import BadInput
from bakeoff.core.foreign_file import make_folder
from bakeoff.core.text import listed
from bakeoff.core.whole_file import whole_file

if TYPE_CHECKING:
    from bakeoff.api.results import Results

__all__ = ["export_command", "forget_command", "import_command"]


@click.command("export")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The folder to write into.")
@click.option("--plan", "parts", flag_value="plan", multiple=True, help="Which rows train and test, for use elsewhere.")
@click.option("--scores", "parts", flag_value="scores", multiple=True, help="One row per unit and measure.")
@click.option("--predictions", "parts", flag_value="predictions", multiple=True, help="One row per predicted row.")
@click.option(
    "--crate",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Write an RO-Crate instead: a new folder, or a file NAME.zip.",
)
@click.option("--license", metavar="ADDRESS", help="With --crate: the address of the licence; unknown by default.")
@click.option("--author", "authors", multiple=True, metavar="NAME", help="With --crate: an author; again for several.")
@click.option("--mlflow", metavar="ADDRESS", help="Log the study to this server of MLflow instead; see --experiment.")
@click.option("--experiment", metavar="NAME", help='With --mlflow: the experiment; "Default" by default.')
@json_option
def export_command(
    file: Path,
    *,
    output: Path | None,
    parts: tuple[str, ...],
    crate: Path | None,
    license: str | None,  # noqa: A002 - the word of crates
    authors: tuple[str, ...],
    mlflow: str | None,
    experiment: str | None,
    as_object: bool,
) -> None:
    r"""Write a study's plan, scores and predictions as CSV, all three by default; or an RO-Crate; or log it to MLflow.

    A crate is a folder or archive of study file, report and scores, with the metadata of data sets (Croissant), software and run.

    Text that begins with =, +, - or @ and is not a number gets a ' in front, so that no spreadsheet runs it, and control
    characters are written as \xNN; `bakeoff import` undoes both.
    """
    where = {"--output": output, "--crate": crate, "--mlflow": mlflow}
    chosen = [option for option, value in where.items() if value is not None]
    if len(chosen) != 1:
        raise BadInput(
            f"an export goes to one place; name --output, --crate or --mlflow, not {listed(chosen) or 'none'}"
        )
    _refuse_without("--crate", crate, {"--license": license, "--author": authors})
    _refuse_without("--mlflow", mlflow, {"--experiment": experiment})
    _refuse_without("--output", output, {"--plan, --scores and --predictions": parts})
    if crate is not None:
        from bakeoff.api.results import open as open_results

        with open_results(file) as results:
            path = results.crate(crate, license=license, authors=authors)
        print_result(as_json("export", {"file": str(file), "files": [str(path)]}) if as_object else f"wrote {path}")
        return
    if mlflow is not None:
        from bakeoff.api.results import open as open_results

        with open_results(file) as results:
            runs = results.to_mlflow(experiment, tracking_uri=mlflow)
        facts = {"uri": runs.uri, "experiment": runs.experiment, "run": runs.run, "learners": dict(runs.learners)}
        print_result(
            as_json("export", {"file": str(file), "files": [], "mlflow": facts}) if as_object else f"logged {runs}"
        )
        return
    assert output is not None
    written = list(_written(file, output, parts or ("plan", "scores", "predictions")))
    if as_object:
        print_result(as_json("export", {"file": str(file), "files": [str(path) for path in written]}))
        return
    for path in written:
        print_result(f"wrote {path}")


def _refuse_without(option: str, value: object, others: Mapping[str, object]) -> None:
    """Refuse options that mean something beside another one only."""
    typed = next((name for name, other in others.items() if other), None)
    if value is None and typed is not None:
        raise BadInput(f"{typed} is for {option}; name {option} too, or leave it out")


def _written(file: Path, folder: Path, parts: Sequence[str]) -> Iterator[Path]:
    from bakeoff.api.results import open as open_results
    from bakeoff.runs.exchange import export_plan
    from bakeoff.runs.store.file_ledger import FileLedger

    with FileLedger.open(file) as ledger:
        if folder.exists() and not folder.is_dir():
            raise BadInput(f"{folder} is a file; name a folder to write into")
        folder.mkdir(parents=True, exist_ok=True)
        if "plan" in parts:
            make_folder(folder / "plan")
            yield from export_plan(ledger, folder / "plan")
    with open_results(file) as results:
        if "scores" in parts:
            yield _csv(folder / "scores.csv", results.scores(kind="plain"))
        if "predictions" in parts:
            yield from _predictions(results, folder / "predictions")


def _predictions(results: "Results", folder: Path) -> Iterator[Path]:
    """One file per data set, so that the largest does not have to fit in memory with the others."""
    from bakeoff.core.errors import NotApplicable
    from bakeoff.runs.exchange import file_name

    make_folder(folder)
    taken: list[Path] = []
    for name in results.datasets:
        try:
            frame = results.predictions_frame(name, kind="plain")
        except NotApplicable:
            continue  # nothing has run on it yet
        taken.append(_csv(folder / f"{file_name(name, taken)}.csv", frame))
        yield taken[-1]


def _csv(path: Path, columns: Mapping[str, Sequence[Any]]) -> Path:
    """NaN is written as an empty cell; text that a spreadsheet would run is marked."""
    from bakeoff.tabular.safe_cells import safe_cell

    with whole_file(path) as file:
        out = csv.writer(file)
        out.writerow(map(safe_cell, columns))
        for row in zip(*columns.values(), strict=True):
            out.writerow(["" if isinstance(cell, float) and isnan(cell) else safe_cell(cell) for cell in row])
    return path


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("predictions", type=click.Path(path_type=Path))
@click.option("--learner", required=True, help="What to call the learner that made them.")
@click.option("--dataset", help="The data set they are about, if the file has no such column.")
@click.option(
    "--language", default="", metavar="TEXT", help="The language it was made in, such as R 4.3; shown with its costs."
)
@click.option("--machine", default="", metavar="TEXT", help="The machine it was made on.")
@json_option
def import_command(
    file: Path, predictions: Path, *, learner: str, dataset: str | None, language: str, machine: str, as_object: bool
) -> None:
    """Take PREDICTIONS, a CSV file, into the study FILE.

    One line per predicted row, with columns row, repeat, fold and label, and dataset, score, sd or proba_CLASS where
    there are any. Rows and splits must be those of the study: `bakeoff export FILE -o DIR --plan` writes them.

    Columns fit_seconds, predict_seconds and peak_memory (bytes), one value for each repeat and fold, state what the fit cost
    where it was made. The report shows them with --language and --machine; they are never tested against costs of this study.
    """
    from bakeoff.runs.store.file_ledger import FileLedger
    from bakeoff.study.running.imported_learners import import_learner
    from bakeoff.study.running.status import standing

    with FileLedger.open(file, write=True) as ledger:
        keys = import_learner(ledger, predictions, learner, dataset=dataset, language=language, machine=machine)
        planned = next(line.planned for line in standing(ledger).lines if line.learner == learner)
    if as_object:
        print_result(as_json("import", {"file": str(file), "learner": learner, "units": len(keys), "planned": planned}))
        return
    print_result(f"{learner} joined the study with {len(keys)} of its {planned} units")
    note(f"for the comparison: bakeoff report {file}")
    note(f"if that was a mistake: bakeoff forget {file} --learner {quote(learner)}")


@click.command("forget")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--learner", required=True, help="Its name, as `bakeoff status` shows it.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@json_option
def forget_command(file: Path, *, learner: str, yes: bool, as_object: bool) -> int:
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
        raise click.UsageError(f"{question} Confirm with --yes")
    return click.confirm(question, err=True)

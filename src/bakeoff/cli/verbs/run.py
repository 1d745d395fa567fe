"""`bakeoff run`, `retry` and `rerun`: run a study into its file, run failed or damaged units again, repeat one unit."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bakeoff.cli.output.file_types import OUTPUT_FILE
from bakeoff.cli.output.printing import as_json, json_option, note, print_result
from bakeoff.cli.output.requirements import NOT_MET, all_met, check_requirements, claims_of, require_option
from bakeoff.cli.verbs._run_study import RunOptions, dry_run, print_run, run_study
from bakeoff.cli.verbs.check import allow_option, study_at
from bakeoff.core.errors import BadInput

if TYPE_CHECKING:
    from bakeoff.runs.unit import UnitKey

__all__ = ["command", "rerun_command", "retry_command"]


def limit_options(command: Any) -> Any:
    """How many units at a time, and what one may take."""
    options = (
        click.option("-j", "--workers", type=click.IntRange(min=1), help="Units at a time; by default one per core."),
        click.option("--dask", metavar="ADDRESS", help="Run units on this Dask cluster: an address or scheduler file."),
        click.option("--insecure", is_flag=True, help="Allow a Dask scheduler on another machine without TLS."),
        click.option("--allow-mismatch", is_flag=True, help="Allow Dask workers with other versions of packages."),
        click.option("--timeout", type=click.FloatRange(min=0, min_open=True), help="Seconds one unit may take."),
        click.option("--memory", type=click.FloatRange(min=0, min_open=True), help="Megabytes one unit may take."),
        allow_option,
        click.option("-v", "--verbose", is_flag=True, help="A line for every unit as it is stored, and times."),
        click.option("-q", "--quiet", is_flag=True, help="No progress."),
    )
    for option in reversed(options):
        command = option(command)
    return command


@click.command("run")
@click.argument("path", default="study.toml", type=click.Path(path_type=Path))
@click.option("-o", "--output", type=OUTPUT_FILE, help="The file to keep; by default STUDY.bakeoff.")
@click.option("--fresh", is_flag=True, help="Forget what the file contains and run everything.")
@click.option("--dry-run", "dry", is_flag=True, help="Show what would run, and do nothing.")
@click.option("--train", type=click.Path(path_type=Path), help="Without a study file: the rows to train on.")
@click.option("--test", type=click.Path(path_type=Path), help="With --train: the rows to test on.")
@click.option("--target", metavar="COLUMN", help="With --train: the column to predict.")
@click.option("--positive", metavar="CLASS", help="With --train: the class of interest.")
@click.option(
    "--learner", "learners", multiple=True, metavar="[NAME=]PATH", help="With --train: a learner; again for several."
)
@click.option(
    "--measure", "measures", multiple=True, help="With --train: what decides; further ones are shown beside it."
)
@require_option
@limit_options
@json_option
def command(path: Path, *, output: Path | None, dry: bool, required: tuple[str, ...], **how: Any) -> int:
    """Run a study (study.toml unless you name another); what is finished already is used again.

    With --train and --test there is no study file: learners are trained on all rows of one file and tested on those of the other.

    Exit code 3 means that everything has run but some units failed; 4 that a requirement is not shown; 130 that it was interrupted, and the
    same command continues.
    """
    check_requirements(required)
    described = {name: how.pop(name) for name in ("train", "test", "target", "positive", "learners", "measures")}
    spec = None
    if described["train"] is not None or described["test"] is not None:
        from bakeoff.cli.verbs._two_files import two_files

        spec, path = two_files(**described, allow=how["allow"]), described["train"]
    elif any(described.values()):
        given = next(name for name, value in described.items() if value)
        raise BadInput(f"--{given.removesuffix('s')} describes two files, but there are none; add --train and --test")
    settings = RunOptions(study=path, file=output or path.with_suffix(".bakeoff"), spec=spec, **how)
    if dry:
        return dry_run(settings)
    code = print_run(settings, run_study(settings))
    return NOT_MET if required and not _shown(settings.file, required) else code


def _shown(file: Path, required: tuple[str, ...]) -> bool:
    """Whether the comparison of the study shows what is required."""
    from bakeoff.api.results import open as open_results

    with open_results(file) as results:
        return all_met(required, claims_of({"": results.compare()}, required))


@click.command("retry")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--failed", is_flag=True, help="Units that failed or returned invalid output.")
@click.option("--damaged", is_flag=True, help="Units that `bakeoff verify` finds damaged.")
@click.option("--study", type=click.Path(path_type=Path), help="The TOML file; by default the one it was run from.")
@limit_options
@json_option
def retry_command(file: Path, *, failed: bool, damaged: bool, study: Path | None, **how: Any) -> int:
    """Run units of a study again; everything else is kept."""
    if not (failed or damaged):
        raise click.UsageError("name the units: --failed, --damaged or both")
    settings = RunOptions(study=study or source_of(file), file=file, retry=failed, verb="retry", **how)
    if damaged:
        from bakeoff.runs.store.verify import repair

        for one in repair(file):
            note(one.message)
    return print_run(settings, run_study(settings))


def source_of(file: Path) -> Path:
    """The TOML file the study was run from; learners and data are not in the results file itself."""
    from bakeoff.runs.store.file_ledger import FileLedger
    from bakeoff.study.analysis.stored_design import STUDY_TOML

    with FileLedger.open(file) as ledger:
        known = ledger.get_meta(STUDY_TOML)
    if not isinstance(known, str):
        raise BadInput(f"{file} does not contain the name of its TOML file; name it with --study")
    path = file.parent / known
    if not path.is_file():
        raise BadInput(f"{file} was run from {path}, which is not there any more; name it with --study")
    return path


@click.command("rerun")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--unit", required=True, metavar="KEY", help="A key as `verify` prints it, or data set/learner/repeat/fold."
)
@click.option("--study", type=click.Path(path_type=Path), help="The TOML file; by default the one it was run from.")
@click.option("--allow", multiple=True, metavar="PACKAGE", help="Import learners from this package too.")
@click.option(
    "--timeout", type=click.FloatRange(min=0, min_open=True), help="Seconds it may take; by default as [run] says."
)
@click.option(
    "--memory", type=click.FloatRange(min=0, min_open=True), help="Megabytes it may take; by default as [run] says."
)
@json_option
def rerun_command(
    file: Path, *, unit: str, study: Path | None, allow: tuple[str, ...], as_object: bool, **limits: float | None
) -> int:
    """Repeat one unit, with the limits of the study; exit code 0 if it is identical to what is stored, 3 if not."""
    from bakeoff.runs.local import limits_of, rerun
    from bakeoff.runs.store.file_ledger import FileLedger

    spec = study_at(study or source_of(file), allow)
    work, settings = spec.work(), spec.run.but(**limits)
    with FileLedger.open(file) as ledger:
        found = [key for key in ledger.contents() if unit in (str(key), _short(key))]
        if not found:
            raise BadInput(
                f"{file} contains no unit {unit!r}; a key is data set/learner/repeat/fold, such as iris/tree/0/3"
            )
        same = rerun(
            work, ledger, found[0], limits_of(settings["timeout"], settings["memory"]), threads=settings["threads"]
        )
    if as_object:
        print_result(as_json("rerun", {"unit": unit, "identical": same}))
    else:
        print_result(f"{unit}: {'identical to what is stored' if same else 'NOT identical to what is stored'}")
    return 0 if same else 3


def _short(key: "UnitKey") -> str:
    r"""Data set, learner, repeat and fold, written as in the full key.

    >>> from bakeoff.runs.unit import UnitKey
    >>> _short(UnitKey(dataset="a/b", learner="tree", scheme="kfold(10)", repeat=0, fold=3))
    'a\\/b/tree/0/3'
    """
    names = (one.replace("\\", "\\\\").replace("/", "\\/") for one in (key.dataset, key.learner))
    return f"{'/'.join(names)}/{key.repeat}/{key.fold}"

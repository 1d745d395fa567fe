"""`bakeoff retry`: run units again that failed, or that were found damaged."""

from pathlib import Path
from typing import Any

import click

from bakeoff.cli.output.printing import json_option, note
from bakeoff.cli.verbs._run_study import RunOptions, run_and_print
from bakeoff.cli.verbs.run import limit_options
from bakeoff.core.errors import BadInput

__all__ = ["command", "source_of"]


@click.command("retry")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--failed", is_flag=True, help="Units that failed or answered with rubbish.")
@click.option("--damaged", is_flag=True, help="Units that `bakeoff verify` finds damaged.")
@click.option("--study", type=click.Path(path_type=Path), help="The TOML file; by default the one it was run from.")
@limit_options
@json_option
def command(file: Path, *, failed: bool, damaged: bool, study: Path | None, **how: Any) -> int:
    """Run units of a study again; everything else stands as it is."""
    if not (failed or damaged):
        raise click.UsageError("say which units: --failed, --damaged or both")
    settings = RunOptions(study=study or source_of(file), file=file, retry=failed, verb="retry", **how)
    if damaged:
        from bakeoff.runs.store.verify import repair

        for one in repair(file):
            note(one.message)
    return run_and_print(settings)


def source_of(file: Path) -> Path:
    """The TOML file the study was run from; learners and data are not in the study file itself."""
    from bakeoff.runs.store.file_ledger import FileLedger
    from bakeoff.study.analysis.stored_design import STUDY_TOML

    with FileLedger.open(file) as ledger:
        known = ledger.get_meta(STUDY_TOML)
    if not isinstance(known, str):
        raise BadInput(f"{file} does not say which TOML file it was run from; name it with --study")
    path = file.parent / known
    if not path.is_file():
        raise BadInput(f"{file} was run from {path}, which is not there any more; name it with --study")
    return path

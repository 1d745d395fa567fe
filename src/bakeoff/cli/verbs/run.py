"""`bakeoff run`: run a study into its file, or go on where it stopped."""

from pathlib import Path
from typing import Any

import click

from bakeoff.cli.output.printing import json_option
from bakeoff.cli.verbs._run_study import RunOptions, dry_run, run_and_print
from bakeoff.cli.verbs.check import allow_option

__all__ = ["command", "limit_options"]


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
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The file to keep; by default STUDY.bakeoff.")
@click.option("--fresh", is_flag=True, help="Forget what the file holds and run everything.")
@click.option("--dry-run", "dry", is_flag=True, help="Say what would run, and do nothing.")
@limit_options
@json_option
def command(path: Path, *, output: Path | None, dry: bool, **how: Any) -> int:
    """Run a study (study.toml unless you name another); what is finished already is used again.

    Exit code 3 means that everything has run but some units failed; 130 that it was interrupted, and the same command
    continues.
    """
    settings = RunOptions(study=path, file=output or path.with_suffix(".bakeoff"), **how)
    return dry_run(settings) if dry else run_and_print(settings)

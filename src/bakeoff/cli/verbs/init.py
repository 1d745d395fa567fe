"""`bakeoff init`: a commented study file to start from."""

import os
from pathlib import Path

import click

from bakeoff.cli.output.file_types import OutputFile
from bakeoff.cli.output.printing import as_json, json_option, note, print_result
from bakeoff.core.errors import BadInput
from bakeoff.core.text import abridged
from bakeoff.core.whole_file import write_whole

__all__ = ["command"]

COLUMNS = 12  # that are named


@click.command("init")
@click.argument("path", default="study.toml", type=OutputFile(usual="study.toml"))
@click.option(
    "--from", "source", type=click.Path(path_type=Path), help="Make it for this data: a CSV, Parquet or ARFF file."
)
@click.option("--target", help="The column of that file to predict; an ARFF file states it.")
@click.option("--positive", help="The class of interest, if the target has two.")
@click.option("--force", is_flag=True, help="Overwrite a file that is there.")
@json_option
def command(
    path: Path, *, source: Path | None, target: str | None, positive: str | None, force: bool, as_object: bool
) -> None:
    """Write a commented study file that runs as it is; it is called study.toml unless you name it."""
    text = _text(path, source, target, positive)
    if path.exists() and not force:
        raise BadInput(f"{path} exists already; choose another name or add --force to overwrite it")
    write_whole(path, text)
    if as_object:
        print_result(as_json("init", {"path": str(path)}))
        return
    print_result(f"wrote {path}")
    note(f"read it, change it, then: bakeoff check {path}, bakeoff run {path}")


def _text(path: Path, source: Path | None, target: str | None, positive: str | None) -> str:
    from bakeoff.study.spec.template import study_template

    if source is None:
        if target or positive:
            raise click.UsageError("--target and --positive describe a file; name it with --from")
        return study_template(str(path))
    from bakeoff.data.load import load
    from bakeoff.tabular.formats.arff import ARFF
    from bakeoff.tabular.reading import read

    if target is None and (file := read(source)).format is not ARFF:  # which states its target: the last attribute
        raise click.UsageError(
            f"name the column of {source} to predict: --target NAME, one of {abridged(list(file.columns()), COLUMNS)}"
        )
    data = load(source, target=target, positive=positive)
    # The study file finds its data relative to itself.
    return study_template(str(path), data, file=os.path.relpath(source, path.parent), target=target or "")

"""`bakeoff report`: what a study file, or a table of scores, says: as HTML, Markdown, LaTeX or JSON."""

from pathlib import Path

import click

from bakeoff.cli.say import as_json, emit, json_option

__all__ = ["command"]


@click.command("report")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="report.html by default; .md, .tex and .json by suffix."
)
@json_option
def command(file: Path, *, output: Path | None, as_object: bool) -> None:
    """Write the report of a study file."""
    from bakeoff.results.results import open as open_results

    with open_results(file) as results:
        page = results.report(output or file.with_name(f"{file.stem}-report.html"))
    emit(as_json("report", {"file": str(file), "report": str(page)}) if as_object else f"wrote {page}")

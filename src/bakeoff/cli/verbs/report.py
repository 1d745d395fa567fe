"""`bakeoff report`: what a study file, or a table of scores, says: as HTML, Markdown, LaTeX or JSON."""

from pathlib import Path

import click

from bakeoff.cli.output.printing import as_json, json_option, print_result

__all__ = ["command"]


@click.command("report")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="By default FILE-report.html; .md, .tex and .json by suffix.",
)
@click.option("--direction", type=click.Choice(["higher", "lower"]), help="For a table of scores: which are better.")
@click.option("--lower-is-better", "direction", flag_value="lower", help="The same as --direction lower.")
@click.option(
    "--figures",
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write every figure there as well, as PDF, SVG and PNG.",
)
@click.option(
    "--for-paper",
    "paper",
    metavar="WIDTH",
    help="Figures in a serif font, as wide as a paper's column (8.4 cm), text (17.4 cm), or so much: 3.3in, 12cm.",
)
@click.option("--silence", metavar="CODE", multiple=True, help="Leave these notes out, such as study.leaks or study.*.")
@json_option
def command(
    file: Path,
    *,
    output: Path | None,
    direction: str | None,
    figures: Path | None,
    paper: str | None,
    silence: tuple[str, ...],
    as_object: bool,
) -> None:
    """Write the report of a study file, or of a CSV with one row per data set and one column per learner.

    `bakeoff compare -o` does the latter with every choice there is.
    """
    path = output or file.with_name(f"{file.stem}-report.html")
    if file.suffix.lower() in {".csv", ".tsv", ".txt"}:
        from bakeoff.api.comparison import compare
        from bakeoff.cli.output.printing import columns

        page = compare(columns(str(file)), direction=direction, source=str(file)).report(
            path, figures=figures, paper=paper, silence=silence
        )
    else:
        from bakeoff.api.results import open as open_results

        with open_results(file, silence=silence) as results:
            page = results.report(path, figures=figures, paper=paper)
    print_result(as_json("report", {"file": str(file), "report": str(page)}) if as_object else f"wrote {page}")

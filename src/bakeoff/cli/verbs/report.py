"""`bakeoff report`: what a results file, or a table of scores, says: as HTML, PDF, Markdown, LaTeX or JSON, or on one page."""

from dataclasses import replace
from pathlib import Path

import click

from bakeoff.cli.declared_options import declared, refuse_options
from bakeoff.cli.output.printing import as_json, json_option, print_result, wrap_text
from bakeoff.cli.verbs._spelled_choice import SpelledChoice
from bakeoff.cli.verbs.compare import MODES
from bakeoff.core.errors import BadInput
from bakeoff.core.options import comparing
from bakeoff.core.options.option import for_modes

__all__ = ["CHECKLIST_NAMES", "command"]

CHECKLIST_NAMES = (
    "reforms",
    "tripod-ai",
    "neurips",
)  # of bakeoff.publication.checklists, which the help does not import


@click.command("report")
@click.argument("file", type=click.Path(path_type=Path))
@declared(
    replace(comparing.REPORT, help="By default FILE-report.html; .pdf, .md, .tex and .json by suffix."),
    replace(comparing.ONLY, heading=""),
    *for_modes(
        ("scores",),
        replace(comparing.DIRECTION, help="Which scores are better; higher unless stated.", heading="The table"),
        comparing.ROWS,
        comparing.SCHEME,
    ),
)
@click.option(
    "--summary",
    is_flag=True,
    help="One page for a slide or a pull request: Markdown and one picture, by default FILE-summary.md and .png.",
)
@click.option(
    "--checklist",
    type=SpelledChoice(CHECKLIST_NAMES),
    help="A reporting checklist instead, with what the study knows filled in; printed, or written with -o.",
)
@click.option("--full", is_flag=True, help="Print folded parts as well: in the PDF, and when the page is printed.")
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
    help="Figures in a serif font, as wide as a paper's column (8.4 cm), text (17.4 cm), or a width such as 3.3in or 12cm.",
)
@click.option("--silence", metavar="CODE", multiple=True, help="Leave these notes out, such as check.leak or study.*.")
@json_option
@click.pass_context
def command(
    context: click.Context,
    /,
    file: Path,
    *,
    output: Path | None,
    summary: bool,
    checklist: str | None,
    full: bool,
    direction: str | None,
    rows: str | None,
    scheme: str,
    figures: Path | None,
    paper: str | None,
    silence: tuple[str, ...],
    only: tuple[str, ...],
    as_object: bool,
) -> None:
    """Write the report of a results file, or of a table with one row per data set and one column per learner.

    `bakeoff compare -o` writes the latter with all options of a comparison.
    """
    from bakeoff.report.write import references_beside
    from bakeoff.tabular.reading import format_of_ending

    table = format_of_ending(file) is not None
    refuse_options(context, MODES["scores" if table else "results"], list(MODES.values()))
    if scheme and rows != "folds":
        raise BadInput("--scheme is about splits of one data set; add --rows folds, or leave it out")
    if summary and (figures is not None or paper is not None):
        raise BadInput(
            "--summary has one picture of its own; leave --figures and --for-paper out, or leave --summary out"
        )
    if summary and only:
        raise BadInput("--summary is one page with fixed parts; leave --only out, or leave --summary out")
    if checklist is not None:
        if table or summary or full or only or figures is not None or paper is not None:
            raise BadInput(
                "--checklist is about the results file of a study and has a page of its own; leave other options of the report out"
            )
        _fill_in(file, checklist, output, silence, as_object=as_object)
        return
    path = output or file.with_name(f"{file.stem}-summary.md" if summary else f"{file.stem}-report.html")
    if table:
        from bakeoff.api.comparison import compare
        from bakeoff.cli.output.printing import columns

        made = compare(columns(str(file)), direction=direction, rows=rows, scheme=scheme, source=str(file))
        if summary:
            made.summary(path, title=file.stem)
        else:
            made.report(path, figures=figures, paper=paper, full=full, silence=silence, only=only)
    else:
        from bakeoff.api.results import open as open_results

        with open_results(file, silence=silence) as results:
            if summary:
                results.summary(path)
            else:
                results.report(path, figures=figures, paper=paper, full=full, only=only)
    entries = None if summary else references_beside(path)
    written = {"report": str(path)} | ({"picture": str(path.with_suffix(".png"))} if summary else {})
    written |= {} if entries is None else {"references": str(entries)}
    print_result(
        as_json("report", {"file": str(file), **written}) if as_object else f"wrote {' and '.join(written.values())}"
    )


def _fill_in(file: Path, name: str, output: Path | None, silence: tuple[str, ...], *, as_object: bool) -> None:
    """A checklist: printed, or written where a file is named."""
    from bakeoff.api.results import open as open_results

    with open_results(file, silence=silence) as results:
        filled = results.checklist(name)
        written = None if output is None else filled.write(output)
    body = {"file": str(file), **filled.as_dict(), **({} if written is None else {"checklist_file": str(written)})}
    if as_object:
        print_result(as_json("checklist", body))
    elif written is None:
        print_result(wrap_text(str(filled)))
    else:
        print_result(f"wrote {written} ({filled.counts()})")

"""`bakeoff scale`: how time and memory of the learners of a study grow with the training rows."""

from pathlib import Path

import click

from bakeoff.cli.output.file_types import FIGURE_FILE
from bakeoff.cli.output.printing import as_json, fitted, json_option, print_result
from bakeoff.core.errors import BadInput
from bakeoff.core.whole_file import whole_file

__all__ = ["command"]


@click.command("scale")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--complexity", "stated", multiple=True, metavar="LEARNER=EXPR",
    help='A stated complexity of the time to fit, such as "svm=n^2" or "n*log(n)" for all; may be repeated.',
)  # fmt: skip
@click.option("-o", "--output", type=FIGURE_FILE, help="Draw the time to fit as a picture (.png, .svg, .pdf).")
@json_option
def command(file: Path, *, stated: tuple[str, ...], output: Path | None, as_object: bool) -> None:
    """Exponents of growth with intervals, where learners cross, and whether a stated complexity fits.

    FILE is a results file that was run with train_sizes (four sizes or more, the whole training part included), or with four data sets of
    different sizes. A complexity may contain n, numbers, + * / ^, log, log2, sqrt and parentheses.
    """
    from bakeoff.api.results import open as open_results

    pairs = [one.partition("=") for one in stated]
    alone = [first for first, sign, _ in pairs if not sign]
    if alone and len(pairs) > 1:
        raise BadInput("--complexity is given once for all learners, or once for each as LEARNER=EXPR, not both")
    twice = [first for first, _, _ in pairs if sum(pair[0] == first for pair in pairs) > 1]
    if twice:
        raise BadInput(f"--complexity of {twice[0]} is given twice")
    asked: str | dict[str, str] | None = alone[0] if alone else {name: text for name, _, text in pairs}
    with open_results(file) as results:
        found = results.learning.scale(complexity=asked)
    if output is not None:
        with whole_file(output, "wb") as picture:
            found.plot().figure_.savefig(picture, format=output.suffix[1:])
    if as_object:
        print_result(as_json("scale", {"file": str(file), **found.to_dict()}))
        return
    print_result("\n\n".join(map(fitted, found.tables())))

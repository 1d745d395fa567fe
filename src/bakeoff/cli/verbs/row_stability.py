"""`bakeoff stability`: whether the comparison of two learners of a study reacts to single training rows."""

from pathlib import Path

import click

from bakeoff.cli.output.printing import as_json, json_option, print_result, wrap_text
from bakeoff.core.errors import BadInput

__all__ = ["command"]


@click.command("stability")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--pair", metavar="A,B", help="The two learners; by default those of the verdict.")
@click.option("--dataset", metavar="NAME", help="The data set, where the study has several.")
@click.option("--measure", metavar="NAME", help="A mean over rows; by default the primary measure.")
@json_option
def command(file: Path, *, pair: str | None, dataset: str | None, measure: str | None, as_object: bool) -> None:
    """Check relative stability: does the comparison of two learners react to single training rows?

    FILE is a results file with repeated splits (10x10, 5x2). Nothing is trained again. `bakeoff explain relative_stability` tells what
    is computed.
    """
    from bakeoff.api.results import open as open_results

    names = [one.strip() for one in pair.split(",")] if pair is not None else [None, None]
    if len(names) != 2 or (pair is not None and not all(names)):
        raise BadInput(f"--pair takes two learners separated by a comma, as A,B, not {pair!r}")
    found = open_results(file).relative_stability(*names, dataset=dataset, measure=measure)
    if as_object:
        body = {name: value for name, value in found.to_dict().items() if name != "schema"}
        print_result(as_json("relative_stability", {"file": str(file), **body}))
        return
    print_result("\n".join(wrap_text(line) for line in str(found).splitlines()))

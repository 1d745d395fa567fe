"""`bakeoff extrapolate`: would more data help? The learning curves of a study, continued."""

from pathlib import Path

import click

from bakeoff.cli.output.printing import as_json, fitted, json_option, print_result, wrap_text
from bakeoff.core.errors import BadInput

__all__ = ["command"]


@click.command("extrapolate")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--rows", metavar="N,N", help="Numbers of training rows to predict; by default 2 and 10 times the study's."
)
@click.option("--learner", metavar="NAME", help="One learner only; all by default.")
@click.option("--dataset", metavar="NAME", help="One data set only; all by default.")
@click.option("--measure", metavar="NAME", help="By default the primary measure.")
@json_option
def command(
    file: Path, *, rows: str | None, learner: str | None, dataset: str | None, measure: str | None, as_object: bool
) -> None:
    """Predict the score with more training rows from the learning curves of a study.

    FILE is a results file that was run with train_sizes (at least four sizes, the whole training part included). Nothing is trained again.
    """
    from bakeoff.api.results import open as open_results
    from bakeoff.report.sections.extrapolation import extrapolation_words

    asked = None if rows is None else [_whole(one) for one in rows.split(",")]
    with open_results(file) as results:
        found = results.learning.extrapolate(learner, dataset=dataset, measure=measure, rows=asked)
    if as_object:
        print_result(as_json("extrapolate", {"file": str(file), **found.to_dict()}))
        return
    for name, table in zip(found.datasets, found.tables(), strict=True):
        words = extrapolation_words([curve for curve in found.curves if curve.dataset == name])
        print_result("\n\n".join([*([wrap_text(words)] if words else []), fitted(table)]))


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise BadInput(
            f"--rows takes whole numbers separated by commas, such as 1000,5000, not {text.strip()!r}"
        ) from None

"""`bakeoff bias-variance`: where the error of each learner comes from, all learners in one table."""

from pathlib import Path
from typing import Any

import click

from bakeoff.cli.output.printing import as_json, fitted, json_option, print_result, warn
from bakeoff.cli.verbs.check import allow_option, study_at
from bakeoff.core.errors import BadInput

__all__ = ["command"]


@click.command("bias-variance", short_help="Noise, bias and variance of learners, in one table.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--learner", metavar="NAME", help="One learner only; all by default.")
@click.option("--dataset", metavar="NAME", help="One data set only; all by default.")
@click.option(
    "--trainings",
    type=click.IntRange(min=2),
    metavar="N",
    help="Of a study file (.toml): training sets, by default 100.",
)
@allow_option
@json_option
def command(file: Path, *, allow: tuple[str, ...], as_object: bool, **asked: Any) -> None:
    """Noise, bias and variance of the learners of a study.

    A study file (.toml) is trained for this purpose: on fresh training sets where the data are made, else on bootstrap samples. The
    results of a study (.bakeoff) with repeats or a bootstrap are decomposed as they are. Training sets that share rows count variance
    as bias; a note says how many rows they share.
    """
    from bakeoff.api.estimating.error_parts import bias_variance

    if file.suffix == ".bakeoff":
        from bakeoff.api.results import open as open_results

        if asked["trainings"] is not None:
            raise BadInput(
                "--trainings is for a study file (.toml); results (.bakeoff) have the trainings of their study"
            )
        with open_results(file) as results:
            found = bias_variance(results, **asked)
    else:
        from bakeoff.api.study import Study

        found = bias_variance(Study(study_at(file, allow)), **asked)
    if as_object:
        print_result(as_json("bias_variance", {"file": str(file), **found.to_dict()}))
        return
    print_result("\n\n".join(map(fitted, found.tables())))
    for note in found.notes:
        warn(str(note))

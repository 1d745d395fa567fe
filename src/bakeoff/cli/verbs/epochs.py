"""`bakeoff epochs`: training and validation scores after every training step, of a study that was run or of its TOML file."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from bakeoff.cli.output.file_types import FIGURE_FILE
from bakeoff.cli.output.printing import as_json, fitted, json_option, print_result, warn
from bakeoff.cli.verbs.check import allow_option, study_at
from bakeoff.core.errors import BadInput, NotApplicable, UnknownName

if TYPE_CHECKING:
    from bakeoff.api.estimating.epochs import EpochCurves
    from bakeoff.study.spec.study_spec import StudySpec

__all__ = ["command"]


@click.command("epochs", short_help="Scores after every training step: epochs, stages, trees.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--learner", metavar="NAME", help="One learner only; by default all that are trained step by step.")
@click.option("--dataset", metavar="NAME", help="Which data set, where the study has several.")
@click.option(
    "--epochs", type=click.IntRange(1, 10_000), metavar="N", help="Steps; by default those of the learner, or 50."
)
@click.option(
    "--over", metavar="PARAMETER=V,V", help="One curve for each value of a parameter, such as a learning rate."
)
@click.option("--measure", metavar="NAME", help="By default the primary measure.")
@click.option("--scheme", metavar="SCHEME", help="By default that of the study, its first repeat.")
@click.option("-o", "--output", type=FIGURE_FILE, help="Draw the curves (.png, .svg, .pdf).")
@allow_option
@json_option
def command(
    file: Path,
    *,
    learner: str | None,
    dataset: str | None,
    epochs: int | None,
    over: str | None,
    measure: str | None,
    scheme: str | None,
    output: Path | None,
    allow: tuple[str, ...],
    as_object: bool,
) -> None:
    """Training and validation scores after every epoch, stage or tree of one fit, mean over splits; where the best step lies.

    FILE is a results file (.bakeoff) that was run with `epochs` under [curves], or a TOML file: then its learners are fitted now, within the
    limits of its [run] table, and nothing is stored.
    """
    if file.suffix == ".toml":
        found = _fitted(study_at(file, allow), learner, dataset, epochs, over, measure, scheme)
    else:
        given = {"--epochs": epochs, "--over": over, "--measure": measure, "--scheme": scheme}
        asked = [name for name, value in given.items() if value is not None]
        if asked:
            raise BadInput(f"{asked[0]} needs fits: give the TOML file of the study in the place of {file.name}")
        found = _stored(file, learner, dataset)
    if output is not None:
        found.plot().figure_.savefig(output)
    if as_object:
        print_result(as_json("epochs", {"file": str(file), **found.to_dict()}))
        return
    print_result("\n\n".join(map(fitted, found.tables())))
    for note in found.notes:
        warn(str(note))


def _stored(file: Path, learner: str | None, dataset: str | None) -> "EpochCurves":
    from bakeoff.api.estimating.epochs import EpochCurves
    from bakeoff.api.results import open as open_results

    with open_results(file) as results:
        found: EpochCurves = results.learning.epochs(dataset)
    if learner is None:
        return found
    own = tuple(curve for curve in found.curves if learner in {curve.learner, curve.family})
    if not own:
        raise UnknownName(
            "learner with curves", learner, dict.fromkeys(curve.family or curve.learner for curve in found.curves)
        )
    return EpochCurves(own, found.dataset)


def _fitted(  # noqa: PLR0917  # the options of the verb
    spec: "StudySpec",
    learner: str | None,
    dataset: str | None,
    epochs: int | None,
    over: str | None,
    measure: str | None,
    scheme: str | None,
) -> "EpochCurves":
    from bakeoff.api.estimating.epochs import epoch_curve
    from bakeoff.splits.kfold import KFold
    from bakeoff.study.running.epoch_curve import is_stepwise

    names = [one.name for one in spec.datasets]
    if dataset is None and len(names) > 1:
        raise NotApplicable(f"this study has {len(names)} data sets; name one, as --dataset {names[0]}")
    if dataset is not None and dataset not in names:
        raise UnknownName("data set", dataset, names)
    data = spec.datasets[0 if dataset is None else names.index(dataset)]
    known = {one.name: one for one in spec.learners}
    if learner is not None and learner not in known:
        raise UnknownName("learner", learner, known)
    chosen = [known[learner]] if learner is not None else [one for one in spec.learners if is_stepwise(one)]
    if not chosen:
        raise NotApplicable(
            "no learner of this study is trained step by step; that needs staged_predict, partial_fit or warm_start, as MLPClassifier "
            "and GradientBoostingClassifier have them"
        )
    plain = spec.scheme
    own = KFold(folds=plain.folds) if isinstance(plain, KFold) else plain
    return epoch_curve(
        chosen, data, scheme=scheme or own, measure=measure or spec.primary, epochs=epochs or spec.epochs or None,
        over=None if over is None else _over(over), seed=spec.seed, timeout=spec.run.timeout, memory=spec.run.memory,
    )  # fmt: skip


def _over(text: str) -> dict[str, list[float | int | str]]:
    """The parameter and its values.

    >>> _over("learning_rate_init=0.1, 1")
    {'learning_rate_init': [0.1, 1]}
    """
    name, sign, values = text.partition("=")
    many = [one.strip() for one in values.split(",") if one.strip()]
    if not sign or not name.strip() or not many:
        raise BadInput(f"--over takes a parameter and its values, as learning_rate_init=0.001,0.01, not {text!r}")
    return {name.strip(): [_value(one) for one in many]}


def _value(text: str) -> float | int | str:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text

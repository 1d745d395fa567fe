"""`bakeoff best`: the best learner of a study, its score, and the score corrected for having been picked."""

from pathlib import Path

import click

from bakeoff.cli.output.printing import as_json, json_option, print_result, warn, wrap_text
from bakeoff.cli.verbs._own_measures import typed_names
from bakeoff.cli.verbs._spelled_choice import SpelledChoice

__all__ = ["command"]


@click.command("best", short_help="How good is the learner that was picked as the best?")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--measure", metavar="NAME", help="By default the primary measure.")
@click.option("--dataset", metavar="NAME", help="One data set only; each by itself by default.")
@click.option(
    "--by",
    type=SpelledChoice(["rows", "folds"]),
    default="rows",
    show_default=True,
    help="What is drawn in a resample.",
)
@click.option("--resamples", type=click.IntRange(min=2), metavar="N", help="By default 1000, or 200 for slow measures.")
@json_option
def command(
    file: Path, *, measure: str | None, dataset: str | None, by: str, resamples: int | None, as_object: bool
) -> None:
    """The best learner on each data set of a study (.bakeoff), its score, and the score corrected for the choice.

    The best of many scores is too good. Rows of the stored predictions are drawn with replacement, the best learner on the
    drawn rows is scored on the others; nothing is trained again. `bakeoff explain bbc_cv` shows how far off it was in simulations.
    """
    from bakeoff.api.results import open as open_results

    with open_results(file) as results:
        names = results.datasets if dataset is None else (dataset,)
        measure = next(iter(typed_names(measure)), None)
        found = [results.best(measure, dataset=name, by=by, n_resamples=resamples) for name in names]
    if as_object:
        made = [
            {
                "dataset": one.dataset, "measure": one.measure, "learner": one.learner, "naive": one.naive, "corrected": one.corrected,
                "nested": one.nested, "optimism": one.optimism, "picked": dict(one.picked), "notes": [note.as_dict() for note in one.notes],
            }
            for one in found
        ]  # fmt: skip
        print_result(as_json("best", {"file": str(file), "by": by, "best": made}))
        return
    for at, one in enumerate(found):
        head, *lines = str(one).split("\nNote: ")[0].split("\n")
        print_result("\n".join([*([""] if at else []), head, *(wrap_text(line, indent="      ") for line in lines)]))
        for note in one.notes:
            warn(str(note), mild=True)

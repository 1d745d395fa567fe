"""`bakeoff tuning`: what searches inside the training parts of a study chose, and how good that looked inside and outside."""

import click

from bakeoff.cli.output.printing import as_json, fitted, json_option, print_result, warn
from bakeoff.core.errors import NotApplicable, UnknownName

__all__ = ["command"]


@click.command("tuning", short_help="Which settings did tuned learners choose, and how stable are they?")
@click.argument("file", type=click.Path(path_type=str))
@click.option("--learner", metavar="NAME", help="One learner only; all that were tuned by default.")
@json_option
def command(file: str, *, learner: str | None, as_object: bool) -> None:
    """Chosen settings of every split of a study (.bakeoff), their inner scores, and the outer score beside them.

    Learners are tuned with `tune = {...}` in a study file, with bo.Tuned, or by search objects such as GridSearchCV.
    """
    from bakeoff.api.results import open as open_results
    from bakeoff.report.sections.tuned import tuned_payload, tuned_tables

    with open_results(file) as results:
        if learner is not None and learner not in results.learners:
            raise UnknownName("learner", learner, results.learners)
        cells = tuple(one for one in results.findings.tunings if learner in (None, one.learner))
        about = [note for note in results.findings.visible_notes if note.code.startswith("tuning.")]
    notes = [str(note) for note in about if learner is None or learner in note.about.learners]
    if not cells:
        raise NotApplicable(
            "no learner of this study was tuned, or no split has finished; tune one with tune = {...} in the study file"
        )
    if as_object:
        print_result(as_json("tuning", {**tuned_payload(cells), "warnings": notes}))
        return
    print_result("\n\n".join(fitted(one, names=2) for one in tuned_tables(cells)))
    for note in notes:
        warn(note)

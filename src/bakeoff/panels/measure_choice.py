"""Which measures a panel shows: those named, all that apply, or the usual ones of the task."""

from collections.abc import Iterable, Sequence
from typing import Any

from bakeoff.core.errors import BadInput, Problems
from bakeoff.measures import Measure, default_measures, measure_named, measures as catalogue
from bakeoff.measures.measure import misfits
from bakeoff.predictions.predictions import Predictions

__all__ = ["select_measures"]


def _judging() -> tuple[Measure, ...]:
    """The measures of predictions; resources are no predictions."""
    return tuple([one for one in catalogue if one.needs is not None])


def select_measures(measures: str | Sequence[str | Measure] | None, pred: Predictions) -> tuple[Measure, ...]:
    """The measures that were asked for: by name, all that apply, or the usual ones that apply."""
    if measures is None:
        usual = [measure_named(name).for_task(pred.task) for name in default_measures(pred.task)]
        fitting = tuple(one for one in usual if one.needs in pred.gives or not one.fits(pred))
        return fitting or tuple(usual)
    if measures == "all":
        judging = _judging()
        unfit = misfits(judging, pred)
        return tuple([one.for_task(pred.task) for one in judging if one not in unfit])
    wanted = [measures] if isinstance(measures, (str, Measure)) else _listed(measures)
    if not wanted:
        raise BadInput("measures is empty; leave it out for the usual ones, or name some")
    return tuple(measure.for_task(pred.task) for measure in _named(wanted))


def _named(wanted: Sequence[str | Measure]) -> tuple[Measure, ...]:
    """Each by its name; all wrong names are told at once."""
    made, wrong = [], []
    for one in wanted:
        try:
            made.append(one if isinstance(one, Measure) else measure_named(one))
        except BadInput as problem:
            wrong.append(problem)
    if wrong:
        raise wrong[0] if len(wrong) == 1 else Problems("the list of measures", [str(one) for one in wrong])
    return tuple(made)


def _listed(measures: Any) -> list[Any]:
    wanted = list(measures) if isinstance(measures, Iterable) else [measures]
    for one in wanted:
        if not isinstance(one, (str, Measure)):
            raise BadInput(f"measures are named by text, such as 'accuracy', not {one!r}")
    return wanted

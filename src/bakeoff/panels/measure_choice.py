"""Which measures a panel shows: those named, all that apply, or the usual ones of the task."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bakeoff.core.errors import BadInput, Problems
from bakeoff.measures import Measure, default_measures, measure_named, measures as catalogue
from bakeoff.measures.measure import misfits
from bakeoff.measures.own.given import MeasureLike, measures_of
from bakeoff.measures.own.own_measure import settled
from bakeoff.measures.regression.quantiles import of_shares
from bakeoff.predictions.outputs import Output
from bakeoff.predictions.predictions import Predictions

__all__ = ["select_measures", "select_named"]


def _judging() -> tuple[Measure, ...]:
    """The measures of predictions; resources are no predictions."""
    return tuple([measure for measure in catalogue if measure.needs is not None])


def select_measures(
    measures: MeasureLike | Sequence[MeasureLike] | Mapping[str, MeasureLike] | None, pred: Predictions
) -> tuple[Measure, ...]:
    """The measures that were asked for: by name, all that apply, or the usual ones that apply."""
    if measures is None:
        usual = [measure_named(name).for_task(pred.task) for name in default_measures(pred.task)]
        fitting = tuple(measure for measure in usual if measure.needs in pred.gives or not measure.fits(pred))
        if pred.quantiles is not None:
            fitting = (*(measure for measure in fitting if measure.needs is not Output.QUANTILES), *of_shares(pred))
        return fitting or tuple(usual)
    if measures == "all":
        judging = _judging()
        unfit = misfits(judging, pred)
        return tuple([measure.for_task(pred.task) for measure in judging if measure not in unfit])
    return tuple(settled(measure, pred).for_task(pred.task) for measure in select_named(measures))


def select_named(measures: MeasureLike | Sequence[MeasureLike] | Mapping[str, MeasureLike]) -> tuple[Measure, ...]:
    """The measures that were asked for, before there are predictions."""
    wanted = _listed(measures)
    if not wanted:
        raise BadInput("measures is empty; leave it out for the usual ones, or name some")
    return _named(wanted)


def _named(wanted: Sequence[MeasureLike]) -> tuple[Measure, ...]:
    """Each by its name; all wrong names are told at once."""
    named, wrong = [], []
    for measure in wanted:
        try:
            named.append(measure_named(measure))
        except BadInput as problem:
            wrong.append(problem)
    if wrong:
        raise wrong[0] if len(wrong) == 1 else Problems("the list of measures", [str(problem) for problem in wrong])
    return tuple(named)


def _listed(measures: Any) -> list[Any]:
    """What was asked for, one by one; a mapping names its measures."""
    if isinstance(measures, Mapping):
        return list(measures_of(measures))
    alone = isinstance(measures, (str, Measure)) or callable(measures) or not isinstance(measures, Iterable)
    return [measures] if alone else list(measures)

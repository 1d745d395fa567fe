"""What a study measures if no measure is named."""

from collections.abc import Set as AbstractSet

from bakeoff.data.tasks import MULTICLASS, TaskKind
from bakeoff.measures import measure_named
from bakeoff.measures.measure import has_required_output, not_for
from bakeoff.predictions.predictions import Output

__all__ = ["study_measures"]


def study_measures(tasks: AbstractSet[TaskKind], gives: AbstractSet[Output], *, positive: bool) -> tuple[str, ...]:
    """What a study measures when nothing is asked for: the first is the primary measure, and all can be computed.

    `gives` is what every learner gives, `positive` whether every data set has two classes and a stated positive one.

    >>> from bakeoff.data.tasks import BINARY
    >>> study_measures({BINARY}, {Output.LABEL, Output.SCORE}, positive=True)
    ('accuracy', 'balanced_accuracy', 'kappa', 'roc_auc', 'fit_seconds')
    """
    only = next(iter(tasks)) if len(tasks) == 1 else MULTICLASS  # data sets of several kinds share measures of classes
    names = []
    for name in only.study_measures:
        measure = measure_named(name)
        computable = measure.needs is Output.LABEL or has_required_output(measure, frozenset(gives))
        if computable and not not_for(measure, only) and (positive or not measure.needs_positive):
            names.append(name)
    return (*names, "fit_seconds")

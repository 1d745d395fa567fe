"""Why a measure does not apply to some predictions, in one sentence that names what would."""

from collections.abc import Iterable
from functools import lru_cache

from bakeoff.core.text import listed
from bakeoff.data.dataset import Task
from bakeoff.measures.measure import CLASSES, Measure, Reads
from bakeoff.measures.naming import short_name
from bakeoff.predictions.predictions import Output, Predictions

__all__ = ["NEEDED", "has_required_output", "intended_tasks", "misfits", "not_for", "why_not_applicable"]

NEEDED = {
    Output.LABEL: "predicted classes or numbers",
    Output.SCORE: "scores or probabilities",
    Output.PROBA: "probabilities",
    Output.SD: "predicted standard deviations",
    Output.DRAWS: "draws of the predicted numbers",
}
_TARGETS = {
    Task.BINARY: "two classes",
    Task.MULTICLASS: "more than two classes",
    Task.ORDINAL: "ordered classes",
    Task.REGRESSION: "numbers",
    Task.CLUSTERING: "clusters",
}


def intended_tasks(tasks: Iterable[Task]) -> str:
    """What a measure is for, in words.

    >>> intended_tasks([Task.BINARY]), intended_tasks(CLASSES), intended_tasks([Task.REGRESSION, Task.ORDINAL])
    ('two classes', 'classes', 'ordered classes or numbers')
    """
    known = frozenset(tasks)
    classes = ["classes"] if known >= CLASSES else []
    left = known - CLASSES if classes else known
    return listed([*classes, *(words for task, words in _TARGETS.items() if task in left)], last="or")


def not_for(measure: Measure, task: Task) -> str:
    """That the measure is not for such a target, and its relatives that are; empty if it is.

    >>> from bakeoff.measures import measure_named
    >>> not_for(measure_named("f1"), Task.MULTICLASS)
    'F1 is for two classes, not for more than two classes; take f1_macro, f1_micro, f1_weighted or f1_of_averages'
    """
    if task in measure.tasks:
        return ""
    from bakeoff.measures import ALL  # the catalogue imports every family

    kin = [one.name for one in ALL if one.name.startswith(f"{measure.name}_") and task in one.tasks]
    cure = f"; take {listed(kin, last='or')}" if kin else ""
    return f"{short_name(measure)} is for {intended_tasks(measure.tasks)}, not for {_TARGETS[task]}{cure}"


def has_required_output(measure: Measure, given: frozenset[Output]) -> bool:
    """Whether outputs of these kinds hold what the measure reads; probabilities rank as scores do."""
    ranks = measure.needs is Output.SCORE and Output.PROBA in given
    return measure.needs is None or measure.needs in given or ranks


def why_not_applicable(measure: Measure, pred: Predictions) -> str:
    """Why the measure does not apply to these predictions; empty if it does."""
    return _misfit(measure, pred.task, pred.gives, pred.positive is not None)


def misfits(measures: tuple[Measure, ...], pred: Predictions) -> dict[Measure, str]:
    """Those of the measures that do not apply to these predictions, and why."""
    return _misfits(measures, pred.task, pred.gives, pred.positive is not None)


@lru_cache(maxsize=256)
def _misfits(measures: tuple[Measure, ...], task: Task, given: frozenset[Output], positive: bool) -> dict[Measure, str]:
    return {one: why for one in measures if (why := _misfit(one, task, given, positive))}


@lru_cache(maxsize=4096)
def _misfit(measure: Measure, task: Task, given: frozenset[Output], positive: bool) -> str:
    """The whole catalogue asks this at every call, and the answers are few."""
    if measure.reads is Reads.RESOURCES:
        return f"{short_name(measure)} is measured while a study runs; predictions alone do not tell it"
    if why := not_for(measure, task):
        return why
    if measure.needs is not None and not has_required_output(measure, given):
        return f"{short_name(measure)} needs {NEEDED[measure.needs]}, and these predictions have none"
    if measure.needs_positive and not positive:
        return f"{short_name(measure)} needs a positive class, and none was stated; say which class it is"
    return ""

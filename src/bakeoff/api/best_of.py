"""bo.best_of: the best of several learners on out-of-sample rows, its score corrected for having been picked."""

from collections.abc import Mapping, Sequence
from typing import Any

from bakeoff.api.compare_predictions import answers_by_name
from bakeoff.estimates.over_splits.selection import Best, best_of_predictions

__all__ = ["best_of"]


def best_of(
    y_true: Any,
    predictions: Mapping[str, Any],
    measure: str | None = None,
    *,
    labels: Sequence[Any] | None = None,
    pos_label: Any = None,
    task: str | None = None,
    row_id: Any = None,
    groups: Any = None,
    sample_weight: Any = None,
    level: float = 0.95,
    n_resamples: int | None = None,
    random_state: int = 0,
) -> Best:
    """How good is the best of these learners?  Each entry of `predictions` is what the measure reads, for the same rows.

    The rows must be out of sample, as those of a cross-validation or of one test set. Arguments are those of
    `compare_predictions`; for a matrix of scores by row there is `bakeoff.estimates.bbc`.

    >>> truth = [0, 1] * 20
    >>> found = best_of(truth, {"a": truth[:30] + [1 - one for one in truth[30:]], "b": [1] * 40})
    >>> found.learner, found.naive.value, round(found.corrected.value, 2)
    ('a', 0.75, 0.75)
    """
    what, made = answers_by_name(
        y_true, predictions, measure, labels=labels, pos_label=pos_label, task=task, row_id=row_id, groups=groups,
        sample_weight=sample_weight,
    )  # fmt: skip
    candidates = {name: [one] for name, one in made.items()}
    return best_of_predictions(candidates, what, level=level, n_resamples=n_resamples, random_state=random_state)

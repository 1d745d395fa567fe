"""bo.gate: may the new model replace the one in use? From predictions, from scores per item, or from a study."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from bakeoff.api.compare_predictions import predictions_by_name
from bakeoff.core.arguments import suggest_arguments
from bakeoff.core.checks import probability
from bakeoff.core.errors import BadInput
from bakeoff.measures import Measure, measure_named
from bakeoff.release_gate.gate import Gate, GateRule, gate_of_predictions
from bakeoff.release_gate.looks import Looks
from bakeoff.release_gate.margin import margin_of

__all__ = ["gate", "margins_of"]


def margins_of(
    measure: str | Measure | Sequence[str] | None, margin: Any, usual: str = "accuracy"
) -> dict[Measure, Any]:
    """Each measure with its margin: one margin for all of them, or a mapping that has one for each.

    >>> {what.name: str(size) for what, size in margins_of(None, {"accuracy": 0.01, "rmse": "2%"}).items()}
    {'accuracy': '0.01', 'rmse': '2% of the base'}
    """
    if isinstance(margin, Mapping):
        named = {measure_named(name): size for name, size in margin.items()}
        asked = (
            []
            if measure is None
            else [measure_named(name) for name in ([measure] if isinstance(measure, (str, Measure)) else measure)]
        )
        for what in asked:
            if what not in named:
                raise BadInput(f"{what.name} has no margin; state one (--margin {what.name}=0.01)")
        for what in named if asked else ():
            if what not in asked:
                raise BadInput(
                    f"there is a margin for {what.name}, which is not asked for; name it as a measure or leave it out"
                )
        return {what: margin_of(size, what) for what, size in named.items()}
    names = [usual] if measure is None else [measure] if isinstance(measure, (str, Measure)) else list(measure)
    if len(names) > 1:
        raise BadInput(
            "several measures need a margin each: margin={'accuracy': 0.01, 'f1': 0.02} (--margin accuracy=0.01 --margin f1=0.02)"
        )
    what = names[0] if isinstance(names[0], Measure) else measure_named(names[0])
    return {what: margin_of(margin, what)}


@suggest_arguments
def gate(
    y_true: Any,
    *,
    base: Any,
    new: Any,
    measure: str | Measure | Sequence[str] | None = None,
    margin: Any = None,
    alpha: float = 0.05,
    by: Mapping[str, Any] | None = None,
    groups: Any = None,
    sample_weight: Any = None,
    labels: Sequence[Any] | None = None,
    positive: Any = None,
    task: str | None = None,
    row_id: Any = None,
    some: bool = False,
    looks: tuple[int, int] | Looks | None = None,
    seed: int = 0,
) -> Gate:
    """Is the new model not worse than the base by more than a margin that was stated beforehand?

    Parameters
    ----------
    y_true
        What was true of each row.
    base, new
        Predictions of the model in use and of the new one, as the measure reads them: labels, scores or probabilities.
    measure
        One measure, or several that must all pass; accuracy if none is named.
    margin
        How much worse is still accepted: in the unit of the measure (0.01), as a share of the base ("2%"), or a mapping with one margin
        for each measure.
    alpha
        The one-sided level: the interval that decides is that of 1 - 2 alpha.
    by
        Columns by which slices are looked at apart, with intervals that hold for all slices at once.
    groups
        Which rows belong together, as those of one patient.
    sample_weight
        How much each row counts.
    labels, positive, task, row_id
        The classes in their order, the positive class, the kind of task, and ids of the rows.
    some
        Whether one measure that passes is enough; the levels are then corrected by Holm's steps.
    looks
        Which look this is and how many were planned, as (2, 3); each look has a part of alpha.
    seed
        Of the resamples, where a measure needs them.

    Returns
    -------
    Gate
        With `outcome` "pass", "fail" or "undecided", the difference with its interval, the p-value and the flips.

    Examples
    --------
    >>> truth = [0, 1] * 200
    >>> old = [1 - y if i % 10 == 0 else y for i, y in enumerate(truth)]
    >>> gate(truth, base=old, new=truth, margin=0.02).outcome.value
    'pass'
    """
    probability("alpha", alpha)
    margins = margins_of(measure, margin)
    if isinstance(looks, tuple):
        looks = Looks(*looks)
    first, *others = margins
    made = predictions_by_name(
        y_true, {"base": base, "new": new}, first.name, labels=labels, pos_label=positive, task=task, row_id=row_id, groups=groups,
        sample_weight=sample_weight,
    )[1]  # fmt: skip
    rule = GateRule(margins=margins, alpha=alpha, some=some, looks=looks, seed=seed)
    return gate_of_predictions(
        made["base"],
        made["new"],
        rule,
        slices=None if by is None else {name: np.asarray(values) for name, values in by.items()},
    )

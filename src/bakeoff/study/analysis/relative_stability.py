"""Whether the comparison of two learners on one data set of a study reacts to single training rows; from stored predictions only."""

from collections.abc import Callable
from dataclasses import replace
from itertools import groupby

import numpy as np

from bakeoff.comparisons.significance.relative_stability import RelativeStability, relative_stability
from bakeoff.core.checks import Array
from bakeoff.core.errors import NotApplicable
from bakeoff.measures.measure import Measure
from bakeoff.predictions.predictions import Predictions
from bakeoff.runs.store.ledger import Ledger
from bakeoff.runs.unit import UnitKey
from bakeoff.study.analysis.stored_design import DomainDesign, StoredStudy

__all__ = ["relative_stability_in_study"]


def relative_stability_in_study(
    ledger: Ledger, design: StoredStudy, domain: DomainDesign, measure: Measure, *, a: str, b: str
) -> RelativeStability:
    """The check of two learners by the rows that every repeat tests."""
    of_row = measure.per_row
    if of_row is None or measure.after is not None:
        raise NotApplicable(
            f"{measure.name} is no mean over rows, so no row has a loss of its own; take accuracy, brier, log_loss, mae or mse"
        )
    name = domain.card.name
    repeats = [sorted(splits) for _, splits in groupby(sorted(domain.splits), key=lambda split: split[0])]
    if len(repeats) < 2:
        raise NotApplicable(
            f"the splits of {name} have one repeat, which tests each row once; run the study with repeated splits such as 10x10 or 5x2"
        )
    sides = [
        [_losses(ledger, design, domain, learner, splits, measure=measure, of_row=of_row) for splits in repeats]
        for learner in (a, b)
    ]
    rows = set.intersection(*(set(one) for side in sides for one in side))
    if len(rows) < 3:
        raise NotApplicable(
            f"fewer than three rows of {name} are tested in every repeat; cross-validation tests all of them"
        )
    order = sorted(rows)
    table = [np.array([[one[row] for row in order] for one in side]) for side in sides]  # repeats, rows, (loss, fold)
    found = relative_stability(table[0][:, :, 0], table[1][:, :, 0], table[0][:, :, 1], names=(a, b))
    return replace(found, measure=measure.name, dataset=name)


def _losses(
    ledger: Ledger, design: StoredStudy, domain: DomainDesign, learner: str, splits: list[tuple[int, int]], *,
    measure: Measure, of_row: Callable[[Predictions], Array],
) -> dict[int, tuple[float, int]]:  # fmt: skip
    """What each row scored in one repeat, and in which fold."""
    found: dict[int, tuple[float, int]] = {}
    for repeat, fold in splits:
        key = UnitKey(dataset=domain.card.name, learner=learner, scheme=design.scheme, repeat=repeat, fold=fold)
        run = ledger.get(key)
        if run is None or run.predictions is None:
            raise NotApplicable(
                f"{learner} has no predictions in repeat {repeat}, fold {fold} of {domain.card.name}; finish the study"
            )
        if why := measure.fits(run.predictions):
            raise NotApplicable(f"{learner}: {why}")
        values = np.asarray(of_row(run.predictions), dtype=np.float64)
        found.update(
            (row, (value, fold)) for row, value in zip(run.predictions.rows.tolist(), values.tolist(), strict=True)
        )
    return found

"""Whether the comparison of two learners on one data set of a study reacts to single training rows; from stored predictions only."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import reduce
from itertools import groupby
from typing import NamedTuple

import numpy as np

from bakeoff.comparisons.significance.relative_stability import RelativeStability, relative_stability
from bakeoff.comparisons.verdict import Verdict
from bakeoff.core.checks import Array
from bakeoff.core.compact import compact
from bakeoff.core.errors import NotApplicable
from bakeoff.measures.measure import Measure
from bakeoff.predictions.predictions import Predictions
from bakeoff.runs.store.ledger import Ledger
from bakeoff.runs.unit import UnitKey
from bakeoff.study.analysis.best_learner import MOST_UNITS
from bakeoff.study.analysis.stored_design import DomainDesign, StoredStudy

__all__ = ["relative_stability_in_study", "stability_on_each"]


def relative_stability_in_study(
    ledger: Ledger, design: StoredStudy, domain: DomainDesign, measure: Measure, *, a: str, b: str
) -> RelativeStability:
    """The check of two learners by the rows that every repeat tests."""
    of_row = measure.per_row
    if of_row is None or measure.after is not None:
        raise NotApplicable(
            f"{measure.name} is not a mean over rows, so no row has a loss of its own; take accuracy, brier, log_loss, mae or mse"
        )
    name = domain.card.name
    if ledger.dataset(name).groups is not None:
        raise NotApplicable(f"the rows of {name} come in groups, and the check takes rows to be independent")
    repeats = [sorted(splits) for _, splits in groupby(sorted(domain.splits), key=lambda split: split[0])]
    if len(repeats) < 2:
        raise NotApplicable(
            f"the splits of {name} have one repeat, which tests each row once; run the study with repeated splits such as 10x10 or 5x2"
        )
    sides: list[list[_RowLosses]] = [[], []]
    for learner, side in zip((a, b), sides, strict=True):
        for splits in repeats:
            losses = _losses(ledger, design, domain, learner, splits, measure=measure, of_row=of_row)
            shared_rows = next(
                (other.rows for other in sides[0][:1] if np.array_equal(other.rows, losses.rows)), losses.rows
            )
            side.append(
                losses._replace(rows=shared_rows)
            )  # most often all repeats test the same rows: one array for all
    rows = reduce(_common, (losses.rows for side in sides for losses in side))
    if len(rows) < 3:
        raise NotApplicable(
            f"fewer than three rows of {name} are tested in every repeat; cross-validation tests all of them"
        )
    first, second = (np.stack([losses.values[_places(losses.rows, rows)] for losses in side]) for side in sides)
    folds = np.stack([losses.folds[_places(losses.rows, rows)] for losses in sides[0]])
    del sides
    stability = relative_stability(first, second, folds, names=(a, b))
    return replace(stability, measure=measure.name, dataset=name)


def stability_on_each(
    ledger: Ledger, design: StoredStudy, measure: Measure, verdict: Verdict | None
) -> Iterator[RelativeStability]:
    """The check of the two learners of the verdict on every data set where a report can tell it."""
    if verdict is None:
        return
    for domain in design.domains:
        if 2 * len(domain.splits) <= MOST_UNITS:
            with suppress(NotApplicable):
                yield relative_stability_in_study(ledger, design, domain, measure, a=verdict.a, b=verdict.b)


def _common(first: Array, other: Array) -> Array:
    """The rows that both have."""
    return first if np.array_equal(first, other) else np.intersect1d(first, other)


def _places(among: Array, rows: Array) -> Array | slice:
    """Where the rows are among others, all ascending."""
    return slice(None) if np.array_equal(among, rows) else np.searchsorted(among, rows)


class _RowLosses(NamedTuple):
    """What each row scored in one repeat, and in which fold; rows ascending."""

    rows: Array
    values: Array
    folds: Array


def _losses(
    ledger: Ledger, design: StoredStudy, domain: DomainDesign, learner: str, splits: list[tuple[int, int]], *,
    measure: Measure, of_row: Callable[[Predictions], Array],
) -> _RowLosses:  # fmt: skip
    """The losses of one learner in one repeat."""
    parts = []
    for repeat, fold in splits:
        key = UnitKey(dataset=domain.card.name, learner=learner, scheme=design.scheme, repeat=repeat, fold=fold)
        run = ledger.get(key)
        if run is None or run.predictions is None:
            raise NotApplicable(
                f"{learner} has no predictions in repeat {repeat}, fold {fold} of {domain.card.name}; finish the study"
            )
        if why := measure.fits(run.predictions):
            raise NotApplicable(f"{learner}: {why}")
        rows = np.asarray(run.predictions.rows)
        parts.append((rows, np.asarray(of_row(run.predictions), dtype=np.float64), np.full(len(rows), fold)))
    rows, values, folds = (np.concatenate(column) for column in zip(*parts, strict=True))
    rows, first = np.unique(rows, return_index=True)
    return _RowLosses(rows=rows, values=compact(values[first]), folds=compact(folds[first]))

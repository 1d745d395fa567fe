"""The best learner on one data set of a study, its score corrected for having been picked; from stored predictions only."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import groupby

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import NotApplicable
from bakeoff.core.notes import Note, Subject
from bakeoff.estimates.over_splits.selection import Best, best_of_predictions
from bakeoff.measures.measure import Measure, Pooling
from bakeoff.predictions.group_ids import numbered_groups
from bakeoff.predictions.predictions import Predictions, pool
from bakeoff.runs.store.ledger import Ledger
from bakeoff.runs.unit import UnitKey
from bakeoff.study.analysis.stored_design import DomainDesign, StoredStudy
from bakeoff.study.notes import LEFT_OUT, POOLED

__all__ = ["MOST_UNITS", "best_in_study", "best_on_each", "groups_of_rows"]

MOST_UNITS = 5000  # on a data set, whose predictions a report reads again; `Results.best` reads any number
MANY_ROWS, FEW_RESAMPLES = 100_000, 100  # from so many rows on a report takes so few resamples: they differ little


def best_in_study(
    ledger: Ledger, design: StoredStudy, domain: DomainDesign, measure: Measure, *, n_resamples: int | None = None
) -> Best:
    """The best learner on one data set; a learner that lacks a unit or what the measure reads is left out."""
    if measure.unordered:
        raise NotApplicable(measure.unordered)
    name = domain.card.name
    told = groups_of_rows(ledger, name)
    candidates, lacking = {}, {}
    for learner in design.names:
        parts, why = _repeats(ledger, design, domain, learner), "unfinished"
        if parts:
            why = measure.fits(parts[0])
        if why:
            lacking[learner] = why
        else:
            candidates[learner] = [one if told is None else replace(one, group=told(one.rows)) for one in parts]
    if len(candidates) < 2:
        reasons = "; ".join(f"{learner}: {why}" for learner, why in lacking.items())
        raise NotApplicable(
            f"no learner was selected on {name}: a selection needs two learners with a score for every row"
            + (f" ({reasons}); finish the study or take another measure" if reasons else "; name another learner")
        )
    found = best_of_predictions(candidates, measure, n_resamples=n_resamples, random_state=design.seed)
    return replace(found, dataset=name, notes=tuple(_notes(domain, measure, lacking)))


def best_on_each(ledger: Ledger, design: StoredStudy, measure: Measure) -> Iterator[Best]:
    """The same on every data set where a report can tell it."""
    for domain in design.domains:
        if len(domain.splits) * len(design.names) <= MOST_UNITS:
            with suppress(NotApplicable):
                many = domain.card.n_rows > MANY_ROWS
                yield best_in_study(ledger, design, domain, measure, n_resamples=FEW_RESAMPLES if many else None)


def groups_of_rows(ledger: Ledger, dataset: str) -> Callable[[Array], Array] | None:
    """The groups of rows by their ids, where the data set has any."""
    data = ledger.dataset(dataset)
    if data.groups is None:
        return None
    order, codes = np.argsort(data.rows, kind="stable"), numbered_groups(data.groups)
    return lambda rows: codes[order[np.searchsorted(data.rows, rows, sorter=order)]]


def _repeats(ledger: Ledger, design: StoredStudy, domain: DomainDesign, learner: str) -> Sequence[Predictions]:
    """The predictions of all test rows of each repeat; none where a unit is missing."""
    made = []
    for _, splits in groupby(sorted(domain.splits), key=lambda split: split[0]):
        keys = [
            UnitKey(dataset=domain.card.name, learner=learner, scheme=design.scheme, repeat=repeat, fold=fold)
            for repeat, fold in splits
        ]
        runs = [ledger.get(key) for key in keys]
        parts = [run.predictions for run in runs if run is not None and run.predictions is not None]
        if len(parts) < len(keys):
            return ()
        made.append(pool(parts))
    return made


def _notes(domain: DomainDesign, measure: Measure, lacking: dict[str, str]) -> Iterator[Note]:
    about = Subject(measure=measure.name, dataset=domain.card.name)
    if lacking:
        reasons = set(lacking.values())
        yield LEFT_OUT(about, names=tuple(lacking), reason=reasons.pop() if len(reasons) == 1 else "")
    row_means = measure.per_row is not None and measure.after is None
    if len(domain.splits) > 1 and measure.across_folds is not Pooling.POOLED and not row_means:
        yield POOLED(about)

"""The best learner on one data set of a study, its score corrected for having been picked; from stored predictions only."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import groupby
from math import nan
from typing import overload

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import NotApplicable, UnknownName
from bakeoff.core.notes import Note, Subject
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.over_splits.mean import mean_over_splits
from bakeoff.estimates.over_splits.selection import RESAMPLES, Best, best_of_folds, best_of_predictions
from bakeoff.measures.measure import Measure, Pooling
from bakeoff.predictions.group_ids import numbered_groups
from bakeoff.predictions.predictions import Predictions, pool
from bakeoff.runs.store.ledger import Ledger
from bakeoff.runs.unit import Status, UnitKey
from bakeoff.study.analysis.stored_design import DomainDesign, StoredStudy
from bakeoff.study.notes import LEFT_OUT, POOLED

__all__ = ["MOST_UNITS", "best_in_study", "best_on_each", "groups_of_rows"]

BY = ("rows", "folds")  # what is drawn
MOST_UNITS = 5000  # on a data set, whose predictions a report reads again; `Results.best` reads any number
MANY_ROWS, FEW_RESAMPLES = 100_000, 100  # from so many rows on a report takes so few resamples: they differ little


def best_in_study(
    ledger: Ledger,
    design: StoredStudy,
    domain: DomainDesign,
    measure: Measure,
    *,
    n_resamples: int | None = None,
    by: str = "rows",
) -> Best:
    """The best learner on one data set; a learner that lacks a unit or what the measure reads is left out."""
    if by not in BY:
        raise UnknownName("unit to draw", by, BY)
    if measure.unordered:
        raise NotApplicable(measure.unordered)
    name = domain.card.name
    groups_of = groups_of_rows(ledger, name)
    done = {key for key, (status, _) in ledger.contents().items() if status is Status.DONE}
    candidates, scores, lacking = {}, {}, {}
    for learner in design.names:
        repeats = _Repeats(ledger, design, domain, learner, groups_of)
        why = measure.fits(repeats.first()) if done.issuperset(repeats.keys) else "unfinished"
        if not why and by == "folds":
            scores[learner] = _fold_scores([repeats.folds(repeat) for repeat in range(len(repeats))], measure)
            why = "" if not np.isnan(scores[learner]).any() else "undefined on a fold"
        if why:
            lacking[learner] = why
        else:
            candidates[learner] = repeats
    if len(candidates) < 2:
        reasons = "; ".join(f"{learner}: {why}" for learner, why in lacking.items())
        raise NotApplicable(
            f"no learner was selected on {name}: a selection needs two learners with a score for every row"
            + (f" ({reasons}); finish the study or take another measure" if reasons else "; name another learner")
        )
    if by == "folds":
        fold_scores = {learner: scores[learner] for learner in candidates}
        best = best_of_folds(fold_scores, measure, n_resamples=n_resamples or RESAMPLES, seed=design.seed)
    else:
        best = best_of_predictions(candidates, measure, n_resamples=n_resamples, seed=design.seed)
    nested = _nested(ledger, design, domain, measure, best.learner)
    return replace(best, dataset=name, nested=nested, notes=tuple(_notes(domain, measure, lacking, by)))


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


def _nested(
    ledger: Ledger, design: StoredStudy, domain: DomainDesign, measure: Measure, learner: str
) -> Estimate | None:
    """The mean over test parts, where the learner chose its settings inside each training part; None where it did not."""
    facts = ledger.facts()
    keys = [_key(design, domain, learner, split) for split in domain.splits]
    if not all("tuning" in (facts.get(key) or {}) for key in keys):
        return None
    repeats = _Repeats(ledger, design, domain, learner, None)
    values = [_score(part, measure) for repeat in range(len(repeats)) for part in repeats.folds(repeat)]
    return mean_over_splits(values, domain.share, repeats=len(repeats), bounds=measure.bounds)


def _score(part: Predictions, measure: Measure) -> float:
    try:
        return float(measure(part))
    except NotApplicable:
        return nan


def _key(design: StoredStudy, domain: DomainDesign, learner: str, split: tuple[int, int]) -> UnitKey:
    return UnitKey(
        dataset=domain.card.name, learner=learner, scheme=design.scheme, repeat=split[0], fold=split[1]
    )  # fmt: skip


def _fold_scores(repeats: Sequence[Sequence[Predictions]], measure: Measure) -> list[float]:
    """The score of each fold; NaN where it is undefined."""
    if len(repeats) > 1 or len({row for part in repeats[0] for row in part.rows.tolist()}) < sum(map(len, repeats[0])):
        raise NotApplicable(
            "folds are drawn only where no two test parts share a row: one k-fold cross-validation; draw rows instead (by='rows')"
        )
    return [_score(part, measure) for part in repeats[0]]


class _Repeats(Sequence[Predictions]):
    """The predictions of one learner, all test rows of a repeat together; read when they are asked for and not kept."""

    def __init__(
        self, ledger: Ledger, design: StoredStudy, domain: DomainDesign, learner: str, groups_of: Callable[[Array], Array] | None
    ) -> None:  # fmt: skip
        self.ledger, self.told = ledger, groups_of
        by_repeat = groupby(sorted(domain.splits), key=lambda split: split[0])
        self.splits = [[_key(design, domain, learner, split) for split in splits] for _, splits in by_repeat]
        self._peeked: Predictions | None = None

    @property
    def keys(self) -> list[UnitKey]:
        return [key for keys in self.splits for key in keys]

    def __len__(self) -> int:
        return len(self.splits)

    def folds(self, index: int) -> list[Predictions]:
        """The test parts of a repeat."""
        runs = [self.ledger.get(key) for key in self.splits[index]]
        parts = [run.predictions for run in runs if run is not None and run.predictions is not None]
        if len(parts) < len(runs):
            raise NotApplicable(f"predictions of {self.splits[index][0].learner} are missing; finish the study")
        return parts

    @overload
    def __getitem__(self, at: int) -> Predictions: ...
    @overload
    def __getitem__(self, at: slice) -> list[Predictions]: ...
    def __getitem__(self, index: int | slice) -> Predictions | list[Predictions]:
        if isinstance(index, slice):
            return [self[position] for position in range(len(self))[index]]
        peeked, self._peeked = self._peeked, None
        return peeked if peeked is not None and index == 0 else self._read(index)

    def _read(self, index: int) -> Predictions:
        pooled = pool(self.folds(index))
        return pooled if self.told is None else replace(pooled, group=self.told(pooled.rows))

    def first(self) -> Predictions:
        """The first repeat, which is kept until it is asked for again."""
        self._peeked = self._read(0)
        return self._peeked


def _notes(domain: DomainDesign, measure: Measure, lacking: dict[str, str], by: str) -> Iterator[Note]:
    about = Subject(measure=measure.name, dataset=domain.card.name)
    if lacking:
        reasons = set(lacking.values())
        yield LEFT_OUT(about, names=tuple(lacking), reason=reasons.pop() if len(reasons) == 1 else "")
    row_means = measure.per_row is not None and measure.after is None
    if by == "rows" and len(domain.splits) > 1 and measure.across_folds is not Pooling.POOLED and not row_means:
        yield POOLED(about)

"""Estimates of cells: one learner on one data set by one measure, with its uncertainty. Never a mean over the units that survived."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isnan, nan, sqrt

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.notes import Note, Subject, texts
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.interval_choice import IntervalChoice
from bakeoff.estimates.select import estimate
from bakeoff.measures.measure import Measure, Pooling
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.resampling.draws import Resamples
from bakeoff.predictions.summaries.summaries import summarize
from bakeoff.study.analysis.score_cube import CellScores, MissingScore, ScoreCube
from bakeoff.study.analysis.stored_design import DomainDesign
from bakeoff.study.notes import (
    NOT_APPLICABLE,
    POOLED,
    POOLED_AS_UNDEFINED,
    SPLITS_DONE,
    SPLITS_FAILED,
    UNDEFINED,
)

__all__ = ["LEVEL", "CellEstimate", "by_rows", "cell_of", "cells_of", "sure_of"]


RESAMPLES = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class CellEstimate:
    """One learner on one data set by one measure."""

    dataset: str
    learner: str
    measure: str
    estimate: Estimate  # value NaN where withheld or undefined
    sd: float  # over splits
    standard_error: float  # corrected for overlapping training sets where they overlap
    done: int
    planned: int
    notes: tuple[Note, ...] = ()  # why the value is missing, or how it was made

    @property
    def note(self) -> str:
        """The notes in words."""
        return "; ".join(texts(self.notes))


def by_rows(
    cells: Sequence[CellEstimate], predictions: Mapping[str, Predictions], measures: Sequence[Measure], seed: int
) -> Iterator[CellEstimate]:
    """The cells of one data set with intervals over the rows of its only test set; what they cost has none."""
    wanted = {measure.name: measure for measure in measures if not measure.reads.from_run}
    for learner, pred in predictions.items():
        mine = [cell for cell in cells if cell.learner == learner]
        asked = [wanted[cell.measure] for cell in mine if cell.measure in wanted and not isnan(cell.estimate.value)]
        estimates = sure_of(pred, asked, seed)
        yield from (replace(cell, estimate=estimates.get(cell.measure, cell.estimate)) for cell in mine)
    yield from (cell for cell in cells if cell.learner not in predictions)


def sure_of(pred: Predictions, measures: Sequence[Measure], seed: int, level: float = 0.95) -> dict[str, Estimate]:
    """Each measure of these predictions with the interval that suits it.

    >>> from bakeoff.measures import measure_named
    >>> from bakeoff.predictions.from_arrays import predictions_of
    >>> print(sure_of(predictions_of([1] * 10, y_pred=[1] * 8 + [0] * 2), [measure_named("accuracy")], 0)["accuracy"])
    0.800 [0.490, 0.943] (95%, Wilson, n = 10)
    """
    draws = Resamples(summaries=summarize(pred), n_resamples=RESAMPLES, seed=seed)
    return {measure.name: estimate(measure, draws, IntervalChoice(level=level)) for measure in measures}


LEVEL = 0.95


Made = tuple[Estimate, float, float, tuple[Note, ...]]  # estimate, sd, standard error, notes


def cells_of(scores: ScoreCube, domain: DomainDesign, measures: Sequence[Measure]) -> Iterator[CellEstimate]:
    """All cells of one data set, measure by measure; `scores` holds one number of training rows."""
    own = scores.at(dataset=domain.card.name)
    for measure in measures:
        cells = list(own.cells(measure.name))
        undefined = undefined_splits(cells)
        for cell in cells:
            yield cell_of(cell, domain, measure, undefined)


def undefined_splits(cells: Sequence[CellScores]) -> int:
    """On how many splits of a data set a learner has no value."""
    return int(np.isnan([cell.splits for cell in cells]).any(axis=0).sum())


def cell_of(scores: CellScores, domain: DomainDesign, measure: Measure, undefined: int = 0) -> CellEstimate:
    """One learner by one measure; `undefined` counts the splits on which some learner has no value."""
    about = Subject(measure=measure.name, dataset=scores.dataset, learners=(scores.learner,))
    if scores.missing is not MissingScore.NONE:
        estimate, spread, error, notes = _nothing(scores, about, measure)
    elif scores.repeats is not None:
        estimate, spread, error, notes = _over_repeats(scores, scores.repeats, about, measure, undefined)
    else:
        estimate, spread, error, notes = _over_splits(scores.splits, domain.share, measure)
    return CellEstimate(
        dataset=scores.dataset,
        learner=scores.learner,
        measure=measure.name,
        estimate=estimate,
        sd=spread,
        standard_error=error,
        done=int(scores.done.sum()),
        planned=len(scores.splits),
        notes=notes,
    )


def _over_splits(values: Array, share: float | None, measure: Measure) -> Made:
    from bakeoff.estimates.over_splits.mean import mean_over_splits

    estimate = mean_over_splits(values, share, level=LEVEL, bounds=measure.bounds)
    if measure.median:
        estimate = Estimate.alone(float(np.median(values)), len(values), level=LEVEL)
    n = len(values)
    finite = n > 1 and bool(np.isfinite(values).all())
    spread = float(values.std(ddof=1)) if finite else nan
    return estimate, spread, spread * sqrt(1 / n + (share or 0.0)), ()


def _over_repeats(scores: CellScores, values: Array, about: Subject, measure: Measure, undefined: int) -> Made:
    """Repeats share all their rows, so their spread says nothing about new data: a value without an interval."""
    note = POOLED(about)
    if measure.across_folds is not Pooling.POOLED:
        note = POOLED_AS_UNDEFINED(about, splits=undefined, planned=len(scores.splits))
    estimate = Estimate(
        value=scores.mean,
        low=nan,
        high=nan,
        level=LEVEL,
        method="pooled rows",
        n=len(values),
        notes=(note,),
    )
    spread = float(values.std(ddof=1)) if len(values) > 1 else nan
    return estimate, spread, nan, (note,)


def _nothing(scores: CellScores, about: Subject, measure: Measure) -> Made:
    planned, failed, done = len(scores.splits), int(scores.failed.sum()), int(scores.done.sum())
    if scores.missing is MissingScore.UNFINISHED:
        note = (
            SPLITS_FAILED(about, n=failed, planned=planned) if failed else SPLITS_DONE(about, n=done, planned=planned)
        )
    elif scores.missing is MissingScore.UNDEFINED:
        note = UNDEFINED(about, reason=measure.undefined)
    else:
        note = NOT_APPLICABLE(about, reason=scores.reason)
    return Estimate.alone(nan, 0, note, level=LEVEL), nan, nan, (note,)

"""What each learner scored, with its interval: over the same blocks, groups and weights that the verdict counts."""

from collections.abc import Mapping
from dataclasses import replace
from math import inf, isnan

import numpy as np

from bakeoff.comparisons.evidence.commensurable import averages_mislead
from bakeoff.comparisons.evidence.kinds import DATASETS, FOLDS, RUNS
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.core.checks import Array
from bakeoff.estimates.analytic.clustered_mean import clustered_mean
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.in_time import is_timed, mean_estimate, timed_estimate
from bakeoff.estimates.interval_choice import IntervalChoice
from bakeoff.estimates.notes import NO_INTERVAL, NONE_GIVEN, ONE_UNIT
from bakeoff.estimates.over_splits.mean import mean_over_splits
from bakeoff.estimates.resampling.paired import aligned
from bakeoff.estimates.select import estimate
from bakeoff.measures import measure_named
from bakeoff.measures.measure import Measure
from bakeoff.measures.naming import resolve
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.predictions.group_ids import uneven
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.resampling.draws import Resamples
from bakeoff.predictions.summaries.summaries import summarize

__all__ = ["learner_scores", "scores_of_predictions"]

RESAMPLES = 2000
NOT_TESTED = "data sets are compared by ranks, and nobody tested the mean over them"


def learner_scores(judgement: Judgement, predictions: Mapping[str, Predictions] | None = None) -> dict[str, Estimate]:
    """The score of each learner with its interval at the level of the verdict.

    Of predictions it is the value that `measure` gives for the same rows, groups and weights; of a table it is the mean over
    its splits, runs or rows. Over data sets it is the plain mean, without an interval; empty where scores have units of their own on each of them.
    """
    level = 1 - judgement.alpha
    if predictions is not None:
        measure = measure_named(judgement.measure)
        estimates_by_learner = scores_of_predictions(predictions, (measure,), level)
        return {learner: estimates[measure.name] for learner, estimates in estimates_by_learner.items()}
    matrix = judgement.matrix
    if judgement.evidence is DATASETS:
        return _over_datasets(judgement, level)
    columns = dict(zip(matrix.names, matrix.values.T, strict=True))
    if judgement.evidence.single_rows:
        return {name: _over_rows(column, matrix, judgement.measure, level) for name, column in columns.items()}
    if matrix.horizon is not None:
        ends = _bounds(judgement.measure, matrix.values)
        return {
            name: mean_estimate(column[~np.isnan(column)], level, ends, matrix.horizon)
            for name, column in columns.items()
        }
    share = judgement.test_share if judgement.evidence is FOLDS else None
    ends = _bounds(judgement.measure, matrix.values)
    return {
        name: _named(mean_over_splits(column, share, level, bounds=ends), judgement) for name, column in columns.items()
    }


def scores_of_predictions(
    predictions: Mapping[str, Predictions], measures: tuple[Measure, ...], level: float
) -> dict[str, dict[str, Estimate]]:
    """Each measure of each learner on the rows that are compared, by the groups and weights that the comparison counts."""
    rows, groups = aligned(tuple(predictions.values()))
    return {learner: _measured(pred, groups, measures, level) for learner, pred in zip(predictions, rows, strict=True)}


def _measured(
    pred: Predictions, groups: Array | None, measures: tuple[Measure, ...], level: float
) -> dict[str, Estimate]:
    if is_timed(pred):
        return {measure.name: timed_estimate(measure.for_task(pred.task), pred, level) for measure in measures}
    draws = Resamples(summaries=summarize(pred.in_groups(groups)), n_resamples=RESAMPLES, seed=0)
    return {
        measure.name: estimate(measure.for_task(pred.task), draws, IntervalChoice(level=level)) for measure in measures
    }


def _over_datasets(judgement: Judgement, level: float) -> dict[str, Estimate]:
    matrix = judgement.matrix
    if not matrix.complete or averages_mislead(matrix, judgement.measure):
        return {}
    note = NO_INTERVAL(why=NOT_TESTED)
    return {
        name: Estimate.alone(float(mean), len(matrix.blocks), note, level=level)
        for name, mean in zip(matrix.names, matrix.means(), strict=True)
    }


def _named(estimate: Estimate, judgement: Judgement) -> Estimate:
    """The same, called by what a block is."""
    return (
        replace(estimate, method=estimate.method.replace("splits", RUNS.blocks))
        if judgement.evidence is RUNS
        else estimate
    )


def _over_rows(values: Array, matrix: ScoreMatrix, measure: str, level: float) -> Estimate:
    """The mean over single rows: of hits and misses the interval of a proportion, else Student's; groups and weights count."""
    defined = ~np.isnan(values)
    if matrix.horizon is not None:
        return mean_estimate(values[defined], level, _bounds(measure, matrix.values), matrix.horizon)
    weight = matrix.weight if uneven(matrix.weight) else None
    groups, weight = (None if array is None else array[defined] for array in (matrix.groups, weight))
    values = values[defined]
    if values.size and _hits_only(matrix):
        hits = predictions_of(np.ones(len(values), dtype=int), y_pred=values.astype(int), labels=[0, 1], positive=1)
        accuracy = measure_named("accuracy")
        return _measured(replace(hits, weight=weight), groups, (accuracy,), level)[accuracy.name]
    return _student(values, groups, weight, _bounds(measure, matrix.values), level)


def _hits_only(matrix: ScoreMatrix) -> bool:
    """Whether every known score of the table is a hit or a miss."""
    return bool(np.isin(matrix.values[~np.isnan(matrix.values)], (0.0, 1.0)).all())


def _student(
    values: Array, groups: Array | None, weight: Array | None, bounds: tuple[float, float], level: float
) -> Estimate:
    """Student's interval of a mean over rows; of groups and of weighted rows with the standard error CR2."""
    from scipy.special import stdtrit

    mean, unit = clustered_mean(values, groups, weight), "row" if groups is None else "group"
    method = f"t over {unit}s" + ("" if groups is None and weight is None else ", CR2")
    if isnan(mean.error):
        return Estimate.alone(mean.value, len(values), ONE_UNIT(unit=unit), level=level)
    if not mean.error:
        note = NONE_GIVEN(why=f"zero variance between {unit}s")
        return Estimate.alone(mean.value, len(values), note, level=level)
    reach = float(stdtrit(mean.df, (1 + level) / 2)) * mean.error
    low, high = max(mean.value - reach, bounds[0]), min(mean.value + reach, bounds[1])
    return Estimate(value=mean.value, low=low, high=high, level=level, method=method, n=len(values))


def _bounds(measure: str, values: Array) -> tuple[float, float]:
    """The ends of the measure's scale; none where the table has another one, as percentages have."""
    declared = resolve(measure)
    low, high = (-inf, inf) if declared is None else declared.bounds
    finite = values[np.isfinite(values)]
    return (low, high) if np.all((finite >= low) & (finite <= high)) else (-inf, inf)

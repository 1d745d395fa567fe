"""Which interval a measure gets."""

# docs/intervals.md, "Which interval a measure gets", says which interval a measure gets and why.

from dataclasses import replace
from math import isnan, nan
from typing import Any

import numpy as np

from bakeoff.core.checks import probability
from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.core.notes import Note
from bakeoff.estimates.analytic.auc import AREAS, auc_of_ranking
from bakeoff.estimates.analytic.auc_multiclass import mean_area_interval
from bakeoff.estimates.analytic.average_precision import precision_of_ranking
from bakeoff.estimates.analytic.calibration_error import calibration_error_interval
from bakeoff.estimates.analytic.delta_method import delta_interval
from bakeoff.estimates.analytic.max_error import max_error_interval
from bakeoff.estimates.analytic.proportion import proportion
from bakeoff.estimates.analytic.share_difference import share_difference_interval
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.interval_choice import IntervalChoice
from bakeoff.estimates.notes import FEW_IN_CLASS, NO_INTERVAL, NONE_GIVEN, NOT_APPLICABLE, UNDEFINED
from bakeoff.estimates.resampling.class_posterior import has_posterior, posterior_interval, too_few_in_class
from bakeoff.estimates.resampling.intervals import bootstrap, interval_from_draws
from bakeoff.estimates.resampling.rarer_rows import rarer_rows
from bakeoff.measures.areas import roc_auc
from bakeoff.measures.measure import IntervalRule, Measure
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.predictions.kinds.confusion_cells import squared_counts
from bakeoff.predictions.resampling.draws import Resamples
from bakeoff.predictions.summaries.ranking.ranking import Ranking, rank
from bakeoff.predictions.summaries.summaries import Summaries

__all__ = ["auc_interval", "estimate", "needs_bootstrap"]

LARGE = 200_000  # rows from which the resampling of rows is cut down to FEWER resamples
FEWER = 200
MANY = 20_000  # rows from which the average precision is no longer resampled,
FEWEST = 1000  # if there are so many of each class: with 100 positives the delta method covers 0.90 where 0.95 is asked


def estimate(measure: Measure, draws: Resamples, how: IntervalChoice) -> Estimate:
    """The value with the interval that suits the measure, or that was chosen for its kind.

    If nothing was chosen: Wilson for proportions, logit-DeLong (or Newcombe's) for areas under the ROC curve, the delta method for
    functions of means, Dirichlet draws of each class for other measures of a confusion matrix, the percentile bootstrap
    through summaries for everything else. Weighted rows or groups leave out Dirichlet, and DeLong where there are two classes;
    groups leave out Wilson, which counts weighted rows by how much they tell.
    """
    value, reason = _value(measure, draws.summaries)
    if reason or np.isinf(value):
        return _without(value, draws, how, reason or NONE_GIVEN(why="infinite"))
    try:
        return how.shown(_both_ends(measure, draws, how))
    except NotApplicable as problem:
        return _without(value, draws, how, NO_INTERVAL(why=str(problem)))


def _without(value: float, draws: Resamples, how: IntervalChoice, why: Note) -> Estimate:
    return Estimate.alone(value, draws.rows, why, level=how.level)


def _both_ends(measure: Measure, draws: Resamples, how: IntervalChoice) -> Estimate:
    level = how.both_sided
    if (line := measure.on_two_classes) is not None and draws.summaries.ranking.many is None:
        same = _both_ends(line.of, draws, how)
        value, low, high = (line.factor * number + line.shift for number in (same.value, same.low, same.high))
        return replace(same, value=value, low=low, high=high)
    estimate = None if how.resamples_all else _by_formula(measure, draws, how)
    if estimate is not None:
        return estimate
    if measure.reads.columns is not None and not needs_bootstrap(measure, how):
        return _of_means(measure, draws, level)
    if how.bootstrap is None and not how.resamples_all:
        if (few := too_few_in_class(measure, draws, level)) is not None:
            return few
        if has_posterior(measure, draws):
            return posterior_interval(measure, draws, level)
    return interval_from_draws(measure, _affordable(measure, draws), level=level, method=how.bootstrap)


def _of_means(measure: Measure, draws: Resamples, level: float) -> Estimate:
    """The delta method; of classes it allows for few rows outside the most frequent one, or needs some."""
    rare = rarer_rows(draws) if draws.by_rows and not measure.of_numbers else None
    moments = draws.summaries.get(measure.reads)
    if rare is not None and rare < measure.fewest_rare:
        note = FEW_IN_CLASS(n=rare, least=measure.fewest_rare)
        return Estimate.alone(float(measure.compute(moments)), draws.rows, note, level=level)
    return delta_interval(measure, moments, level=level, groups=draws.by_group, rare=rare)


def _by_formula(measure: Measure, draws: Resamples, how: IntervalChoice) -> Estimate | None:
    """The interval that needs no resamples, if there is one and nothing else was chosen."""
    if measure.interval is IntervalRule.LARGEST:
        return max_error_interval(measure, draws, how.level)
    if measure.interval is IntervalRule.BINNED_GAPS and how.bootstrap is None:
        return calibration_error_interval(measure, draws, how.both_sided)
    if measure.interval is IntervalRule.MEAN_OF_AREAS and how.auc_interval != "bootstrap":
        return mean_area_interval(measure, draws, how.both_sided, how.auc_interval)
    if measure.proportion is not None and measure.reads.tabulated and draws.weighted_rows:
        return _of_weighted_rows(measure, draws, how)
    return _of_rows(measure, draws.summaries, how) if draws.by_rows else None


def _of_weighted_rows(measure: Measure, draws: Resamples, how: IntervalChoice) -> Estimate:
    r"""The interval of a proportion, of as many rows of equal weight as tell as much about it as these do.

    That is :math:`(\sum w)^2 / \sum w^2`, and no more than give the variance that the proportion is seen to have: rows of
    much weight may be hits more, or less, often than others. References: kish1965, korn1998.
    """
    assert measure.proportion is not None
    counts = draws.summaries.counts
    (hits, trials), (squared, squares) = map(measure.proportion, (counts, squared_counts(draws)))
    share = hits / trials if trials else nan
    rows = trials**2 / squares if trials else 0.0
    spread = squared * (1 - share) ** 2 + (squares - squared) * share**2
    if spread > 0:
        rows = min(rows, share * (1 - share) * trials**2 / spread)
    interval = proportion(min(share * rows, rows) if trials else 0.0, rows, how.both_sided, how.interval)
    return replace(
        interval, value=float(measure.compute(counts)), method=f"{interval.method}, effective rows", n=draws.rows
    )


def _of_rows(measure: Measure, summaries: Summaries, how: IntervalChoice) -> Estimate | None:
    """The same of what needs single rows of equal weight."""
    level = how.both_sided
    if measure.proportion is not None:
        hits, trials = measure.proportion(summaries.get(measure.reads))
        return proportion(hits, trials, level, how.interval)
    if measure.shares is not None and how.bootstrap is None:
        return share_difference_interval(measure, summaries, level)
    if measure.interval is IntervalRule.AREA and how.auc_interval != "bootstrap":
        return auc_of_ranking(summaries.ranking, level, how.auc_interval)
    if measure.interval is IntervalRule.AVERAGE_PRECISION and how.bootstrap is None and _plenty(summaries.ranking):
        return precision_of_ranking(summaries.ranking, level)
    return None


def needs_bootstrap(measure: Measure, how: IntervalChoice) -> bool:
    """Whether the interval of a function of means comes from resamples of the rows, not from the delta method."""
    if measure.interval is IntervalRule.BINNED_GAPS and how.bootstrap is not None:
        return True
    return measure.reads.columns is not None and how.resamples_all


def _plenty(ranking: Ranking) -> bool:
    """Whether the delta method covers the average precision as well as the bootstrap does, and saves much time."""
    return ranking.n > MANY and min(ranking.positive_weight, ranking.negative_weight) >= FEWEST


def _affordable(measure: Measure, draws: Resamples) -> Resamples:
    """Fewer resamples where each would walk over very many rows, or cells of a table of very many classes."""
    cost = measure.reads.cost
    if (draws.rows if cost is None else cost(draws, measure)) <= LARGE or draws.n_resamples <= FEWER:
        return draws
    if "fewer" not in draws.kept:
        draws.kept["fewer"] = replace(draws, n_resamples=FEWER, kept={})
    fewer: Resamples = draws.kept["fewer"]
    return fewer


def _value(measure: Measure, summaries: Summaries) -> tuple[float, Note | None]:
    if summaries.source is not None:
        reason = measure.fits(summaries.source)
        if reason:
            return nan, NOT_APPLICABLE(why=reason)
    return _computed(measure, summaries)


def _computed(measure: Measure, summaries: Summaries) -> tuple[float, Note | None]:
    try:
        value = float(measure.compute(summaries.get(measure.reads)))
    except NotApplicable as problem:
        return nan, NOT_APPLICABLE(why=str(problem))
    return value, UNDEFINED(why=measure.undefined) if isnan(value) else None


def auc_interval(
    y_true: Any,
    score: Any,
    level: float = 0.95,
    method: str = "delong-newcombe",
    *,
    n_resamples: int = 2000,
    seed: int = 0,
) -> Estimate:
    """How sure is the area under the ROC curve? Truth is 0/1 or booleans, larger scores mean more of 1.

    >>> print(auc_interval([0, 0, 0, 1, 1, 1], [0.1, 0.4, 0.35, 0.8, 0.3, 0.9]))
    0.778 [0.173, 0.983] (95%, logit-DeLong or Newcombe, n = 6)
    """
    probability("level", level)
    pred = predictions_of(y_true, y_score=score)
    if pred.positive is None:
        raise BadInput("the truth of auc_interval is 0 and 1, or booleans")
    if method == "bootstrap":
        more = {"n_resamples": n_resamples, "seed": seed}
        return bootstrap(pred, roc_auc, level=level, method=None, **more)
    if method not in AREAS:
        raise BadInput(f"no AUC interval called {method!r}; known are {', '.join(AREAS)}")
    return auc_of_ranking(rank(pred), level, method)

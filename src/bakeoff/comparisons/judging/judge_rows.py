"""From predictions of several learners on one test set to a Judgement, by any measure."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from itertools import combinations
from math import isnan

import numpy as np

from bakeoff.comparisons.assumption_notes import UNEVEN_STEPS, about_pairs
from bakeoff.comparisons.catalogue import tests
from bakeoff.comparisons.choosing.choose import TestChoice, TestPlan, choose
from bakeoff.comparisons.choosing.names import with_catalogue_names
from bakeoff.comparisons.choosing.other_tests import OtherTests
from bakeoff.comparisons.claim_context import ClaimContext
from bakeoff.comparisons.evidence.kinds import GROUPED_QUERIES, GROUPED_ROWS, QUERIES, ROWS, TIMED_ROWS
from bakeoff.comparisons.evidence.scale import check_direction
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.judging.judge import conclude, judge
from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.judging.pairwise import smallest_adjusted_p
from bakeoff.comparisons.judging.perform import TestOutcome, group_notes
from bakeoff.comparisons.judging.row_order import neighbour_notes
from bakeoff.comparisons.judging.sample_notes import sample_notes
from bakeoff.comparisons.posthoc.adjust import adjusted_name
from bakeoff.comparisons.posthoc.many_pairs import as_pairs
from bakeoff.comparisons.posthoc.ranks import adjusted_for, mean_ranks
from bakeoff.comparisons.question import Question
from bakeoff.comparisons.results import PairResult, RankComparison, TestResult
from bakeoff.comparisons.significance.permutation import PERMUTATION
from bakeoff.comparisons.significance.rows.delong import DELONG, delong_of
from bakeoff.comparisons.significance.rows.permutation_of_measure import permutation_of
from bakeoff.comparisons.test_names import phrase_of_test
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.estimates.in_time import timed_values
from bakeoff.estimates.resampling.paired import aligned
from bakeoff.measures import Measure, measure_named
from bakeoff.measures.defaults import ONE_PER_OUTPUT
from bakeoff.measures.naming import in_percent, short_name
from bakeoff.measures.ranked_lists import values_by_query, weights_by_query
from bakeoff.panels.notes import EMPTY_QUERIES
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.row_times import uneven_steps

__all__ = ["judge_predictions"]


def judge_predictions(predictions: Mapping[str, Predictions], question: Question) -> Judgement:
    """Compare learners on the same rows: McNemar and Cochran's Q for hits, DeLong for AUC, permutations for the rest.

    Means over rows that come in groups are compared by a t-test that counts groups, areas by DeLong's test that does, other measures by
    exchanging whole groups. Rows that have different weights are compared by DeLong's test or by permutations, which take them.
    Rows are matched by id.  What varies from one training set to another is not seen by any of these tests: claims are about
    these fitted models, not about the methods that trained them.
    """
    measure = measure_named(question.measure or "accuracy")
    check_direction(measure)
    if next(iter(predictions.values())).task.in_lists:
        if measure.own is None or not measure.own.by_query:
            return _judge_lists(predictions, measure, question)
        predictions = {
            name: pred.in_groups(pred.query if pred.group is None else pred.group) for name, pred in predictions.items()
        }
    same, units = _matched(predictions)
    measure = measure.for_task(next(iter(same.values())).task)
    for name, pred in same.items():
        reason = measure.fits(pred)
        if reason:
            raise NotApplicable(f"{name}: {reason}{_instead(same)}")
    if question.evidence == TIMED_ROWS:
        return _judge_in_time(same, measure, question)
    evidence = ROWS if units is None else GROUPED_ROWS
    question = replace(with_catalogue_names(question), measure=measure.name, evidence=evidence, fitted_models=True)
    first, groups = next(iter(same.values())), None if units is None else len(np.unique(units))
    if measure.per_row is not None and measure.after is None and _reads_rows(question):
        values = np.column_stack([measure.per_row(pred) for pred in same.values()])
        if np.isfinite(values).all():
            matrix = ScoreMatrix(
                names=tuple(same), blocks=tuple(str(row) for row in first.rows), values=values,
                direction=measure.direction, groups=units, weight=first.weight,
            )  # fmt: skip
            judged = judge(matrix, question)
            alike = neighbour_notes(
                dict(zip(same, values.T, strict=True)), truth=first.truth, coded=first.task.coded, groups=units
            )
            return replace(judged, notes=(*judged.notes, *alike, *sample_notes(same, measure, groups)))
    _refuse_single_rows(measure, same)
    values = np.array([[measure(pred) for pred in same.values()]])
    values = np.where(np.isinf(values), np.nan, values)
    matrix = ScoreMatrix(names=tuple(same), blocks=("test set",), values=values, direction=measure.direction)
    question.check(matrix.names)
    plan = _plan(matrix, measure, question, weighted=first.weight is not None)
    run = partial(_test, measure=measure, test=plan.test, question=question, units=units)
    done = _perform(same, matrix, plan, run)
    done = replace(done, notes=(*done.notes, *group_notes(units), *sample_notes(same, measure, groups)))
    context = ClaimContext(
        question=question, direction=measure.direction, groups=groups, percent=in_percent(measure.name)
    )
    return conclude(matrix, plan, done, context)


def _judge_in_time(same: Mapping[str, Predictions], measure: Measure, question: Question) -> Judgement:
    """Compare learners over rows in the order of time; rows of one time, as those of several series, count together."""
    first = next(iter(same.values()))
    assert first.time is not None
    try:
        over_time = [timed_values(measure, pred) for pred in same.values()]
    except NotApplicable as problem:
        raise NotApplicable(
            f"{short_name(measure)} cannot be compared over rows in time: {problem}{_instead(same, without=measure)}"
        ) from None
    matrix = ScoreMatrix(
        names=tuple(same), blocks=tuple(map(str, over_time[0].times)), values=np.column_stack([series.values for series in over_time]),
        direction=measure.direction, horizon=question.horizon,
    )  # fmt: skip
    asked = replace(with_catalogue_names(question), measure=measure.name, evidence=TIMED_ROWS, fitted_models=True)
    judged = judge(matrix, asked)
    times = np.unique(first.time)
    gaps = (UNEVEN_STEPS(times=len(times)),) if uneven_steps(times) else ()
    return replace(judged, notes=(*gaps, *judged.notes))


def _judge_lists(predictions: Mapping[str, Predictions], measure: Measure, question: Question) -> Judgement:
    """Compare rankings query by query: the value of a query's list is what a row is elsewhere."""
    same, _ = _matched(predictions)
    first = next(iter(same.values()))
    measure = measure.for_task(first.task)
    for name, pred in same.items():
        if reason := measure.fits(pred):
            raise NotApplicable(f"{name}: {reason}")
    by_query = {name: values_by_query(measure, pred) for name, pred in same.items()}
    places = next(iter(by_query.values()))[0]
    if first.query is None or not len(places):
        raise NotApplicable(f"no query has a relevant item, so that {short_name(measure)} is undefined")
    if any(np.isnan(values).all() for _, values in by_query.values()):
        raise NotApplicable(f"{short_name(measure)} is undefined here: {measure.undefined}")
    groups = first.group[places] if first.group is not None else None
    grouped = groups is not None and len(np.unique(groups)) < len(places)
    matrix = ScoreMatrix(
        names=tuple(same), blocks=tuple(str(query) for query in first.query[places]),
        values=np.column_stack([values for _, values in by_query.values()]), direction=measure.direction,
        groups=groups if grouped else None, weight=None if first.weight is None else weights_by_query(first),
    )  # fmt: skip
    evidence = GROUPED_QUERIES if grouped else QUERIES
    asked = replace(with_catalogue_names(question), measure=measure.name, evidence=evidence, fitted_models=True)
    judged, queries = judge(matrix, asked), len(np.unique(first.query))
    empty = queries - len(places)
    return replace(judged, notes=(EMPTY_QUERIES(empty=empty, queries=queries), *judged.notes)) if empty else judged


def _matched(predictions: Mapping[str, Predictions]) -> tuple[dict[str, Predictions], Array | None]:
    """All in one order, and what each row belongs to where rows come in groups."""
    if len(predictions) < 2:
        raise BadInput("there is one learner only; a comparison needs the predictions of at least two")
    matched, units = aligned(tuple(predictions.values()))
    return dict(zip(predictions, matched, strict=True)), units


def _reads_rows(question: Question) -> bool:
    """Whether the test reads the value of each row; the one taken without asking does, and one that reads single rows."""
    test = question.test
    return test == "auto" or (test in tests and bool({ROWS, GROUPED_ROWS} & tests[test].evidence))


def _refuse_single_rows(measure: Measure, same: Mapping[str, Predictions]) -> None:
    """Refuse a measure that rests on one row: a ranking of classes, or one that is undefined without the only row of some class."""
    first = next(iter(same.values()))
    if not first.task.coded:
        return
    counts = np.bincount(first.truth, minlength=len(first.classes))
    for code in np.flatnonzero(counts == 1).tolist():
        others = np.flatnonzero(first.truth != code)
        needed = measure.reads.by_order or any(
            isnan(measure(pred.take(others))) for pred in same.values() if others.size
        )
        if needed:
            raise NotApplicable(
                f"class {first.classes[code]!r} has a single row among these, and {short_name(measure)} rests on it: one row allows "
                f"no p-value and no interval; add rows of that class{_instead(same, without=measure)}"
            )


def _instead(same: Mapping[str, Predictions], without: Measure | None = None) -> str:
    """The first usual measure that these predictions do allow."""
    usual = [measure_named(name) for name in ONE_PER_OUTPUT]
    fits = [
        measure.name
        for measure in usual
        if measure is not without and not any(measure.fits(pred) for pred in same.values())
    ]
    return f"; they can be compared by {fits[0]} (measure)" if fits else ""


def _plan(matrix: ScoreMatrix, what: Measure, question: Question, *, weighted: bool) -> TestPlan:
    usual, test, grouped = (
        choose(matrix, replace(question, test="auto")),
        question.test,
        question.evidence == GROUPED_ROWS,
    )
    area = what.paired_test == DELONG.name
    name = (DELONG.name if area else PERMUTATION.name) if test == "auto" else test
    unweighted = _unweighted()
    if weighted and name in unweighted:
        raise NotApplicable(
            f"{phrase_of_test(name)} cannot compare these predictions: {unweighted[name]}; use permutation"
        )
    if name not in (DELONG.name, PERMUTATION.name):
        raise NotApplicable(
            f"{phrase_of_test(name)} cannot compare {short_name(what)} on one test set; use permutation"
            + (f" or {what.paired_test}" if what.paired_test else "")
        )
    if name == DELONG.name and not area:
        raise NotApplicable(
            f"the DeLong test compares areas under the ROC curve, not {short_name(what)}; use permutation"
        )
    placed = "the AUCs come from the same rows, so their errors go together: DeLong's test"
    why = (
        f"{placed}, which counts groups" if name == DELONG.name and grouped
        else f"{placed}, with the weights of the rows" if name == DELONG.name and weighted
        else placed if name == DELONG.name
        else f"{short_name(what)} is not a mean over rows: all rows of a group exchange both predictions together, and it is measured again" if grouped
        else f"the rows have weights: both predictions of each row are exchanged at random and {short_name(what)} is measured again" if weighted
        else f"{short_name(what)} is not a mean over rows: both predictions of each row are exchanged at random and it is measured again"
    )  # fmt: skip
    others = partial(_other_tests, usual.choice, name, area=area, weighted=weighted, grouped=grouped)
    choice = TestChoice(test=name, why=why, others=others)
    return TestPlan(
        evidence=question.evidence, test=name, posthoc=usual.posthoc, by_ranks=False, choice=choice, baseline=question.baseline,
        pairs=question.pairs,
    )  # fmt: skip


def _other_tests(usual: TestChoice, taken: str, *, area: bool, weighted: bool, grouped: bool) -> OtherTests:
    """Why not another test of one test set: areas have two, and what reads hits or means of rows does not fit."""
    second = {
        DELONG.name: "it is made for the area under the ROC curve, needs no draws, and allows the two curves to differ in shape",
        PERMUTATION.name: "it takes the two learners to be exchangeable, which those with curves of different shapes are not",
    }
    beside = tuple((name, text) for name, text in second.items() if name != taken and area)
    hits = {test.name: "it reads hits and misses: accuracy and error only" for test in tests if test.evidence == {ROWS}}
    means = {
        test.name: "it tests a mean over rows, and this measure is none"
        for test in tests
        if grouped and test.evidence == {GROUPED_ROWS}
    }
    misfit = {**dict(usual.beside), **dict(usual.refused), **(_unweighted() if weighted else hits), **means}
    return beside, tuple((name, text) for name, text in misfit.items() if name not in {taken, *dict(beside)})


def _unweighted() -> dict[str, str]:
    """The tests that cannot take weights of rows, and why."""
    return {test.name: test.unweighted for test in tests if test.unweighted}


def _perform(
    same: Mapping[str, Predictions],
    matrix: ScoreMatrix,
    plan: TestPlan,
    draw: Callable[[Predictions, Predictions], TestResult],
) -> TestOutcome:
    names = matrix.names
    wanted = plan.pairs or (
        tuple(combinations(names, 2))
        if plan.baseline is None
        else tuple((plan.baseline, name) for name in names if name != plan.baseline)
    )
    results = [draw(same[a], same[b]) for a, b in wanted]
    method = "none" if len(wanted) == 1 else plan.posthoc
    every = plan.pairs is None and plan.baseline is None
    adjusted = adjusted_for(np.array([result.p_value for result in results]), method, len(names), every=every)
    pair_results = tuple(
        PairResult(a=a, b=b, result=result, p_adjusted=float(p), adjustment=method)
        for (a, b), result, p in zip(wanted, results, adjusted, strict=True)
    )
    omnibus = (
        results[0] if len(pair_results) == 1 else smallest_adjusted_p(as_pairs(pair_results, names), plan.test, method)
    )
    n = len(next(iter(same.values())))
    ranks = RankComparison(
        names=names, mean_ranks=mean_ranks(matrix), omnibus=omnibus, pairs=pair_results, critical_difference=None,
        posthoc=adjusted_name(plan.test, method, pairwise=True), n=n, places=True,
    )  # fmt: skip
    doubts = about_pairs(
        [((pair.a, pair.b), note) for pair in pair_results for note in pair.result.notes], len(pair_results)
    )
    return TestOutcome(ranks=ranks, omnibus=omnibus, notes=tuple(doubts))


def _test(
    a: Predictions, b: Predictions, *, measure: Measure, test: str, question: Question, units: Array | None
) -> TestResult:
    level, side = 1 - question.alpha, question.first_side.value
    if test == DELONG.name:
        result = delong_of(a, b, measure, groups=units, alternative=side, level=level)
        if not isnan(result.p_value) or isnan(result.statistic):
            return result
    drawn = permutation_of(
        a, b, measure, question.n_resamples, question.seed, groups=units, alternative=side, level=level
    )
    if test != DELONG.name:
        return drawn
    # No variance: the rows can still be exchanged.
    return replace(result, p_value=drawn.p_value, variant=f"{result.variant}; p by permutation", stand_in="permutation")

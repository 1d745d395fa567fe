"""From predictions of several learners on one test set to a Judgement, by any measure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations
from math import isnan

import numpy as np

from bakeoff.comparisons.choosing.choose import TestPlan, choose
from bakeoff.comparisons.evidence.kinds import ROWS
from bakeoff.comparisons.evidence.scale import check_direction
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.judging.judge import check_question, conclude, judge
from bakeoff.comparisons.judging.judgement import Judgement, TestChoice
from bakeoff.comparisons.judging.perform import TestOutcome
from bakeoff.comparisons.posthoc.pairwise import smallest_adjusted_p
from bakeoff.comparisons.posthoc.ranks import adjusted_for, mean_ranks
from bakeoff.comparisons.results import PairResult, RankComparison, TestResult
from bakeoff.comparisons.significance.delong import delong
from bakeoff.comparisons.significance.permutation_of_measure import permutation_of
from bakeoff.comparisons.wording.sentences import SentenceContext
from bakeoff.comparisons.wording.test_names import phrase_of_test
from bakeoff.core.checks import probability
from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.estimates.resampling.paired import matched
from bakeoff.measures import Measure, measure_named
from bakeoff.measures.naming import short_name
from bakeoff.predictions.predictions import Predictions

__all__ = ["judge_predictions"]


def judge_predictions(
    predictions: Mapping[str, Predictions],
    measure: Measure | str = "accuracy",
    *,
    baseline: str | None = None,
    pairs: Sequence[tuple[str, str]] | None = None,
    alpha: float = 0.05,
    rope: float | None = None,
    test: str = "auto",
    posthoc: str = "auto",
    n_resamples: int = 10_000,
    random_state: int = 0,
) -> Judgement:
    """Compare learners on the same rows: McNemar and Cochran's Q for hits, DeLong for AUC, permutations for the rest.

    Rows that have different weights are compared by permutations throughout: they alone take the weights.
    Rows are matched by id.  What varies from one training set to another is not seen by any of these tests.
    """
    what = measure if isinstance(measure, Measure) else measure_named(measure)
    check_direction(what)
    same = _matched(predictions)
    for name, pred in same.items():
        reason = what.fits(pred)
        if reason:
            raise NotApplicable(f"{name}: {reason}{_instead(same)}")
    weighted = _weighted(next(iter(same.values())))
    if (
        not weighted
        and what.per_row is not None
        and what.after is None
        and test in ("auto", "mcnemar", "cochran_q", "permutation")
    ):
        values = np.column_stack([what.per_row(pred) for pred in same.values()])
        if np.isfinite(values).all():
            rows = next(iter(same.values())).rows
            matrix = ScoreMatrix(
                names=tuple(same), blocks=tuple(str(one) for one in rows), values=values, direction=what.direction
            )
            return judge(
                matrix, evidence=ROWS, measure=what.name, baseline=baseline, pairs=pairs, alpha=alpha, rope=rope,
                test=test, posthoc=posthoc,
            )  # fmt: skip
    values = np.array([[what(pred) for pred in same.values()]])
    values = np.where(np.isinf(values), np.nan, values)
    matrix = ScoreMatrix(names=tuple(same), blocks=("test set",), values=values, direction=what.direction)
    check_question(matrix, baseline, pairs, rope)
    plan = _plan(matrix, what, baseline, pairs, test, posthoc, weighted=weighted)
    level = 1 - probability("alpha", alpha)
    draw = partial(_test, what=what, test=plan.test, n_resamples=n_resamples, seed=random_state, level=level)
    done = _perform(same, matrix, plan, draw)
    words = SentenceContext(measure=what.name, evidence=ROWS, direction=what.direction, alpha=alpha, rope=rope)
    return conclude(matrix, plan, done, words)


def _matched(predictions: Mapping[str, Predictions]) -> dict[str, Predictions]:
    if len(predictions) < 2:
        raise BadInput("there is one learner only; a comparison needs the predictions of at least two")
    names = list(predictions)
    first = predictions[names[0]]
    made = {}
    for name in names[1:]:
        first, made[name] = matched(first, predictions[name])
    # Matching sorts by row id where the orders differ; bring all to the order of the last match.
    return {names[0]: first} | {name: matched(first, one)[1] for name, one in made.items()}


ALIKE = {  # tests of rows that count alike, and why they are no tests of weighted rows
    "mcnemar": "it counts rows, and these have weights", "cochran_q": "it counts rows, and these have weights",
    "delong": "its variance is that of rows that count alike, and these have weights",
}  # fmt: skip


def _weighted(pred: Predictions) -> bool:
    """Whether some rows count more than others."""
    return pred.weight is not None and bool(np.ptp(pred.weight))


USUAL = ("accuracy", "roc_auc", "log_loss", "rmse")  # one for each kind of output


def _instead(same: Mapping[str, Predictions]) -> str:
    """The first usual measure that these predictions do allow."""
    fits = [one for one in USUAL if not any(measure_named(one).fits(pred) for pred in same.values())]
    return f"; they can be compared by {fits[0]} (measure)" if fits else ""


def _plan(  # noqa: PLR0917 - private
    matrix: ScoreMatrix,
    what: Measure,
    baseline: str | None,
    pairs: Sequence[tuple[str, str]] | None,
    test: str,
    posthoc: str,
    *,
    weighted: bool,
) -> TestPlan:
    usual = choose(matrix, evidence=ROWS, baseline=baseline, pairs=pairs, posthoc=posthoc)
    area = what.name == "roc_auc" and not weighted
    name = ("delong" if area else "permutation") if test == "auto" else test
    if weighted and name in ALIKE:
        raise NotApplicable(f"{phrase_of_test(name)} cannot compare these predictions: {ALIKE[name]}; use permutation")
    if name not in ("delong", "permutation"):
        raise NotApplicable(
            f"{phrase_of_test(name)} cannot compare {short_name(what)} on one test set; use permutation"
            + (" or delong" if what.name == "roc_auc" else "")
        )
    if name == "delong" and what.name != "roc_auc":
        raise NotApplicable(
            f"the DeLong test compares areas under the ROC curve, not {short_name(what)}; use permutation"
        )
    why = (
        "the AUCs come from the same rows, so their errors go together: DeLong's test" if name == "delong"
        else f"the rows have weights: both predictions of each row are exchanged at random and {short_name(what)} is measured again" if weighted
        else f"{short_name(what)} is no mean over rows: both predictions of each row are exchanged at random and it is measured again"
    )  # fmt: skip
    others = {
        "delong": "it is made for the area under the ROC curve and needs no draws",
        "permutation": "it needs draws where DeLong's variance is known",
    }
    beside = tuple((one, text) for one, text in others.items() if one != name and area)
    hits = (
        ALIKE
        if weighted
        else dict.fromkeys(("mcnemar", "cochran_q"), "it reads hits and misses: accuracy and error only")
    )
    misfit = {**dict(usual.choice.beside), **dict(usual.choice.refused), **hits}
    refused = tuple((one, text) for one, text in misfit.items() if one not in {name, *dict(beside)})
    choice = TestChoice(test=name, why=why, beside=beside, refused=refused)
    return TestPlan(
        evidence=ROWS, test=name, posthoc=usual.posthoc, by_ranks=False, choice=choice, baseline=baseline,
        pairs=usual.pairs,
    )  # fmt: skip


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
        else tuple((plan.baseline, one) for one in names if one != plan.baseline)
    )
    results = [draw(same[a], same[b]) for a, b in wanted]
    method = "none" if len(wanted) == 1 else plan.posthoc
    every = plan.pairs is None and plan.baseline is None
    adjusted = adjusted_for(np.array([one.p_value for one in results]), method, len(names), every=every)
    found = tuple(
        PairResult(a=a, b=b, result=one, p_adjusted=float(p), adjustment=method)
        for (a, b), one, p in zip(wanted, results, adjusted, strict=True)
    )
    omnibus = results[0] if len(found) == 1 else smallest_adjusted_p(found, plan.test, method)
    n = len(next(iter(same.values())))
    ranks = RankComparison(
        names=names, mean_ranks=mean_ranks(matrix), omnibus=omnibus, pairs=found, critical_difference=None,
        posthoc=f"pairwise {plan.test} with {method}", n=n,
    )  # fmt: skip
    return TestOutcome(ranks=ranks, omnibus=omnibus)


def _test(
    a: Predictions, b: Predictions, *, what: Measure, test: str, n_resamples: int, seed: int, level: float
) -> TestResult:
    if test != "delong":
        return permutation_of(a, b, what, n_resamples, seed, level=level)
    found = delong((a.truth == a.positive_code).astype(int), a.scores(), b.scores(), level=level)
    if not isnan(found.p_value):
        return found
    drawn = permutation_of(a, b, what, n_resamples, seed, level=level)  # no variance: the rows can still be exchanged
    return replace(found, p_value=drawn.p_value, variant=f"{found.variant}; p by permutation")

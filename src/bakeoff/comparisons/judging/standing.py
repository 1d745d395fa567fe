"""Standing: who leads, who is shown to be worse, and what is open; the facts behind the first line of a report."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from math import ceil, inf, isfinite, isnan, nan

import numpy as np

from bakeoff.comparisons.catalogue import tests
from bakeoff.comparisons.declaration import PlanningMethod
from bakeoff.comparisons.evidence.kinds import DATASETS
from bakeoff.comparisons.evidence.types import noise_free_difference
from bakeoff.comparisons.judging.judgement import JudgedPair, Judgement
from bakeoff.comparisons.judging.what_would_settle import POWER
from bakeoff.comparisons.planning.planner import plan
from bakeoff.comparisons.verdict import Claim
from bakeoff.comparisons.verdict_notes import TOO_FEW_BLOCKS, TOO_FEW_GROUPS
from bakeoff.core.errors import BakeoffError
from bakeoff.measures.measure import Direction

__all__ = ["Outcome", "Standing", "blocks_to_show", "ranking_line", "sort_best_first", "standing_of"]

MOST = 20_000  # pairs that are looked at one by one; of more, those with the best learner


class Outcome(StrEnum):
    """What a comparison comes to."""

    WINNER = "winner"  # one learner is shown to be better than every other
    LEADERS = "leaders"  # no single winner, but some learners are shown to be worse
    OPEN = "open"  # no difference is shown
    FEW = "few"  # so little evidence could not have shown any difference
    EQUIVALENT = "equivalent"  # all are within the region of equivalence
    IDENTICAL = "identical"  # all scores are the same
    BASELINE = "baseline"  # learners were compared with a baseline only
    PLANNED = "planned"  # planned pairs were compared only


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Learners, best first, and what is shown about them."""

    outcome: Outcome
    order: tuple[str, ...]  # best first
    leaders: tuple[str, ...]  # not shown to be worse than any other; with a baseline those shown to be better than it
    worse: tuple[str, ...]  # shown to be worse than at least one other; with a baseline than that
    open: tuple[str, ...] = ()  # with a baseline: not shown to differ from it
    baseline: str | None = None
    shown: tuple[JudgedPair, ...] = ()  # pairs with a winner, those of the best-ranked winners first
    undecided: tuple[JudgedPair, ...] = ()  # of planned pairs, and of the best learner with other leaders

    @property
    def best(self) -> str:
        """The learner that is ranked first."""
        return self.order[0]


def ranking_line(judgement: Judgement) -> dict[str, float]:
    """A number per learner, the smaller the better."""
    matrix = judgement.matrix
    if judgement.evidence is DATASETS or not matrix.complete:
        return dict(zip(judgement.ranks.names, judgement.ranks.mean_ranks, strict=True))
    sign = -1.0 if matrix.direction is Direction.HIGHER else 1.0
    return dict(zip(matrix.names, map(float, sign * matrix.means()), strict=True))


def sort_best_first(judgement: Judgement) -> list[str]:
    """Learners as the verdict ranks them: by mean rank over data sets, by mean score on one; those without one last."""
    found = ranking_line(judgement)
    return sorted(found, key=lambda name: inf if isnan(found[name]) else found[name])


def standing_of(judgement: Judgement) -> Standing:
    """Who leads and who is worse, from the same claims that every table quotes."""
    order = tuple(sort_best_first(judgement))
    place = {name: at for at, name in enumerate(order)}
    baseline = judgement.baseline
    if len(judgement.pairs) > MOST:
        pairs: Sequence[JudgedPair] = judgement.pairs_of(baseline or order[0])
    else:
        pairs = judgement.pairs
    shown = sorted((one for one in pairs if one.verdict.winner), key=lambda one: _places(one, place))
    beaten = {_loser(one) for one in shown}
    made = partial(Standing, order=order, shown=tuple(shown), baseline=baseline)
    if judgement.planned:
        undecided = tuple(one for one in pairs if not one.verdict.winner)
        return made(outcome=Outcome.PLANNED, leaders=(), worse=(), undecided=undecided)
    if _few(judgement) and not shown:
        return made(outcome=Outcome.FEW, leaders=order, worse=())
    if baseline is not None and len(order) > 2:
        better = tuple(one.verdict.winner for one in shown if one.verdict.winner not in (None, baseline))
        worse = tuple(sorted(beaten - {baseline}, key=place.__getitem__))
        rest = tuple(name for name in order if name not in {baseline, *better, *worse})
        better = tuple(sorted(filter(None, better), key=place.__getitem__))
        return made(outcome=Outcome.BASELINE, leaders=better, worse=worse, open=rest)
    leaders = tuple(name for name in order if name not in beaten)
    worse = tuple(name for name in order if name in beaten)
    claims = {one.verdict.claim for one in pairs}
    outcome = Outcome.LEADERS if worse else Outcome.OPEN
    if sum(one.verdict.winner == order[0] for one in shown) == len(order) - 1:
        outcome = Outcome.WINNER
    elif claims == {Claim.IDENTICAL}:
        outcome = Outcome.IDENTICAL
    elif claims <= {Claim.EQUIVALENT, Claim.IDENTICAL}:
        outcome = Outcome.EQUIVALENT
    undecided = tuple(
        one
        for one in pairs
        if not one.verdict.winner and order[0] in (one.pair.a, one.pair.b) and {one.pair.a, one.pair.b} <= set(leaders)
    )
    return made(outcome=outcome, leaders=leaders, worse=worse, undecided=undecided)


def _places(one: JudgedPair, place: dict[str, int]) -> tuple[int, int]:
    winner = one.verdict.winner or one.pair.a
    return place[winner], place[_loser(one)]


def _loser(one: JudgedPair) -> str:
    return one.pair.b if one.verdict.winner == one.pair.a else one.pair.a


def _few(judgement: Judgement) -> bool:
    """Whether no outcome of so little evidence could have shown a difference."""
    return any(note.kind in {TOO_FEW_BLOCKS, TOO_FEW_GROUPS} for note in judgement.verdict.notes)


def blocks_to_show(judgement: Judgement, judged: JudgedPair) -> float:
    """How many blocks would show the difference that was seen, with 80% power and as many pairs; infinite if no number does.

    NaN where the test of the pair has no formula, or where there is no difference or no spread to plan with.
    """
    seen, name = judged.pair.difference, judged.pair.result.test
    rule = tests[name].power if name in tests else None
    if rule is None or rule.method is not PlanningMethod.FORMULA or not set(rule.options) <= {"test_share"}:
        return nan
    a, b = judgement.matrix.of_pair(judged.pair.a, judged.pair.b)
    if seen is None or not isfinite(seen.value) or not seen.value or a.size < 2 or judgement.evidence.single_rows:
        return nan
    if judgement.matrix.fails(judged.pair.a, judged.pair.b):  # failures have no size to plan with
        return nan
    spread = rule.spread(np.log(a) - np.log(b) if judgement.relative else noise_free_difference(a, b))
    share = judgement.test_share if rule.options else None
    try:
        found = plan(
            name, effect=abs(seen.value), sd=float(spread), power=POWER, alpha=judgement.alpha,
            pairs=len(judgement.pairs), test_share=share,
        ).n  # fmt: skip
    except BakeoffError:  # no spread, a share that is missing
        return nan
    return float(ceil(found)) if isfinite(found) else found

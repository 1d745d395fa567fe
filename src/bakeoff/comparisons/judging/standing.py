"""Standing: who leads, who is shown to be worse, and what is open; the facts behind the first line of a report."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from math import inf, nan

import numpy as np

from bakeoff.comparisons.evidence.kinds import DATASETS
from bakeoff.comparisons.evidence.types import ScoreMatrix, significant_digits
from bakeoff.comparisons.judging.judgement import JudgedPair, Judgement, claim_of
from bakeoff.comparisons.judging.on_average import MeanOfPair, mean_of_pair, reads_ranks
from bakeoff.comparisons.posthoc.many_pairs import Picked, over
from bakeoff.comparisons.verdict import Claim
from bakeoff.comparisons.verdict_notes import TOO_FEW_BLOCKS, TOO_FEW_GROUPS
from bakeoff.measures.measure import Direction

__all__ = ["Outcome", "Standing", "best_first", "ranking_line", "sort_best_first", "standing_of"]

MOST = 20_000  # pairs that are looked at one by one; of more, those with the best learner


class Outcome(StrEnum):
    """What a comparison comes to."""

    WINNER = "winner"  # one learner is shown to be better than every other
    LEADERS = "leaders"  # no single winner, and every leader is shown to be better than all that are not
    PARTLY = "partly"  # no single winner, and some pairs are shown to differ
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
    wins: tuple[tuple[str, tuple[str, ...]], ...] = ()  # who is shown to be better than whom, the best-ranked first
    all_pairs: bool = True  # False: only pairs of the best learner, or the baseline, were looked at
    shown: Sequence[JudgedPair] = ()  # pairs with a winner, those of the best-ranked winners first
    undecided: Sequence[
        JudgedPair
    ] = ()  # of planned pairs, or of the best learner with other leaders, the closest first
    on_average: tuple[MeanOfPair, ...] = ()  # mean differences behind the wins, where a test over data sets reads ranks

    @property
    def best(self) -> str:
        """The learner that is ranked first."""
        return self.order[0]

    @property
    def winner(self) -> str:
        """The learner that is better than every other; where there is none, the one that is ranked first."""
        return self.leaders[0] if self.outcome is Outcome.WINNER else self.best


def ranking_line(judgement: Judgement) -> dict[str, float]:
    """A number per learner, the smaller the better."""
    matrix = judgement.matrix
    if judgement.evidence is DATASETS or not matrix.complete:
        return dict(zip(judgement.ranks.names, judgement.ranks.mean_ranks, strict=True))
    sign = -1.0 if matrix.direction is Direction.HIGHER else 1.0
    return dict(zip(matrix.names, map(float, sign * matrix.means()), strict=True))


def sort_best_first(judgement: Judgement) -> list[str]:
    """Learners as the verdict ranks them: by mean rank over data sets, by mean score on one; those without one last.

    Learners that share a rank are in the order of `best_first`, so that every table and sentence names the same leader.
    """
    found = ranking_line(judgement)
    matrix = judgement.matrix
    places = [found.get(name, nan) for name in matrix.names]
    return [matrix.names[column] for column in best_first(places, matrix) if matrix.names[column] in found]


def best_first(places: Sequence[float], matrix: ScoreMatrix) -> list[int]:
    """The columns of a matrix by a number that is small for the best; those without one last.

    Of equal numbers the better mean score comes first, then the learner whose scores rise and fall with those of the others, so that
    the order of the columns chooses no runner-up. Two that share the first place and the mean score stand in the order of the columns.

    >>> best_first([2.5, 2.5, 1.0], ScoreMatrix.of({"a": [0.9, 0.8], "b": [0.7, 1.1], "c": [1.0, 1.2]}))
    [2, 1, 0]
    """
    sign = -1.0 if matrix.direction is Direction.HIGHER else 1.0
    known = np.nan_to_num(matrix.values - matrix.means())
    keys = (-known.mean(axis=1) @ known, sign * matrix.means(), np.asarray(places))
    rounded = [significant_digits(np.where(np.isnan(key), inf, key)) for key in keys]
    order: list[int] = np.lexsort(rounded).tolist()
    first, second = order[:2]
    alike = all(key[first] == key[second] for key in rounded[1:])
    return [*(sorted((first, second)) if alike else (first, second)), *order[2:]]


def standing_of(judgement: Judgement) -> Standing:
    """Who leads and who is worse, from the same claims that every table quotes."""
    order = tuple(sort_best_first(judgement))
    place = {name: at for at, name in enumerate(order)}
    baseline = judgement.baseline
    pairs = over(judgement.ranks.pairs, judgement.ranks.names)
    every = len(pairs) <= MOST
    places = range(len(pairs)) if every else pairs.places(baseline or order[0])
    claims = {at: claim_of(judgement, pairs, at) for at in places}
    names, columns = pairs.names, pairs.columns.tolist()
    both: dict[int, tuple[str, str]] = {at: (names[columns[at][0]], names[columns[at][1]]) for at in places}

    def loser(at: int) -> str:
        a, b = both[at]
        return b if claims[at].winner == a else a

    shown = sorted(
        (at for at in places if claims[at].winner), key=lambda at: (place[claims[at].winner or ""], place[loser(at)])
    )
    beaten = {loser(at) for at in shown}
    losers: dict[str, list[str]] = {}
    for at in shown:
        losers.setdefault(claims[at].winner or "", []).append(loser(at))
    wins = tuple((name, tuple(some)) for name, some in losers.items())
    made = partial(
        Standing, order=order, shown=Picked(judgement.pairs, shown), baseline=baseline, wins=wins, all_pairs=every,
        on_average=tuple(_on_average(judgement, wins)),
    )  # fmt: skip
    if judgement.planned:
        undecided = Picked(judgement.pairs, [at for at in places if not claims[at].winner])
        return made(outcome=Outcome.PLANNED, leaders=(), worse=(), undecided=undecided)
    if _few(judgement) and not shown:
        return made(outcome=Outcome.FEW, leaders=order, worse=())
    if baseline is not None and len(order) > 2:
        winners = {claims[at].winner for at in shown} - {baseline}
        better = tuple(name for name in order if name in winners)
        worse = tuple(name for name in order if name in beaten and name != baseline)
        rest = tuple(name for name in order if name not in {baseline, *better, *worse})
        return made(outcome=Outcome.BASELINE, leaders=better, worse=worse, open=rest)
    leaders = tuple(name for name in order if name not in beaten)
    worse = tuple(name for name in order if name in beaten)
    kinds = {one.claim for one in claims.values()}
    apart = bool(leaders) and all(set(worse) <= set(losers.get(name, ())) for name in leaders)
    outcome = Outcome.OPEN if not worse else Outcome.LEADERS if apart else Outcome.PARTLY
    if any(len(some) == len(order) - 1 for some in losers.values()):
        outcome = Outcome.WINNER
    elif kinds == {Claim.IDENTICAL}:
        outcome = Outcome.IDENTICAL
    elif kinds <= {Claim.EQUIVALENT, Claim.IDENTICAL}:
        outcome = Outcome.EQUIVALENT
    first = [at for at in places if not claims[at].winner and order[0] in both[at] and set(both[at]) <= set(leaders)]
    first.sort(key=lambda at: sum(place[name] for name in both[at]))
    return made(outcome=outcome, leaders=leaders, worse=worse, undecided=Picked(judgement.pairs, first))


def _on_average(judgement: Judgement, wins: Iterable[tuple[str, Sequence[str]]]) -> Iterator[MeanOfPair]:
    """The mean differences of claims about a typical data set, where they are defined."""
    if not reads_ranks(judgement.evidence, judgement.pairs[0].pair.result):
        return
    for winner, losers in wins:
        for loser in losers:
            mean = mean_of_pair(judgement.matrix, winner, loser, relative=judgement.relative, level=1 - judgement.alpha)
            if mean is not None:
                yield mean


def _few(judgement: Judgement) -> bool:
    """Whether no outcome of so little evidence could have shown a difference."""
    return any(note.kind in {TOO_FEW_BLOCKS, TOO_FEW_GROUPS} for note in judgement.verdict.notes)

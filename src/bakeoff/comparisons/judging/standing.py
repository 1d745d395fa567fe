"""Standing: who leads, who is shown to be worse, and what is open; the facts behind the first line of a report."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from math import inf, isnan, nan

import numpy as np

from bakeoff.comparisons.evidence.kinds import DATASETS
from bakeoff.comparisons.evidence.types import ScoreMatrix, significant_digits
from bakeoff.comparisons.judging.judgement import JudgedPair, Judgement, PairClaim, claim_of
from bakeoff.comparisons.judging.on_average import MeanOfPair, mean_of_pair, reads_ranks
from bakeoff.comparisons.posthoc.many_pairs import PairSelection, as_pairs
from bakeoff.comparisons.verdict import Claim
from bakeoff.comparisons.verdict_notes import TOO_FEW_BLOCKS, TOO_FEW_GROUPS
from bakeoff.core.checks import Array
from bakeoff.estimates.estimate import Estimate
from bakeoff.measures.measure import Direction

__all__ = [
    "LedPair",
    "Relation",
    "Standing",
    "VerdictShape",
    "best_first",
    "led_pairs",
    "ranking_line",
    "sort_best_first",
    "standing_of",
]

LISTED = 28  # all pairs of eight learners: a list that one screen holds
MOST = 20_000  # pairs that are looked at one by one; of more, those with the best learner


class VerdictShape(StrEnum):
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
    UNSCORED = "unscored"  # no block has a score of every learner


class Relation(StrEnum):
    """How one learner stands to another."""

    BEATS = "beats"
    BEATEN = "beaten"
    EQUIVALENT = "equivalent"
    IDENTICAL = "identical"
    OPEN = "open"  # no difference is shown
    UNTESTED = "untested"  # p is undefined


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Learners, best first, and what is shown about them."""

    outcome: VerdictShape
    order: tuple[str, ...]  # best first
    leaders: tuple[str, ...]  # not shown to be worse than any other; with a baseline those shown to be better than it
    worse: tuple[str, ...]  # shown to be worse than at least one other; with a baseline than that
    baseline: str | None = None
    relations: Mapping[Relation, tuple[str, ...]] = field(
        default_factory=dict
    )  # how the baseline, or else the best, stands to the others
    wins: tuple[tuple[str, tuple[str, ...]], ...] = ()  # who is shown to be better than whom, the best-ranked first
    all_pairs: bool = True  # False: only pairs of the best learner, or the baseline, were looked at
    shown: Sequence[JudgedPair] = ()  # pairs with a winner, those of the best-ranked winners first
    undecided: Sequence[
        JudgedPair
    ] = ()  # of planned pairs, or of the best learner with other leaders, the closest first
    on_average: tuple[MeanOfPair, ...] = ()  # mean differences behind the wins, where a test over data sets reads ranks

    def related(self, relation: Relation) -> tuple[str, ...]:
        """The others to which the baseline, or else the best, stands in this relation; best first."""
        return self.relations.get(relation, ())

    @property
    def best(self) -> str:
        """The learner that is ranked first."""
        return self.order[0]

    @property
    def winner(self) -> str:
        """The learner that is better than every other; where there is none, the one that is ranked first."""
        return self.leaders[0] if self.outcome is VerdictShape.WINNER else self.best


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
    line = ranking_line(judgement)
    matrix = judgement.matrix
    places = [line.get(name, nan) for name in matrix.names]
    return [matrix.names[column] for column in best_first(places, matrix) if matrix.names[column] in line]


def best_first(places: Sequence[float], matrix: ScoreMatrix) -> list[int]:
    """The columns of a matrix by a number that is small for the best; those without one last.

    Of equal numbers the better mean score comes first, then the learner whose scores rise and fall with those of the others, so that
    the order of the columns chooses no runner-up. Two that share the first place and the mean score stand in the order of the columns.

    >>> best_first([2.5, 2.5, 1.0], ScoreMatrix.of({"a": [0.9, 0.8], "b": [0.7, 1.1], "c": [1.0, 1.2]}))
    [2, 1, 0]
    """
    sign = -1.0 if matrix.direction is Direction.HIGHER else 1.0
    centred = np.nan_to_num(matrix.values - matrix.means())
    keys = (-centred.mean(axis=1) @ centred, sign * matrix.means(), np.asarray(places))
    rounded = [significant_digits(np.where(np.isnan(key), inf, key)) for key in keys]
    order: list[int] = np.lexsort(rounded).tolist()
    first, second = order[:2]
    alike = all(key[first] == key[second] for key in rounded[1:])
    return [*(sorted((first, second)) if alike else (first, second)), *order[2:]]


def standing_of(judgement: Judgement) -> Standing:
    """Who leads and who is worse, from the same claims that every table quotes."""
    order = tuple(sort_best_first(judgement))
    place = {name: position for position, name in enumerate(order)}
    baseline = judgement.baseline
    pairs = as_pairs(judgement.ranks.pairs, judgement.ranks.names)
    every = len(pairs) <= MOST
    places = range(len(pairs)) if every else pairs.places(baseline or order[0])
    names, columns = pairs.names, pairs.columns.tolist()
    claims = {position: claim_of(judgement, pairs, position) for position in places}
    both = {position: (names[columns[position][0]], names[columns[position][1]]) for position in places}
    won = {
        position: (claims[position].winner, *(name for name in both[position] if name != claims[position].winner))
        for position in places
        if claims[position].winner
    }
    shown = sorted(won, key=lambda position: [place[name] for name in won[position]])
    losers: dict[str, list[str]] = {}
    for position in shown:
        losers.setdefault(won[position][0], []).append(won[position][1])
    beaten = {name for lost in losers.values() for name in lost}
    wins = tuple((name, tuple(lost)) for name, lost in losers.items())
    about = baseline or order[0]
    standing_with = partial(
        Standing, order=order, shown=PairSelection(judgement.pairs, shown), baseline=baseline, wins=wins, all_pairs=every,
        on_average=tuple(_on_average(judgement, wins)), relations=_relations(about, order, both, claims, pairs.adjusted),
    )  # fmt: skip
    leaders = tuple(name for name in order if name not in beaten)
    worse = tuple(name for name in order if name in beaten)
    if isnan(judgement.ranks.mean_ranks[judgement.ranks.names.index(order[0])]):
        return standing_with(outcome=VerdictShape.UNSCORED, leaders=(), worse=())
    if judgement.planned:
        undecided = PairSelection(judgement.pairs, [position for position in places if position not in won])
        return standing_with(outcome=VerdictShape.PLANNED, leaders=(), worse=(), undecided=undecided)
    few = any(note.kind in {TOO_FEW_BLOCKS, TOO_FEW_GROUPS} for note in judgement.verdict.notes)
    if few and not shown:  # no outcome of so little evidence could have shown a difference
        return standing_with(outcome=VerdictShape.FEW, leaders=order, worse=())
    if baseline is not None and len(order) > 2:
        better = tuple(name for name in order if name in losers and name != baseline)
        return standing_with(
            outcome=VerdictShape.BASELINE, leaders=better, worse=tuple(name for name in worse if name != baseline)
        )
    first = [
        position
        for position in places
        if position not in won and order[0] in both[position] and set(both[position]) <= set(leaders)
    ]
    first.sort(key=lambda position: sum(place[name] for name in both[position]))
    undecided = PairSelection(judgement.pairs, first)
    kinds = {claim.claim for claim in claims.values()}
    return standing_with(
        outcome=_outcome(kinds, order, leaders, losers), leaders=leaders, worse=worse, undecided=undecided
    )


def _outcome(
    kinds: set[Claim], order: Sequence[str], leaders: Sequence[str], losers: Mapping[str, list[str]]
) -> VerdictShape:
    """What the claims on all pairs come to; `losers` are those that each learner is shown to be better than."""
    if any(len(lost) == len(order) - 1 for lost in losers.values()):
        return VerdictShape.WINNER
    if kinds <= {Claim.EQUIVALENT, Claim.IDENTICAL}:
        return VerdictShape.IDENTICAL if kinds == {Claim.IDENTICAL} else VerdictShape.EQUIVALENT
    if not losers:
        return VerdictShape.OPEN
    rest = set(order) - set(leaders)
    apart = bool(leaders) and all(rest <= set(losers.get(name, ())) for name in leaders)
    return VerdictShape.LEADERS if apart else VerdictShape.PARTLY


def _relations(
    about: str,
    order: Sequence[str],
    both: Mapping[int, tuple[str, str]],
    claims: Mapping[int, PairClaim],
    adjusted: Array,
) -> dict[Relation, tuple[str, ...]]:
    """How one learner stands to the others, by the claims on its pairs."""
    relation = {}
    for position, pair in both.items():
        if about in pair:
            winner, claim = claims[position]
            other = pair[1] if pair[0] == about else pair[0]
            tested = Relation.UNTESTED if isnan(float(adjusted[position])) else Relation.OPEN
            open_ = {Claim.EQUIVALENT: Relation.EQUIVALENT, Claim.IDENTICAL: Relation.IDENTICAL}.get(claim, tested)
            relation[other] = open_ if winner is None else Relation.BEATS if winner == about else Relation.BEATEN
    return {kind: tuple(name for name in order if relation.get(name) is kind) for kind in set(relation.values())}


@dataclass(frozen=True, slots=True, kw_only=True)
class LedPair:
    """A pair with the learner first that is shown to be better, or else is ahead."""

    judged: JudgedPair
    first: str
    second: str
    lead: Estimate | None  # how far the first is ahead; of ratios the logarithm of the first over the second


def led_pairs(judgement: Judgement) -> list[LedPair]:
    """The pairs that lists show, best first: all of few, planned pairs and those of a baseline; of many, those of the best learner."""
    place = {name: position for position, name in enumerate(sort_best_first(judgement))}
    every = len(judgement.pairs) <= LISTED or judgement.planned or judgement.baseline
    pairs = judgement.pairs if every else judgement.pairs_of(min(place, key=place.__getitem__))
    led = [_led(judged, place, judgement) for judged in pairs]
    return sorted(led, key=lambda pair: (place[pair.first], place[pair.second]))


def _led(judged: JudgedPair, place: Mapping[str, int], judgement: Judgement) -> LedPair:
    a, b, difference = judged.pair.a, judged.pair.b, judged.verdict.difference
    sign = 1 if judgement.matrix.direction is Direction.HIGHER else -1
    ahead = 0.0 if difference is None or isnan(difference.value) else sign * difference.value
    first = judged.verdict.winner or (judged.verdict.ahead if ahead else min(a, b, key=place.__getitem__))
    lead = difference if difference is None or (first == a) == (judgement.relative or sign > 0) else difference.turned
    return LedPair(judged=judged, first=first, second=b if first == a else a, lead=lead)


def _on_average(judgement: Judgement, wins: Iterable[tuple[str, Sequence[str]]]) -> Iterator[MeanOfPair]:
    """The mean differences of claims about a typical data set, where they are defined."""
    if not reads_ranks(judgement.evidence, judgement.pairs[0].pair.result):
        return
    for winner, losers in wins:
        for loser in losers:
            mean = mean_of_pair(judgement.matrix, winner, loser, relative=judgement.relative, level=1 - judgement.alpha)
            if mean is not None:
                yield mean

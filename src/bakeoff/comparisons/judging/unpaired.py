"""Two samples of scores whose rows do not belong together, and published means with standard deviations."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from math import isnan

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.comparisons.choosing.assumptions import assumptions_of, check_continuous, check_unpaired
from bakeoff.comparisons.effects import cliff_delta
from bakeoff.comparisons.evidence.scale import direction_of
from bakeoff.comparisons.notes import NOT_PAIRED, PUBLISHED
from bakeoff.comparisons.posthoc.adjust import adjust
from bakeoff.comparisons.results import Effect, TestResult
from bakeoff.comparisons.significance.t import UNPAIRED_T, published, unpaired_t
from bakeoff.comparisons.verdict import Claim, claim, favoured_side, pair_claim
from bakeoff.core.checks import probability, vector
from bakeoff.core.notes import Note
from bakeoff.core.text import format_p, sentence_number
from bakeoff.measures.measure import Direction

__all__ = ["PublishedJudgement", "PublishedPair", "PublishedScore", "UnpairedJudgement", "judge_published", "judge_unpaired"]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class UnpairedJudgement:
    """What two samples show."""

    a: str
    b: str
    sizes: tuple[int, int]
    measure: str
    direction: Direction
    result: TestResult
    effect: Effect
    claim: Claim
    value: float  # the first score of a: that of all where they are identical
    notes: tuple[Note, ...]

    @property
    def winner(self) -> str | None:
        """The better one, if the samples show one."""
        return {Claim.A_BETTER: self.a, Claim.B_BETTER: self.b}.get(self.claim)

    @property
    def sentence(self) -> str:
        """The claim in words."""
        if self.claim is Claim.IDENTICAL:
            return f"Every score of {self.a} and {self.b} is {self.value:g}; there is no difference to test."
        why = f" ({self.result.reason})" if isnan(self.result.p_value) else ""
        numbers = f"{self.measure or 'score'} of {self.a} minus {self.b}: {_interval(self.result)}; {format_p(self.result.p_value)}{why}"
        if self.winner is None:
            return (
                f"{self.a} and {self.b} are not shown to differ ({numbers}); this does not mean they are equally good."
            )
        return f"{self.winner} is better than {self.b if self.winner == self.a else self.a} ({numbers})."


def judge_unpaired(
    samples: Mapping[str, ArrayLike], *, measure: str = "", direction: str | None = None, alpha: float = 0.05
) -> UnpairedJudgement:
    """Compare the scores of two learners that do not come in pairs, by Welch's test.

    >>> judge_unpaired({"a": [.9, .8, .9, .85], "b": [.5, .6, .55, .5, .6]}).winner
    'a'
    """
    (first, a), (second, b) = ((name, vector(name, values)) for name, values in samples.items())
    way, notes = direction_of(direction, measure)
    level = 1 - probability("alpha", alpha)
    result = unpaired_t(a, b, level=level)
    same = np.ptp(np.concatenate([a, b])) == 0
    outcome = Claim.IDENTICAL if same else claim(result.p_value, favoured_side(result, way), alpha)
    return UnpairedJudgement(
        a=first, b=second, sizes=(a.size, b.size), measure=measure, direction=way, result=result, claim=outcome,
        effect=cliff_delta(a, b, level=level), value=float(a[0]), notes=(*notes, *check_unpaired(a, b), *assumptions_of(a, b, UNPAIRED_T, paired=False), *check_continuous(UNPAIRED_T, a, b), NOT_PAIRED()),
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedScore:
    """Mean, standard deviation and number of scores of one learner, as a paper prints them."""

    mean: float
    sd: float
    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedPair:
    """What the printed numbers of two learners hint at."""

    a: str
    b: str
    result: TestResult
    p_adjusted: float
    adjusted: bool  # whether there are other pairs
    winner: str | None  # who may be better

    @property
    def sentence(self) -> str:
        """The hint in words."""
        p = f"{'adjusted ' if self.adjusted else ''}{format_p(self.p_adjusted)}"
        numbers = f"{self.a} minus {self.b}: {_interval(self.result)}; {p}"
        if self.winner is None:
            return f"{self.a} and {self.b} are not shown to differ ({numbers})."
        return f"{self.winner} may be better than {self.b if self.winner == self.a else self.a} ({numbers})."


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedJudgement:
    """Every pair of published means."""

    learners: tuple[str, ...]
    direction: Direction
    pairs: tuple[PublishedPair, ...]
    notes: tuple[Note, ...]


def judge_published(
    scores: Mapping[str, PublishedScore], *, measure: str = "", direction: str | None = None, alpha: float = 0.05
) -> PublishedJudgement:
    """Compare every pair of published means by Welch's test with Holm's correction, which is little to go by.

    >>> numbers = {"a": PublishedScore(mean=.9, sd=.01, n=10), "b": PublishedScore(mean=.8, sd=.01, n=10)}
    >>> judge_published(numbers).pairs[0].winner
    'a'
    """
    alpha = probability("alpha", alpha)
    way, notes = direction_of(direction, measure)
    names = list(combinations(scores, 2))
    results = []
    for a, b in names:
        first, two = scores[a], scores[b]
        results.append(published(first.mean, first.sd, first.n, two.mean, two.sd, two.n, level=1 - alpha))
    pairs = []
    for (a, b), result, p in zip(names, results, adjust([result.p_value for result in results], "holm"), strict=True):
        winner = pair_claim(float(p), favoured_side(result, way), alpha, a, b).winner
        pairs.append(
            PublishedPair(a=a, b=b, result=result, p_adjusted=float(p), adjusted=len(names) > 1, winner=winner)
        )
    return PublishedJudgement(learners=tuple(scores), direction=way, pairs=tuple(pairs), notes=(*notes, PUBLISHED()))


def _interval(result: TestResult) -> str:
    difference = result.difference
    if difference is None:
        return "undefined"
    value, low, high = map(sentence_number, (difference.value, difference.low, difference.high))
    return value if isnan(difference.low) else f"{value}, {difference.level * 100:.3g}% interval {low} to {high}"

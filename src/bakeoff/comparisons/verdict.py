"""Claim and Verdict: what a p-value, a side and the region of equivalence allow to claim."""

from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module
from math import isnan, nan
from typing import Any, NamedTuple

from bakeoff.comparisons.claim_context import ClaimContext
from bakeoff.comparisons.posthoc.many_pairs import Pairs
from bakeoff.comparisons.results import Effect, PairResult, Posterior, Side, TestResult
from bakeoff.core.notes import Note
from bakeoff.core.significance_level import is_shown
from bakeoff.core.text import clean
from bakeoff.estimates.estimate import Estimate
from bakeoff.measures.measure import Direction

__all__ = [
    "Claim",
    "JudgedPair",
    "PairClaim",
    "Verdict",
    "claim",
    "claim_by_p",
    "decide",
    "favoured_side",
    "pair_claim",
]


WORDS = "bakeoff.comparisons.wording.sentences"  # above this file, and imported when a sentence is read


class Claim(StrEnum):
    """What the evidence allows to conclude; "undecided" is not "equal"."""

    A_BETTER = "A better"
    B_BETTER = "B better"
    EQUIVALENT = "equivalent"
    UNDECIDED = "undecided"
    IDENTICAL = "identical"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Verdict:
    """One claim about two learners, and the facts behind it; its words are made when they are read."""

    claim: Claim
    a: str
    b: str
    pair: PairResult  # what the claim rests on
    context: ClaimContext
    difference: Estimate | None = (
        None  # with the interval that the claim rests on: of equivalence that of its two tests
    )
    p_equivalent: float = nan  # of two one-sided tests against the region, adjusted like the others
    mean: Estimate | None = None  # of the differences, where p and the difference are of ranks over data sets
    posterior: Posterior | None = None
    notes: tuple[Note, ...] = ()  # what qualifies the claim, and what would settle it

    @property
    def p_adjusted(self) -> float:
        """P after the correction for the number of pairs."""
        return self.pair.p_adjusted

    @property
    def effect(self) -> Effect | None:
        """How large the difference is, free of units."""
        return self.pair.result.effect

    @property
    def alpha(self) -> float:
        """The level of the claim."""
        return self.context.question.alpha

    @property
    def rope(self) -> float | None:
        """Half the width of the region of equivalence."""
        return self.context.question.rope

    @property
    def sentence(self) -> str:
        """The claim on these two in words, with its numbers and notes."""
        return " ".join([import_module(WORDS).pair_sentence(self), *map(str, self.notes)])

    @property
    def winner(self) -> str | None:
        """The better one, if the evidence shows one."""
        return {Claim.A_BETTER: self.a, Claim.B_BETTER: self.b}.get(self.claim)

    @property
    def ahead(self) -> str:
        """The better one; where none is shown, the one that is ahead by the estimate, or else the first."""
        difference, sign = self.difference, 1 if self.context.direction is Direction.HIGHER else -1
        return self.winner or (self.b if difference is not None and sign * difference.value < 0 else self.a)

    def __str__(self) -> str:
        return clean(self.sentence)

    def __repr__(self) -> str:
        return f"<Verdict, {self.claim.value}: {self}>"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class JudgedPair:
    """One pair with its test, its corrected p-value and what may be claimed."""

    pair: PairResult
    verdict: Verdict

    @property
    def claim(self) -> Claim:
        """What may be concluded about the two."""
        return self.verdict.claim

    def __str__(self) -> str:
        return str(self.verdict)

    def __repr__(self) -> str:
        return f"<JudgedPair, {self.claim.value}: {self}>"


class PairClaim(NamedTuple):
    """What is claimed of a pair, without the pair."""

    winner: str | None
    claim: Claim


def claim(p: float, side: Side, alpha: float) -> Claim:
    """What an adjusted p and the side that it favours allow to claim: the only answer to that question.

    >>> claim(0.01, Side.B, 0.05), claim(0.2, Side.B, 0.05), claim(0.01, Side.NEITHER, 0.05)
    (<Claim.B_BETTER: 'B better'>, <Claim.UNDECIDED: 'undecided'>, <Claim.UNDECIDED: 'undecided'>)
    """
    return _BY_SIDE[side] if is_shown(p, alpha) else Claim.UNDECIDED


_BY_SIDE = {Side.A: Claim.A_BETTER, Side.B: Claim.B_BETTER, Side.NEITHER: Claim.UNDECIDED}


def pair_claim(p: float, side: Side, alpha: float, a: str, b: str) -> PairClaim:
    """The same with the name of the better one."""
    outcome = claim(p, side, alpha)
    return PairClaim({Claim.A_BETTER: a, Claim.B_BETTER: b}.get(outcome), outcome)


def claim_by_p(pairs: Pairs[Any], position: int, p: float, alpha: float) -> PairClaim | None:
    """What is claimed of a pair by its adjusted p and by who is ahead; None where that is not known without its result."""
    favour = nan if pairs.favours is None else float(pairs.favours[position])
    if isnan(favour):
        return None
    first, second = pairs.columns[position].tolist()
    return pair_claim(p, Side.of(favour), alpha, pairs.names[first], pairs.names[second])


def decide(
    pair: PairResult, context: ClaimContext, *, posterior: Posterior | None = None, p_equivalent: float = nan
) -> Verdict:
    """What may be claimed about this pair.

    "Better" needs an adjusted p of at most alpha; "equivalent" needs a region, and an adjusted p of two one-sided tests
    against it of at most alpha; everything else is undecided, which is not "equal".
    """
    difference, tally, alpha = pair.difference, pair.result.tally, context.question.alpha
    differ = tally is not None and bool(tally.wins or tally.losses)  # a median of zero may hide a few differences
    if difference is not None and difference.value == 0 and difference.low == 0 == difference.high and not differ:
        outcome = Claim.IDENTICAL
    elif is_shown(p_equivalent, alpha):
        outcome = Claim.EQUIVALENT
    else:
        outcome = claim(pair.p_adjusted, favoured_side(pair.result, context.direction), alpha)
    return Verdict(
        claim=outcome, a=pair.a, b=pair.b, pair=pair, context=context, difference=difference, posterior=posterior,
        p_equivalent=p_equivalent,
    )  # fmt: skip


def favoured_side(result: TestResult, direction: Direction = Direction.HIGHER) -> Side:
    """Which of the two is better by this result. Mean ranks know which scores are better; all else says which are larger."""
    better = result.rank_difference is not None or direction is Direction.HIGHER
    return result.leans if better else result.leans.opposite

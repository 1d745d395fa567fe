"""Does the verdict survive another measure, another test, another correction, fewer data sets?"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from bakeoff.comparisons.catalogue import tests
from bakeoff.comparisons.evidence.kinds import DATASETS
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.judging.judge import judge
from bakeoff.comparisons.judging.judgement import JudgedPair, Judgement
from bakeoff.comparisons.posthoc.ranks import NEMENYI
from bakeoff.comparisons.question import Question
from bakeoff.comparisons.results import Side
from bakeoff.comparisons.verdict import Claim, Verdict, favoured_side
from bakeoff.comparisons.wording.test_names import adjustment_phrase
from bakeoff.core.errors import BakeoffError
from bakeoff.core.text import listed
from bakeoff.measures.measure import Direction

__all__ = ["KEPT", "ClaimStability", "Perturbation", "Stability", "fewest_to_flip", "most_influential", "stability"]


KEPT = 3  # blocks that are left at least; of fewer nothing can be shown anyway


def most_influential(judgement: Judgement, a: str, b: str) -> list[int]:
    """The blocks, those first that speak most for what is claimed: for the winner, or against the side it leans to."""
    matrix, one = judgement.matrix, judgement.pair(a, b)
    ranked = one.pair.result.rank_difference is not None
    sign = 1.0 if matrix.direction is Direction.HIGHER and not ranked else -1.0
    values = matrix.ranks() if ranked and matrix.complete else matrix.values
    first, second = (values[:, matrix.names.index(name)] for name in (one.pair.a, one.pair.b))
    side = -1.0 if favoured_side(one.pair.result, matrix.direction) is Side.B else 1.0
    favour = np.nan_to_num(sign * side * (first - second), nan=-np.inf)
    order: list[int] = np.argsort(-favour if one.verdict.winner else favour, kind="stable").tolist()
    return order


def fewest_to_flip(order: Sequence[int], flips: Callable[[Sequence[int]], bool | None]) -> list[int]:
    """The shortest beginning of `order` whose removal flips the claim, found by doubling and halving; empty if none does.

    `flips` is asked about what is kept; it answers None where nothing can be said any more. At least `KEPT` are kept.

    >>> fewest_to_flip(range(100), lambda kept: len(kept) <= 63)[-1]
    36
    """
    most = len(order) - KEPT
    low, high = 0, 1
    while high <= most and not (found := flips(sorted(order[high:]))):
        if found is None:
            return []
        low, high = high, high * 2 if high * 2 <= most or high == most else most
    if high > most:
        return []
    while high - low > 1:
        middle = (low + high) // 2
        if flips(sorted(order[middle:])):
            high = middle
        else:
            low = middle
    return list(order[:high])


POSTHOCS = (NEMENYI.name, "holm", "hommel", "shaffer", "bergmann-hommel")
ADJUSTMENTS = ("holm", "hommel", "bonferroni", "shaffer")
KINDS = {
    "test": "another test", "post-hoc": "another correction", "measure": "another measure",
    "without": "one data set left out",
}  # fmt: skip
LEFT_OUT = 20_000  # pairs times data sets that are left out in turn: a second or two
PAIRWISE = 200_000  # pairs times blocks up to which tests that look at each pair alone are tried
EVERY_PAIR = 5_000  # pairs up to which each is looked at again; beyond, those of the best learner and of the verdict
CLAIMS = 3  # claims told beside the verdict

Ask = Callable[[ScoreMatrix, Question], Judgement]


@dataclass(frozen=True, slots=True, kw_only=True)
class Perturbation:
    """The same question asked in one other way."""

    kind: str  # "test", "post-hoc", "measure", "without"
    name: str
    best: str
    claim: str  # about the headline pair
    same: bool  # the headline claim stands
    changed: tuple[frozenset[str], ...]  # pairs whose claim differs from the original, of those looked at


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimStability:
    """How far one claim holds."""

    claim: str
    held: int
    asked: int
    against: tuple[tuple[str, str], ...]  # kind and name of the ways in which it does not
    dropped: tuple[str, ...]  # blocks whose removal changes it; empty if none were found

    @property
    def sentence(self) -> str:
        """Where the claim stands, and what overturns it."""
        text = f"{self.claim}: stands in {self.held} of {self.asked}"
        blocks = [name for kind, name in self.against if kind == "without"]
        ways = [adjustment_phrase(kind, name) for kind, name in self.against if kind != "without"]
        parts = [f"not with {listed(ways, last='or', most=8)}"] if ways else []
        parts += [f"not without {listed(blocks, last='or')}"] if blocks else []
        if self.dropped and not blocks:
            parts.append(f"leaving out {len(self.dropped)} data sets ({listed(self.dropped)}) changes it")
        return "; ".join([text, *parts]) + "."


@dataclass(frozen=True, slots=True, kw_only=True)
class Stability:
    """How far the verdict holds."""

    a: str
    b: str
    claim: str
    variations: tuple[Perturbation, ...]
    fewest_to_flip: int | None  # blocks whose removal is known to change the claim; None if none was found
    dropped: tuple[str, ...]  # those blocks
    sentence: str
    others: tuple[ClaimStability, ...] = ()  # what else was shown about the best learner, the least sure first

    def to_dict(self) -> dict[str, Any]:
        """Counts by kind, and what flips the verdict."""
        kinds = dict.fromkeys(one.kind for one in self.variations)
        return {
            "claim": self.claim,
            "held": {kind: [sum(one.same for one in self.of(kind)), len(self.of(kind))] for kind in kinds},
            "flipped_by": [f"{one.kind}: {one.name}" for one in self.variations if not one.same],
            "other_pairs_changed_by": [f"{one.kind}: {one.name}" for one in self.variations if one.same and one.changed],
            "fewest_to_flip": self.fewest_to_flip,
            "dropped": list(self.dropped),
            "sentence": self.sentence,
            "others": [one.sentence for one in self.others],
        }  # fmt: skip

    def of(self, kind: str) -> list[Perturbation]:
        """The ways to ask that vary this."""
        return [one for one in self.variations if one.kind == kind]

    def told(self, claim: str) -> str:
        """A claim on the two with the name of whoever is better."""
        return {Claim.A_BETTER: f"{self.a} better", Claim.B_BETTER: f"{self.b} better"}.get(Claim(claim), claim)

    def __str__(self) -> str:
        lines = [self.sentence]
        for kind in dict.fromkeys(one.kind for one in self.variations):
            ways = self.of(kind)
            against = [f"{adjustment_phrase(kind, one.name)} ({self.told(one.claim)})" for one in ways if not one.same]
            shown = f"; not {listed(against, last='or')}" if against else ""
            lines.append(f"  {KINDS[kind]}: {sum(one.same for one in ways)} of {len(ways)}{shown}")
        return "\n".join([*lines, *(f"  {one.sentence}" for one in self.others)])


def stability(judgement: Judgement, measures: Mapping[str, ScoreMatrix] | None = None, ask: Ask = judge) -> Stability:
    """Ask again with every admissible test and correction, other measures, and without each block in turn.

    `ask` answers the question anew; predictions of one test set bring their own.

    >>> from bakeoff.comparisons import judge
    >>> table = ScoreMatrix.of({"a": [.9, .8, .9, .8, .9, .9, .7], "b": [.8, .7, .6, .7, .7, .6, .6]})
    >>> stability(judge(table, Question(evidence=DATASETS))).fewest_to_flip
    2
    """
    repeat = _Repeat(judgement=judgement, ask=ask)
    asked = [*_tests(repeat), *_posthocs(repeat), *_measures(repeat, measures or {}), *_without(repeat)]
    verdict = judgement.verdict
    dropped = _dropped(repeat, verdict.a, verdict.b)
    return Stability(
        a=verdict.a, b=verdict.b, claim=verdict.claim.value, variations=tuple(asked),
        fewest_to_flip=len(dropped) or None, dropped=dropped, sentence=_sentence(judgement, asked, dropped),
        others=tuple(_firmness(repeat, one, asked) for one in _other_claims(judgement)) if asked else (),
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class _Repeat:
    """A question that was answered, to be asked again with changes."""

    judgement: Judgement
    ask: Ask

    def again(self, matrix: ScoreMatrix | None = None, **changes: Any) -> Judgement | None:
        """The answer; None where it cannot be asked that way."""
        was = self.judgement
        posthoc = "auto" if len(was.matrix.names) == 2 else was.adjustment
        question = replace(was.question, test=was.choice.test, posthoc=posthoc, force=False, brief=True)
        try:
            return self.ask(was.matrix if matrix is None else matrix, replace(question, **changes))
        except BakeoffError:
            return None

    def variation(self, other: Judgement, kind: str, name: str) -> Perturbation:
        verdict = self.judgement.verdict
        few = len(self.judgement.pairs) <= EVERY_PAIR
        told = (verdict.a, verdict.b, _best(self.judgement))
        was, there = (
            {
                frozenset((one.pair.a, one.pair.b)): one.verdict
                for one in (asked.pairs if few else asked.pairs_of(*told))
            }
            for asked in (self.judgement, other)
        )
        changed = tuple(pair for pair, claim in was.items() if not _stands(claim, there[pair]))
        headline = frozenset((verdict.a, verdict.b))
        return Perturbation(
            kind=kind, name=name, best=_best(other), claim=there[headline].claim.value, same=headline not in changed, changed=changed
        )  # fmt: skip


def _best(judgement: Judgement) -> str:
    """Who leads; nobody where no score is defined."""
    ranks = np.nan_to_num(judgement.ranks.mean_ranks, nan=np.inf)
    return judgement.ranks.names[int(np.argmin(ranks))] if np.isfinite(ranks).any() else ""


def _stands(one: Verdict, there: Verdict) -> bool:
    return there.winner == one.winner and (there.winner is not None or there.claim is one.claim)


def _tests(repeat: _Repeat) -> Iterator[Perturbation]:
    judgement = repeat.judgement
    large = len(judgement.pairs) * len(judgement.matrix.blocks) > PAIRWISE
    for name in judgement.choice.alternatives:
        if large and tests[name].exact:
            continue
        other = repeat.again(test=name, posthoc="auto")
        if other is not None:
            yield repeat.variation(other, "test", name)


def _posthocs(repeat: _Repeat) -> Iterator[Perturbation]:
    judgement = repeat.judgement
    if len(judgement.pairs) < 2:
        return
    ranked = any(one.pair.result.rank_difference is not None for one in judgement.pairs)
    for name in POSTHOCS if ranked else ADJUSTMENTS:
        other = repeat.again(posthoc=name) if name != judgement.adjustment else None
        if other is not None:
            yield repeat.variation(other, "post-hoc", name)


def _measures(repeat: _Repeat, measures: Mapping[str, ScoreMatrix]) -> Iterator[Perturbation]:
    for name, matrix in measures.items():
        # A region of equivalence is in the units of its own measure.
        other = repeat.again(matrix, measure=name, rope=None)
        if other is not None and set(other.matrix.names) == set(repeat.judgement.matrix.names):
            yield repeat.variation(other, "measure", name)


def _without(repeat: _Repeat) -> Iterator[Perturbation]:
    """Each data set left out in turn; of very many, those that tell most about the verdict."""
    judgement = repeat.judgement
    matrix, n = judgement.matrix, len(judgement.matrix.blocks)
    if judgement.evidence is not DATASETS or n < 3:
        return
    tried = most_influential(judgement, judgement.verdict.a, judgement.verdict.b)[
        : max(LEFT_OUT // len(judgement.pairs), 1)
    ]
    for i in sorted(tried):
        other = repeat.again(matrix.only([j for j in range(n) if j != i]))
        if other is not None:
            yield repeat.variation(other, "without", matrix.blocks[i])


def _dropped(repeat: _Repeat, a: str, b: str) -> tuple[str, ...]:
    """Data sets whose removal changes the claim on this pair."""
    judgement = repeat.judgement
    if judgement.evidence is not DATASETS:
        return ()
    claim = judgement.pair(a, b).verdict

    def flips(kept: Sequence[int]) -> bool | None:
        other = repeat.again(judgement.matrix.only(list(kept)))
        return None if other is None else not _stands(claim, other.pair(a, b).verdict)

    return tuple(judgement.matrix.blocks[i] for i in fewest_to_flip(most_influential(judgement, a, b), flips))


def _other_claims(judgement: Judgement) -> list[JudgedPair]:
    """What was shown about the best learner beside the verdict, the least sure first."""
    best = _best(judgement)
    headline = {judgement.verdict.a, judgement.verdict.b}
    shown = [
        one for one in judgement.pairs_of(best)
        if one.verdict.winner and {one.pair.a, one.pair.b} != headline
    ]  # fmt: skip
    return sorted(shown, key=lambda one: -one.pair.p_adjusted)[:CLAIMS]


def _firmness(repeat: _Repeat, one: JudgedPair, asked: Sequence[Perturbation]) -> ClaimStability:
    pair = frozenset((one.pair.a, one.pair.b))
    against = tuple((way.kind, way.name) for way in asked if pair in way.changed)
    other = one.pair.b if one.verdict.winner == one.pair.a else one.pair.a
    return ClaimStability(
        claim=f"{one.verdict.winner} better than {other}", held=len(asked) - len(against), asked=len(asked), against=against,
        dropped=() if any(kind == "without" for kind, _ in against) else _dropped(repeat, one.pair.a, one.pair.b),
    )  # fmt: skip


def _sentence(judgement: Judgement, asked: Sequence[Perturbation], dropped: tuple[str, ...]) -> str:
    held, verdict = sum(one.same for one in asked), judgement.verdict
    about = f"{verdict.winner} better" if verdict.winner else verdict.claim.value
    if not asked:
        return (
            f"There is no other admissible way to ask about {verdict.a} and {verdict.b} ({about}) with this evidence."
        )
    ways = "other way to ask" if len(asked) == 1 else "other ways to ask"
    text = f"The verdict on {verdict.a} and {verdict.b} ({about}) stands in {held} of {len(asked)} {ways}"
    if dropped:
        text += f"; leaving out {len(dropped)} of {len(judgement.matrix.blocks)} data sets ({listed(dropped, most=4)}) changes it"
    elif judgement.evidence is DATASETS and len(judgement.matrix.blocks) > KEPT:
        text += "; no set of data sets was found whose removal changes it"
    return text + "."

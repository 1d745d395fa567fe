"""Does the verdict survive another measure, another test, another correction, fewer data sets?"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import isnan
from typing import Any

import numpy as np

from bakeoff.comparisons.catalogue import tests
from bakeoff.comparisons.declaration import SignificanceTest
from bakeoff.comparisons.evidence.commensurable import poolable
from bakeoff.comparisons.evidence.failures import below_all
from bakeoff.comparisons.evidence.kinds import DATASETS, Evidence
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.judging.judge import judge
from bakeoff.comparisons.judging.judgement import JudgedPair, Judgement, PairClaim, claim_of
from bakeoff.comparisons.judging.standing import ranking_line
from bakeoff.comparisons.posthoc.adjust import METHODS
from bakeoff.comparisons.posthoc.adjust_all_pairs import PAIR_METHODS
from bakeoff.comparisons.posthoc.many_pairs import BoardSize, Pairs, as_pairs, raw_p_values
from bakeoff.comparisons.posthoc.ranks import adjusted_for
from bakeoff.comparisons.question import Question
from bakeoff.comparisons.results import PairResult, Side
from bakeoff.comparisons.test_names import adjustment_phrase
from bakeoff.comparisons.verdict import Claim, Verdict, favoured_side, pair_claim
from bakeoff.core.checks import Array
from bakeoff.core.errors import BakeoffError
from bakeoff.core.significance_level import is_shown
from bakeoff.core.text import listed, plural
from bakeoff.measures.measure import Direction
from bakeoff.measures.naming import short_name_of

__all__ = ["KEPT", "ClaimStability", "Perturbation", "Stability", "fewest_to_flip", "most_influential", "stability"]


KEPT = 3  # blocks that are left at least; of fewer nothing can be shown anyway


def most_influential(judgement: Judgement, a: str, b: str) -> list[int]:
    """The blocks, those first that support the claim most: for the winner, or against the side it leans to."""
    order: list[int] = np.argsort(-_support(judgement, a, b), kind="stable").tolist()
    return order


def _support(judgement: Judgement, a: str, b: str) -> Array:
    """How much each block supports the claim."""
    matrix, judged = judgement.matrix, judgement.pair(a, b)
    ranked = judged.pair.result.rank_difference is not None
    sign = 1.0 if matrix.direction is Direction.HIGHER and not ranked else -1.0
    values = matrix.ranks() if ranked and matrix.ranked.all() else below_all(matrix).values
    first, second = (values[:, matrix.names.index(name)] for name in (judged.pair.a, judged.pair.b))
    side = -1.0 if favoured_side(judged.pair.result, matrix.direction) is Side.B else 1.0
    favour = np.nan_to_num(sign * side * (first - second), nan=-np.inf)
    return favour if judged.verdict.winner else -favour


def fewest_to_flip(order: Sequence[int], flips: Callable[[Sequence[int]], bool | None]) -> list[int]:
    """The shortest beginning of `order` whose removal flips the claim, found by doubling and halving; empty if none does.

    `flips` is asked about what is kept; it returns None if nothing can be concluded any more. At least `KEPT` are kept.

    >>> fewest_to_flip(range(100), lambda kept: len(kept) <= 63)[-1]
    36
    """
    most = len(order) - KEPT
    low, high = 0, 1
    while high <= most and not (flip := flips(sorted(order[high:]))):
        if flip is None:
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


ADJUSTMENTS = ("holm", "hommel", "bonferroni", "shaffer", "bergmann-hommel")
KINDS = {
    "test": "another test", "post-hoc": "another correction", "measure": "another measure",
    "learner": "one other learner left out", "without": "one data set left out",
}  # fmt: skip
CLAIMS = 3  # claims beside the verdict that have a sentence of their own: more is a table

Ask = Callable[[ScoreMatrix, Question], Judgement]


@dataclass(frozen=True, slots=True, kw_only=True)
class Perturbation:
    """The same question asked in one other way."""

    kind: str  # one of KINDS
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
    evidence: Evidence
    grouped: bool = False  # whether whole groups of rows are left out

    @property
    def sentence(self) -> str:
        """Where the claim stands, and what overturns it."""
        text = f"{self.claim}: holds in {_share_of(self.held, self.asked)}"
        blocks = [name for kind, name in self.against if kind == "without"]
        ways = [adjustment_phrase(kind, name) for kind, name in self.against if kind != "without"]
        parts = [f"not with {listed(ways, last='or', most=8)}"] if ways else []
        parts += [f"not without {listed(blocks, last='or')}"] if blocks else []
        if self.dropped and not blocks:
            left = plural(len(self.dropped), "group") if self.grouped else self.evidence.counted(len(self.dropped))
            parts.append(f"it would change without {left} ({listed(self.dropped)})")
        return "; ".join([text, *parts]) + "."


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
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
        kinds = dict.fromkeys(variation.kind for variation in self.variations)
        return {
            "claim": self.claim,
            "held": {kind: [sum(variation.same for variation in self.of(kind)), len(self.of(kind))] for kind in kinds},
            "flipped_by": [f"{variation.kind}: {variation.name}" for variation in self.variations if not variation.same],
            "other_pairs_changed_by": [f"{variation.kind}: {variation.name}" for variation in self.variations if variation.same and variation.changed],
            "fewest_to_flip": self.fewest_to_flip,
            "dropped": list(self.dropped),
            "sentence": self.sentence,
            "others": [other.sentence for other in self.others],
        }  # fmt: skip

    def of(self, kind: str) -> list[Perturbation]:
        """The ways to ask that vary this."""
        return [variation for variation in self.variations if variation.kind == kind]

    def told(self, claim: str) -> str:
        """A claim on the two with the name of whoever is better."""
        return {Claim.A_BETTER: f"{self.a} better", Claim.B_BETTER: f"{self.b} better"}.get(Claim(claim), claim)

    def __repr__(self) -> str:
        return f"<Stability: {self.sentence}>"

    def __str__(self) -> str:
        lines = [self.sentence]
        for kind in dict.fromkeys(variation.kind for variation in self.variations):
            ways = self.of(kind)
            against = [f"{adjustment_phrase(kind, way.name)} ({self.told(way.claim)})" for way in ways if not way.same]
            shown = f"; not {listed(against, last='or')}" if against else ""
            lines.append(f"  {KINDS[kind]}: {sum(way.same for way in ways)} of {len(ways)}{shown}")
        return "\n".join([*lines, *(f"  {other.sentence}" for other in self.others)])


def stability(judgement: Judgement, measures: Mapping[str, ScoreMatrix] | None = None, ask: Ask = judge) -> Stability:
    """Ask again with every admissible test and correction, other measures, without each other learner and each block.

    A pair has its own p whoever else is in the table, so corrections and left-out learners only adjust the stored
    p-values anew.  `ask` answers the question anew; predictions of one test set bring their own.

    >>> from bakeoff.comparisons import judge
    >>> table = ScoreMatrix.of({"a": [.9, .8, .9, .8, .9, .9, .7], "b": [.8, .7, .6, .7, .7, .6, .6]})
    >>> stability(judge(table, Question(evidence=DATASETS))).fewest_to_flip
    2
    """
    repeat = _Repeat(judgement=judgement, ask=ask, plain=ask is judge and _plain(judgement))
    asked = [
        *_tests(repeat), *_posthocs(repeat), *_measures(repeat, measures or {}), *_learners(repeat), *_without(repeat),
    ]  # fmt: skip
    verdict = judgement.verdict
    dropped = _dropped(repeat, verdict.a, verdict.b)
    return Stability(
        a=verdict.a, b=verdict.b, claim=verdict.claim.value, variations=tuple(asked),
        fewest_to_flip=len(dropped) or None, dropped=dropped,
        sentence=_sentence(repeat, asked, dropped, _region_remark(judgement, measures or {}, asked)),
        others=tuple(_firmness(repeat, judged, asked) for judged in _other_claims(judgement)) if asked else (),
    )  # fmt: skip


Standings = dict[frozenset[str], PairClaim]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Repeat:
    """A question that was answered, to be asked again with changes."""

    judgement: Judgement
    ask: Ask
    plain: bool = False  # claims about fewer blocks follow from the p-values of all pairs there

    @property
    def size(self) -> BoardSize:
        """What can be asked again within seconds."""
        matrix = self.judgement.matrix
        return BoardSize(pairs=len(self.judgement.pairs), blocks=len(matrix.blocks))

    @property
    def readjusts(self) -> bool:
        """Whether claims follow from the p of each pair and an adjustment alone."""
        return self.judgement.adjustment in (*METHODS, *PAIR_METHODS) and self.judgement.rope is None

    def again(self, matrix: ScoreMatrix | None = None, **changes: Any) -> Judgement | None:
        """The answer; None where it cannot be asked that way."""
        was = self.judgement
        posthoc = "auto" if len(was.matrix.names) == 2 else was.adjustment
        question = replace(was.question, test=was.choice.test, posthoc=posthoc, force=False, brief=True)
        try:
            return self.ask(was.matrix if matrix is None else matrix, replace(question, **changes))
        except BakeoffError:
            return None

    def told(self) -> list[int]:
        """The pairs whose claims are compared: all of a small table, else those of the best learner and the verdict."""
        pairs, verdict = _pairs(self.judgement), self.judgement.verdict
        if self.size.compares_every_claim:
            return list(range(len(pairs)))
        names = list(pairs.names)
        best = (pairs.columns == names.index(_best(self.judgement))).any(axis=1)
        headline = np.isin(pairs.columns, [names.index(verdict.a), names.index(verdict.b)]).all(axis=1)
        positions: list[int] = np.flatnonzero(best | headline).tolist()
        return positions

    def standings(self, other: Judgement) -> Standings:
        """What another answer claims of these pairs."""
        pairs = _pairs(other)
        if len(pairs) == len(self.judgement.pairs):
            return {_both(pairs, position): claim_of(other, pairs, position) for position in self.told()}
        judged_pairs = (pair for pair in other.pairs)
        return {
            frozenset((judged.pair.a, judged.pair.b)): PairClaim(judged.verdict.winner, judged.verdict.claim)
            for judged in judged_pairs
        }

    def variation(self, kind: str, name: str, best: str, there: Standings) -> Perturbation:
        """What has changed where `there` is claimed; a pair that is not there stands."""
        verdict, was = self.judgement.verdict, self.standings(self.judgement)
        changed = tuple(pair for pair, claim in was.items() if pair in there and not _stands(claim, there[pair]))
        headline = frozenset((verdict.a, verdict.b))
        now = there.get(headline, was[headline])
        claim = now.claim if now.winner is None else Claim.A_BETTER if now.winner == verdict.a else Claim.B_BETTER
        return Perturbation(
            kind=kind, name=name, best=best, claim=claim.value, same=headline not in changed, changed=changed
        )

    def other(self, kind: str, name: str, answer: Judgement) -> Perturbation:
        """The variation that another answer is."""
        return self.variation(kind, name, _best(answer), self.standings(answer))


def _pairs(judgement: Judgement) -> Pairs[PairResult]:
    return as_pairs(judgement.ranks.pairs, judgement.ranks.names)


def _both(pairs: Pairs[PairResult], position: int) -> frozenset[str]:
    return frozenset(pairs.names[i] for i in pairs.columns[position].tolist())


def _best(judgement: Judgement) -> str:
    """Who leads, as the verdict ranks them: by mean rank over data sets, else by mean score; nobody where none is defined."""
    line = ranking_line(judgement)
    defined = [name for name, value in line.items() if not isnan(value)]
    return min(defined, key=line.__getitem__) if defined else ""


def _stands(claim: PairClaim, there: PairClaim) -> bool:
    return there.winner == claim.winner and (there.winner is not None or there.claim is claim.claim)


def _tests(repeat: _Repeat) -> Iterator[Perturbation]:
    """Other tests of a pair; a test of all learners that is followed by the same test of each pair is no other way."""
    judgement = repeat.judgement
    used = tests[judgement.choice.test].pairs_by or tests[judgement.choice.test]
    ways = dict.fromkeys(tests[name].pairs_by or tests[name] for name in judgement.choice.alternatives)
    for test in ways:
        if test is used or (test.p_values is None and not repeat.size.repeats):
            continue
        other = repeat.again(test=test.name, posthoc="auto")
        if other is not None:
            yield repeat.other("test", test.name, other)


def _posthocs(repeat: _Repeat) -> Iterator[Perturbation]:
    """Other adjustments of the p-values that are there, where they decide."""
    judgement = repeat.judgement
    if len(judgement.pairs) < 2:
        return
    for name in ADJUSTMENTS if repeat.size.tries_every_correction else ("holm", "bonferroni"):
        if name == judgement.adjustment:
            continue
        if not repeat.readjusts:
            other = repeat.again(posthoc=name)
            if other is not None:
                yield repeat.other("post-hoc", name, other)
            continue
        try:
            yield _readjusted(repeat, "post-hoc", name, method=name)
        except BakeoffError:
            continue


def _readjusted(
    repeat: _Repeat, kind: str, name: str, *, method: str, keep: Array | None = None, k: int | None = None
) -> Perturbation:
    """The stored p-values of the pairs that are kept, adjusted anew."""
    judgement = repeat.judgement
    pairs = _pairs(judgement)
    every = judgement.baseline is None and judgement.planned is None
    places = np.arange(len(pairs)) if keep is None else np.flatnonzero(keep)
    new = np.full(len(pairs), np.nan)
    new[places] = adjusted_for(pairs.raw[places], method, k or len(pairs.names), every=every)
    kept = set(places.tolist())
    there = {
        _both(pairs, position): claim_of(judgement, pairs, position, float(new[position]))
        for position in repeat.told()
        if position in kept
    }
    return repeat.variation(kind, name, _best(judgement), there)


def _measures(repeat: _Repeat, measures: Mapping[str, ScoreMatrix]) -> Iterator[Perturbation]:
    """Other measures, without the region of equivalence: it is in the units of its own measure.

    Without a region nothing can be called equivalent, so pairs of that claim are not asked about.
    """
    if repeat.judgement.verdict.claim is Claim.EQUIVALENT:
        return
    own = repeat.standings(repeat.judgement)
    for name, matrix in measures.items():
        other = repeat.again(matrix, measure=name, rope=None)
        if other is not None and set(other.matrix.names) == set(repeat.judgement.matrix.names):
            there = repeat.standings(other)
            comparable = {pair: claim for pair, claim in there.items() if own[pair].claim is not Claim.EQUIVALENT}
            yield repeat.variation("measure", name, _best(other), comparable)


def _region_remark(judgement: Judgement, measures: Mapping[str, ScoreMatrix], asked: Sequence[Perturbation]) -> str:
    """What became of the region of equivalence under other measures; empty where there is none, or no other measure."""
    if judgement.rope is None or not measures:
        return ""
    region = f"{100 * judgement.rope:.3g}%" if judgement.relative else f"{judgement.rope:g}"
    name = short_name_of(judgement.measure) if judgement.measure else "one measure"
    reason = f"the region of ±{region} is stated for {name}"
    if any(way.kind == "measure" for way in asked):
        return f"; other measures were asked without a region, because {reason}"
    return f"; other measures were not asked, because {reason}"


def _learners(repeat: _Repeat) -> Iterator[Perturbation]:
    """Each learner left out that the verdict is not about: p of a pair stays, only fewer pairs are adjusted for."""
    judgement = repeat.judgement
    pairs, verdict = _pairs(judgement), judgement.verdict
    spared = {verdict.a, verdict.b, judgement.baseline}
    others = [name for name in pairs.names if name not in spared]
    if not repeat.readjusts or judgement.planned is not None or not repeat.size.leaves_out(len(others)):
        return
    for name in others:
        without = (pairs.columns != pairs.names.index(name)).all(axis=1)
        yield _readjusted(repeat, "learner", name, method=judgement.adjustment, keep=without, k=len(pairs.names) - 1)


def _without(repeat: _Repeat) -> Iterator[Perturbation]:
    """Each data set left out in turn; of a large table those that tell most, and only the claims that are told."""
    judgement = repeat.judgement
    matrix, n = judgement.matrix, len(judgement.matrix.blocks)
    if judgement.evidence is not DATASETS or n < 3 or not repeat.size.repeats:
        return
    claimed = [
        (judgement.verdict.a, judgement.verdict.b),
        *((judged.pair.a, judged.pair.b) for judged in _other_claims(judgement)),
    ]
    tried = sorted(most_influential(judgement, *claimed[0])[: repeat.size.left_out])
    for i in tried:
        kept = [j for j in range(n) if j != i]
        if repeat.size.repeats_everything:
            other = repeat.again(matrix.only(kept))
            if other is not None:
                yield repeat.other("without", matrix.blocks[i], other)
            continue
        there = {
            frozenset(pair): new_claim for pair in claimed if (new_claim := _on_blocks(repeat, *pair, kept)) is not None
        }
        if frozenset(claimed[0]) in there:
            yield repeat.variation("without", matrix.blocks[i], _best(judgement), there)


def _on_blocks(repeat: _Repeat, a: str, b: str, kept: Sequence[int]) -> PairClaim | None:
    """What these blocks show of one pair; None where nothing can be told.

    The other pairs are tested again only where it depends on them: an adjusted p lies between p and p times the pairs.
    """
    judgement = repeat.judgement
    matrix = judgement.matrix.only(kept)
    if repeat.plain and (position := _pairs(judgement).place(a, b)) is not None:
        return _readjusted_on(repeat, position, matrix)
    if repeat.readjusts and len(judgement.pairs) > 1:
        pair = judgement.pair(a, b).pair
        sided = judgement.question.first_side
        alone = repeat.again(
            matrix.of_learners(pair.a, pair.b), pairs=None, baseline=None, posthoc="auto", alternative=sided
        )
        if alone is None:
            return None
        p = float(_pairs(alone).raw[0])
        if is_shown(p, judgement.alpha) == is_shown(p * len(judgement.pairs), judgement.alpha):
            return claim_of(alone, _pairs(alone), 0)
        if not repeat.size.repeats:
            return None
    other = repeat.again(matrix)
    if other is None:
        return None
    verdict = other.pair(a, b).verdict
    return PairClaim(verdict.winner, verdict.claim)


def _plain(judgement: Judgement) -> bool:
    """Whether the claims are those of p-values that are made for all pairs at once, from scores as they are."""
    matrix, question = judgement.matrix, judgement.question
    if judgement.adjustment not in (*METHODS, *PAIR_METHODS) or judgement.rope is not None or len(judgement.pairs) < 2:
        return False
    if matrix.groups is not None or matrix.weight is not None or judgement.question.test_share is not None:
        return False
    pooled = poolable(matrix, question.measure, question.evidence)[1]
    return pooled is None and _pair_test(judgement).p_values is not None and not _pair_test(judgement).in_verdict


def _pair_test(judgement: Judgement) -> SignificanceTest:
    return tests[judgement.choice.test].pairs_by or tests[judgement.choice.test]


def _readjusted_on(repeat: _Repeat, position: int, matrix: ScoreMatrix) -> PairClaim | None:
    """What fewer blocks show of a pair, from p-values alone; all pairs are tested only where it depends on them."""
    judgement = repeat.judgement
    pairs, test, side = _pairs(judgement), _pair_test(judgement), judgement.question.first_side
    alone = raw_p_values(matrix, pairs.columns[position : position + 1], test, side)
    if alone is None:
        return None
    p, favour = float(alone[0][0]), float(alone[1][0])
    if is_shown(p, judgement.alpha) and not is_shown(p * len(pairs), judgement.alpha):
        if not repeat.size.repeats:
            return None
        every = judgement.baseline is None and judgement.planned is None
        raw_of_all = raw_p_values(matrix, pairs.columns, test, side)
        assert raw_of_all is not None
        p = float(adjusted_for(raw_of_all[0], judgement.adjustment, len(pairs.names), every=every)[position])
    if np.isnan(favour):
        return PairClaim(None, Claim.IDENTICAL) if not np.isnan(p) else None
    first, second = pairs.columns[position].tolist()
    return pair_claim(p, Side.of(favour), judgement.alpha, pairs.names[first], pairs.names[second])


def _dropped(repeat: _Repeat, a: str, b: str) -> tuple[str, ...]:
    """Blocks whose removal changes the claim on this pair; splits overlap, so leaving some out says nothing."""
    judgement = repeat.judgement
    grouped = judgement.matrix.groups is not None
    if not (judgement.evidence.independent or grouped) or len(judgement.matrix.blocks) <= KEPT:
        return ()
    verdict = judgement.pair(a, b).verdict
    claim = PairClaim(verdict.winner, verdict.claim)

    def flips(kept: Sequence[int]) -> bool | None:
        there = _on_blocks(repeat, a, b, kept)
        return None if there is None else not _stands(claim, there)

    if grouped:
        return _dropped_groups(judgement.matrix, _support(judgement, a, b), flips)
    return tuple(judgement.matrix.blocks[i] for i in fewest_to_flip(most_influential(judgement, a, b), flips))


def _dropped_groups(
    matrix: ScoreMatrix, support: Array, flips: Callable[[Sequence[int]], bool | None]
) -> tuple[str, ...]:
    """The same of whole groups of rows, those first whose rows together support the claim most."""
    names, of_row = np.unique(np.asarray(matrix.groups), return_inverse=True)
    of_row = of_row.reshape(-1)
    counts = np.isfinite(support)  # a row without a score supports nothing
    weight = np.ones(len(support)) if matrix.weight is None else matrix.weight
    totals = np.bincount(of_row[counts], (support * weight)[counts], minlength=len(names))
    order = np.argsort(-totals, kind="stable").tolist()
    groups_to_flip = fewest_to_flip(order, lambda kept: flips(np.flatnonzero(np.isin(of_row, kept)).tolist()))
    return tuple(str(names[i]) for i in groups_to_flip)


def _other_claims(judgement: Judgement) -> list[JudgedPair]:
    """What was shown about the best learner beside the verdict, the least sure first."""
    pairs, best = _pairs(judgement), _best(judgement)
    headline = {judgement.verdict.a, judgement.verdict.b}
    if best not in pairs.names:
        return []
    with_best = (pairs.columns == list(pairs.names).index(best)).any(axis=1) & is_shown(pairs.adjusted, judgement.alpha)
    positions = np.flatnonzero(with_best)
    order = positions[np.argsort(-pairs.adjusted[positions], kind="stable")].tolist()
    shown = (
        position
        for position in order
        if _both(pairs, position) != headline and claim_of(judgement, pairs, position).winner
    )
    return [judgement.pairs[position] for position in islice(shown, CLAIMS)]


def _firmness(repeat: _Repeat, judged: JudgedPair, asked: Sequence[Perturbation]) -> ClaimStability:
    pair = frozenset((judged.pair.a, judged.pair.b))
    ways = [way for way in asked if way.kind != "learner" or way.name not in pair]
    against = tuple((way.kind, way.name) for way in ways if pair in way.changed)
    other = judged.pair.b if judged.verdict.winner == judged.pair.a else judged.pair.a
    return ClaimStability(
        claim=f"{judged.verdict.winner} better than {other}", held=len(ways) - len(against), asked=len(ways), against=against,
        dropped=() if any(kind == "without" for kind, _ in against) else _dropped(repeat, judged.pair.a, judged.pair.b),
        evidence=repeat.judgement.evidence, grouped=repeat.judgement.matrix.groups is not None,
    )  # fmt: skip


def _share_of(held: int, asked: int) -> str:
    """How many of the checks: all 9, or 7 of 9."""
    return f"all {asked}" if held == asked > 1 else f"{held} of {asked}"


def _told(verdict: Verdict) -> str:
    """The claim with the name of the better one."""
    return f"{verdict.winner} better" if verdict.winner else verdict.claim.value


def _stays(verdict: Verdict) -> str:
    """The beginning of the sentence: a better than b holds, or a vs b stays undecided."""
    if verdict.winner:
        return f"{verdict.winner} better than {verdict.b if verdict.winner == verdict.a else verdict.a} holds"
    return f"{verdict.a} vs {verdict.b} stays {verdict.claim.value}"


def _sentence(repeat: _Repeat, asked: Sequence[Perturbation], dropped: tuple[str, ...], remark: str) -> str:
    judgement = repeat.judgement
    held, verdict, evidence = sum(way.same for way in asked), judgement.verdict, judgement.evidence
    n, blocks = len(judgement.matrix.blocks), evidence.blocks if judgement.matrix.groups is None else "groups"
    if asked:
        checks = "robustness check" if len(asked) == 1 else "robustness checks"
        text = f"{_stays(verdict)} in {_share_of(held, len(asked))} {checks}"
    elif dropped:
        text = f"{verdict.a} vs {verdict.b} ({_told(verdict)}) was checked for single {blocks} only"
    else:
        text = f"This evidence allows no robustness check of {verdict.a} vs {verdict.b} ({_told(verdict)})"
    if dropped:
        groups = judgement.matrix.group_count
        among = evidence.counted(n) if groups is None else plural(groups, "group")
        text += f"; it would change without {len(dropped)} of {among} ({listed(dropped, most=4)})"
    elif evidence is DATASETS and n > KEPT and repeat.size.repeats:
        text += "; removing data sets did not change it"
    return f"{text}{remark}."

"""Does the verdict survive another measure, another test, another correction, fewer data sets?"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bakeoff.comparisons.evidence import ScoreMatrix
from bakeoff.comparisons.judge import judge
from bakeoff.comparisons.judgement import Evidence, Judgement
from bakeoff.comparisons.verdict import lean
from bakeoff.core.errors import BakeoffError

__all__ = ["Stability", "Variation", "stability"]

POSTHOCS = ("nemenyi", "holm", "hommel", "shaffer", "bergmann-hommel")
ADJUSTMENTS = ("holm", "hommel", "bonferroni", "shaffer")
MOST_BLOCKS = 60  # leaving one out is tried on every block up to here


@dataclass(frozen=True, slots=True, kw_only=True)
class Variation:
    """The same question asked in one other way."""

    kind: str  # "test", "post-hoc", "measure", "without"
    name: str
    best: str
    claim: str  # about the headline pair
    same: bool  # the headline claim stands
    changed: int  # pairs whose claim differs from the original


@dataclass(frozen=True, slots=True, kw_only=True)
class Stability:
    """How far the verdict holds."""

    a: str
    b: str
    claim: str
    variations: tuple[Variation, ...]
    fewest_to_flip: int | None  # blocks whose removal is known to change the claim; None if none was found
    dropped: tuple[str, ...]  # those blocks
    sentence: str

    def to_dict(self) -> dict[str, Any]:
        """Counts by kind, and what flips the verdict."""
        kinds = dict.fromkeys(one.kind for one in self.variations)
        return {
            "claim": self.claim,
            "held": {kind: [sum(one.same for one in self._of(kind)), len(self._of(kind))] for kind in kinds},
            "flipped_by": [f"{one.kind}: {one.name}" for one in self.variations if not one.same],
            "other_pairs_changed_by": [
                f"{one.kind}: {one.name}" for one in self.variations if one.same and one.changed
            ],
            "fewest_to_flip": self.fewest_to_flip,
            "dropped": list(self.dropped),
            "sentence": self.sentence,
        }

    def _of(self, kind: str) -> list[Variation]:
        return [one for one in self.variations if one.kind == kind]

    def __str__(self) -> str:
        lines = [self.sentence]
        for kind in dict.fromkeys(one.kind for one in self.variations):
            held = self._of(kind)
            against = [f"{one.name} ({one.claim})" for one in held if not one.same]
            lines.append(
                f"  {kind}: {sum(one.same for one in held)} of {len(held)}"
                + (f"; not {', '.join(against)}" if against else "")
            )
        moved = [one.name for one in self.variations if one.same and one.changed]
        if moved:
            lines.append(f"  claims about other pairs change with {', '.join(moved)}")
        return "\n".join(lines)


def stability(judgement: Judgement, measures: Mapping[str, ScoreMatrix] | None = None) -> Stability:
    """Ask again with every admissible test and correction, other measures, and without each block in turn.

    >>> from bakeoff.comparisons import judge
    >>> table = ScoreMatrix.of({"a": [.9, .8, .9, .8, .9, .9, .7], "b": [.8, .7, .6, .7, .7, .6, .6]})
    >>> stability(judge(table, evidence=Evidence.DATASETS)).fewest_to_flip
    2
    """
    asked = [*_tests(judgement), *_posthocs(judgement), *_measures(judgement, measures or {}), *_without(judgement)]
    dropped = _fewest(judgement)
    verdict = judgement.verdict
    return Stability(
        a=verdict.a, b=verdict.b, claim=verdict.claim.value, variations=tuple(asked),
        fewest_to_flip=len(dropped) or None, dropped=dropped, sentence=_sentence(judgement, asked, dropped),
    )  # fmt: skip


def _again(judgement: Judgement, matrix: ScoreMatrix | None = None, **changes: Any) -> Judgement | None:
    """The same question with changes; None where it cannot be asked that way."""
    settings: dict[str, Any] = {
        "evidence": judgement.evidence, "measure": judgement.measure, "test_share": judgement.test_share,
        "scheme": judgement.scheme, "baseline": judgement.baseline, "pairs": judgement.planned, "alpha": judgement.alpha,
        "rope": judgement.rope, "brief": True, "test": judgement.choice.test, "posthoc": judgement.adjustment,
    } | changes  # fmt: skip
    if len(judgement.matrix.names) == 2:
        settings["posthoc"] = "auto"
    try:
        return judge(judgement.matrix if matrix is None else matrix, **settings)
    except BakeoffError:
        return None


def _variation(judgement: Judgement, other: Judgement, kind: str, name: str) -> Variation:
    verdict = judgement.verdict
    there = other.pair(verdict.a, verdict.b).verdict
    changed = sum(
        one.verdict.claim is not other.pair(one.pair.a, one.pair.b).verdict.claim
        and one.verdict.winner != other.pair(one.pair.a, one.pair.b).verdict.winner
        for one in judgement.pairs
    )
    same = there.winner == verdict.winner and (verdict.winner is not None or there.claim is verdict.claim)
    place = int(np.nanargmin(other.ranks.mean_ranks))
    return Variation(
        kind=kind, name=name, best=other.ranks.names[place], claim=there.claim.value, same=same, changed=changed
    )


def _tests(judgement: Judgement) -> Iterator[Variation]:
    for name in judgement.choice.alternatives:
        other = _again(judgement, test=name, posthoc="auto")
        if other is not None:
            yield _variation(judgement, other, "test", name)


def _posthocs(judgement: Judgement) -> Iterator[Variation]:
    if len(judgement.pairs) < 2:
        return
    ranked = any("rank difference" in dict(one.pair.result.working) for one in judgement.pairs)
    for name in POSTHOCS if ranked else ADJUSTMENTS:
        if name == judgement.adjustment:
            continue
        other = _again(judgement, posthoc=name)
        if other is not None:
            yield _variation(judgement, other, "post-hoc", name)


def _measures(judgement: Judgement, measures: Mapping[str, ScoreMatrix]) -> Iterator[Variation]:
    for name, matrix in measures.items():
        # A region of equivalence is in the units of its own measure.
        other = _again(judgement, matrix, measure=name, rope=None)
        if other is not None and set(matrix.names) == set(judgement.matrix.names):
            yield _variation(judgement, other, "measure", name)


def _without(judgement: Judgement) -> Iterator[Variation]:
    n = len(judgement.matrix.blocks)
    if judgement.evidence is not Evidence.DATASETS or not 3 <= n <= MOST_BLOCKS:
        return
    for i, block in enumerate(judgement.matrix.blocks):
        other = _again(judgement, judgement.matrix.only([j for j in range(n) if j != i]))
        if other is not None:
            yield _variation(judgement, other, "without", block)


def _fewest(judgement: Judgement) -> tuple[str, ...]:
    """Blocks whose removal changes the headline claim, found by always dropping the one that speaks for it most."""
    verdict, matrix = judgement.verdict, judgement.matrix
    if judgement.evidence is not Evidence.DATASETS or len(matrix.blocks) > MOST_BLOCKS:
        return ()
    first, second = (matrix.values[:, matrix.names.index(one)] for one in (verdict.a, verdict.b))
    side = lean(verdict.because[0], matrix.direction) * (1 if matrix.direction.value == "higher" else -1)
    favour = np.nan_to_num(side * (first - second), nan=-np.inf)
    order = np.argsort(-favour if verdict.winner else favour, kind="stable")
    for size in range(1, len(order) - 2):
        kept = sorted(order[size:].tolist())
        other = _again(judgement, matrix.only(kept))
        if other is None:
            return ()
        if not _variation(judgement, other, "without", "").same:
            return tuple(matrix.blocks[i] for i in order[:size].tolist())
    return ()


def _sentence(judgement: Judgement, asked: Sequence[Variation], dropped: tuple[str, ...]) -> str:
    held, verdict = sum(one.same for one in asked), judgement.verdict
    about = f"{verdict.winner} better" if verdict.winner else verdict.claim.value
    if not asked:
        return (
            f"There is no other admissible way to ask about {verdict.a} and {verdict.b} ({about}) with this evidence."
        )
    text = f"The verdict on {verdict.a} and {verdict.b} ({about}) stands in {held} of {len(asked)} other ways to ask"
    if dropped:
        names = ", ".join(dropped[:3]) + (", ..." if len(dropped) > 3 else "")
        text += f"; leaving out {len(dropped)} of {len(judgement.matrix.blocks)} data sets ({names}) changes it"
    elif judgement.evidence is Evidence.DATASETS:
        text += "; no set of data sets was found whose removal changes it"
    return text + "."

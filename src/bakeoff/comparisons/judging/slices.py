"""Slices of one test set: who is better on the rows of each value of a column, with claims that hold for all slices at once."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import nan
from typing import Any

from bakeoff.comparisons.evidence.kinds import ROWS, Evidence
from bakeoff.comparisons.judging.judge_rows import judge_predictions
from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.judging.standing import sort_best_first
from bakeoff.comparisons.question import Question
from bakeoff.comparisons.verdict import Claim
from bakeoff.core.errors import BakeoffError
from bakeoff.core.json_safe import json_safe
from bakeoff.core.text import clean, format_p, plural
from bakeoff.estimates.estimate import Estimate
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.row_slices import RowSlice

__all__ = ["SlicePair", "SlicePart", "Slices", "judge_parts", "judge_slices", "pairs_of_interest"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SlicePair:
    """Two learners on the rows of one value of a column."""

    column: str
    value: str
    rows: int
    a: str
    b: str
    claim: Claim = Claim.UNDECIDED
    winner: str | None = None
    difference: Estimate | None = None  # a less b; the interval holds for all slices at once
    p_value: float = nan
    p_adjusted: float = nan  # for the number of slices and pairs
    reason: str = ""  # why there is no answer

    def __str__(self) -> str:
        claim = f"{clean(self.winner)} is better" if self.winner else self.claim.value
        size = "" if self.difference is None else f", {clean(self.a)} minus {clean(self.b)} {self.difference}, adjusted {format_p(self.p_adjusted)}"  # fmt: skip
        reason = f" ({self.reason})" if self.reason else ""
        return f"{clean(self.column)} {clean(self.value)}, {plural(self.rows, 'row')}: {claim}{size}{reason}"

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        numbers = {name: getattr(self.difference, name, None) for name in ("value", "low", "high", "level")}
        return {
            "column": self.column, "value": self.value, "rows": self.rows, "a": self.a, "b": self.b, "difference": json_safe(numbers["value"]),
            "low": json_safe(numbers["low"]), "high": json_safe(numbers["high"]), "level": json_safe(numbers["level"]), "p_value": json_safe(self.p_value),
            "p_adjusted": json_safe(self.p_adjusted), "claim": self.claim.value, "winner": self.winner, "reason": self.reason or None,
        }  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Slices:
    """Every slice with its pairs, and for how many questions the claims are corrected."""

    pairs: tuple[SlicePair, ...]
    tests: int
    level: float  # at which all intervals hold at once

    @property
    def undecided(self) -> int:
        """The slices that leave every pair open."""
        decided = {(pair.column, pair.value) for pair in self.pairs if pair.claim is not Claim.UNDECIDED}
        return len({(pair.column, pair.value) for pair in self.pairs} - decided)


def pairs_of_interest(judgement: Judgement) -> list[tuple[str, str]]:
    """The planned pairs, else those of the baseline, else those of the learner that is ranked first."""
    if judgement.planned:
        return list(judgement.planned)
    middle = judgement.baseline or sort_best_first(judgement)[0]
    return [(pair.pair.a, pair.pair.b) for pair in judgement.pairs_of(middle)]


@dataclass(frozen=True, slots=True, kw_only=True)
class SlicePart:
    """The rows of one value of a column, and how two learners are judged on them."""

    column: str
    value: str
    rows: int
    judge: Callable[[str, str, Question], Judgement]


def judge_parts(parts: Sequence[SlicePart], judgement: Judgement, evidence: Evidence) -> Slices:
    """Each part by the same question as all rows, at a level that all parts and pairs share (Bonferroni).

    All pairs count, also where those of the first learner are shown: which one is first was seen in the data.
    """
    tests = max(len(parts) * len(judgement.pairs), 1)
    question = replace(
        judgement.question, evidence=evidence, alpha=judgement.alpha / tests, baseline=None, brief=True, alternative=judgement.question.first_side
    )  # fmt: skip
    pairs = tuple(_judged(part, a, b, question, tests) for part in parts for a, b in pairs_of_interest(judgement))
    return Slices(pairs=pairs, tests=tests, level=1 - judgement.alpha)


def judge_slices(predictions: Mapping[str, Predictions], slices: Sequence[RowSlice], judgement: Judgement) -> Slices:
    """Each slice of rows by the same question as all rows, with claims that hold for all slices at once.

    Parameters
    ----------
    predictions
        Of each learner, all about the same rows in one order.
    slices
        Places of rows.
    judgement
        The comparison over all rows.
    """

    def part_of(rows: RowSlice) -> SlicePart:
        def on_rows(a: str, b: str, question: Question) -> Judgement:
            return judge_predictions({name: predictions[name].take(rows.rows) for name in (a, b)}, question)

        return SlicePart(column=rows.column, value=rows.value, rows=len(rows.rows), judge=on_rows)

    return judge_parts([part_of(rows) for rows in slices], judgement, ROWS)


def _judged(part: SlicePart, a: str, b: str, question: Question, tests: int) -> SlicePair:
    """Undecided with a reason where so few rows allow no test."""
    empty = SlicePair(column=part.column, value=part.value, rows=part.rows, a=a, b=b)
    try:
        judged = part.judge(a, b, replace(question, pairs=((a, b),))).pairs[0]
    except BakeoffError as reason:
        return replace(empty, reason=str(reason))
    verdict, result, difference = judged.verdict, judged.pair.result, judged.verdict.difference
    if (
        difference is not None and difference.low == difference.high
    ):  # rows that never tell the two apart are no proof that none does
        difference = replace(difference, low=nan, high=nan)
    claim = Claim.UNDECIDED if verdict.claim is Claim.IDENTICAL else verdict.claim
    return replace(
        empty, claim=claim, winner=verdict.winner, difference=difference, p_value=result.p_value,
        p_adjusted=min(1.0, tests * result.p_value) if result.p_value == result.p_value else nan, reason=result.reason or "",
    )  # fmt: skip

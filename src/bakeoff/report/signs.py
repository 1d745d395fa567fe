"""The signs beside scores: better or worse than a reference, or one sign per planned pair as in the notes' tables."""

from dataclasses import dataclass, field

from bakeoff.comparisons.judgement import JudgedPair
from bakeoff.core.text import clean
from bakeoff.report.words import test_words
from bakeoff.study.findings import Findings

__all__ = ["Signs", "signs_of"]

PLANNED = ("◊", "●", "*", "†", "‡", "§")


@dataclass(frozen=True, slots=True, kw_only=True)
class Signs:
    """The sign of each cell (empty: tested, nothing shown), and the note that explains them."""

    at: dict[tuple[str, str], str] = field(default_factory=dict)
    note: str = ""
    tally: bool = False  # whether better, open and worse can be counted against one baseline


def signs_of(findings: Findings) -> Signs:
    """Signs of the primary measure's tests on each data set."""
    planned = _planned(findings)
    if planned:
        return _by_pair(findings, planned)
    at = {(one.dataset, one.learner): one.symbol for one in findings.marks}
    if not at:
        return Signs()
    baseline = findings.card.baseline
    against = (
        f"than {clean(baseline)}"
        if baseline
        else "than the best learner of the row; the best itself is held against its runner-up"
    )
    how = _how(findings.marks[0].judged)
    note = f"● shown to be better, ○ shown to be worse {against}: {how}."
    return Signs(at=at, note=note, tally=baseline is not None)


def _planned(findings: Findings) -> tuple[tuple[str, str], ...]:
    found = next((one.planned for _, one in findings.per_dataset if one.planned), None)
    return tuple(found or ())[: len(PLANNED)]


def _by_pair(findings: Findings, planned: tuple[tuple[str, str], ...]) -> Signs:
    """The winner of a planned pair carries the pair's sign."""
    at: dict[tuple[str, str], str] = {}
    how = ""
    for dataset, judgement in findings.per_dataset:
        for sign, (a, b) in zip(PLANNED, planned, strict=False):
            judged = next((one for one in judgement.pairs if {one.pair.a, one.pair.b} == {a, b}), None)
            if judged is None:
                continue
            how = how or _how(judged)
            if judged.verdict.winner is not None:
                place = (dataset, judged.verdict.winner)
                at[place] = at.get(place, "") + sign
    said = "; ".join(f"{sign} {clean(a)} and {clean(b)}" for sign, (a, b) in zip(PLANNED, planned, strict=False))
    return Signs(
        at=at,
        note=f"A sign stands beside the better one of a planned pair where a difference is shown: {said} ({how}).",
    )


def _how(judged: JudgedPair) -> str:
    adjusted = "" if judged.pair.adjustment == "none" else f", adjusted by {clean(judged.pair.adjustment)}"
    return f"{test_words(judged.pair.result.test)}{adjusted}, α = {judged.verdict.alpha:g}"

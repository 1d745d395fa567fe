"""The signs beside scores: better or worse than a reference, or one sign per planned pair as in the notes' tables."""

from dataclasses import dataclass, field
from string import ascii_lowercase

from bakeoff.comparisons.judging.judgement import JudgedPair
from bakeoff.comparisons.wording.test_names import title_of_test
from bakeoff.core.text import clean
from bakeoff.report.text.names import adjusted_words
from bakeoff.study.analysis.findings import Findings

__all__ = ["Signs", "marks_of", "planned_pairs"]

PLANNED = ("◊", "●", "*", "†", "‡", "§", *ascii_lowercase)


@dataclass(frozen=True, slots=True, kw_only=True)
class Signs:
    """The sign of each cell (empty: tested, nothing shown), and the note that explains them."""

    at: dict[tuple[str, str], str] = field(default_factory=dict)
    note: str = ""
    counted: bool = False  # whether it says something how often a learner is better, open and worse


def marks_of(findings: Findings) -> Signs:
    """Signs of the primary measure's tests on each data set."""
    planned = planned_pairs(findings)
    if planned:
        return _by_pair(findings, planned)
    at = {(one.dataset, one.learner): one.symbol for one in findings.marks}
    if not at:
        return Signs()
    baseline = findings.card.baseline
    several = len(findings.card.datasets) > 1
    against = clean(baseline) if baseline else "the best on each data set" if several else "the best"
    how = _how(findings.marks[0].judged)
    itself = "" if baseline or len(findings.card.learners) == 2 else "; the best itself is held against its runner-up"
    shown = any(at.values())
    neither = ", – neither" if several else ""  # in the counts over data sets
    said = f"● shown to be better, ○ shown to be worse than {against}{neither}"
    note = said if shown else f"No difference to {against} is shown"
    return Signs(at=at, note=f"{note}{itself}: {how}.", counted=shown)


def planned_pairs(findings: Findings) -> tuple[tuple[str, str], ...]:
    return next((tuple(one.planned) for _, one in findings.per_dataset if one.planned), ())


def _sign(at: int) -> str:
    """The notes' signs, then letters, then numbers in brackets: signs of several pairs may stand side by side.

    >>> [_sign(at) for at in (0, 5, 6, 31, 32)]
    ['◊', '§', 'a', 'z', '(33)']
    """
    return PLANNED[at] if at < len(PLANNED) else f"({at + 1})"


def _by_pair(findings: Findings, planned: tuple[tuple[str, str], ...]) -> Signs:
    """The winner of a planned pair carries the pair's sign."""
    at: dict[tuple[str, str], str] = {}
    how = ""
    for dataset, judgement in findings.per_dataset:
        pairs = {frozenset((one.pair.a, one.pair.b)): one for one in judgement.pairs}
        for number, pair in enumerate(planned):
            judged = pairs.get(frozenset(pair))
            if judged is None:
                continue
            how = how or _how(judged)
            if judged.verdict.winner is not None:
                place = (dataset, judged.verdict.winner)
                at[place] = at.get(place, "") + _sign(number)
    said = "; ".join(f"{_sign(number)} {clean(a)} and {clean(b)}" for number, (a, b) in enumerate(planned))
    return Signs(
        at=at,
        note=f"A sign stands beside the better one of a planned pair where a difference is shown: {said} ({how}).",
    )


def _how(judged: JudgedPair) -> str:
    adjusted = "" if judged.pair.adjustment == "none" else f", {adjusted_words(judged.pair.adjustment)}"
    return f"{title_of_test(judged.pair.result.test)}{adjusted}, α = {judged.verdict.alpha:g}"

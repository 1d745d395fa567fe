"""Learners whose fits stopped before they converged."""

from collections import Counter
from collections.abc import Iterator

from bakeoff.core.notes import Note, Severity
from bakeoff.core.text import abridged, counted
from bakeoff.study.checks.check import MOST, CannotCheck, Check, CheckFinding, Cost
from bakeoff.study.checks.check_source import CheckSource

__all__ = ["NOT_CONVERGED"]

WORDS = ("convergencewarning", "did not converge", "failed to converge", "not converged")  # in warnings of any package


def _evidence(source: CheckSource) -> Iterator[CheckFinding]:
    if source.study is None:
        raise CannotCheck("warnings of fits are known in a study only")
    counts = Counter[str]()
    for learner, text, number in source.study.findings.learner_warnings:
        if any(word in text.casefold() for word in WORDS):
            counts[learner] += number
    fits = sum(len(domain.splits) for domain in source.study.domains)
    if counts:
        yield CheckFinding(learners=tuple(counts), facts={"warnings": dict(counts.most_common()), "fits": fits})


def _words(note: Note) -> str:
    shown = [f"{learner} ({counted(number, 'warning')})" for learner, number in note.facts["warnings"].items()]
    return f"Not converged, in {counted(note.facts['fits'], 'fit')} each: {abridged(shown, MOST)}."


NOT_CONVERGED = Check(
    code="check.not_converged",
    title="Not converged",
    severity=Severity.CAVEAT,
    means="Fits of a learner ended with a warning that they did not converge, so its scores are those of an unfinished model.",
    cure="Allow more iterations (max_iter) or scale the columns.",
    finding=_words,
    evidence=_evidence,
    cost=Cost.SCORES,
    doubt="Decided by training that stopped early?",
)

"""Learners that are much slower than the rest."""

from collections.abc import Iterator

import numpy as np

from bakeoff.core.notes import Note, Severity
from bakeoff.core.text import duration
from bakeoff.study.checks.check import CannotCheck, Check, CheckFinding, Cost, times
from bakeoff.study.checks.check_source import CheckSource

__all__ = ["SLOW"]

MUCH = 20  # times the median of the others: beyond what settings usually change
LEAST = 0.5  # processor seconds of a fit: below, nobody waits


def _evidence(source: CheckSource) -> Iterator[CheckFinding]:
    if source.study is None:
        raise CannotCheck("times are known in a study only")
    spent = source.study.findings.times
    seconds = {
        learner: float(np.sum([time.seconds for time in spent if time.learner == learner]))
        for learner in source.learners
    }
    finite = {learner: value for learner, value in seconds.items() if np.isfinite(value)}
    if len(finite) < 2:
        raise CannotCheck("fewer than two learners have a time on every data set")
    for learner, value in finite.items():
        others = float(np.median([other for name, other in finite.items() if name != learner]))
        if value >= LEAST * len(source.datasets) and value > MUCH * others:
            facts = {"seconds": value / len(source.datasets), "others": others / len(source.datasets), "ratio": value / max(others, 1e-9)}  # fmt: skip
            yield CheckFinding(learners=(learner,), facts=facts)


def _words(note: Note) -> str:
    facts = note.facts
    return f"{facts['learners'][0]} takes {duration(facts['seconds'])} of processor time for a fit, {times(facts['ratio'])} as much as the others usually take."


SLOW = Check(
    code="check.slow",
    title="Much slower than the rest",
    severity=Severity.INFO,
    means="A learner needs far more processor time than the others.",
    cure="Look for columns that blow up its input (identifiers, texts) and for needless settings.",
    finding=_words,
    evidence=_evidence,
    cost=Cost.SCORES,
)

"""Splits on which a learner scores far from where it scores otherwise."""

from collections.abc import Iterator
from math import isfinite, sqrt

import numpy as np

from bakeoff.core.notes import Note, Severity
from bakeoff.core.text import counted
from bakeoff.measures.naming import score_text
from bakeoff.study.analysis.score_cube import PLAIN, MissingScore
from bakeoff.study.analysis.stored_design import DomainDesign
from bakeoff.study.checks.check import CannotCheck, Check, CheckFinding, Cost
from bakeoff.study.checks.check_source import CheckSource

__all__ = ["UNSTABLE_SPLITS"]

FEWEST = 5  # splits, to know what is usual
FAR = 5.0  # robust standard deviations; 3.5 would name one of the splits of every third sound study
OF_ROWS = 4.0  # standard errors that the number of test rows alone explains, where the scale has ends


def _evidence(source: CheckSource) -> Iterator[CheckFinding]:
    if source.study is None or source.measure is None:
        raise CannotCheck("scores of splits are known in a study only")
    domains = {domain.card.name: domain for domain in source.study.domains if len(domain.splits) >= FEWEST}
    if not domains:
        raise CannotCheck(f"a study with fewer than {FEWEST} splits does not show what is usual")
    low, high = source.measure.bounds
    for cell in source.study.findings.cube.at(**PLAIN, size=0).cells(source.measure.name):
        if cell.dataset not in domains or cell.missing is not MissingScore.NONE or cell.learner not in source.learners:
            continue
        usual = float(np.median(cell.splits))
        off = np.abs(cell.splits - usual)
        spread = 1.4826 * float(np.median(off))  # the median deviation as a standard deviation
        least = OF_ROWS * (high - low) / 2 / sqrt(_test_rows(domains[cell.dataset])) if isfinite(high - low) else 0.0
        far = np.flatnonzero((off > FAR * spread) & (off > least))
        if len(far) and (spread > 0 or least > 0):
            worst = int(far[np.argmax(off[far])])
            facts = {"splits": len(far), "of": len(cell.splits), "value": float(cell.splits[worst]), "usual": usual, "measure": source.measure.name}  # fmt: skip
            yield CheckFinding(learners=(cell.learner,), datasets=(cell.dataset,), facts=facts)


def _test_rows(domain: DomainDesign) -> float:
    return max(domain.test_share * domain.train_rows, 1.0)


def _words(note: Note) -> str:
    facts = note.facts
    return (
        f"{facts['learners'][0]} scores far from its usual {score_text(facts['usual'], facts['measure'])} on {counted(facts['splits'], 'split')} "
        f"of {facts['of']}{facts['on']}, for example {score_text(facts['value'], facts['measure'])}."
    )


UNSTABLE_SPLITS = Check(
    code="check.unstable_splits",
    title="Inconsistent splits",
    severity=Severity.INFO,
    means="A learner scores very differently on a few splits, more than the number of test rows explains.",
    cure="Look at the rows of these splits (results.rows) and at failed convergence there.",
    finding=_words,
    evidence=_evidence,
    cost=Cost.SCORES,
)

"""A check of its own: learners whose names differ in nothing but their case."""

from collections import defaultdict

from bakeoff.core.notes import Severity
from bakeoff.study.checks.check import CannotCheck, Check, CheckFinding, Cost

__all__ = ["ODD_NAMES"]


def _evidence(source):
    if source.judgement is None:
        raise CannotCheck("nothing was compared")
    alike = defaultdict(list)
    for name in source.judgement.matrix.names:
        alike[name.casefold()].append(name)
    for names in alike.values():
        if len(names) > 1:
            yield CheckFinding(learners=tuple(names), facts={"count": len(names)})


ODD_NAMES = Check(
    code="check.odd_names",
    title="Names that look alike",
    severity=Severity.INFO,
    means="Names of learners differ in nothing but their case.",
    cure="Give them names that readers can tell apart.",
    finding="{count} learners have names that differ in their case only: {learners}.",
    evidence=_evidence,
    cost=Cost.DESIGN,
)

"""Test rows that are also in their training part."""

from collections.abc import Iterator

from bakeoff.core.notes import Severity
from bakeoff.study.checks.check import Check, CheckFinding, Cost
from bakeoff.study.checks.check_source import CheckSource
from bakeoff.study.checks.of_data.data_facts import evidences

__all__ = ["DUPLICATES"]

FEW = 0.02  # share of the test rows up to which shared ones change no score


def _evidence(source: CheckSource) -> Iterator[CheckFinding]:
    for dataset, evidence in evidences(source):
        if evidence.shared_rows > FEW * max(evidence.tested_rows, 1):
            share = evidence.shared_rows / evidence.tested_rows
            facts = {"shared": evidence.shared_rows, "tested": evidence.tested_rows, "share": share}
            yield CheckFinding(datasets=(dataset,), facts=facts)


DUPLICATES = Check(
    code="check.duplicates",
    title="Duplicated rows",
    severity=Severity.CAVEAT,
    means="Test rows occur in their training part with the same features and target, so learners that memorise look good.",
    cure="Drop the copies, or name what belongs together (groups) so that copies stay on one side of a split.",
    finding="{share:.0%} of the test rows{on} ({shared} of {tested}) are also in their training part.",
    evidence=_evidence,
    cost=Cost.DESIGN,
    doubt="Decided by rows seen in training?",
)

"""What a study file keeps about columns and splits of its data sets, for checks."""

from collections.abc import Iterator

from bakeoff.study.analysis.data_evidence import DataEvidence
from bakeoff.study.checks.check import CannotCheck
from bakeoff.study.checks.check_source import CheckSource

__all__ = ["evidences"]


def evidences(source: CheckSource) -> Iterator[tuple[str, DataEvidence]]:
    """Each data set and its facts; refuses where there are none."""
    if source.study is None:
        raise CannotCheck("columns and splits are known in a study only")
    evidence_by_dataset = [
        (domain.card.name, domain.evidence) for domain in source.study.domains if domain.evidence is not None
    ]
    if not evidence_by_dataset:
        raise CannotCheck("the study file has no facts about columns; run the study again with this version")
    if len(problems := [evidence.problem for _, evidence in evidence_by_dataset if evidence.problem]) == len(
        evidence_by_dataset
    ):
        raise CannotCheck(problems[0])
    yield from evidence_by_dataset

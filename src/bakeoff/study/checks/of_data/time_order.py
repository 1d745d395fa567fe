"""Times in the data, but splits that mix past and future."""

from collections.abc import Iterator

from bakeoff.core.notes import Note, Severity
from bakeoff.core.text import abridged
from bakeoff.study.checks.check import MOST, Check, CheckFinding, Cost
from bakeoff.study.checks.check_source import CheckSource
from bakeoff.study.checks.of_data.data_facts import evidences

__all__ = ["TIME_ORDER"]


def _evidence(source: CheckSource) -> Iterator[CheckFinding]:
    for dataset, evidence in evidences(source):
        if evidence.times and evidence.mixed_times:
            facts = {"columns": evidence.times, "mixed": evidence.mixed_times, "splits": evidence.splits}
            yield CheckFinding(datasets=(dataset,), facts=facts)


def _words(note: Note) -> str:
    facts = note.facts
    shown = abridged([name if " " in name else repr(name) for name in facts["columns"]], MOST)
    return f"The data{facts['on']} have times ({shown}), but {facts['mixed']} of {facts['splits']} splits train on rows later than rows they test."


TIME_ORDER = Check(
    code="check.time_order",
    title="Time order ignored",
    severity=Severity.CAVEAT,
    means="Rows have dates or times, but splits are random in time: learners train on the future of what they are tested on.",
    cure="If the model will meet later rows, split by time (scheme rolling-origin, times=); else silence this check.",
    finding=_words,
    evidence=_evidence,
    cost=Cost.DESIGN,
)

"""Notes on measures of the user's own: what the answer of a function was taken for, and whether the function has changed."""

from collections.abc import Iterable, Iterator

from bakeoff.core.notes import Name, Note, NoteKind, Severity, Subject
from bakeoff.measures.measure import Measure
from bakeoff.measures.own.own_function import ReturnedForm

__all__ = ["CHANGED_FUNCTION", "NOTES", "TAKEN_FOR", "answer_notes"]

_WORDS = {
    ReturnedForm.SHARE: "0 or 1 for each row, so the measure is a share of the rows, with the intervals and tests of a share",
    ReturnedForm.ROWS: "one value for each row, so the measure is their mean, with the intervals and tests of a mean",
    ReturnedForm.RATIO: "two columns, so the measure is the sum of the first over the sum of the second",
    ReturnedForm.LIST: "one number for the list of each query, so the measure is their mean over queries",
    ReturnedForm.NUMBER: "one number for all rows, so each draw of an interval or a test calls it again",
}


TAKEN_FOR = NoteKind(
    code="measures.taken-for",
    severity=Severity.INFO,
    means="What the answer of a function of the user's own was taken for.",
    words=lambda note: (note.facts["measure"], f" returned {_WORDS[ReturnedForm(note.facts['answer'])]}"),
)
CHANGED_FUNCTION = NoteKind(
    code="measures.changed-function",
    severity=Severity.CAVEAT,
    means="The function of a measure is not the one that the stored scores were computed with.",
    words="the function of {measure} has changed since the study was run; its scores were computed anew with the present one",
)
NOTES = (TAKEN_FOR, CHANGED_FUNCTION)


def answer_notes(measures: Iterable[Measure]) -> Iterator[Note]:
    """What the answer of each function was taken for."""
    for measure in measures:
        if measure.own is not None and measure.own.answer is not None:
            yield TAKEN_FOR(Subject(measure=measure.name), measure=Name(measure.name), answer=measure.own.answer.value)

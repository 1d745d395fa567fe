"""The kinds of notes on gates."""

from bakeoff.core.notes import NoteKind, Severity

__all__ = ["DROPPED_ROWS", "NOTES", "SAME_ANSWERS", "UNDECIDED_SLICES", "WRONG_ROWS"]

SAME_ANSWERS = NoteKind(
    code="gate.same_answers",
    severity=Severity.INFO,
    means="The base and the new model answered alike on every row.",
    words="base and new give the same answer on all {rows:,} rows; are they two models, or one model twice?",
)
DROPPED_ROWS = NoteKind(
    code="gate.dropped_rows",
    severity=Severity.CAVEAT,
    means="Rows that one of the two models did not predict were left out, as was asked for.",
    words="{base:,} rows without the base and {new:,} rows without the new model were left out; if a model leaves out what it finds hard, this flatters it",
)
WRONG_ROWS = NoteKind(
    code="gate.wrong_rows",
    severity=Severity.INFO,
    means="Rows that one of the two models did not predict count as wrong answers of that model, as was asked for.",
    words="{base:,} rows without the base and {new:,} rows without the new model count as wrong answers of that model",
)
UNDECIDED_SLICES = NoteKind(
    code="gate.undecided_slices",
    severity=Severity.CAVEAT,
    means="The gate is passed over all rows, but for some slices the rows cannot show it.",
    words="the margin is not shown to hold for {undecided} of {slices} slices: their rows cannot tell",
)

NOTES = (DROPPED_ROWS, SAME_ANSWERS, UNDECIDED_SLICES, WRONG_ROWS)

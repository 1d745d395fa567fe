"""The kinds of notes on drift."""

from bakeoff.core.notes import NoteKind, Severity

__all__ = ["CALIBRATION", "CLASS_GONE", "COLUMNS_DIFFER", "FEW_ROWS", "KINDS_DIFFER", "MOVES_BY_ITSELF", "NEW_VALUES", "NOTES", "NO_LABELS", "OVERLAP", "SMALL_EFFECTS", "TEXTS", "UNLABELLED", "UNSEEN_ROWS"]  # fmt: skip

COLUMNS_DIFFER = NoteKind(
    code="shift.columns_differ",
    severity=Severity.CAVEAT,
    means="A column is in one of the two tables only; it is left out.",
    words="left out, because only one of the two tables has it: {names}",
)
KINDS_DIFFER = NoteKind(
    code="shift.kind_of_change_differ",
    severity=Severity.CAVEAT,
    means="A column contains numbers in one table and words or dates in the other; it is not compared.",
    words="column {column} contains {first} in {old} and {second} in {new}, so that it is not compared; a word among the numbers, or another way to write them, is the usual cause",
)
MOVES_BY_ITSELF = NoteKind(
    code="shift.moves_by_itself",
    severity=Severity.CAVEAT,
    means="A time or a row number differs between any two tables, whether the other columns changed or not.",
    words="column {column} is a time or numbers the rows, so that it differs between any two tables and a classifier reads it; leave it out with ignore, in the shell --ignore {column}",
)
TEXTS = NoteKind(
    code="shift.texts",
    severity=Severity.INFO,
    means="Texts hardly repeat; only their missing cells are compared.",
    words="column {column} contains texts; only which are missing is compared",
)
UNLABELLED = NoteKind(
    code="shift.unlabelled",
    severity=Severity.CAVEAT,
    means="Rows without a label or a prediction are left out of the measure; they count for the columns only.",
    words="{missing} of {n} {which} rows have no label or no prediction: the measure is of the others, which may differ from them",
)
CLASS_GONE = NoteKind(
    code="shift.class_gone",
    severity=Severity.CAVEAT,
    means="A class of the old rows occurs in no new row.",
    words="class {label}, {share:.0%} of the old rows, is in no new row",
)
NEW_VALUES = NoteKind(
    code="shift.new_values",
    severity=Severity.CAVEAT,
    means="A column of words contains values in the new rows that no old row has.",
    words="column {column} has values that no old row has: {values}",
)
SMALL_EFFECTS = NoteKind(
    code="shift.small_effects",
    severity=Severity.INFO,
    means="With many rows small changes are significant; the effect sizes say how large they are.",
    words="{n} changed columns differ by less than {least:g} in shares: significant with so many rows, and small",
)
OVERLAP = NoteKind(
    code="shift.overlap",
    severity=Severity.CAVEAT,
    means="Few old rows look like the new ones, so that weighting them cannot tell how the model does on the new rows.",
    words="the old rows are worth only {effective:.0f} of {n} after weighting: too few look like the new rows, and the interval is too narrow",
)
UNSEEN_ROWS = NoteKind(
    code="shift.unseen_rows",
    severity=Severity.CAVEAT,
    means="Some new rows look like no old row at all; nothing is known about the model there.",
    words="{share:.0%} of the new rows look like no old row; no weighting of old rows says anything about them",
)
CALIBRATION = NoteKind(
    code="shift.calibration",
    severity=Severity.CAVEAT,
    means="On the old rows the probabilities do not tell the measured value, so they cannot be trusted on the new rows.",
    words="on the old rows the probabilities expect {expected:.3f} where {measured:.3f} was measured: they are not calibrated, so the estimate without labels is off by about as much",
)
NO_LABELS = NoteKind(
    code="shift.no_labels",
    severity=Severity.INFO,
    means="Without predictions and old labels harm cannot be judged.",
    words="whether the change hurts is not known: that needs the labels of the old rows, and the predictions of a model",
)
FEW_ROWS = NoteKind(
    code="shift.few_rows",
    severity=Severity.CAVEAT,
    means="With few rows in a table a test finds large changes only.",
    words="only {n} rows in a table: small and middling changes are not found with so few",
)

NOTES = (CALIBRATION, CLASS_GONE, COLUMNS_DIFFER, FEW_ROWS, KINDS_DIFFER, MOVES_BY_ITSELF, NEW_VALUES, NO_LABELS, OVERLAP, SMALL_EFFECTS, TEXTS, UNLABELLED, UNSEEN_ROWS)  # fmt: skip

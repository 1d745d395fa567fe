"""Notes of a data set: what its profile should make people think about."""

from collections.abc import Sequence

from bakeoff.core.notes import Note, NoteKind, Severity
from bakeoff.core.text import abridged

__all__ = ["NOTES"]

MOST = 5  # names in one sentence


def _quoted(names: Sequence[str]) -> str:
    return abridged([repr(name) for name in names], MOST)


def _columns(note: Note) -> str:
    names = note.facts["columns"]
    return f"column {_quoted(names)} is" if len(names) == 1 else f"columns {_quoted(names)} are"


def _giveaways(note: Note) -> str:
    names = note.facts["columns"]
    who = f"column {_quoted(names)} predicts" if len(names) == 1 else f"columns {_quoted(names)} each predict"
    return f"{who} the target almost perfectly alone; make sure the target was not used to make them"


def _rare(note: Note) -> str:
    shown = abridged([f"{name!r} ({count})" for name, count in note.facts["classes"].items()], MOST)
    return f"classes with fewer than {note.facts['least']} rows: {shown}; ten folds cannot each contain one"


TARGET_TWICE = NoteKind(
    code="data.target_twice", severity=Severity.CAVEAT, means="A column is the target under another name.",
    words=lambda note: f"column {note.facts['column']!r} is the target under another name; ignore it",
)  # fmt: skip
GIVEAWAYS = NoteKind(
    code="data.giveaways", severity=Severity.CAVEAT, means="A single column predicts the target almost perfectly.",
    words=_giveaways,
)  # fmt: skip
IDENTIFIERS = NoteKind(
    code="data.identifiers", severity=Severity.INFO, means="A column has another value in every row.",
    words=lambda note: f"{_columns(note)} different in every row, like an identifier; consider ignoring it",
)  # fmt: skip
FEW_ROWS = NoteKind(
    code="data.few_rows", severity=Severity.CAVEAT, means="There are so few rows that scores are very uncertain.",
    words="only {n} rows: every score will be very uncertain",
)  # fmt: skip
REPEATED_ROWS = NoteKind(
    code="data.repeated_rows", severity=Severity.CAVEAT, means="Rows repeat the features of others.",
    words="{repeated} of {n} rows repeat the features of an earlier row, so test rows may have been seen in training",
)  # fmt: skip
CONFLICTING_ROWS = NoteKind(
    code="data.conflicting_rows", severity=Severity.INFO, means="Rows of different classes have the same features.",
    words="{conflicting} rows have the same features as a row of another class: no method can get all right",
)  # fmt: skip
INFINITE = NoteKind(
    code="data.infinite", severity=Severity.CAVEAT, means="A column contains infinite values.",
    words=lambda note: f"{_columns(note)} infinite in places, which most learners refuse; repair or drop it",
)  # fmt: skip
CONSTANT = NoteKind(
    code="data.constant", severity=Severity.INFO, means="A column has the same value in every row.",
    words=lambda note: f"{_columns(note)} constant and cannot help",
)  # fmt: skip
MOSTLY_MISSING = NoteKind(
    code="data.mostly_missing", severity=Severity.INFO, means="A column is missing in more than half of the rows.",
    words=lambda note: f"{_columns(note)} missing in more than half of the rows",
)  # fmt: skip
MORE_COLUMNS = NoteKind(
    code="data.more_columns_than_rows", severity=Severity.CAVEAT, means="There are more columns than rows.",
    words="more columns ({p}) than rows ({n}): most learners will fit the training part by heart",
)  # fmt: skip
RARE_CLASSES = NoteKind(
    code="data.rare_classes", severity=Severity.CAVEAT, means="A class has so few rows that folds lack it.", words=_rare
)  # fmt: skip
IMBALANCE = NoteKind(
    code="data.imbalance", severity=Severity.INFO, means="One class contains nearly all rows.",
    words=lambda note: (
        f"always predicting {note.facts['largest']!r} is right in {note.facts['share']:.1%} of the rows, so accuracy is not informative"
    ),
)  # fmt: skip
NO_POSITIVE = NoteKind(
    code="data.no_positive", severity=Severity.INFO, means="No class of a binary target is called positive.",
    words="no positive class is stated, so measures that need one will be undefined; name it with positive= or --positive",
)  # fmt: skip

NOTES = (
    TARGET_TWICE, GIVEAWAYS, IDENTIFIERS, FEW_ROWS, REPEATED_ROWS, CONFLICTING_ROWS, INFINITE, CONSTANT, MOSTLY_MISSING,
    MORE_COLUMNS, RARE_CLASSES, IMBALANCE, NO_POSITIVE,
)  # fmt: skip

"""The kinds of notes on streams."""

from bakeoff.core.notes import NoteKind, Severity

__all__ = ["LATE_CLASS", "MISSING_CELLS", "NOTES", "REPEATED_LOOKS", "UNLABELLED"]

REPEATED_LOOKS = NoteKind(
    code="streams.repeated_looks",
    severity=Severity.CAVEAT,
    means="A test was made at every window of a stream, so that among many windows some are significant by chance.",
    words="p-values of {windows:,} windows: each is valid for one window that was chosen beforehand; "
    "looked at along the stream they find a difference by chance much more often than alpha; "
    "bo.anytime_test stays valid at every example",
)

LATE_CLASS = NoteKind(
    code="streams.late_class",
    severity=Severity.INFO,
    means="A class first appears late in the stream; learners could not have learned it before.",
    words="class {label} first appears at example {at:,}; learners could not know it before",
)
MISSING_CELLS = NoteKind(
    code="streams.missing_cells",
    severity=Severity.CAVEAT,
    means="Missing cells of the features reach learners that take one example at a time as NaN, which many of them cannot handle.",
    words="{cells} cells of the features are missing, the first in column {column}: learners of river get them as NaN, by which many of them are spoilt from then on; fill them before",
)
UNLABELLED = NoteKind(
    code="streams.unlabelled",
    severity=Severity.CAVEAT,
    means="Labels of some examples never arrive; these examples are neither scored nor learned from.",
    words="{missing:,} of {n:,} labels never arrived; these examples are neither scored nor learned from",
)

NOTES = (LATE_CLASS, MISSING_CELLS, REPEATED_LOOKS, UNLABELLED)

"""The kinds of notes on streams."""

from bakeoff.core.notes import NoteKind, Severity

__all__ = ["LATE_CLASS", "NOTES", "REPEATED_LOOKS", "UNLABELLED"]

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
UNLABELLED = NoteKind(
    code="streams.unlabelled",
    severity=Severity.CAVEAT,
    means="Labels of some examples never arrive; these examples are neither scored nor learned from.",
    words="{missing:,} of {n:,} labels never arrived; these examples are neither scored nor learned from",
)

NOTES = (LATE_CLASS, REPEATED_LOOKS, UNLABELLED)

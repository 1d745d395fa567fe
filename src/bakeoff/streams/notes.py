"""The kinds of notes on streams."""

from bakeoff.core.notes import NoteKind, Severity

__all__ = [
    "BASELINE_AHEAD", "FAILED_LEARNER", "FILLED_CELLS", "LATE_CLASS", "MISSING_CELLS", "NOTES", "REPEATED_LOOKS", "REPEATED_TIMES", "UNLABELLED", "WORDS_ENCODED",
]  # fmt: skip

REPEATED_LOOKS = NoteKind(
    code="streams.repeated_looks",
    severity=Severity.CAVEAT,
    means="A test was made at every window of a stream, so that among many windows some are significant by chance.",
    words="p-values of {windows:,} windows: each is valid for one window that was chosen beforehand; "
    "looked at along the stream they find a difference by chance much more often than alpha; "
    "bo.anytime_test stays valid at every example",
)

REPEATED_TIMES = NoteKind(
    code="streams.repeated_times",
    severity=Severity.INFO,
    means="Several rows of a stream have the same time, and nothing states which of them came first.",
    words="rows with the same {column} as the row before: {rows:,}, the first at {first}; rows of one time are taken as they stand",
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

BASELINE_AHEAD = NoteKind(
    code="streams.baseline_ahead",
    severity=Severity.CAVEAT,
    means="No learner is better on the stream than a rule that does not look at the features.",
    words="{baseline} alone has {measure} {value:.4g}, and the best learner {best:.4g}: no learner is better than a rule that ignores the features",
)
FAILED_LEARNER = NoteKind(
    code="streams.failed_learner",
    severity=Severity.ERROR,
    means="A learner raised an error along the stream; it is left out, and the others go on.",
    words="{learner} failed {reason}; it is left out",
)
FILLED_CELLS = NoteKind(
    code="streams.filled_cells",
    severity=Severity.INFO,
    means="Missing cells were filled from what came before: numbers by the mean of the column so far, words by the empty word.",
    words="{cells:,} missing cells were filled, the first in column {column}: numbers by the mean so far, words by the empty word",
)
WORDS_ENCODED = NoteKind(
    code="streams.words_encoded",
    severity=Severity.INFO,
    means="Columns of words reach learners that read numbers as columns of 0 and 1, chosen by a hash of the word.",
    words="words became {indicators} columns of 0 and 1 each, by a hash of the word, for learners that read numbers: {columns}",
)

NOTES = (
    BASELINE_AHEAD,
    FAILED_LEARNER,
    FILLED_CELLS,
    LATE_CLASS,
    MISSING_CELLS,
    REPEATED_LOOKS,
    REPEATED_TIMES,
    UNLABELLED,
    WORDS_ENCODED,
)

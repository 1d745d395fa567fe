"""Notes of a deployed model: what was not tested, what its card must say, and what is unlike the training data in new rows."""

from bakeoff.core.notes import Note, NoteKind, Severity
from bakeoff.core.text import abridged, counted, format_p

__all__ = ["NOTES", "date_text"]

MOST = 5  # names in one sentence


def _quoted(note: Note) -> str:
    return abridged([repr(name) for name in note.facts["names"]], MOST)


def _columns(note: Note) -> str:
    return f"column {_quoted(note)}" if len(note.facts["names"]) == 1 else f"columns {_quoted(note)}"


def _in_rows(note: Note) -> str:
    facts = note.facts
    return f"in {facts['count']} of {counted(facts['rows'], 'row')}"


def date_text(seconds: float) -> str:
    """A date, with its time where it has one.

    >>> date_text(1704067200.0), date_text(1704067260.0)
    ('2024-01-01', '2024-01-01T00:01:00')
    """
    import numpy as np

    return str(np.datetime64(round(seconds), "s")).removesuffix("T00:00:00")


def _end(note: Note, name: str) -> str:
    """An end of a range as its column shows it: a number, or a date."""
    value = note.facts[name]
    return date_text(value) if note.facts.get("dates") else f"{value:g}"


NOT_THIS_MODEL = NoteKind(
    code="deployment.not_this_model", severity=Severity.INFO,
    means="The estimate is of models trained on parts of the data; the model trained on everything was not tested.",
    words="the estimate is of models trained on about {train} rows; this model is trained on all {rows} and was itself not tested",
)  # fmt: skip
NO_GROUPS = NoteKind(
    code="deployment.no_groups", severity=Severity.CAVEAT,
    means="Rows were split without regard to groups, so nothing is known about rows of new groups.",
    words="not tested on new groups (other people, sites, machines): the splits did not keep groups together",
)  # fmt: skip
NO_TIMES = NoteKind(
    code="deployment.no_times", severity=Severity.CAVEAT,
    means="No split tested later rows than it trained on, so nothing is known about the future.",
    words="not tested on later data: the splits were random in time",
)  # fmt: skip
NO_GAPS = NoteKind(
    code="deployment.no_gaps", severity=Severity.INFO,
    means="No column had missing values in training, so rows with gaps were not tested.",
    words="rows with missing values were not tested: no column has any in the training data",
)  # fmt: skip
PROBABILITIES = NoteKind(
    code="deployment.probabilities", severity=Severity.INFO,
    means="No measure of the study says how good the probabilities are.",
    words="how good the probabilities are was not measured; add log_loss or brier to the measures of the study",
)  # fmt: skip
OTHER_SHARES = NoteKind(
    code="deployment.other_shares", severity=Severity.INFO,
    means="The estimate is for the class shares of the training data.",
    words="other shares of the classes than those of the training data were not tested",
)  # fmt: skip
NAMED = NoteKind(
    code="deployment.named", severity=Severity.CAVEAT,
    means="The user named the learner, and the estimate is not corrected for a choice.",
    words="the learner was named, not picked: the estimate is its own, and too good if you named it because of its score",
)  # fmt: skip
NAMED_BEST = NoteKind(
    code="deployment.named_best", severity=Severity.INFO,
    means="The user named the learner that is also the best of the study; its score is corrected as if it had been picked.",
    words="the learner was named; as it is also the best of the study, its score is corrected as if it had been picked for it",
)  # fmt: skip
ONE_LEARNER = NoteKind(
    code="deployment.one_learner", severity=Severity.INFO,
    means="The study has one learner, so nothing was picked and nothing is corrected.",
    words="the study has one learner with a score, so nothing was picked and nothing is corrected",
)  # fmt: skip
OTHER_DATA = NoteKind(
    code="deployment.other_data", severity=Severity.CAVEAT,
    means="The model was trained on other data than those of the study.",
    words="the model is trained on other data than those of the study ({why}): the estimate is of the study's data",
)  # fmt: skip
OTHER_VERSIONS = NoteKind(
    code="deployment.other_versions", severity=Severity.CAVEAT,
    means="The learner was trained with other versions of packages than the study.",
    words="the study was run with {before}, this model is trained with {now}",
)  # fmt: skip
TRAINING_WARNING = NoteKind(
    code="deployment.training_warning", severity=Severity.CAVEAT,
    means="The learner warned while it was trained on all rows.", words="while it was trained: {text}",
)  # fmt: skip
OTHER_RUNTIME = NoteKind(
    code="deployment.other_runtime", severity=Severity.CAVEAT,
    means="The model runs with other versions of packages than those it was saved with.",
    words="the model was saved with {before}, and runs with {now} here; predictions may differ",
)  # fmt: skip

NEW_LEVELS = NoteKind(
    code="deployment.new_levels", severity=Severity.CAVEAT,
    means="New rows contain levels that the training data do not.",
    words=lambda note: f"column {note.facts['column']!r} contains levels that were not in training {_in_rows(note)}: {_quoted(note)}; the model treats them as {note.facts['as']}",
)  # fmt: skip
OUTSIDE = NoteKind(
    code="deployment.outside", severity=Severity.CAVEAT,
    means="New rows contain numbers outside the range of the training data.",
    words=lambda note: (
        f"column {note.facts['column']!r} lies outside the range of training, {_end(note, 'low')} to {_end(note, 'high')}, "
        f"{_in_rows(note)}; the farthest is {_end(note, 'worst')}"
    ),
)  # fmt: skip
NEW_GAPS = NoteKind(
    code="deployment.new_gaps", severity=Severity.CAVEAT,
    means="A column without missing values in training has some in the new rows.",
    words=lambda note: f"column {note.facts['column']!r} is missing {_in_rows(note)}, and never was in training",
)  # fmt: skip
FRACTIONS = NoteKind(
    code="deployment.fractions", severity=Severity.CAVEAT,
    means="A column of whole numbers in training has fractions in the new rows.",
    words=lambda note: f"column {note.facts['column']!r} contained whole numbers in training and contains fractions {_in_rows(note)}",
)  # fmt: skip
SHIFTED = NoteKind(
    code="deployment.shifted", severity=Severity.CAVEAT,
    means="A column is distributed otherwise than in the training data (chi-squared test over bins or levels, Holm's correction over columns, level .01).",
    words=lambda note: (
        f"column {note.facts['column']!r} is distributed otherwise than in training (adjusted {format_p(note.facts['p'])}): "
        f"{100 * note.facts['distance']:.0f}% of the rows lie in other parts of its range"
    ),
)  # fmt: skip
NOT_USED = NoteKind(
    code="deployment.not_used", severity=Severity.INFO, means="The new data have columns that the model does not use.",
    words=lambda note: f"{_columns(note)} {'is' if len(note.facts['names']) == 1 else 'are'} not used by the model",
)  # fmt: skip

NOTES = (
    NOT_THIS_MODEL, NO_GROUPS, NO_TIMES, NO_GAPS, PROBABILITIES, OTHER_SHARES, NAMED, NAMED_BEST, ONE_LEARNER, OTHER_DATA, OTHER_VERSIONS,
    TRAINING_WARNING, OTHER_RUNTIME, NEW_LEVELS, OUTSIDE, NEW_GAPS, FRACTIONS, SHIFTED, NOT_USED,
)  # fmt: skip

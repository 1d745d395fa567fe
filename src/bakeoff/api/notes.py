"""The kinds of notes on evaluation logs."""

from bakeoff.core.notes import Name, Note, NoteKind, Sentence, Severity
from bakeoff.core.text import plural

__all__ = [
    "ERRORS_DROPPED", "ERRORS_WRONG", "FEW_LABELS", "FILE_NAMES", "MATCHED_BY_INPUT", "NOTES", "NO_SCORES", "ONE_SIDED", "OTHER_MEASURES", "RUNS_AVERAGED",
    "TASKS_POOLED", "UNFINISHED",
]  # fmt: skip


def _one_sided(note: Note) -> Sentence:
    counts = note.facts["left_out"]
    parts: list[object] = [f"{plural(note.facts['common'], 'item')} have a score of every learner; left out: "]
    for place, (learner, count) in enumerate(counts.items()):
        parts += [", " if place else "", Name(learner), f" {count:,}"]
    return tuple(parts)  # type: ignore[arg-type]


ONE_SIDED = NoteKind(
    code="logs.one_sided",
    severity=Severity.CAVEAT,
    means="Items that not every log contains are left out of the comparison, and counted for each learner.",
    words=_one_sided,
)
ERRORS_WRONG = NoteKind(
    code="logs.errors_wrong",
    severity=Severity.CAVEAT,
    means="Items on which a run failed have no score and count as 0, the worst score; --errors drop leaves them out.",
    words="{count:,} scores are missing because of errors ({learners}) and count as {worst:g}, the worst score; --errors drop leaves these items out",
)
ERRORS_DROPPED = NoteKind(
    code="logs.errors_dropped",
    severity=Severity.CAVEAT,
    means="Items on which a run failed were left out, as was asked for.",
    words="{count:,} scores are missing because of errors ({learners}), and these runs were left out; if a learner fails on what is hard, this flatters it",
)
RUNS_AVERAGED = NoteKind(
    code="logs.runs_averaged",
    severity=Severity.INFO,
    means="Epochs, trials and repeats of an item are runs; their scores were averaged.",
    words="items have up to {runs} runs (epochs); the score of an item is the mean of its runs",
)
MATCHED_BY_INPUT = NoteKind(
    code="logs.matched_by_input",
    severity=Severity.CAVEAT,
    means="Items were matched by their inputs, because their ids are missing or the same id has different inputs.",
    words="items were matched by their inputs: {why}",
)
FILE_NAMES = NoteKind(
    code="logs.file_names",
    severity=Severity.INFO,
    means="Learners are called by their files, folders or runs, because logs name none or the same one.",
    words="learners are called by their {whose}, because {why}",
)
OTHER_MEASURES = NoteKind(
    code="logs.other_measures",
    severity=Severity.INFO,
    means="The logs have scores by several measures; one of them is compared.",
    words="compared by {measure}; the logs also have {others}: choose one with --measure",
)
TASKS_POOLED = NoteKind(
    code="logs.tasks_pooled",
    severity=Severity.CAVEAT,
    means="The overall verdict takes items of all tasks as rows, so that tasks with more items count more.",
    words="the verdict over all {tasks} tasks takes items as rows: each of {items:,} items counts once, so that large tasks count more; --rows datasets compares tasks as blocks",
)
NO_SCORES = NoteKind(
    code="logs.no_scores",
    severity=Severity.INFO,
    means="A scorer of a log gives words that are no scores; it was left out.",
    words="{measure} of {source} contains words such as {example!r} and is not a score",
)
UNFINISHED = NoteKind(
    code="logs.unfinished",
    severity=Severity.CAVEAT,
    means="A log states that its run did not end well; what it contains was read.",
    words="{source} is not finished (status {status}); its {rows:,} samples were read",
)
FEW_LABELS = NoteKind(
    code="logs.few_labels",
    severity=Severity.CAVEAT,
    means="The normal interval of a prediction-powered estimate needs more labels.",
    words="{n} items have a label of a human; the interval needs about 30 or more to hold its level",
)

NOTES = (
    ERRORS_DROPPED, ERRORS_WRONG, FEW_LABELS, FILE_NAMES, MATCHED_BY_INPUT, NO_SCORES, ONE_SIDED, OTHER_MEASURES, RUNS_AVERAGED, TASKS_POOLED, UNFINISHED,
)  # fmt: skip

"""The kinds of notes on efficiency, the map of classifiers, tables of measures and the choice of data sets."""

from bakeoff.core.notes import NoteKind, Severity

__all__ = [
    "DISTORTED", "FAILED_CELLS", "INCOMPLETE_DATASETS", "MEASURE_GAPS", "NOTES", "NOT_A_METRIC", "RAW_COUNTS", "SAME_COLUMNS", "SHIFTED", "SUPER_UNDEFINED", "UNPROVEN",
    "WEAKLY_EFFICIENT",
]  # fmt: skip

SHIFTED = NoteKind(
    code="criteria.shifted",
    severity=Severity.CAVEAT,
    means="A column with values of zero or below was moved up; variable returns to scale allow that without changing scores.",
    words="{column} has values below zero and was moved up by {by:.4g}; scores do not depend on that",
)
WEAKLY_EFFICIENT = NoteKind(
    code="criteria.weakly_efficient",
    severity=Severity.CAVEAT,
    means="A learner reaches the score 1 and yet others are better on one measure and worse on none.",
    words="{learner} has the score 1, but could improve {columns} without losing on another measure",
)
SUPER_UNDEFINED = NoteKind(
    code="criteria.super_efficiency_undefined",
    severity=Severity.WITHHELD,
    means="The other learners cannot reach this one by any mixture, so its super-efficiency has no value.",
    words="the super-efficiency of {learner} is undefined: no mixture of the others reaches it",
)
NOT_A_METRIC = NoteKind(
    code="criteria.not_a_metric",
    severity=Severity.CAVEAT,
    means="The distance violates the triangle inequality, so no plane can show all its distances.",
    words="the distance violates the triangle inequality, most for {a} and {b} by way of {by}: {direct:.4g} against {around:.4g}; the map cannot be exact",
)
DISTORTED = NoteKind(
    code="criteria.distorted",
    severity=Severity.CAVEAT,
    means="The plane shows some distances much too long or too short.",
    words="the plane is an approximation (stress {stress:.2f}): {a} and {b} are {true:.4g} apart and drawn {drawn:.4g} apart",
)
RAW_COUNTS = NoteKind(
    code="criteria.raw_counts",
    severity=Severity.INFO,
    means="Counts were not normalised, so large domains and large classes decide the distances.",
    words="counts are not normalised: large domains and large classes decide the distances",
)
FAILED_CELLS = NoteKind(
    code="criteria.failed_cells",
    severity=Severity.CAVEAT,
    means="A cell of the table states that a learner failed. It has no value and the last rank: a failure is not missing at random.",
    words="{learner} failed on {columns} ({reason}) and has the last rank there",
)
MEASURE_GAPS = NoteKind(
    code="criteria.measure_gaps",
    severity=Severity.CAVEAT,
    means="A value is missing without a failure. Ranks by that measure are among the other learners, and mean ranks leave the measure out.",
    words="{learner} has no value of {columns}; mean ranks leave out what a learner lacks",
)
SAME_COLUMNS = NoteKind(
    code="criteria.same_columns",
    severity=Severity.CAVEAT,
    means="Two measures order the learners by the same values, so they count twice in mean ranks.",
    words="{a} and {b} have the same values and count twice in mean ranks",
)
INCOMPLETE_DATASETS = NoteKind(
    code="criteria.incomplete_datasets",
    severity=Severity.CAVEAT,
    means="Data sets on which a learner has no score cannot be in a choice of data sets.",
    words="{left} of {of} data sets lack a score of a learner and are left out of every choice",
)
UNPROVEN = NoteKind(
    code="criteria.unproven_subset",
    severity=Severity.CAVEAT,
    means="The search for the largest or smallest choice of data sets on which a learner wins ended at its limit.",
    words="for {learner} a more extreme choice of data sets may exist: the search ended at its limit",
)

NOTES = (
    SHIFTED, WEAKLY_EFFICIENT, SUPER_UNDEFINED, NOT_A_METRIC, DISTORTED, RAW_COUNTS, FAILED_CELLS, MEASURE_GAPS, SAME_COLUMNS, INCOMPLETE_DATASETS,
    UNPROVEN,
)  # fmt: skip

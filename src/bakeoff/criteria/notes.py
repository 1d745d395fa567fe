"""The kinds of notes on efficiency, the map of classifiers, tables of measures and the choice of data sets."""

from bakeoff.core.notes import Note, NoteKind, Severity
from bakeoff.core.text import listed

__all__ = [
    "ALIKE_DATASETS", "AT_CHANCE", "BASELINES_BY_NAME", "BROUGHT_SIGNS", "CHEAPEST", "COMPARED_WITH_SOURCE", "COPIED_ROWS", "DISTORTED", "FAILED_CELLS", "FEW_DATASETS", "FEW_FOR_EFFECTS", "INCOMPLETE_DATASETS",
    "LEFT_OUT_CHARACTERISTICS", "MEASURE_GAPS", "NARROW_RANGE", "NOTES", "NOT_A_METRIC", "NOT_RANKED", "RAW_COUNTS", "RESAMPLED_SPLITS", "SAME_COLUMNS", "SAME_DATASET", "SHIFTED",
    "SOME_DATASETS", "SUPER_UNDEFINED", "UNDEFINED_EFFICIENCY", "UNPROVEN", "WEAKLY_EFFICIENT",
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
UNDEFINED_EFFICIENCY = NoteKind(
    code="criteria.efficiency_undefined",
    severity=Severity.WITHHELD,
    means="A learner whose positive measures are all 0 cannot be asked how far its results could rise.",
    words="the efficiency of {learner} is undefined: all of its positive measures are 0, so no factor makes them reach the others",
)
BASELINES_BY_NAME = NoteKind(
    code="criteria.baselines_by_name",
    severity=Severity.INFO,
    means="Learners of a table were taken for baselines by their names.",
    words="taken for a baseline by name: {learners}; baselines= (--baseline) names others",
)
AT_CHANCE = NoteKind(
    code="criteria.no_better_than_chance",
    severity=Severity.CAVEAT,
    means="A learner is no better than one that knows nothing. With variable returns it can be efficient all the same, because it is cheap.",
    words="{learner} is no better than chance by {columns}",
)
CHEAPEST = NoteKind(
    code="criteria.cheapest",
    severity=Severity.CAVEAT,
    means="With variable returns to scale the learner with the least of a cost is efficient, however little it gives.",
    words="{learner} has the least of {columns} and would be efficient however bad it is, because returns to scale are variable",
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


def _gaps(note: Note) -> str:
    return "; ".join(f"{listed(measures)} of {listed(learners)}" for learners, measures in note.facts["gaps"])


def _some_datasets(note: Note) -> str:
    counts, of, without = note.facts["counts"], note.facts["of"], note.facts["without"]
    by_count = {count: [name for name in counts if counts[name] == count] for count in sorted(set(counts.values()))}
    parts = [f"{listed(names)} over {count} of {of} data sets" for count, names in by_count.items()]
    last = f"; {listed(without)} {'rank' if len(without) > 1 else 'ranks'} no learner, so mean ranks leave {'them' if len(without) > 1 else 'it'} out"
    return f"means over the data sets that have the measure: {'; '.join(parts)}{last if without else ''}"


MEASURE_GAPS = NoteKind(
    code="criteria.measure_gaps",
    severity=Severity.CAVEAT,
    means="Values are missing without a failure. Ranks by such a measure are among the other learners, and mean ranks leave the measure out.",
    words=lambda note: (
        f"no value: {_gaps(note)}. Mean ranks leave these measures out; if a learner failed there, write failed"
    ),
)
NOT_RANKED = NoteKind(
    code="criteria.not_ranked",
    severity=Severity.CAVEAT,
    means="A study does not compare some learners by some measures; its report says why. Mean ranks leave these measures out.",
    words=lambda note: (
        f"not ranked: {_gaps(note)}. Mean ranks leave these measures out; the report of the study says why"
    ),
)
SOME_DATASETS = NoteKind(
    code="criteria.some_datasets",
    severity=Severity.CAVEAT,
    means="Some data sets do not have a measure, such as one for two classes; means and mean ranks by it are over the others.",
    words=_some_datasets,
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
BROUGHT_SIGNS = NoteKind(
    code="criteria.brought_signs",
    severity=Severity.INFO,
    means="Cells of the table carry signs of tests that somebody else made. They are shown as they are: tests need the scores of a study.",
    words="signs beside the values are those of the table; they cannot be checked without the scores behind it",
)
RESAMPLED_SPLITS = NoteKind(
    code="criteria.resampled_splits",
    severity=Severity.CAVEAT,
    means="Intervals of efficiency come from splits drawn again. Splits share training rows, so the intervals are somewhat too narrow.",
    words="intervals come from {draws} draws of the splits; splits share training rows, so they are somewhat too narrow",
)
COMPARED_WITH_SOURCE = NoteKind(
    code="criteria.compared_with_source",
    severity=Severity.CAVEAT,
    means="Artificial rows were brought. If they were made from the real rows they are compared with, they lie too near to them and the check errs.",
    words="make sure that the artificial rows were not made from these real rows; else hold some real rows back from the generator and compare with those",
)
COPIED_ROWS = NoteKind(
    code="criteria.copied_rows",
    severity=Severity.CAVEAT,
    means="Artificial rows repeat real ones, so they add no information and reveal them.",
    words="{share:.0%} of the artificial rows equal a real one: they add nothing new",
)
FEW_DATASETS = NoteKind(
    code="criteria.few_datasets",
    severity=Severity.CAVEAT,
    means="There are so few data sets that no outcome can show a difference of every pair at the level.",
    words="{n} data sets are too few: at least {needed} are needed before any outcome can show a difference between {learners} learners at level {alpha:g}",
)
ALIKE_DATASETS = NoteKind(
    code="criteria.alike_datasets",
    severity=Severity.CAVEAT,
    means="Two data sets are alike in every characteristic, so they count twice.",
    words="{a} and {b} are alike in every characteristic: count them as one, or say why both are there",
)
SAME_DATASET = NoteKind(
    code="criteria.same_dataset",
    severity=Severity.CAVEAT,
    means="Two data sets have exactly the same characteristics: one data set under two names.",
    words="{a} and {b} have exactly the same characteristics: one data set under two names?",
)
NARROW_RANGE = NoteKind(
    code="criteria.narrow_range",
    severity=Severity.INFO,
    means="The data sets hardly differ in a characteristic, so the results do not cover other values of it.",
    words=lambda note: (
        f"{note.facts['what']}: "
        + (
            f"{note.facts['low']} on all"
            if note.facts["low"] == note.facts["high"]
            else f"only {note.facts['low']} to {note.facts['high']} on"
        )
        + " these data sets, so the results do not cover other values"
    ),
)
FEW_FOR_EFFECTS = NoteKind(
    code="criteria.few_for_effects",
    severity=Severity.WITHHELD,
    means="Too few data sets to ask which characteristics favour a learner.",
    words="{n} data sets are too few to ask which characteristics favour a learner; at least {least} are needed",
)
LEFT_OUT_CHARACTERISTICS = NoteKind(
    code="criteria.left_out_characteristics",
    severity=Severity.INFO,
    means="A characteristic that does not vary, or is unknown on a data set, cannot explain anything.",
    words="left out, because they are unknown somewhere or do not vary: {titles}",
)

NOTES = (
    SHIFTED, WEAKLY_EFFICIENT, SUPER_UNDEFINED, UNDEFINED_EFFICIENCY, BASELINES_BY_NAME, AT_CHANCE, CHEAPEST, NOT_A_METRIC, DISTORTED, RAW_COUNTS, FAILED_CELLS, MEASURE_GAPS, NOT_RANKED, SOME_DATASETS, SAME_COLUMNS, INCOMPLETE_DATASETS,
    UNPROVEN, BROUGHT_SIGNS, RESAMPLED_SPLITS, COMPARED_WITH_SOURCE, COPIED_ROWS, FEW_DATASETS, ALIKE_DATASETS, SAME_DATASET, NARROW_RANGE, FEW_FOR_EFFECTS, LEFT_OUT_CHARACTERISTICS,
)  # fmt: skip

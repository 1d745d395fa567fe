"""Notes of a comparison: of the table of scores, the choice of the test and single tests; and the list of all."""

from bakeoff.comparisons.assumption_notes import ASSUMPTION_NOTES
from bakeoff.comparisons.verdict_notes import VERDICT_NOTES, score_name
from bakeoff.core.notes import Note, NoteKind, Severity
from bakeoff.core.text import capital, listed
from bakeoff.measures.naming import short_name_of

__all__ = ["NOTES"]

INFO, CAVEAT = Severity.INFO, Severity.CAVEAT
_BOUNDS = {1.0: "one", 0.0: "zero", -1.0: "minus one"}
CELLS = 3  # missing cells in one sentence


def _direction(note: Note) -> str:
    natural = {"higher": "better when higher", "lower": "better when lower"}
    declared = natural.get(note.facts["declared"], "not better on one side")
    return (
        f"{short_name_of(note.facts['measure'])} is {declared}, but it is treated as better when {note.facts['asked']}."
    )


def _averaged(note: Note) -> str:
    fewest, most = note.facts["fewest"], note.facts["most"]
    many = f"{fewest}" if fewest == most else f"{fewest} to {most}"
    return f"each score is the mean over {many} rows of its data set ({', '.join(note.facts['columns'])})."


def _runs_averaged(note: Note) -> str:
    facts = note.facts
    fewest, most = facts["fewest"], facts["most"]
    many = f"{fewest}" if fewest == most else f"{fewest} to {most}"
    parts = "; ".join(f"{name} {items:.3g} and {runs:.3g}" for name, items, runs in facts["parts"])
    apart = f" (standard deviations between items and between runs: {parts})" if parts and most > 1 else ""
    return f"each of {facts['items']} items counts by its mean over {many} runs ({facts['column']}){apart}."


def _missing(note: Note) -> str:
    cells, of = note.facts["cells"], note.facts["of"]
    where = ", ".join(f"{learner} on {block}" for learner, block in cells[:CELLS])
    more = f" and {len(cells) - CELLS} more" if len(cells) > CELLS else ""
    return f"{len(cells)} of {of} cells {'is' if len(cells) == 1 else 'are'} missing: {where}{more}."


def _side(note: Note) -> str:
    larger = {"greater": "larger", "less": "smaller"}[note.facts["alternative"]]
    if note.facts["baseline"] is not None:
        return f"each learner has {larger} scores than {note.facts['baseline']}"
    return f"the first of each pair has {larger} scores"


# The table of scores
DIRECTION = NoteKind(
    code="comparison.direction", severity=CAVEAT, words=_direction,
    means="The question reads the measure in another direction than its declaration.",
)  # fmt: skip
MIXED_SCALES = NoteKind(
    code="comparison.mixed_scales", severity=CAVEAT, means="Some rows look like fractions and others like percentages.",
    words=lambda note: f"row {note.facts['fractions']!r} contains fractions and row {note.facts['percentages']!r} percentages: are all on one scale?",
)  # fmt: skip
AVERAGED = NoteKind(
    code="comparison.averaged", severity=INFO, means="Several rows of a data set are averaged to one score.", words=_averaged
)  # fmt: skip
RUNS_AVERAGED = NoteKind(
    code="comparison.runs_averaged", severity=INFO, means="Scores of items are means over their runs.", words=_runs_averaged,
)  # fmt: skip
CONSTANT = NoteKind(
    code="comparison.constant", severity=CAVEAT, means="A column contains the same number everywhere.",
    words=lambda note: f"column {note.facts['learner']!r} is {note.facts['value']:g} everywhere: is it a score?",
)  # fmt: skip
ROW_NUMBERS = NoteKind(
    code="comparison.row_numbers", severity=INFO, means="The first column counts the rows and is used as row id.",
    words=lambda note: f"column {note.facts['column']!r} is used as row id: it only counts the rows.",
)  # fmt: skip
TURNED = NoteKind(
    code="comparison.turned", severity=INFO, means="Columns are splits (fold 1, fold 2, ...) and rows learners, so the table is turned.",
    words=lambda note: (
        f"columns {listed([repr(name) for name in note.facts['columns']], most=3)} are splits, so each row is read as a learner."
    ),
)  # fmt: skip
ID_COLUMNS = NoteKind(
    code="comparison.id_columns", severity=INFO, means="Columns contain ids by their names, so they are not compared.",
    words=lambda note: (
        f"column {note.facts['columns'][0]!r} contains ids, so it is not compared." if len(note.facts["columns"]) == 1
        else f"columns {listed([repr(name) for name in note.facts['columns']])} contain ids, so they are not compared."
    ),
)  # fmt: skip
SUMMARY_ROWS = NoteKind(
    code="comparison.summary_rows", severity=CAVEAT, means="Rows such as Average or Mean rank sum up the other rows, so they are not compared.",
    words=lambda note: (
        f"row {note.facts['rows'][0]!r} sums up other rows, so it is not compared; rename it if it is a data set." if len(note.facts["rows"]) == 1
        else f"rows {listed([repr(name) for name in note.facts['rows']])} sum up other rows, so they are not compared; rename those that are data sets."
    ),
)  # fmt: skip
SIDE_COLUMNS = NoteKind(
    code="comparison.side_columns", severity=CAVEAT,
    means="Columns describe data sets or other columns (sizes, deviations, p-values, means), so they are not compared.",
    words=lambda note: (
        f"column {note.facts['columns'][0]!r} describes the rows or other columns, so it is not compared; rename it if it is a learner."
        if len(note.facts["columns"]) == 1
        else f"columns {listed([repr(name) for name in note.facts['columns']])} describe the rows or other columns, so they are not compared; "
        "rename those that are learners."
    ),
)  # fmt: skip
KEPT_COLUMNS = NoteKind(
    code="comparison.kept_columns", severity=CAVEAT,
    means="The names of columns begin with the name of another learner (svm_std beside svm), but their values may be scores, so they are compared.",
    words=lambda note: (
        f"{listed([repr(name) for name in note.facts['columns']])} {'is' if len(note.facts['columns']) == 1 else 'are'} compared as "
        f"{'a learner' if len(note.facts['columns']) == 1 else 'learners'}: the values may be scores; leave out what only describes another column."
    ),
)  # fmt: skip
FIRST_NUMBERS = NoteKind(
    code="comparison.first_numbers", severity=INFO, means="Cells contain a mean with a deviation or marks; the mean is read.",
    words=lambda note: (
        f"in cells such as {note.facts['example']!r} only the first number is compared"
        + ("; the brackets are shown as a table of their own." if note.facts["brackets"] else ".")
    ),
)  # fmt: skip
DURATIONS = NoteKind(
    code="comparison.durations", severity=INFO, means="Cells are durations with units, read as seconds.",
    words=lambda note: f"durations such as {note.facts['example']} are read as seconds.",
)  # fmt: skip
RATIOS = NoteKind(
    code="comparison.ratios", severity=INFO, means="Scores have other units on every data set, so ratios are compared.",
    words=lambda note: (
        f"{score_name(note)} is in units of its own on every data set: ratios are compared, not differences"
        + (f"; a score of zero has none, so pairs with {listed(note.facts['zeros'])} are compared by signs." if note.facts["zeros"] else ".")
    ),
)  # fmt: skip
NO_RATIOS = NoteKind(
    code="comparison.no_ratios", severity=CAVEAT, means="Scores have other units on every data set, and zeros have no ratio.",
    words=lambda note: (
        f"{score_name(note)} is in units of its own on every data set, and scores of zero have no ratio: only ranks and signs are compared."
    ),
)  # fmt: skip
MISSING = NoteKind(code="comparison.missing", severity=CAVEAT, means="Cells of the table are empty.", words=_missing)
FAILED_CELLS = NoteKind(
    code="comparison.failed_cells", severity=CAVEAT, means="Cells of the table state that a learner failed there; such values are not missing at random.",
    words="{learner} failed on {rows} ({reasons}): a failure is worse than every score and has the last rank there.",
)  # fmt: skip
FAILED_OUT = NoteKind(
    code="comparison.failed_out", severity=CAVEAT, means="Rows on which a learner failed are left out for all learners, as it was asked for.",
    words="{rows} left out for all learners, because {learners} failed there: this may favour a learner that fails.",
)  # fmt: skip
DASHES = NoteKind(
    code="comparison.dashes", severity=CAVEAT, means="A cell is a dash: it is not known whether the learner failed or was not run.",
    words=lambda note: (
        f"{listed([f'{name} on {row}' for name, row in note.facts['cells']])} {'is a dash' if len(note.facts['cells']) == 1 else 'are dashes'}, read as missing. "
        "Did the learner fail there? Then write failed: a failure is not missing at random."
    ),
)  # fmt: skip
NO_COMPLETE_ROW = NoteKind(
    code="comparison.no_complete_row", severity=CAVEAT, means="No row has a score of every learner.",
    words="no row has a score of every learner: pairs are compared on what they share.",
)  # fmt: skip
NOT_PAIRED = NoteKind(
    code="comparison.not_paired", severity=INFO, means="Two samples are compared without pairs.",
    words="the rows are not paired: a paired comparison by data set or split has more power.",
)  # fmt: skip
PUBLISHED = NoteKind(
    code="comparison.published", severity=CAVEAT, means="Published means and standard deviations are compared.",
    words=(
        "weak evidence: pairing, the variance of the differences and the overlap of training sets cannot be derived from means and "
        "standard deviations."
    ),
)  # fmt: skip

# The choice of the test
FORCED = NoteKind(
    code="comparison.forced", severity=CAVEAT, means="The test was forced although it does not fit the evidence.",
    words=lambda note: f"{note.facts['phrase']} was forced although it does not fit: {note.facts['reason']}.",
)  # fmt: skip
BOUNDED = NoteKind(
    code="comparison.bounded", severity=CAVEAT, means="Scores of a learner lie within two standard deviations of a bound of the measure, where the t distribution is a poor approximation.",
    words=lambda note: (
        f"many values of {score_name(note)} are close to {_BOUNDS.get(note.facts['bound'], note.facts['bound'])}, so treat this p-value with caution; if you have the predictions, "
        "permutation (or DeLong's test, for the ROC AUC) compares it row by row."
    ),
)  # fmt: skip
MISCOUNTED = NoteKind(
    code="comparison.miscounted", severity=CAVEAT, means="The scheme gives another number of splits than there are rows.",
    words="{scheme} gives {splits} splits, and there are {rows} rows: is each row one split?",
)  # fmt: skip
RUNS_ASSUMED = NoteKind(
    code="comparison.runs_assumed", severity=INFO, means="Runs are assumed to be independent, which the scores cannot show.",
    words=(
        "runs are assumed to be independent experiments. If each row is the mean of one cross-validation of the same data, the rows share "
        "their data and p is far too small: give the score of every split with rows 'folds' and a scheme such as 10x10."
    ),
)  # fmt: skip
UNADJUSTED = NoteKind(
    code="comparison.unadjusted", severity=CAVEAT, means="Several pairs are tested without an adjustment.",
    words=lambda note: (
        f"{note.facts['pairs_tested']} pairs are not adjusted for: of equal learners about {note.facts['expected']:.2g} would be shown to differ."
    ),
)  # fmt: skip
POSTHOC_ALONE = NoteKind(
    code="comparison.posthoc_alone", severity=CAVEAT, means="A pair is shown to differ although the omnibus test does not reject.",
    words="the post-hoc test shows a difference although the omnibus test does not reject; interpret it with care.",
)  # fmt: skip
OMNIBUS_ALONE = NoteKind(
    code="comparison.omnibus_alone", severity=INFO, means="The omnibus test rejects, but no pair is shown to differ.",
    words=lambda note: (
        f"{capital(note.facts['phrase'])} rejects that all learners are equal, but no requested pair is shown to differ."
    ),
)  # fmt: skip

MEAN_RANKS = NoteKind(
    code="comparison.mean_ranks", severity=CAVEAT, means="Mean ranks depend on which other learners are in the table.",
    words=(
        "mean ranks depend on which other learners are in the table: with two equal learners, 20 data sets and 4 near-copies of "
        "one of them the Nemenyi test claimed a difference in 73% of simulated tables, Wilcoxon's test of each pair with Holm's "
        "method in 0.4% (Benavoli et al. 2016 describe the cause)."
    ),
)  # fmt: skip
TRANSITIVE = NoteKind(
    code="comparison.transitive", severity=CAVEAT, means="The adjustment assumes that equality of learners is transitive.",
    words=lambda note: (
        f"{note.facts['adjustment']} assumes that A equals C if A equals B and B equals C; hypotheses about single "
        "pairs need not be transitive: Holm's method does not assume it."
    ),
)  # fmt: skip
ONE_SIDED = NoteKind(
    code="comparison.one_sided", severity=CAVEAT, means="The question is one-sided.",
    words=lambda note: (
        f"one-sided, {_side(note)}: valid only if the side was stated before the scores were seen; "
        "never switch to one side to win."
    ),
)  # fmt: skip


# A single test
SMALL_CELLS = NoteKind(
    code="comparison.small_cells", severity=CAVEAT, means="A cell of a two by two table contains fewer than five.",
    words="a cell contains fewer than five: the normal approximation is poor",
)  # fmt: skip
FEW_FOR_NORMAL = NoteKind(
    code="comparison.few_for_normal", severity=CAVEAT, means="A normal approximation is used for fewer than 30 numbers.",
    words=lambda note: f"the normal approximation needs about 30 {note.facts['what']}, and there are {note.facts['n']}: {note.facts['cure']}",
)  # fmt: skip
NOT_CALIBRATABLE = NoteKind(
    code="comparison.not_calibratable", severity=CAVEAT, means="No degrees of freedom make this variant hold its level.",
    words="means of repeats cannot be calibrated: even one degree of freedom errs on about 9% of equal learners",
)  # fmt: skip
UNLINKED = NoteKind(
    code="comparison.unlinked", severity=CAVEAT, means="Some learners share no block with others.",
    words="some learners share no block: not all can be compared",
)  # fmt: skip
MEASURED_SIZE = NoteKind(
    code="comparison.measured_size", severity=CAVEAT, means="In simulations the test rejects equal learners more often than its level.",
    words=lambda note: (
        f"at a level of 5% it rejected {100 * note.facts['low']:.2g}% to {100 * note.facts['high']:.2g}% of equal learners in simulations "
        f"({note.facts['worst']} at worst); the corrected t-test stays nearer to its level"
    ),
)  # fmt: skip
FEW_OF_CLASS = NoteKind(
    code="comparison.few_of_class", severity=CAVEAT, means="A class has too few rows for the normal approximation of an area under the curve.",
    words="one class has {n} rows, and the normal approximation of the AUC needs about {needed} of each: the variant t allows for fewer",
)  # fmt: skip
FEW_EXCHANGED = NoteKind(
    code="comparison.few_exchanged", severity=CAVEAT, means="Few rows are labelled differently for the chi-squared distribution of Bowker's test.",
    words="{n} rows are labelled differently over {pairs} pairs of classes; the chi-squared distribution needs about 10 for each pair",
)  # fmt: skip
SINGLE_TESTS = (SMALL_CELLS, FEW_FOR_NORMAL, NOT_CALIBRATABLE, UNLINKED, MEASURED_SIZE, FEW_OF_CLASS, FEW_EXCHANGED)

NOTES = (
    *SINGLE_TESTS, RUNS_ASSUMED, DIRECTION, MIXED_SCALES, AVERAGED, RUNS_AVERAGED, CONSTANT, ROW_NUMBERS, TURNED, ID_COLUMNS,
    SUMMARY_ROWS, KEPT_COLUMNS, SIDE_COLUMNS, FIRST_NUMBERS, DURATIONS, RATIOS, NO_RATIOS, MISSING, FAILED_CELLS, FAILED_OUT, DASHES, NO_COMPLETE_ROW, NOT_PAIRED, PUBLISHED,
    FORCED, BOUNDED, MISCOUNTED, UNADJUSTED, POSTHOC_ALONE, OMNIBUS_ALONE, MEAN_RANKS, TRANSITIVE, ONE_SIDED,
    *ASSUMPTION_NOTES, *VERDICT_NOTES,
)  # fmt: skip

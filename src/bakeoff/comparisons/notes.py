"""Notes of a comparison: what a careful reader should know of the evidence, the test and the verdict."""

from collections.abc import Callable, Iterable, Sequence
from math import expm1

from bakeoff.core.notes import Note, NoteKind, Severity, grouped
from bakeoff.core.text import capital, format_p, listed, sentence_number
from bakeoff.measures.naming import short_name_of

__all__ = ["NOTES", "about_pairs", "difference_text"]

INFO, CAVEAT = Severity.INFO, Severity.CAVEAT
CROSSINGS = 3  # pairs of curves in one sentence
CELLS = 3  # missing cells in one sentence


def about_pairs(notes: Iterable[tuple[tuple[str, str], Note]], pairs: int) -> list[Note]:
    """Notes about single pairs, put together where kind and facts agree; the pairs become a fact unless all are meant."""
    groups = grouped((note.on(learners=pair) for pair, note in notes), "learners")
    return [
        group.note.kind(**{**group.note.facts, **({"pairs": group.members} if len(group.members) < pairs else {})})
        for group in groups
    ]


def difference_text(value: float, *, relative: bool, percent: bool = False) -> str:
    """A difference as readers meet it; the logarithm of a ratio is shown in percent, that of two percentages in points.

    >>> from math import log
    >>> difference_text(log(0.5), relative=True), difference_text(-0.5, relative=False)
    ('−50%', '−0.5')
    >>> difference_text(0.025, relative=False, percent=True)
    '2.5 points'
    """
    if relative:
        return f"{sentence_number(100 * expm1(value))}%"
    return f"{sentence_number(100 * value)} points" if percent else sentence_number(value)


def _of_pairs(words: Callable[[Note], str]) -> Callable[[Note], str]:
    """The words of a note, with the pairs it is about in front of them."""

    def prefixed(note: Note) -> str:
        pairs = "; ".join(" and ".join(pair) for pair in note.facts.get("pairs", ()))
        return f"{pairs}{': ' if pairs else ''}{words(note)}"

    return prefixed


def _is(n: int) -> str:
    return "is" if n == 1 else "are"


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
    return f"{len(cells)} of {of} cells {_is(len(cells))} missing: {where}{more}."


def _not_normal(note: Note) -> str:
    n = note.facts["n"]
    many = "; with this many pairs the mean is still close to normal" if n >= 30 else ""
    return f"the differences do not look normal (Shapiro-Wilk, {format_p(note.facts['p_value'])}, n = {n}){many}."


def _outliers(note: Note) -> str:
    far = note.facts["outliers"]
    verbs = "lies far from the rest and weighs" if far == 1 else "lie far from the rest and weigh"
    return f"{far} of {note.facts['n']} differences {verbs} on the mean."


def _grouped(note: Note) -> str:
    groups, n = note.facts["groups"], note.facts["n"]
    fewest, most = note.facts["fewest"], note.facts["most"]
    size = f"{most} rows each" if fewest == most else f"{fewest} to {most} rows"
    return f"the {n} rows belong to {groups} groups of {size}; rows of one group may depend on each other."


def _few_datasets(note: Note) -> str:
    n = note.facts["n"]
    if n == 1:
        return "results on one data set do not generalise to others."
    return (
        f"{n} data sets are few: the chi-squared approximation is poor below 10 data sets; prefer Iman-Davenport's F."
    )


def _crossing(note: Note) -> str:
    pairs: Sequence[tuple[str, str]] = note.facts["pairs"]
    shown = listed([" and ".join(pair) for pair in pairs], most=CROSSINGS) if len(pairs) > 1 else " and ".join(pairs[0])
    each = "each" if len(pairs) == 1 else "of each pair, each curve"
    return (
        f"the ROC curves of {shown} cross: {each} is better for some false positive rates or costs, so the areas do not "
        "order them (cost curves show where)."
    )


def _parted(note: Note) -> str:
    facts = note.facts
    what = f"mean ratio of {_score(note)}" if facts["relative"] else f"mean {_score(note)}"
    why = "a few large differences dominate the mean, many small ones the rank"
    return f"{facts['by_rank']} has the better mean rank, {facts['by_mean']} the better {what}: {why}."


def _score(note: Note) -> str:
    return short_name_of(note.facts["measure"]) or "score"


def _from(note: Note) -> str:
    return f" between {' and '.join(note.facts['between'])}" if note.facts.get("between") else ""


def _too_few(note: Note) -> str:
    facts = note.facts
    n, needed, pairs, evidence = facts["n"], facts["needed"], facts["pairs"], facts["evidence"]
    asked = f"{pairs} pairs together need" if pairs > 1 else "one pair needs"
    text = (
        f"No outcome on {evidence.counted(n)} that {'does' if n == 1 else 'do'} not tie gives p below {sentence_number(facts['smallest'])}; "
        f"{asked} at least {needed} at level {facts['alpha']:g}."
    )
    return " ".join([text, *_offers(note)])


def _offers(note: Note) -> list[str]:
    """What so few blocks can decide, by their number and that of the learners; nothing of it depends on p."""
    facts = note.facts
    before = []
    if facts.get("baseline_suffices"):
        before.append("a baseline")
    if facts.get("planned"):
        before.append(f"at most {facts['planned']} planned pair{'' if facts['planned'] == 1 else 's'}")
    lines = [f"Named before scores are seen, {' or '.join(before)} can be decided."] if before else []
    if facts.get("by_name"):
        summary = f"{facts['summary']} does so too, and " if facts["summary"] else ""
        lines.append(
            f"By name {facts['by_name']} decides if the differences are normal and on one scale over data sets; with scores of "
            f"splits {summary}{facts['bayes']} gives probabilities: see with_assumption() or --with-assumption."
        )
    return lines


def _side(note: Note) -> str:
    larger = {"greater": "larger", "less": "smaller"}[note.facts["alternative"]]
    if note.facts["baseline"] is not None:
        return f"each learner has {larger} scores than {note.facts['baseline']}"
    return f"the first of each pair has {larger} scores"


def _reach(note: Note) -> str:
    return "does not exclude zero" if note.facts["across_zero"] else "excludes zero"


def _rope(note: Note) -> str:
    rope = note.facts["rope"]
    return f"{100 * rope:.3g}%" if note.facts["relative"] else f"{rope:g}"


# The table of scores
DIRECTION = NoteKind(
    code="comparison.direction", severity=CAVEAT, words=_direction,
    means="The question reads the measure in another direction than its declaration.",
)  # fmt: skip
MIXED_SCALES = NoteKind(
    code="comparison.mixed_scales", severity=CAVEAT, means="Some rows look like fractions and others like percentages.",
    words=lambda note: f"row {note.facts['fractions']!r} holds fractions and row {note.facts['percentages']!r} percentages: are all on one scale?",
)  # fmt: skip
AVERAGED = NoteKind(
    code="comparison.averaged", severity=INFO, means="Several rows of a data set are averaged to one score.", words=_averaged
)  # fmt: skip
RUNS_AVERAGED = NoteKind(
    code="comparison.runs_averaged", severity=INFO, means="Scores of items are means over their runs.", words=_runs_averaged,
)  # fmt: skip
CONSTANT = NoteKind(
    code="comparison.constant", severity=CAVEAT, means="A column holds the same number everywhere.",
    words=lambda note: f"column {note.facts['learner']!r} is {note.facts['value']:g} everywhere: is it a score?",
)  # fmt: skip
ROW_NUMBERS = NoteKind(
    code="comparison.row_numbers", severity=INFO, means="The first column counts the rows and is used as row id.",
    words=lambda note: f"column {note.facts['column']!r} is used as row id: it only counts the rows.",
)  # fmt: skip
ID_COLUMNS = NoteKind(
    code="comparison.id_columns", severity=INFO, means="Columns hold ids by their names, so they are not compared.",
    words=lambda note: (
        f"column {note.facts['columns'][0]!r} holds ids, so it is not compared." if len(note.facts["columns"]) == 1
        else f"columns {listed([repr(one) for one in note.facts['columns']])} hold ids, so they are not compared."
    ),
)  # fmt: skip
FIRST_NUMBERS = NoteKind(
    code="comparison.first_numbers", severity=INFO, means="Cells hold a mean with a deviation or marks; the mean is read.",
    words=lambda note: f"in cells such as {note.facts['example']!r} only the first number is used.",
)  # fmt: skip
DURATIONS = NoteKind(
    code="comparison.durations", severity=INFO, means="Cells are durations with units, read as seconds.",
    words=lambda note: f"durations such as {note.facts['example']} are read as seconds.",
)  # fmt: skip
RATIOS = NoteKind(
    code="comparison.ratios", severity=INFO, means="Scores have other units on every data set, so ratios are compared.",
    words=lambda note: (
        f"{_score(note)} is in units of its own on every data set: ratios are compared, not differences"
        + (f"; a score of zero has none, so pairs with {listed(note.facts['zeros'])} are compared by signs." if note.facts["zeros"] else ".")
    ),
)  # fmt: skip
NO_RATIOS = NoteKind(
    code="comparison.no_ratios", severity=CAVEAT, means="Scores have other units on every data set, and zeros have no ratio.",
    words=lambda note: (
        f"{_score(note)} is in units of its own on every data set, and scores of zero have no ratio: only ranks and signs are compared."
    ),
)  # fmt: skip
MISSING = NoteKind(code="comparison.missing", severity=CAVEAT, means="Cells of the table are empty.", words=_missing)
FAILED_CELLS = NoteKind(
    code="comparison.failed_cells", severity=CAVEAT, means="Cells of the table state that a learner failed there; such values are not missing at random.",
    words="{learner} failed on {rows}: these rows are left out of its comparisons, which may favour it; count the failures beside the scores.",
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
    code="comparison.bounded", severity=CAVEAT, means="The t distribution is a poor approximation for a measure with a bound near the scores.",
    words=lambda note: (
        f"{_score(note)} is bounded and its values pile up near one, so the t distribution is a poor approximation; if you have the predictions, "
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

# What a test takes for granted
ZERO_DIFFERENCES = NoteKind(
    code="comparison.zero_differences", severity=INFO, means="Some differences are zero.",
    words=_of_pairs(lambda note: f"{note.facts['zeros']} of {note.facts['n']} differences {_is(note.facts['zeros'])} zero."),
)  # fmt: skip
TIED_DIFFERENCES = NoteKind(
    code="comparison.tied_differences", severity=INFO, means="Some differences have the same size and share a rank.",
    words=_of_pairs(lambda note: f"{note.facts['tied']} of {note.facts['n']} differences share their size with another; mid-ranks are used."),
)  # fmt: skip
LOPSIDED = NoteKind(
    code="comparison.lopsided", severity=CAVEAT, means="Differences are skewed to one side.",
    words=_of_pairs(lambda _: "the differences are skewed, so the test is about their pseudo-median."),
)  # fmt: skip
FEW_DISAGREEMENTS = NoteKind(
    code="comparison.few_disagreements", severity=CAVEAT, means="On few rows exactly one of the two is right.",
    words=_of_pairs(lambda note: f"only {note.facts['n']} rows on which exactly one is right."),
)  # fmt: skip
TOO_FEW_TO_CHECK = NoteKind(
    code="comparison.too_few_to_check", severity=INFO, means="There are too few numbers to check their distribution.",
    words=_of_pairs(lambda note: f"{note.facts['n']} {note.facts['what']} are too few to check whether they are normal or hold outliers."),
)  # fmt: skip
NOT_NORMAL = NoteKind(
    code="comparison.not_normal", severity=CAVEAT, means="Differences do not look normal.", words=_of_pairs(_not_normal)
)  # fmt: skip
SKEWED = NoteKind(
    code="comparison.skewed", severity=CAVEAT, means="Very many differences are skewed.",
    words=_of_pairs(lambda note: f"the differences are skewed ({note.facts['skewness']:.2g})."),
)  # fmt: skip
OUTLIERS = NoteKind(
    code="comparison.outliers", severity=CAVEAT, means="Some differences lie far from the rest.", words=_of_pairs(_outliers)
)  # fmt: skip
HUGE_SAMPLE = NoteKind(
    code="comparison.huge", severity=CAVEAT, means="With so many pairs even a very small difference is significant.",
    words=_of_pairs(lambda note: (
        f"{note.facts['n']} pairs make even a very small difference significant: look at its size; a large sample may still be biased."
    )),
)  # fmt: skip
SPREADS_DIFFER = NoteKind(
    code="comparison.spreads_differ", severity=INFO, means="Two samples spread differently.",
    words=lambda note: f"the spreads differ (Levene, {format_p(note.facts['p_value'])}); Welch's degrees of freedom allow for it.",
)  # fmt: skip
MINUTE = NoteKind(
    code="comparison.minute", severity=CAVEAT, means="Scores differ by less than a millionth of their size.",
    words="the scores differ by less than a millionth of their size: state which difference matters (rope).",
)  # fmt: skip
FEW_DATASETS = NoteKind(
    code="comparison.few_datasets", severity=CAVEAT, means="There are few data sets for the null distribution of the test.", words=_few_datasets
)  # fmt: skip
FEW_GROUPS = NoteKind(
    code="comparison.few_groups", severity=CAVEAT, means="Sign patterns of so few groups cannot reach p = 0.05.",
    words="exchanging {groups} groups cannot reach p = 0.05, whatever the rows are; at least {needed} groups are needed.",
)  # fmt: skip
GROUPED = NoteKind(
    code="comparison.grouped", severity=INFO, means="Rows come in groups, and tests count groups.", words=_grouped,
)  # fmt: skip
NOT_SPHERICAL = NoteKind(
    code="comparison.not_spherical", severity=CAVEAT, means="Differences of the learners do not spread alike.",
    words=lambda note: (
        f"differences do not spread alike (Mauchly W = {note.facts['w']:.2f}, {format_p(note.facts['p_value'])}); use correction 'gg'."
    ),
)  # fmt: skip
COMMENSURABLE = NoteKind(
    code="comparison.commensurable", severity=CAVEAT, means="The test compares the size of scores across data sets.",
    words="the sizes of scores are compared across data sets, which assumes that they are commensurable.",
)  # fmt: skip
MAGNITUDES = NoteKind(
    code="comparison.magnitudes", severity=CAVEAT, means="Scores of the data sets differ in size by a large factor.",
    words=(
        "scores of the data sets differ in size by a factor of {factor:.3g}: if they have units of their own, name the "
        "measure or take the sign test."
    ),
)  # fmt: skip
TIED_RANKS = NoteKind(
    code="comparison.tied_ranks", severity=CAVEAT, means="Many ranks are ties.",
    words="{share:.0%} of the ranks are ties; more digits or another measure would show more.",
)  # fmt: skip

# The verdict
RANK_AND_MEAN = NoteKind(
    code="comparison.rank_and_mean", severity=CAVEAT, means="The mean rank favours one learner, the mean score another.", words=_parted
)  # fmt: skip
CURVES_CROSS = NoteKind(
    code="comparison.curves_cross", severity=CAVEAT, means="ROC curves cross, so their areas do not order them.", words=_crossing
)  # fmt: skip
TOO_FEW_BLOCKS = NoteKind(
    code="comparison.too_few_blocks", severity=CAVEAT, means="No outcome on so few blocks could have shown a difference.", words=_too_few
)  # fmt: skip
ESTIMATES_PART = NoteKind(
    code="comparison.estimates_part", severity=CAVEAT, means="The mean difference favours one learner, the estimate behind p the other.",
    words=lambda note: (
        f"The {note.facts['estimator']} favours {note.facts['by_estimate']}, the mean difference of "
        f"{difference_text(note.facts['mean'], relative=note.facts['relative'], percent=note.facts.get('percent', False))} favours {note.facts['by_mean']}: "
        "a few large differences dominate the mean."
    ),
)  # fmt: skip
TOO_FEW_GROUPS = NoteKind(
    code="comparison.too_few_groups", severity=CAVEAT, means="No outcome on so few groups of rows could have shown a difference.",
    words="No outcome on {groups} groups could have shown it by exchanging groups; at least {needed} are needed.",
)  # fmt: skip
DETECTABLE = NoteKind(
    code="comparison.detectable", severity=INFO, means="The smallest difference that this much evidence could have shown with 80% power.",
    words=lambda note: (
        f"Smallest detectable difference{_from(note)} (80% power): "
        f"{difference_text(note.facts['difference'], relative=note.facts['relative'], percent=note.facts.get('percent', False))}."
    ),
)  # fmt: skip
NOTHING_DETECTABLE = NoteKind(
    code="comparison.nothing_detectable", severity=CAVEAT, means="This much evidence could not have detected even the largest difference.",
    words="Even the largest difference would not have been detected with 80% power.",
)  # fmt: skip
CRITICAL_DIFFERENCE = NoteKind(
    code="comparison.critical_difference", severity=INFO, means="The smallest difference of mean ranks that can be shown.",
    words=lambda note: (
        f"With {note.facts['evidence'].counted(note.facts['n'])} a difference of mean ranks below {note.facts['critical']:.2f} cannot be shown."
    ),
)  # fmt: skip
NO_RANKS_SUFFICE = NoteKind(
    code="comparison.no_ranks_suffice", severity=CAVEAT, means="Mean ranks of so few learners cannot lie far enough apart.",
    words=lambda note: (
        f"No outcome on {note.facts['evidence'].counted(note.facts['n'])} could have shown a difference: mean ranks of "
        f"{note.facts['learners']} learners are at most {note.facts['learners'] - 1} apart, and {note.facts['critical']:.2f} would be needed."
    ),
)  # fmt: skip
INTERVAL_COUNTS_TIES = NoteKind(
    code="comparison.interval_counts_ties", severity=INFO, means="The interval counts ties in full, p does not.",
    words=lambda note: (
        f"The interval ({note.facts['method']}) {_reach(note)}: {note.facts['ties']} of {note.facts['n']} are ties, which it counts in full."
    ),
)  # fmt: skip
INTERVAL_OF_SCORES = NoteKind(
    code="comparison.interval_of_scores", severity=INFO, means="p reads the ranks, the interval reads the scores.",
    words=lambda note: f"p reads the ranks; the interval ({note.facts['method']}) reads the scores themselves and {_reach(note)}.",
)  # fmt: skip
CLOSE_CALL = NoteKind(
    code="comparison.close_call", severity=CAVEAT, means="p and the interval disagree on whether there is a difference.",
    words=lambda note: f"The interval ({note.facts['method']}) uses another method than p and {_reach(note)}: a close call.",
)  # fmt: skip
SMALL_DIFFERENCE = NoteKind(
    code="comparison.small_difference", severity=CAVEAT, means="The difference is significant and smaller than the region of equivalence.",
    words=lambda note: f"The difference is smaller than the region of ±{_rope(note)} of equivalence (rope).",
)  # fmt: skip
MAYBE_SMALL = NoteKind(
    code="comparison.maybe_small", severity=CAVEAT, means="The difference is significant and may lie inside the region of equivalence.",
    words=lambda note: f"It may still lie inside the region of ±{_rope(note)} of equivalence (rope).",
)  # fmt: skip


# Every assumption, passed or not
def _assumed(note: Note) -> str:
    facts = note.facts
    normal = [_verdict_of_check("Shapiro-Wilk", p) for p in facts["normal"]]
    spread = _verdict_of_check("Levene", facts["spreads"])
    what = "differences" if len(normal) == 1 else "scores of each learner"
    parts = [
        f"normal {what}, {' and '.join(normal)}"
        + (f" (n = {facts['n']})" if facts["n"] < 30 else f"; with n = {facts['n']} the mean is near normal anyway")
    ]
    parts += [
        f"equal variances of the two learners, {spread}",
        "continuous scores, " + ("contradicted: all are whole numbers" if facts["whole"] else "not contradicted"),
    ]
    return f"assumptions of {facts['phrase']}: {'; '.join(parts)}; random samples: cannot be tested"


def _verdict_of_check(test: str, p: float | None) -> str:
    if p is None:
        return f"not checked ({test} needs more numbers)"
    return f"{'contradicted' if p < 0.05 else 'not contradicted'} ({test}, {format_p(p)})"


ASSUMPTIONS = NoteKind(
    code="comparison.assumptions", severity=INFO, means="The assumptions of the test, with the result of each check.", words=_assumed
)  # fmt: skip
WHOLE_NUMBERS = NoteKind(
    code="comparison.whole_numbers", severity=CAVEAT, means="Scores are whole numbers, and the test takes continuous values.",
    words="all scores are whole numbers, as counts of errors are, and the test assumes continuous values; compare rates, or use a test for counts.",
)  # fmt: skip

# A single test
SMALL_CELLS = NoteKind(
    code="comparison.small_cells", severity=CAVEAT, means="A cell of a two by two table holds fewer than five.",
    words="a cell holds fewer than five: the normal approximation is poor",
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
    words="one class has {n} rows, and the normal approximation of the AUC needs about {needed} of each: the permutation test does not need it",
)  # fmt: skip
SINGLE_TESTS = (SMALL_CELLS, FEW_FOR_NORMAL, NOT_CALIBRATABLE, UNLINKED, MEASURED_SIZE, FEW_OF_CLASS)

NOTES = (
    *SINGLE_TESTS, ASSUMPTIONS, WHOLE_NUMBERS, RUNS_ASSUMED, DIRECTION, MIXED_SCALES, AVERAGED, RUNS_AVERAGED, CONSTANT, ROW_NUMBERS, ID_COLUMNS, FIRST_NUMBERS, DURATIONS, RATIOS, NO_RATIOS, MISSING, FAILED_CELLS, NO_COMPLETE_ROW, NOT_PAIRED, PUBLISHED,
    FORCED, BOUNDED, MISCOUNTED, UNADJUSTED, POSTHOC_ALONE, OMNIBUS_ALONE, MEAN_RANKS, TRANSITIVE, ONE_SIDED,
    ZERO_DIFFERENCES, TIED_DIFFERENCES, LOPSIDED, FEW_DISAGREEMENTS, TOO_FEW_TO_CHECK, NOT_NORMAL, SKEWED, OUTLIERS, HUGE_SAMPLE,
    SPREADS_DIFFER, MINUTE, FEW_DATASETS, FEW_GROUPS, GROUPED, NOT_SPHERICAL, COMMENSURABLE, MAGNITUDES, TIED_RANKS,
    RANK_AND_MEAN, CURVES_CROSS, TOO_FEW_BLOCKS, TOO_FEW_GROUPS, ESTIMATES_PART, DETECTABLE, NOTHING_DETECTABLE,
    CRITICAL_DIFFERENCE, NO_RANKS_SUFFICE, INTERVAL_COUNTS_TIES, INTERVAL_OF_SCORES, CLOSE_CALL, SMALL_DIFFERENCE, MAYBE_SMALL,
)  # fmt: skip

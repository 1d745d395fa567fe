"""Notes on what a test takes for granted: zeros, ties, normality, groups, few blocks; and every assumption with its check."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from bakeoff.core.calibration import Kind, figures_about, outside
from bakeoff.core.notes import Note, NoteKind, Severity, grouped
from bakeoff.core.text import format_p, listed

__all__ = ["ASSUMPTION_NOTES", "about_pairs"]

INFO, CAVEAT = Severity.INFO, Severity.CAVEAT
_COUNTS = {  # what such a note counts or measures
    "comparison.zero_differences": "zeros",
    "comparison.tied_differences": "tied",
    "comparison.not_normal": "p_value",
    "comparison.not_normal_of_many": "p_value",
}
MANY = 30  # differences whose mean is close to normal although they are not
FEWEST_SIMULATED = 10  # runs: with fewer nothing is known about heavy tails
HEAVY_TAILS = "heavy tails"  # the part of a simulated setting that breaks normality
_APART = 2  # notes of one kind with counts of their own; more become one with the range of the counts


def about_pairs(notes: Iterable[tuple[tuple[str, str], Note]], pairs: int) -> list[Note]:
    """Notes about single pairs, put together where kind and facts agree; the pairs become a fact unless all are meant.

    Notes that count something, and differ in little else from pair to pair, become one with the range of the counts.
    """
    pair_notes = list(notes)
    groups = grouped((note.on(learners=pair) for pair, note in pair_notes), "learners")
    often = Counter(group.note.kind.code for group in groups)
    many = [code for code in _COUNTS if often[code] > _APART]
    ranges = {code: _range([note for _, note in pair_notes if note.code == code], pairs) for code in many}
    joined = [
        group.note.kind(**{**group.note.facts, **({"pairs": group.members} if len(group.members) < pairs else {})})
        if group.note.code not in ranges
        else ranges[group.note.code]
        for group in groups
    ]
    return [note for index, note in enumerate(joined) if note not in joined[:index]]


def _range(notes: Sequence[Note], pairs: int) -> Note:
    """One note for many pairs: the least and the most of what each counts, and of how many."""
    counts, sizes = ([note.facts[name] for note in notes] for name in (_COUNTS[notes[0].code], "n"))
    return notes[0].kind(counts=(min(counts), max(counts)), n=(min(sizes), max(sizes)), noted=len(notes), of=pairs)


def _span(ends: tuple[int, int]) -> str:
    return f"{ends[0]}" if ends[0] == ends[1] else f"{ends[0]} to {ends[1]}"


def _counted(words: Callable[[str, int], str], name: str) -> Callable[[Note], str]:
    """The words of a note that counts something, of one pair or of many."""

    def made(note: Note) -> str:
        facts = note.facts
        if "noted" not in facts:
            return words(f"{facts[name]} of {facts['n']}", facts[name])
        where = f"all {facts['of']}" if facts["noted"] == facts["of"] else f"{facts['noted']} of {facts['of']}"
        counts = f"{_span(facts['counts'])} of {_span(facts['n'])}"
        return f"in {where} pairs {words(counts, facts['counts'][1])}"

    return made


def _of_pairs(words: Callable[[Note], str]) -> Callable[[Note], str]:
    """The words of a note, with the pairs it is about in front of them."""

    def prefixed(note: Note) -> str:
        pairs = "; ".join(" and ".join(pair) for pair in note.facts.get("pairs", ()))
        return f"{pairs}{': ' if pairs else ''}{words(note)}"

    return prefixed


def _is(n: int) -> str:
    return "is" if n == 1 else "are"


def _not_normal(note: Note) -> str:
    facts = note.facts
    n = facts["n"] if "noted" not in facts else facts["n"][0]
    many = "; with this many differences their mean is still close to normal" if n >= MANY else ""
    if "noted" not in facts:
        return f"the differences do not look normal (Shapiro-Wilk, {format_p(facts['p_value'])}, n = {n}){many}."
    where = f"all {facts['of']}" if facts["noted"] == facts["of"] else f"{facts['noted']} of {facts['of']}"
    least = format_p(facts["counts"][0])
    return f"in {where} pairs the differences do not look normal (Shapiro-Wilk, least {least}, n = {_span(facts['n'])}){many}."


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


def _assumed(note: Note) -> str:
    facts = note.facts
    normal = [_check_of_normality(p) for p in facts["normal"]]
    what = "differences" if len(normal) == 1 else "scores of each learner"
    checked = normal[0] if len(set(normal)) == 1 else " and ".join(normal)
    parts = [
        f"normal {what}: {checked}"
        + (
            f" (n = {facts['n']}){_robustness(facts['test']) if facts['n'] >= FEWEST_SIMULATED else ''}"
            if facts["n"] < 30
            else f"; with n = {facts['n']} the mean is near normal anyway"
        )
    ]
    parts += [
        "continuous scores: " + ("contradicted, all are whole numbers" if facts["whole"] else "no evidence against")
    ]
    return f"assumptions of {facts['phrase']}: {'; '.join(parts)}; random sampling: not testable"


def _robustness(test: str) -> str:
    """How often a test claims a difference of equal learners if its scores have heavy tails, where that was simulated."""
    measured = [
        figure for figure in figures_about(test) if figure.kind is Kind.SIZE and figure.parts[1:] == (HEAVY_TAILS,)
    ]
    if not measured or any(outside(figure.rate, figure.runs, figure.band) for figure in measured):
        return ""
    rates = [f"{100 * figure.rate:.1f}% ({figure.parts[0]})" for figure in measured]
    return f"; robust to heavy tails: in simulations it called {listed(rates)} of equal learners different at level 5%"


def _assumed_of_groups(note: Note) -> str:
    groups, checked = note.facts["groups"], _check_of_normality(note.facts["normal"])
    many = f" (n = {groups})" if groups < 30 else f"; with n = {groups} the mean is near normal anyway"
    return (
        f"assumptions of {note.facts['phrase']}: normal totals of the groups: {checked}{many}; "
        "groups that do not depend on each other, random sampling: not testable"
    )


def _assumed_of_table(note: Note) -> str:
    facts = note.facts
    w, p = facts["w"], facts["p_value"]
    spread = (
        "not checked (Mauchly's test needs three learners and more blocks than learners)" if p is None
        else f"{'contradicted' if p < 0.05 else 'no evidence against'} (Mauchly W = {w:.3g}, {format_p(p)})"
    )  # fmt: skip
    return (
        f"assumptions of {facts['phrase']}: normal residuals: {_check_of_normality(facts['normal'])}; differences that spread alike (sphericity): {spread}, "
        f"Greenhouse-Geisser epsilon {facts['epsilon']:.3g} (1 is perfect; --variant gg corrects for less); independent blocks: not testable"
    )


def _check_of_normality(p: float | None) -> str:
    if p is None:
        return "not checked (Shapiro-Wilk needs 8 to 2,000 values that are not all equal)"
    return f"{'contradicted' if p < 0.05 else 'no evidence against'} (Shapiro-Wilk, {format_p(p)})"


def _unseen_tail(note: Note) -> str:
    """What is assumed, whose losses speak against it, and what happens where it fails."""
    facts = note.facts
    heavy_tails = f"; the largest losses of {listed(facts['heavy'])} look like a heavy tail" if facts["heavy"] else ""
    claims, coverage = (facts[name] for name in ("claims", "coverage"))
    measured = [
        *([f"{claims:.0%} of pairs of equally good learners get a winner where one of them has such errors in 2% of the rows"] if claims is not None else []),
        *([f"as few as {coverage:.0%} of 95% intervals of a single {facts['measure']} cover"] if coverage is not None else []),
    ]  # fmt: skip
    rows = f"; in simulations with about {facts['n']} rows {listed(measured)}" if measured else ""
    return f"the verdict assumes that no learner has rare errors far larger than those seen, which no sample can rule out{heavy_tails}{rows}."


ZERO_DIFFERENCES = NoteKind(
    code="comparison.zero_differences", severity=INFO, means="Some differences are zero.",
    words=_of_pairs(_counted(lambda counts, n: f"{counts} scores {_is(n)} tied.", "zeros")),
)  # fmt: skip
TIED_DIFFERENCES = NoteKind(
    code="comparison.tied_differences", severity=INFO, means="Some differences have the same size and share a rank.",
    words=_of_pairs(_counted(lambda counts, _: f"{counts} differences share their size with another; mid-ranks are used.", "tied")),
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
    words=_of_pairs(lambda note: f"{note.facts['n']} {note.facts['what']} are too few to check whether they are normal or contain outliers."),
)  # fmt: skip
NOT_NORMAL = NoteKind(
    code="comparison.not_normal", severity=CAVEAT, means="Differences do not look normal.", words=_of_pairs(_not_normal)
)  # fmt: skip
NOT_NORMAL_OF_MANY = NoteKind(
    code="comparison.not_normal_of_many", severity=INFO, words=_of_pairs(_not_normal),
    means="Differences do not look normal, but there are so many that their mean is close to normal.",
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


def _neighbours(note: Note) -> str:
    unit, (a, b) = note.facts["unit"], note.facts["pair"]
    cure = (
        "if the order is that of time, name the times (time, --time); if neighbours belong together, name groups (groups, --groups)"
        if unit == "row"
        else "if the order is that of time, name the times (time, --time) instead of groups"
    )
    return (
        f"neighbouring {unit}s of the file have similar differences of {a} and {b} (correlation {note.facts['correlation']:.2f} of {note.facts['n']} {unit}s; "
        f"of files with independent {unit}s fewer than {note.facts['often']:.1%} look like this), and p-values and intervals are then too small: {cure}. A file that was only sorted "
        "needs neither."
    )


UNEVEN_STEPS = NoteKind(
    code="comparison.uneven_steps", severity=CAVEAT, means="Rows in time have gaps, and tests take the steps for equal.",
    words=lambda note: f"the {note.facts['times']} times have gaps; the test takes neighbours to be one step apart.",
)  # fmt: skip
NEIGHBOURS_ALIKE = NoteKind(
    code="comparison.neighbours_alike", severity=CAVEAT, means="Rows that are compared as independent follow each other as rows in time do.", words=_neighbours,
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
    words="{share:.0%} of the ranks are tied: use more decimal places or a finer measure.",
)  # fmt: skip
ASSUMPTIONS = NoteKind(
    code="comparison.assumptions", severity=INFO, means="The assumptions of the test, with the result of each check.", words=_assumed
)  # fmt: skip
GROUP_ASSUMPTIONS = NoteKind(
    code="comparison.group_assumptions", severity=INFO, means="The assumptions of a test of rows in groups, with the result of each check.",
    words=_assumed_of_groups,
)  # fmt: skip
TABLE_ASSUMPTIONS = NoteKind(
    code="comparison.table_assumptions", severity=INFO, means="The assumptions of an analysis of variance, with the result of each check.",
    words=_assumed_of_table,
)  # fmt: skip
WHOLE_NUMBERS = NoteKind(
    code="comparison.whole_numbers", severity=CAVEAT, means="Scores are whole numbers, and the test takes continuous values.",
    words="all scores are whole numbers, as counts of errors are, and the test assumes continuous values; compare rates with their decimals, or use a test for counts.",
)  # fmt: skip
UNSEEN_TAIL = NoteKind(
    code="comparison.unseen_tail", severity=CAVEAT, means="A verdict on unbounded losses assumes that no rare error is far larger than those seen.",
    words=_unseen_tail,
)  # fmt: skip
ASSUMPTION_NOTES = (
    ZERO_DIFFERENCES, TIED_DIFFERENCES, LOPSIDED, FEW_DISAGREEMENTS, TOO_FEW_TO_CHECK, NOT_NORMAL, NOT_NORMAL_OF_MANY, SKEWED, OUTLIERS,
    HUGE_SAMPLE, SPREADS_DIFFER, MINUTE, FEW_DATASETS, FEW_GROUPS, GROUPED, UNEVEN_STEPS, NEIGHBOURS_ALIKE, NOT_SPHERICAL, COMMENSURABLE, MAGNITUDES,
    TIED_RANKS, ASSUMPTIONS, GROUP_ASSUMPTIONS, TABLE_ASSUMPTIONS, WHOLE_NUMBERS, UNSEEN_TAIL,
)  # fmt: skip

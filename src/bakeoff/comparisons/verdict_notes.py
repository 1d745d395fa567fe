"""Notes on a verdict: what qualifies it, what so much evidence could have shown, and what would settle it."""

from collections.abc import Sequence
from math import expm1

from bakeoff.core.calibration import ONE_SPLIT, Kind, most_false_claims, of_equal_methods
from bakeoff.core.notes import Note, NoteKind, Severity
from bakeoff.core.text import capital, format_p, listed, sentence_number
from bakeoff.measures.naming import short_name_of

__all__ = ["VERDICT_NOTES", "difference_text", "score_name"]

INFO, CAVEAT = Severity.INFO, Severity.CAVEAT
CROSSINGS = 3  # pairs of curves in one sentence


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


def _difference(note: Note, fact: str) -> str:
    """A difference among the facts of a note, in the unit of the table."""
    return difference_text(
        note.facts[fact], relative=note.facts["relative"], percent=bool(note.facts.get("percent", False))
    )


def _crossing(note: Note) -> str:
    pairs: Sequence[tuple[str, str]] = note.facts["pairs"]
    shown = listed([" and ".join(pair) for pair in pairs], most=CROSSINGS) if len(pairs) > 1 else " and ".join(pairs[0])
    subject = "each" if len(pairs) == 1 else "of each pair, each curve"
    return (
        f"the ROC curves of {shown} cross: {subject} is better for some false positive rates or costs, so the areas do not "
        "order them (cost curves show where)."
    )


def _parted(note: Note) -> str:
    facts = note.facts
    what = f"mean ratio of {score_name(note)}" if facts["relative"] else f"mean {score_name(note)}"
    why = "a few large differences dominate the mean, many small ones the rank"
    return f"{facts['by_rank']} has the better mean rank, {facts['by_mean']} the better {what}: {why}."


def score_name(note: Note) -> str:
    """The measure that a note is about, as one says it."""
    return short_name_of(note.facts["measure"]) or "score"


def _from(note: Note) -> str:
    return f" between {' and '.join(note.facts['between'])}" if note.facts.get("between") else ""


def _too_few(note: Note) -> str:
    facts = note.facts
    n, needed, pairs, evidence = facts["n"], facts["needed"], facts["pairs"], facts["evidence"]
    asked = f"{pairs} pairs together" if pairs > 1 else "one pair"
    text = (
        f"At least {needed} {evidence.blocks} are needed to decide {asked} at level {facts['alpha']:g}: "
        f"the smallest p that {evidence.counted(n)} can give is {sentence_number(facts['smallest'])}."
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
    lines = [f"{capital(' or '.join(before))} can be decided, if named before the scores are seen."] if before else []
    if facts.get("by_name"):
        summary = f"{facts['summary']} decides too, and " if facts["summary"] else ""
        lines.append(
            f"With assumptions more can be decided (with_assumption(), --with-assumption): {facts['by_name']} if the differences are "
            f"normal and on one scale over data sets; with scores of splits {summary}{facts['bayes']} gives probabilities."
        )
    return lines


def _reach(note: Note) -> str:
    return "does not exclude zero" if note.facts["across_zero"] else "excludes zero"


def _rope(note: Note) -> str:
    rope = note.facts["rope"]
    return f"{100 * rope:.3g}%" if note.facts["relative"] else f"{rope:g}"


def _fitted_models(_: Note) -> str:
    rates = of_equal_methods()
    measured = f" In simulations of equal learning methods, each trained once, such a verdict at .05 called one of the two models better in {rates} (docs/how-honest.md, {ONE_SPLIT})."
    return (
        "predictions are compared row by row, so claims are about the fitted models that made them, on rows like these, not about the methods that trained the models."
        f"{measured if rates else ''} For a claim about the methods compare them over more splits, such as 10-fold cross-validation."
    )


ORIGINS_DOOR = "verdict over origins"  # how the simulations of it are called
MANY_ORIGINS = 50  # from here the test over origins has what rows in time have, of which 100 and more were simulated


def _few_origins(note: Note) -> str:
    many = note.facts["learners"] > 2
    rate = most_false_claims("diebold_mariano", ORIGINS_DOOR, Kind.FWER if many else Kind.SIZE)
    claimed = "any difference between four equal learners" if many else "a difference between two equal learners"
    measured = f" In simulations with 20 origins such a verdict at .05 claimed {claimed} in up to {rate} of the cases (docs/how-honest.md, {ORIGINS_DOOR})."
    return f"{note.facts['origins']} origins show little of how strongly neighbouring scores depend on each other.{measured if rate else ''} Take more origins, as far apart as you can."


RANK_AND_MEAN = NoteKind(
    code="comparison.rank_and_mean", severity=CAVEAT, means="The mean rank favours one learner, the mean score another.", words=_parted
)  # fmt: skip
CURVES_CROSS = NoteKind(
    code="comparison.curves_cross", severity=CAVEAT, means="ROC curves cross, so their areas do not order them.", words=_crossing
)  # fmt: skip
TOO_FEW_BLOCKS = NoteKind(
    code="comparison.too_few_blocks", severity=CAVEAT, means="No outcome on so few blocks could have shown a difference.", words=_too_few
)  # fmt: skip
TOO_FEW_GROUPS = NoteKind(
    code="comparison.too_few_groups", severity=CAVEAT, means="No outcome on so few groups of rows could have shown a difference.",
    words="At least {needed} groups are needed: no outcome on {groups} groups could have shown a difference by exchanging them.",
)  # fmt: skip
ESTIMATES_PART = NoteKind(
    code="comparison.estimates_part", severity=CAVEAT, means="The mean difference favours one learner, the estimate behind p the other.",
    words=lambda note: (
        f"The {note.facts['estimator']} favours {note.facts['by_estimate']}, the mean difference of "
        f"{_difference(note, 'mean')} favours {note.facts['by_mean']}: "
        "a few large differences dominate the mean."
    ),
)  # fmt: skip
NOT_ON_AVERAGE = NoteKind(
    code="comparison.not_on_average", severity=CAVEAT, means="What is shown on a typical data set is not shown by the mean difference over data sets.",
    words=lambda note: (
        f"On average over data sets this is not shown: the interval of the mean difference {note.facts['problem']}."
    ),
)  # fmt: skip
FAILED_BLOCKS = NoteKind(
    code="comparison.failed_blocks", severity=CAVEAT, means="A learner failed on some blocks; there it counts as worse than every score.",
    words=lambda note: (
        listed([f"{name} failed on {count}" for name, count in note.facts["learners"]])
        + f" of {note.facts['of']} {note.facts['blocks']}, which counts as worse than every score."
    ),
)  # fmt: skip
DETECTABLE = NoteKind(
    code="comparison.detectable", severity=INFO, means="The smallest difference that this much evidence could have shown with 80% power.",
    words=lambda note: (
        f"This study could have detected a gap{_from(note)} of {_difference(note, 'difference')} or more (80% power)."
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
INTERVAL_DISAGREES = NoteKind(
    code="comparison.interval_disagrees", severity=CAVEAT, means="p is far from the level, and the interval, by another method, states the opposite.",
    words=lambda note: (
        f"The interval ({note.facts['method']}) uses another method than p and {_reach(note)}: "
        f"the two disagree ({format_p(note.facts['p'])}), so neither is firm."
    ),
)  # fmt: skip
SMALL_DIFFERENCE = NoteKind(
    code="comparison.small_difference", severity=CAVEAT, means="The difference is significant and smaller than the region of equivalence.",
    words=lambda note: f"The difference is smaller than the region of ±{_rope(note)} of equivalence (rope).",
)  # fmt: skip
MAYBE_SMALL = NoteKind(
    code="comparison.maybe_small", severity=CAVEAT, means="The difference is significant and may lie inside the region of equivalence.",
    words=lambda note: f"It may still lie inside the region of ±{_rope(note)} of equivalence (rope).",
)  # fmt: skip
PICKED_BEST = NoteKind(
    code="comparison.picked_best", severity=INFO, means="The score of the best learner was measured on the rows by which it was picked.",
    words=(
        "{best} scored best of {learners} learners on these rows, and the best of several scores is partly luck: quote its score corrected for "
        "that (bo.best_of, or best() of a study), or one on new rows."
    ),
)  # fmt: skip
FITTED_MODELS = NoteKind(
    code="comparison.fitted_models", severity=INFO, words=_fitted_models,
    means="Predictions are compared row by row, so claims are about the fitted models that made them and not about the methods that trained the models.",
)  # fmt: skip
FEW_ORIGINS = NoteKind(
    code="comparison.few_origins", severity=INFO, words=_few_origins,
    means="So few rolling origins show little of how scores depend on each other; the verdict claims more than its level states.",
)  # fmt: skip
VERDICT_NOTES = (
    RANK_AND_MEAN, CURVES_CROSS, TOO_FEW_BLOCKS, TOO_FEW_GROUPS, ESTIMATES_PART, NOT_ON_AVERAGE, FAILED_BLOCKS, DETECTABLE, NOTHING_DETECTABLE,
    CRITICAL_DIFFERENCE, NO_RANKS_SUFFICE, INTERVAL_COUNTS_TIES, INTERVAL_OF_SCORES, CLOSE_CALL, INTERVAL_DISAGREES, SMALL_DIFFERENCE,
    MAYBE_SMALL, PICKED_BEST, FITTED_MODELS, FEW_ORIGINS,
)  # fmt: skip

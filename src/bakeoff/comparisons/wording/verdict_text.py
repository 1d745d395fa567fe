"""VerdictText: a judgement in words, made once for the terminal, the page, Markdown, LaTeX and JSON."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from math import isnan

from bakeoff.comparisons.evidence.kinds import DATASETS, FOLDS
from bakeoff.comparisons.judging.judgement import JudgedPair, Judgement
from bakeoff.comparisons.judging.stability import Stability
from bakeoff.comparisons.judging.standing import Relation, Standing, VerdictShape, standing_of
from bakeoff.comparisons.test_names import phrase_of_test
from bakeoff.comparisons.verdict import Claim
from bakeoff.comparisons.verdict_notes import DETECTABLE, NOT_ON_AVERAGE, TOO_FEW_BLOCKS, TOO_FEW_GROUPS
from bakeoff.comparisons.wording.difference_format import DifferenceFormat, rope_words
from bakeoff.comparisons.wording.headline import headline, short_names
from bakeoff.comparisons.wording.measure_names import words_of
from bakeoff.comparisons.wording.sentences import counted_blocks, pair_numbers, where_of
from bakeoff.core.notes import Severity
from bakeoff.core.text import capital, clean, format_p, listed, plural
from bakeoff.estimates.estimate import Estimate
from bakeoff.measures.measure import Direction

__all__ = ["BY_HOW_MUCH", "VerdictText", "central_pairs", "statistics_of", "verdict_text"]

BY_HOW_MUCH, HOW_SURE, WATCH, ABOUT = "By how much", "How sure", "What to watch", "What it is about"


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictText:
    """The first line, and the facts below it by their names."""

    headline: str
    facts: tuple[tuple[str, str], ...]

    @property
    def lines(self) -> list[str]:
        """The facts, one in a line."""
        return [f"{name}: {text}" for name, text in self.facts]

    @property
    def sentence(self) -> str:
        """All of it as prose."""
        return " ".join([self.headline, *(text for _, text in self.facts)])


def verdict_text(
    judgement: Judgement, stability: Stability | None = None, standing: Standing | None = None
) -> VerdictText:
    """Word a judgement: the headline, by how much, how sure, what to watch and what it is about.

    Parameters
    ----------
    judgement : Judgement
        What was concluded.
    stability : Stability, optional
        How far the verdict holds in other ways of asking; where it was worked out.
    standing : Standing, optional
        Who leads, where it was made before.

    Returns
    -------
    VerdictText
        The words.

    Examples
    --------
    >>> from bakeoff import compare
    >>> scores = {"a": [9, 8, 9, 8, 9, 7], "b": [8, 6, 6, 7, 5, 2]}
    >>> verdict_text(compare(scores, rows="datasets").judgement).lines[-1]
    'What it is about: The learning methods, on data sets like these (6 data sets).'
    """
    standing = standing or standing_of(judgement)
    line = headline(judgement, standing)
    about = f"{capital(judgement.evidence.population)} ({counted_blocks(judgement.ranks.n, judgement.context)})."
    if standing.outcome in {VerdictShape.IDENTICAL, VerdictShape.UNSCORED}:
        return VerdictText(headline=line, facts=((ABOUT, about),))
    names = short_names(judgement.matrix.names)
    pairs = central_pairs(judgement, standing)
    sizes = " ".join(filter(None, (_size(judgement, judged, names) for judged in pairs)))
    sure = (
        ""
        if standing.outcome is VerdictShape.FEW
        else " ".join(filter(None, _certainty(judgement, pairs, names, stability)))
    )
    facts = (
        (BY_HOW_MUCH, sizes),
        (HOW_SURE, sure),
        (WATCH, " ".join(_watch(judgement, standing, names))),
        (ABOUT, about),
    )
    return VerdictText(headline=line, facts=tuple((name, text) for name, text in facts if text))


def statistics_of(judgement: Judgement) -> list[str]:
    """The numbers behind the verdict, a line each: its pair, the test of all learners, and notes that are good to know."""
    notes = [note for note in judgement.verdict.notes if note.severity is Severity.INFO and note.kind is not DETECTABLE]
    pair = f"{capital(pair_numbers(judgement.verdict))}."
    return [clean(line) for line in (pair, judgement.omnibus, *judgement.also, *notes)]


def central_pairs(judgement: Judgement, standing: Standing) -> list[JudgedPair]:
    """The pairs whose size is named: the clearest claim of the best learner, and its closest rival that is open."""
    if standing.outcome is VerdictShape.PLANNED:
        return [*standing.shown[:2], *standing.undecided[:1]][:2]
    if standing.outcome is VerdictShape.BASELINE:
        return list(standing.shown[:2]) or [_first_pair(judgement, standing)]
    if standing.outcome is VerdictShape.WINNER or not standing.shown:
        return [_first_pair(judgement, standing)]
    return [standing.shown[0], *standing.undecided[:1]]


def _first_pair(judgement: Judgement, standing: Standing) -> JudgedPair:
    """The best against the runner-up, with a baseline the verdict's own pair."""
    if len(judgement.pairs) == 1:
        return judgement.pairs[0]
    verdict = judgement.verdict
    if judgement.baseline is None:
        runner_up = next(name for name in standing.order if name != standing.winner)
        if {standing.winner, runner_up} != {verdict.a, verdict.b}:
            return judgement.pair(standing.winner, runner_up)
    return judgement.pair(verdict.a, verdict.b)


def _size(judgement: Judgement, judged: JudgedPair, names: Mapping[str, str]) -> str:
    """Who is ahead of whom, by how much, in the unit of the table, with the interval."""
    difference, mean = judged.verdict.difference, judged.verdict.mean
    if difference is None or isnan(difference.value):
        return ""
    if mean is not None and not _differs(judged, difference, mean):
        mean = None
    first = judged.verdict.ahead
    second = judged.pair.b if first == judged.pair.a else judged.pair.a
    gap = DifferenceFormat.of(judgement, [difference])
    ahead = (judged.pair.a == first) == (gap.relative or judgement.matrix.direction is Direction.HIGHER)
    difference, mean = (difference, mean) if ahead else (difference.turned, None if mean is None else mean.turned)
    where = f" {where_of(judgement.evidence, judged.pair.result)}" if judgement.evidence is DATASETS else ""
    if gap.relative:
        on_average = "" if mean is None else f", on average {_amount(mean, gap)}"
        return f"{capital(gap.words.spoken)} of {names[first]} relative to {names[second]}: {_amount(difference, gap)}{where}{on_average}."
    on_average = "" if mean is None else f", on average {_amount(mean, gap)}"
    if difference.value == 0:
        return f"{names[first]} and {names[second]} are level{where}{_interval(difference, gap)}{on_average}."
    unit = " percentage points" if gap.words.percent else ""
    measure = f" in {gap.words.spoken}" if judgement.measure else ""
    amount = gap.text(difference.value, sign=False)
    return f"{names[first]} is {amount}{unit} ahead of {names[second]}{measure}{where}{_interval(difference, gap)}{on_average}."


def _differs(judged: JudgedPair, difference: Estimate, mean: Estimate) -> bool:
    """Whether the mean tells another story than the estimate of the test: another side, or zero inside one interval only.

    Else it is in the statistics only, so that a difference has one number.
    """
    if any(note.kind is NOT_ON_AVERAGE for note in judged.verdict.notes):
        return True
    zero_inside = [not estimate.has_interval or estimate.low <= 0 <= estimate.high for estimate in (difference, mean)]
    return (difference.value > 0) != (mean.value > 0) or zero_inside[0] != zero_inside[1]


def _amount(difference: Estimate, gap: DifferenceFormat) -> str:
    """A difference with its interval."""
    return f"{gap.text(difference.value, sign=gap.relative)}{_interval(difference, gap)}"


def _interval(difference: Estimate, gap: DifferenceFormat) -> str:
    """The interval in brackets; nothing where there is none."""
    if not difference.has_interval:
        return ""
    low, high = (gap.text(end, sign=gap.relative) for end in (difference.low, difference.high))
    return f" ({difference.level:.0%} interval {low} to {high})"


def _certainty(
    judgement: Judgement, pairs: list[JudgedPair], names: Mapping[str, str], stability: Stability | None
) -> Iterator[str]:
    """What p means, of the first pair whose size is named; then the robustness checks."""
    if not pairs:
        return
    judged, many = pairs[0], len(judgement.pairs)
    p, corrected = judged.pair.p_adjusted, judged.pair.adjustment not in ("none", "") and many > 1
    adjusted = f", adjusted for {plural(many, 'pair')}" if corrected else ""
    both = f"{names[judged.pair.a]} and {names[judged.pair.b]}" if many > 1 else "the two"
    if judged.verdict.claim is Claim.EQUIVALENT:
        rope = judgement.rope or 0.0
        within = rope_words(rope, words_of(judgement.context), relative=judgement.relative)
        chance = f"{format_p(judged.verdict.p_equivalent)}{adjusted}"
        yield f"{capital(both) if many == 1 else both} are shown to be within {within} of each other ({chance})."
    elif not isnan(p):
        yield _chance(
            judged,
            both,
            f"{format_p(p)} by {phrase_of_test(judged.pair.result.test)}{adjusted}",
            models=judgement.question.fitted_models,
        )
        difference = judged.pair.difference
        if (
            not judged.verdict.winner
            and corrected
            and difference is not None
            and (difference.low > 0 or difference.high < 0)
        ):
            yield f"The interval is that of this pair alone; after the correction for {many} pairs the difference is not shown."
    if stability is not None and {stability.a, stability.b} == {judged.pair.a, judged.pair.b}:
        yield _robustness(sum(way.same for way in stability.variations), len(stability.variations))
    elif stability is not None and judged.verdict.winner:
        loser = judged.pair.b if judged.verdict.winner == judged.pair.a else judged.pair.a
        claim = f"{judged.verdict.winner} better than {loser}"
        yield from (_robustness(other.held, other.asked) for other in stability.others if other.claim == claim)


def _chance(judged: JudgedPair, both: str, p_text: str, *, models: bool) -> str:
    """How often chance alone makes such a difference."""
    p, studies = judged.pair.p_adjusted, "test sets like this one" if models else "studies"
    if p > 0.985:
        return f"The data show no sign of a difference between {both} ({p_text})."
    still = "" if judged.verdict.winner else "still "
    return f"If {both} were equally good, a gap this large would {still}show up in {_share(p)} {studies} ({p_text})."


def _share(p: float) -> str:
    """A probability as a reader counts it; small ones are rounded up to a number that is easy to remember.

    >>> [_share(p) for p in (0.0004, 0.0016, 0.009, 0.031, 0.5)]
    ['fewer than 1 of 1000', 'fewer than 1 of 500', 'fewer than 1 of 100', 'about 3 of 100', 'about 50 of 100']
    """
    for times in (1000, 500, 200, 100):
        if p < 1 / times:
            return f"fewer than 1 of {times}"
    return f"about {round(100 * p)} of 100"


def _robustness(same: int, of: int) -> str:
    """How many robustness checks agree; fewer than half of them are a warning.

    >>> _robustness(9, 9), _robustness(7, 9)
    ('The verdict holds in all 9 robustness checks.', 'The verdict holds in 7 of 9 robustness checks.')
    >>> _robustness(0, 1), _robustness(0, 0)
    ('The verdict changes in the only robustness check.', '')
    >>> _robustness(2, 9)
    'The verdict holds in only 2 of 9 robustness checks: it depends on how the scores are analysed.'
    """
    if of < 2:
        return f"The verdict {'holds' if same else 'changes'} in the only robustness check." if of else ""
    if 2 * same < of:
        return f"The verdict holds in only {same} of {of} robustness checks: it depends on how the scores are analysed."
    return f"The verdict holds in {'all ' if same == of else f'{same} of '}{of} robustness checks."


def _watch(judgement: Judgement, standing: Standing, names: Mapping[str, str]) -> Iterator[str]:
    """What qualifies the verdict, and what evidence would decide the closest open pair. It never plans with the difference that was seen."""
    few = (TOO_FEW_BLOCKS, TOO_FEW_GROUPS)
    elsewhere = (NOT_ON_AVERAGE, DETECTABLE)  # in the headline, and below
    untested = standing.related(Relation.UNTESTED)
    if untested and len(judgement.pairs) > 1 and standing.outcome is not VerdictShape.FEW:
        about = standing.baseline or standing.best
        reason = judgement.pair(about, untested[0]).pair.result.reason
        because = f": {clean(reason)}" if reason else ""
        yield f"No test can compare {names[about]} with {listed([names[name] for name in untested])}{because}."
    rival = _open_rival(judgement, standing)
    for note in judgement.verdict.notes:
        if note.severity is not Severity.INFO and note.kind not in elsewhere and (rival or note.kind not in few):
            yield clean(note)
    if rival is None or standing.outcome is VerdictShape.FEW:
        return
    n_blocks = judgement.evidence.blocks if judgement.matrix.group_count is None else "groups"
    reach = next((note for note in judgement.verdict.notes if note.kind is DETECTABLE), None)
    if reach is not None and {judgement.verdict.a, judgement.verdict.b} == {rival.pair.a, rival.pair.b}:
        gap = DifferenceFormat.of(judgement, [])
        size = gap.text(abs(float(reach.facts["difference"])), sign=False)
        unit = " percentage points" if gap.words.percent and not gap.relative else ""
        between = f" between {names[rival.pair.a]} and {names[rival.pair.b]}" if len(judgement.pairs) > 1 else ""
        yield f"This study could have detected a gap{between} of {size}{unit} or more (80% power)."
        if judgement.evidence is not FOLDS:
            yield f"To detect half of that, use about four times as many {n_blocks}."
    elif judgement.evidence is not FOLDS:
        yield f"More {n_blocks} like these may decide the open pairs; bakeoff plan computes how many."
    if judgement.evidence is FOLDS:
        yield "To decide more, use more rows or more data sets; more splits of the same rows add little."


def _open_rival(judgement: Judgement, standing: Standing) -> JudgedPair | None:
    """The closest pair that is open; None where the outcome leaves none."""
    if standing.outcome in {VerdictShape.WINNER, VerdictShape.EQUIVALENT}:
        return None
    rivals: Iterable[JudgedPair] = standing.undecided
    if standing.outcome is VerdictShape.PLANNED:
        place = {name: position for position, name in enumerate(standing.order)}
        rivals = sorted(rivals, key=lambda judged: place[judged.pair.a] + place[judged.pair.b])
    alone = [] if standing.shown or judgement.planned else [_first_pair(judgement, standing)]
    return next((rival for rival in chain(rivals, alone) if rival.claim is Claim.UNDECIDED), None)

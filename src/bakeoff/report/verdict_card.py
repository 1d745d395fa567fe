"""The verdict as a card: one plain line, the size of the difference, how sure it is, what would settle it."""

from collections.abc import Iterable, Mapping
from math import isnan

from bakeoff.comparisons.evidence.kinds import DATASETS, FOLDS
from bakeoff.comparisons.judging.judgement import JudgedPair, Judgement
from bakeoff.comparisons.judging.stability import Stability
from bakeoff.comparisons.judging.standing import Outcome, Standing, standing_of
from bakeoff.comparisons.verdict import Claim
from bakeoff.comparisons.verdict_notes import DETECTABLE, TOO_FEW_BLOCKS, TOO_FEW_GROUPS
from bakeoff.core.notes import Emphasis
from bakeoff.core.text import clean, decimals_for, elide, fixed, format_p, listed, plural
from bakeoff.estimates.estimate import Estimate
from bakeoff.measures.measure import Direction
from bakeoff.report.blocks import Block, Card, LearnerChip
from bakeoff.report.difference_format import DifferenceFormat, mixed_scales, rope_words
from bakeoff.report.names import words_of

__all__ = ["card_facts", "card_text", "cost_headline", "headline", "mean_scores", "verdict_card"]

_NAME = 32  # letters of a learner's name
_MOST = 4  # names in the first line


def verdict_card(
    judgement: Judgement, looks: Mapping[str, int], stability: Stability | None = None, details: tuple[Block, ...] = ()
) -> Card:
    """The card of one comparison; `stability` adds how many robustness checks agree, `details` stand behind a line."""
    standing = standing_of(judgement)
    decided = standing.shown or standing.outcome in {Outcome.EQUIVALENT, Outcome.IDENTICAL}
    return Card(
        title="Verdict",
        parts=(Emphasis((headline(judgement, standing),)),),
        facts=tuple(card_facts(judgement, standing, stability)),
        learners=tuple(_chips(judgement, standing, looks)),
        details=details,
        tone="clear" if decided else "open",
    )


def card_text(judgement: Judgement) -> tuple[str, list[str]]:
    """The first line, and the facts below it as lines of text."""
    standing = standing_of(judgement)
    return headline(judgement, standing), [f"{name}: {text}" for name, text in card_facts(judgement, standing)]


def headline(judgement: Judgement, standing: Standing | None = None) -> str:
    """One line that needs no statistics to be read."""
    standing = standing or standing_of(judgement)
    if isnan(judgement.ranks.mean_ranks[judgement.ranks.names.index(standing.best)]):
        return f"No {judgement.evidence.block} has a score, so the learners cannot be ranked."
    made = {
        Outcome.WINNER: _winner,
        Outcome.LEADERS: _leaders,
        Outcome.OPEN: _open,
        Outcome.FEW: _few,
        Outcome.EQUIVALENT: _equivalent,
        Outcome.IDENTICAL: _identical,
        Outcome.BASELINE: _baseline,
        Outcome.PLANNED: _planned,
    }
    return made[standing.outcome](judgement, standing)


def cost_headline(judgement: Judgement) -> str:
    """The same for what learners cost, where nobody wins."""
    standing = standing_of(judgement)
    if standing.outcome is Outcome.WINNER:
        return f"{_name(standing.best)} costs less than {_every(standing)}."
    if standing.outcome is Outcome.LEADERS and standing.leaders:
        verb = "costs" if len(standing.leaders) == 1 else "cost"
        return f"{_names(standing.leaders)} {verb} least; {_names(standing.worse)} {'costs' if len(standing.worse) == 1 else 'cost'} more."
    return headline(judgement, standing)


def _every(standing: Standing) -> str:
    others = standing.order[1:]
    return _name(others[0]) if len(others) == 1 else "both others" if len(others) == 2 else f"all {len(others)} others"


def _winner(_: Judgement, standing: Standing) -> str:
    if len(standing.order) == 2:
        return f"{_name(standing.best)} is better than {_every(standing)}."
    return f"{_name(standing.best)} is the winner: it is better than {_every(standing)}."


def _leaders(_: Judgement, standing: Standing) -> str:
    worse = f"{_names(standing.worse)} {_is(standing.worse)} worse."
    if not standing.leaders:  # each is worse than some other
        return f"No clear winner: every learner is worse than another one; {_name(standing.best)} ranks first."
    lead = "leads" if len(standing.leaders) == 1 else "lead"
    return f"No clear winner: {_names(standing.leaders)} {lead}; {worse}"


def _open(_: Judgement, standing: Standing) -> str:
    if len(standing.order) == 2:
        return f"No clear winner: {_name(standing.order[0])} and {_name(standing.order[1])} are not shown to differ."
    return (
        f"No clear winner: {_name(standing.best)} ranks first, but no difference between the "
        f"{len(standing.order)} learners is shown."
    )


def _few(judgement: Judgement, standing: Standing) -> str:
    groups = next((note for note in judgement.verdict.notes if note.kind is TOO_FEW_GROUPS), None)
    n = judgement.evidence.counted(judgement.ranks.n) if groups is None else plural(groups.facts["groups"], "group")
    who = (
        f"{_name(standing.order[0])} and {_name(standing.order[1])}"
        if len(standing.order) == 2
        else f"these {len(standing.order)} learners"
    )
    return f"No verdict is possible: {n} {'is' if judgement.ranks.n == 1 else 'are'} too few to tell {who} apart."


def _equivalent(_: Judgement, standing: Standing) -> str:
    if len(standing.order) == 2:
        return f"{_name(standing.order[0])} and {_name(standing.order[1])} are practically equivalent."
    return f"No clear winner: all {len(standing.order)} learners are practically equivalent."


def _identical(_: Judgement, standing: Standing) -> str:
    if len(standing.order) == 2:
        return f"{_name(standing.order[0])} and {_name(standing.order[1])} have identical scores."
    return f"All {len(standing.order)} learners have identical scores."


def _baseline(_: Judgement, standing: Standing) -> str:
    base = f"the baseline {_name(standing.baseline or '')}"
    if not standing.leaders and not standing.worse:
        first = "" if standing.best == standing.baseline else f"; {_name(standing.best)} ranks first"
        return f"No learner is shown to differ from {base}{first}."
    parts = []
    if standing.leaders:
        parts.append(f"{_names(standing.leaders)} {'is' if len(standing.leaders) == 1 else 'are'} better than {base}")
    if standing.worse:
        than = "worse" if parts else f"worse than {base}"
        parts.append(f"{_names(standing.worse)} {_is(standing.worse)} {than}")
    if standing.open:
        parts.append(
            f"{_names(standing.open)} {_is(standing.open)} not shown to differ{'' if parts else f' from {base}'}"
        )
    return f"{'; '.join(parts)}."


def _planned(judgement: Judgement, standing: Standing) -> str:
    shown = [f"{_name(one.verdict.winner or '')} is better than {_name(_other(one))}" for one in standing.shown]
    equal = [one for one in standing.undecided if one.verdict.claim in {Claim.EQUIVALENT, Claim.IDENTICAL}]
    shown += [f"{_name(one.pair.a)} and {_name(one.pair.b)} are practically equivalent" for one in equal]
    many = len(judgement.pairs)
    if not shown:
        return f"{'The planned pair is' if many == 1 else f'None of the {many} planned pairs is'} {'not ' if many == 1 else ''}shown to differ."
    counted = (
        ""
        if many == 1
        else f"{len(standing.shown)} of {many} planned pairs {'differs' if len(standing.shown) == 1 else 'differ'}: "
    )
    return f"{counted}{'; '.join(shown[:_MOST])}{'' if len(shown) <= _MOST else f'; and {len(shown) - _MOST} more'}."


def _name(name: str) -> str:
    return elide(clean(name), _NAME)


def _names(names: tuple[str, ...]) -> str:
    shown = [_name(one) for one in names]
    if len(shown) > _MOST + 1:
        return f"{', '.join(shown[:_MOST])} and {len(shown) - _MOST} others"
    return listed(shown, most=_MOST + 1)


def _is(names: tuple[str, ...]) -> str:
    return "is" if len(names) == 1 else "are"


def _other(one: JudgedPair) -> str:
    return one.pair.b if one.verdict.winner == one.pair.a else one.pair.a


def card_facts(
    judgement: Judgement, standing: Standing | None = None, stability: Stability | None = None
) -> list[tuple[str, str]]:
    """By how much, how sure, and what would settle it: only what is known."""
    standing = standing or standing_of(judgement)
    if standing.outcome is Outcome.IDENTICAL:
        return []
    told = _told(judgement, standing)
    facts = [("By how much", " ".join(text for one in told if (text := _size(judgement, one, standing))))]
    few = standing.outcome is Outcome.FEW
    facts.append(("How sure", "" if few or not told else _sure(judgement, told, stability)))
    facts.append(("What would settle it", _settle(judgement, standing)))
    return [(name, text) for name, text in facts if text]


def _told(judgement: Judgement, standing: Standing) -> list[JudgedPair]:
    """The pairs whose size the card names: the clearest claim of the best learner, and the closest rival that is open."""
    if standing.outcome is Outcome.PLANNED:
        return [*standing.shown[:2], *standing.undecided[:1]][:2]
    if standing.outcome is Outcome.BASELINE:
        return list(standing.shown[:2]) or [_pair(judgement, standing)]
    if standing.outcome is Outcome.WINNER or not standing.shown:
        return [_pair(judgement, standing)]
    return [standing.shown[0], *standing.undecided[:1]]


def _pair(judgement: Judgement, standing: Standing) -> JudgedPair:
    """The best against the runner-up, with a baseline the verdict's own pair."""
    if standing.outcome is Outcome.BASELINE or len(standing.order) < 2:
        return judgement.pair(judgement.verdict.a, judgement.verdict.b)
    try:
        return judgement.pair(standing.order[0], standing.order[1])
    except KeyError:
        return judgement.pair(judgement.verdict.a, judgement.verdict.b)


def _size(judgement: Judgement, judged: JudgedPair, standing: Standing) -> str:
    """Who is ahead of whom, by how much, in the unit of the table, with the interval."""
    first = judged.verdict.winner or min((judged.pair.a, judged.pair.b), key=standing.order.index)
    second = judged.pair.b if first == judged.pair.a else judged.pair.a
    seen = judged.pair.difference
    if seen is None or isnan(seen.value):
        return ""
    if judged.pair.a != first:
        seen = Estimate(
            value=-seen.value, low=-seen.high, high=-seen.low, level=seen.level, method=seen.method, n=seen.n
        )
    gap = DifferenceFormat.of(judgement, [seen])
    where = _where(judgement, judged)
    if gap.relative:
        span = (
            f" ({seen.level:.0%} interval {gap.text(seen.low)} to {gap.text(seen.high)})" if seen.has_interval else ""
        )
        return f"{_name(first)} relative to {_name(second)}: {gap.text(seen.value)} {gap.words.spoken}{where}{span}."
    lower = judgement.matrix.direction is Direction.LOWER
    value, low, high = (-seen.value, -seen.high, -seen.low) if lower else (seen.value, seen.low, seen.high)
    how = "ahead of" if value > 0 else "behind" if value < 0 else "level with"
    unit = (
        f" points of {gap.words.spoken}" if gap.words.percent else f" {gap.words.spoken}" if judgement.measure else ""
    )
    amount = f" by {gap.text(abs(value), sign=False)}{unit}" if value else ""
    turned = (-high, -low) if value < 0 else (low, high)
    ends = " to ".join(gap.text(end, sign=False) for end in turned)
    span = f" ({seen.level:.0%} interval {ends})" if seen.has_interval else ""
    return f"{_name(first)} is {how} {_name(second)}{amount}{where}{span}."


def _where(judgement: Judgement, judged: JudgedPair) -> str:
    """What the number is: a typical data set, or a mean."""
    if judgement.evidence is not DATASETS:
        return ""
    return " on average" if judged.pair.result.estimator == "mean" else " on a typical data set"


def _sure(judgement: Judgement, told: list[JudgedPair], stability: Stability | None) -> str:
    """What p means, of the first pair that the card names; then the robustness checks."""
    one = told[0]
    p, many = one.pair.p_adjusted, one.pair.adjustment not in ("none", "")
    adjusted = f", adjusted for {plural(len(judgement.pairs), 'pair')}" if many and len(judgement.pairs) > 1 else ""
    parts = []
    if one.verdict.claim is Claim.EQUIVALENT:
        rope = (
            ""
            if judgement.rope is None
            else f" within {rope_words(judgement.rope, words_of(judgement), relative=judgement.relative)}"
        )
        parts.append(f"The two are shown to be{rope} of each other ({format_p(one.verdict.p_equivalent)}{adjusted}).")
    elif not isnan(p):
        better = one.verdict.winner or one.pair.a
        other = one.pair.b if better == one.pair.a else one.pair.a
        who = f"{_name(better)} and {_name(other)}: between" if len(told) > 1 else "Between"
        chance = f"{who} equal learners a difference this clear would appear in {_share(p)} ({format_p(p)}{adjusted})."
        parts.append(chance)
        seen = one.pair.difference
        if not one.verdict.winner and many and seen is not None and (seen.low > 0 or seen.high < 0):
            parts.append(
                f"The interval is that of this pair alone; after the correction for {len(judgement.pairs)} pairs the difference is not shown."
            )
    if stability is not None and stability.variations:
        held = [(sum(way.same for way in stability.variations), len(stability.variations))]
        if {stability.a, stability.b} != {one.pair.a, one.pair.b}:
            held = [(other.held, other.asked) for other in stability.others[:1]]
        parts += [_robustness(same, of) for same, of in held]
    return " ".join(parts)


def _robustness(same: int, of: int) -> str:
    """How many robustness checks agree; fewer than half of them are a warning.

    >>> _robustness(9, 9), _robustness(7, 9)
    ('Unchanged in all 9 robustness checks.', 'Unchanged in 7 of 9 robustness checks.')
    >>> _robustness(1, 1), _robustness(0, 1)
    ('Unchanged in the only robustness check.', 'Changed in the only robustness check.')
    >>> _robustness(2, 9)
    'Unchanged in only 2 of 9 robustness checks: the verdict depends on how the scores are analysed.'
    """
    if of == 1:
        return f"{'Unchanged' if same else 'Changed'} in the only robustness check."
    if 2 * same < of:
        return (
            f"Unchanged in only {same} of {of} robustness checks: the verdict depends on how the scores are analysed."
        )
    return f"Unchanged in {'all ' if same == of else f'{same} of '}{of} robustness checks."


def _share(p: float) -> str:
    """A probability as a reader counts it.

    >>> [_share(p) for p in (0.0004, 0.03, 0.5, 1.0)]
    ['fewer than 1 of 1000 studies', 'about 1 of 33 studies', 'about 50 of 100 studies', 'nearly every study']
    """
    if p < 0.001:
        return "fewer than 1 of 1000 studies"
    if p < 0.1:
        return f"about 1 of {round(1 / p)} studies"
    return "nearly every study" if p > 0.985 else f"about {round(100 * p)} of 100 studies"


def _settle(judgement: Judgement, standing: Standing) -> str:
    """Which evidence would decide the closest open pair; nothing where all is decided. It never plans with the difference that was seen."""
    if standing.outcome in {Outcome.WINNER, Outcome.EQUIVALENT}:
        return ""
    place = {name: at for at, name in enumerate(standing.order)}
    rivals: Iterable[JudgedPair] = standing.undecided
    if standing.outcome is Outcome.PLANNED:
        rivals = sorted(rivals, key=lambda one: place[one.pair.a] + place[one.pair.b])
    alone = None if standing.shown else _pair(judgement, standing)
    one = next((rival for rival in rivals if rival.claim is Claim.UNDECIDED), alone)
    if one is None or one.claim is not Claim.UNDECIDED:
        return ""
    a, b = sorted((one.pair.a, one.pair.b), key=place.__getitem__)
    n, blocks = judgement.ranks.n, judgement.evidence.blocks
    n, blocks = (n, blocks) if judgement.matrix.group_count is None else (judgement.matrix.group_count, "groups")
    few = next((note for note in judgement.verdict.notes if note.kind in {TOO_FEW_BLOCKS, TOO_FEW_GROUPS}), None)
    parts = (
        []
        if few is None or n >= few.facts["needed"]
        else [f"At least {few.facts['needed']} {blocks} are needed to show any difference."]
    )
    note = next((note for note in judgement.verdict.notes if note.kind is DETECTABLE), None)
    if judgement.evidence is FOLDS:
        parts.append("More rows or more data sets; more splits of the same rows add little.")
    elif note is None or {judgement.verdict.a, judgement.verdict.b} != {a, b}:
        parts.append(
            f"More {blocks} like these; the command bakeoff plan gives their number for the smallest difference that matters to you."
        )
    if note is not None and {judgement.verdict.a, judgement.verdict.b} == {a, b}:
        gap = DifferenceFormat.of(judgement, [])
        size = gap.text(abs(float(note.facts["difference"])), sign=False)
        unit = "" if gap.relative or not judgement.measure else gap.words.points or f" {gap.words.spoken}"
        more = "" if judgement.evidence is FOLDS else f"; about four times as many {blocks} would halve it"
        parts.append(f"Smallest detectable difference now (80% power): {size}{unit}{more}.")
    return " ".join(parts)


def _chips(judgement: Judgement, standing: Standing, looks: Mapping[str, int]) -> list[LearnerChip]:
    """Every learner, best first, with its mean score."""
    scores = mean_scores(judgement)
    groups = dict.fromkeys(standing.worse, "worse") | {name: "lead" for name in standing.leaders if standing.shown}
    if standing.baseline is not None:
        groups[standing.baseline] = "baseline"
    return [
        LearnerChip(name=clean(name), look=looks[name], score=scores.get(name, ""), group=groups.get(name, ""))
        for name in standing.order
        if name in looks
    ]


def mean_scores(judgement: Judgement) -> dict[str, str]:
    """The mean score of each learner as shown, with its unit; nothing where scores have units of their own on each data set."""
    words = words_of(judgement)
    own = mixed_scales(judgement) if words.declared is None else words.in_units
    if not judgement.matrix.complete or (judgement.evidence is DATASETS and own):
        return {}
    means = dict(zip(judgement.matrix.names, map(float, judgement.matrix.means()), strict=True))
    spread = max(means.values()) - min(means.values())
    decimals = decimals_for(
        [spread * words.factor / 20], most=4, least=1 if words.percent else -9, unknown=1 if words.percent else 3
    )
    return {
        name: fixed(value * words.factor, decimals) + ("%" if words.percent else "") for name, value in means.items()
    }

"""The verdict as a card: one plain line, the size of the difference, how sure it is, what would settle it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import isnan

from bakeoff.comparisons.evidence.kinds import FOLDS
from bakeoff.comparisons.judging.judgement import JudgedPair, Judgement
from bakeoff.comparisons.judging.on_average import reads_ranks
from bakeoff.comparisons.judging.shown_numbers import mean_scores_of
from bakeoff.comparisons.judging.stability import Stability
from bakeoff.comparisons.judging.standing import Outcome, Standing, standing_of
from bakeoff.comparisons.verdict import Claim
from bakeoff.comparisons.verdict_notes import DETECTABLE, NOT_ON_AVERAGE, TOO_FEW_BLOCKS, TOO_FEW_GROUPS
from bakeoff.comparisons.wording.sentences import typically
from bakeoff.core.notes import Emphasis
from bakeoff.core.text import capital, clean, decimals_for, elide, fixed, format_p, listed, plural
from bakeoff.estimates.estimate import Estimate
from bakeoff.measures.measure import Direction
from bakeoff.report.blocks import Block, Card, LearnerChip
from bakeoff.report.difference_format import DifferenceFormat, rope_words
from bakeoff.report.names import words_of

__all__ = ["card_facts", "card_text", "cost_headline", "headline", "mean_scores", "verdict_card"]

_NAME = 32  # letters of a learner's name
_MOST = 4  # names in the first line
_WINNERS = 3  # of those that are better than some others, with the names of these
_ABOUT_MODELS = "The fitted models that made these predictions, on rows like these; a claim about the learning methods needs more splits."
_MODELS = "This is about these fitted models, on rows like these."


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
        Outcome.PARTLY: _partly,
        Outcome.OPEN: _open,
        Outcome.FEW: _few,
        Outcome.EQUIVALENT: _equivalent,
        Outcome.IDENTICAL: _identical,
        Outcome.BASELINE: _baseline,
        Outcome.PLANNED: _planned,
    }
    line = made[standing.outcome](judgement, standing)
    several = judgement.question.fitted_models and len(standing.order) > 2
    silent = {Outcome.FEW, Outcome.IDENTICAL}
    line = f"{line} {_MODELS}" if several and standing.outcome not in silent else line
    return f"{line}{_on_average(judgement, standing)}"


def cost_headline(judgement: Judgement) -> str:
    """The same for what learners cost, where nobody wins."""
    standing = standing_of(judgement)
    if standing.outcome is Outcome.WINNER:
        return f"{_name(standing.winner)} costs less than {_every(standing)}{_typically(judgement)}."
    if standing.outcome is Outcome.LEADERS:
        return f"{_names(standing.leaders)} cost least; {_names(standing.worse)} {'costs' if len(standing.worse) == 1 else 'cost'} more than {_each(standing)}{_typically(judgement)}."
    if standing.outcome is Outcome.PARTLY:
        return f"{'; '.join(_wins(standing.wins, f'costs less{_typically(judgement)} than'))}."
    return headline(judgement, standing)


def _every(standing: Standing) -> str:
    others = [name for name in standing.order if name != standing.winner]
    return _name(others[0]) if len(others) == 1 else "both others" if len(others) == 2 else f"all {len(others)} others"


def _winner(judgement: Judgement, standing: Standing) -> str:
    if len(standing.order) == 2:
        first, second = _both(judgement, standing)
        return f"{_starting(judgement, first)} is better than {second}{_alike(judgement)}."
    return f"{_name(standing.winner)} is the winner: it is better than {_every(standing)}{_typically(judgement)}."


def _leaders(judgement: Judgement, standing: Standing) -> str:
    worse = f"{_names(standing.worse)} {_is(standing.worse)} worse than {_each(standing)}."
    return f"No clear winner{_typically(judgement)}: {_names(standing.leaders)} lead; {worse}"


def _each(standing: Standing) -> str:
    """All leaders, after their names."""
    return "both" if len(standing.leaders) == 2 else "each of these"


def _partly(judgement: Judgement, standing: Standing) -> str:
    """Some pairs differ, and they are named: nobody is better than all that are beaten."""
    first = f"No clear winner{_typically(judgement)}: {_name(standing.best)} ranks first"
    losers = dict(standing.wins).get(standing.best, ())
    first += f" and is better than {_names(losers)}" if losers else ", but is not shown to be better than any other"
    return "; ".join([first, *_wins(standing.wins[1:] if losers else standing.wins, "is better than")]) + "."


def _wins(wins: Sequence[tuple[str, tuple[str, ...]]], verb: str) -> list[str]:
    """Who is better than whom, the best-ranked winners first, and how many more pairs differ."""
    shown = [f"{_name(winner)} {verb} {_names(losers)}" for winner, losers in wins[:_WINNERS]]
    rest = sum(len(losers) for _, losers in wins[_WINNERS:])
    return [*shown, f"{rest} more {'pair differs' if rest == 1 else 'pairs differ'}"] if rest else shown


def _open(judgement: Judgement, standing: Standing) -> str:
    if len(standing.order) == 2:
        return f"No clear winner: {' and '.join(_both(judgement, standing))} are not shown to differ{_like_these(judgement)}."
    if not standing.all_pairs:
        return f"No clear winner: {_name(standing.best)} ranks first, but is not shown to differ from any of the {len(standing.order) - 1} others."
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


def _equivalent(judgement: Judgement, standing: Standing) -> str:
    if len(standing.order) == 2:
        first, second = _both(judgement, standing)
        return f"{_starting(judgement, first)} and {second} are practically equivalent{_alike(judgement)}."
    if not standing.all_pairs:
        return f"No clear winner: all {len(standing.order) - 1} others are practically equivalent to {_name(standing.best)}{_typically(judgement)}."
    return f"No clear winner: all {len(standing.order)} learners are practically equivalent{_typically(judgement)}."


def _identical(_: Judgement, standing: Standing) -> str:
    if len(standing.order) == 2:
        return f"{_name(standing.order[0])} and {_name(standing.order[1])} have identical scores."
    return f"All {len(standing.order)} learners have identical scores."


def _baseline(judgement: Judgement, standing: Standing) -> str:
    base = f"the baseline {_name(standing.baseline or '')}"
    if not standing.leaders and not standing.worse:
        first = "" if standing.best == standing.baseline else f"; {_name(standing.best)} ranks first"
        return f"No learner is shown to differ from {base}{first}."
    parts = []
    if standing.leaders:
        are = "is" if len(standing.leaders) == 1 else "are"
        parts.append(f"{_names(standing.leaders)} {are} better than {base}{_typically(judgement)}")
    if standing.worse:
        than = f"worse than {'it' if parts else f'{base}{_typically(judgement)}'}"
        parts.append(f"{_names(standing.worse)} {_is(standing.worse)} {than}")
    if standing.open:
        parts.append(f"{_names(standing.open)} {_is(standing.open)} not shown to differ from {'it' if parts else base}")
    return f"{'; '.join(parts)}."


def _planned(judgement: Judgement, standing: Standing) -> str:
    typical = _typically(judgement)
    shown = [
        f"{_name(one.verdict.winner or '')} is better than {_name(_other(one))}{typical}" for one in standing.shown
    ]
    equal = [one for one in standing.undecided if one.verdict.claim in {Claim.EQUIVALENT, Claim.IDENTICAL}]
    shown += [f"{_name(one.pair.a)} and {_name(one.pair.b)} are practically equivalent{typical}" for one in equal]
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


def _both(judgement: Judgement, standing: Standing) -> tuple[str, str]:
    """The two learners as the claim names them: a model that was trained once is not its method."""
    first, second = (_name(name) for name in sorted(standing.order, key=lambda name: name != standing.winner))
    if not judgement.question.fitted_models:
        return first, second
    return f"this fitted {first} model", f"this fitted {second} model"


def _starting(judgement: Judgement, name: str) -> str:
    """The name at the start of a sentence: names stay as users wrote them."""
    return capital(name) if judgement.question.fitted_models else name


def _alike(judgement: Judgement) -> str:
    """What the rows or data sets of a claim are."""
    return _like_these(judgement) or _typically(judgement)


def _like_these(judgement: Judgement) -> str:
    return " on rows like these" if judgement.question.fitted_models else ""


def _typically(judgement: Judgement) -> str:
    """What a claim over data sets is about: a typical one, or their average."""
    words = typically(judgement.evidence, judgement.pairs[0].pair.result)
    return f" {words}" if words else ""


def _on_average(judgement: Judgement, standing: Standing) -> str:
    """Which of the claims about a typical data set the mean difference over data sets does not show."""
    claimed = [(winner, loser) for winner, losers in standing.wins for loser in losers]
    equal = standing.outcome is Outcome.EQUIVALENT
    if not (claimed or equal) or not reads_ranks(judgement.evidence, judgement.pairs[0].pair.result):
        return ""
    if equal:
        leaves = [
            judged for judged in judgement.pairs if any(note.kind is NOT_ON_AVERAGE for note in judged.verdict.notes)
        ]
        return " On average over data sets it is not shown." if leaves else ""
    open_ = [mean for mean in standing.on_average if not mean.shown]
    if not open_:
        return ""
    if len(claimed) == 1:
        (mean,) = open_
        return f" On average over data sets {f'{_name(mean.ahead)} is ahead' if mean.parts else 'it is not shown'}."
    if len(open_) == len(claimed):
        return " On average over data sets none of these differences is shown."
    are = "is" if len(open_) == 1 else "are"
    return f" On average over data sets {len(open_)} of these {len(claimed)} differences {are} not shown."


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
    facts.append(("What it is about", _ABOUT_MODELS if judgement.question.fitted_models else ""))
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
    others = [name for name in standing.order if name != standing.winner]
    try:
        return judgement.pair(standing.winner, others[0])
    except KeyError:
        return judgement.pair(judgement.verdict.a, judgement.verdict.b)


def _size(judgement: Judgement, judged: JudgedPair, standing: Standing) -> str:
    """Who is ahead of whom, by how much, in the unit of the table, with the interval."""
    first = judged.verdict.winner or min((judged.pair.a, judged.pair.b), key=standing.order.index)
    second = judged.pair.b if first == judged.pair.a else judged.pair.a
    seen = judged.verdict.difference
    if seen is None or isnan(seen.value):
        return ""
    mean = judged.verdict.mean
    if judged.pair.a != first:
        seen, mean = _turned(seen), None if mean is None else _turned(mean)
    gap = DifferenceFormat.of(judgement, [seen])
    where = typically(judgement.evidence, judged.pair.result)
    where = f" {where}" if where else ""
    if gap.relative:
        span = (
            f" ({seen.level:.0%} interval {gap.text(seen.low)} to {gap.text(seen.high)})" if seen.has_interval else ""
        )
        return f"{_name(first)} relative to {_name(second)}: {gap.text(seen.value)} {gap.words.spoken}{where}{span}{_mean_text(mean, gap)}."
    if judgement.matrix.direction is Direction.LOWER:
        seen, mean = _turned(seen), None if mean is None else _turned(mean)
    value, low, high = seen.value, seen.low, seen.high
    how = "ahead of" if value > 0 else "behind" if value < 0 else "level with"
    unit = (
        f" points of {gap.words.spoken}" if gap.words.percent else f" {gap.words.spoken}" if judgement.measure else ""
    )
    amount = f" by {gap.text(abs(value), sign=False)}{unit}" if value else ""
    turned = (-high, -low) if value < 0 else (low, high)
    ends = " to ".join(gap.text(end, sign=False) for end in turned)
    span = f" ({seen.level:.0%} interval {ends})" if seen.has_interval else ""
    return f"{_name(first)} is {how} {_name(second)}{amount}{where}{span}{_mean_text(mean if value >= 0 or mean is None else _turned(mean), gap)}."


def _turned(seen: Estimate) -> Estimate:
    """The same difference, the other learner first."""
    return replace(seen, value=-seen.value, low=-seen.high, high=-seen.low)


def _mean_text(mean: Estimate | None, gap: DifferenceFormat) -> str:
    """The mean difference beside that of a typical data set."""
    if mean is None:
        return ""
    signed = gap.relative
    ends = f"{gap.text(mean.low, sign=signed)} to {gap.text(mean.high, sign=signed)}"
    span = f" ({mean.level:.0%} interval {ends})" if mean.has_interval else ""
    return f", on average {gap.text(mean.value, sign=signed)}{span}"


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
        models = judgement.question.fitted_models
        equal, seen_in = ("equally good models", "test sets like this one") if models else ("equal learners", "studies")
        chance = (
            f"{who} {equal} a difference this clear would appear in {_share(p, seen_in)} ({format_p(p)}{adjusted})."
        )
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


def _share(p: float, of: str = "studies") -> str:
    """A probability as a reader counts it.

    >>> [_share(p) for p in (0.0004, 0.03, 0.5, 1.0)]
    ['fewer than 1 of 1000 studies', 'about 1 of 33 studies', 'about 50 of 100 studies', 'nearly all studies']
    """
    if p < 0.001:
        return f"fewer than 1 of 1000 {of}"
    if p < 0.1:
        return f"about 1 of {round(1 / p)} {of}"
    return f"nearly all {of}" if p > 0.985 else f"about {round(100 * p)} of 100 {of}"


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
    groups = {} if standing.outcome is Outcome.PARTLY else groups  # there it depends on the pair
    if standing.baseline is not None:
        groups[standing.baseline] = "baseline"
    return [
        LearnerChip(name=clean(name), look=looks[name], score=scores.get(name, ""), group=groups.get(name, ""))
        for name in standing.order
        if name in looks
    ]


def mean_scores(judgement: Judgement) -> dict[str, str]:
    """The mean score of each learner as shown, with its unit; nothing where scores have units of their own on each data set."""
    words, means = words_of(judgement), mean_scores_of(judgement)
    if not means:
        return {}
    spread = max(means.values()) - min(means.values())
    decimals = decimals_for(
        [spread * words.factor / 20], most=4, least=1 if words.percent else -9, unknown=1 if words.percent else 3
    )
    return {
        name: fixed(value * words.factor, decimals) + ("%" if words.percent else "") for name, value in means.items()
    }

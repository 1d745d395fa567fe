"""The verdict: what is shown, what is not, and what would settle it."""

from math import ceil, isfinite

from bakeoff.comparisons.judgement import Evidence, JudgedPair, Judgement
from bakeoff.comparisons.result import format_p
from bakeoff.comparisons.verdict import Claim
from bakeoff.core.text import clean
from bakeoff.measures.measure import Direction
from bakeoff.report.numbers import fixed
from bakeoff.report.report import Callout, Inline, Quiet, Strong
from bakeoff.report.words import listed, plural, test_words, words_for

__all__ = ["best_first", "lead", "withheld"]

_BLOCKS = {
    Evidence.DATASETS: ("data set", "data sets"),
    Evidence.FOLDS: ("split", "splits"),
    Evidence.RUNS: ("run", "runs"),
    Evidence.ROWS: ("row", "rows"),
}
_FAR = 100  # times as much data: beyond it no plan is worth printing


def lead(judgement: Judgement, *, test_share: float | None = None) -> Callout:
    """One sentence for the hurried, then what is not shown, then what would settle it."""
    parts: list[Inline] = [_sentence(judgement.verdict.sentence), " "]
    parts += _standing(judgement)
    parts.append(_omnibus(judgement))
    settle = _settle(judgement, test_share)
    if settle:
        parts += [" ", Quiet(settle)]
    clear = judgement.verdict.claim in {Claim.A_BETTER, Claim.B_BETTER, Claim.EQUIVALENT, Claim.IDENTICAL}
    return Callout(title="Verdict", parts=tuple(parts), tone="clear" if clear else "open")


def withheld(primary: str, reasons: tuple[str, ...]) -> Callout:
    """No verdict, and why."""
    why = [one for one in reasons if one.startswith(f"{primary}:")] or list(reasons[:1])
    parts: list[Inline] = [Strong(f"No verdict on {words_for(primary).title}. "), " ".join(clean(one) for one in why)]
    return Callout(title="Verdict", parts=tuple(parts), tone="bad")


def best_first(judgement: Judgement) -> list[str]:
    """Learners by mean rank over data sets; on one data set by mean score."""
    ranks = dict(zip(judgement.ranks.names, judgement.ranks.mean_ranks, strict=True))
    if judgement.evidence is Evidence.DATASETS:
        return sorted(ranks, key=lambda name: ranks[name])
    sign = -1.0 if judgement.matrix.direction is Direction.HIGHER else 1.0
    means = dict(zip(judgement.matrix.names, judgement.matrix.values.mean(axis=0), strict=True))
    return sorted(means, key=lambda name: (sign * means[name], ranks[name]))


def _sentence(text: str) -> Strong:
    cleaned = clean(text)
    return Strong(cleaned if cleaned.endswith((".", "!", "?")) else cleaned + ".")


def _standing(judgement: Judgement) -> list[Inline]:
    """Where the best stands against all others."""
    best, *others = best_first(judgement)
    by_claim: dict[str, list[str]] = {"beats": [], "same": [], "open": []}
    for other in others:
        pair = _pair(judgement, best, other)
        if pair is not None:
            by_claim[_kind(pair)].append(other)
    words = words_for(judgement.measure, judgement.matrix.direction)
    if judgement.evidence is Evidence.DATASETS:
        rank = dict(zip(judgement.ranks.names, judgement.ranks.mean_ranks, strict=True))[best]
        parts: list[Inline] = [f"{clean(best)} has the best average rank ({rank:.2f})"]
    else:
        parts = [f"{clean(best)} has the best mean {words.title}"]
    if len(others) < 2:
        return [*parts, ". "]
    said: list[list[Inline]] = []
    if by_claim["beats"]:
        said.append([f"it is shown to be better than {listed(by_claim['beats'])}"])
    if by_claim["same"]:
        said.append([f"it is practically equal to {listed(by_claim['same'])}"])
    if by_claim["open"]:
        said.append(["it is ", Strong("not"), f" shown to differ from {listed(by_claim['open'], last='or')}"])
    for at, clause in enumerate(said):
        parts += ["; " if at == 0 else ", but " if at == len(said) - 1 else ", ", *clause]
    return [*parts, ". "]


def _kind(pair: JudgedPair) -> str:
    claim = pair.verdict.claim
    if claim in {Claim.A_BETTER, Claim.B_BETTER}:
        return "beats"
    return "same" if claim in {Claim.EQUIVALENT, Claim.IDENTICAL} else "open"


def _pair(judgement: Judgement, a: str, b: str) -> JudgedPair | None:
    """The pair, None if it was not among those planned."""
    try:
        return judgement.pair(a, b)
    except KeyError:
        return None


def _omnibus(judgement: Judgement) -> str:
    test, k, n = judgement.omnibus, len(judgement.matrix.names), len(judgement.matrix.blocks)
    one, many = _BLOCKS[judgement.evidence]
    over = f"{plural(k, 'learner')} over {plural(n, one, many)}"
    return f"{test_words(test.test)[:1].upper()}{test_words(test.test)[1:]}: {format_p(test.p_value)}, {over}."


def _settle(judgement: Judgement, test_share: float | None) -> str:
    """How much more evidence would separate the best from the nearest learner it is not shown to differ from."""
    best, *others = best_first(judgement)
    pairs = [(other, _pair(judgement, best, other)) for other in others]
    undecided = [(other, pair) for other, pair in pairs if pair and pair.verdict.claim is Claim.UNDECIDED]
    if not undecided:
        return ""
    other, pair = undecided[0]
    who = f"{clean(best)} from {clean(other)}"
    ratio = _ratio(judgement, best, other, pair)
    n, nouns = len(judgement.matrix.blocks), _BLOCKS[judgement.evidence]
    if not isfinite(ratio) or ratio**2 > _FAR:
        return (
            f"The two are so close that no reasonable amount of further evidence would separate {who}; "
            "name a region of equivalence to ask whether they are practically equal."
        )
    if ratio <= 1:
        return f"A few more {nouns[1]} may separate {who}."
    if judgement.evidence is not Evidence.FOLDS:
        need = max(ceil(n * ratio**2), n + 1)
        cd = judgement.ranks.critical_difference
        below = f"With {n} {nouns[1]} a rank difference below {fixed(cd, 2)} cannot be shown. " if cd else ""
        return f"{below}If the difference stays as it is, about {need} {nouns[1]} would separate {who}."
    share = test_share or 0.0
    if (1 / n + share) / ratio**2 > share:
        need = ceil(1 / ((1 / n + share) / ratio**2 - share))
        return f"If the difference stays as it is, about {need} splits would separate {who}."
    return (
        f"More repeats on the same rows would not separate {who}, for the splits share them; "
        f"about {ratio**2:.1f} times as many rows would, if the difference stays as it is."
    )


def _ratio(judgement: Judgement, best: str, other: str, pair: JudgedPair | None) -> float:
    """The smallest difference that could have been shown, over the one that was seen."""
    cd = judgement.ranks.critical_difference
    if cd is not None and judgement.evidence is Evidence.DATASETS:
        ranks = dict(zip(judgement.ranks.names, judgement.ranks.mean_ranks, strict=True))
        gap = abs(ranks[best] - ranks[other])
        return cd / gap if gap else float("inf")
    seen = None if pair is None else pair.pair.difference
    if seen is None or not seen.value:
        return float("inf")
    return seen.half_width / abs(seen.value)

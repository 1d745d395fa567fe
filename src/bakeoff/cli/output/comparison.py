"""A comparison as text for the terminal: the verdict, the standing, every pair, why this test, how firm it is."""

from collections.abc import Callable, Sequence
from math import ceil, expm1, isfinite, isnan, log10, nan
from typing import Any

from bakeoff.cli.output.printing import aligned_table, headed, wrap_text
from bakeoff.core.significance_level import is_shown
from bakeoff.core.text import fixed, short_p

__all__ = ["comparison_text", "effect_text"]

TINY = 6  # decimal places; numbers that need more are written with an exponent
MOST = 15  # pairs listed one by one; of more, only those that were shown to differ
LINES = 30  # of those, the first


def comparison_text(comparison: Any, *, stability: bool, why: bool) -> str:
    """Everything a reader of the terminal needs, the verdict first."""
    judged = comparison.judgement
    from bakeoff.report.verdict_card import card_text

    claim, facts = card_text(judged)
    if comparison.has_rows:  # of scores alone nothing can be checked, and a table is answered without that room
        from bakeoff.report.check_lines import check_text, doubted

        facts += check_text(comparison.checks, judged.measure)
        claim = doubted(claim, comparison.checks)
    parts = [
        "\n".join([headed(claim, ""), *(wrap_text(f"  {one}", indent="    ") for one in facts)]),
        wrap_text("".join(judged.verdict.headline)),
        "\n".join(wrap_text(str(one)) for one in (judged.omnibus, *judged.also)),
    ]
    parts += [_standing(comparison), _pairs(comparison), _flips(comparison), _reasons(comparison, every=why)]
    if stability:
        parts.append("\n".join(wrap_text(line, indent="    ") for line in str(comparison.stability).splitlines()))
    return "\n\n".join(part for part in parts if part)


def _flips(comparison: Any) -> str:
    """On how many rows the two learners of the verdict are right, together or alone; empty without predicted classes."""
    flips, verdict = comparison.flips(), comparison.judgement.verdict
    return "" if flips is None else wrap_text(f"Rows: {flips.words(verdict.b, verdict.a)}.")


def _standing(comparison: Any) -> str:
    """Mean ranks over data sets, mean scores of one data set; of two learners on data sets who won how often."""
    import numpy as np

    from bakeoff.comparisons.evidence.kinds import DATASETS

    judged, matrix = comparison.judgement, comparison.judgement.matrix
    if judged.evidence is DATASETS and len(matrix.names) == 2:
        a, b = matrix.of_pair(*matrix.names)
        ahead, behind = int(np.sum(a > b)), int(np.sum(a < b))
        if judged.matrix.direction.value == "lower":
            ahead, behind = behind, ahead
        ties = len(a) - ahead - behind
        first, second = matrix.names
        where = "1 data set" if len(a) == 1 else f"{len(a)} data sets"
        return f"Wins over {where}: {first} {ahead}, {second} {behind}, {ties} {'tie' if ties == 1 else 'ties'}."
    if judged.evidence is DATASETS:
        from bakeoff.report.verdict_card import mean_scores

        ranks = sorted(comparison.ranks.items(), key=lambda one: one[1])
        means = mean_scores(judged)
        titles = ["learner", "mean rank", *([f"mean {judged.measure or 'score'}"] if means else [])]
        rows = [[name, fixed(rank, 2, minus="-"), *([means[name]] if means else [])] for name, rank in ranks]
        return aligned_table(titles, rows, "lrr"[: len(titles)])
    return _scores(comparison)


def _scores(comparison: Any) -> str:
    """The score of each learner with its interval, best first."""
    judged, matrix, scores = comparison.judgement, comparison.judgement.matrix, comparison.scores
    title = judged.measure or "score"
    title = title if len(matrix.blocks) == 1 or judged.evidence.single_rows else f"mean {title}"
    order = sorted(scores, key=lambda name: (isnan(comparison.ranks[name]), comparison.ranks[name]))
    shown = _places([end for one in scores.values() for end in (one.value, one.low, one.high)])
    methods = list(dict.fromkeys(one.method for one in scores.values() if one.has_interval))
    if not methods:
        return aligned_table(["learner", title], [[name, shown(scores[name].value)] for name in order], "lr")
    rows = [[name, *(shown(getattr(scores[name], part)) for part in ("value", "low", "high"))] for name in order]
    mean = "weighted mean, " if matrix.weight is not None else ""
    level = f"{100 * next(iter(scores.values())).level:.4g}%"
    legend = wrap_text(f"low and high: {level} interval of each learner by itself ({mean}{' or '.join(methods)}).")
    return "\n".join([aligned_table(["learner", title, "low", "high"], rows, "lrrr"), legend])


def _pairs(comparison: Any) -> str:
    """A line for each pair; one pair alone has said most in the verdict."""
    pairs = comparison.judgement.pairs
    if len(pairs) == 1 and not comparison.judgement.planned:
        return "\n".join(_alone(pairs[0], comparison.judgement.alpha))
    differ = range(len(pairs)) if len(pairs) <= MOST else _differing(comparison)
    shown = [pairs[at] for at in differ[:LINES]]
    adjusted = pairs[0].pair.adjustment not in ("", "none")
    posterior = comparison.judgement.rope is not None and any(one.verdict.posterior is not None for one in shown)
    from bakeoff.report.names import words_of

    words = words_of(comparison.judgement)
    gap = "a / b - 1" if comparison.judgement.relative else "a - b (points)" if words.percent else "a - b"
    titles = ["a", "b", gap, "low", "high", "p", *(["adjusted p"] if adjusted else []),
              *(["P(a)", "P(same)", "P(b)"] if posterior else []), "claim"]  # fmt: skip
    gaps = [
        getattr(one.verdict.difference, part, nan) * words.factor for one in shown for part in ("value", "low", "high")
    ]
    tell = _percent if comparison.judgement.relative else _places(gaps, words.factor)
    level = comparison.judgement.alpha
    rows = [_row(one, comparison.marks, tell, level, adjusted=adjusted, posterior=posterior) for one in shown]
    lines = [aligned_table(titles, rows, "ll" + "r" * (len(titles) - 3) + "l", names=2)] if rows else []
    if len(differ) > len(shown):
        lines.append(wrap_text(f"{len(differ) - len(shown)} more pairs were shown to differ; --json lists them."))
    if len(differ) < len(pairs):
        rest = f"The other {len(pairs) - len(differ)} of {len(pairs)} pairs are undecided or equivalent; --json lists them."
        lines.append(wrap_text(rest))
    lines += map(wrap_text, _legend(comparison, shown or pairs[:1], adjusted=adjusted, posterior=posterior))
    return "\n".join(lines)


def _differing(comparison: Any) -> Sequence[int]:
    """The pairs that were shown to differ, those of the best learner first; p-values are known before pairs are made."""
    import numpy as np

    pairs, judged = comparison.pairs, comparison.judgement
    if judged.rope is not None or pairs.favours is None:
        found = [
            at for at in np.flatnonzero(is_shown(pairs.adjusted, judged.alpha)).tolist() if pairs[at].verdict.winner
        ]
    else:
        found = np.flatnonzero(is_shown(pairs.adjusted, judged.alpha) & (np.abs(pairs.favours) > 0)).tolist()
    if not found:
        return []
    best = np.any(pairs.columns[found] == int(np.nanargmin(judged.ranks.mean_ranks)), axis=1)
    return [found[at] for at in np.argsort(np.logical_not(best), kind="stable").tolist()]


def _alone(one: Any, alpha: float) -> list[str]:
    """What the verdict's sentence leaves out."""
    effect, posterior = one.verdict.effect, one.verdict.posterior
    lines = []
    if effect is not None and (effect.reason or not isnan(effect.value)):
        lines.append(f"Effect: {effect_text(effect, 1 - alpha)}.")
    if posterior is not None:
        a, b, rope = one.pair.a, one.pair.b, one.verdict.rope
        lines.append(
            f"Bayesian analysis, region ±{rope:g}: {a} better {posterior.p_left:.3f}, practically the same "
            f"{posterior.p_rope:.3f}, {b} better {posterior.p_right:.3f}."
        )
    return lines


def effect_text(effect: Any, level: float) -> str:
    """An effect size with its interval, where it has one, and the word for it."""
    if not isfinite(effect.value):
        return f"{effect.name} is {'undefined' if isnan(effect.value) else 'infinite'}, as {effect.reason}"
    ends = f", {level * 100:.3g}% interval {effect.low:.3f} to {effect.high:.3f}" if isfinite(effect.low) else ""
    return f"{effect.name} {effect.value:.3f}{ends} ({effect.magnitude})"


def _row(
    one: Any, marks: dict[tuple[str, str], str], tell: Callable[[float], str], alpha: float, *, adjusted: bool, posterior: bool
) -> list[str]:  # fmt: skip
    seen, found = one.verdict.difference, one.verdict.posterior
    ends = ("low", "high") if seen is None or seen.has_interval or seen.low != seen.high else ("none", "none")
    gaps = [tell(getattr(seen, part, nan)) for part in ("value", *ends)]
    claim = f"{one.verdict.winner} better" if one.verdict.winner else one.verdict.claim.value
    chances = (
        [fixed(getattr(found, part, None), 3, minus="-") for part in ("p_left", "p_rope", "p_right")]
        if posterior
        else []
    )
    ps = [short_p(one.pair.result.p_value, alpha), *([short_p(one.pair.p_adjusted, alpha)] if adjusted else [])]
    mark = marks.get((one.pair.a, one.pair.b), "")
    return [one.pair.a, one.pair.b, *gaps, *ps, *chances, f"{claim} {mark}".rstrip()]


def _percent(value: float) -> str:
    """Where ratios were compared: the logarithm of one as a percentage."""
    return "–" if isnan(value) else f"{fixed(100 * expm1(value), 1, minus='-')}%"


def _places(values: list[float], factor: float = 1.0) -> Callable[[float], str]:
    """How to write numbers of this size in one column: four places for shares, fewer for large ones, more for tiny ones.

    What is written is a number times the factor, which the values have already.

    >>> _places([0.0429, 0.036])(0.0429), _places([15342.2, 200.1])(15342.2), _places([1.5e-9, 2e-9])(1.5e-9)
    ('0.0429', '15342', '1.5e-09')
    """
    sizes = [abs(one) for one in values if isfinite(one) and one]
    top = ceil(log10(max(sizes))) if sizes else 0
    places = max(0, 4 - max(top - 1, 0) + max(-1 - top, 0))
    if places > TINY:
        return lambda value: "–" if not isfinite(value) else f"{value * factor:.3g}"
    return lambda value: fixed(value * factor, places, minus="-")


def _legend(comparison: Any, pairs: Any, *, adjusted: bool, posterior: bool) -> list[str]:
    """What the columns are; an interval may exclude zero where the adjusted p shows nothing."""
    from bakeoff.comparisons.verdict import Claim
    from bakeoff.comparisons.wording.sentences import equivalence_legend

    judged = comparison.judgement
    found = {(one.pair.difference.level, one.pair.difference.method) for one in pairs if one.pair.difference}
    lines = []
    gap = "a / b - 1" if judged.relative else "a - b"
    levels, methods = sorted({level for level, _ in found}), sorted({method for _, method in found})
    if found:
        shown = " to ".join(f"{level * 100:.3g}%" for level in dict.fromkeys((levels[0], levels[-1])))
        estimator = " or ".join(dict.fromkeys(one.pair.result.estimator for one in pairs if one.pair.result.estimator))
        lines += (
            [f"{gap}: {estimator} of the differences." if not judged.relative else f"{gap}: {estimator} of the ratios."]
            if estimator
            else []
        )
        lines.append(f"low and high: {shown} interval of it ({' or '.join(methods)}), each pair by itself.")
        if any(one.verdict.claim is Claim.EQUIVALENT for one in pairs):
            lines.append(equivalence_legend(judged.alpha))
    if any(
        one.verdict.winner and one.pair.difference and one.pair.difference.low <= 0 <= one.pair.difference.high
        for one in pairs
    ):
        lines.append(
            "A claim beside an interval that does not exclude zero: p is made in another way (from ranks, or exactly)."
        )
    if adjusted:
        from bakeoff.comparisons.test_names import adjustment_phrase

        way = adjustment_phrase("post-hoc", judged.adjustment)
        lines.append(f"Claims follow the p adjusted by {way}, at level {judged.alpha:g}.")
    if posterior:
        lines.append(
            f"P: Bayesian probabilities that a is better, that both lie within ±{judged.rope:g}, that b is better."
        )
    if comparison.marks:
        lines.append(f"{' '.join(comparison.marks.values())} marks a planned pair that was shown to differ.")
    return lines


def _reasons(comparison: Any, *, every: bool) -> str:
    judged = comparison.judgement
    from bakeoff.comparisons.test_names import phrase_of_test
    from bakeoff.core.text import capital

    lines = [wrap_text(f"Why {phrase_of_test(judged.choice.test)}? {capital(judged.choice.why)}.")]
    if judged.critical_difference is not None:
        decides = judged.ranks.critical_difference is not None
        what = phrase_of_test(judged.ranks.posthoc) if decides else "as a description; pairs decide"
        lines.append(f"Critical difference of mean ranks: {judged.critical_difference:.3f} ({what}).")
    if not every:
        return "\n".join(lines)
    for title, tests in (("May be run as well:", judged.choice.beside), ("Not taken:", judged.choice.refused)):
        lines += [title, *(wrap_text(f"  {name}: {reason}.", indent="    ") for name, reason in tests)] if tests else []
    return "\n".join(lines)

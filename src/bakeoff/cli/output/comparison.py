"""A comparison as text for the terminal: the verdict, the scores, the pairs; on request the statistics and why this test."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import ceil, expm1, isfinite, isnan, log10, nan
from typing import Any

from bakeoff.cli.output.changed_rows import flips_text
from bakeoff.cli.output.printing import aligned_table, fitted, headed, wrap_text
from bakeoff.core.text import fixed, short_p

__all__ = ["comparison_text", "effect_text"]

TINY = 6  # decimal places; numbers that need more are written with an exponent
DECIDED = 28  # pairs of the best learner on a large board that are listed although they are decided: one screen


def comparison_text(comparison: Any, *, stability: bool, why: bool, notes: bool = False) -> str:
    """The verdict, the scores and the pairs; with `notes` also the statistics and how far the verdict holds."""
    from bakeoff.comparisons.wording.verdict_text import statistics_of, verdict_text

    judged, flips = comparison.judgement, comparison.flips_of_pairs
    text = verdict_text(judged, comparison.stability if stability else None)
    headline, facts = text.headline, [*text.lines]
    if comparison.has_rows:  # of scores alone nothing can be checked, and a table is answered without that room
        from bakeoff.report.check_lines import check_text, doubted

        facts += check_text(comparison.checks, judged.measure)
        headline = doubted(headline, comparison.checks)
    parts = [
        "\n".join(
            [
                headed(headline, ""),
                *(wrap_text(f"  {line}", indent="    ") for line in facts),
            ]
        ),
        _standing(comparison),
        _pairs(comparison, legend=notes),
        _slices(comparison),
        _human(comparison),
        flips_text(flips) if flips else "",
    ]
    if notes:
        parts.append("\n".join(map(wrap_text, (*statistics_of(judged), *_alone(judged)))))
        lines = str(comparison.stability).splitlines() if stability else []
        parts.append("\n".join(wrap_text(line, indent="    ") for line in lines))
    if notes or why:
        parts.append(_reasons(comparison, every=why))
    return "\n\n".join(part for part in parts if part)


def _human(comparison: Any) -> str:
    """What labels of humans tell, beside the judge alone."""
    if comparison.human is None:
        return ""
    return "\n".join(
        [
            "As humans would score all items, from their labels and the judge:",
            *(f"  {line}" for line in comparison.human.lines()),
        ]
    )


def _slices(comparison: Any) -> str:
    """A line for each slice and pair; empty where no column was named."""
    if comparison.slices is None:
        return ""
    from bakeoff.report.sections.slices import slice_table

    table = slice_table(comparison.slices, comparison.judgement)
    return "\n".join([fitted(replace(table, notes=())), *map(wrap_text, table.notes)])


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
    shown = _places([end for score in scores.values() for end in (score.value, score.low, score.high)])
    methods = list(dict.fromkeys(score.method for score in scores.values() if score.has_interval))
    if not methods:
        return aligned_table(["learner", title], [[name, shown(scores[name].value)] for name in order], "lr")
    rows = [[name, *(shown(getattr(scores[name], part)) for part in ("value", "low", "high"))] for name in order]
    mean = "weighted mean, " if matrix.weight is not None else ""
    level = f"{100 * next(iter(scores.values())).level:.4g}%"
    legend = wrap_text(f"low and high: {level} interval of each learner by itself ({mean}{' or '.join(methods)}).")
    return "\n".join([aligned_table(["learner", title, "low", "high"], rows, "lrrr"), legend])


def _pairs(comparison: Any, *, legend: bool) -> str:
    """A line for each pair, the better learner first; one pair alone is in the verdict."""
    from bakeoff.comparisons.judging.standing import led_pairs
    from bakeoff.comparisons.wording.measure_names import words_of

    judged = comparison.judgement
    if len(judged.pairs) == 1 and not judged.planned:
        return ""
    pairs = led_pairs(judged)
    decided = [pair for pair in pairs if pair.judged.verdict.winner]
    hidden = decided[DECIDED:] if len(pairs) > DECIDED else []
    shown = [pair for pair in pairs if pair not in hidden]
    adjusted = judged.pairs[0].pair.adjustment not in ("", "none")
    posterior = judged.rope is not None and any(pair.judged.verdict.posterior is not None for pair in shown)
    words = words_of(judged.context)
    lead = "relative" if judged.relative else "ahead by (points)" if words.percent else "ahead by"
    titles = ["learner", "claim", "other", lead, "low", "high", "adjusted p" if adjusted else "p",
              *(["P(first)", "P(same)", "P(other)"] if posterior else [])]  # fmt: skip
    gaps = [getattr(pair.lead, part, nan) * words.factor for pair in shown for part in ("value", "low", "high")]
    number = _percent if judged.relative else _places(gaps, words.factor)
    rows = [_row(pair, comparison.marks, number, judged.alpha, posterior=posterior) for pair in shown]
    lines = [aligned_table(titles, rows, "lll" + "r" * (len(titles) - 3), names=3)]
    if hidden:
        lines.append(wrap_text(f"{pairs[0].first} is better than {len(hidden)} more; --json lists every pair."))
    if len(pairs) < len(judged.pairs):
        lines.append(
            wrap_text(f"These are the pairs of {pairs[0].first}, of {len(judged.pairs)} pairs; --json lists them all.")
        )
    lines += map(wrap_text, _legend(comparison, [pair.judged for pair in shown], every=legend))
    return "\n".join(lines)


def _alone(judged: Any) -> list[str]:
    """What the statistics of a single pair leave out: the effect, and the Bayesian answer."""
    if len(judged.pairs) > 1:
        return []
    verdict = judged.pairs[0].verdict
    effect, posterior, lines = verdict.effect, verdict.posterior, []
    if effect is not None and (effect.reason or not isnan(effect.value)):
        lines.append(f"Effect: {effect_text(effect, 1 - judged.alpha)}.")
    if posterior is not None:
        lines.append(
            f"Bayesian analysis, region ±{verdict.rope:g}: {verdict.a} better {posterior.p_left:.3f}, practically the same "
            f"{posterior.p_rope:.3f}, {verdict.b} better {posterior.p_right:.3f}."
        )
    return lines


def effect_text(effect: Any, level: float) -> str:
    """An effect size with its interval, where it has one, and the word for it."""
    if not isfinite(effect.value):
        return f"{effect.name} is {'undefined' if isnan(effect.value) else 'infinite'}, as {effect.reason}"
    ends = f", {level * 100:.3g}% interval {effect.low:.3f} to {effect.high:.3f}" if isfinite(effect.low) else ""
    return f"{effect.name} {effect.value:.3f}{ends} ({effect.magnitude})"


_CLAIMS = {"equivalent": "equivalent to", "identical": "identical to", "undecided": "not shown"}


def _row(
    pair: Any, marks: dict[tuple[str, str], str], number: Callable[[float], str], alpha: float, *, posterior: bool
) -> list[str]:
    judged, seen, found = pair.judged, pair.lead, pair.judged.verdict.posterior
    ends = ("low", "high") if seen is None or seen.has_interval or seen.low != seen.high else ("none", "none")
    gaps = [number(getattr(seen, part, nan)) for part in ("value", *ends)]
    claim = "better than" if judged.verdict.winner else _CLAIMS[judged.verdict.claim.value]
    mark = marks.get((judged.pair.a, judged.pair.b), "")
    sides = ("p_left", "p_rope", "p_right") if pair.first == judged.pair.a else ("p_right", "p_rope", "p_left")
    chances = [fixed(getattr(found, side, None), 3, minus="-") for side in sides] if posterior else []
    p = short_p(judged.pair.p_adjusted, alpha)
    return [pair.first, f"{claim} {mark}".rstrip(), pair.second, *gaps, p, *chances]


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


def _legend(comparison: Any, pairs: Sequence[Any], *, every: bool) -> list[str]:
    """What the columns are; with `every`, also how p was made."""
    from bakeoff.comparisons.test_names import adjustment_phrase
    from bakeoff.comparisons.verdict import Claim
    from bakeoff.comparisons.wording.sentences import equivalence_legend

    judged = comparison.judgement
    seen = [judged_pair.pair.difference for judged_pair in pairs if judged_pair.pair.difference]
    lines, many = [], len(judged.pairs) > 1
    if seen:
        levels = sorted({estimate.level for estimate in seen})
        level = " to ".join(f"{end * 100:.3g}%" for end in dict.fromkeys((levels[0], levels[-1])))
        methods = " or ".join(sorted({estimate.method for estimate in seen}))
        estimators = " or ".join(
            dict.fromkeys(pair.pair.result.estimator for pair in pairs if pair.pair.result.estimator)
        )
        gap = (
            f"{estimators or 'difference'} of the {'ratios' if judged.relative else 'differences'}"
            if estimators
            else "difference"
        )
        alone = ", not adjusted for the number of pairs" if many else ""
        lines.append(
            f"{'relative' if judged.relative else 'ahead by'}: {gap} with its {level} interval ({methods}){alone}."
        )
        if any(pair.verdict.claim is Claim.EQUIVALENT for pair in pairs):
            lines.append(equivalence_legend(judged.alpha))
    if judged.rope is not None and any(pair.verdict.posterior is not None for pair in pairs):
        lines.append(
            f"P: Bayesian probabilities that the first is better, that both are within ±{judged.rope:g}, that the other is better."
        )
    if comparison.marks:
        lines.append(f"{' '.join(comparison.marks.values())} marks a planned pair that was shown to differ.")
    if every and judged.adjustment not in ("", "none"):
        way = adjustment_phrase("post-hoc", judged.adjustment)
        lines.append(f"Claims follow the p adjusted by {way}, at level {judged.alpha:g}.")
    if every and any(
        pair.verdict.winner and pair.pair.difference and pair.pair.difference.low <= 0 <= pair.pair.difference.high
        for pair in pairs
    ):
        lines.append(
            "Where a claim has an interval that does not exclude zero, p is made in another way (from ranks, or exactly)."
        )
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

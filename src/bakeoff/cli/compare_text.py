"""A comparison as text for the terminal: the verdict, the standing, every pair, why this test, how firm it is."""

from math import expm1, isnan, nan
from typing import Any

import click

from bakeoff.cli.say import grid, number, prose

__all__ = ["comparison_text"]

MOST = 15  # pairs listed one by one; of more, only those that were shown to differ


def comparison_text(comparison: Any, *, stability: bool, why: bool) -> str:
    """Everything a reader of the terminal needs, the verdict first."""
    from bakeoff.core.text import clean

    judged = comparison.judgement
    first, dot, rest = prose(clean(comparison.verdict.sentence)).partition(". ")
    parts = [click.style(first + dot, bold=True) + rest, "\n".join(map(str, (comparison.omnibus, *judged.also)))]
    parts += [_standing(comparison), _pairs(comparison), _reasons(comparison, every=why)]
    if stability:
        parts.append("\n".join(prose(line, indent="    ") for line in str(comparison.stability).splitlines()))
    return "\n\n".join(part for part in parts if part)


def _standing(comparison: Any) -> str:
    """Mean ranks over data sets, mean scores of one data set; of two learners on data sets who won how often."""
    import numpy as np

    from bakeoff.comparisons.judgement import Evidence

    judged, matrix = comparison.judgement, comparison.judgement.matrix
    if judged.evidence is Evidence.DATASETS and len(matrix.names) == 2:
        a, b = matrix.of_pair(*matrix.names)
        ahead, behind = int(np.sum(a > b)), int(np.sum(a < b))
        if judged.matrix.direction.value == "lower":
            ahead, behind = behind, ahead
        ties = len(a) - ahead - behind
        first, second = matrix.names
        return f"Wins over {len(a)} data sets: {first} {ahead}, {second} {behind}, {ties} {'tie' if ties == 1 else 'ties'}."
    if judged.evidence is Evidence.DATASETS:
        ranks = sorted(comparison.ranks.items(), key=lambda one: one[1])
        return grid(["learner", "mean rank"], [[name, number(rank, 2)] for name, rank in ranks], "lr")
    means = [
        float(column[~np.isnan(column)].mean()) if (~np.isnan(column)).any() else np.nan for column in matrix.values.T
    ]
    order = sorted(range(len(means)), key=lambda i: comparison.ranks[matrix.names[i]])
    title = judged.measure or "score"
    title = title if len(matrix.blocks) == 1 else f"mean {title}"
    return grid(["learner", title], [[matrix.names[i], number(means[i], 4)] for i in order], "lr")


def _pairs(comparison: Any) -> str:
    """A line for each pair; one pair alone has said most in the verdict."""
    pairs = comparison.pairs
    if len(pairs) == 1 and not comparison.judgement.planned:
        return "\n".join(_alone(pairs[0]))
    shown = pairs if len(pairs) <= MOST else [one for one in pairs if one.verdict.winner]
    adjusted = any(one.pair.adjustment not in ("", "none") for one in pairs)
    posterior = any(one.verdict.posterior is not None for one in pairs)
    gap = "a / b - 1" if comparison.judgement.relative else "a - b"
    titles = ["a", "b", gap, "low", "high", "p", *(["adjusted p"] if adjusted else []),
              *(["P(a)", "P(same)", "P(b)"] if posterior else []), "claim"]  # fmt: skip
    relative = comparison.judgement.relative
    rows = [_row(one, comparison.marks, adjusted=adjusted, posterior=posterior, relative=relative) for one in shown]
    lines = [grid(titles, rows, "ll" + "r" * (len(titles) - 3) + "l")] if rows else []
    if len(shown) < len(pairs):
        lines.append(
            f"The other {len(pairs) - len(shown)} of {len(pairs)} pairs are undecided or equivalent; --json and -o list them."
        )
    lines += _legend(comparison, adjusted=adjusted, posterior=posterior)
    return "\n".join(lines)


def _alone(one: Any) -> list[str]:
    """What the verdict's sentence leaves out."""
    effect, posterior = one.verdict.effect, one.verdict.posterior
    lines = []
    if effect is not None and not isnan(effect.value):
        lines.append(f"Effect: {effect.name} {effect.value:.3f} ({effect.magnitude}).")
    if posterior is not None:
        a, b, rope = one.pair.a, one.pair.b, one.verdict.rope
        lines.append(
            f"Bayesian answer, region ±{rope:g}: {a} better {posterior.p_left:.3f}, practically the same "
            f"{posterior.p_rope:.3f}, {b} better {posterior.p_right:.3f}."
        )
    return lines


def _row(one: Any, marks: dict[tuple[str, str], str], *, adjusted: bool, posterior: bool, relative: bool) -> list[str]:
    seen, found = one.pair.difference, one.verdict.posterior
    gaps = [_gap(getattr(seen, part, nan), relative=relative) for part in ("value", "low", "high")]
    claim = f"{one.verdict.winner} better" if one.verdict.winner else one.verdict.claim.value
    chances = [number(getattr(found, part, None)) for part in ("p_left", "p_rope", "p_right")] if posterior else []
    ps = [_p(one.pair.result.p_value), *([_p(one.pair.p_adjusted)] if adjusted else [])]
    mark = marks.get((one.pair.a, one.pair.b), "")
    return [one.pair.a, one.pair.b, *gaps, *ps, *chances, f"{claim} {mark}".rstrip()]


def _gap(value: float, *, relative: bool) -> str:
    """A difference; where ratios were compared, their logarithm is shown as a percentage."""
    return f"{number(100 * expm1(value), 1)}%" if relative and not isnan(value) else number(value, 4)


def _p(value: float) -> str:
    return "<0.0001" if value < 0.00005 else number(value, 4)


def _legend(comparison: Any, *, adjusted: bool, posterior: bool) -> list[str]:
    """What the columns are; an interval may exclude zero where the adjusted p shows nothing."""
    judged = comparison.judgement
    found = {(one.pair.difference.level, one.pair.difference.method) for one in comparison.pairs if one.pair.difference}
    lines = []
    gap = "a / b - 1" if judged.relative else "a - b"
    if len(found) == 1:
        level, method = found.pop()
        lines.append(f"low and high: {level * 100:.3g}% interval of {gap} ({method}), each pair by itself.")
    if adjusted:
        lines.append(f"Claims follow the adjusted p ({judged.ranks.posthoc}) at level {judged.alpha:g}.")
    if posterior:
        lines.append(
            f"P: Bayesian probabilities that a is better, that both lie within ±{judged.rope:g}, that b is better."
        )
    if comparison.marks:
        lines.append(f"{' '.join(comparison.marks.values())} marks a planned pair that was shown to differ.")
    return lines


def _reasons(comparison: Any, *, every: bool) -> str:
    judged = comparison.judgement
    lines = [prose(f"Why {judged.choice.test}: {judged.choice.why}.")]
    if comparison.critical_difference is not None:
        lines.append(
            f"Critical difference of mean ranks: {comparison.critical_difference:.3f} ({judged.ranks.posthoc})."
        )
    if not every:
        return "\n".join(lines)
    for title, tests in (("May be run as well:", judged.choice.beside), ("Not taken:", judged.choice.refused)):
        lines += [title, *(prose(f"  {name}: {reason}.", indent="    ") for name, reason in tests)] if tests else []
    return "\n".join(lines)

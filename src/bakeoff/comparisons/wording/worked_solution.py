"""A test on paper: the formula, the numbers filled in, the critical value, the region and the decision."""

import re
from dataclasses import dataclass
from math import comb, copysign, isclose, isfinite, isnan, nan, sqrt

from bakeoff.comparisons.catalogue import tests
from bakeoff.comparisons.distributions import (
    chi2_quantile,
    f_quantile,
    normal_quantile,
    t_quantile,
)
from bakeoff.comparisons.results import Alternative, PairResult, TestResult
from bakeoff.comparisons.significance.critical_values import sign_critical, wilcoxon_critical
from bakeoff.comparisons.test_names import declared_test, title_of_test
from bakeoff.core.checks import probability
from bakeoff.core.significance_level import is_shown
from bakeoff.core.terminology.formula import readable
from bakeoff.core.text import capital, clean, format_p, format_statistic

__all__ = ["RejectionRegion", "critical_gap", "pair_steps", "region_of", "steps"]

NOT_P = (
    "p is the probability of evidence at least as extreme if the null hypothesis were true; "
    "1 - p is neither the probability that the hypothesis is false nor that the result would replicate."
)
_LEARNER = re.compile(r"((?:^| )(?:of|only) )([ab])(?= |$)")  # the letter of a learner in the name of a quantity
_TERMS, _SHORT = 8, 20  # terms of a sum that are shown one by one, and the largest n for which they are
LETTERS = {"t": "t", "z": "z", "chi2": "χ²", "F": "F"}


@dataclass(frozen=True, slots=True, kw_only=True)
class RejectionRegion:
    """Where a test rejects at one level, and whether this outcome lies there."""

    critical: float  # NaN where no outcome reaches the level
    text: str
    inside: bool


def steps(result: TestResult, alpha: float = 0.05, *, names: tuple[str, str] = ("a", "b")) -> str:
    """The result worked out line by line, for teaching and for reviewers; lines that are about one learner name it.

    >>> from bakeoff.comparisons import paired_t
    >>> print(paired_t([85, 70, 65, 95], [80, 75, 60, 85]).steps().splitlines()[6])
    Filled in: 3.75 / (6.29153 / √(4)) = 1.1921
    """
    probability("alpha", alpha)
    lines = [*_formula(result, names), *_binomial_sum(result)]
    lines += (
        [_rejection(region_of(result, alpha, names), alpha, _wins(result, names))] if not isnan(result.p_value) else []
    )
    return "\n".join([*lines, *_interval(result), _decision(result, alpha), NOT_P])


def _interval(result: TestResult) -> list[str]:
    """The interval of the difference, where there is one."""
    difference = result.difference
    if difference is None or isnan(difference.low):
        return []
    return [
        f"{capital(result.estimator or 'mean')} difference {difference.value:.4g} ({100 * difference.level:.4g}% interval {difference.low:.4g} to {difference.high:.4g}; {difference.method})."
    ]


def pair_steps(pair: PairResult, alpha: float = 0.05) -> str:
    """One pair of many: worked out as above, decided by the p-value that counts how many questions were asked.

    >>> from bakeoff.comparisons import nemenyi
    >>> made = nemenyi({"a": [9, 8, 9, 8], "b": [8, 7, 6, 7], "c": [7, 6, 7, 5]})
    >>> print(made.pairs[1].steps().splitlines()[-3])
    At level 0.05 reject if mean ranks are at least 1.657 apart (critical difference). The statistic lies inside the region of rejection.
    """
    probability("alpha", alpha)
    result, p = pair.result, pair.p_adjusted
    if pair.adjustment in ("none", ""):
        return steps(result, alpha, names=(pair.a, pair.b))
    lines = [f"{pair.a} against {pair.b}", *_formula(result, (pair.a, pair.b))]
    lines.append(f"For this pair alone {format_p(result.p_value)}; adjusted by {pair.adjustment} {format_p(p)}.")
    gap = critical_gap(pair, alpha)
    if gap is not None and result.rank_difference is not None:
        words = f"mean ranks are at least {gap:.4g} apart (critical difference)"
        lines.append(f"At level {alpha:g} reject if {words}. {_where(inside=abs(result.rank_difference) >= gap)}")
    else:
        lines.append(f"Rejected at level {alpha:g} where the adjusted p <= {alpha:g}.")
    return "\n".join([*lines, _decided(p, alpha, result.reason), NOT_P])


def critical_gap(pair: PairResult, alpha: float) -> float | None:
    """The critical difference of mean ranks, for the post-hoc tests that have one."""
    k, n = pair.result.learners, pair.result.n
    ratio = tests[pair.adjustment].critical_ratio if pair.adjustment in tests else None
    return None if k is None or ratio is None else ratio(k, alpha) * sqrt(k * (k + 1) / (6 * n))


def _formula(result: TestResult, names: tuple[str, str]) -> list[str]:
    """Everything up to the statistic."""
    declared, _ = declared_test(result.test)  # "conover with holm" is Conover's test, adjusted
    title = title_of_test(result.test) if declared else result.test
    lines = [f"{title}: {result.variant.removesuffix(f', {result.test}')}", f"Null hypothesis: {result.null}."]
    formula = result.formula or (declared.formula if declared else "")
    lines += [f"Formula: {readable(formula)}"] if formula else []
    lines += _rank_lines(result)
    lines += [f"  {_named(name, names)} {_shown(value, 4)}" for name, value in result.working]
    if result.filled and isfinite(result.statistic) and not result.reason:
        lines.append(f"Filled in: {result.filled} = {result.statistic:.5g}")
    freedom = f", df = {', '.join(f'{number:.5g}' for number in result.df)}" if result.df else ""
    return [
        *lines,
        f"Statistic: {format_statistic(result.statistic, 5)} {f'(n = {result.n}{freedom})' if result.n else ''}".rstrip(),
    ]


def _named(quantity: str, names: tuple[str, str]) -> str:
    """The name of a quantity with the learner in place of its letter.

    >>> _named("wins of a", ("NB", "SVM")), _named("only b right", ("NB", "SVM"))
    ('wins of NB', 'only SVM right')
    """
    learner = dict(zip("ab", (clean(name) for name in names), strict=True))
    return _LEARNER.sub(lambda hit: hit[1] + learner[hit[2]], quantity)


def _binomial_sum(result: TestResult) -> list[str]:
    """How p adds up, where it is a tail of Bin(n, 1/2)."""
    n, wins = result.counted or 0, result.statistic
    if result.law != "binomial" or not n or wins != int(wins):
        return []
    side = result.alternative
    upper = side is Alternative.GREATER or (side is Alternative.TWO_SIDED and 2 * wins > n)
    ends = (int(wins), n) if upper else (0, int(wins))
    terms = [comb(n, count) for count in range(ends[0], ends[1] + 1)]
    factor = 2 if side is Alternative.TWO_SIDED else 1
    p = min(1.0, factor * sum(terms) / 2**n)
    if not isclose(p, result.p_value, rel_tol=1e-9):
        return []
    sign = f"w >= {ends[0]}" if upper else f"w <= {ends[1]}"
    listed_terms = f"({' + '.join(map(str, terms))})" if len(terms) <= _TERMS and n <= _SHORT else f"{sum(terms)}"
    outcomes = f"{2**n}" if n <= _SHORT else f"2^{n}"
    twice = "2 × " if factor == 2 else ""
    return [f"p = {twice}P({sign}) = {twice}{listed_terms} / {outcomes} = {p:.4g}{', at most 1' if p == 1.0 else ''}"]


def _rank_lines(result: TestResult) -> list[str]:
    """The table of signed ranks: difference, size, rank, rank with its sign."""
    if not result.ranked:
        return []
    rows = [
        (f"{d:g}", f"{abs(d):g}", f"{abs(rank):g}" if rank else "-", f"{rank:+g}" if rank else "-")
        for d, rank in result.ranked
    ]
    head = ("d", "|d|", "rank", "signed rank")
    widths = [max(len(row[column]) for row in (head, *rows)) for column in range(4)]
    return [
        "  " + "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in (head, *rows)
    ]


def _shown(value: float, digits: int) -> str:
    return f"= {value:.{digits}g}" if isfinite(value) else f"is {format_statistic(value, digits)}"


def region_of(result: TestResult, alpha: float, names: tuple[str, str] = ("a", "b")) -> RejectionRegion | None:
    """The region of rejection; None for laws that are in no table (permutations, ties in an exact law)."""
    if result.law in LETTERS:
        return _ratio_region(result, alpha) if min(result.df, default=1) > 0 else None
    if result.law in ("binomial", "mid-p"):
        return _wins_region(result, alpha, names[0])
    if result.law == "signed-rank":
        return _ranks_region(result, alpha)
    if result.law == "tost" and result.one_sided is not None:
        critical, (low, high) = t_quantile(1 - alpha, result.df[0]), result.one_sided
        text = f"t >= {critical:.4g} above the lower bound and t <= -{critical:.4g} below the upper"
        return RejectionRegion(critical=critical, text=text, inside=low >= critical and high <= -critical)
    return None


def _ratio_region(result: TestResult, alpha: float) -> RejectionRegion:
    """Laws of a ratio: t and z have two sides, chi-squared and F only large values."""
    letter, value, side = LETTERS[result.law], result.statistic, result.alternative
    law = result.law
    if law == "z" and result.standardized is not None:
        value = result.standardized  # W+ has a normal law only once it is standardised
    if law == "chi2" and side is not Alternative.TWO_SIDED:
        letter, law = "±√χ²", "z"  # one-sided McNemar: the root, with the sign of b - c
        value = copysign(sqrt(value), result.lead or 0.0)
    if law in ("chi2", "F"):
        critical = chi2_quantile(1 - alpha, result.df[0]) if law == "chi2" else f_quantile(1 - alpha, *result.df)
        return RejectionRegion(critical=critical, text=f"{letter} >= {critical:.4g}", inside=value >= critical)
    tail = 1 - (alpha / 2 if side is Alternative.TWO_SIDED else alpha)
    critical = t_quantile(tail, result.df[0]) if law == "t" else normal_quantile(tail)
    if side is Alternative.TWO_SIDED:
        return RejectionRegion(critical=critical, text=f"|{letter}| >= {critical:.4g}", inside=abs(value) >= critical)
    if side is Alternative.LESS:
        return RejectionRegion(critical=critical, text=f"{letter} <= -{critical:.4g}", inside=value <= -critical)
    return RejectionRegion(critical=critical, text=f"{letter} >= {critical:.4g}", inside=value >= critical)


def _wins_region(result: TestResult, alpha: float, name: str) -> RejectionRegion:
    """Wins of the first learner out of n, by the binomial law; mid-p counts half of the outcome itself."""
    n, side = result.counted or 0, result.alternative
    two, wins = side is Alternative.TWO_SIDED, result.statistic
    need = sign_critical(n, alpha, two_sided=two, mid=result.law == "mid-p")
    if isnan(need):
        return RejectionRegion(critical=need, text="no outcome reaches this level", inside=False)
    many, few = f"at least {need:g}", f"at most {n - need:g}"
    bounds = {Alternative.GREATER: many, Alternative.LESS: few}.get(side, f"{many} or {few}")
    text = f"{clean(name)} wins {bounds} of {n}"
    inside = (wins >= need and side is not Alternative.LESS) or (wins <= n - need and side is not Alternative.GREATER)
    return RejectionRegion(critical=need, text=text, inside=inside)


def _ranks_region(result: TestResult, alpha: float) -> RejectionRegion:
    """The smaller rank sum, or the one of the side that should be small."""
    (plus, minus), side = result.rank_sums or (nan, nan), result.alternative
    need = wilcoxon_critical(result.counted or 0, alpha, two_sided=side is Alternative.TWO_SIDED)
    name, value = {Alternative.GREATER: ("W-", minus), Alternative.LESS: ("W+", plus)}.get(
        side, ("T", min(plus, minus))
    )
    if isnan(need):
        return RejectionRegion(critical=need, text="no outcome reaches this level", inside=False)
    return RejectionRegion(critical=need, text=f"{name} <= {need:g}", inside=value <= need)


def _wins(result: TestResult, names: tuple[str, str]) -> str:
    """How often the first learner won, where the statistic counts that."""
    return f"{clean(names[0])} wins {result.statistic:g}" if result.law == "binomial" else ""


def _rejection(region: RejectionRegion | None, alpha: float, outcome: str) -> str:
    if region is None:
        return f"Rejected at level {alpha:g} where p <= {alpha:g}: this distribution is not tabulated."
    if isnan(region.critical):
        return f"Rejected at level {alpha:g} where p <= {alpha:g}: {region.text}."
    where = _where(inside=region.inside, outcome=outcome or "The statistic lies")
    return f"Critical value at level {alpha:g}: {region.critical:.4g}. Reject if {region.text}. {where}"


def _where(*, inside: bool, outcome: str = "The statistic lies") -> str:
    stop = "" if outcome.endswith("lies") else ":"
    return f"{outcome}{stop} {'inside' if inside else 'outside'} the region of rejection."


def _decision(result: TestResult, alpha: float) -> str:
    return _decided(result.p_value, alpha, result.reason)


def _decided(p: float, alpha: float, reason: str) -> str:
    if isnan(p):
        return f"No decision: {reason}."
    if is_shown(p, alpha):
        return f"Decision: {format_p(p)}, the null hypothesis is rejected at level {alpha:g}."
    return (
        f"Decision: {format_p(p)}, the null hypothesis is not rejected at level {alpha:g}; "
        "that does not show that it is true."
    )

"""Wilcoxon's signed-rank test: two learners over independent blocks, by the ranks of their differences."""

from functools import lru_cache
from math import nan, sqrt

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from bakeoff.comparisons.declaration import Learners, PowerRule, ProblemShape, SignificanceTest, Use, Variants
from bakeoff.comparisons.distributions import normal_quantile, normal_two_sided
from bakeoff.comparisons.effects import rank_biserial, rank_biserials
from bakeoff.comparisons.evidence.kinds import DATASETS, RUNS
from bakeoff.comparisons.evidence.types import PairedScores
from bakeoff.comparisons.midranks import midranks
from bakeoff.comparisons.results import Alternative, Effect, Tally, TestResult
from bakeoff.comparisons.significance._checks import lopsided, one_scale, tied_differences, zero_differences
from bakeoff.comparisons.significance._reasons import GIVES_UP
from bakeoff.comparisons.significance.t import IDENTICAL, differences, power_t
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.notes import LOWER_LEVEL

__all__ = [
    "EXACT_UP_TO",
    "WILCOXON",
    "pseudo_median",
    "signed_rank_law",
    "wilcoxon",
    "wilcoxon_p_values",
    "wilcoxon_results",
]


LISTED_UP_TO = 150  # differences of which all Walsh averages are listed; of more, those near the wanted places
FEW = 4  # times as many as there are differences: so few averages are sorted
MOST = 1 << 22  # averages that are ever listed; more of them are equal but for rounding
BATCH = 1 << 20  # averages that are listed at a time


def pseudo_median(d: Array, level: float = 0.95) -> Estimate:
    """The median of all pairwise means of the differences, with the interval of the signed-rank test.

    Exact up to fifty differences: the level reached is stated, which for few differences is below the one asked for.

    >>> print(pseudo_median(np.array([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])))
    3.500 [1.000, 6.000] (96.88%, Hodges-Lehmann, n = 6)
    """
    return _pseudo_medians(d[None], level)[0]


def _pseudo_medians(d: Array, level: float) -> list[Estimate]:
    """The same of each row of differences."""
    n = d.shape[1]
    if n < 2:
        return [
            Estimate(value=one, low=nan, high=nan, level=level, method="Hodges-Lehmann", n=n)
            for one in d[:, 0].tolist()
        ]
    cut, reached = _cut(n, level)
    warning = () if reached >= level - 1e-12 or n > 50 else (LOWER_LEVEL(n=n, level=reached),)
    total = n * (n + 1) // 2
    places = (cut - 1, (total - 1) // 2, total // 2, total - cut)
    found = (
        _walsh_of_few(d, places) if n <= LISTED_UP_TO else np.array([_walsh_of_many(np.sort(row), places) for row in d])
    )
    found[:, 1] = (found[:, 1] + found[:, 2]) / 2
    return [
        Estimate(value=value, low=low, high=high, level=reached, method="Hodges-Lehmann", n=n, notes=warning)
        for low, value, _, high in found.tolist()
    ]


def _walsh_of_few(d: Array, places: tuple[int, ...]) -> Array:
    """(rows, places): the Walsh averages at these places of their order."""
    rows, columns = _corners(d.shape[1])
    step = max(1, BATCH // rows.size)
    averages = ((d[at : at + step, rows] + d[at : at + step, columns]) / 2 for at in range(0, len(d), step))
    return np.concatenate([np.partition(one, places, axis=1)[:, places] for one in averages])


@lru_cache(maxsize=8)
def _corners(n: int) -> tuple[Array, Array]:
    return np.triu_indices(n)


@lru_cache(maxsize=256)
def _cut(n: int, level: float) -> tuple[int, float]:
    """Which Walsh average from either end bounds the interval, and the level it reaches."""
    tail = (1 - level) / 2
    if n > 50:
        deviation = sqrt(n * (n + 1) * (2 * n + 1) / 24)
        return max(1, int(n * (n + 1) / 4 + normal_quantile(tail) * deviation)), level

    below = np.cumsum(signed_rank_law(2 * np.arange(1, n + 1))[::2])
    cut = max(1, int(np.searchsorted(below, tail * (1 - 1e-12))))
    return cut, float(1 - 2 * below[cut - 1])


def _walsh_of_many(ordered: Array, places: tuple[int, ...]) -> list[float]:
    """The same of one row in ascending order: bisection on a count, until few averages are left to be sorted.

    >>> _walsh_of_many(np.arange(200.0), (0, 10050, 20099))
    [0.0, 99.5, 199.0]
    """
    index = np.arange(ordered.size)
    slack = 8 * float(np.spacing(np.max(np.abs(ordered))))  # an average and the count of it are rounded differently

    def upto(middle: float) -> Array:
        """Where the partners of each difference end whose average with it is at most this."""
        return np.maximum(np.searchsorted(ordered, 2 * middle - ordered, "right"), index)

    tried = [
        (float(ordered[0]), 0),
        (float(ordered[-1]), ordered.size * (ordered.size + 1) // 2),
    ]  # values, and how many are at most that

    def at(place: int) -> float:
        low, below = max(one for one in tried if one[1] <= place)
        high, left = min(one for one in tried if one[1] > place)
        for _ in range(60):
            if left - below <= FEW * ordered.size:
                break
            middle = (low + high) / 2
            count = int((upto(middle) - index).sum())
            tried.append((middle, count))
            if count > place:
                high, left = middle, count
            else:
                low, below = middle, count
        first, last = upto(low - slack), upto(high + slack)
        sizes = last - first
        if int(sizes.sum()) > MOST:
            return high
        partners = np.arange(int(sizes.sum())) + np.repeat(first - np.cumsum(sizes) + sizes, sizes)
        averages = (np.repeat(ordered, sizes) + ordered[partners]) / 2
        kept = place - int((first - index).sum())
        return float(np.partition(averages, kept)[kept])

    return [at(place) for place in places]


EXACT_UP_TO = 50
LISTED = 20  # ranks that are written out one by one
NULL = "the differences are symmetric around zero"


def signed_rank_law(doubled_ranks: Array) -> Array:
    """Probability of every value of twice the positive rank sum when each rank's sign is a fair coin.

    Mid-ranks are halves, so twice the ranks are whole numbers and the law is a sum over them, ties and all.

    >>> signed_rank_law(np.array([2, 4, 6])).tolist()[::2]
    [0.125, 0.125, 0.125, 0.25, 0.125, 0.125, 0.125]
    """
    law = np.zeros(int(doubled_ranks.sum()) + 1)
    law[0], top = 1.0, 0
    for rank in np.sort(doubled_ranks).astype(int):
        top += rank
        shifted = law[: top + 1 - rank].copy()
        law[: top + 1] *= 0.5
        law[rank : top + 1] += 0.5 * shifted
    return law


def wilcoxon(
    a: ArrayLike, b: ArrayLike, *, zeros: str = "drop", method: str = "auto", correction: bool = True,
    alternative: str = "two-sided", level: float = 0.95,
) -> TestResult:  # fmt: skip
    """Do two learners differ over independent data sets?  W+ is the rank sum of the differences in favour of a.

    Exact, conditional on ties, up to 50 differences ("auto"), else normal with tie and continuity correction.
    Zeros are dropped, kept while ranking ("pratt"), or split between the sums as Demšar does ("split").
    Equal differences that differ in the last bit are ties: differences are rounded to 12 significant digits.
    Reference: wilcoxon1945.

    >>> r = wilcoxon([85, 70, 65, 95, 80], [80, 75, 60, 85, 80])
    >>> r.statistic, r.p_value
    (8.0, 0.5)
    """
    if zeros not in ("drop", "pratt", "split") or method not in ("auto", "exact", "normal"):
        raise BadInput("zeros must be 'drop', 'pratt' or 'split', and method 'auto', 'exact' or 'normal'")
    d, side = differences(a, b), Alternative(alternative)
    ranks, signs = _signed_ranks(d, zeros)
    effect = [rank_biserial(a, b, level=level)] if zeros != "drop" else None
    made = _results(
        d[None],
        ranks[None],
        signs[None],
        side,
        level,
        zeros=zeros,
        method=method,
        correction=correction,
        effects=effect,
    )
    return made[0]


def wilcoxon_results(d: Array, alternative: str = "two-sided", level: float = 0.95) -> list[TestResult]:
    """The results of `wilcoxon` for each row of differences; no block is missing.

    >>> [one.p_value for one in wilcoxon_results(np.array([[5.0, -5.0, 5.0, 10.0, 0.0], [1.0, 2.0, 3.0, 4.0, 5.0]]))]
    [0.5, 0.0625]
    """
    ranks = midranks(np.where(d == 0, nan, np.abs(d)))
    return _results(d, np.nan_to_num(ranks), np.sign(d), Alternative(alternative), level)


def _results(
    d: Array, ranks: Array, signs: Array, side: Alternative, level: float, *, zeros: str = "drop", method: str = "auto",
    correction: bool = True, effects: list[Effect] | None = None,
) -> list[TestResult]:  # fmt: skip
    """One result for each row of differences, of ranks (0: not ranked) and of their signs."""
    words = {"drop": "zeros dropped", "pratt": "Pratt's zeros", "split": "zeros split"}[zeros]
    laws = {True: "exact, conditional on ties", False: f"normal{', continuity corrected' if correction else ''}"}
    plus, minus = (np.einsum("ij,ij->i", ranks, np.maximum(one, 0.0)) for one in (signs, -signs))
    sums, squares, sizes = ranks.sum(axis=1), np.einsum("ij,ij->i", ranks, ranks), np.count_nonzero(ranks, axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        normal, z_of = _normal_p(plus, sums, squares, side, correction=correction)
    untied = (squares == sizes * (sizes + 1) * (2 * sizes + 1) / 6) & (zeros == "drop")
    estimates = _pseudo_medians(d, level)
    effects = rank_biserials(ranks, signs, level) if effects is None else effects
    wins, losses = np.count_nonzero(d > 0, axis=1).tolist(), np.count_nonzero(d < 0, axis=1).tolist()
    differ, n = np.any(signs, axis=1).tolist(), d.shape[1]
    made = []
    for i, (up, down, size) in enumerate(zip(plus.tolist(), minus.tolist(), sizes.tolist(), strict=True)):
        exact = method == "exact" or (method == "auto" and size <= EXACT_UP_TO)
        law, z = "z", float(z_of[i])
        if exact:
            counted = None if untied[i] else ranks[i][ranks[i] > 0]
            p, z = _exact_p(up, down, size if counted is None else counted, side), nan
            law = "signed-rank" if counted is None else _law(counted)
        else:
            p = float(normal[i])
        p, z = (p, z) if differ[i] else (1.0, 0.0)
        working = (("W+", up), ("W-", down), ("T", min(up, down)), ("non-zero differences", wins[i] + losses[i]))
        listed = ranks[i][(signs[i] > 0) & (ranks[i] > 0)].tolist() if size <= LISTED else ()
        made.append(TestResult(
            test=WILCOXON.name, title=WILCOXON.title, variant=f"{laws[exact]}, {words}", null=NULL, statistic=up,
            p_value=p, n=n, alternative=side, difference=estimates[i], estimator="pseudo-median",
            effect=effects[i], reason="" if differ[i] else IDENTICAL, working=(*working, *((("z", z),) if not exact else ())),
            law=law, lead=up - down, tally=Tally(wins=wins[i], ties=n - wins[i] - losses[i], losses=losses[i]),
            rank_sums=(up, down), counted=wins[i] + losses[i], standardized=None if exact else z,
            ranked=_rank_table(d[i], zeros) if n <= LISTED and zeros != "split" else (),
            filled=" + ".join(f"{one:g}" for one in listed),
        ))  # fmt: skip
    return made


def _rank_table(d: Array, zeros: str) -> tuple[tuple[float, float], ...]:
    """Each difference with its signed rank, in the order of the blocks; zero where it does not count."""
    kept = d if zeros == "pratt" else d[d != 0]
    ranks = dict(zip(np.abs(kept).tolist(), midranks(np.abs(kept)).tolist(), strict=True))  # equal sizes share a rank
    return tuple((one, ranks[abs(one)] * float(np.sign(one)) if one else 0.0) for one in d.tolist())


def _law(ranks: Array) -> str:
    """The tabulated law where the ranks are 1, 2, ..., n; ties and kept zeros have a law of their own, in no table."""
    return "signed-rank" if np.array_equal(np.sort(ranks), np.arange(1, ranks.size + 1)) else ""


def _signed_ranks(d: Array, zeros: str) -> tuple[Array, Array]:
    """Ranks that carry a sign, and those signs; a zero that is split carries half a sign each way (0.5 and -0.5)."""
    if zeros == "drop":
        d = d[d != 0]
        return midranks(np.abs(d)), np.sign(d)
    if zeros == "pratt":
        ranks = midranks(np.abs(d))
        return ranks[d != 0], np.sign(d[d != 0])
    if np.sum(d == 0) % 2:
        d = np.delete(d, np.flatnonzero(d == 0)[0])  # an odd zero is left out
    ranks, signs = midranks(np.abs(d)), np.sign(d)
    at_zero = np.flatnonzero(d == 0)
    signs[at_zero] = np.where(np.arange(at_zero.size) % 2, 1.0, -1.0)
    return ranks, signs if np.any(d) else np.zeros(d.size)


def _exact_p(plus: float, minus: float, ranks: Array | int, side: Alternative) -> float:
    """P of these rank sums, by the ranks, or by their number where no two are equal."""
    if isinstance(ranks, int):
        return _untied_tail(ranks, *_end(plus, minus, side))
    return _tail(np.rint(2 * ranks).astype(int).tolist(), *_end(plus, minus, side))


@lru_cache(maxsize=1 << 14)
def _untied_tail(n: int, end: int, times: int) -> float:
    return _tail(list(range(2, 2 * n + 2, 2)), end, times)


def _end(plus: float, minus: float, side: Alternative) -> tuple[int, int]:
    """Up to which twice a rank sum the law is summed, and how often that counts; the law is symmetric."""
    smaller = {Alternative.GREATER: minus, Alternative.LESS: plus}.get(side, min(plus, minus))
    return int(np.rint(2 * smaller)), 2 if side is Alternative.TWO_SIDED else 1


def _tail(doubled: list[int], end: int, times: int) -> float:
    """The probability of a sum of at most `end`, `times` over, by counting sign patterns in the digits of one number.

    Digit s of the number is how many patterns have the sum s; a rank r adds the number shifted by r digits. The digits
    up to `end` are kept, and their sum is the remainder by the base less one.

    >>> _tail([2, 4, 6], 2, 2)
    0.5
    """
    n = len(doubled)
    width = n + 1  # bits of a digit: no count and no sum of counts is larger than 2 ** n
    keep = (1 << width * (end + 1)) - 1
    counts, top = 1, 0
    for rank in sorted(doubled):  # small numbers first
        if rank > end:  # in no such sum
            break
        counts += counts << width * rank
        top += rank
        if top > end:
            counts &= keep
    return min(1.0, times * (counts % ((1 << width) - 1)) / (1 << n))


def wilcoxon_p_values(d: Array, alternative: str = "two-sided") -> tuple[Array, Array]:
    """P of `wilcoxon` for each row of differences, and W+ less W-; NaN is a missing block, and in W where nothing differs.

    Rows without ties among their differences share one exact law for each number of them.

    >>> p, lead = wilcoxon_p_values(np.array([[1.0, 2.0, -3.0, 4.0], [1.0, 0.0, np.nan, 2.0], [0.0, 0.0, 0.0, 0.0]]))
    >>> p.tolist(), lead.tolist()
    ([0.625, 0.5, 1.0], [4.0, 3.0, nan])
    """
    side = Alternative(alternative)
    step = max(1, 200_000 // max(d.shape[1], 1))  # rows that stay in the cache of the processor
    found = [_many(d[at : at + step], side) for at in range(0, len(d), step)]
    return np.concatenate([p for p, _ in found]), np.concatenate([lead for _, lead in found])


def _many(d: Array, side: Alternative) -> tuple[Array, Array]:
    n, total, squares, plus, ranks = _rank_sums(d)
    minus = total - plus
    p = np.where(np.isnan(d).all(axis=1), nan, 1.0)
    many = n > EXACT_UP_TO
    p[many] = _normal_p(plus[many], total[many], squares[many], side, correction=True)[0]
    few = (n > 0) & ~many
    untied = few & (squares == n * (n + 1) * (2 * n + 1) / 6)
    for size in np.unique(n[untied]).tolist():
        rows = np.flatnonzero(untied & (n == size))
        ends = [_end(a, b, side) for a, b in zip(plus[rows].tolist(), minus[rows].tolist(), strict=True)]
        p[rows] = [min(1.0, times * float(_untied_law(size)[end])) for end, times in ends]
    for row in np.flatnonzero(few & ~untied).tolist():
        doubled = np.rint(2 * ranks[row, ranks[row] > 0]).astype(int).tolist()
        p[row] = _tail(doubled, *_end(plus[row], minus[row], side))
    return p, np.where(n > 0, plus - minus, nan)


def _rank_sums(d: Array) -> tuple[Array, Array, Array, Array, Array]:
    """Of each row: how many differences have a rank, the sum of ranks, of their squares, of those of positive differences; and mid-ranks.

    Ranks are in the order of absolute differences, 0 for zeros and gaps, and all 0 where no row has ties, as they are not needed then.
    One sort of whole numbers, the bits of a size with its sign in the last place, is all it takes: sizes that differ in
    that place only are ties.

    >>> [one.tolist() for one in _rank_sums(np.array([[1.0, -3.0, 0.0, 3.0, np.nan]]))]
    [[3], [6.0], [13.5], [3.5], [[0.0, 1.0, 2.5, 2.5, 0.0]]]
    """
    k = d.shape[1]
    keys = np.abs(d, dtype=np.float64).view(np.uint64)
    keys &= ~_SIGN
    keys |= d > 0
    keys.sort(axis=1)
    zeros, gaps = np.count_nonzero(keys <= _SIGN, axis=1), np.count_nonzero(keys >= _GAP, axis=1)
    positive = (keys & _SIGN).astype(np.float64)
    if gaps.any():
        positive[keys >= _GAP] = 0.0
    n, place = k - zeros - gaps, np.arange(1.0, k + 1)
    plus = positive @ place - zeros * positive.sum(axis=1)
    total, squares = n * (n + 1) / 2, n * (n + 1) * (2 * n + 1) / 6
    tied = (keys[:, 1:] ^ keys[:, :-1]) <= _SIGN
    tied &= (keys[:, 1:] > _SIGN) & (keys[:, 1:] < _GAP)
    rows = np.flatnonzero(tied.any(axis=1))
    ranks = np.zeros((len(d), k if rows.size else 0))
    if rows.size:
        starts = np.ones((rows.size, k), dtype=bool)
        starts[:, 1:] = ~tied[rows]
        first = np.flatnonzero(starts)
        middle = first % k + (np.diff(first, append=starts.size) + 1) / 2
        ranked = middle[np.cumsum(starts) - 1].reshape(-1, k) - zeros[rows, None]
        ranked[(keys[rows] <= _SIGN) | (keys[rows] >= _GAP)] = 0.0
        ranks[rows] = ranked
        squares[rows], plus[rows] = np.einsum("ij,ij->i", ranked, ranked), np.einsum("ij,ij->i", ranked, positive[rows])
    return n, total, squares, plus, ranks


_SIGN = np.uint64(1)
_GAP = np.array(np.inf).view(np.uint64)  # what is larger is NaN


@lru_cache(maxsize=EXACT_UP_TO)
def _untied_law(n: int) -> Array:
    """Of twice the positive rank sum of the ranks 1 to n: the probability of at most each value."""
    return np.cumsum(signed_rank_law(2 * np.arange(1, n + 1)))


def _normal_p(plus: Array, total: Array, squares: Array, side: Alternative, *, correction: bool) -> tuple[Array, Array]:
    """P and z of positive rank sums, by the sum and the sum of squares of the ranks."""
    centred = plus - total / 2
    deviation = np.sqrt(squares / 4)  # equals the textbook variance with its tie correction
    signs = {Alternative.GREATER: np.ones_like(centred), Alternative.LESS: -np.ones_like(centred)}
    shift = 0.5 * signs.get(side, np.sign(centred)) if correction else np.zeros_like(centred)
    z = (centred - shift) / deviation
    if side is not Alternative.TWO_SIDED:
        return np.asarray(special.ndtr(z if side is Alternative.LESS else -z)), z
    middle = np.abs(centred) <= np.abs(shift)
    return np.where(middle, 1.0, normal_two_sided(z)), np.where(middle, 0.0, z)


EFFICIENCY = 3 / np.pi  # of the signed-rank test against t, under normal differences


SIMULATED = 25  # pairs up to which power is simulated; beyond, that of t on 3/pi of the pairs has the same two digits
DRAWS = 10_000


def power_wilcoxon(n: float, effect: float, sd: float, alpha: float) -> float:
    """Power of the exact signed-rank test on normal differences, simulated with the same draws every time.

    >>> round(power_wilcoxon(6, 2.0, 1.0, 0.05), 2)  # rejects where all six have one sign
    0.87
    """
    if n > SIMULATED:
        return power_t(EFFICIENCY * n, effect, sd, alpha)
    law = np.cumsum(signed_rank_law(2 * np.arange(1.0, int(n) + 1))[::2])
    most = int(np.searchsorted(law, alpha / 2 * (1 + 1e-12), "right")) - 1  # the largest T that rejects
    if most < 0:
        return 0.0
    d = _normal_draws(int(n)) + abs(effect) / sd
    wins = np.take_along_axis(d > 0, np.abs(d).argsort(axis=1), axis=1)  # smallest difference first
    plus = wins @ np.arange(1, int(n) + 1)
    return float(np.mean(np.minimum(plus, n * (n + 1) / 2 - plus) <= most))


@lru_cache(maxsize=8)
def _normal_draws(n: int) -> Array:
    return np.random.default_rng(n).standard_normal((DRAWS, n))


WILCOXON = SignificanceTest(
    name="wilcoxon", also=("signed_rank", "signed_rank_test", "wilcoxon_test"), orders=True, title="Wilcoxon signed-rank test", formula=r"W^+ = \sum_{d_i > 0} \mathrm{rank}|d_i|", null=NULL,
    reference="wilcoxon1945", design=(ProblemShape.TWO_ON_MANY, ProblemShape.TWO_ON_ONE), takes=PairedScores, min_blocks=6, run=lambda seen, **options: wilcoxon(seen.a, seen.b, **options), compute=wilcoxon, p_values=wilcoxon_p_values, results=wilcoxon_results,
    continuous=True, exact=True, efficiency=EFFICIENCY, pair_checks=(zero_differences, tied_differences, lopsided), table_checks=(one_scale,),
    variants=(Variants(parameter="zeros", words=("drop", "pratt", "split")), Variants(parameter="method", words=("exact", "normal"))),
    power=PowerRule(unit="data sets", power=power_wilcoxon, effect="mean difference", sd="sd of the differences over data sets"),
    uses=(
        Use(evidence=DATASETS, learners=Learners.TWO, place=0,
            taken="two learners on independent data sets: signed ranks need no normality and let no single data set dominate"),
        Use(evidence=DATASETS, learners=Learners.MANY, place=0, taken=(
            "each pair of learners is compared by its own signed ranks, so the answer about two learners does not depend on "
            "which others are in the table, as it does with mean ranks (Benavoli et al. 2016)")),
        Use(evidence=RUNS, learners=Learners.TWO, place=1, second=GIVES_UP),
        Use(evidence=RUNS, learners=Learners.MANY, place=7, second=GIVES_UP),
    ),
    assumptions=("the blocks are independent", "differences on different data sets can be ranked against each other"),
)  # fmt: skip

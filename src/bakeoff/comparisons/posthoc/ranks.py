"""Which learners differ? Every pair, or each against a control, on the ranks the omnibus test used."""

from collections.abc import Sequence
from functools import cache
from math import isnan, nan, sqrt

import numpy as np

from bakeoff.comparisons.declaration import (
    Control,
    PlanningMethod,
    PowerRule,
    ProblemShape,
    SignificanceTest,
    Variants,
)
from bakeoff.comparisons.distributions import (
    normal_quantile,
    normal_two_sided,
    range_quantile,
    range_tail,
    t_p,
    t_quantile,
)
from bakeoff.comparisons.evidence.kinds import Evidence
from bakeoff.comparisons.evidence.types import ScoreMatrix, noise_free_difference, significant_digits
from bakeoff.comparisons.notes import MEAN_RANKS
from bakeoff.comparisons.posthoc.adjust import ADJUSTMENTS, adjust, adjusted_name
from bakeoff.comparisons.posthoc.adjust_all_pairs import PAIR_METHODS, adjust_pairs
from bakeoff.comparisons.posthoc.many_pairs import Pairs
from bakeoff.comparisons.results import PairResult, RankComparison, TestResult
from bakeoff.comparisons.significance.many_learners.friedman import Table, complete_matrix, friedman_of
from bakeoff.core.checks import Array, probability
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.core.notes import Note
from bakeoff.estimates.estimate import Estimate

__all__ = [
    "BONFERRONI_DUNN",
    "CONOVER",
    "NEMENYI",
    "bonferroni_dunn",
    "conover",
    "critical_difference",
    "mean_ranks",
    "nemenyi",
    "rank_pairs",
]

NULL = "the two mean ranks are equal"
CANCELLED = 1e-6  # of two variances: below, their difference is computed from the differences themselves
Z_OF_RANKS = r"z = (\bar R_b - \bar R_a) / \sqrt{k(k+1)/(6n)}"


def nemenyi(table: Table, *, alpha: float = 0.05, p: str = "studentized range") -> RankComparison:
    r"""Which pairs differ?  Mean ranks further apart than :math:`CD = q_\alpha \sqrt{k(k+1)/(6n)}` do.

    The p-value is the studentized range's on mean ranks, or `p="bonferroni"`: the normal p times the number of pairs,
    as García and Herrera print it.  `alpha` sets the critical difference and the level of the intervals only.  Reference: nemenyi1963.

    >>> r = nemenyi({"a": [9, 8, 9, 8], "b": [8, 7, 6, 7], "c": [7, 6, 7, 5]})
    >>> round(r.critical_difference, 3), [round(one.p_adjusted, 3) for one in r.pairs]
    (1.657, [0.181, 0.036, 0.759])
    """
    if p not in ("studentized range", "bonferroni"):
        raise BadInput(f"p must be 'studentized range' or 'bonferroni', not {p!r}")
    matrix, ranks, pairs = _prepare(table, None)
    n, k = matrix.values.shape
    z = _z(ranks, pairs, n, k)
    raw = normal_two_sided(z)
    adjusted = range_tail(np.abs(z) * sqrt(2), k) if p == "studentized range" else adjust(raw, "bonferroni")
    critical = nemenyi_ratio(k, probability("alpha", alpha)) * _error(n, k)
    name = NEMENYI.name if p == "studentized range" else f"{NEMENYI.name}, p times the pairs"
    return _comparison(matrix, ranks, pairs, z, raw, adjusted, critical, name, NEMENYI.title, level=1 - alpha)


def bonferroni_dunn(table: Table, control: str | int, *, alpha: float = 0.05) -> RankComparison:
    r"""Which learners differ from a control?  :math:`z = (R_c - R_j) / \sqrt{k(k+1)/(6n)}`, p times k - 1.

    Pairs are (control, other).  Reference: dunn1961.

    >>> r = bonferroni_dunn({"a": [9, 8, 9, 8], "b": [8, 7, 6, 7], "c": [7, 6, 7, 5]}, control="a")
    >>> [round(one.p_adjusted, 3) for one in r.pairs]
    [0.154, 0.027]
    """
    matrix, ranks, pairs = _prepare(table, control)
    n, k = matrix.values.shape
    z = _z(ranks, pairs, n, k)
    raw = normal_two_sided(z)
    critical = dunn_ratio(k, probability("alpha", alpha)) * _error(n, k)
    return _comparison(
        matrix,
        ranks,
        pairs,
        z,
        raw,
        adjust(raw, "bonferroni"),
        critical,
        BONFERRONI_DUNN.name,
        BONFERRONI_DUNN.title,
        level=1 - alpha,
    )


def rank_pairs(
    table: Table,
    control: str | int | None = None,
    *,
    method: str = "holm",
    pairs: Sequence[tuple[str, str]] | None = None,
    alpha: float = 0.05,
) -> RankComparison:
    """Rank z-tests of every pair, of planned pairs, or against a control, adjusted by any method; no single critical difference.

    Reference: garcia2008.

    >>> r = rank_pairs({"a": [9, 8, 9, 8], "b": [8, 7, 6, 7], "c": [7, 6, 7, 5]}, control="a")
    >>> [round(one.p_adjusted, 3) for one in r.pairs]
    [0.077, 0.027]
    """
    matrix, ranks, wanted = _prepare(table, control)
    if pairs is not None:
        wanted = np.array([[matrix.names.index(name) for name in pair] for pair in pairs], dtype=np.intp)
    z = _z(ranks, wanted, *matrix.values.shape)
    raw = normal_two_sided(z)
    every = control is None and pairs is None
    adjusted = adjusted_for(raw, method, len(matrix.names), every=every)
    return _comparison(
        matrix,
        ranks,
        wanted,
        z,
        raw,
        adjusted,
        None,
        method,
        _adjusted_title("z-test on mean ranks", method),
        level=1 - alpha,
    )


def adjusted_for(raw: Array, method: str, k: int, *, every: bool) -> Array:
    """Adjust by name; Shaffer and Bergmann-Hommel only where all pairs are asked for."""
    if method not in PAIR_METHODS:
        return adjust(raw, method)
    if not every:
        raise BadInput(f"{method} is for all pairs; with a control or planned pairs use holm")
    return adjust_pairs(raw, k, method=method)


def conover(
    table: Table, control: str | int | None = None, *, adjustment: str = "holm", alpha: float = 0.05
) -> RankComparison:
    r"""Which pairs differ, or which learners from a control?  A t on rank sums whose variance is what the omnibus test left unexplained.

    :math:`t = (R_i - R_j) / \sqrt{2 (n A - \sum R_j^2) / ((n-1)(k-1))}`, A the sum of squared ranks.  Liberal when the
    omnibus test is not significant.  Reference: conover1999.

    >>> r = conover({"a": [9, 8, 9, 8], "b": [8, 7, 6, 7], "c": [7, 6, 7, 5]}, adjustment="none")
    >>> [round(one.p_adjusted, 4) for one in r.pairs]
    [0.0123, 0.0026, 0.207]
    """
    matrix, ranks, pairs = _prepare(table, control)
    n, k = matrix.values.shape
    sums, df = ranks.sum(axis=0), float((n - 1) * (k - 1))
    left = float(n * np.square(ranks).sum() - np.square(sums).sum())
    below = f"√(2 × {left:.10g} / {df:g})"
    error = sqrt(2 * left / df) if df > 0 and left > 1e-9 else 0.0
    gaps = sums[pairs[:, 1]] - sums[pairs[:, 0]]
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.where(gaps == 0, 0.0, gaps / error) if error else np.where(gaps == 0, 0.0, np.copysign(np.inf, gaps))
    raw = np.array([1.0 if value == 0 else t_p(float(value), df) if error else nan for value in t])
    critical = t_quantile(1 - alpha / 2, df) * error / n if error else None
    return _comparison(
        matrix, ranks, pairs, t, raw, adjust(raw, adjustment), critical if adjustment == "none" else None,
        adjusted_name(CONOVER.name, adjustment), _adjusted_title(CONOVER.title, adjustment), law="t", df=(df,), below=below, level=1 - alpha,
    )  # fmt: skip


def mean_ranks(matrix: ScoreMatrix) -> tuple[float, ...]:
    """Mean rank of each learner over the blocks where it has a score; NaN where it has none.

    >>> mean_ranks(ScoreMatrix.of([[0.9, 0.8], [0.7, 0.7]]))
    (1.25, 1.75)
    """
    ranks = matrix.ranks()
    present = ~np.isnan(ranks)
    counts = present.sum(axis=0)
    sums = np.where(present, ranks, 0.0).sum(axis=0)
    return tuple(float(total / size) if size else nan for total, size in zip(sums, counts, strict=True))


def pair_list(names: Sequence[str], control: str | int | None) -> Array:
    """All pairs of columns, or (control, other) for each other one."""
    k = len(names)
    if control is None:
        return np.column_stack(np.triu_indices(k, 1))
    if isinstance(control, str):
        if control not in names:
            raise UnknownName("learner", control, names)
        control = names.index(control)
    if not 0 <= control < k:
        raise BadInput(f"control must be one of the {k} columns, not {control}")
    return np.array([(control, j) for j in range(k) if j != control], dtype=np.intp).reshape(-1, 2)


def _prepare(table: Table, control: str | int | None) -> tuple[ScoreMatrix, Array, Array]:
    matrix = complete_matrix(table)
    if not len(matrix.blocks):
        raise BadInput("there are no complete rows to rank")
    return matrix, matrix.ranks(), pair_list(matrix.names, control)


def _error(n: int, k: int) -> float:
    """Standard error of a difference of two mean ranks."""
    return sqrt(k * (k + 1) / (6 * n))


def _z(ranks: Array, pairs: Array, n: int, k: int) -> Array:
    """Rank differences over their error; positive where the first learner has the better (smaller) rank."""
    means = ranks.mean(axis=0)
    return np.asarray(significant_digits(means[pairs[:, 1]] - means[pairs[:, 0]], scale=float(k))) / _error(n, k)


def _comparison(  # noqa: PLR0917 - private, called in one shape
    matrix: ScoreMatrix, ranks: Array, pairs: Array, z: Array, raw: Array, adjusted: Array,
    critical: float | None, posthoc: str, title: str, *, law: str = "z", df: tuple[float, ...] = (), below: str = "", level: float = 0.95,
) -> RankComparison:  # fmt: skip
    means = tuple(ranks.mean(axis=0).tolist())
    n = len(matrix.blocks)
    variant = f"mean ranks over {n} blocks, {posthoc}"
    gaps = cache(lambda: _gaps(matrix, pairs, level))  # not before somebody looks at a pair
    k, times = len(means), n if below else 1  # Conover's ratio is one of rank sums, the others of mean ranks
    formula = CONOVER.formula if below else Z_OF_RANKS
    divisor = below or f"√({k} × {k + 1} / (6 × {n}))"

    def made(index: int) -> PairResult:
        i, j = pairs[index].tolist()
        p = float(raw[index])
        values, halves = gaps()
        result = TestResult(
            test=posthoc, title=title, variant=variant, null=NULL, statistic=float(z[index]), p_value=p, n=n,
            difference=_estimate(float(values[index]), float(halves[index]), n, level), law=law, df=df,
            lead=float(z[index]), rank_difference=means[j] - means[i], learners=k,
            working=(("rank difference", means[j] - means[i]), ("learners k", k), ("blocks n", n)),
            formula=formula, filled=f"({times * means[j]:.10g} - {times * means[i]:.10g}) / {divisor}",
            reason="no variance left in the ranks" if isnan(p) else "",
        )  # fmt: skip
        return PairResult(
            a=matrix.names[i], b=matrix.names[j], p_adjusted=float(adjusted[index]), adjustment=posthoc, result=result
        )

    favours = np.where(z == 0, nan, z)  # equal ranks may hide equal scores
    pair_results = Pairs(made, matrix.names, pairs, raw, adjusted, favours=favours)
    return RankComparison(
        names=matrix.names, mean_ranks=means, omnibus=friedman_of(matrix, ranks), pairs=pair_results, critical_difference=critical,
        posthoc=posthoc, n=n,
    )  # fmt: skip


def _adjusted_title(title: str, adjustment: str) -> str:
    return f"{title} with {ADJUSTMENTS[adjustment]}" if adjustment in ADJUSTMENTS else title


def _gaps(matrix: ScoreMatrix, pairs: Array, level: float) -> tuple[Array, Array]:
    """Mean difference of each pair of columns and half its t-interval, from one table of cross products."""
    n = len(matrix.values)
    means = matrix.values.mean(axis=0)
    gap = significant_digits(
        means[pairs[:, 0]] - means[pairs[:, 1]], scale=float(np.abs(matrix.values).max(initial=0.0))
    )
    if n < 2:
        return gap, np.full(len(pairs), nan)
    centred = matrix.values - means
    # Not `centred.T @ centred`: BLAS starts threads for it, which on a busy machine wait for each other a hundred times longer.
    cross = np.einsum("ij,ik->jk", centred, centred) / (n - 1)
    own = cross[pairs[:, 0], pairs[:, 0]] + cross[pairs[:, 1], pairs[:, 1]]
    variance = own - 2 * cross[pairs[:, 0], pairs[:, 1]]
    for index in np.flatnonzero(variance < CANCELLED * own):  # near twins: what is left of the sums is mostly round-off
        d = noise_free_difference(*matrix.values[:, pairs[index]].T)
        variance[index] = d.var(ddof=1) if np.ptp(d) else 0.0
    half = t_quantile((1 + level) / 2, n - 1) * np.sqrt(variance / n)
    return gap, np.where((variance == 0) & (gap != 0), nan, half)


def _estimate(value: float, half: float, n: int, level: float) -> Estimate:
    return Estimate(value=value, low=value - half, high=value + half, level=level, method="paired t", n=n, df=n - 1.0)


def nemenyi_ratio(k: int, alpha: float) -> float:
    """How many standard errors apart two of k mean ranks must lie."""
    return range_quantile(1 - alpha, k) / sqrt(2)


def dunn_ratio(k: int, alpha: float) -> float:
    """How many standard errors from a control one of k - 1 mean ranks must lie."""
    return normal_quantile(1 - alpha / (2 * (k - 1)))


def critical_difference(n: int, k: int, alpha: float) -> float | None:
    """Nemenyi's critical difference of k mean ranks over n blocks; None where there is none.

    >>> round(critical_difference(10, 4, 0.05), 3)
    1.483
    """
    return nemenyi_ratio(k, alpha) * _error(n, k) if n and k > 1 else None


def depends_on_others(_matrix: ScoreMatrix, _evidence: Evidence) -> Note:
    """The doubt of every post-hoc test on mean ranks."""
    return MEAN_RANKS()


NEMENYI = SignificanceTest(
    name="nemenyi",
    symbols={"q_α": "quantile of the studentized range over the root of 2"},
    orders=True, title="Nemenyi test", formula=r"CD = q_\alpha \sqrt{k(k+1)/(6n)}", reference="nemenyi1963",
    design=(ProblemShape.MANY_ON_MANY,), run=nemenyi, compute=nemenyi, critical_ratio=nemenyi_ratio,
    variants=(Variants(parameter="p", words=("studentized range", "bonferroni")),),
    power=PowerRule(unit="data sets", effect="difference of mean ranks", method=PlanningMethod.RANKS),
    table_checks=(depends_on_others,), caveats=(str(MEAN_RANKS()),),
    assumptions=("the blocks are independent data sets (not folds of one)", "every learner of interest is in the table and no other"), takes=ScoreMatrix, null=NULL, min_blocks=3, sided=False, posthoc=True,
)  # fmt: skip
BONFERRONI_DUNN = SignificanceTest(
    name="bonferroni_dunn",
    symbols={"z_(α / (2(k-1)))": "normal quantile, with the level divided by the number of pairs with the control"},
    orders=True, title="Bonferroni-Dunn test against a control", reference="dunn1961",
    formula=r"CD = z_{\alpha / (2(k-1))} \sqrt{k(k+1)/(6n)}", design=(ProblemShape.MANY_ON_MANY,),
    run=lambda matrix, control=0, **options: bonferroni_dunn(matrix, control, **options), compute=bonferroni_dunn,
    control=Control.REQUIRED, critical_ratio=dunn_ratio, table_checks=(depends_on_others,), caveats=(str(MEAN_RANKS()),),
    assumptions=("the control was named before the scores were seen",), takes=ScoreMatrix, null=NULL, min_blocks=3, sided=False, posthoc=True,
)  # fmt: skip
CONOVER = SignificanceTest(
    name="conover",
    symbols={"R_a": "rank sum of the first learner", "R_b": "rank sum of the second", "A": "sum of all squared ranks"},
    orders=True, title="Conover's test after Friedman", reference="conover1999", design=(ProblemShape.MANY_ON_MANY,),
    formula=r"t = (R_b - R_a) / \sqrt{2 (n A - \sum R_j^2) / ((n-1)(k-1))}", run=conover, compute=conover,
    control=Control.OPTIONAL, phrase="Conover's test after Friedman", table_checks=(depends_on_others,), caveats=(str(MEAN_RANKS()),),
    variants=(Variants(parameter="adjustment", words=("holm", "none", "bonferroni", "hommel", "bh")),),
    assumptions=("the omnibus test was significant",), takes=ScoreMatrix, null=NULL, min_blocks=3, sided=False, posthoc=True,
)  # fmt: skip

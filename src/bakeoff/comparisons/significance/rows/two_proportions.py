"""Two error rates on test sets that share no row."""

from math import inf, sqrt

from scipy import special

from bakeoff.comparisons.declaration import PowerRule, ProblemShape, SignificanceTest
from bakeoff.comparisons.distributions import normal_p, normal_quantile
from bakeoff.comparisons.evidence.types import ErrorCounts
from bakeoff.comparisons.notes import SMALL_CELLS
from bakeoff.comparisons.results import Alternative, TestResult
from bakeoff.comparisons.significance._checks import few_for_normal
from bakeoff.core.checks import count
from bakeoff.core.errors import BadInput
from bakeoff.estimates.estimate import Estimate

__all__ = ["TWO_PROPORTIONS", "exact_bounds", "two_proportions"]

NULL = "the two error rates are equal"


def two_proportions(
    errors_a: float, n_a: int, errors_b: float, n_b: int, *, pooled: bool = False, alternative: str = "two-sided",
    level: float = 0.95,
) -> TestResult:  # fmt: skip
    r"""Do two error rates on independent test sets differ?  :math:`z = (p_a - p_b) / \sqrt{p_a q_a / n_a + p_b q_b / n_b}`.

    `pooled=True` takes the common rate for the variance, as the null has it.  One test set for both: McNemar.
    The interval is Newcombe's, from two Wilson intervals.  Reference: newcombe1998.

    >>> r = two_proportions(20, 100, 35, 100)
    >>> round(r.statistic, 4), round(r.p_value, 4)
    (-2.4097, 0.016)
    """
    n, m = count("n_a", n_a), count("n_b", n_b)
    if not (0 <= errors_a <= n and 0 <= errors_b <= m):
        raise BadInput("errors must lie between 0 and the number of test rows")
    p, q = errors_a / n, errors_b / m
    common = (errors_a + errors_b) / (n + m)
    variance = common * (1 - common) * (1 / n + 1 / m) if pooled else p * (1 - p) / n + q * (1 - q) / m
    side = Alternative(alternative)
    small = min(errors_a, n - errors_a, errors_b, m - errors_b) < 5
    if variance > 0:
        z = (p - q) / sqrt(variance)
        tail, reason = normal_p(z, side), ""
    elif p == q:
        z, tail, reason = 0.0, 1.0, "both error rates are the same and at the border"
    else:  # 0 against 1: unpooled variance vanishes, the pooled one does not
        return two_proportions(errors_a, n_a, errors_b, n_b, pooled=True, alternative=alternative, level=level)
    return TestResult(
        test=TWO_PROPORTIONS.name, title=TWO_PROPORTIONS.title, variant=f"z, {'pooled' if pooled else 'unpooled'} variance", null=NULL, statistic=z,
        p_value=tail, n=n + m, alternative=side, difference=_newcombe(p, n, q, m, level), law="z", reason=reason,
        notes=((SMALL_CELLS(),) if small else ()) + few_for_normal(min(n, m), "rows of each test set", "read the interval"), formula=r"z = (p_a - p_b) / \sqrt{p (1 - p) (1 / n_a + 1 / n_b)}" if pooled else "",
        filled=f"({p:.6g} - {q:.6g}) / √({_variance(p, n, q, m, common, pooled=pooled)})",
        working=(("rate of a", p), ("rate of b", q), ("difference", p - q), ("standard error", sqrt(variance))),
    )  # fmt: skip


def _variance(p: float, n: int, q: float, m: int, common: float, *, pooled: bool) -> str:
    if pooled:
        return f"{common:.6g} × (1 - {common:.6g}) × (1 / {n} + 1 / {m})"
    return f"{p:.6g} × (1 - {p:.6g}) / {n} + {q:.6g} × (1 - {q:.6g}) / {m}"


def _wilson(p: float, n: int, z: float) -> tuple[float, float]:
    middle, half = p + z**2 / (2 * n), z * sqrt(p * (1 - p) / n + z**2 / (4 * n**2))
    return (middle - half) / (1 + z**2 / n), (middle + half) / (1 + z**2 / n)


def _newcombe(p: float, n: int, q: float, m: int, level: float) -> Estimate:
    z = normal_quantile((1 + level) / 2)
    (low_p, high_p), (low_q, high_q) = _wilson(p, n, z), _wilson(q, m, z)
    return Estimate(
        value=p - q, low=p - q - sqrt((p - low_p) ** 2 + (high_q - q) ** 2),
        high=p - q + sqrt((high_p - p) ** 2 + (q - low_q) ** 2), level=level, method="Newcombe", n=n + m, df=inf,
    )  # fmt: skip


def exact_bounds(k: int, n: int, level: float = 0.95) -> tuple[float, float]:
    """Clopper and Pearson's interval of a share.

    >>> [round(one, 4) for one in exact_bounds(2, 10)]
    [0.0252, 0.5561]
    """
    tail = (1 - level) / 2
    low = float(special.betaincinv(k, n - k + 1, tail)) if k else 0.0
    high = float(special.betaincinv(k + 1, n - k, 1 - tail)) if k < n else 1.0
    return low, high


def power_proportions(n: float, effect: float, sd: float, alpha: float) -> float:
    """Power of two independent proportions with n rows each; `sd` is the smaller error rate."""
    p, q = sd, sd + abs(effect)
    if not q <= 1:
        raise BadInput(f"the smaller error rate and the difference add up to {q:g}, and no error rate exceeds 1")
    null = sqrt((p + q) / 2 * (1 - (p + q) / 2) * 2 / n)
    error = sqrt((p * (1 - p) + q * (1 - q)) / n) or 1e-12
    return float(special.ndtr((abs(q - p) - normal_quantile(1 - alpha / 2) * null) / error))


TWO_PROPORTIONS = SignificanceTest(
    name="two_proportions",
    symbols={"p_a": "error rate of the first learner", "p_b": "error rate of the second learner", "n_a": "test rows of the first", "n_b": "test rows of the second"},
    also=("z", "z_test", "two_proportions_z_test"), title="test of two independent proportions", null=NULL, reference="newcombe1998",
    formula=r"z = (p_a - p_b) / \sqrt{p_a (1 - p_a) / n_a + p_b (1 - p_b) / n_b}", design=(ProblemShape.TWO_ON_ONE,),
    takes=ErrorCounts, parametric=True,
    compute=two_proportions,
    power=PowerRule(
        unit="rows of each test set", power=power_proportions, effect="difference of error rates", sd="the smaller error rate",
        largest=lambda rate: 1 - rate,
    ),
    run=lambda counts, **options: two_proportions(counts.errors_a, counts.n_a, counts.errors_b, counts.n_b, **options),
    assumptions=("the two test sets share no row", "at least five errors and five hits each"),
)  # fmt: skip

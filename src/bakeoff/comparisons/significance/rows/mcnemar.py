"""McNemar's test: do two classifiers err on different rows equally often?"""

from math import copysign, inf, sqrt
from typing import Any

import numpy as np
from scipy import special

from bakeoff.comparisons.assumption_notes import FEW_DISAGREEMENTS
from bakeoff.comparisons.declaration import Learners, PowerRule, ProblemShape, SignificanceTest, Use, Variants
from bakeoff.comparisons.distributions import binomial_p, normal_p, normal_quantile
from bakeoff.comparisons.effects import odds_ratio
from bakeoff.comparisons.evidence.kinds import ROWS
from bakeoff.comparisons.evidence.types import Disagreement
from bakeoff.comparisons.results import Alternative, TestResult
from bakeoff.comparisons.significance._checks import needs_hits
from bakeoff.core.checks import Array, count
from bakeoff.core.errors import BadInput
from bakeoff.estimates.estimate import Estimate

__all__ = ["EXACT_BELOW", "MCNEMAR", "mcnemar", "mcnemar_p"]

EXACT_BELOW = 20  # disagreements, the notes' bound
NULL = "each learner is equally often the only one that is right"
VARIANTS = ("auto", "exact", "mid-p", "chi2", "chi2-corrected")


def mcnemar(
    only_a_right: Any, only_b_right: int | None = None, variant: str = "auto", *, n: int | None = None, alternative: str = "two-sided",
    level: float = 0.95,
) -> TestResult:  # fmt: skip
    r"""Do two classifiers err on different rows equally often?  :math:`b \sim Bin(b + c, 1/2)` under the null.

    "auto" is exact below 20 disagreements and :math:`\max(|b - c| - 1, 0)^2 / (b + c)` from there; verdicts take "mid-p" at
    every size, which is neither as cautious as "exact" nor rough in small samples (fagerland2013).  `n`, the number of
    rows, gives the difference of the two accuracies with Agresti and Min's interval.  Instead of two counts it takes the printed
    2 x 2 table [[both right, only a], [only b, both wrong]].  Reference: mcnemar1947.

    >>> mcnemar(2, 10).p_value
    0.03857421875
    >>> mcnemar([[40, 2], [10, 8]]).p_value
    0.03857421875
    >>> mcnemar(7, 7, "chi2-corrected").p_value
    1.0
    """
    if only_b_right is None:
        table = Disagreement.of_table(only_a_right)
        only_a_right, only_b_right, n = table.only_a_right, table.only_b_right, table.rows
    b, c = count("only_a_right", only_a_right, least=0), count("only_b_right", only_b_right, least=0)
    if variant not in VARIANTS:
        raise BadInput(f"variant must be one of {', '.join(VARIANTS)}, not {variant!r}")
    if n is not None and count("n", n, least=0) < b + c:
        raise BadInput(f"{b + c} disagreements cannot come from {n} rows")
    side = Alternative(alternative)
    chosen = variant if variant != "auto" else "exact" if b + c < EXACT_BELOW else "chi2-corrected"
    statistic, p = mcnemar_p(b, c, chosen, side)
    words = {
        "exact": "exact binomial",
        "mid-p": "mid-p",
        "chi2": "chi-squared",
        "chi2-corrected": "chi-squared, continuity corrected",
    }
    why = f", by size ({b + c} disagreements)" if variant == "auto" else ""
    few = 0 < b + c < 10
    law, formula, filled = _on_paper(b, c, chosen)
    return TestResult(
        test=MCNEMAR.name, title=MCNEMAR.title, variant=words[chosen] + why, null=NULL, statistic=statistic, p_value=p, n=b + c if n is None else n,
        alternative=side, df=(1.0,) if chosen.startswith("chi2") else (), effect=odds_ratio(b, c, level=level),
        difference=None if n is None else _difference(b, c, n, level), law=law, formula=formula, filled=filled,
        lead=float(b - c), counted=b + c,
        reason="" if b + c else "the two never disagree about being right",
        notes=(FEW_DISAGREEMENTS(n=b + c),) if few else (),
        working=(("only a right", b), ("only b right", c), ("blocks counted", b + c)),
    )  # fmt: skip


def _on_paper(b: int, c: int, variant: str) -> tuple[str, str, str]:
    """The law, formula and filled-in formula of a variant."""
    if variant == "chi2":
        return "chi2", r"\chi^2 = (b - c)^2 / (b + c)", f"({b} - {c})² / ({b} + {c})"
    if variant == "chi2-corrected":
        return "chi2", "", f"max(|{b} - {c}| - 1, 0)² / ({b} + {c})"
    if variant == "mid-p":
        return "mid-p", r"b \sim Bin(b + c, 1/2), P(X = b) counted half", ""
    return "binomial", r"b \sim Bin(b + c, 1/2)", ""


def mcnemar_p(b: int, c: int, variant: str, side: Alternative = Alternative.TWO_SIDED) -> tuple[float, float]:
    """The statistic and the p-value of a variant, from the two counts."""
    if not b + c:
        return 0.0, 1.0
    if variant == "exact":
        return float(b), binomial_p(b, b + c, side)
    if variant == "mid-p":
        return float(b), binomial_p(b, b + c, side, mid=True)
    gap = max(abs(b - c) - 1, 0) if variant == "chi2-corrected" else abs(b - c)
    z = copysign(gap / sqrt(b + c), b - c)
    return z * z, normal_p(z, side)


def _difference(b: int, c: int, n: int, level: float) -> Estimate:
    if not b + c or not n:
        return Estimate(value=0.0, low=0.0, high=0.0, level=level, method="no disagreement", n=n)
    wide, gap = n + 2, (b - c) / (n + 2)
    half = normal_quantile((1 + level) / 2) * sqrt((b + c + 1) - wide * gap**2) / wide
    return Estimate(
        value=(b - c) / n,
        low=max(-1.0, gap - half),
        high=min(1.0, gap + half),
        level=level,
        method="Agresti-Min",
        n=n,
        df=inf,
    )


def _run(disagreement: Disagreement, **options: Any) -> TestResult:
    return mcnemar(disagreement.only_a_right, disagreement.only_b_right, n=disagreement.rows, **options)


def power_mcnemar(n: float, effect: float, sd: float, alpha: float) -> float:
    """Power of McNemar's mid-p on n rows; `effect` is the accuracy difference, `sd` the share of rows where one alone is right.

    The rows on which one alone is right are binomial, and given their number the wins are binomial too: both are summed.

    >>> round(power_mcnemar(400, 0.05, 0.15, 0.05), 3)
    0.742
    """
    share = sd
    if share > 1:
        raise BadInput(f"the share of rows on which exactly one is right is at most 1, not {share:g}")
    if abs(effect) > share:
        raise BadInput(
            f"accuracies differ by at most the share of rows on which exactly one is right; an effect of {abs(effect):g} takes an sd of at least that, not {share:g}"
        )
    if n * share > SUMMED:
        z = (abs(effect) * sqrt(n) - normal_quantile(1 - alpha / 2) * sqrt(share)) / sqrt(max(share - effect**2, 1e-12))
        return float(special.ndtr(z))
    middle, reach = n * share, 8 * sqrt(n * share * (1 - share)) + 8
    counts = np.arange(max(0, int(middle - reach)), min(int(n), int(middle + reach)) + 1)
    ways = special.gammaln(n + 1) - special.gammaln(counts + 1) - special.gammaln(n - counts + 1)
    weight = np.exp(ways + special.xlogy(counts, share) + special.xlogy(n - counts, 1 - share))
    return float(weight @ _rejected_of(counts, (share + abs(effect)) / (2 * share), alpha))


SUMMED = 2000  # expected disagreements up to which power is summed; beyond, the normal law has the same three digits


def _rejected_of(counts: Array, win: float, alpha: float) -> Array:
    """The chance that mid-p rejects, for each number of disagreements, where a is right alone with probability `win`."""
    start = np.floor(counts / 2 + normal_quantile(1 - alpha / 2) * np.sqrt(counts) / 2) - 3
    tried = np.clip(start[:, None] + np.arange(10), 0, counts[:, None] + 1.0)
    n = np.broadcast_to(counts[:, None], tried.shape)
    tail = _beyond(tried, n, 0.5) + _beyond(tried + 1, n, 0.5)  # twice the mid-p of one side
    first = np.argmax((tail <= alpha * (1 + 1e-12)) | (tried > n), axis=1)  # no outcome beyond n + 1 is needed
    need = tried[np.arange(counts.size), first]
    return np.where(need > counts, 0.0, _beyond(need, counts, win) + _beyond(need, counts, 1 - win))


def _beyond(k: Array, n: Array, p: float) -> Array:
    """P(X >= k) of a binomial, for many k and n at once."""
    inside = np.clip(k, 1, np.maximum(n, 1))
    return np.where(k <= 0, 1.0, np.where(k > n, 0.0, special.betainc(inside, n - inside + 1.0, p)))


MCNEMAR = SignificanceTest(
    name="mcnemar",
    symbols={"b": "rows that only the first learner gets right, often written c10", "c": "rows that only the second learner gets right, often written c01"},
    title="McNemar test", formula=r"\chi^2 = \max(|b - c| - 1, 0)^2 / (b + c)", null=NULL,
    reference="mcnemar1947", design=(ProblemShape.TWO_ON_ONE,), takes=Disagreement, run=_run, compute=mcnemar,
    fits=(needs_hits,), in_verdict=(("variant", "mid-p"),), unweighted="it counts rows, and these have weights",
    variants=(Variants(parameter="variant", words=VARIANTS),),
    power=PowerRule(
        unit="rows", power=power_mcnemar, effect="difference of accuracies", sd="share of rows on which exactly one is right",
        largest=lambda share: share, spread=lambda d: float((d != 0).mean()),
    ),
    uses=(
        Use(evidence=ROWS, learners=Learners.TWO, place=0,
            taken="one test set, row by row: only rows where exactly one is right carry evidence"),
        Use(evidence=ROWS, learners=Learners.MANY, place=1,
            second="it follows Cochran's Q on each pair; alone it does not test all learners at once"),
    ),
    min_blocks=1,
    assumptions=("the same test rows for both", "one training set: variation of training is not seen", "accuracy or error only"),
)  # fmt: skip

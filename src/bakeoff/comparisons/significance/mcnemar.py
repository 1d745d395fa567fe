"""McNemar's test: do two classifiers err on different rows equally often?"""

from math import copysign, sqrt
from typing import Any

from scipy import special

from bakeoff.comparisons.declaration import Learners, PowerRule, ProblemShape, SignificanceTest, Use, Variants
from bakeoff.comparisons.distributions import binomial_p, normal_p, normal_quantile
from bakeoff.comparisons.effects import odds_ratio
from bakeoff.comparisons.evidence.kinds import ROWS
from bakeoff.comparisons.evidence.types import Disagreement
from bakeoff.comparisons.results import Alternative, TestResult
from bakeoff.comparisons.significance._checks import few_disagreements, needs_hits
from bakeoff.core.checks import count
from bakeoff.core.errors import BadInput
from bakeoff.estimates.estimate import Estimate

__all__ = ["EXACT_BELOW", "MCNEMAR", "mcnemar"]

EXACT_BELOW = 20  # disagreements, the notes' bound
NULL = "each of the two is right alone equally often"
VARIANTS = ("auto", "exact", "mid-p", "chi2", "chi2-corrected")


def mcnemar(
    only_a_right: int, only_b_right: int, variant: str = "auto", *, n: int | None = None, alternative: str = "two-sided",
    level: float = 0.95,
) -> TestResult:  # fmt: skip
    r"""Do two classifiers err on different rows equally often?  :math:`b \sim Bin(b + c, 1/2)` under the null.

    "auto" is exact below 20 disagreements and :math:`\max(|b - c| - 1, 0)^2 / (b + c)` from there.  `n`, the number of
    rows, gives the difference of the two accuracies with Agresti and Min's interval.  Reference: mcnemar1947.

    >>> mcnemar(2, 10).p_value
    0.03857421875
    >>> mcnemar(7, 7, "chi2-corrected").p_value
    1.0
    """
    b, c = count("only_a_right", only_a_right, least=0), count("only_b_right", only_b_right, least=0)
    if variant not in VARIANTS:
        raise BadInput(f"variant must be one of {', '.join(VARIANTS)}, not {variant!r}")
    if n is not None and count("n", n, least=0) < b + c:
        raise BadInput(f"{b + c} disagreements cannot come from {n} rows")
    side = Alternative(alternative)
    chosen = variant if variant != "auto" else "exact" if b + c < EXACT_BELOW else "chi2-corrected"
    statistic, p = _p(b, c, chosen, side)
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
        warnings=("fewer than ten disagreements: only a very lopsided outcome can be shown",) if few else (),
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


def _p(b: int, c: int, variant: str, side: Alternative) -> tuple[float, float]:
    if not b + c:
        return 0.0, 1.0
    if variant == "exact":
        return float(b), binomial_p(b, b + c, side)
    if variant == "mid-p":
        return float(b), _mid_p(b, b + c, side)
    gap = max(abs(b - c) - 1, 0) if variant == "chi2-corrected" else abs(b - c)
    z = copysign(gap / sqrt(b + c), b - c)
    return z * z, normal_p(z, side)


def _mid_p(k: int, n: int, side: Alternative) -> float:
    """Half the probability of the outcome itself counts."""
    point = float(special.bdtr(k, n, 0.5) - (special.bdtr(k - 1, n, 0.5) if k else 0.0))
    lower = binomial_p(k, n, Alternative.LESS) - point / 2
    upper = binomial_p(k, n, Alternative.GREATER) - point / 2
    return {"less": lower, "greater": upper}.get(side.value, min(1.0, 2 * min(lower, upper)))


def _difference(b: int, c: int, n: int, level: float) -> Estimate:
    if not b + c or not n:
        return Estimate(value=0.0, low=0.0, high=0.0, level=level, method="no disagreement", n=n)
    wide, gap = n + 2, (b - c) / (n + 2)
    half = normal_quantile((1 + level) / 2) * sqrt((b + c + 1) - wide * gap**2) / wide
    return Estimate(
        value=(b - c) / n, low=max(-1.0, gap - half), high=min(1.0, gap + half), level=level, method="Agresti-Min", n=n
    )


def _run(seen: Disagreement, **options: Any) -> TestResult:
    n = seen.only_a_right + seen.only_b_right + seen.both_right + seen.both_wrong
    return mcnemar(seen.only_a_right, seen.only_b_right, n=n, **options)


def power_mcnemar(n: float, effect: float, sd: float, alpha: float) -> float:
    """Power of McNemar on n rows; `effect` is the accuracy difference, `sd` the share of rows where one alone is right."""
    share = sd
    if share > 1:
        raise BadInput(f"the share of rows on which exactly one is right is at most 1, not {share:g}")
    if abs(effect) > share:
        raise BadInput(
            f"accuracies differ by at most the share of rows on which exactly one is right; an effect of {abs(effect):g} takes an sd of at least that, not {share:g}"
        )
    z = (abs(effect) * sqrt(n) - normal_quantile(1 - alpha / 2) * sqrt(share)) / sqrt(max(share - effect**2, 1e-12))
    return float(special.ndtr(z))


MCNEMAR = SignificanceTest(
    name="mcnemar", title="McNemar test", formula=r"\chi^2 = \max(|b - c| - 1, 0)^2 / (b + c)", null=NULL,
    reference="mcnemar1947", design=(ProblemShape.TWO_ON_ONE,), takes=Disagreement, run=_run, compute=mcnemar,
    fits=(needs_hits,), pair_checks=(few_disagreements,), unweighted="it counts rows, and these have weights",
    variants=(Variants(parameter="variant", words=VARIANTS),),
    power=PowerRule(
        unit="rows", power=power_mcnemar, effect="difference of accuracies", sd="share of rows on which exactly one is right",
        largest=lambda share: share,
    ),
    uses=(
        Use(evidence=ROWS, learners=Learners.TWO, place=0,
            taken="one test set, row by row: only rows where exactly one is right carry evidence"),
        Use(evidence=ROWS, learners=Learners.MANY, place=1,
            second="it follows Cochran's Q on each pair; alone it is no test of all learners at once"),
    ),
    min_blocks=1,
    assumptions=("the same test rows for both", "one training set: variation of training is not seen", "accuracy or error only"),
)  # fmt: skip

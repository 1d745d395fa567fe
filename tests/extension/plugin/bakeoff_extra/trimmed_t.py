"""Yuen's t-test on pairs: means without the fifth of the differences at either end."""

from math import sqrt
from typing import Any

import numpy as np
from scipy.stats import t as student

from bakeoff.comparisons.declaration import Learners, ProblemShape, SignificanceTest, Use
from bakeoff.comparisons.evidence.kinds import RUNS
from bakeoff.comparisons.evidence.types import PairedScores
from bakeoff.comparisons.results import Alternative, TestResult
from bakeoff.comparisons.significance.t import differences
from bakeoff.estimates.estimate import Estimate

NULL = "the trimmed mean of the differences is zero"


def trimmed_t(a: Any, b: Any, *, alternative: str = "two-sided", level: float = 0.95) -> TestResult:
    """Test whether the trimmed mean difference is zero, by its winsorised deviation and h - 1 degrees of freedom."""
    d = np.sort(differences(a, b))
    n, cut = d.size, d.size // 5
    kept = d[cut : n - cut]
    mean, sd, df = (
        float(kept.mean()),
        float(np.clip(d, kept[0], kept[-1]).std(ddof=1)) if n > 1 else 0.0,
        kept.size - 1.0,
    )
    error, side = sd / ((1 - 2 * cut / n) * sqrt(n)), Alternative(alternative)
    if error == 0:
        known = not np.any(d)
        return TestResult(
            test="trimmed_t",
            variant="no spread",
            null=NULL,
            statistic=0.0,
            p_value=1.0 if known else float("nan"),
            n=n,
            alternative=side,
            reason="all differences are zero" if known else "the kept differences do not vary",
            difference=Estimate.alone(mean, n),
            law="t",
            df=(df,),
        )
    t, half = mean / error, float(student.ppf((1 + level) / 2, df)) * error
    tails = {"greater": student.sf(t, df), "less": student.cdf(t, df)}
    return TestResult(
        test="trimmed_t",
        variant="a fifth trimmed",
        null=NULL,
        statistic=t,
        n=n,
        alternative=side,
        law="t",
        df=(df,),
        p_value=float(tails.get(side.value, 2 * student.sf(abs(t), df))),
        estimator="trimmed mean",
        difference=Estimate(value=mean, low=mean - half, high=mean + half, level=level, method="trimmed t", n=n),
    )


TRIMMED_T = SignificanceTest(
    name="trimmed_t",
    title="paired trimmed t-test",
    formula=r"t = \bar d_t / (s_w / ((1 - 2 g / n) \sqrt n))",
    null=NULL,
    reference="student1908",
    design=(ProblemShape.TWO_ON_ONE,),
    takes=PairedScores,
    parametric=True,
    min_blocks=6,
    compute=trimmed_t,
    run=lambda scores, **options: trimmed_t(scores.a, scores.b, **options),
    uses=(Use(evidence=RUNS, learners=Learners.TWO, place=40, second="it leaves out the differences at both ends"),),
    assumptions=("the pairs are independent",),
)

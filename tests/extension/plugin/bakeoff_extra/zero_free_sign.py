"""The sign test without the blocks on which both learners score the same."""

from typing import Any

from scipy.stats import binomtest

from bakeoff.comparisons.declaration import Learners, ProblemShape, SignificanceTest, Use
from bakeoff.comparisons.evidence.kinds import DATASETS
from bakeoff.comparisons.evidence.types import PairedScores
from bakeoff.comparisons.results import Alternative, Tally, TestResult
from bakeoff.comparisons.significance.t import differences

NULL = "each learner wins equally often"


def zero_free_sign(a: Any, b: Any, *, alternative: str = "two-sided", level: float = 0.95) -> TestResult:
    """Test whether one of two learners wins more often; blocks without a difference are left out."""
    d = differences(a, b)
    wins, losses, ties = int((d > 0).sum()), int((d < 0).sum()), int((d == 0).sum())
    n = wins + losses
    side = Alternative(alternative)
    p = float(binomtest(wins, n, 0.5, alternative=side.value).pvalue) if n else 1.0
    return TestResult(
        test="zero_free_sign",
        variant="exact binomial",
        null=NULL,
        statistic=float(wins),
        p_value=p,
        n=len(d),
        alternative=side,
        lead=float(wins - losses),
        law="binomial",
        counted=n,
        reason="" if n else "every block is a tie",
        tally=Tally(wins=wins, ties=ties, losses=losses),
    )


ZERO_FREE_SIGN = SignificanceTest(
    name="zero_free_sign",
    title="zero-free sign test",
    formula=r"w \sim Bin(n - t, 1/2)",
    null=NULL,
    reference="demsar2006",
    design=(ProblemShape.TWO_ON_MANY,),
    takes=PairedScores,
    min_blocks=6,
    compute=zero_free_sign,
    run=lambda scores, **options: zero_free_sign(scores.a, scores.b, **options),
    uses=(Use(evidence=DATASETS, learners=Learners.TWO, place=40, second="it leaves out blocks without a difference"),),
    assumptions=("the blocks are independent",),
)

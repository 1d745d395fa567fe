"""Bowker's test of symmetry: do two classifiers confuse the same classes equally often in both directions?"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.comparisons.declaration import ProblemShape, SignificanceTest
from bakeoff.comparisons.distributions import chi2_tail
from bakeoff.comparisons.evidence.types import LabelTable
from bakeoff.comparisons.notes import FEW_EXCHANGED
from bakeoff.comparisons.results import TestResult

__all__ = ["BOWKER", "bowker"]

NULL = "each pair of classes is as often exchanged one way as the other"
FEWEST = 10  # rows of a pair of classes, on average, for the chi-squared distribution


def bowker(table: Any, labels_b: ArrayLike | None = None) -> TestResult:
    r"""Are the labels of two classifiers symmetric?  :math:`\chi^2 = \sum_{i<j} (n_{ij} - n_{ji})^2 / (n_{ij} + n_{ji})`.

    `table` counts the rows that the first labels i and the second j, in one order of classes; or it is the labels of the
    first, and `labels_b` those of the second.  The degrees of freedom are the pairs of classes that occur: a pair that
    nobody exchanged says nothing.  Of two classes it is McNemar's test without correction.  Truth and one classifier: whether
    its mistakes go both ways equally often.  Reference: bowker1948.

    >>> r = bowker([[20, 5, 3], [1, 15, 6], [4, 2, 10]])
    >>> round(r.statistic, 4), r.df, round(r.p_value, 4)
    (4.8095, (3.0,), 0.1863)
    """
    seen = LabelTable.of(table) if labels_b is None else LabelTable.of_labels(table, labels_b)
    counts = seen.counts
    up, down = (one[np.triu_indices(len(counts), 1)] for one in (counts, counts.T))
    seen_pairs = up + down > 0
    up, down = up[seen_pairs].astype(float), down[seen_pairs].astype(float)
    statistic, df = float(((up - down) ** 2 / (up + down)).sum()), len(up)
    exchanged = int((up + down).sum())
    return TestResult(
        test=BOWKER.name, title=BOWKER.title, variant="chi-squared", null=NULL, statistic=statistic,
        p_value=chi2_tail(statistic, df) if df else 1.0, n=int(counts.sum()), df=(float(df),), law="chi2", counted=exchanged,
        reason="" if df else "no row is labelled differently",
        filled=" + ".join(f"({a:.15g} - {b:.15g})² / ({a:.15g} + {b:.15g})" for a, b in zip(up, down, strict=True)) or "0",
        notes=(FEW_EXCHANGED(n=exchanged, pairs=df),) if df and exchanged < FEWEST * df else (),
        working=(("pairs of classes", float(df)), ("rows labelled differently", float(exchanged))),
    )  # fmt: skip


BOWKER = SignificanceTest(
    name="bowker",
    symbols={"n_ij": "rows that the first labels i and the second j, over all pairs of classes i < j", "n_ji": "rows that the first labels j and the second i"},
    also=("symmetry", "mcnemar_bowker", "bowkers_test"), title="Bowker test of symmetry", null=NULL, reference="bowker1948",
    formula=r"\chi^2 = \sum_{ij} (n_{ij} - n_{ji})^2 / (n_{ij} + n_{ji})", design=(ProblemShape.TWO_ON_ONE,), takes=LabelTable,
    run=lambda seen: bowker(seen.counts), compute=bowker, sided=False, min_blocks=1,
    assumptions=("the same rows for both", "independent rows", f"about {FEWEST} rows of each pair of classes for the chi-squared distribution"),
    caveats=("it asks whether labels are exchanged one way more than the other, not who is right; for that: McNemar, or Cochran's Q",),
)  # fmt: skip

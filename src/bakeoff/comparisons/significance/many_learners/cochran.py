"""Cochran's Q: many classifiers, one test set, right or wrong on each row."""

import numpy as np

from bakeoff.comparisons.declaration import Learners, ProblemShape, SignificanceTest, Use
from bakeoff.comparisons.distributions import chi2_tail
from bakeoff.comparisons.evidence.kinds import ROWS
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.results import TestResult
from bakeoff.comparisons.significance._checks import needs_hits
from bakeoff.comparisons.significance.many_learners.friedman import Table, complete_matrix
from bakeoff.comparisons.significance.rows.mcnemar import MCNEMAR
from bakeoff.core.errors import BadInput

__all__ = ["COCHRAN_Q", "cochran_q"]

NULL = "all classifiers are right equally often"


def cochran_q(correct: Table) -> TestResult:
    r"""Are k classifiers right equally often on the same rows?
    :math:`Q = (k-1) (k \sum_j C_j^2 - N^2) / (k N - \sum_i R_i^2)`, chi-squared with k - 1 df.

    `correct` is rows x classifiers of zeros and ones.  Two classifiers: McNemar without correction.
    Reference: cochran1950.

    >>> r = cochran_q([[1, 1, 0], [1, 0, 0], [1, 1, 1], [1, 0, 0], [1, 1, 0], [0, 1, 0]])
    >>> round(r.statistic, 4), round(r.p_value, 4)
    (5.2, 0.0743)
    """
    matrix = complete_matrix(correct)
    values = matrix.values
    if not np.isin(values, (0.0, 1.0)).all():
        raise BadInput("Cochran's Q reads zeros and ones: 1 where a classifier was right on a row")
    n, k = values.shape
    by_learner, by_row, total = values.sum(axis=0), values.sum(axis=1), float(values.sum())
    bottom = k * total - float(by_row @ by_row)
    statistic = (k - 1) * (k * float(by_learner @ by_learner) - total**2) / bottom if bottom else 0.0
    return TestResult(
        test=COCHRAN_Q.name, title=COCHRAN_Q.title, variant="chi-squared", null=NULL, statistic=statistic, n=n, df=(float(k - 1),),
        p_value=chi2_tail(statistic, k - 1) if bottom else 1.0, law="chi2",
        reason="" if bottom else "all classifiers are right on the same rows",
        filled=f"{k - 1} × ({k} × {by_learner @ by_learner:.15g} - {total:.15g}²) / ({k} × {total:.15g} - {by_row @ by_row:.15g})",
        working=(
            *((f"right: {name}", float(count)) for name, count in zip(matrix.names, by_learner, strict=True)),
            ("rows that differ", float(np.sum((by_row > 0) & (by_row < k)))),
        ),
    )  # fmt: skip


COCHRAN_Q = SignificanceTest(
    name="cochran_q",
    symbols={"Q": "the statistic, compared with a chi-squared distribution", "C_j": "rows that learner j gets right", "R_i": "learners that get row i right", "N": "right answers of all learners"},
    also=("cochran", "cochran_q_test"), title="Cochran's Q", null=NULL, reference="cochran1950", takes=ScoreMatrix, run=cochran_q,
    compute=cochran_q, phrase="Cochran's Q", pairs_by=MCNEMAR, fits=(needs_hits,), unweighted="it counts rows, and these have weights",
    uses=(Use(evidence=ROWS, learners=Learners.MANY, place=0, taken="one test set, row by row: Cochran's Q, then McNemar on each pair"),),
    formula=r"Q = (k-1) \frac{k \sum_j C_j^2 - N^2}{k N - \sum_i R_i^2}", design=(ProblemShape.MANY_ON_ONE,), sided=False, assumptions=("the same test rows for all", "accuracy or error only"),
)  # fmt: skip

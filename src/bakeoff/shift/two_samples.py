"""Can a classifier tell old rows from new ones? Trained on half of them, tested on the other half."""

from dataclasses import dataclass
from math import nan

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.seeds import rng_for
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.select import auc_interval
from bakeoff.shift.boosting import boosted_classifier

__all__ = ["TwoSampleArea", "two_samples"]

_MOST = 50_000  # rows of each table that take part
_FEWEST = 20  # of each table


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TwoSampleArea:
    """The area under the ROC curve of new against old rows, with its interval, and the test of 0.5."""

    auc: Estimate
    p_value: float
    n: int  # rows tested on
    p_adjusted: float = nan  # over all questions about a change, see shared_level.py


def two_samples(old: Array, new: Array, seed: int = 0, level: float = 0.95) -> TwoSampleArea:
    """A boosted classifier, trained on half of the rows; on the other half the Mann-Whitney test and DeLong's interval hold.

    Nothing that is tested on was trained on, so the size of the test is exact up to ties and the normal law.
    Reference: lopezpaz2017.
    """
    if min(len(old), len(new)) < _FEWEST:
        return TwoSampleArea(auc=Estimate.alone(nan, 0, level=level), p_value=nan, n=0)
    from scipy.stats import mannwhitneyu

    rng = rng_for(seed, "drift/two-samples")
    parts = [side[rng.permutation(len(side))[:_MOST]] for side in (old, new)]
    train, test = ([side[offset::2] for side in parts] for offset in (0, 1))
    X = np.vstack(train)
    y = np.repeat([0, 1], [len(side) for side in train])
    score = boosted_classifier(X, y).predict_proba(np.vstack(test))[:, 1]
    truth = np.repeat([0, 1], [len(side) for side in test])
    auc = auc_interval(truth, score, level)
    p = mannwhitneyu(score[truth == 1], score[truth == 0], alternative="two-sided", method="asymptotic").pvalue
    return TwoSampleArea(auc=auc, p_value=float(p), n=len(truth))

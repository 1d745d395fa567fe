"""What can be told about the largest error: not how large errors can be, but how many rows err no more than the largest."""

from math import nan

import numpy as np

from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.notes import TOLERANCE
from bakeoff.measures.measure import Measure
from bakeoff.predictions.resampling.draws import Resamples

__all__ = ["NEVER_MORE", "max_error_interval"]

NEVER_MORE = (
    "no resample has a larger error than the rows it is drawn from, so resampling gives no interval for a maximum"
)
HOLD = "groups drawn like these contain no larger error"


def max_error_interval(measure: Measure, draws: Resamples, level: float) -> Estimate:
    r"""The largest error as a lower end, and the share of rows that err no more, :math:`(1 - level)^{1/n}`.

    That share is proven whatever the distribution of errors: all of n rows lie below a quantile q with probability
    :math:`q^n` at most. Nothing bounds what the other rows err, so that the upper end is open. With groups n is their
    number, and it is whole groups of which that share errs no more. Reference: wilks1941.

    >>> from bakeoff.measures import measure_named
    >>> from bakeoff.predictions.from_arrays import predictions_of
    >>> from bakeoff.predictions.summaries.summaries import summarize
    >>> pred = predictions_of([1.5, 2.0, 4.5] * 20, [1.0, 2.5, 4.0] * 20)
    >>> made = max_error_interval(measure_named("max_error"), Resamples(summaries=summarize(pred), n_resamples=2, seed=0), 0.95)
    >>> made.low, made.warnings[0][:46]
    (0.5, 'with 95% confidence at least 95.1% of rows dra')
    """
    rows, groups = draws.summaries.get(measure.reads), draws.many_groups
    value = measure.compute(rows)
    counting = len(rows) if rows.weight is None else int(np.count_nonzero(rows.weight))
    m, like = (counting, "rows drawn like these err no more") if groups is None else (groups, HOLD)
    share = (1 - level) ** (1 / m)
    note = TOLERANCE(confidence=f"{100 * level:.4g}", share=100 * share, like=like)
    return Estimate(
        value=value, low=value, high=nan, level=level, method="tolerance limit (Wilks)", n=len(rows), notes=(note,)
    )

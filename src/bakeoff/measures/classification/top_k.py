"""Top-k accuracy: is the true class among the k that score highest?"""

import numpy as np

from bakeoff.core.checks import Array, count
from bakeoff.data.dataset import Task
from bakeoff.kernels.threads import run_jobs
from bakeoff.measures.measure import Direction, Measure, Reads
from bakeoff.predictions.predictions import Output, Predictions
from bakeoff.predictions.summaries.pivot import ORIGIN
from bakeoff.predictions.summaries.row_quantities import RowQuantity

__all__ = ["ALL", "top_k_accuracy"]

CELLS = 1 << 15  # scores turned and compared at a time: they stay in the cache


def _among_first(pred: Predictions, k: int) -> Array:
    """1 where the true class is among the first k, 0 where it is not; classes that tie share the places that are left."""
    if len(pred.classes) <= max(k, 2):
        return np.full(len(pred), np.nan)
    above, level = _standing(pred.scores(), pred.truth)
    return np.clip((k - above) / level, 0.0, 1.0)


def _standing(score: Array, truth: Array) -> tuple[Array, Array]:
    """How many classes score above the true one, and how many as high as it, itself among them."""
    above, level = np.empty(len(truth)), np.empty(len(truth))
    high = max(1, CELLS // score.shape[1])

    def part(i: int) -> None:
        rows = slice(i * high, (i + 1) * high)
        turned = np.ascontiguousarray(score[rows].T)  # sums over classes then run along rows
        mine = turned[truth[rows], np.arange(turned.shape[1])]
        above[rows] = (turned > mine).sum(axis=0, dtype=np.uint32)
        level[rows] = (turned == mine).sum(axis=0, dtype=np.uint32)

    run_jobs(part, range(-(-len(truth) // high)), score.size)
    return above, level


def top_k_accuracy(k: int) -> Measure:
    """The share of rows whose true class is among the k that score highest.

    >>> top_k_accuracy(3).name
    'top_k_accuracy(3)'
    """
    count("k of top_k_accuracy", k)
    column = RowQuantity(_among_first, (k,))
    return Measure(
        name=f"top_k_accuracy({k})",
        title=f"Top-{k} accuracy (the true class is among the {k} that score highest)",
        formula=rf"\frac1n\sum_i [\mathrm{{rank}}_i(y_i) \le {k}]",
        direction=Direction.HIGHER,
        bounds=(0.0, 1.0),
        tasks=frozenset({Task.MULTICLASS, Task.ORDINAL}),
        needs=Output.SCORE,
        reads=Reads.MOMENTS,
        compute=lambda m: m[column],
        reference="russakovsky2015",
        undefined=f"there are no more than {max(k, 2)} classes, or no rows",
        caveats=(
            "classes that tie share the places that are left, as if drawn by lot: the order of the columns does not matter",
            "scikit-learn takes the later columns of a tie first",
        ),
        per_row=lambda pred: column(pred, ORIGIN),
        proportion=lambda m: (round(float(m[column]) * m.n, 6), m.n),
        family="ranking",
    )


ALL: tuple[Measure, ...] = (top_k_accuracy(2),)

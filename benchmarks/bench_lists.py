"""Ranked lists and rankings of labels: the value alone, against scikit-learn's functions on the same matrices.

    python benchmarks/bench_lists.py

Both compute on one thread and are measured by CPU time, and their values must agree: a ratio of unequal work says nothing. bakeoff reads lists as
users have them, one row for each item with its query, which scikit-learn's matrices save. Scores of their own and ties are timed. The goals: five
times as fast as scikit-learn, and ten times the lists take at most 14 times as long. Exit code 1 if one is missed by more than a tenth.
"""

import os
import sys
import time
import warnings

os.environ.update(dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"))

import numpy as np
from sklearn.metrics import coverage_error, label_ranking_average_precision_score, label_ranking_loss, ndcg_score

import bakeoff as bo

SIZES = (10_000, 100_000)
ITEMS = 100
GOAL, MOST_GROWTH, LEEWAY = 5.0, 14.0, 1.1
OF_LABELS = {
    "label_ranking_loss": label_ranking_loss,
    "label_ranking_precision": label_ranking_average_precision_score,
    "coverage_error": coverage_error,
}


def seconds(work, runs):
    """The shortest of some runs, with what it returned: a busy machine only adds."""
    best = np.inf
    for _ in range(runs):
        begun = time.process_time()
        value = work()
        best = min(best, time.process_time() - begun)
    return best, value


def tasks(n, rng):
    """Name, bakeoff's way and scikit-learn's, for n lists."""
    score = rng.normal(size=(n, ITEMS))
    gain = rng.integers(0, 5, size=score.shape)
    query = np.repeat(np.arange(n), ITEMS)
    true = (rng.random(score.shape) < 0.1).astype(int)
    for ties, shown in (("", score), (", ties", score.round(1))):
        yield (
            f"ndcg{ties}",
            lambda shown=shown: bo.measure(
                gain.ravel(), y_score=shown.ravel(), query=query, measures=["ndcg"], level=None
            ),
            lambda shown=shown: ndcg_score(gain, shown),
        )
    names = list(OF_LABELS) if n == SIZES[0] else ["label_ranking_loss", "coverage_error"]
    for name in names:
        yield (
            name,
            lambda name=name: bo.measure(true, y_score=score, task="multilabel", measures=[name], level=None),
            lambda name=name: OF_LABELS[name](true, score),
        )


def main():
    failed, before = 0, {}
    print(f"{'lists':>8}  {'measure':<24}{'bakeoff, s':>12}{'scikit-learn, s':>17}{'ratio':>8}{'growth':>8}")
    for n in SIZES:
        for name, ours, theirs in tasks(n, np.random.default_rng(0)):
            own, panel = seconds(ours, 5)
            other, value = seconds(theirs, 2)
            key = name.partition(",")[0]
            if abs(panel[key].value - value) > 1e-9:
                raise RuntimeError(f"{name}: {panel[key].value} and {value}")
            growth = own / before[name] if name in before else np.nan
            before[name] = own
            missed = other / own < GOAL / LEEWAY or growth > MOST_GROWTH
            failed += missed
            shown = f"{growth:8.1f}" if growth == growth else f"{'':8}"
            print(f"{n:>8,}  {name:<24}{own:12.3f}{other:17.3f}{other / own:8.1f}{shown}{'  missed' if missed else ''}")
    return 1 if failed else 0


if __name__ == "__main__":
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        sys.exit(main())

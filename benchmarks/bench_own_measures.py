"""Functions of users: the interval and the comparison by them, against the loop that a user would write.

    python benchmarks/bench_own_measures.py

Of a function that returns one number both draw the same number of resamples, which is checked: a ratio of unequal work says nothing. Values of
rows and ratios of sums need no draws here, the loop calls the function all the same. The goal: bakeoff takes at most as long as the loop, fixed
costs of 50 ms aside. Exit code 1 if it is missed.
"""

import sys
import time
from pathlib import Path

import numpy as np

import bakeoff as bo

sys.path.insert(0, str(Path(__file__).parents[1]))
from calibration.own_functions import TWELVE, sample

DRAWS = 2000
FIXED = 0.05  # seconds of reading, notes and tables, whatever the function
SIZES = (200, 5000)  # rows


def by_hand(function, truth, predicted):
    """A percentile bootstrap as one types it."""
    rng = np.random.default_rng(0)
    values = []
    for _ in range(DRAWS):
        rows = rng.integers(len(truth), size=len(truth))
        values.append(_number(function(truth[rows], predicted[rows])))
    return np.quantile(values, [0.025, 0.975])


def _number(returned):
    if isinstance(returned, tuple):
        return np.sum(returned[0]) / np.sum(returned[1])
    return float(np.mean(returned))


def seconds(work, *args):
    """The shorter of two runs: a busy machine only adds."""
    best = np.inf
    for _ in range(2):
        begun = time.process_time()
        work(*args)
        best = min(best, time.process_time() - begun)
    return best


def by_bakeoff(function, direction, needs, truth, predicted):
    """The same through bo.measure."""
    measure = bo.own_measure(function, direction=direction, needs=needs)
    named = {"y_score" if needs == "score" else "y_pred": predicted}
    method = bo.measure(truth, measures=[measure], n_resamples=DRAWS, **named)[measure.name].method
    if "resamples" in method and f"{DRAWS} resamples" not in method:
        raise RuntimeError(f"{function.__name__}: {method}; the loop draws {DRAWS}")


def main():
    missed = 0
    print(f"{'function':22} {'rows':>6} {'loop':>9} {'bakeoff':>9}  ratio")
    for function, direction, needs, _, kind in TWELVE:
        if function.__name__ in {"revenue", "word_error_rate"}:  # a further column; a minute by hand
            continue
        for n in SIZES:
            truth, predicted, _ = sample(kind, n, np.random.default_rng(1))
            loop = seconds(by_hand, function, truth, predicted)
            own = seconds(by_bakeoff, function, direction, needs, truth, predicted)
            late = own > loop + FIXED
            missed += late
            print(
                f"{function.__name__:22} {n:6} {loop:8.3f}s {own:8.3f}s  {own / loop:5.2f}{'  missed' if late else ''}"
            )
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

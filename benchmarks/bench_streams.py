"""Streams against river in one run: ratios of CPU time per example, with the goals of the project beside them.

river's progressive_val_score runs a trivial model (NoChangeClassifier) and a metric; bakeoff's functions get the same answers as arrays.
`python benchmarks/run.py streams`.
"""

import sys
import time

import numpy as np
from river import drift, dummy, evaluate, metrics, naive_bayes, tree, utils

import bakeoff as bo
from bakeoff.kernels import dispatch

N, PEER = 1_000_000, 20_000  # examples for bakeoff, and for river, whose cost grows in a straight line
missed = []


def seconds(work, repeats=3):
    """The best of a few runs, in CPU time: noise and neighbours only ever add."""
    times = []
    for _ in range(repeats):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def show(what, mine, theirs, goal=None):
    ratio = theirs / mine
    note = "" if goal is None else f"   goal {goal}x: {'met' if ratio >= goal else 'missed'}"
    if goal is not None and ratio < goal:
        missed.append(what)
    print(f"{what:<48} {1e9 * mine:>9.1f} ns {1e9 * theirs:>9.1f} ns {ratio:>8.1f}x{note}", flush=True)


def alarms(detector, values):
    return [i for i, value in enumerate(values) if detector.update(value) or detector.drift_detected]


def main():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, N)
    answer = np.where(rng.random(N) < 0.8, truth, 1 - truth)
    errors = (truth != answer).astype(float)
    few = [({"x": 0.0}, int(label)) for label in truth[:PEER]]
    print(f"{'per example':<48} {'bakeoff':>12} {'river':>12}")
    for name, metric, options in (
        ("error, all so far", metrics.Accuracy, {}),
        ("error, window of 1,000", metrics.Accuracy, {"window": 1000}),
        ("kappa, window of 1,000", metrics.CohenKappa, {"window": 1000}),
    ):
        measure = name.split(",")[0]
        rolling = (lambda: utils.Rolling(metric, window_size=1000)) if options else metric  # noqa: B023 - called at once
        theirs = seconds(lambda: evaluate.progressive_val_score(few, dummy.NoChangeClassifier(), rolling()), 2) / PEER  # noqa: B023
        for compiled in (True, False):
            known, dispatch.enabled = dispatch.enabled, compiled and dispatch.enabled
            mine = seconds(lambda: bo.prequential(truth, answer, measure, **options)) / N  # noqa: B023
            goal = None if measure != "error" else 50 if compiled else 20
            show(f"{name} ({dispatch.backend()})", mine, theirs, goal)
            dispatch.enabled = known
    for name, peer in (
        ("page_hinkley", drift.PageHinkley),
        ("ddm", drift.binary.DDM),
        ("adwin", drift.ADWIN),
        ("kswin", lambda: drift.KSWIN(seed=0)),
    ):
        n = 5000 if name == "kswin" else N
        theirs = seconds(lambda: alarms(peer(), errors[: min(n, PEER)].astype(int).tolist()), 2) / min(n, PEER)  # noqa: B023
        show(f"detector {name}", seconds(lambda: bo.detectors[name](errors[:n])) / n, theirs)  # noqa: B023
    for name, peer in (
        ("page_hinkley", drift.PageHinkley),
        ("ddm", drift.binary.DDM),
        ("adwin", drift.ADWIN),
        ("eddm", drift.binary.EDDM),
        ("hddm_a", drift.binary.HDDMA),
        ("hddm_w", drift.binary.HDDMW),
    ):
        flags, online = errors[:PEER].astype(int).tolist(), bo.detectors[name].online
        theirs = seconds(lambda: alarms(peer(), flags), 2) / PEER  # noqa: B023
        mine = seconds(lambda: alarms(online(), flags)) / PEER  # noqa: B023
        show(f"one value after the other, {name}", mine, theirs)
    x, y = next(bo.make_stream("sea", 6000, seed=0).chunks(6000))
    rows = [
        (dict(zip(("x0", "x1", "x2"), row, strict=True)), label)
        for row, label in zip(x.tolist(), y.tolist(), strict=True)
    ]
    for model in (naive_bayes.GaussianNB, tree.HoeffdingTreeClassifier):
        theirs = seconds(lambda: evaluate.progressive_val_score(rows, model(), metrics.Accuracy())) / len(y)  # noqa: B023
        mine = seconds(lambda: bo.stream({"model": model()}, (x, y), chunk=1)) / len(y)  # noqa: B023
        show(f"bo.stream, river's {model.__name__}", mine, theirs, 0.9)
    print(f"goals missed: {', '.join(missed)}" if missed else "all goals met")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

"""Measures and their intervals against scikit-learn, scipy and others, as ratios in one run.

    python benchmarks/bench_measures.py                       all sections, n = 1e3 to 1e7
    python benchmarks/bench_measures.py --largest 1e5         a quick look
    python benchmarks/bench_measures.py --section panel delong
    python benchmarks/bench_measures.py --cpu                 processor time on one thread: for a machine that is busy

Repeats of the two sides alternate; the ratio is that of the medians. `limit` is `y.sum(); np.sort(score)`, what any exact
answer has to do; `fixed` is the whole catalogue on 100 rows: some 70 values, whatever the number of rows. scipy's
bootstrap is timed over 4 (a million rows) to 100 resamples and scaled to 2,000: its time for one of them was the same
within 10 % from 40 on at 1e3 rows, from 5 on at 1e5. Ours runs all 2,000.
Prints tables and one line of JSON; exit code 1 if a goal is missed. `BAKEOFF_NUMPY=1` runs without the compiled twins.
"""

# ruff: noqa: B023  every closure over a loop variable here is called before the loop goes on
import argparse
import json
import os
import sys
import time
import warnings
from collections.abc import Callable

import numpy as np
from scipy import stats
from sklearn import metrics as sk

import bakeoff as bo
from bakeoff.estimates import bootstrap
from bakeoff.estimates.analytic.auc import auc_of_ranking
from bakeoff.estimates.resampling.paired import paired_difference
from bakeoff.kernels.dispatch import backend
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.predictions.summaries.ranking.ranking import rank

ELEVEN = ["accuracy", "balanced_accuracy", "kappa", "mcc", "precision", "recall", "f1", "log_loss", "brier",
          "roc_auc", "average_precision"]  # fmt: skip
COMPILED = backend() == "compiled"
GOALS = {
    "panel": 30 if COMPILED else 25,  # from 1e4 rows on
    "catalogue_limit": 2.5,  # at most, from 1e5 rows on: see decision 9
    "labels": 100,
    "log_loss": 50,
    "ovr": 5,
    "bootstrap_counts": 1000,
    "bootstrap_auc": 100,
    "delong_paired": 15,
    "delong_single": 50,
}
FEW = 100  # rows of the panel whose time is what calls and results cost, whatever the rows
timer: dict[str, Callable[[], float]] = {"clock": time.perf_counter}


def clock():
    return timer["clock"]()


def rows(n, seed=0):
    rng = np.random.default_rng(seed)
    y = (rng.random(n) < 0.4).astype(np.int64)
    p = 1 / (1 + np.exp(-rng.normal(size=n) - 1.5 * (y - 0.5)))
    return y, (p >= 0.5).astype(np.int64), p


def alternate(*calls, budget=2.0, most=25):
    """Median seconds of each call. The sides take turns; a turn is as many calls as fit into a fiftieth of a second,
    so that what takes microseconds does not pay each time for caches full of the other's code and data."""
    turns = [_fitting(call) for call in calls]
    seen = [[] for _ in calls]
    began = time.perf_counter()
    while len(seen[0]) < 3 or (time.perf_counter() - began < budget and len(seen[0]) < most):
        for call, times, many in zip(calls, seen, turns, strict=True):
            start = clock()
            for _ in range(many):
                call()
            times.append((clock() - start) / many)
    return [float(np.median(times)) for times in seen]


def _fitting(call):
    call()  # what the first call loads and makes is not what the next one takes
    start = clock()
    call()
    return max(1, int(0.02 / max(clock() - start, 1e-6)))


def sklearn_eleven(y, label, p):
    return [
        sk.accuracy_score(y, label), sk.balanced_accuracy_score(y, label), sk.cohen_kappa_score(y, label),
        sk.matthews_corrcoef(y, label), sk.precision_score(y, label), sk.recall_score(y, label), sk.f1_score(y, label),
        sk.log_loss(y, p), sk.brier_score_loss(y, p), sk.roc_auc_score(y, p), sk.average_precision_score(y, p),
    ]  # fmt: skip


def panel(sizes):
    for n in sizes:
        y, label, p = rows(n)
        ours = bo.measure(y, label, y_proba=p, measures=ELEVEN, level=None)
        worst = max(
            abs(ours[name].value - value) for name, value in zip(ELEVEN, sklearn_eleven(y, label, p), strict=True)
        )
        theirs, mine, every, fixed, auc, limit = alternate(
            lambda: sklearn_eleven(y, label, p),
            lambda: bo.measure(y, label, y_proba=p, measures=ELEVEN, level=None),
            lambda: bo.measure(y, label, y_proba=p, measures="all", level=None),
            lambda: bo.measure(y[:FEW], label[:FEW], y_proba=p[:FEW], measures="all", level=None),
            lambda: sk.roc_auc_score(y, p),
            lambda: (y.sum(), np.sort(p)),
            budget=4.0,
        )
        yield {
            "n": n, "sklearn_ms": theirs * 1e3, "eleven_ms": mine * 1e3, "ratio": theirs / mine,
            "all_ms": every * 1e3, "all_over_limit": every / limit, "fixed_ms": fixed * 1e3,
            "rest_over_limit": (every - fixed) / limit, "auc_score_over_all": auc / every, "largest_difference": worst,
        }  # fmt: skip


def multiclass(sizes):
    for n, k in [(n, k) for n in sizes for k in (10, 100, 1000) if n * k <= 2e8 and n >= 10 * k]:
        rng = np.random.default_rng(k)
        y = np.concatenate([np.arange(k), rng.integers(0, k, n - k)])
        label = np.where(rng.random(n) < 0.7, y, rng.integers(0, k, n))
        proba = rng.random((n, k))
        proba /= proba.sum(axis=1, keepdims=True)
        names = ["accuracy", "balanced_accuracy", "f1_macro", "kappa", "mcc"]
        a, b = alternate(
            lambda: (
                sk.accuracy_score(y, label), sk.balanced_accuracy_score(y, label), sk.f1_score(y, label, average="macro"),
                sk.cohen_kappa_score(y, label), sk.matthews_corrcoef(y, label),
            ),
            lambda: bo.measure(y, label, measures=names, labels=range(k), level=None),
        )  # fmt: skip
        pred = predictions_of(y, label, y_proba=proba, labels=range(k))
        c, d = alternate(
            lambda: sk.log_loss(y, proba),
            lambda: bo.measure(y, y_proba=proba, measures=["log_loss"], labels=range(k), level=None),
        )
        e, f = alternate(
            lambda: sk.roc_auc_score(y, proba, multi_class="ovr"),
            lambda: bo.measures["roc_auc_ovr"](pred),
            budget=3.0,
            most=5,
        )
        yield {"n": n, "classes": k, "labels": a / b, "log_loss": c / d, "ovr": e / f}


def resampling(sizes, n_resamples=2000):
    counts = ["accuracy", "balanced_accuracy", "kappa", "mcc", "precision", "recall", "f1"]
    functions = [sk.accuracy_score, sk.balanced_accuracy_score, sk.cohen_kappa_score, sk.matthews_corrcoef,
                 sk.precision_score, sk.recall_score, sk.f1_score]  # fmt: skip
    for n in sizes:
        y, label, p = rows(n)
        few = max(4, min(100, int(2e6 / n)))

        def peer(functions, other, few=few, y=y):
            for function in functions:
                stats.bootstrap(
                    (y, other), lambda a, b, f=function: f(a, b), n_resamples=few, paired=True, vectorized=False,
                    method="percentile", rng=np.random.default_rng(0),
                )  # fmt: skip

        made = {"n": n, "peer_resamples": few}
        pred = predictions_of(y, y_score=p)
        for name, other, theirs, ours in (
            ("counts", label, functions, lambda: bo.measure(y, label, measures=counts, n_resamples=n_resamples)),
            ("roc_auc", p, [sk.roc_auc_score], lambda: bootstrap(pred, "roc_auc", n_resamples=n_resamples)),
            (
                "average_precision", p, [sk.average_precision_score],
                lambda: bootstrap(pred, "average_precision", n_resamples=n_resamples),
            ),
        ):  # fmt: skip
            mine, few_of_theirs = alternate(ours, lambda: peer(theirs, other), most=5)
            made |= {f"{name}_ms": mine * 1e3, name: few_of_theirs * n_resamples / few / mine}
        yield made


def delong(sizes):
    for n in sizes:
        y, _, p = rows(n)
        q = np.clip(p + np.random.default_rng(1).normal(0, 0.1, n), 0, 1)
        one, two = predictions_of(y, y_score=p), predictions_of(y, y_score=q)
        made = {"n": n}
        for name, ours, theirs in (
            ("paired", lambda: paired_difference(one, two, "roc_auc"), _paired_peer(y, p, q)),
            ("single", lambda: auc_of_ranking(rank(one)), _single_peer(y, p)),
        ):
            sides = [ours] + ([theirs] if theirs is not None and n <= 1e6 else [])
            mine, *others = alternate(*sides, budget=1.0)
            made[f"{name}_ms"] = mine * 1e3
            if others:
                made[name] = others[0] / mine
        yield made


def _paired_peer(y, p, q):
    try:
        from MLstatkit import Delong_test
    except ImportError:
        return None
    return lambda: Delong_test(y, p, q)


def _single_peer(y, p):
    try:
        from confidenceinterval import roc_auc_score
    except ImportError:
        return None
    return lambda: roc_auc_score(y, p, confidence_level=0.95)


SECTIONS = {"panel": panel, "multiclass": multiclass, "bootstrap": resampling, "delong": delong}


def missed(section, line):
    """Goals this line does not reach."""
    n = line["n"]
    wanted = {
        "panel": [
            ("ratio", GOALS["panel"], n >= 1e4),
            ("all_over_limit", -GOALS["catalogue_limit"], n >= 1e5 and COMPILED),
            ("auc_score_over_all", 1.0, True),
        ],
        "multiclass": [(name, GOALS[name], n >= 1e5 and COMPILED) for name in ("labels", "log_loss", "ovr")],
        "bootstrap": [("counts", GOALS["bootstrap_counts"], True)]
        + [(name, GOALS["bootstrap_auc"], COMPILED) for name in ("roc_auc", "average_precision")],
        "delong": [("paired", GOALS["delong_paired"], COMPILED), ("single", GOALS["delong_single"], COMPILED)],
    }[section]
    return [
        f"{section}, n = {n:.0e}: {name} is {line[name]:.3g}, the goal is {'at most ' if goal < 0 else ''}{abs(goal):g}"
        for name, goal, counts in wanted
        if counts and name in line and (line[name] > -goal if goal < 0 else line[name] < goal)
    ]


def main():

    parser = argparse.ArgumentParser()
    parser.add_argument("--section", nargs="+", choices=SECTIONS, default=list(SECTIONS))
    parser.add_argument("--largest", type=float, default=1e7)
    parser.add_argument("--cpu", action="store_true")
    asked = parser.parse_args()
    if asked.cpu:
        timer["clock"] = time.process_time
        os.environ["BAKEOFF_THREADS"] = "1"
    warnings.simplefilter("ignore")
    sizes = [n for n in (10**3, 10**4, 10**5, 10**6, 10**7) if n <= asked.largest]
    ceiling = {"bootstrap": 10**6, "multiclass": 10**6}
    found, short = {"backend": backend(), "clock": "cpu" if asked.cpu else "wall"}, []
    for section in asked.section:
        print(f"\n{section} ({found['backend']}, {found['clock']} time)")
        found[section] = []
        for line in SECTIONS[section]([n for n in sizes if n <= ceiling.get(section, 10**7)]):
            found[section].append(line)
            short += missed(section, line)
            print("  " + "  ".join(f"{name} {value:.4g}" for name, value in line.items()), flush=True)
    print("\n" + json.dumps(found))
    for text in short:
        print("missed: " + text, file=sys.stderr)
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())

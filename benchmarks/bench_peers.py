"""bakeoff beside other packages and beside the leanest hand-written way, on the same work: benchmarks/peers.json.

    python benchmarks/bench_peers.py                 all cases, some minutes of processor time
    python benchmarks/bench_peers.py auc eleven      some of them
    python benchmarks/bench_peers.py --write         keep the figures; docs/beside-others.md is made from them

Each case runs in a process of its own with one thread. All sides get the same arrays, and labels, variants and numbers of draws are given to all
or to none. Before anything is timed, the answers of all sides are compared: a difference above the tolerance of the case ends the run.
The figure is processor time of one call, the least of three turns, without imports; the last cases count whole processes, imports and all.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib.metadata import version
from math import log
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import stats

FILE = Path(__file__).with_name("peers.json")
OURS, HAND = "bakeoff", "by hand"
PACKAGES = (
    "numpy", "scipy", "scikit-learn", "autorank", "scikit-posthocs", "baycomp", "MLstatkit", "river", "mlxtend", "evalstats",
)  # fmt: skip
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS"), "1")
TURNS = 3
SHORTEST = 0.02  # seconds of processor time that a turn takes at least: calls of microseconds are repeated
ELEVEN = (
    "accuracy", "balanced_accuracy", "kappa", "mcc", "precision", "recall", "f1", "log_loss", "brier", "roc_auc",
    "average_precision",
)  # fmt: skip

Array = NDArray[Any]
Work = Callable[[], Any]  # one call; it returns the numbers that are compared
Side = Callable[[Any], Work]


@dataclass(frozen=True, kw_only=True)
class Case:
    """One question, the same for all sides."""

    name: str
    title: str
    unit: str  # what the sizes count
    sizes: tuple[int, ...]
    data: Callable[[int], Any]
    sides: dict[str, Side]
    tolerance: float = 1e-9  # largest absolute difference between the answers
    note: str = ""
    largest: dict[str, int] = field(default_factory=dict)  # a side that would take minutes stops at this size
    drawn: bool = False  # whether the answers are drawn at random: the tolerance is that of the draws
    closed: bool = False  # whether the answer is a formula


def labelled_rows(n: int) -> dict[str, Array]:
    """Truth, scores of two learners with many ties, probabilities and labels."""
    rng = np.random.default_rng(n)
    y = (rng.random(n) < 0.4).astype(np.int64)
    score = np.round(rng.normal(size=n) + y, 2)
    p = np.clip(np.round(1 / (1 + np.exp(-score + 0.5)), 3), 0.001, 0.999)
    return {
        "y": y, "score": score, "other": np.round(score + rng.normal(size=n), 2), "p": p, "label": (p >= 0.5).astype(np.int64),
        "label2": ((p + rng.normal(0, 0.2, n)) >= 0.5).astype(np.int64),
    }  # fmt: skip


def score_table(k: int, n: int = 60) -> Array:
    """Scores of k learners on n data sets: whole numbers of hits, so that equal differences are equal to the last bit."""
    rng = np.random.default_rng(k)
    return np.round(rng.normal(80, 5, (n, k)) + np.linspace(0, 4, k))


def named(table: Array) -> dict[str, Array]:
    """The table as every front door takes it."""
    return {f"m{column:03d}": values for column, values in enumerate(table.T)}


def upper(matrix: Array) -> Array:
    """The p-values above the diagonal."""
    return np.asarray(matrix)[np.triu_indices(len(matrix), 1)]


def area(y: Array, score: Array) -> float:
    """The area under the ROC curve by two sorted lists; ties count half."""
    positives, negatives = score[y == 1], np.sort(score[y == 0])
    below = np.searchsorted(negatives, positives, "left") + np.searchsorted(negatives, positives, "right")
    return float(below.sum()) / (2 * positives.size * negatives.size)


# The area under the ROC curve


def auc_ours(data: dict[str, Array]) -> Work:
    import bakeoff as bo

    return lambda: bo.measure(data["y"], y_score=data["score"], measures=["roc_auc"], level=None)["roc_auc"].value


def auc_sklearn(data: dict[str, Array]) -> Work:
    from sklearn.metrics import roc_auc_score

    return lambda: roc_auc_score(data["y"], data["score"])


def auc_hand(data: dict[str, Array]) -> Work:
    return lambda: area(data["y"], data["score"])


# Eleven measures of one set of predictions


def eleven_ours(data: dict[str, Array]) -> Work:
    import bakeoff as bo

    def work() -> list[float]:
        panel = bo.measure(
            data["y"], data["label"], measures=list(ELEVEN), level=None, labels=[0, 1], positive=1, y_proba=data["p"]
        )
        return [panel[name].value for name in ELEVEN]

    return work


def eleven_sklearn(data: dict[str, Array]) -> Work:
    from sklearn import metrics

    y, label, p = data["y"], data["label"], data["p"]
    return lambda: [
        metrics.accuracy_score(y, label),
        metrics.balanced_accuracy_score(y, label),
        metrics.cohen_kappa_score(y, label, labels=[0, 1]),
        metrics.matthews_corrcoef(y, label),
        metrics.precision_score(y, label, labels=[0, 1]),
        metrics.recall_score(y, label, labels=[0, 1]),
        metrics.f1_score(y, label, labels=[0, 1]),
        metrics.log_loss(y, p, labels=[0, 1]),
        metrics.brier_score_loss(y, p),
        metrics.roc_auc_score(y, p),
        metrics.average_precision_score(y, p),
    ]


def eleven_hand(data: dict[str, Array]) -> Work:
    y, label, p = data["y"], data["label"], data["p"]

    def work() -> list[float]:
        n = y.size
        tn, fp, fn, tp = np.bincount(2 * y + label, minlength=4).tolist()
        recall, precision, chance = (
            tp / (tp + fn),
            tp / (tp + fp),
            ((tp + fn) * (tp + fp) + (tn + fp) * (tn + fn)) / n**2,
        )
        accuracy = (tp + tn) / n
        mcc = (tp * tn - fp * fn) / np.sqrt(float(tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))
        order = np.argsort(-p, kind="stable")
        hits, sorted_p = y[order], p[order]
        ends = np.append(np.flatnonzero(np.diff(sorted_p)), n - 1)
        true, false = np.cumsum(hits)[ends], ends + 1 - np.cumsum(hits)[ends]
        gains = np.diff(true, prepend=0)
        auc = float((np.diff(false, prepend=0) * (true - gains / 2)).sum()) / (true[-1] * false[-1])
        return [
            accuracy, (recall + tn / (tn + fp)) / 2, (accuracy - chance) / (1 - chance), float(mcc), precision, recall,
            2 * tp / (2 * tp + fp + fn), float(-np.log(np.where(y == 1, p, 1 - p)).mean()), float(((p - y) ** 2).mean()),
            auc, float((gains * true / (true + false)).sum()) / true[-1],
        ]  # fmt: skip

    return work


# Accuracy with Wilson's interval


def wilson_ours(data: dict[str, Array]) -> Work:
    import bakeoff as bo

    def work() -> list[float]:
        accuracy = bo.measure(data["y"], data["label"], measures=["accuracy"])["accuracy"]
        return [accuracy.value, accuracy.low, accuracy.high]

    return work


def wilson_evalstats(data: dict[str, Array]) -> Work:
    import evalstats

    def work() -> list[float]:
        mean = evalstats.mean_ci((data["y"] == data["label"]).astype(float))
        return [mean.mean, mean.ci_low, mean.ci_high]

    return work


def wilson_scipy(data: dict[str, Array]) -> Work:
    def work() -> list[float]:
        hits = int(np.count_nonzero(data["y"] == data["label"]))
        ends = stats.binomtest(hits, data["y"].size).proportion_ci(0.95, method="wilson")
        return [hits / data["y"].size, ends.low, ends.high]

    return work


def wilson_hand(data: dict[str, Array]) -> Work:
    z = 1.959963984540054

    def work() -> list[float]:
        n = data["y"].size
        share = np.count_nonzero(data["y"] == data["label"]) / n
        middle, half = share + z * z / (2 * n), z * (share * (1 - share) / n + z * z / (4 * n * n)) ** 0.5
        return [share, (middle - half) / (1 + z * z / n), (middle + half) / (1 + z * z / n)]

    return work


# DeLong's test


def delong_ours(data: dict[str, Array]) -> Work:
    from bakeoff.comparisons import delong

    return lambda: delong(data["y"], data["score"], data["other"]).p_value


def delong_mlstatkit(data: dict[str, Array]) -> Work:
    from MLstatkit import Delong_test

    return lambda: Delong_test(data["y"], data["score"], data["other"])[1]


def delong_hand(data: dict[str, Array]) -> Work:
    def work() -> float:
        positive = data["y"] == 1
        placements = []
        for score in (data["score"], data["other"]):
            x, y = score[positive], score[~positive]
            x_sorted, y_sorted = np.sort(x), np.sort(y)
            above = (np.searchsorted(y_sorted, x, "left") + np.searchsorted(y_sorted, x, "right")) / (2 * y.size)
            under = 1 - (np.searchsorted(x_sorted, y, "left") + np.searchsorted(x_sorted, y, "right")) / (2 * x.size)
            placements.append((above, under))
        (above_a, under_a), (above_b, under_b) = placements
        gap = above_a.mean() - above_b.mean()
        variance = np.var(above_a - above_b, ddof=1) / above_a.size + np.var(under_a - under_b, ddof=1) / under_a.size
        return float(2 * stats.norm.sf(abs(gap) / variance**0.5))

    return work


# Bootstrap intervals


def bootstrap_accuracy_ours(data: dict[str, Array]) -> Work:
    import bakeoff as bo

    def work() -> list[float]:
        accuracy = bo.measure(data["y"], data["label"], measures=["accuracy"], interval="bootstrap", n_resamples=2000)[
            "accuracy"
        ]
        return [accuracy.low, accuracy.high]

    return work


def bootstrap_accuracy_scipy(data: dict[str, Array]) -> Work:
    def work() -> list[float]:
        hits = (data["y"] == data["label"]).astype(float)
        found = stats.bootstrap(
            (hits,), np.mean, n_resamples=2000, method="percentile", batch=100, rng=np.random.default_rng(0)
        ).confidence_interval
        return [found.low, found.high]

    return work


def bootstrap_accuracy_hand(data: dict[str, Array]) -> Work:
    def work() -> list[float]:
        n = data["y"].size
        hits = np.count_nonzero(data["y"] == data["label"])
        drawn = np.random.default_rng(0).binomial(n, hits / n, 2000) / n
        return np.quantile(drawn, [0.025, 0.975]).tolist()

    return work


def bootstrap_auc_ours(data: dict[str, Array]) -> Work:
    import bakeoff as bo

    def work() -> list[float]:
        auc = bo.measure(data["y"], y_score=data["score"], measures=["roc_auc"], interval="bootstrap", n_resamples=500)[
            "roc_auc"
        ]
        return [auc.low, auc.high]

    return work


def bootstrap_auc_mlstatkit(data: dict[str, Array]) -> Work:
    from MLstatkit import Bootstrapping

    lowest, highest = data["score"].min(), data["score"].max()
    unit = (data["score"] - lowest) / (highest - lowest)  # it takes probabilities; the order and the ties are the same
    return lambda: list(Bootstrapping(data["y"], unit, "roc_auc", n_bootstraps=500)[1:])


def bootstrap_auc_scipy(data: dict[str, Array]) -> Work:
    def work() -> list[float]:
        found = stats.bootstrap(
            (data["y"], data["score"]), area, n_resamples=500, method="percentile", paired=True, vectorized=False,
            rng=np.random.default_rng(0),
        ).confidence_interval  # fmt: skip
        return [found.low, found.high]

    return work


def bootstrap_auc_hand(data: dict[str, Array]) -> Work:
    def work() -> list[float]:
        y, score, rng = data["y"], data["score"], np.random.default_rng(0)
        order = np.argsort(score, kind="stable")
        starts = np.flatnonzero(np.diff(score[order], prepend=-np.inf))
        hits, n, areas = y[order] == 1, y.size, []
        for _ in range(500):
            weight = np.bincount(rng.integers(0, n, n), minlength=n)
            positives = np.add.reduceat(np.where(hits, weight, 0), starts)
            negatives = np.add.reduceat(np.where(hits, 0, weight), starts)
            below = np.cumsum(negatives) - negatives / 2
            areas.append((positives * below).sum() / (positives.sum() * negatives.sum()))
        return np.quantile(areas, [0.025, 0.975]).tolist()

    return work


# Tables of scores over data sets


def wilcoxon_ours(table: Array) -> Work:
    from bakeoff.comparisons import wilcoxon

    return lambda: wilcoxon(table[:, 0], table[:, 1], method="normal").p_value


def wilcoxon_scipy(table: Array) -> Work:
    return lambda: stats.wilcoxon(table[:, 0], table[:, 1], correction=True, method="asymptotic").pvalue


def wilcoxon_hand(table: Array) -> Work:
    def work() -> float:
        d = table[:, 0] - table[:, 1]
        d = d[d != 0]
        n, ranks = d.size, stats.rankdata(abs(d))
        ties = np.unique(ranks, return_counts=True)[1]
        variance = n * (n + 1) * (2 * n + 1) / 24 - (ties**3 - ties).sum() / 48
        off = max(abs(ranks[d > 0].sum() - n * (n + 1) / 4) - 0.5, 0)
        return float(2 * stats.norm.sf(off / variance**0.5))

    return work


def pairs_ours(table: Array) -> Work:
    import bakeoff as bo

    scores = named(table)
    return lambda: bo.compare(scores, rows="datasets").pairs.adjusted


def pairs_posthocs(table: Array) -> Work:
    import scikit_posthocs

    return lambda: upper(
        scikit_posthocs.posthoc_wilcoxon(
            list(table.T), p_adjust="holm", correction=True, method="asymptotic"
        ).to_numpy()
    )


def pairs_hand(table: Array) -> Work:
    def work() -> Array:
        first, second = np.triu_indices(table.shape[1], 1)
        p = stats.wilcoxon(table[:, first], table[:, second], axis=0, correction=True, method="asymptotic").pvalue
        order = np.argsort(p)
        adjusted = np.empty_like(p)
        adjusted[order] = np.minimum(np.maximum.accumulate(p[order] * np.arange(p.size, 0, -1)), 1)
        return adjusted

    return work


def printed_ours(table: Array) -> Work:
    import bakeoff as bo

    scores = named(table)

    def work() -> float:
        comparison = bo.compare(scores, rows="datasets", test="friedman", posthoc="nemenyi")
        str(comparison)
        return comparison.omnibus.p_value

    return work


def printed_autorank(table: Array) -> Work:
    import contextlib
    import io

    import pandas as pd
    from autorank import autorank, create_report

    frame = pd.DataFrame(named(table))

    def work() -> float:
        with contextlib.redirect_stdout(io.StringIO()):
            ranked = autorank(frame, force_mode="nonparametric")
            create_report(ranked)
        return ranked.pvalue

    return work


def nemenyi_ours(table: Array) -> Work:
    from bakeoff.comparisons import nemenyi

    return lambda: nemenyi(table).pairs.adjusted


def nemenyi_posthocs(table: Array) -> Work:
    import scikit_posthocs

    return lambda: upper(scikit_posthocs.posthoc_nemenyi_friedman(table).to_numpy())


def nemenyi_hand(table: Array) -> Work:
    def work() -> Array:
        n, k = table.shape
        means = stats.rankdata(table, axis=1).mean(axis=0)
        first, second = np.triu_indices(k, 1)
        return stats.studentized_range.sf(
            abs(means[first] - means[second]) / (k * (k + 1) / (12 * n)) ** 0.5, k, np.inf
        )

    return work


# Bayesian comparisons


def signed_rank_ours(table: Array) -> Work:
    from bakeoff.comparisons import bayes_signed_rank

    def work() -> list[float]:
        posterior = bayes_signed_rank(table[:, 0], table[:, 1], 0.8, draws=5000)  # no mean of two differences is 0.8
        return [posterior.p_left, posterior.p_rope, posterior.p_right]

    return work


def signed_rank_baycomp(table: Array) -> Work:
    import baycomp

    return lambda: list(baycomp.SignedRankTest.probs(table[:, 0], table[:, 1], 0.8, nsamples=5000))


def correlated_ours(table: Array) -> Work:
    from bakeoff.comparisons import bayes_correlated_t

    def work() -> list[float]:
        posterior = bayes_correlated_t(table[:, 0] - table[:, 1], 1 / 9, 1.0)
        return [posterior.p_left, posterior.p_rope, posterior.p_right]

    return work


def correlated_baycomp(table: Array) -> Work:
    import baycomp

    runs = len(table) // 10
    return lambda: list(baycomp.CorrelatedTTest.probs(table[:, 0], table[:, 1], 1.0, runs=runs))


def correlated_hand(table: Array) -> Work:
    def work() -> list[float]:
        d = table[:, 0] - table[:, 1]
        scale = (d.var(ddof=1) * (1 / d.size + 1 / 9)) ** 0.5
        left, right = stats.t.cdf([(d.mean() - 1.0) / scale, (-1.0 - d.mean()) / scale], d.size - 1)
        return [left, 1 - left - right, right]

    return work


# Rows: hits and losses


def mcnemar_ours(data: dict[str, Array]) -> Work:
    from bakeoff.comparisons import mcnemar

    def work() -> float:
        a, b = data["label"] == data["y"], data["label2"] == data["y"]
        return mcnemar(int(np.count_nonzero(a & ~b)), int(np.count_nonzero(b & ~a)), "exact").p_value

    return work


def mcnemar_mlxtend(data: dict[str, Array]) -> Work:
    from mlxtend.evaluate import mcnemar, mcnemar_table

    return lambda: float(mcnemar(mcnemar_table(data["y"], data["label"], data["label2"]), exact=True)[1])


def mcnemar_hand(data: dict[str, Array]) -> Work:
    def work() -> float:
        a, b = data["label"] == data["y"], data["label2"] == data["y"]
        only_a, only_b = int(np.count_nonzero(a & ~b)), int(np.count_nonzero(b & ~a))
        return float(min(2 * stats.binom.cdf(min(only_a, only_b), only_a + only_b, 0.5), 1.0))

    return work


def losses(n: int) -> tuple[Array, Array]:
    """Losses of two learners on n rows, apart by about two standard errors."""
    rng = np.random.default_rng(n)
    a, noise = rng.gamma(2.0, size=n), rng.normal(size=n)
    return a, a + noise - noise.mean() + 2.2 / n**0.5


def permutation_ours(data: tuple[Array, Array]) -> Work:
    from bakeoff.comparisons import permutation

    return lambda: permutation(*data, n_resamples=1000).p_value


def permutation_mlxtend(data: tuple[Array, Array]) -> Work:
    from mlxtend.evaluate import permutation_test

    a, b = data
    return lambda: permutation_test(a, b, method="approximate", num_rounds=1000, seed=0, paired=True)


def permutation_scipy(data: tuple[Array, Array]) -> Work:
    return lambda: stats.permutation_test(
        data, lambda x, y, axis: np.mean(x - y, axis=axis), permutation_type="samples", vectorized=True, n_resamples=1000,
        rng=np.random.default_rng(0),
    ).pvalue  # fmt: skip


def permutation_hand(data: tuple[Array, Array]) -> Work:
    def work() -> float:
        d, rng = data[0] - data[1], np.random.default_rng(0)
        bits = np.unpackbits(rng.integers(0, 256, (1000, (d.size + 7) // 8), dtype=np.uint8), axis=1, count=d.size)
        drawn = d.sum() - 2 * (bits @ d)
        return float((np.count_nonzero(abs(drawn) >= abs(d.sum()) * (1 - 1e-12)) + 1) / 1001)

    return work


# Streams


def stream_of(n: int) -> dict[str, Array]:
    """Truth and answers; the share of errors rises in the middle."""
    rng = np.random.default_rng(n)
    y = rng.integers(0, 2, n)
    error = rng.random(n) < np.where(np.arange(n) < n // 2, 0.1, 0.3)
    return {"y": y, "label": np.where(error, 1 - y, y), "error": error.astype(np.float64)}


def running_ours(data: dict[str, Array]) -> Work:
    import bakeoff as bo

    return lambda: bo.prequential(data["y"], data["label"], "accuracy")


def running_river(data: dict[str, Array]) -> Work:
    from river import metrics

    y, label = data["y"].tolist(), data["label"].tolist()

    def work() -> list[float]:
        metric, values = metrics.Accuracy(), []
        for truth, answer in zip(y, label, strict=True):
            metric.update(truth, answer)
            values.append(metric.get())
        return values

    return work


def running_hand(data: dict[str, Array]) -> Work:
    return lambda: np.cumsum(data["y"] == data["label"]) / np.arange(1, data["y"].size + 1)


def adwin_ours(data: dict[str, Array]) -> Work:
    import bakeoff as bo

    return lambda: bo.detectors["adwin"](data["error"])


def adwin_one_by_one(data: dict[str, Array]) -> Work:
    import bakeoff as bo

    values = data["error"].tolist()

    def work() -> list[int]:
        detector = bo.detectors["adwin"].online()
        return [row for row, value in enumerate(values) if (detector.update(value), detector.drift_detected)[1]]

    return work


def adwin_river(data: dict[str, Array]) -> Work:
    from river import drift

    values = data["error"].tolist()

    def work() -> list[int]:
        detector = drift.ADWIN()
        return [row for row, value in enumerate(values) if (detector.update(value), detector.drift_detected)[1]]

    return work


CASES = (
    Case(
        name="auc", title="Area under the ROC curve, tied scores, no interval", unit="rows", sizes=(1_000, 10_000, 100_000, 1_000_000),
        data=labelled_rows, sides={OURS: auc_ours, "scikit-learn": auc_sklearn, HAND: auc_hand},
    ),
    Case(
        name="eleven", title="Eleven measures of one set of predictions, no intervals", unit="rows", sizes=(1_000, 10_000, 100_000, 1_000_000),
        data=labelled_rows, sides={OURS: eleven_ours, "scikit-learn": eleven_sklearn, HAND: eleven_hand},
        note=f"{', '.join(ELEVEN)}; the labels are given to all sides",
    ),
    Case(
        name="wilson", title="Accuracy with Wilson's interval", unit="rows", sizes=(1_000, 10_000, 100_000), closed=True,
        data=labelled_rows, sides={OURS: wilson_ours, "evalstats": wilson_evalstats, "scipy": wilson_scipy, HAND: wilson_hand},
    ),
    Case(
        name="delong", title="DeLong's test of two areas, tied scores, with the interval of the difference", unit="rows", sizes=(1_000, 10_000, 100_000), closed=True,
        data=labelled_rows, sides={OURS: delong_ours, "MLstatkit": delong_mlstatkit, HAND: delong_hand},
        note="by hand: the p-value only",
    ),
    Case(
        name="bootstrap_accuracy", title="Accuracy, percentile interval of 2,000 bootstrap samples", unit="rows", sizes=(1_000, 10_000), tolerance=0.012, drawn=True,
        data=labelled_rows, sides={OURS: bootstrap_accuracy_ours, "scipy": bootstrap_accuracy_scipy, HAND: bootstrap_accuracy_hand},
        note="hits of a bootstrap sample are binomial: bakeoff and the hand-written way draw counts, scipy draws rows",
    ),
    Case(
        name="bootstrap_auc", title="Area under the ROC curve, percentile interval of 500 bootstrap samples", unit="rows", sizes=(1_000, 10_000), tolerance=0.015, drawn=True,
        data=labelled_rows, sides={OURS: bootstrap_auc_ours, "MLstatkit": bootstrap_auc_mlstatkit, "scipy": bootstrap_auc_scipy, HAND: bootstrap_auc_hand},
        note="scipy's bootstrap gets the hand-written area as its statistic",
    ),
    Case(
        name="wilcoxon", title="Wilcoxon's test of one pair, normal approximation with continuity correction, tied differences", unit="data sets", sizes=(60, 600),
        data=lambda n: score_table(2, n), sides={OURS: wilcoxon_ours, "scipy": wilcoxon_scipy, HAND: wilcoxon_hand}, closed=True,
        note="bakeoff also gives the pseudo-median with its interval and the effect size with its interval; the others give p only",
    ),
    Case(
        name="pairs", title="All pairs of learners over 60 data sets by Wilcoxon's test with Holm's correction", unit="learners", sizes=(5, 20, 50), closed=True,
        data=score_table, sides={OURS: pairs_ours, "scikit-posthocs": pairs_posthocs, HAND: pairs_hand},
        note="by hand: scipy's test on all pairs as one array, and three lines for Holm. bakeoff: `bo.compare` and the adjusted p-values of all pairs",
    ),
    Case(
        name="printed", title="A printed comparison: Friedman's test, then Nemenyi's, over 60 data sets", unit="learners", sizes=(5, 20, 50), closed=True,
        data=score_table, sides={OURS: printed_ours, "autorank": printed_autorank}, note="`str(bo.compare(...))` and autorank's `create_report`; the p-value of Friedman's test is compared",
    ),
    Case(
        name="nemenyi", title="Nemenyi's p-values of all pairs over 60 data sets", unit="learners", sizes=(5, 20, 50), tolerance=1e-6, closed=True,
        data=score_table, sides={OURS: nemenyi_ours, "scikit-posthocs": nemenyi_posthocs, HAND: nemenyi_hand}, largest={"scikit-posthocs": 20, HAND: 20},
    ),
    Case(
        name="signed_rank", title="Bayesian signed rank test, 5,000 draws", unit="data sets", sizes=(20, 100), tolerance=0.05, drawn=True,
        data=lambda n: score_table(2, n), sides={OURS: signed_rank_ours, "baycomp": signed_rank_baycomp}, largest={"baycomp": 100},
    ),
    Case(
        name="correlated_t", title="Bayesian correlated t-test over ten folds, repeated", unit="splits", sizes=(10, 100), closed=True,
        data=lambda n: score_table(2, n), sides={OURS: correlated_ours, "baycomp": correlated_baycomp, HAND: correlated_hand},
    ),
    Case(
        name="mcnemar", title="McNemar's exact test, from labels", unit="rows", sizes=(1_000, 100_000), closed=True,
        data=labelled_rows, sides={OURS: mcnemar_ours, "mlxtend": mcnemar_mlxtend, HAND: mcnemar_hand},
    ),
    Case(
        name="permutation", title="Paired permutation test of mean losses, 1,000 draws", unit="rows", sizes=(100, 1_000, 10_000), tolerance=0.03, drawn=True,
        data=losses, sides={OURS: permutation_ours, "mlxtend": permutation_mlxtend, "scipy": permutation_scipy, HAND: permutation_hand}, largest={"mlxtend": 1_000},
    ),
    Case(
        name="running", title="Accuracy after every example of a stream", unit="examples", sizes=(10_000, 100_000),
        data=stream_of, sides={OURS: running_ours, "river": running_river, HAND: running_hand},
        note="river takes one example after the other, as in a live stream; the others take the whole array",
    ),
    Case(
        name="adwin", title="ADWIN's alarms on a stream of errors", unit="examples", sizes=(10_000, 100_000), tolerance=0,
        data=stream_of, sides={OURS: adwin_ours, "bakeoff, value by value": adwin_one_by_one, "river": adwin_river},
    ),
)  # fmt: skip

# Whole processes: what somebody types, imports and all. {table} and {rows} are files.
READ = "import csv, sys; import numpy as np; rows = list(csv.DictReader(open(sys.argv[1]))); y = np.array([int(row['y']) for row in rows]); s = np.array([float(row['s']) for row in rows]); "
STARTS: dict[str, dict[str, Any]] = {
    "start_auc": {
        "title": "A whole process: a file of 1,000 rows, the area under the ROC curve printed",
        "file": "rows",
        "sides": {
            "bakeoff measure": ["-m", "bakeoff", "measure", "{rows}", "--truth", "y", "--score", "s", "--measures", "roc_auc", "--positive", "1"],
            "bakeoff in Python": ["-c", READ + "import bakeoff as bo; print(bo.measure(y, y_score=s, measures=['roc_auc'])['roc_auc'])", "{rows}"],
            "scikit-learn": ["-c", READ + "from sklearn.metrics import roc_auc_score; print(roc_auc_score(y, s))", "{rows}"],
            "MLstatkit": ["-c", READ + "from MLstatkit import Delong_test; print(Delong_test(y, s, s + 0.1 * y)[5])", "{rows}"],
            HAND: ["-c", READ + "n = np.sort(s[y == 0]); p = s[y == 1]; print((np.searchsorted(n, p, 'left') + np.searchsorted(n, p, 'right')).sum() / (2 * n.size * p.size))", "{rows}"],
        },
        "note": "`bakeoff measure` and `bo.measure` print an interval too; MLstatkit compares the scores with a second column",
    },
    "start_compare": {
        "title": "A whole process: a table of 60 data sets and 5 learners, the comparison printed",
        "file": "table",
        "sides": {
            "bakeoff compare": ["-m", "bakeoff", "compare", "{table}"],
            "autorank": ["-c", "import sys, pandas as pd; from autorank import autorank, create_report; create_report(autorank(pd.read_csv(sys.argv[1], index_col=0), force_mode='nonparametric'))", "{table}"],
            "scikit-posthocs": ["-c", "import sys, pandas as pd, scikit_posthocs as sp; from scipy.stats import friedmanchisquare; t = pd.read_csv(sys.argv[1], index_col=0); print(friedmanchisquare(*t.to_numpy().T)); print(sp.posthoc_wilcoxon(list(t.to_numpy().T), p_adjust='holm'))", "{table}"],
            HAND: ["-c", "import sys, csv; import numpy as np; from scipy.stats import wilcoxon; t = np.array([row[1:] for row in list(csv.reader(open(sys.argv[1])))[1:]], float); i, j = np.triu_indices(t.shape[1], 1); p = wilcoxon(t[:, i], t[:, j], axis=0).pvalue; o = np.argsort(p); print(np.minimum(np.maximum.accumulate(p[o] * np.arange(p.size, 0, -1)), 1))", "{table}"],
        },
        "note": "",
    },
}  # fmt: skip


def agree(case: Case, answers: dict[str, Any]) -> float:
    """The largest difference between the answer of bakeoff and that of another side; one above the tolerance ends the run."""
    ours = np.atleast_1d(np.asarray(answers[OURS], dtype=float))
    largest = 0.0
    for side, answer in answers.items():
        theirs = np.atleast_1d(np.asarray(answer, dtype=float))
        if theirs.shape != ours.shape:
            sys.exit(f"{case.name}: {side} gives {theirs.shape} numbers, bakeoff {ours.shape}")
        gap = float(np.max(abs(theirs - ours))) if ours.size else 0.0
        # A small p-value is not right because both are small: what is no draw also agrees in its first six digits.
        close = case.drawn or np.allclose(theirs, ours, rtol=1e-6, atol=case.tolerance * 1e-3)
        if not (gap <= case.tolerance and close):
            sys.exit(f"{case.name}: {side} gives {theirs[:4]}, bakeoff {ours[:4]}; they differ by {gap:g}")
        largest = max(largest, gap)
    return largest


def seconds(work: Work) -> float:
    """Processor seconds of one call: the least of a few turns."""
    began = time.process_time()
    work()
    calls = max(int(SHORTEST / max(time.process_time() - began, 1e-6)), 1)
    turns = []
    for _ in range(TURNS):
        began = time.process_time()
        for _ in range(calls):
            work()
        turns.append((time.process_time() - began) / calls)
    return min(turns)


def run_case(case: Case) -> dict[str, Any]:
    """Compare the answers of all sides, then time them."""
    warnings.simplefilter("ignore")
    spent: dict[str, dict[str, float]] = {side: {} for side in case.sides}
    gap = 0.0
    for n in case.sizes:
        data = case.data(n)
        works = {side: make(data) for side, make in case.sides.items() if n <= case.largest.get(side, n)}
        gap = max(gap, agree(case, {side: work() for side, work in works.items()}))
        for side, work in works.items():
            spent[side][str(n)] = float(f"{1e3 * seconds(work):.3g}")
    return {
        "title": case.title, "unit": case.unit, "milliseconds": spent, "gap": float(f"{gap:.2g}"), "tolerance": case.tolerance,
        "drawn": case.drawn, "closed": case.closed, "note": case.note,
    }  # fmt: skip


def growth(spent: dict[str, float]) -> float | None:
    """The exponent of the time between the smallest and the largest size: 1 is proportional. None for one size."""
    sizes = sorted(spent, key=int)
    if len(sizes) < 2:
        return None
    first, last = sizes[0], sizes[-1]
    return log(spent[last] / spent[first]) / log(int(last) / int(first))


def write_files(folder: Path) -> dict[str, str]:
    """The files that whole processes read."""
    data, table = labelled_rows(1_000), score_table(5)
    rows = ["y,s", *(f"{y},{s}" for y, s in zip(data["y"], data["score"], strict=True))]
    lines = [
        "data set," + ",".join(named(table)),
        *(f"d{row}," + ",".join(f"{value:.1f}" for value in values) for row, values in enumerate(table)),
    ]
    files = {"rows": folder / "rows.csv", "table": folder / "table.csv"}
    files["rows"].write_text("\n".join(rows) + "\n", encoding="utf-8")
    files["table"].write_text("\n".join(lines) + "\n", encoding="utf-8")
    return {name: str(path) for name, path in files.items()}


def run_start(name: str) -> dict[str, Any]:
    """Processor seconds of whole processes."""
    start = STARTS[name]
    spent = {}
    with tempfile.TemporaryDirectory() as folder:
        files = write_files(Path(folder))
        for side, words in start["sides"].items():
            command = [
                sys.executable,
                *(files.get(word.strip("{}"), word) if word.startswith("{") else word for word in words),
            ]
            turns = []
            for _ in range(TURNS):
                before = resource.getrusage(resource.RUSAGE_CHILDREN)
                subprocess.run(command, check=True, capture_output=True, cwd=folder)
                after = resource.getrusage(resource.RUSAGE_CHILDREN)
                turns.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
            spent[side] = {"1": float(f"{1e3 * min(turns):.3g}")}
    return {
        "title": start["title"], "unit": "process", "milliseconds": spent, "gap": None, "tolerance": None, "drawn": False,
        "closed": False, "note": start["note"],
    }  # fmt: skip


def names() -> list[str]:
    """All cases, in their order."""
    return [*(case.name for case in CASES), *STARTS]


def children(chosen: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each case in a process of its own, with one thread."""
    environment = {
        **{key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"},
        **ONE_THREAD,
    }
    for name in chosen:
        command = [sys.executable, __file__, "--child", name]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
        if done.returncode:
            sys.exit(f"{name}: {done.stderr.strip()[-2000:]}")
        yield name, json.loads(done.stdout.splitlines()[-1])


def versions() -> dict[str, str]:
    """The versions that were compared."""
    import bakeoff
    from bakeoff.kernels.dispatch import backend

    python = ".".join(map(str, sys.version_info[:3]))
    return {
        "python": python,
        "bakeoff": f"{bakeoff.__version__}, {backend()} loops",
        **{name: version(name) for name in PACKAGES},
    }


def main() -> int:
    """Run the cases that are named and print them; keep them where asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="cases; by default all")
    parser.add_argument("--write", action="store_true", help=f"keep the figures in {FILE.name}")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        by_name = {case.name: case for case in CASES}
        print(json.dumps(run_start(options.child) if options.child in STARTS else run_case(by_name[options.child])))
        return 0
    unknown = set(options.names) - set(names())
    if unknown:
        sys.exit(f"no case called {', '.join(sorted(unknown))}; known are {', '.join(names())}")
    kept = json.loads(FILE.read_text(encoding="utf-8"))["cases"] if FILE.exists() else {}
    for name, figures in children(options.names or names()):
        kept[name] = figures
        print(f"{name}: {figures['title']}")
        for side, spent in figures["milliseconds"].items():
            exponent = growth(spent)
            print(
                f"  {side:26}" + "".join(f"{n:>9}: {value:9.3g} ms" for n, value in spent.items())
                + ("" if exponent is None else f"   growth {exponent:.2f}"),
                flush=True,
            )  # fmt: skip
        if options.write:
            cases = {name: kept[name] for name in names() if name in kept}
            FILE.write_text(json.dumps({"versions": versions(), "cases": cases}, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

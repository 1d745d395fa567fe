"""What each compiled kernel gains, through the public function that calls it: benchmarks/kernels.json, docs/reference/kernels.md.

    python benchmarks/bench_kernels.py              all kernels, 1e3 and 1e5 rows
    python benchmarks/bench_kernels.py merge adwin  some of them
    python benchmarks/bench_kernels.py --write      keep the figures

Only the kernel in question is exchanged for its NumPy twin; all others stay compiled. The two sides take turns, and processor
time of the whole process counts, so that a busy machine changes little and threads gain nothing. A gain below 1.5 at both sizes
means that the kernel is not worth its code.
"""

import argparse
import json
import sys
import time
import warnings
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import bakeoff as bo
from bakeoff.comparisons.significance.permutation import permutation
from bakeoff.estimates.analytic.auc import placements
from bakeoff.kernels import KERNELS
from bakeoff.kernels.dispatch import backend
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.predictions.summaries.ranking.ranking import rank

FILE = Path(__file__).with_name("kernels.json")
SIZES = (1_000, 100_000)
WORTH = 1.5
SECONDS = 0.4  # of processor time for each side
RESAMPLES = {1_000: 200, 100_000: 10}


@cache
def rows(n: int) -> dict[str, Any]:
    rng = np.random.default_rng(n)
    truth = (rng.random(n) < 0.4).astype(np.int64)
    score = rng.normal(size=n) + truth
    proba = 1 / (1 + np.exp(-score))
    return {
        "y": truth, "score": score, "p": proba, "label": (proba > 0.5).astype(np.int64), "two": np.c_[1 - proba, proba],
        "other": score + rng.normal(size=n), "y10": rng.integers(0, 10, n), "p10": rng.dirichlet(np.ones(10), n),
        "y500": rng.integers(0, 500, n), "label500": rng.integers(0, 500, n), "group": rng.integers(0, 50, n),
        "points": rng.random((2, min(n, 5_000))), "loss": (rng.random(n) < 0.3).astype(np.float64), "gap": rng.normal(0.01, 1, n),
    }  # fmt: skip


def measured(*names: str, **given: Any) -> Callable[[int], Callable[[], Any]]:
    """`bo.measure` of these columns and measures; without intervals unless resamples are asked for."""

    def prepared(n: int) -> Callable[[], Any]:
        data, options = rows(n), {"level": None, **given}
        columns = {key: data[value] for key, value in options.items() if isinstance(value, str) and value in data}
        rest = {key: value for key, value in options.items() if key not in columns}
        if rest["level"] is not None:
            rest["n_resamples"] = RESAMPLES[n]
        return lambda: bo.measure(measures=list(names) if names else "all", **columns, **rest)

    return prepared


def detector(name: str) -> Callable[[int], Callable[[], Any]]:
    return lambda n: lambda: bo.detectors[name](rows(n)["loss"])


def _merge(n: int) -> Callable[[], Any]:
    data = rows(n)
    halves = [
        predictions_of(data["y"][part], y_score=data["score"][part]) for part in (slice(0, n // 2), slice(n // 2, n))
    ]
    first, second = (rank(one).settled() for one in halves)
    for one in (first, second):
        one.positives  # noqa: B018  # sorted before
    return lambda: first.merge(second)


def _steps(n: int) -> Callable[[], Any]:
    data = rows(n)

    def work() -> Any:
        ranked = rank(predictions_of(data["y"], y_score=data["score"]))
        ranked.positives  # noqa: B018  # sorted scores are asked for first
        return ranked.totals

    return work


def _compared(measure: str, **given: Any) -> Callable[[int], Callable[[], Any]]:
    def prepared(n: int) -> Callable[[], Any]:
        data = rows(n)
        return lambda: bo.compare_predictions(
            data["y"], {"a": data["score"], "b": data["other"]}, measure=measure, **given
        )

    return prepared


# The kernel, and the public call that leads to it.
CASES: dict[str, tuple[str, Callable[[int], Callable[[], Any]]]] = {
    "check_probabilities": ("measure: log loss, 10 classes", measured("log_loss", y_true="y10", y_proba="p10")),
    "fused_probability_sums": ("measure: calibration error, spherical score, 10 classes", measured("ece", "spherical", y_true="y10", y_proba="p10")),
    "split_by_class": ("scores of two classes, sorted", _steps),
    "merge": ("measure of a file in parts: two halves merged", _merge),
    "roc_steps": ("areas of scores that are sorted already", _steps),
    "roc_steps_of_rows": ("measure: ROC AUC and average precision", measured("roc_auc", "average_precision", y_true="y", y_score="score")),
    "class_wins": ("measure: ROC AUC of pairs of classes", measured("roc_auc_ovo", y_true="y10", y_proba="p10")),
    "placements": ("placements of rows", lambda n: lambda: placements(rows(n)["score"], rows(n)["y"] == 1)),
    "resample_counts": ("measure: ROC AUC of pairs of classes, bootstrap", measured("roc_auc_ovo", y_true="y10", y_proba="p10", interval="bootstrap", level=0.95)),
    "resampled_totals": ("measure: average precision, bootstrap", measured("average_precision", y_true="y", y_score="score", interval="bootstrap", level=0.95)),
    "resampled_means": ("measure: log loss, bootstrap", measured("log_loss", y_true="y", y_proba="p", interval="bootstrap", level=0.95)),
    "resampled_steps": ("measure: H measure with groups", measured("h_measure", y_true="y", y_score="score", groups="group", level=0.95)),
    "resampled_steps_of_seeds": ("measure: H measure, bootstrap", measured("h_measure", y_true="y", y_score="score", interval="bootstrap", level=0.95)),
    "resampled_class_wins": ("measure: ROC AUC of pairs of classes, bootstrap", measured("roc_auc_ovo", y_true="y10", y_proba="p10", interval="bootstrap", level=0.95)),
    "sign_flip_sums": ("permutation test of differences", lambda n: lambda: permutation(rows(n)["gap"], np.zeros(n), n_resamples=RESAMPLES[n] * 10)),
    "page_hinkley": ("detectors: Page-Hinkley", detector("page_hinkley")),
    "ddm": ("detectors: DDM", detector("ddm")),
    "adwin": ("detectors: ADWIN", detector("adwin")),
}  # fmt: skip


def gain(name: str, n: int) -> dict[str, float]:
    """Processor milliseconds of the call with the kernel and with its twin, and their ratio."""
    kernel, calls = KERNELS[name], 0

    def counted(*arguments: Any) -> Any:
        nonlocal calls
        calls += 1
        return kernel.compiled(*arguments)

    call = CASES[name][1](n)
    sides = {"compiled": replace(kernel, compiled=counted), "twin": replace(kernel, compiled=kernel.twin)}
    spent: dict[str, list[float]] = {side: [] for side in sides}
    try:
        for side, one in sides.items():
            KERNELS[name] = one
            call()
            spent[side].append(_clock(call))
        if not calls:
            raise SystemExit(f"{name}: the call does not reach the kernel")
        turns = int(min(max(SECONDS / max(spent["twin"][0], 1e-5), 2), 40))
        for _ in range(turns):
            for side, one in sides.items():
                KERNELS[name] = one
                spent[side].append(_clock(call))
    finally:
        KERNELS[name] = kernel
    fast, slow = (float(np.median(spent[side])) for side in ("compiled", "twin"))
    return {"compiled_ms": round(1e3 * fast, 4), "twin_ms": round(1e3 * slow, 4), "gain": round(slow / fast, 2)}


def _clock(call: Callable[[], Any]) -> float:
    start = time.process_time()
    call()
    return time.process_time() - start


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="kernels; by default all")
    parser.add_argument("--write", action="store_true", help=f"keep the figures in {FILE.name}")
    asked = parser.parse_args()
    if backend() != "compiled":
        sys.exit("the kernels are not compiled; run `make test` once")
    warnings.simplefilter("ignore")
    kept = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    for name in asked.names or CASES:
        found = {str(n): gain(name, n) for n in SIZES}
        kept[name] = {"call": CASES[name][0], "rows": found}
        print(
            f"{name:26} "
            + "  ".join(f"{n:>7}: {one['compiled_ms']:9.3f} ms, gain {one['gain']:6.2f}" for n, one in found.items()),
            flush=True,
        )
        if asked.write:
            FILE.write_text(
                json.dumps({key: kept[key] for key in KERNELS if key in kept}, indent=1) + "\n", encoding="utf-8"
            )
    small = [name for name, one in kept.items() if max(row["gain"] for row in one["rows"].values()) < WORTH]
    print(json.dumps({"below": small}))
    return 0


if __name__ == "__main__":
    sys.exit(main())

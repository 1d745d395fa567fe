"""Features that are no table of numbers: peak memory of a study against the plain scikit-learn loop on the same splits.

    python benchmarks/bench_blocks.py            sparse text (5,000 x 50,000, 0.2 % filled, then 2, 20 and 40 times the entries), texts, images, a frame

Each way runs in a process of its own. The peak is that of all its processes together, shared memory counted once (PSS), looked
at many times a second. Goals: at most twice the plain loop plus 150 MB, and memory above the smallest case that grows no faster than the entries. Exit code
1 if a goal is missed.
"""

import argparse
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

CASES = (
    ("sparse", 1),
    ("sparse", 2),
    ("sparse", 20),
    ("sparse", 40),
    ("texts", 1),
    ("texts", 2),
    ("images", 1),
    ("frame", 1),
)
ROWS, COLUMNS, FILLED = 5_000, 50_000, 0.002
ROOM = 150.0  # MB beyond twice the plain loop: a zygote, two children and the packages that they import
LOOK = 0.01  # seconds between two looks


def rows(kind, scale):
    """Features and target of one case."""
    rng = np.random.default_rng(0)
    target = np.arange(ROWS) % 2
    if kind == "sparse":
        return _sparse(rng, int(ROWS * COLUMNS * FILLED) * scale), target
    if kind == "images":
        return rng.integers(0, 17, (20_000, 8, 8)).astype(np.uint8), np.arange(20_000) % 2
    words = np.array([f"word{at}" for at in range(5_000)])
    texts = [" ".join(words[rng.integers(0, 5_000, 200 * scale)]) for _ in range(ROWS)]
    if kind == "texts":
        return texts, target
    import pandas as pd

    return pd.DataFrame({"age": rng.normal(size=ROWS), "note": texts}), target


def _sparse(rng, entries):
    """Rows of counts, made without a dense matrix: the same number of entries in each row."""
    from scipy.sparse import csr_matrix

    width = entries // ROWS
    step = COLUMNS // width
    places = np.arange(width, dtype=np.int32) * step + rng.integers(0, step, (ROWS, width), dtype=np.int32)
    ends = np.arange(0, entries + 1, width, dtype=np.int32)
    return csr_matrix((rng.integers(1, 5, entries).astype(np.float64), places.ravel(), ends), shape=(ROWS, COLUMNS))


def learners(kind):
    from sklearn.compose import ColumnTransformer
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.naive_bayes import GaussianNB, MultinomialNB
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import FunctionTransformer, MinMaxScaler

    before = {
        "sparse": [],
        "texts": [TfidfVectorizer()],
        "images": [FunctionTransformer(np.reshape, kw_args={"shape": (-1, 64)})],
        "frame": [ColumnTransformer([("words", TfidfVectorizer(), "note"), ("age", MinMaxScaler(), ["age"])])],
    }[kind]
    last = GaussianNB if kind == "images" else MultinomialNB
    return {name: make_pipeline(*before, last()) for name in ("first", "second")}


def plain(kind, scale):
    """The loop that people write."""
    from sklearn.base import clone
    from sklearn.metrics import accuracy_score
    from sklearn.model_selection import StratifiedKFold
    from sklearn.utils import _safe_indexing

    X, y = rows(kind, scale)
    for learner in learners(kind).values():
        for train, test in StratifiedKFold(3, shuffle=True, random_state=0).split(np.zeros(len(y)), y):
            model = clone(learner).fit(_safe_indexing(X, train), y[train])
            accuracy_score(y[test], model.predict(_safe_indexing(X, test)))


def study(kind, scale, workers):
    import bakeoff as bo

    X, y = rows(kind, scale)
    results = bo.evaluate(learners(kind), X, y, cv=3, scoring="accuracy", n_jobs=workers, progress=False)
    assert results.failures.empty, results.failures


def peak_of(way, kind, scale):
    """Seconds, and the highest PSS of a process and all below it, in MB."""
    start = time.perf_counter()
    run = subprocess.Popen([sys.executable, __file__, "--way", way, "--kind", kind, "--scale", str(scale)])
    peak = 0.0
    while run.poll() is None:
        peak = max(peak, sum(map(_pss, _family(run.pid))))
        time.sleep(LOOK)
    if run.returncode:
        raise SystemExit(f"{way} of {kind} failed")
    return time.perf_counter() - start, peak


def _family(pid):
    """The process and all below it."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(path.parent.name)] = int(path.read_text().rpartition(")")[2].split()[1])
        except (OSError, IndexError):
            continue
    found, fresh = {pid}, {pid}
    while fresh:
        fresh = {child for child, parent in parents.items() if parent in fresh} - found
        found |= fresh
    return found


def _pss(pid):
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1000 for line in lines if line.startswith("Pss:")), 0.0)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--way", choices=("plain", "one worker", "two workers"))
    options.add_argument("--kind")
    options.add_argument("--scale", type=int, default=1)
    given = options.parse_args()
    if given.way == "plain":
        return plain(given.kind, given.scale)
    if given.way:
        return study(given.kind, given.scale, 1 if given.way == "one worker" else 2)
    missed, peaks = [], {}
    print(f"{'case':<12} {'way':<12} {'seconds':>8} {'peak MB':>8} {'allowed':>8}")
    for kind, scale in CASES:
        for way in ("plain", "one worker", "two workers"):
            seconds, peaks[kind, scale, way] = peak_of(way, kind, scale)
            allowed = 2 * peaks[kind, scale, "plain"] + ROOM
            missed += [f"{kind} x {scale}, {way}"] if peaks[kind, scale, way] > allowed and way != "plain" else []
            print(
                f"{kind} x {scale:<4} {way:<12} {seconds:8.1f} {peaks[kind, scale, way]:8.0f} {allowed:8.0f}",
                flush=True,
            )
    for way in ("plain", "one worker", "two workers"):
        low, middle, high = (peaks["sparse", scale, way] for scale in (1, 20, 40))
        growth = (high - low) / max(middle - low, 1.0)
        print(
            f"sparse, {way}: memory above the smallest case, 40 times the entries over 20 times: {growth:.2f} (39/19 = 2.05 is linear)"
        )
        missed += [f"growth of {way}"] if growth > 2.3 else []  # a tenth for the noise of looking
    print("missed: " + "; ".join(missed) if missed else "all goals met")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

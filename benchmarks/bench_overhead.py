"""What a study costs beyond the loop that people write by hand, in CPU time and in memory, on the same splits, in one run.

    python benchmarks/bench_overhead.py            all cases
    python benchmarks/bench_overhead.py wide       those whose name holds this word
    python benchmarks/bench_overhead.py --plain    10 folds once in every case, where what a run costs once weighs most

CPU time is that of all processes, at one worker and one thread, the best of two runs of each way after one to warm up. Splits are
those of `bo.evaluate` if nothing else is asked for, 10 times 10 folds, and 10 folds where that takes long. Goals, as medians over the
cases: where the loop takes half a second or more at most 1.2 times as much; below at most 3 times, and at most 50 ms more for each
unit in every case. Peak memory, in processes of their own: at most twice the loop plus 150 MB. Exit code 1 if a goal is missed.
"""

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

for name in ("OMP", "OPENBLAS", "MKL"):  # before they are loaded: units have one thread each, and so has the loop
    os.environ.setdefault(f"{name}_NUM_THREADS", "1")

import numpy as np  # noqa: E402

LONG, RATIO, SHORT_RATIO, UNIT = 0.5, 1.2, 3.0, 0.05  # seconds; times as much; times as much; seconds for each unit
ROOM, LOOK = 150.0, 0.01  # MB beyond twice the loop; seconds between two looks
FOLDS = 10
QUICK = ("small", "frame", "wide 200, nb", "sparse")  # cases that are split 10 times


def dense(n, p, classes=2):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, p))
    return X, np.argsort(np.argsort(X[:, 0] + rng.normal(size=n))) * classes // n


def sparse(n, p, share):
    from scipy.sparse import random as random_matrix

    X = random_matrix(n, p, density=share, format="csr", random_state=0)
    X.data = np.ceil(X.data * 5)
    return X, np.arange(n) % 2


def texts(n):
    rng = np.random.default_rng(0)
    words = np.array([f"word{at}" for at in range(2000)])
    return [" ".join(words[rng.integers(0, 2000, 40)]) for _ in range(n)], np.arange(n) % 2


def frame(n):
    import pandas as pd

    X, y = dense(n, 6)
    return pd.DataFrame(X, columns=list("abcdef")), y


def cases():
    """By name: features and target, and an estimator."""
    from sklearn.ensemble import GradientBoostingClassifier, RandomForestClassifier
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import GridSearchCV
    from sklearn.naive_bayes import GaussianNB, MultinomialNB
    from sklearn.neighbors import KNeighborsClassifier
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.svm import SVC
    from sklearn.tree import DecisionTreeClassifier

    forest = RandomForestClassifier(50, random_state=0)
    boosting = GradientBoostingClassifier(n_estimators=50, random_state=0)
    search = GridSearchCV(DecisionTreeClassifier(random_state=0), {"max_depth": [1, 2, 3, 4]}, cv=3)
    return {
        "small, nb": (lambda: dense(150, 4, 3), GaussianNB()),
        "small, tree": (lambda: dense(150, 4, 3), DecisionTreeClassifier(random_state=0)),
        "small, knn": (lambda: dense(500, 10), KNeighborsClassifier()),
        "small, pipeline": (lambda: dense(500, 20), make_pipeline(StandardScaler(), LogisticRegression())),
        "frame, pipeline": (lambda: frame(500), make_pipeline(StandardScaler(), LogisticRegression())),
        "wide 200, nb": (lambda: dense(500, 200), GaussianNB()),
        "wide 2000, nb": (lambda: dense(500, 2000), GaussianNB()),
        "sparse 2000 x 5000": (lambda: sparse(2000, 5000, 0.001), MultinomialNB()),
        "sparse 5000 x 10000": (lambda: sparse(5000, 10_000, 0.001), MultinomialNB()),
        "texts": (lambda: texts(2000), make_pipeline(TfidfVectorizer(), MultinomialNB())),
        "search": (lambda: dense(500, 10), search),
        "forest": (lambda: dense(1000, 20), forest),
        "boosting": (lambda: dense(1000, 20), boosting),
        "svm": (lambda: dense(2000, 20), SVC()),
        "long, logistic": (lambda: dense(100_000, 20), LogisticRegression()),
        "wide 2000, logistic": (lambda: dense(500, 2000), LogisticRegression()),
    }


def splits(y, repeats):
    from sklearn.model_selection import RepeatedStratifiedKFold

    scheme = RepeatedStratifiedKFold(n_splits=FOLDS, n_repeats=repeats, random_state=0)
    return list(scheme.split(np.zeros(len(y)), y))


def loop(estimator, X, y, repeats):
    """The loop that people write: fit, predict, score."""
    from sklearn.base import clone
    from sklearn.metrics import accuracy_score
    from sklearn.utils import _safe_indexing

    for train, test in splits(y, repeats):
        model = clone(estimator).fit(_safe_indexing(X, train), y[train])
        accuracy_score(y[test], model.predict(_safe_indexing(X, test)))


def study(estimator, X, y, repeats):
    import bakeoff as bo

    results = bo.evaluate({"a": estimator}, X, y, cv=splits(y, repeats), scoring="accuracy", n_jobs=1, progress=False)
    assert results.failures.empty, results.failures


def repeats_of(name):
    return 10 if name.startswith(QUICK) else 1


WAYS = {"loop": loop, "study": study}


def cpu():
    """Seconds of this process and of all that it started."""
    tick, own = os.sysconf("SC_CLK_TCK"), os.times()
    total = own.user + own.system + own.children_user + own.children_system
    for pid in family(os.getpid()) - {os.getpid()}:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        total += sum(map(int, fields[11:15])) / tick
    return total


def family(pid):
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


def pss(pid):
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1000 for line in lines if line.startswith("Pss:")), 0.0)


def spent(way, *case):
    """CPU seconds: the best of two after one to warm up; what is short is done often, since the system counts in steps of 10 ms."""
    WAYS[way](*case)
    before = time.process_time()
    WAYS["loop"](*case)
    often = max(round(0.4 / (time.process_time() - before)), 1)
    found = []
    for _ in range(2):
        before = cpu()
        for _ in range(often):
            WAYS[way](*case)
        found.append((cpu() - before) / often)
    return max(min(found), 1e-3)


def peak(way, name, plain):
    """MB of a process and all below it, at the highest moment."""
    run = subprocess.Popen([sys.executable, __file__, "--way", way, name, *(["--plain"] if plain else [])])
    highest = 0.0
    while run.poll() is None:
        highest = max(highest, sum(map(pss, family(run.pid))))
        time.sleep(LOOK)
    if run.returncode:
        raise SystemExit(f"{way} of {name} failed")
    return highest


def main():
    options = argparse.ArgumentParser()
    options.add_argument("word", nargs="?", default="")
    options.add_argument("--way", choices=tuple(WAYS))
    options.add_argument("--no-memory", action="store_true")
    options.add_argument("--plain", action="store_true")
    given = options.parse_args()
    chosen = {name: case for name, case in cases().items() if given.word in name}
    if given.way:
        make, estimator = cases()[given.word]
        return WAYS[given.way](estimator, *make(), 1 if given.plain else repeats_of(given.word))
    missed, ratios = [], {True: [], False: []}
    print(
        f"{'case':<22} {'loop s':>8} {'study s':>8} {'ratio':>6} {'ms more per unit':>17} {'loop MB':>8} {'study MB':>8}"
    )
    for name, (make, estimator) in chosen.items():
        X, y = make()
        repeats = 1 if given.plain else repeats_of(name)
        first, second = (spent(way, estimator, X, y, repeats) for way in WAYS)
        more = (second - first) / (FOLDS * repeats)
        ratios[first >= LONG].append(second / first)
        megabytes = (0.0, 0.0) if given.no_memory else tuple(peak(way, name, given.plain) for way in WAYS)
        missed += [f"{name}: {1000 * more:.0f} ms more per unit"] if first < LONG and more > UNIT else []
        missed += [f"{name}: memory"] if megabytes[1] > 2 * megabytes[0] + ROOM else []
        print(
            f"{name:<22} {first:8.3f} {second:8.3f} {second / first:6.2f} {1000 * more:17.1f} {megabytes[0]:8.0f} {megabytes[1]:8.0f}",
            flush=True,
        )
    for long, allowed in ((True, RATIO), (False, SHORT_RATIO)):
        if ratios[long]:
            middle = median(ratios[long])
            print(
                f"median where the loop takes {'at least' if long else 'less than'} {LONG:g} s: {middle:.2f} (at most {allowed:g})"
            )
            missed += [f"median {middle:.2f}"] if middle > allowed else []
    print("missed: " + "; ".join(missed) if missed else "all goals met")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

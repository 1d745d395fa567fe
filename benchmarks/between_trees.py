"""This source tree against another one of the same package: ratios of processor time through the public functions.

    git worktree add /tmp/before COMMIT && (cd /tmp/before && python setup.py -q build_ext --inplace)
    python benchmarks/between_trees.py /tmp/before                 all cases
    python benchmarks/between_trees.py /tmp/before panel runner    the cases whose names contain one of these words
    python benchmarks/between_trees.py /tmp/before --turns 30      more turns, where the machine is busy

Each tree runs in a process of its own, on one thread; the two take turns, each turn as many calls as fit into a tenth of
a second. The ratio is that of the smallest times, for neighbours only add; beside it stands the ratio of the medians.
A case uses only what both trees offer under the same name: "all" measures are those that the tree at 0a7db20 had, and what
measures of later trees add is listed apart ("now" beside the same panel without them). Exit code 1 if a case is more than 15 % behind.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path

import numpy as np

WORST = 1.15
TURN = 0.1  # seconds of a turn
HERE = Path(__file__).parents[1]
ELEVEN = ("accuracy", "balanced_accuracy", "kappa", "mcc", "precision", "recall", "f1", "log_loss", "brier",
          "roc_auc", "average_precision")  # fmt: skip
LATER = (
    "information_total",
    "precision_at(10)",
    "recall_at(10)",
    "ss_reg",
    "ss_tot",
)  # measures that 0a7db20 did not have


def rows(n):
    rng = np.random.default_rng(0)
    y = (rng.random(n) < 0.4).astype(np.int64)
    p, q = (1 / (1 + np.exp(-rng.normal(size=n) - 1.5 * (y - 0.5))) for _ in range(2))
    return y, p, q


def of_both(given, later=False):
    """The names of the measures that fit, without those that only later trees have (or with them)."""
    import bakeoff as bo

    names = list(bo.measure(*given[0], **given[1], measures="all", level=None))
    return [name for name in names if later or name not in LATER]


def panel(measures, n, later=False, **options):
    import bakeoff as bo

    y, p, _ = rows(n)
    given = (y, (p >= 0.5).astype(np.int64)), {"y_proba": p}
    names = of_both(given, later) if measures == "all" else measures
    return lambda: bo.measure(*given[0], **given[1], measures=names, **options)


def classes(measures, n, k):
    import bakeoff as bo

    rng = np.random.default_rng(k)
    y = np.concatenate([np.arange(k), rng.integers(0, k, n - k)])
    label = np.where(rng.random(n) < 0.7, y, rng.integers(0, k, n))
    proba = rng.random((n, k))
    proba /= proba.sum(axis=1, keepdims=True)
    given = {"y_pred": label} if measures[0] == "accuracy" else {"y_proba": proba}
    return lambda: bo.measure(y, **given, measures=measures, labels=range(k), level=None)


def numbers(n):
    import bakeoff as bo

    rng = np.random.default_rng(1)
    y = rng.normal(size=n)
    guess = y + rng.normal(size=n)
    names = of_both(((y, guess), {}))
    return lambda: bo.measure(y, guess, measures=names, level=None)


def pair(measure, n):
    import bakeoff as bo

    y, p, q = rows(n)
    given = [(one >= 0.5).astype(np.int64) for one in (p, q)] if measure == "accuracy" else [p, q]
    return lambda: bo.compare_predictions(y, {"a": given[0], "b": given[1]}, measure=measure)


def table(n, k, **options):
    import bakeoff as bo

    values = np.random.default_rng(2).normal(0.8, 0.05, (n, k)) + np.linspace(0, 0.05, k)
    columns = {f"m{at}": column for at, column in enumerate(values.T)}
    return lambda: bo.compare(columns, **{"rows": "datasets", **options}).to_dict(stability=False)


def ranks(n, k):
    from bakeoff.comparisons import adjust, iman_davenport, nemenyi

    values = np.random.default_rng(2).normal(size=(n, k)) + np.linspace(0, 0.5, k)

    def work():
        iman_davenport(values)
        return [adjust(nemenyi(values).pairs.raw, one) for one in ("holm", "hommel", "bh")]

    return work


def signed_ranks(n):
    from bakeoff.comparisons import bayes_signed_rank

    a = np.random.default_rng(0).normal(0.01, 0.05, n)
    return lambda: bayes_signed_rank(a, np.zeros(n), 0.01)


def study(sets, repeats, learners=4):
    import bakeoff as bo

    rng = np.random.default_rng(3)
    data = []
    for at in range(sets):
        features = rng.normal(size=(60, 3))
        target = np.where(features[:, 0] + rng.normal(size=60) > 0, "yes", "no")
        data.append(bo.load((features, target), name=f"d{at}", positive="yes"))
    pool = {"majority": bo.Majority(), "prior": bo.Prior(), "one_rule": bo.OneRule(), "random": bo.Random()}
    return bo.Study(
        datasets=data, learners=dict(list(pool.items())[:learners]), scheme=f"{repeats}x10",
        measures=["accuracy", "log_loss", "kappa"],
    )  # fmt: skip


def runner(sets, repeats):
    asked = study(sets, repeats)

    def work():
        with tempfile.TemporaryDirectory() as folder:
            asked.run(Path(folder) / "study.bakeoff", workers=1)

    return work


def opening(sets, repeats):
    import bakeoff as bo

    folder = tempfile.mkdtemp()
    path = Path(folder) / "study.bakeoff"
    study(sets, repeats).run(path, workers=2)
    return lambda: bo.open(path).scores()


CASES = {
    **{f"panel of eleven, {n:.0e} rows": lambda n=n: panel(ELEVEN, n, level=None) for n in (10**2, 10**3, 10**4, 10**5, 10**6)},
    **{f"panel of all, {n:.0e} rows": lambda n=n: panel("all", n, level=None) for n in (10**2, 10**3, 10**4, 10**5, 10**6)},
    **{f"panel of all with intervals, {n:.0e} rows": lambda n=n: panel("all", n) for n in (10**3, 10**4)},
    **{f"with later measures, {n:.0e} rows": lambda n=n: panel("all", n, later=True, level=None) for n in (10**3, 10**5, 10**6)},
    "with later measures and intervals, 1e+04 rows": lambda: panel("all", 10**4, later=True),
    **{f"panel of all, numbers, {n:.0e} rows": lambda n=n: numbers(n) for n in (10**3, 10**5)},
    **{
        f"labels, {k} classes, {n:.0e} rows": lambda n=n, k=k: classes(("accuracy", "f1_macro", "kappa", "mcc"), n, k)
        for n, k in ((10**3, 10), (10**5, 10), (10**5, 1000))
    },
    **{
        f"log loss, {k} classes, {n:.0e} rows": lambda n=n, k=k: classes(("log_loss",), n, k)
        for n, k in ((10**3, 3), (10**5, 3), (10**3, 10), (10**4, 10), (10**5, 10), (10**6, 10), (10**5, 100))
    },
    **{
        f"area of each class, {k} classes, {n:.0e} rows": lambda n=n, k=k: classes(("roc_auc_ovr",), n, k)
        for n, k in ((10**4, 10), (10**5, 10), (10**4, 100))
    },
    **{
        f"bootstrap of {name}, {n:.0e} rows": lambda n=n, names=names: panel(names, n, n_resamples=2000)
        for n in (10**3, 10**5)
        for name, names in (("counts", ELEVEN[:7]), ("roc_auc", ("roc_auc",)), ("average_precision", ("average_precision",)))
    },
    **{
        f"compare_predictions by {name}, {n:.0e} rows": lambda n=n, name=name: pair(name, n)
        for n in (10**3, 10**5)
        for name in ("accuracy", "roc_auc", "log_loss")
    },
    **{f"compare {n} x {k}": lambda n=n, k=k: table(n, k) for n, k in ((30, 2), (30, 10), (100, 20))},
    **{
        f"compare {n} x {k} by {name}": lambda n=n, k=k, named=named: table(n, k, **named)
        for n, k in ((30, 10), (100, 20))
        for name, named in (
            ("Friedman and Nemenyi", {"test": "friedman", "posthoc": "nemenyi"}),
            ("Wilcoxon and Holm", {"test": "wilcoxon", "posthoc": "holm"}),
        )
    },
    **{f"Friedman, Nemenyi, corrections, {n} x {k}": lambda n=n, k=k: ranks(n, k) for n, k in ((100, 20), (1000, 100))},
    **{f"Bayesian signed rank, {n} data sets": lambda n=n: signed_ranks(n) for n in (50, 1000)},
    "runner, 1,600 tiny units": lambda: runner(2, 20),
    "opening a study of 8,000 units": lambda: opening(20, 10),
}  # fmt: skip


def spent():
    """Processor seconds of this process and of the children that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def serve():
    """One side: reads the number of a case on each line, prints the processor seconds of one call."""
    warnings.simplefilter("ignore")
    cases, calls = list(CASES.values()), {}
    for line in sys.stdin:
        at = int(line)
        if at not in calls:
            try:
                work = cases[at]()
                work()
            except Exception as problem:  # a case that the other tree does not know
                print(f"- {problem!r}"[:300].replace("\n", " "), flush=True)
                continue
            clock = spent if "runner" in list(CASES)[at] else time.process_time
            start = clock()
            work()
            calls.clear()  # the arrays of one case at a time
            calls[at] = work, clock, max(1, int(TURN / max(clock() - start, 1e-6)))
        work, clock, many = calls[at]
        start = clock()
        for _ in range(many):
            work()
        print((clock() - start) / many, flush=True)


def side(tree):
    here = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    here |= {"PYTHONPATH": str(Path(tree).resolve() / "src"), "BAKEOFF_THREADS": "1", "OMP_NUM_THREADS": "1"}
    return subprocess.Popen(
        [sys.executable, __file__, "--serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=here
    )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("before", nargs="?")
    parser.add_argument("words", nargs="*")
    parser.add_argument("--turns", type=int, default=12)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        return serve()
    if not asked.before:
        parser.error("name the folder of the other tree")
    sides = [side(asked.before), side(HERE)]
    behind = []
    print(f"{'case':55s} {'before ms':>10s} {'now ms':>10s} {'ratio':>6s} {'median':>7s}")
    for at, name in enumerate(CASES):
        if asked.words and not any(word in name for word in asked.words):
            continue
        times = [[], []]
        for _ in range(3 if "runner" in name else asked.turns):
            for one, seen in zip(sides, times, strict=True):
                one.stdin.write(f"{at}\n")
                one.stdin.flush()
                seen.append(one.stdout.readline().strip())
        problems = [seen[0] for seen in times if seen[0].startswith("-")]
        if problems:
            print(f"{name:55s} {problems[0]}")
            continue
        before, now = (np.array(seen, dtype=float) for seen in times)
        ratio = now.min() / before.min()
        behind += [name] if ratio > WORST and "later" not in name else []
        print(
            f"{name:55s} {before.min() * 1e3:10.3f} {now.min() * 1e3:10.3f} {ratio:6.2f} "
            f"{np.median(now) / np.median(before):7.2f}",
            flush=True,
        )
    for one in sides:
        one.stdin.close()
        one.wait()
    if behind:
        print(f"more than {WORST - 1:.0%} behind: {'; '.join(behind)}", file=sys.stderr)
    return 1 if behind else 0


if __name__ == "__main__":
    sys.exit(main())

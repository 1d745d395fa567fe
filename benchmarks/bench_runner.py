"""The runner against a loop of scikit-learn's cross_validate, in one run; then very many very small units.

    python benchmarks/bench_runner.py                     the goals of `make bench`
    python benchmarks/bench_runner.py --units 100000      a larger study of tiny units, killed once and resumed
    python benchmarks/bench_runner.py --dask              the same study on two Dask workers of this machine
    python benchmarks/bench_runner.py --scale 0.1         a quick look

Start-up (imports, first processes) is listed apart on both sides. The loop gets the same splits, one thread for each
process, and scores accuracy and log loss; the runner stores labels, scores and probabilities of every row, times,
memory and model sizes. Measure on a calm machine: where Linux shares the processor by session (autogroup), other load
slows the loop more than the runner, whose children have sessions of their own. Prints a table and one line of JSON; exit code 1 if a goal is missed.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path

import joblib
import numpy as np
from sklearn.datasets import load_digits, make_classification
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_validate
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from bakeoff.data.dataset import Column, Dataset
from bakeoff.data.tasks import BINARY, MULTICLASS
from bakeoff.learners.baselines import Majority
from bakeoff.learners.estimators import SklearnLearner
from bakeoff.runs.local import run_local
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.runs.work import Work, units
from bakeoff.splits.kfold import KFold

WORKERS = 2
GOALS = {"wall_ratio": 1.0, "efficiency": 0.97, "overhead_ms": 5.0, "growth_mb": 20.0}


def dataset(name, features, target):
    names = tuple(str(one) for one in np.unique(target))
    codes = np.unique(target, return_inverse=True)[1]
    columns = tuple(Column(name=f"x{at}") for at in range(features.shape[1]))
    task = BINARY if len(names) == 2 else MULTICLASS
    return Dataset(name=name, task=task, features=features, target=codes, columns=columns, classes=names)


def datasets(scale):
    shapes = [("a", 2500, 20, 2), ("b", 4000, 30, 2), ("c", 1500, 60, 3), ("d", 6000, 15, 2), ("e", 3000, 40, 4)]
    made = []
    for at, (name, n, p, k) in enumerate(shapes):
        x, y = make_classification(
            max(int(n * scale), 100), p, n_informative=p // 2, n_classes=k, flip_y=0.1, random_state=at
        )
        made.append(dataset(name, x, y))
    x, y = load_digits(return_X_y=True)
    keep = max(int(len(y) * min(scale, 1)), 300)
    return [*made, dataset("digits", x[:keep], y[:keep])]


def estimators():
    return {
        "bayes": GaussianNB(),
        "boosting": HistGradientBoostingClassifier(max_iter=40, random_state=0),
        "forest": RandomForestClassifier(100, random_state=0),
        "lda": LinearDiscriminantAnalysis(),
        "logistic": make_pipeline(StandardScaler(), LogisticRegression(max_iter=300)),
        "neighbours": KNeighborsClassifier(),
        "svm": make_pipeline(StandardScaler(), SVC()),
        "tree": DecisionTreeClassifier(random_state=0),
    }


def study(scale):
    data = {one.name: one for one in datasets(scale)}
    plans = {name: KFold(10).plan(one, 0) for name, one in data.items()}
    learners = {name: SklearnLearner(name, one, prepare="none") for name, one in estimators().items()}
    return Work(datasets=data, plans=plans, learners=learners, scheme="kfold(10)", seed=0)


def loop(work):
    """The usual way: one cross_validate for each learner and data set, with a barrier after each."""
    scorings = {name: ["accuracy", "neg_log_loss"] if name != "svm" else ["accuracy"] for name in work.learners}
    with joblib.parallel_config("loky", inner_max_num_threads=1), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        first = next(iter(work.datasets.values()))
        began = time.perf_counter()
        for estimator in estimators().values():  # workers start and import
            few = slice(0, 60)
            cross_validate(estimator, first.features[few], first.target[few], cv=2, n_jobs=WORKERS)
        startup = time.perf_counter() - began
        began, spent = time.perf_counter(), 0.0
        for name, data in work.datasets.items():
            splits = [(one.train, one.test) for one in work.plans[name].splits]
            for learner, estimator in estimators().items():
                out = cross_validate(
                    estimator, data.features, data.target, cv=splits, n_jobs=WORKERS, scoring=scorings[learner]
                )
                spent += out["fit_time"].sum() + out["score_time"].sum()
        wall = time.perf_counter() - began
    return {"wall": wall, "startup": startup, "efficiency": spent / (WORKERS * wall)}


def runner(work, folder):
    path = folder / "study.bakeoff"
    began = time.perf_counter()
    with FileLedger.create(path) as ledger:
        outcome = run_local(work, ledger, workers=WORKERS)
    wall = time.perf_counter() - began - outcome.startup_seconds  # closing the file included
    assert outcome.done == len(units(work)), outcome
    return {
        "wall": wall,
        "startup": outcome.startup_seconds,
        "efficiency": outcome.unit_seconds / (WORKERS * wall),
        "units": outcome.done,
        "lost_ms": 1e3 * (WORKERS * wall - outcome.unit_seconds) / outcome.done,
        "file_mb": path.stat().st_size / 1e6,
    }


def tiny(count):
    """Units that cost next to nothing themselves: two classes, fifty rows, the majority."""
    rng = np.random.default_rng(0)
    per_set = 1000
    data = {}
    for at in range(max(count // per_set, 1)):
        name = f"t{at:04d}"
        data[name] = dataset(name, rng.normal(size=(50, 4)), np.arange(50) % 2)
    plans = {name: KFold(10, repeats=min(count, per_set) // 10).plan(one, 0) for name, one in data.items()}
    learners = {"majority": Majority()}
    return Work(datasets=data, plans=plans, learners=learners, scheme="kfold", seed=0)


def resident(pid="self"):
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def tiny_run(work, path):
    marks = []
    with FileLedger.resume(path) as ledger:
        outcome = run_local(work, ledger, workers=WORKERS, listener=lambda now: marks.append((now.done, resident())))
    early = [mb for done, mb in marks if done > 0.2 * outcome.done]
    return outcome, (marks[-1][1] - early[0] if early else 0.0), marks[-1][1]


def small_units(count, folder):
    work = tiny(count)
    path = folder / "tiny.bakeoff"
    outcome, growth, memory = tiny_run(work, path)
    n = outcome.done
    return {
        "units": n,
        "wall": outcome.wall_seconds,
        "startup": outcome.startup_seconds,
        "overhead_ms": 1e3 * (WORKERS * outcome.wall_seconds - outcome.unit_seconds) / n,
        "growth_mb": growth,
        "memory_mb": memory,
        "file_mb": path.stat().st_size / 1e6,
    }


def killed_and_resumed(count, folder):
    """Half of the units, kill -9, then how long until the second run has stored its first unit?"""
    path = folder / "killed.bakeoff"
    command = [sys.executable, __file__, "--child", str(count), str(path)]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    for line in running.stdout:
        if int(line) > count // 2:
            break
    running.send_signal(signal.SIGKILL)
    running.wait()
    running.stdout.close()
    first = []
    began = time.perf_counter()
    work = tiny(count)
    ready = time.perf_counter() - began
    with FileLedger.resume(path) as ledger:
        stored = len(ledger)
        outcome = run_local(
            work,
            ledger,
            workers=WORKERS,
            listener=lambda now: first.append(time.perf_counter()) if now.done and not first else None,
        )
        total = len(ledger)
    assert total == len(units(work))
    assert outcome.skipped == stored
    return {"stored_before": stored, "seconds_to_first_unit": first[0] - began - ready}


def child(count, path):
    with FileLedger.resume(path) as ledger:
        run_local(tiny(count), ledger, workers=WORKERS, listener=lambda now: print(now.done, flush=True))


def on_dask(work, folder):
    """Two worker processes of one thread each, on this machine."""
    from distributed import Client, LocalCluster

    from bakeoff.runs.dask.run import run_dask

    with (
        LocalCluster(n_workers=WORKERS, threads_per_worker=1, dashboard_address=None, memory_limit=0) as cluster,
        Client(cluster) as client,
    ):
        with FileLedger.create(folder / "dask.bakeoff") as ledger:
            large = run_dask(work, ledger, client)
        small = tiny(2000)
        with FileLedger.create(folder / "dask-tiny.bakeoff") as ledger:
            outcome = run_dask(small, ledger, client)
    each = 1e3 * (WORKERS * outcome.wall_seconds - outcome.unit_seconds) / outcome.done
    return {"wall": large.wall_seconds, "startup": large.startup_seconds, "overhead_ms": each}


def show(title, facts):
    print(title)
    for name, value in facts.items():
        print(f"  {name:24s}{value:12.3f}" if isinstance(value, float) else f"  {name:24s}{value:12}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--units", type=int, default=10_000)
    parser.add_argument("--dask", action="store_true")
    parser.add_argument("--child", nargs=2)
    asked = parser.parse_args()
    if asked.child:
        child(int(asked.child[0]), asked.child[1])
        return 0
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    results = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if asked.units <= 10_000:
            work = study(asked.scale)
            results["runner"] = runner(work, folder)
            show("runner", results["runner"])
            results["loop"] = loop(work)
            show("loop of cross_validate", results["loop"])
            results["wall_ratio"] = results["runner"]["wall"] / results["loop"]["wall"]
            results["efficiency"] = results["runner"]["efficiency"]
            if asked.dask:
                results["dask"] = on_dask(work, folder)
                results["dask"]["wall_ratio"] = results["dask"]["wall"] / results["runner"]["wall"]
                show("two Dask workers", results["dask"])
        results["tiny"] = small_units(asked.units, folder)
        show("tiny units", results["tiny"])
        if asked.units > 10_000:
            results["killed"] = killed_and_resumed(asked.units, folder)
            show("killed and resumed", results["killed"])
    return verdict(results)


def verdict(results):
    met = {
        "overhead_ms": results["tiny"]["overhead_ms"] <= GOALS["overhead_ms"],
        "growth_mb": results["tiny"]["growth_mb"] <= GOALS["growth_mb"] * max(results["tiny"]["units"] / 10_000, 1),
    }
    if "runner" in results:
        met["wall_ratio"] = results["wall_ratio"] <= GOALS["wall_ratio"]
        met["efficiency"] = results["efficiency"] >= GOALS["efficiency"]
        print(f"wall / loop {results['wall_ratio']:.3f}, efficiency {results['efficiency']:.4f}")
        if results["runner"]["wall"] < 60:
            print("(a study of less than 60 s: ratios are rough)")
    print("goals:", ", ".join(f"{name} {'met' if good else 'MISSED'}" for name, good in met.items()))
    print(json.dumps({"schema": "bakeoff.bench.runner/1", **results, "met": met}))
    return 0 if all(met.values()) else 1


if __name__ == "__main__":
    sys.exit(main())

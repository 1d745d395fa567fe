"""How long until the first answer: cold commands against importing scikit-learn, `bo.evaluate` against `cross_validate`.

    python benchmarks/bench_start.py                the goals of `make bench`
    python benchmarks/bench_start.py --demo         also `bakeoff demo`, the first and the second time

All in one run, since only ratios mean something on a busy machine. A cold command is a new Python process; the best of
some tries counts, and CPU seconds are listed beside wall seconds. `evaluate` compares two linear models by five folds in
one process: the first call waits for the process that forks learners (listed, without a goal), later calls find it
ready. `evaluate` has a worker for each core, `cross_validate` one process, as they have by default. Bytecode is kept in a
folder of its own, as it is where bakeoff is installed. Prints a table and one line of JSON; exit code 1 if a goal is missed.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

GOALS = {"compare": 0.8, "measure": 0.8, "evaluate_next": 0.5}  # in imports of sklearn.metrics

EVALUATE = """
import json, sys, time, warnings
import bakeoff as bo
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.model_selection import cross_validate
warnings.simplefilter("ignore")
X, y = load_breast_cancer(return_X_y=True)
X = (X - X.mean(axis=0)) / X.std(axis=0)
both = [LogisticRegression(), RidgeClassifier()]

def seconds(call):
    began = time.perf_counter()
    call()
    return time.perf_counter() - began

loops = [seconds(lambda: [cross_validate(one, X, y, cv=5) for one in both]) for _ in range(5)]
calls = [seconds(lambda: bo.evaluate(both, X, y, cv=5, progress=False)) for _ in range(5)]
print(json.dumps({"cross_validate": min(loops), "first": calls[0], "next": min(calls[1:])}))
"""


def cold(command, folder, tries=5):
    """Wall and CPU seconds of the best try."""
    best = (float("inf"), float("inf"))
    for _ in range(tries):
        before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run([sys.executable, *command], cwd=folder, check=True, capture_output=True)
        wall, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        best = (min(best[0], wall), min(best[1], cpu))
    return {"wall": best[0], "cpu": best[1]}


def tables(folder):
    """Eight data sets and three learners; 200 predictions."""
    rows = [f"d{at},{0.9 - at / 50:.3f},{0.8 - at / 40:.3f},{0.88 - at / 45:.3f}" for at in range(8)]
    (folder / "scores.csv").write_text("\n".join(["dataset,svm,tree,logistic", *rows]) + "\n")
    rows = [f"{'yes' if at % 3 else 'no'},{'yes' if at % 4 else 'no'}" for at in range(200)]
    (folder / "predictions.csv").write_text("\n".join(["truth,pred", *rows]) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--demo", action="store_true")
    asked = parser.parse_args()
    bakeoff = ["-m", "bakeoff.cli.main"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = str(folder / "bytecode")
        tables(folder)
        found = {
            "import numpy": cold(["-c", "import numpy"], folder),
            "import scipy.special": cold(["-c", "import scipy.special"], folder),
            "import sklearn.metrics": cold(["-c", "import sklearn.metrics"], folder),
            "compare": cold([*bakeoff, "compare", "scores.csv"], folder),
            "measure": cold([*bakeoff, "measure", "predictions.csv", "--truth", "truth", "--pred", "pred"], folder),
        }
        if asked.demo:
            found["demo, first"] = cold([*bakeoff, "demo"], folder, tries=1)
            found["demo, again"] = cold([*bakeoff, "demo"], folder, tries=3)
        done = subprocess.run([sys.executable, "-c", EVALUATE], cwd=folder, check=True, capture_output=True, text=True)
        calls = json.loads(done.stdout)
    return verdict(found, calls)


def verdict(found, calls):
    unit = found["import sklearn.metrics"]
    print(f"{'':24s}{'wall s':>9s}{'cpu s':>9s}{'cpu / import sklearn.metrics':>31s}")
    for name, one in found.items():
        print(f"{name:24s}{one['wall']:9.3f}{one['cpu']:9.3f}{one['cpu'] / unit['cpu']:31.2f}")
    print(f"cross_validate of two linear models, five folds: {calls['cross_validate']:.3f} s")
    for name in ("first", "next"):
        more = calls[name] - calls["cross_validate"]
        print(f"  evaluate, {name} call: {calls[name]:.3f} s, {more:+.3f} s, {more / unit['wall']:+.2f} imports")
    ratios = {name: found[name]["cpu"] / unit["cpu"] for name in ("compare", "measure")}
    ratios |= {f"evaluate_{name}": (calls[name] - calls["cross_validate"]) / unit["wall"] for name in ("first", "next")}
    met = {name: ratios[name] <= goal for name, goal in GOALS.items()}
    print("goals:", ", ".join(f"{name} {'met' if good else 'MISSED'}" for name, good in met.items()))
    print(json.dumps({"schema": "bakeoff.bench.start/1", "cold": found, "calls": calls, "ratios": ratios, "met": met}))
    return 0 if all(met.values()) else 1


if __name__ == "__main__":
    sys.exit(main())

"""Nested tuning against cross_validate(GridSearchCV), in one run; then many values of a parameter that share a fit.

    python benchmarks/bench_tuning.py                 the goals of `make bench`
    python benchmarks/bench_tuning.py --scale 0.3     a quick look

The grid has 20 candidates, 3 inner and 10 outer folds, on two processes on both sides; bakeoff stores the predictions of all
inner and outer fits in a file. Start-up is left out on both sides by a small run before. Prints a table and one line of
JSON; exit code 1 if a goal is missed.
"""

import argparse
import json
import sys
import tempfile
import time
import warnings
from pathlib import Path

import numpy as np
from sklearn.datasets import make_classification
from sklearn.ensemble import GradientBoostingClassifier, RandomForestClassifier
from sklearn.model_selection import GridSearchCV, StratifiedKFold, cross_validate
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC

import bakeoff as bo

WORKERS = 2
GOALS = {"grid": 1.0, "neighbours": 0.2, "stages": 0.2, "trees": 0.2}


def cases(scale):
    number = max(int(1500 * scale), 200)
    grid = {"C": np.logspace(-2, 2, 5).tolist(), "gamma": np.logspace(-3, 0, 4).tolist()}
    return {
        "grid": (number, SVC(), grid),
        "neighbours": (number * 4, KNeighborsClassifier(), {"n_neighbors": [*range(1, 40, 2)]}),
        "stages": (number // 2, GradientBoostingClassifier(random_state=0), {"n_estimators": [*range(10, 210, 10)]}),
        "trees": (number // 2, RandomForestClassifier(random_state=0), {"n_estimators": [*range(10, 210, 10)]}),
    }


def sklearn_side(X, y, estimator, grid):
    search = GridSearchCV(estimator, grid, cv=StratifiedKFold(3, shuffle=True, random_state=0))
    began = time.perf_counter()
    found = cross_validate(search, X, y, cv=StratifiedKFold(10, shuffle=True, random_state=0), n_jobs=WORKERS)
    return time.perf_counter() - began, float(found["test_score"].mean())


def bakeoff_side(X, y, estimator, grid, folder):
    tuned = bo.Tuned(estimator, grid, search="grid")
    study = bo.Study(
        datasets=bo.load((X, y), positive=1), learners={"tuned": tuned}, scheme="10-fold", measures="accuracy"
    )
    began = time.perf_counter()
    results = study.run(Path(folder) / f"{time.monotonic_ns()}.bakeoff", workers=WORKERS, progress=False)
    spent = time.perf_counter() - began
    score = float(np.mean(results.scores("accuracy")["value"]))
    results.close()
    return spent, score


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=2)
    asked = parser.parse_args()
    warnings.filterwarnings("ignore")
    figures, missed = {}, []
    with tempfile.TemporaryDirectory() as folder:
        X, y = make_classification(60, 5, random_state=0)
        bakeoff_side(X, y, KNeighborsClassifier(), {"n_neighbors": [1, 3]}, folder)
        sklearn_side(X, y, KNeighborsClassifier(), {"n_neighbors": [1, 3]})
        print(f"{'case':12} {'GridSearchCV':>13} {'bakeoff':>9} {'ratio':>7} {'goal':>6}   accuracy")
        for name, (rows, estimator, grid) in cases(asked.scale).items():
            X, y = make_classification(rows, 12, n_informative=6, flip_y=0.1, random_state=1)
            pairs = [
                (sklearn_side(X, y, estimator, grid), bakeoff_side(X, y, estimator, grid, folder))
                for _ in range(asked.rounds)
            ]
            theirs, ours = (min(one[side][0] for one in pairs) for side in (0, 1))
            figures[name] = ours / theirs
            scores = f"{pairs[0][0][1]:.3f} {pairs[0][1][1]:.3f}"
            print(
                f"{name:12} {theirs:11.2f} s {ours:7.2f} s {ours / theirs:7.2f} {GOALS[name]:6.2f}   {scores}",
                flush=True,
            )
            if ours / theirs > GOALS[name]:
                missed.append(name)
    print(json.dumps({"bench": "tuning", **{name: round(one, 3) for name, one in figures.items()}}))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

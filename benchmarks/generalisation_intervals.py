"""How often do intervals of the generalisation error cover it? Three generators, four learners, fixed seeds.

    python benchmarks/generalisation_intervals.py [--runs 60] [--jobs 3] [--write]

Each run draws 100 rows, makes the four intervals for each learner, and measures the true error of the model trained on all rows on
8000 fresh rows. The error of the learner is the mean of these over all runs. Five folds; ten repeats, ten pairs of halves and 15
splits of each, as `bo.generalisation_error` has them by default. `--write` puts the table where `bakeoff explain` reads it.
"""

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from pathlib import Path

import numpy as np
import sklearn
from sklearn.linear_model import RidgeClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

import bakeoff as bo
from bakeoff.estimates.over_splits.generalisation import NestedErrors, bayle, conservative_z, nested_cv
from bakeoff.estimates.over_splits.mean import mean_over_splits

ROWS, TEST, FOLDS, REPEATS, HALVES, SPLITS = 100, 8000, 5, 10, 10, 15
GENERATORS = ("gaussians", "xor", "linear")
LEARNERS = {
    "naive Bayes": GaussianNB(),
    "ridge": RidgeClassifier(),
    "3 neighbours": KNeighborsClassifier(3),
    "tree of depth 3": DecisionTreeClassifier(max_depth=3, random_state=0),
}
TARGET = Path(__file__).parents[1] / "src" / "bakeoff" / "estimates" / "over_splits" / "coverage.json"


def wrong(learner, X, y, train, test):
    return (learner.fit(X[train], y[train]).predict(X[test]) != y[test]).astype(float)


def intervals(learner, X, y, rng):
    n = len(y)
    scores, first, nested = [], [], []
    for _ in range(REPEATS):
        fold = rng.permutation(np.arange(n) % FOLDS)
        outer = [wrong(learner, X, y, fold != k, fold == k) for k in range(FOLDS)]
        scores += [one.mean() for one in outer]
        first = first or outer
        inner = {k: [] for k in range(FOLDS)}
        for a, b in combinations(range(FOLDS), 2):
            train = (fold != a) & (fold != b)
            model = learner.fit(X[train], y[train])
            for seen, out in ((a, b), (b, a)):
                inner[out].append((model.predict(X[fold == seen]) != y[fold == seen]).astype(float))
        nested.append([NestedErrors(outer=outer[k], inner=np.concatenate(inner[k])) for k in range(FOLDS)])
    test = n // FOLDS

    def halved(rows):
        made = []
        for _ in range(SPLITS):
            order = rng.permutation(rows)
            made.append(wrong(learner, X, y, order[test:], order[:test]).mean())
        return np.array(made)

    pairs = []
    for _ in range(HALVES):
        order = rng.permutation(n)
        pairs.append((halved(order[: n // 2]), halved(order[n // 2 :])))
    return {
        "corrected_t_interval": mean_over_splits(scores, 1 / (FOLDS - 1), repeats=REPEATS, bounds=(0, 1)),
        "bayle_interval": bayle(first),
        "nested_cv_interval": nested_cv(nested, n),
        "conservative_z_interval": conservative_z(halved(np.arange(n)), pairs),
    }


def coverage(generator: str, runs: int) -> dict[str, dict[str, object]]:
    """By method: how often the interval covers, over learners, and its mean width."""
    sklearn.set_config(assume_finite=True, skip_parameter_validation=True)
    fresh = bo.make(generator, n=TEST, seed=10**6)
    found = {name: [] for name in LEARNERS}
    for run in range(runs):
        data = bo.make(generator, n=ROWS, seed=run)
        X, y = data.features, data.target
        for name, learner in LEARNERS.items():
            made = intervals(learner, X, y, np.random.default_rng([run, 7]))
            true = float((learner.fit(X, y).predict(fresh.features) != fresh.target).mean())
            found[name].append((true, made))
    lines = {}
    for method in next(iter(found.values()))[0][1]:
        model, whole, widths = [], [], []
        for many in found.values():
            mean = np.mean([true for true, _ in many])
            ends = [(made[method].low, made[method].high) for _, made in many]
            model.append(np.mean([low <= true <= high for (true, _), (low, high) in zip(many, ends, strict=True)]))
            whole.append(np.mean([low <= mean <= high for low, high in ends]))
            widths.append(np.nanmean([high - low for low, high in ends]))
        lines[method] = {
            "generator": generator, "runs": runs, "model": round(float(np.mean(model)), 4),
            "learner": round(float(np.mean(whole)), 4), "width": round(float(np.mean(widths)), 4),
            "model_by_learner": dict(zip(found, np.round(model, 4).tolist(), strict=True)),
        }  # fmt: skip
        print(method, lines[method], flush=True)
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=60)
    parser.add_argument("--jobs", type=int, default=1, help="generators at the same time, at most three")
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    with ProcessPoolExecutor(asked.jobs) as pool:
        found = list(pool.map(coverage, GENERATORS, [asked.runs] * len(GENERATORS)))
    methods = {method: [one[method] for one in found] for method in found[0]}
    table = {"rows": ROWS, "level": 0.95, "learners": list(LEARNERS), "methods": methods}
    if asked.write:
        TARGET.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""How often do intervals of the generalisation error cover it? Three generators, four learners, fixed seeds.

    python benchmarks/generalisation_intervals.py [--runs 500] [--light] [--jobs 2] [--finished] [--write]

Each run draws 100 rows, makes the four intervals for each learner, and measures the true error of the model trained on all rows on
fresh rows. The error of the learner is the mean of these over all runs. Five folds, and otherwise what `bo.generalisation_error` has by
default: ten repeats, ten pairs of halves and 15 splits of each; 8000 fresh rows. `--light` takes about a third of that.

Blocks of runs are kept under build/, so that a stopped simulation goes on where it was; `--finished` starts none and combines those that
are there. `--write` puts the table where `bakeoff explain` reads it.

A run needs 465 models of each learner on the same rows. Naive Bayes, ridge and nearest neighbours are fitted for all training sets at
once, trees one by one without their checks of the input; every 100th run asserts that each prediction equals that of scikit-learn.
"""

import argparse
import json
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from itertools import combinations
from math import sqrt
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

ROWS, FOLDS, BLOCK = 100, 5, 20
HERE = Path(__file__).parents[1]
TARGET = HERE / "src" / "bakeoff" / "estimates" / "over_splits" / "coverage.json"


@dataclass(frozen=True, kw_only=True)
class Effort:
    """How much each interval is made of."""

    repeats: int = 10
    nested: int = 10  # repeats with inner folds
    halves: int = 10
    splits: int = 15
    test: int = 8000  # fresh rows


LIGHT = Effort(repeats=5, nested=3, halves=5, splits=6, test=4000)
GENERATORS = ("gaussians", "xor", "linear")
LEARNERS = {
    "naive Bayes": GaussianNB(),
    "ridge": RidgeClassifier(),
    "3 neighbours": KNeighborsClassifier(3),
    "tree of depth 3": DecisionTreeClassifier(max_depth=3, random_state=0),
}

# ---------------------------------------------------------------------------------------------------------------------- the splits


class Splits:
    """The training sets of one run, in the order in which they are drawn; the same for each learner."""

    def __init__(self, n: int, rng: np.random.Generator, effort: Effort) -> None:
        self.train: list[np.ndarray] = []
        self.folds: list[np.ndarray] = []
        self.outer: list[list[int]] = []  # by repeat: the number of each fold's model
        self.inner: list[dict[tuple[int, int], int]] = []  # by nested repeat and pair of folds
        for number in range(effort.repeats):
            fold = rng.permutation(np.arange(n) % FOLDS)
            self.folds.append(fold)
            self.outer.append([self._add(fold != k) for k in range(FOLDS)])
            if number < effort.nested:
                self.inner.append(
                    {(a, b): self._add((fold != a) & (fold != b)) for a, b in combinations(range(FOLDS), 2)}
                )
        self.pairs = []
        for _ in range(effort.halves):
            order = rng.permutation(n)
            self.pairs.append(
                (self._halved(order[: n // 2], n, rng, effort), self._halved(order[n // 2 :], n, rng, effort))
            )
        self.whole = self._halved(np.arange(n), n, rng, effort)

    def _add(self, train: np.ndarray) -> int:
        self.train.append(train)
        return len(self.train) - 1

    def _halved(
        self, rows: np.ndarray, n: int, rng: np.random.Generator, effort: Effort
    ) -> list[tuple[int, np.ndarray]]:
        made = []
        for _ in range(effort.splits):
            order = rng.permutation(rows)
            train = np.zeros(n, dtype=bool)
            train[order[n // FOLDS :]] = True
            made.append((self._add(train), order[: n // FOLDS]))
        return made

    def intervals(self, wrong: np.ndarray) -> dict[str, bo.Estimate]:
        """The four intervals; `wrong` says by model and row whether the model errs there."""
        outer = [
            [wrong[model, fold == k] for k, model in enumerate(models)]
            for fold, models in zip(self.folds, self.outer, strict=True)
        ]  # fmt: skip
        nested = []
        for fold, losses, models in zip(self.folds, outer, self.inner, strict=False):
            inner: dict[int, list[np.ndarray]] = {k: [] for k in range(FOLDS)}
            for (a, b), model in models.items():
                for seen, out in ((a, b), (b, a)):
                    inner[out].append(wrong[model, fold == seen])
            nested.append([NestedErrors(outer=losses[k], inner=np.concatenate(inner[k])) for k in range(FOLDS)])
        halves = [tuple(np.array([wrong[m, rows].mean() for m, rows in half]) for half in pair) for pair in self.pairs]
        return {
            "corrected_t_interval": mean_over_splits(
                [one.mean() for losses in outer for one in losses], 1 / (FOLDS - 1), repeats=len(outer), bounds=(0, 1)
            ),
            "bayle_interval": bayle(outer[0]),
            "nested_cv_interval": nested_cv(nested, len(self.folds[0])),
            "conservative_z_interval": conservative_z(
                np.array([wrong[m, rows].mean() for m, rows in self.whole]), halves
            ),
        }


# -------------------------------------------------------------------------------------------------- many models of one learner at once
# Each takes rows, targets and training sets (a row of `train` for each model) and predicts all rows by all models.


def naive_bayes(X, y, train):
    moments = []
    for label in np.unique(y):
        weight = (train & (y == label)).astype(float)
        count = weight.sum(axis=1)
        mean = weight @ X / count[:, None]
        variance = (
            np.stack([(w[:, None] * (X - m) ** 2).sum(axis=0) for w, m in zip(weight, mean, strict=True)])
            / count[:, None]
        )
        moments.append((count, mean, variance))
    smooth = np.array([1e-9 * X[one].var(axis=0).max() for one in train])
    joint = []
    for count, mean, variance in moments:
        spread = variance + smooth[:, None]
        far = ((X[None] - mean[:, None]) ** 2 / spread[:, None]).sum(axis=2)
        joint.append(
            np.log(count / train.sum(axis=1))[:, None]
            - 0.5 * np.log(2 * np.pi * spread).sum(axis=1)[:, None]
            - 0.5 * far
        )
    return np.unique(y)[np.argmax(joint, axis=0)]


def ridge(X, y, train):
    labels = np.unique(y)
    sign = np.where(y == labels[1], 1.0, -1.0)
    made = []
    for one in train:
        mean, middle = X[one].mean(axis=0), sign[one].mean()
        away = X[one] - mean
        weights = np.linalg.solve(away.T @ away + np.eye(X.shape[1]), away.T @ (sign[one] - middle))
        made.append(labels[((X - mean) @ weights + middle > 0).astype(int)])
    return np.array(made)


def three_neighbours(X, y, train):
    labels = np.unique(y)
    order = np.argsort(((X[:, None] - X[None]) ** 2).sum(axis=2), axis=1, kind="stable")
    there = train[:, order]  # model, row, its neighbours from near to far
    near = there & (np.cumsum(there, axis=2, dtype=np.int16) <= 3)
    return labels[((near & (y == labels[1])[order]).sum(axis=2) >= 2).astype(int)]


def tree(X, y, train):
    learner, rows = LEARNERS["tree of depth 3"], np.ascontiguousarray(X, dtype=np.float32)  # as trees have them inside
    return np.array(
        [learner.fit(rows[one], y[one], check_input=False).predict(rows, check_input=False) for one in train]
    )


AT_ONCE = {"naive Bayes": naive_bayes, "ridge": ridge, "3 neighbours": three_neighbours, "tree of depth 3": tree}


def check_equal(name: str, predicted: np.ndarray, X, y, train: np.ndarray) -> None:
    """Models predict rows outside of their training set as scikit-learn's do."""
    theirs = np.array([LEARNERS[name].fit(X[one], y[one]).predict(X) for one in train])
    differ = int(((predicted != theirs) & ~train).sum())
    assert differ == 0, f"{name}: {differ} predictions differ from scikit-learn"


# ---------------------------------------------------------------------------------------------------------------------- the runs


def run(generator: str, number: int, effort: Effort, fresh: bo.Dataset, *, check: bool) -> dict[str, object]:
    """By learner: the true error of the model trained on all rows, and the ends of each interval."""
    data = bo.make(generator, n=ROWS, seed=number)
    X, y = data.features, data.target
    splits = Splits(ROWS, np.random.default_rng([number, 7]), effort)
    train = np.array(splits.train)
    found = {}
    for name, learner in LEARNERS.items():
        predicted = AT_ONCE[name](X, y, train)
        if check:
            check_equal(name, predicted, X, y, train)
        true = float((learner.fit(X, y).predict(fresh.features) != fresh.target).mean())
        made = splits.intervals((predicted != y).astype(float))
        found[name] = {"true": true, "ends": {method: [one.low, one.high] for method, one in made.items()}}
    return found


def block(task: tuple[str, int, int, Effort, Path]) -> Path:
    """Runs `first` to `last` of a generator, in a file that appears when all are there."""
    generator, first, last, effort, path = task
    sklearn.set_config(assume_finite=True, skip_parameter_validation=True)
    fresh = bo.make(generator, n=effort.test, seed=10**6)
    made = [run(generator, number, effort, fresh, check=number % 100 == 0) for number in range(first, last)]
    half = path.with_suffix(".part")
    half.write_text(
        json.dumps({"generator": generator, "first": first, "effort": asdict(effort), "runs": made}), encoding="utf-8"
    )
    os.replace(half, path)
    return path


def blocks(runs: int, effort: Effort, folder: Path) -> Iterator[tuple[str, int, int, Effort, Path]]:
    kind = "-".join(str(value) for value in asdict(effort).values())
    for first in range(0, runs, BLOCK):
        for generator in GENERATORS:
            last = min(first + BLOCK, runs)
            yield generator, first, last, effort, folder / f"{generator}-{kind}-{first:05d}-{last:05d}.json"


# ---------------------------------------------------------------------------------------------------------------------- the table


def lines(generator: str, runs: list[dict]) -> dict[str, dict[str, object]]:
    """By method: how often the interval covers, over learners, with the standard error over data sets; and the mean width."""
    true = np.array([[one[name]["true"] for name in LEARNERS] for one in runs])
    made = {}
    for method in runs[0][next(iter(LEARNERS))]["ends"]:
        ends = np.array([[one[name]["ends"][method] for name in LEARNERS] for one in runs], dtype=float)
        low, high = ends[..., 0], ends[..., 1]
        model = (low <= true) & (true <= high)
        learner = (low <= true.mean(axis=0)) & (true.mean(axis=0) <= high)
        by_learner = dict(zip(LEARNERS, np.round(model.mean(axis=0), 4).tolist(), strict=True))
        error = model.mean(axis=1).std(ddof=1) / sqrt(len(runs)) if len(runs) > 1 else float("nan")
        made[method] = {
            "generator": generator, "runs": len(runs), "model": round(float(model.mean()), 4), "model_error": round(float(error), 4),
            "learner": round(float(learner.mean()), 4), "width": round(float(np.nanmean(high - low)), 4), "model_by_learner": by_learner,
        }  # fmt: skip
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=500)
    parser.add_argument("--light", action="store_true", help="a third of the effort of bo.generalisation_error")
    parser.add_argument("--jobs", type=int, default=1, help="blocks at the same time")
    parser.add_argument("--finished", action="store_true", help="combine the blocks that are there")
    parser.add_argument("--folder", type=Path, default=HERE / "build" / "generalisation_intervals")
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    effort = LIGHT if asked.light else Effort()
    asked.folder.mkdir(parents=True, exist_ok=True)
    every = list(blocks(asked.runs, effort, asked.folder))
    missing = [] if asked.finished else [one for one in every if not one[-1].exists()]
    with ProcessPoolExecutor(asked.jobs) as pool:
        for path in pool.map(block, missing):
            print(path.name, flush=True)
    found = {}
    for generator in GENERATORS:
        paths = [path for one, *_, path in every if one == generator and path.exists()]
        runs = [one for path in paths for one in json.loads(path.read_text(encoding="utf-8"))["runs"]]
        if not runs:
            parser.error(f"no block of {generator} is finished")
        found[generator] = lines(generator, runs)
    methods = {method: [found[generator][method] for generator in GENERATORS] for method in found[GENERATORS[0]]}
    for method, many in methods.items():
        for one in many:
            print(method, one)
    table = {"rows": ROWS, "level": 0.95, "learners": list(LEARNERS), "effort": asdict(effort), "methods": methods}
    if asked.write:
        TARGET.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

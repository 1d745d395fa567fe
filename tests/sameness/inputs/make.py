"""Write the small tables beside this file: `python tests/sameness/inputs/make.py`. Seeded, so a second call changes nothing.

`format3.bakeoff` is not made here: it is a study file of format 3, and must stay as it is, so that later releases read it.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent


def write(name: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    lines = [",".join(columns), *(",".join(map(str, row)) for row in rows)]
    (HERE / f"{name}.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")


def tables_of_scores(rng: np.random.Generator) -> None:
    learners = ("forest", "bayes", "tree", "rule")
    level = rng.uniform(0.65, 0.95, size=(12, 1))
    scores = np.round(np.clip(level + (0.02, 0.01, -0.01, -0.05) + 0.02 * rng.normal(size=(12, 4)), 0, 1), 3)
    scores[3, 1] = scores[3, 0]
    two = scores[:, :2]
    write("two", ("dataset", *learners[:2]), ((f"d{i + 1}", *row) for i, row in enumerate(two)))
    write("datasets", ("dataset", *learners), ((f"d{i + 1}", *row) for i, row in enumerate(scores)))
    folds = np.round(np.clip(np.array((0.87, 0.85, 0.81)) + 0.03 * rng.normal(size=(10, 3)), 0, 1), 3)
    write("folds", ("fold", "svm", "knn", "stump"), ((f"f{i + 1}", *row) for i, row in enumerate(folds)))
    five = np.round(np.array((0.83, 0.8)) + 0.02 * rng.normal(size=(10, 2)), 3)
    write(
        "five_by_two", ("repeat", "fold", "svm", "knn"), ((i // 2 + 1, i % 2 + 1, *row) for i, row in enumerate(five))
    )
    runs = np.round(np.array((0.4, 0.43)) + 0.03 * rng.normal(size=(8, 2)), 4)
    write("runs", ("run", "small", "large"), ((f"seed{i}", *row) for i, row in enumerate(runs)))
    right = (rng.uniform(size=(90, 2)) < (0.85, 0.7)).astype(int)
    write("right", ("a", "b"), right)
    long = [
        (measure, f"d{i + 1}", learner, round(0.8 + 0.03 * j + 0.02 * rng.normal(), 3))
        for measure in ("train", "test")
        for i in range(7)
        for j, learner in enumerate(("old", "new"))
    ]
    write("long", ("part", "dataset", "learner", "score"), long)
    gaps = [
        ("" if (i, j) in {(2, 1), (5, 3)} else value) for i, row in enumerate(scores) for j, value in enumerate(row)
    ]
    write("gaps", learners, (gaps[4 * i : 4 * i + 4] for i in range(12)))
    write("many_right", ("a", "b", "c"), (rng.uniform(size=(60, 3)) < (0.85, 0.8, 0.6)).astype(int))
    write("unpaired_a", ("score",), ((round(value, 3),) for value in 0.80 + 0.03 * rng.normal(size=9)))
    write("unpaired_b", ("score",), ((round(value, 3),) for value in 0.84 + 0.03 * rng.normal(size=11)))
    write("published", ("learner", "mean", "sd", "n"), (("ours", 0.873, 0.021, 10), ("theirs", 0.851, 0.026, 10)))
    write("pairs_right", ("only_a_right", "only_b_right"), ((19, 7),))
    write("proportions", ("errors_a", "n_a", "errors_b", "n_b"), ((21, 200, 38, 220),))


def predictions(rng: np.random.Generator) -> None:
    n = 80
    truth = (rng.uniform(size=n) < 0.4).astype(int)
    sure = np.round(1 / (1 + np.exp(-(2.2 * (truth - 0.5) + rng.normal(size=n)))), 3)
    vague = np.round(1 / (1 + np.exp(-(0.9 * (truth - 0.5) + rng.normal(size=n)))), 3)
    weight = np.round(rng.uniform(0.5, 2.0, size=n), 2)
    rows = zip(
        range(n), np.arange(n) // 4, np.arange(n) % 5, weight, truth, (sure > 0.5) + 0, (vague > 0.5) + 0, sure, vague,
        strict=True,
    )  # fmt: skip
    write("binary", ("row", "patient", "fold", "weight", "truth", "label_a", "label_b", "p_a", "p_b"), rows)
    write("ranked", ("truth", "a", "b"), zip(truth, sure, vague, strict=True))
    classes = np.array(("ash", "birch", "cedar"))
    kind = rng.choice(3, size=n, p=(0.5, 0.3, 0.2))
    odds = np.exp(1.6 * np.eye(3)[kind] + rng.normal(size=(n, 3)))
    shares = np.round(odds / odds.sum(axis=1, keepdims=True), 3)
    shares[:, 2] = np.round(1 - shares[:, 0] - shares[:, 1], 3)
    other = np.where(rng.uniform(size=n) < 0.6, kind, rng.choice(3, size=n))
    rows = (
        (t, a, b, *p)
        for t, a, b, p in zip(classes[kind], classes[shares.argmax(1)], classes[other], shares, strict=True)
    )
    write("multiclass", ("truth", "label_a", "label_b", "p_ash", "p_birch", "p_cedar"), rows)
    grade = rng.choice(4, size=n)
    guess = np.clip(grade + rng.choice((-1, 0, 0, 0, 1), size=n), 0, 3)
    write("ordinal", ("truth", "label"), zip(grade, guess, strict=True))
    value = np.round(10 + 3 * rng.normal(size=n), 2)
    near, far = (np.round(value + spread * rng.normal(size=n), 2) for spread in (1.0, 1.8))
    draws = np.round(near[:, None] + rng.normal(size=(n, 4)), 2)
    rows = (
        (*row, *drawn)
        for *row, drawn in zip(weight, value, near, far, np.round(rng.uniform(0.7, 1.4, n), 2), draws, strict=True)
    )
    write("regression", ("weight", "truth", "near", "far", "sd", "d1", "d2", "d3", "d4"), rows)
    write(
        "settings",
        ("depth", "fpr", "tpr"),
        ((1, 0.05, 0.4), (2, 0.15, 0.7), (3, 0.25, 0.72), (4, 0.4, 0.9), (5, 0.7, 0.92)),
    )


def data(rng: np.random.Generator) -> None:
    n = 40
    kind = np.arange(n) % 2
    x, z = (np.round(gap * kind + rng.normal(size=n), 2) for gap in (1.4, 0.6))
    write("flowers", ("x", "z", "kind"), zip(x, z, np.where(kind, "yes", "no"), strict=True))
    write(
        "stones",
        ("x", "z", "kind"),
        zip(np.round(kind * z + rng.normal(size=n), 2), x, np.where(kind, "yes", "no"), strict=True),
    )
    y = np.round(2 * x - z + 0.5 * rng.normal(size=n), 2)
    write("numbers", ("x", "z", "y"), zip(x, z, y, strict=True))


if __name__ == "__main__":
    generator = np.random.default_rng(20)
    tables_of_scores(generator)
    predictions(generator)
    data(generator)

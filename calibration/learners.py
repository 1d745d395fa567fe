"""Four learners whose fits on all splits of a small sample are computed at once: naive Bayes, logistic regression, 1-NN, tree.

Each takes rows x columns, labels 0 and 1 and a mask splits x rows of training rows, and predicts every row in every
split. tests/calibration compares them with scikit-learn's.
"""

from collections.abc import Callable

import numpy as np

__all__ = ["LEARNERS", "SCHEMES", "accuracies", "masks", "sample"]

SCHEMES = {"10-fold": (1, 10), "10x10": (10, 10), "5x2": (5, 2)}


def sample(rng: np.random.Generator, n: int, learners: int = 2, columns: int = 2, shift: float = 0.7):
    """Two balanced classes; each learner gets columns of its own, alike in distribution: all expected accuracies are equal."""
    y = np.arange(n) % 2
    return rng.normal(size=(learners, n, columns)) + shift * y[:, None], y


def masks(rng: np.random.Generator, n: int, scheme: str) -> np.ndarray:
    """The training rows of each split."""
    repeats, folds = SCHEMES[scheme]
    fold = np.arange(n) % folds
    test = np.concatenate([rng.permutation(fold) == np.arange(folds)[:, None] for _ in range(repeats)])
    return ~test


def naive_bayes(x, y, train):
    score = []
    for c in (0, 1):
        rows = (train & (y == c)).astype(float)
        size = rows.sum(axis=1)[:, None]
        mean = rows @ x / size
        variance = rows @ x**2 / size - mean**2 + 1e-9
        gaps = (x - mean[:, None]) ** 2 / variance[:, None] + np.log(variance)[:, None]
        score.append(np.log(size) - 0.5 * gaps.sum(axis=2))
    return (score[1] > score[0]).astype(int)


def logistic(x, y, train, penalty=1.0, steps=8):
    """Newton's steps of the ridge-penalised fit, the intercept left free."""
    rows = np.column_stack([x, np.ones(len(x))])
    q = rows.shape[1]
    products = (rows[:, :, None] * rows[:, None, :]).reshape(len(x), q * q)
    ridge = penalty * np.diag([1.0] * (q - 1) + [0.0])
    weights = np.zeros((len(train), q))
    for _ in range(steps):
        p = 1 / (1 + np.exp(-weights @ rows.T))
        slope = (train * (y - p)) @ rows - weights @ ridge
        curve = ((train * p * (1 - p)) @ products).reshape(-1, q, q) + ridge
        weights = weights + np.linalg.solve(curve, slope[:, :, None])[:, :, 0]
    return (weights @ rows.T > 0).astype(int)


def nearest_neighbor(x, y, train):
    square = (x**2).sum(axis=1)
    distance = square[:, None] + square - 2 * x @ x.T
    predicted = np.zeros(train.shape, dtype=int)
    for split, mask in enumerate(train):
        rows, test = np.flatnonzero(mask), np.flatnonzero(~mask)
        predicted[split, test] = y[rows[distance[np.ix_(test, rows)].argmin(axis=1)]]
    return predicted


def tree(x, y, train):
    from sklearn.tree import DecisionTreeClassifier

    x = np.ascontiguousarray(x, dtype=np.float32)
    predicted = np.zeros(train.shape, dtype=int)
    for split, mask in enumerate(train):
        made = DecisionTreeClassifier(random_state=0).fit(x[mask], y[mask], check_input=False)
        predicted[split, ~mask] = made.tree_.predict(x[~mask]).argmax(axis=1)
    return predicted


LEARNERS: dict[str, Callable] = {
    "naive Bayes": naive_bayes, "logistic": logistic, "1-NN": nearest_neighbor, "tree": tree,
}  # fmt: skip


def accuracies(fit: Callable, x: np.ndarray, y: np.ndarray, train: np.ndarray) -> np.ndarray:
    """Test accuracy of each learner in each split, splits x learners."""
    test = ~train
    right = np.stack([fit(columns, y, train) == y for columns in x], axis=-1)
    return (right & test[:, :, None]).sum(axis=1) / test.sum(axis=1)[:, None]

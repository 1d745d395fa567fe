"""Twelve functions as users write them: what a business, a speech or a vision team measures. None knows bakeoff."""

import numpy as np


def profit(y_true, y_pred):
    """What a mailing earns: 20 for a buyer, less 5 for every letter."""
    return np.where(y_pred == 1, 20.0 * (y_true == 1) - 5.0, 0.0)


def word_error_rate(y_true, y_pred):
    """Wrong words and words in all, sentence by sentence."""
    wrong = [
        sum(a != b for a, b in zip(t.split(), p.split(), strict=False)) for t, p in zip(y_true, y_pred, strict=True)
    ]
    words = [len(t.split()) for t in y_true]
    return wrong, words


def iou(y_true, y_pred):
    """Intersection and union of marked pixels."""
    return (y_true == 1) & (y_pred == 1), (y_true == 1) | (y_pred == 1)


def asymmetric_loss(y_true, y_pred):
    """Too little stock costs three times as much as too much."""
    off = y_pred - y_true
    return np.where(off < 0, -3.0 * off, off)


def top_decile_capture(y_true, y_score):
    """The share of all positives among the tenth of the rows with the highest scores."""
    first = np.argsort(-y_score, kind="stable")[: max(1, len(y_score) // 10)]
    return y_true[first].sum() / y_true.sum()


def quantile_coverage(y_true, y_pred):
    """Whether the truth lies below the predicted upper end."""
    return y_true <= y_pred


def cost_matrix(y_true, y_pred):
    """A missed case costs 10, a false alarm 1."""
    return np.select([(y_true == 1) & (y_pred == 0), (y_true == 0) & (y_pred == 1)], [10.0, 1.0], 0.0)


def f2_by_hand(y_true, y_pred):
    """F2 as one types it."""
    hit = ((y_true == 1) & (y_pred == 1)).sum()
    return 5 * hit / (5 * hit + 4 * ((y_true == 1) & (y_pred == 0)).sum() + ((y_true == 0) & (y_pred == 1)).sum())


def weighted_mape(y_true, y_pred):
    """Sum of absolute errors over the sum of sizes."""
    return np.abs(y_pred - y_true), np.abs(y_true)


def revenue(y_true, y_pred, amount):
    """What each accepted and paid order brings."""
    return amount * ((y_pred == 1) & (y_true == 1)) - 0.3 * amount * ((y_pred == 1) & (y_true == 0))


def ndcg_of_all(y_true, y_score):
    """Discounted gain of all rows as one list, over the best possible."""
    discount = 1 / np.log2(np.arange(len(y_true)) + 2)
    return (y_true[np.argsort(-y_score, kind="stable")] * discount).sum() / (np.sort(y_true)[::-1] * discount).sum()


def gini_coefficient(y_true, y_score):
    """Twice the area under the ROC curve, less one, from ranks."""
    rank = np.argsort(np.argsort(y_score, kind="stable"), kind="stable") + 1
    positive = y_true == 1
    m, n = positive.sum(), (~positive).sum()
    return 2 * (rank[positive].sum() - m * (m + 1) / 2) / (m * n) - 1


# name, function, what is better, what it reads, what is returned, the data that it is for
TWELVE = [
    (profit, "higher", "label", "rows", "classes"),
    (word_error_rate, "lower", "label", "ratio", "sentences"),
    (iou, "higher", "label", "ratio", "classes"),
    (asymmetric_loss, "lower", "label", "rows", "numbers"),
    (top_decile_capture, "higher", "score", "number", "scores"),
    (quantile_coverage, "higher", "label", "share", "numbers"),
    (cost_matrix, "lower", "label", "rows", "classes"),
    (f2_by_hand, "higher", "label", "number", "classes"),
    (weighted_mape, "lower", "label", "ratio", "numbers"),
    (revenue, "higher", "label", "rows", "classes"),
    (ndcg_of_all, "higher", "score", "number", "scores"),
    (gini_coefficient, "higher", "score", "number", "scores"),
]
SENTENCES = np.array(["turn left now", "turn right now", "stop", "go on straight ahead", "turn around"])


def sample(kind, n, rng, quality=0.8):
    """Truth, predictions and a column of amounts for a kind of data."""
    amount = rng.gamma(2.0, 20.0, n)
    if kind == "numbers":
        truth = rng.gamma(3.0, 10.0, n)
        return truth, truth + rng.normal(2.0, 4.0 / quality, n), amount
    if kind == "sentences":
        truth = rng.integers(0, len(SENTENCES), n)
        guess = np.where(rng.random(n) < quality, truth, rng.integers(0, len(SENTENCES), n))
        return SENTENCES[truth], SENTENCES[guess], amount
    truth = (rng.random(n) < 0.4).astype(int)
    if kind == "scores":
        return truth, truth * 1.5 * quality + rng.normal(size=n), amount
    return truth, np.where(rng.random(n) < quality, truth, 1 - truth), amount

"""Populations of ranked lists, of rows with several labels, and of rows with several numbers."""

from typing import Any

import numpy as np
from scipy.special import ndtri

from bakeoff.data.tasks import MULTILABEL, MULTIOUTPUT, RANKED_LISTS

__all__ = ["ITEMS", "labels", "outputs", "ranked_lists", "rankings_in_groups"]

ITEMS = 20  # of each query: more than the ten at which some measures stop
GRADES = (
    0.9,
    0.05,
    0.03,
    0.02,
)  # share of items of each grade: two of a query are relevant on average, of one in eight none
PREVALENCES = np.array([0.5, 0.4, 0.3, 0.2, 0.1])  # of the five labels


def ranked_lists(rng: np.random.Generator, n: int) -> dict[str, Any]:
    """So many queries; scores rise with the grade of an item."""
    gain = rng.choice(len(GRADES), n * ITEMS, p=GRADES)
    score = 0.7 * gain + rng.normal(size=gain.size)
    return {"y_true": gain, "y_score": score, "query": np.repeat(np.arange(n), ITEMS), "task": RANKED_LISTS}


def rankings_in_groups(rng: np.random.Generator, groups: int, each: int, learners: int = 1) -> dict[str, Any]:
    """Equal rankings of queries that come in groups, some of which suit one ranking more; scores have a column for each."""
    n = groups * each
    group = np.repeat(np.arange(groups), each * ITEMS)
    gain = rng.choice(len(GRADES), n * ITEMS, p=GRADES)
    slope = rng.gamma(2.0, 0.5, (groups, learners))[group]  # how much scores follow the grades: 1 on average
    scores = slope * gain[:, None] + rng.normal(size=(gain.size, learners))
    return {"y_true": gain, "scores": scores, "query": np.repeat(np.arange(n), ITEMS), "groups": group}


def labels(rng: np.random.Generator, n: int) -> dict[str, Any]:
    """Five labels, frequent to rare, that tend to come together; a label is predicted where its score is above one half."""
    common = rng.normal(size=(n, 1))
    latent = np.sqrt(0.3) * common + np.sqrt(0.7) * rng.normal(size=(n, PREVALENCES.size))
    truth = (latent < ndtri(PREVALENCES)).astype(int)
    score = truth + np.sqrt(0.3) * rng.normal(size=(n, 1)) + np.sqrt(0.3) * rng.normal(size=truth.shape)
    return {"y_true": truth, "y_pred": (score > 0.5).astype(int), "y_score": score, "task": MULTILABEL}


def outputs(rng: np.random.Generator, n: int) -> dict[str, Any]:
    """Three numbers on scales of 1, 5 and 25 with correlated normal errors."""
    scale = np.array([1.0, 5.0, 25.0])
    truth = rng.normal(size=(n, 3))
    errors = np.sqrt(0.5) * rng.normal(size=(n, 1)) + np.sqrt(0.5) * rng.normal(size=(n, 3))
    return {"y_true": scale * truth, "y_pred": scale * (truth + 0.5 * errors), "task": MULTIOUTPUT}

"""Streams of rows without columns: the values are those of a plain loop that tests first and learns afterwards."""

from itertools import pairwise

import numpy as np
import pytest
from sklearn.naive_bayes import MultinomialNB

import bakeoff as bo
from tests.helpers import block_data as blocks

Y = blocks.TARGET


class Words:
    """A learner that is updated by one text at a time."""

    def __init__(self) -> None:
        self.counts: dict[str, list[int]] = {}

    def learn_one(self, text: str, label: int) -> None:
        for word in text.split():
            self.counts.setdefault(word, [0, 0])[label] += 1

    def predict_one(self, text: str) -> int:
        zeros, ones = (sum(self.counts.get(word, [0, 0])[label] for word in text.split()) for label in (0, 1))
        return int(ones > zeros)


def test_sparse_rows_stay_sparse() -> None:
    X, model, wrong = blocks.sparse(), MultinomialNB(), []
    for start, end in pairwise(range(0, 61, 5)):
        if start:
            wrong += (model.predict(X[start:end]) != Y[start:end]).tolist()
        model.partial_fit(X[start:end], Y[start:end], classes=[0, 1])
    values = bo.stream({"bayes": MultinomialNB()}, (X, Y), chunk=5).values["bayes"]
    assert values[-1] == pytest.approx(np.mean(wrong), abs=1e-12)


def test_texts_and_objects_reach_learners_of_one_example() -> None:
    assert bo.stream({"words": Words()}, (blocks.texts(), Y), chunk=5).values["words"][-1] < 0.4

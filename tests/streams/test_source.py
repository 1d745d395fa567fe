"""Where the examples of a stream come from: a made stream, arrays, a file of any length, or an iterator of chunks."""

import pytest
from sklearn.naive_bayes import MultinomialNB

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.streams.source import joined, pair_of
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


def test_bad_streams_are_one_sentence() -> None:
    with pytest.raises(BadInput, match="X has 60 rows and y has 59"):
        bo.stream({"bayes": MultinomialNB()}, (blocks.texts(), Y[:59]))
    with pytest.raises(BadInput, match="MultinomialNB cannot learn from or predict these examples"):
        bo.stream({"bayes": MultinomialNB()}, (blocks.texts(), Y), chunk=5)
    with pytest.raises(BadInput, match="all parts of a stream must contain their features alike"):
        joined(pair_of(blocks.texts(), Y), pair_of(blocks.sparse(), Y))
    with pytest.raises(BadInput, match="the hold-out must contain its features as the stream does"):
        bo.stream({"words": Words()}, (blocks.texts(), Y), holdout=(blocks.sparse(), Y), chunk=5)

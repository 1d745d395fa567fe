"""A learner that warns while it is unpacked in another process, as skorch does without a GPU, is heard."""

import warnings
from typing import Any

import numpy as np
from sklearn.naive_bayes import GaussianNB

import bakeoff as bo


class FallsBack(GaussianNB):
    """Warns when it is unpacked."""

    def __setstate__(self, state: dict[str, Any]) -> None:
        warnings.warn("no GPU here, the CPU is used", stacklevel=1)
        super().__setstate__(state)


def test_warnings_of_unpacking_are_kept() -> None:
    X = np.random.default_rng(0).normal(size=(30, 2))
    results = bo.evaluate({"m": FallsBack()}, X, X[:, 0] > 0, cv=2, scoring="accuracy", progress=False)
    (note,) = (note for note in results.notes if note.code == "study.learner_warnings")
    assert note.facts["times"] == {"m": 2}

"""A sparse matrix is never made dense on its way through a study: dense, this one would take 3.2 GB."""

import numpy as np
import pytest
from scipy.sparse import csr_matrix
from sklearn.naive_bayes import MultinomialNB

import bakeoff as bo


def test_a_study_of_a_matrix_that_would_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    rows, columns, each = 2000, 200_000, 5
    places = np.random.default_rng(0).integers(0, columns // each, (rows, each)) + np.arange(each) * (columns // each)
    ends = np.arange(0, each * rows + 1, each)
    X = csr_matrix((np.ones(each * rows), places.ravel(), ends), shape=(rows, columns))
    monkeypatch.setattr(csr_matrix, "toarray", lambda *_, **__: pytest.fail("made dense"))  # here; units have a limit
    results = bo.evaluate(
        {"nb": MultinomialNB()}, X, np.arange(rows) % 2, cv="2-fold", scoring="accuracy", memory=400, n_jobs=1, progress=False
    )  # fmt: skip
    assert results.failures.empty, results.failures["message"].tolist()

"""Small data sets whose features are no table of numbers, each with a learner or two, and the plain loop that they are compared with."""

from typing import Any

import numpy as np
import pandas as pd
import scipy.sparse as sp
from sklearn.base import clone
from sklearn.compose import ColumnTransformer
from sklearn.feature_extraction import DictVectorizer
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer

ROWS = 60
TARGET = np.arange(ROWS) % 2
FLAT = FunctionTransformer(np.reshape, kw_args={"shape": (-1, 64)})
WORDS = np.array(["alpha", "beta", "gamma", "delta", "epsilon", "zeta"])


def container(X: Any) -> str:
    """Type of the container, of its values, and shape of a row."""
    kinds = getattr(X, "dtype", "") or [str(kind) for kind in getattr(X, "dtypes", ())]
    first = X[0] if isinstance(X, list) else None
    return f"{type(X).__module__}.{type(X).__name__} {kinds} {getattr(X, 'shape', (0,))[1:]} {type(first).__name__}"


def texts() -> list[str]:
    rng = np.random.default_rng(1)
    return [" ".join(rng.choice(WORDS, 6)) + (" yes ü" if y and rng.random() < 0.8 else " no") for y in TARGET]


def sparse() -> Any:
    rng = np.random.default_rng(2)
    noise = sp.random(ROWS, 200, density=0.05, random_state=3, format="csr", dtype=np.float32)
    return sp.csr_matrix(noise + sp.csr_matrix((TARGET[:, None] * (rng.random((ROWS, 200)) < 0.03)).astype(np.float32)))


def images() -> Any:
    rng = np.random.default_rng(4)
    return (rng.integers(0, 12, (ROWS, 8, 8)) + 3 * TARGET[:, None, None]).astype(np.uint8)


def text_frame() -> Any:
    rng = np.random.default_rng(5)
    return pd.DataFrame({"age": rng.integers(20, 60, ROWS), "note": texts(), "height": rng.normal(size=ROWS) + TARGET})


def object_frame() -> Any:
    return text_frame().assign(counts=dictionaries())


def dictionaries() -> list[dict[str, float]]:
    rng = np.random.default_rng(6)
    return [{str(word): float(rng.integers(1, 4)) for word in rng.choice(WORDS, 2)} | {"y": float(y)} for y in TARGET]


def _columns(*parts: Any) -> Any:
    return make_pipeline(ColumnTransformer([(str(at), *part) for at, part in enumerate(parts)]), LogisticRegression())


def _learners(*pipelines: Any) -> dict[str, Any]:
    return {f"l{at}": one for at, one in enumerate(pipelines)}


BLOCKS: dict[str, tuple[Any, dict[str, Any]]] = {
    "texts": (texts, _learners(make_pipeline(TfidfVectorizer(), MultinomialNB()), make_pipeline(TfidfVectorizer(), LogisticRegression()))),
    "array of texts": (lambda: np.array(texts(), dtype=object), _learners(make_pipeline(TfidfVectorizer(), MultinomialNB()))),
    "fixed texts": (lambda: np.array(texts()), _learners(make_pipeline(TfidfVectorizer(), MultinomialNB()))),
    "series of texts": (lambda: pd.Series(texts(), index=np.arange(ROWS) + 7, name="note"), _learners(make_pipeline(TfidfVectorizer(), MultinomialNB()))),
    "sparse": (sparse, _learners(MultinomialNB(), LogisticRegression())),
    "sparse array": (lambda: sp.csr_array(sparse()), _learners(MultinomialNB())),
    "images": (images, _learners(make_pipeline(FLAT, LogisticRegression(max_iter=1000)))),
    "frame with a text column": (text_frame, _learners(_columns((TfidfVectorizer(), "note"), ("passthrough", ["age", "height"])))),
    "frame with objects": (object_frame, _learners(_columns((DictVectorizer(), "counts"), (TfidfVectorizer(), "note")))),
    "objects": (dictionaries, _learners(make_pipeline(DictVectorizer(), LogisticRegression()))),
}  # fmt: skip


def rows_of(X: Any, positions: Any) -> Any:
    """What a plain loop hands to an estimator."""
    if isinstance(X, list):
        return [X[at] for at in positions]
    return X.iloc[positions] if hasattr(X, "iloc") else X[positions]


def plain_loop(learner: Any, X: Any, train: Any, test: Any) -> tuple[Any, Any]:
    """Labels and probabilities of the test rows, by scikit-learn alone."""
    model = clone(learner).fit(rows_of(X, train), TARGET[train])
    return model.predict(rows_of(X, test)), model.predict_proba(rows_of(X, test))

"""What kind of estimator this is, and what it can be given: read from scikit-learn's tags."""

from enum import StrEnum
from typing import Any

__all__ = ["Kind", "capabilities", "estimator_kind", "last_step", "wants_frame"]


class Kind(StrEnum):
    """What an estimator predicts."""

    CLASSIFIER = "classifier"
    REGRESSOR = "regressor"
    CLUSTERER = "clusterer"
    OTHER = "other"  # says nothing of itself; the task decides


def last_step(estimator: Any) -> Any:
    """The last step of a pipeline, at any depth; other estimators are their own last step."""
    steps = getattr(estimator, "steps", None)
    return last_step(steps[-1][1]) if isinstance(steps, list) and steps else estimator


def estimator_kind(estimator: Any) -> Kind:
    """Read from the estimator's tags; mixtures, which carry no such tag, are clusterers.

    >>> from sklearn.svm import SVC
    >>> estimator_kind(SVC()).value
    'classifier'
    """
    from sklearn.base import is_classifier, is_clusterer, is_regressor
    from sklearn.mixture import BayesianGaussianMixture, GaussianMixture

    if not hasattr(estimator, "__sklearn_tags__"):
        return Kind.CLASSIFIER if hasattr(estimator, "predict_proba") else Kind.OTHER
    for kind, test in (
        (Kind.CLASSIFIER, is_classifier),
        (Kind.REGRESSOR, is_regressor),
        (Kind.CLUSTERER, is_clusterer),
    ):
        if test(estimator):
            return kind
    mixture = isinstance(last_step(estimator), (GaussianMixture, BayesianGaussianMixture))
    return Kind.CLUSTERER if mixture else Kind.OTHER


def capabilities(estimator: Any) -> tuple[bool, bool]:
    """Whether the estimator takes missing values, and sparse matrices."""
    if not hasattr(estimator, "__sklearn_tags__"):
        return False, False
    from sklearn.utils import get_tags

    tags = get_tags(estimator).input_tags
    return bool(tags.allow_nan), bool(tags.sparse)


def wants_frame(estimator: Any) -> bool:
    """Whether there is a pipeline or column transformer inside, which may pick columns by name."""
    from sklearn.compose import ColumnTransformer
    from sklearn.pipeline import Pipeline

    if isinstance(estimator, (Pipeline, ColumnTransformer)):
        return True
    if not callable(getattr(estimator, "get_params", None)):
        return False
    return any(isinstance(one, (Pipeline, ColumnTransformer)) for one in estimator.get_params(deep=True).values())

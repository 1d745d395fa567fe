"""What fitted estimators of scikit-learn answer on rows, as displays need it: labels, scores of the positive class, or probabilities."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.measures import Measure
from bakeoff.predictions.predictions import Output

__all__ = ["answers_for_measure", "named_estimators", "positive_scores"]


def named_estimators(estimators: Any) -> dict[str, Any]:
    """Fitted estimators by name; a single one or a list is called by its class, as scikit-learn's displays do.

    >>> from sklearn.naive_bayes import GaussianNB
    >>> list(named_estimators([GaussianNB(), GaussianNB()]))
    ['GaussianNB', 'GaussianNB 2']
    """
    if isinstance(estimators, Mapping):
        named = {str(name): estimator for name, estimator in estimators.items()}
    else:
        named = {}
        for estimator in estimators if isinstance(estimators, (list, tuple)) else [estimators]:
            kind = type(estimator).__name__
            count = sum(name.split(" ")[0] == kind for name in named)
            named[f"{kind} {count + 1}" if count else kind] = estimator
    if not named:
        raise BadInput("a display needs at least one fitted estimator")
    for name, estimator in named.items():
        if not hasattr(estimator, "predict"):
            raise BadInput(f"{name} is not a fitted estimator: it has no predict; give estimators by name")
    return named


def positive_scores(name: str, estimator: Any, X: Any, positive: Any, *, probabilities: bool) -> Array:
    """The probability of the positive class, or where that is not there its score by decision_function."""
    classes = list(_asked(name, estimator, "classes_"))
    if positive is None and len(classes) > 2:
        raise BadInput(f"there are {len(classes)} classes: name the one to compare with the rest as positive")
    if positive is not None and positive not in classes:
        raise UnknownName("class", str(positive), map(str, classes))
    place = len(classes) - 1 if positive is None else classes.index(positive)
    if hasattr(estimator, "predict_proba"):
        return np.asarray(_called(name, estimator, "predict_proba", X))[:, place]
    if probabilities:
        raise BadInput(f"{name} gives no probabilities, which a calibration curve needs; calibrate it, or leave it out")
    if not hasattr(estimator, "decision_function"):
        raise BadInput(f"{name} gives neither probabilities nor scores; a curve needs one of them")
    scores = np.asarray(_called(name, estimator, "decision_function", X))
    return scores[:, place] if scores.ndim == 2 else scores if place == 1 else -scores


def answers_for_measure(name: str, estimator: Any, X: Any, measure: Measure, positive: Any) -> Any:
    """What this measure reads: labels or numbers, a score of the positive class, or a probability for each class."""
    if measure.needs is Output.SCORE:
        return positive_scores(name, estimator, X, positive, probabilities=False)
    if measure.needs is Output.PROBA:
        if not hasattr(estimator, "predict_proba"):
            raise BadInput(
                f"{name} gives no probabilities, which {measure.name} needs; leave it out, or take another measure"
            )
        return _called(name, estimator, "predict_proba", X)
    return _called(name, estimator, "predict", X)


def _asked(name: str, estimator: Any, attribute: str) -> Any:
    if not hasattr(estimator, attribute):
        raise BadInput(f"{name} has no {attribute}: fit it first, and give a classifier")
    return getattr(estimator, attribute)


def _called(name: str, estimator: Any, method: str, X: Any) -> Any:
    """The answer; an estimator that is not fitted is named in the sentence."""
    from sklearn.exceptions import NotFittedError

    try:
        return getattr(estimator, method)(X)
    except NotFittedError:
        raise BadInput(f"{name} is not fitted; call its fit first") from None

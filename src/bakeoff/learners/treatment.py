"""The rule of preparation: what an estimator's own fit takes is left as it came; only what it would refuse is prepared.

What a class of scikit-learn takes is read from its tags. A class from elsewhere is asked: it gets the rows as they came, and prepared
ones only if its fit refuses the former. Pipelines prepare themselves.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Any

from bakeoff.data.blocks import CodedRows
from bakeoff.data.dataset import Dataset
from bakeoff.learners.categories import takes_categories
from bakeoff.tabular.reading import format_of_ending

__all__ = [
    "Treatment", "capabilities", "is_file", "names_columns", "scales_when_prepared", "takes_gaps", "treatment_of", "wants_frame",
]  # fmt: skip

_TREES = (
    "sklearn.tree", "sklearn.ensemble._forest", "sklearn.ensemble._gb", "sklearn.ensemble._hist_gradient_boosting", "sklearn.ensemble._iforest",
    "xgboost", "lightgbm", "catboost",
)  # fmt: skip
_TREES_BY_DEFAULT = ("BaggingClassifier", "BaggingRegressor", "AdaBoostClassifier", "AdaBoostRegressor")
_ANY_COLUMNS = ("ColumnTransformer", "FunctionTransformer", "FeatureUnion", "TableVectorizer")


class Treatment(StrEnum):
    """What happens to rows before an estimator gets them."""

    AS_GIVEN = "as given"
    TRIED = "as given, prepared if fit refuses"
    PREPARED = "prepared"


def treatment_of(estimator: Any, data: Dataset) -> Treatment:
    """What happens to rows of that data set before this estimator gets them; the same for every part of the data set.

    >>> from sklearn.naive_bayes import GaussianNB
    >>> from bakeoff.data.load import load
    >>> treatment_of(GaussianNB(), load("iris")).value
    'as given'
    """
    if not data.has_columns:
        return Treatment.AS_GIVEN
    survey = data.survey
    words = bool(survey.words) and any(column.name in survey.words for column in data.columns)
    gaps = bool(survey.gaps) and any(column.name in survey.gaps for column in data.columns)
    if not words and not gaps:
        return Treatment.AS_GIVEN
    if wants_frame(estimator):
        own = isinstance(data.block, CodedRows) or not data.source
        return Treatment.AS_GIVEN if own or _copes(estimator, words=words) else Treatment.PREPARED
    if data.frame and takes_categories(estimator, data.columns):
        return Treatment.AS_GIVEN
    if not words and capabilities(estimator)[0]:
        return Treatment.AS_GIVEN
    return Treatment.TRIED if any(map(_foreign, leaves(estimator))) else Treatment.PREPARED


def capabilities(estimator: Any) -> tuple[bool, bool]:
    """Whether the estimator takes missing values, and sparse matrices."""
    if not hasattr(estimator, "__sklearn_tags__"):
        return False, False
    from sklearn.utils import get_tags

    tags = get_tags(estimator).input_tags
    return bool(tags.allow_nan), bool(tags.sparse)


def takes_gaps(estimator: Any) -> bool:
    """Whether missing numbers may reach the estimator: it takes them, or a pipeline inside fills them."""
    return _copes(estimator, words=False) if wants_frame(estimator) else capabilities(estimator)[0]


def wants_frame(estimator: Any) -> bool:
    """Whether there is a pipeline or column transformer inside, which may pick columns by name."""
    from sklearn.compose import ColumnTransformer
    from sklearn.pipeline import Pipeline

    if isinstance(estimator, (Pipeline, ColumnTransformer)):
        return True
    if not callable(getattr(estimator, "get_params", None)):
        return False
    return any(isinstance(part, (Pipeline, ColumnTransformer)) for part in estimator.get_params(deep=True).values())


def is_file(data: Dataset) -> bool:
    """Whether the data set was read from a file of a known kind, whose columns have names of the user's own."""
    return format_of_ending(data.source) is not None


def names_columns(estimator: Any) -> bool:
    """Whether a column transformer inside picks columns by name."""
    from sklearn.compose import ColumnTransformer

    parts = [estimator, *estimator.get_params(deep=True).values()]
    picked = [columns for part in parts if isinstance(part, ColumnTransformer) for _, _, columns in part.transformers]
    return any(
        isinstance(columns, str)
        or (isinstance(columns, (list, tuple)) and any(isinstance(name, str) for name in columns))
        for columns in picked
    )


def leaves(estimator: Any) -> Iterator[Any]:
    """The estimators that get the columns: those inside an ensemble, a search or another wrapper of scikit-learn, else itself."""
    inner = [] if _foreign(estimator) or not callable(getattr(estimator, "get_params", None)) else _inside(estimator)
    if not inner:
        yield estimator
    for part in inner:
        yield from leaves(part)


def _inside(estimator: Any) -> list[Any]:
    inner: list[Any] = []
    for value in estimator.get_params(deep=False).values():
        parts = (
            [part[1] for part in value if isinstance(part, tuple) and len(part) > 1]
            if isinstance(value, list)
            else [value]
        )
        inner += [part for part in parts if callable(getattr(part, "fit", None)) and not isinstance(part, type)]
    return inner


def _foreign(estimator: Any) -> bool:
    return type(estimator).__module__.partition(".")[0] != "sklearn"


def scales_when_prepared(estimator: Any) -> bool:
    """Whether numbers are scaled where columns are prepared: not for trees, which do not care, nor where numbers must not be negative.

    >>> from sklearn.svm import SVC
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> scales_when_prepared(SVC()), scales_when_prepared(DecisionTreeClassifier())
    (True, False)
    """
    return not wants_frame(estimator) and not all(map(_unscaled, leaves(estimator)))


def _unscaled(estimator: Any) -> bool:
    kind = type(estimator)
    if any(base.__module__.startswith(_TREES) for base in kind.__mro__) or kind.__name__ in _TREES_BY_DEFAULT:
        return True
    if not hasattr(estimator, "__sklearn_tags__"):
        return False
    from sklearn.utils import get_tags

    return bool(get_tags(estimator).input_tags.positive_only)


def _copes(estimator: Any, *, words: bool) -> bool:
    """Whether a pipeline inside prepares columns of a file itself: words where there are some, else gaps."""
    from sklearn.pipeline import Pipeline

    parts = [estimator, *estimator.get_params(deep=True).values()]
    first = [part.steps[0][1] for part in parts if isinstance(part, Pipeline)]
    return any(_takes_any(step, words=words) for step in first)


def _takes_any(step: Any, *, words: bool) -> bool:
    from sklearn.utils import get_tags

    if _foreign(step) or type(step).__name__ in _ANY_COLUMNS:
        return True
    tags = get_tags(step).input_tags
    return (
        bool(tags.categorical or tags.string) if words else "Imputer" in type(step).__name__ or bool(tags.categorical)
    )

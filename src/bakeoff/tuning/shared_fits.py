"""One fit for many candidates: where a smaller value of a parameter is a part of a larger one, and the answers are the same.

Neighbours are searched once for the largest number of them; boosting stages are read on the way (`staged_predict`); a forest
of few trees is the beginning of a larger one. Only public methods of scikit-learn are used. Where it is not certain that
a fit of its own would give the same answers, no fit is shared.
"""

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.data.blocks import ColumnMatrix, Rows
from bakeoff.data.dataset import Dataset
from bakeoff.learners.estimators import SklearnLearner, SklearnModel
from bakeoff.learners.learner import Outputs
from bakeoff.predictions.outputs import NAMES

__all__ = ["SharedFit", "path_parameter"]


def path_parameter(learner: Any, names: Sequence[str]) -> str | None:
    """The parameter whose candidates can share a fit; None if the estimator has none, or it is not in the space."""
    if not isinstance(learner, SklearnLearner):
        return None
    prefix, last = _last(learner.estimator)
    path = _path_of(last)
    full_name = None if path is None else prefix + path.parameter
    steps = prefix.rpartition("__")[0]
    if full_name not in names or (steps and steps in names):  # the step itself is searched for
        return None
    return full_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Path:
    """How one kind of estimator gives the answers of many candidates."""

    parameter: str
    sure: Callable[
        [Any, list[Any], int], bool
    ]  # estimator, values, training rows: whether a shared fit is certain to be the same
    answers: Callable[[Any, Any, list[Any], frozenset[str]], "list[Answers]"]  # fitted estimator, rows, values, methods


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Answers:
    """What a fit of its own would have given for one candidate, already computed."""

    classes_: Array | None
    found: dict[str, Array]

    def predict(self, rows: Any) -> Array:
        return self.found["predict"]

    def predict_proba(self, rows: Any) -> Array:
        return self.found["predict_proba"]

    def decision_function(self, rows: Any) -> Array:
        return self.found["decision_function"]


class _NoDoor:
    """Rows that have passed already."""

    @staticmethod
    def apply(rows: Any) -> Any:
        return rows


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SharedFit:
    """The learner of the largest value, and all values."""

    learner: SklearnLearner
    path: Path
    values: list[Any]

    @classmethod
    def of(cls, learners: Sequence[Any], parameter: str, values: list[Any], train: Dataset) -> "SharedFit | None":
        """A shared fit of these learners; None where it might give other answers."""
        largest = learners[int(np.argmax(values))]
        path = _path_of(_last(largest.estimator)[1])
        whole = all(
            isinstance(value, (int, np.integer)) and not isinstance(value, bool) and value > 0 for value in values
        )
        if path is None or not parameter.endswith(path.parameter) or not whole:
            return None
        if not path.sure(_last(largest.estimator)[1], values, len(train)):
            return None
        return cls(learner=largest, path=path, values=values)

    def fit(self, train: Dataset, rng: np.random.Generator) -> "SharedModel":
        """One fit."""
        return SharedModel(model=self.learner.fit(train, rng), path=self.path, values=self.values)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SharedModel:
    """A model that answers for all candidates, one below the other."""

    model: SklearnModel
    path: Path
    values: list[Any]

    def predict(self, features: Array) -> Outputs:
        return self.predict_rows(ColumnMatrix(features))

    def predict_rows(self, block: Rows) -> Outputs:
        model = self.model
        rows, estimator = model.rows_of(block), model.estimator
        while isinstance(getattr(estimator, "steps", None), list):
            rows = estimator[:-1].transform(rows) if len(estimator.steps) > 1 else rows
            estimator = estimator[-1]
        wanted = {"predict"} | {_METHODS[output.value] for output in model.gives if output.value in _METHODS}
        answers = self.path.answers(
            estimator, rows, self.values, frozenset(wanted) if model.names is not None else frozenset({"predict"})
        )
        parts = [replace(model, estimator=answer, door=_NoDoor, at=None).predict(rows) for answer in answers]
        columns = {name: [getattr(part, name) for part in parts] for name in NAMES}
        return Outputs(**{name: None if many[0] is None else np.concatenate(many) for name, many in columns.items()})


_METHODS = {"proba": "predict_proba", "score": "decision_function"}


def _last(estimator: Any, prefix: str = "") -> tuple[str, Any]:
    """The last step of a pipeline at any depth, and the prefix of its parameters."""
    steps = getattr(estimator, "steps", None)
    if isinstance(steps, list) and steps:
        return _last(steps[-1][1], f"{prefix}{steps[-1][0]}__")
    return prefix, estimator


def _path_of(estimator: Any) -> Path | None:
    """By the very class: a subclass may do anything."""
    home, name = type(estimator).__module__, type(estimator).__name__
    return _PATHS.get(name) if home.startswith("sklearn.") else None


# Boosting stages: the answers after so many of them


def _staged(estimator: Any, rows: Any, values: list[Any], methods: frozenset[str]) -> list[Answers]:
    answers_by_value: list[dict[str, Array]] = [{} for _ in values]
    for method in sorted(methods):
        for number, answer in _stages(getattr(estimator, f"staged_{method}")(rows), set(values)):
            for index, value in enumerate(values):
                if value == number or (number < 0 and method not in answers_by_value[index]):
                    answers_by_value[index][method] = answer
    return [Answers(classes_=getattr(estimator, "classes_", None), found=answer) for answer in answers_by_value]


def _stages(answers: Iterator[Array], wanted: set[int]) -> Iterator[tuple[int, Array]]:
    """The answers at the wanted stages; -1 with the last one, for values that training did not come to."""
    last = None
    for number, answer in enumerate(answers, start=1):
        last = answer
        if number in wanted:
            yield number, _flat(answer)
    if last is not None:
        yield -1, _flat(last)


def _flat(answer: Array) -> Array:
    """A copy; two classes have one column of decision values, which is a vector elsewhere."""
    return np.array(answer[:, 0] if answer.ndim == 2 and answer.shape[1] == 1 else answer)


def _sure_gradient(estimator: Any, *_: object) -> bool:
    return estimator.n_iter_no_change is None and not estimator.warm_start


def _sure_hist(estimator: Any, _: list[Any], rows: int) -> bool:
    early = estimator.early_stopping
    return (early is False or (early == "auto" and rows <= 10_000)) and not estimator.warm_start


# Boosting by weights: the first so many members, since sums in stages round otherwise


def _boosted(estimator: Any, rows: Any, values: list[Any], methods: frozenset[str]) -> list[Answers]:
    answers = []
    for value in values:
        few = copy(estimator)
        few.set_params(n_estimators=value)
        few.estimators_ = estimator.estimators_[:value]
        few.estimator_weights_ = estimator.estimator_weights_[:value]
        answers.append(
            Answers(
                classes_=getattr(few, "classes_", None),
                found={method: getattr(few, method)(rows) for method in methods},
            )
        )
    return answers


# Trees of a forest: sums over the first so many trees


def _forest(estimator: Any, rows: Any, values: list[Any], methods: frozenset[str]) -> list[Answers]:
    from scipy.sparse import issparse

    classes = getattr(estimator, "classes_", None)
    if issparse(rows) or isinstance(classes, list) or not isinstance(rows, np.ndarray):
        return [_few_trees(estimator, value, rows, methods) for value in values]
    single = np.ascontiguousarray(rows, dtype=np.float32)
    wanted, sums = set(values), 0.0
    answers_by_number: dict[int, Array] = {}
    for number, tree in enumerate(estimator.estimators_, start=1):
        answer = tree.predict(single) if classes is None else tree.predict_proba(single)
        sums = sums + answer
        if number in wanted:
            answers_by_number[number] = np.asarray(sums / number)
    if classes is None:
        return [Answers(classes_=None, found={"predict": answers_by_number[value]}) for value in values]
    return [
        Answers(
            classes_=classes,
            found={
                "predict_proba": answers_by_number[value],
                "predict": classes.take(np.argmax(answers_by_number[value], axis=1)),
            },
        )
        for value in values
    ]


def _few_trees(estimator: Any, number: int, rows: Any, methods: frozenset[str]) -> Answers:
    few = copy(estimator)
    few.estimators_ = estimator.estimators_[:number]
    few.n_estimators = number
    return Answers(
        classes_=getattr(few, "classes_", None), found={method: getattr(few, method)(rows) for method in methods}
    )


def _sure_forest(estimator: Any, *_: object) -> bool:
    return not estimator.warm_start and estimator.n_jobs in (None, 1)


# Neighbours: one search for the largest number of them


def _neighbours(estimator: Any, rows: Any, values: list[Any], methods: frozenset[str]) -> list[Answers]:
    """From one search; where the last neighbour is as far as the next one, the estimator itself must choose between them."""
    most = min(max(values) + 1, estimator.n_samples_fit_)
    distances, places = estimator.kneighbors(rows, n_neighbors=most)
    classes = getattr(estimator, "classes_", None)
    votes = estimator.weights == "uniform"
    answers_by_value = []
    for value in values:
        few = copy(estimator)
        few.set_params(n_neighbors=value)
        tied = value < most and bool((distances[:, value] == distances[:, value - 1]).any())
        if not tied:
            few.kneighbors = _Known(distances[:, :value], places[:, :value])
        if not tied and votes and classes is not None:  # the most votes, the first class of equals
            share = few.set_params(weights=_equal).predict_proba(rows)
            answers = {"predict_proba": share, "predict": classes[np.argmax(share, axis=1)]}
        else:
            answers = {method: getattr(few, method)(rows) for method in methods}
        answers_by_value.append(Answers(classes_=classes, found=answers))
    return answers_by_value


def _equal(distances: Array) -> Array:
    return np.ones_like(distances)


@dataclass(frozen=True, slots=True)
class _Known:
    """Neighbours that were found already."""

    distances: Array
    places: Array

    def __call__(self, X: Any = None, n_neighbors: int | None = None, return_distance: bool = True) -> Any:
        return (self.distances, self.places) if return_distance else self.places


def _sure_neighbours(estimator: Any, values: list[Any], rows: int) -> bool:
    """The way of searching is chosen by the number of neighbours, at half of the rows."""
    return max(values) < rows // 2 and estimator.n_jobs in (None, 1) and estimator.metric != "precomputed"


_PATHS = {
    **dict.fromkeys(
        ("GradientBoostingClassifier", "GradientBoostingRegressor"),
        Path(parameter="n_estimators", sure=_sure_gradient, answers=_staged),
    ),
    **dict.fromkeys(
        ("HistGradientBoostingClassifier", "HistGradientBoostingRegressor"),
        Path(parameter="max_iter", sure=_sure_hist, answers=_staged),
    ),
    **dict.fromkeys(
        ("AdaBoostClassifier", "AdaBoostRegressor"),
        Path(parameter="n_estimators", sure=lambda *_: True, answers=_boosted),
    ),
    **dict.fromkeys(
        ("RandomForestClassifier", "RandomForestRegressor", "ExtraTreesClassifier", "ExtraTreesRegressor"),
        Path(parameter="n_estimators", sure=_sure_forest, answers=_forest),
    ),
    **dict.fromkeys(
        ("KNeighborsClassifier", "KNeighborsRegressor"),
        Path(parameter="n_neighbors", sure=_sure_neighbours, answers=_neighbours),
    ),
}

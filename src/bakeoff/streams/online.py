"""Learners that can be updated: scikit-learn's with `partial_fit`, and river's with `learn_one` and `predict_one`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.core.seeds import rng_for
from bakeoff.streams.source import Examples

__all__ = ["OnlineLearner", "RecordedPredictions", "online_learner"]


class OnlineLearner(Protocol):
    """What an evaluation along a stream needs."""

    def learn(self, examples: Examples) -> None: ...

    def predict(self, examples: Examples) -> Array: ...

    def probabilities(self, examples: Examples) -> Array: ...

    @property
    def by_one(self) -> bool: ...  # whether it takes one example at a time anyway

    @property
    def recorded(self) -> bool: ...  # whether its predictions were made elsewhere, so that it need not learn first

    def predict_and_learn(self, examples: Examples, *, probabilities: bool) -> Array: ...  # each before the next


def online_learner(name: str, learner: Any, classes: Array | None) -> OnlineLearner:
    """The learner in that form, as a fresh copy; a `random_state` that is None gets a seed, so that a run can be repeated. Raises BadInput for one that cannot be updated."""
    if isinstance(learner, RecordedPredictions):
        return learner
    if isinstance(learner, type):
        raise BadInput(f"learner {name!r} is a class; give an object of it: {learner.__name__}()")
    if callable(getattr(learner, "learn_one", None)) and callable(getattr(learner, "predict_one", None)):
        return _ByOne(
            learner=learner.clone() if callable(getattr(learner, "clone", None)) else learner, classes=classes
        )
    if callable(getattr(learner, "partial_fit", None)):
        from sklearn.base import clone

        from bakeoff.learners.estimators import seeded

        return _ByPart(learner=seeded(clone(learner), rng_for(0, f"stream/{name}")), classes=classes)
    raise BadInput(
        f"learner {name!r} ({type(learner).__name__}) has neither partial_fit nor learn_one, so that it cannot learn from a "
        "stream; take one that can be updated, for example SGDClassifier or GaussianNB"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedPredictions:
    """A learner whose predictions stand in columns of the stream; it learns nothing."""

    columns: tuple[str, ...]  # one of predicted labels or numbers, or one for each class
    labels: bool  # whether they are labels or numbers; else probabilities

    def learn(self, examples: Examples) -> None: ...

    def predict(self, examples: Examples) -> Array:
        return examples.features[self.columns[0]]

    def probabilities(self, examples: Examples) -> Array:
        table = np.column_stack([examples.features[name] for name in self.columns]).astype(np.float64)
        return np.column_stack([1.0 - table, table]) if table.shape[1] == 1 else table

    @property
    def by_one(self) -> bool:
        return False

    @property
    def recorded(self) -> bool:
        return True

    def predict_and_learn(self, examples: Examples, *, probabilities: bool) -> Array:
        return self.probabilities(examples) if probabilities else self.predict(examples)


def _refused(learner: Any, examples: Examples, error: Exception) -> BadInput:
    """What a learner says of examples that it cannot read; missing cells are the usual reason."""
    gaps = [name for name, values in examples.features.items() if values.dtype.kind == "f" and np.isnan(values).any()]
    name = type(learner).__name__
    if gaps:
        return BadInput(
            f"{name} cannot read missing cells, and column {gaps[0]!r} has some: fill them in the file, leave the column out, or take a "
            "learner that can read them"
        )
    return BadInput(f"{name} cannot learn from or predict these examples: {str(error).partition(chr(10))[0][:200]}")


@dataclass(slots=True, kw_only=True)
class _ByPart:
    """scikit-learn's way: chunks of numbers; all classes must be known at the first."""

    learner: Any
    classes: Array | None
    started: bool = False

    def learn(self, examples: Examples) -> None:
        options = {} if self.started or self.classes is None else {"classes": self.classes}
        table = examples.table()
        try:
            self.learner.partial_fit(table, examples.labels, **options)
        except (ValueError, TypeError) as error:
            raise _refused(self.learner, examples, error) from error
        self.started = True

    def predict(self, examples: Examples) -> Array:
        return self._asked(self.learner.predict, examples)

    def probabilities(self, examples: Examples) -> Array:
        answer = getattr(self.learner, "predict_proba", None)
        if answer is None:
            raise BadInput(
                f"{type(self.learner).__name__} has no predict_proba, and the measure reads probabilities; take a measure of labels, for "
                "example error, or another learner"
            )
        return self._asked(answer, examples)

    def _asked(self, answer: Callable[[Array], Any], examples: Examples) -> Array:
        table = examples.table()
        try:
            return np.asarray(answer(table))
        except (ValueError, TypeError) as error:
            raise _refused(self.learner, examples, error) from error

    @property
    def by_one(self) -> bool:
        return False

    @property
    def recorded(self) -> bool:
        return False

    def predict_and_learn(self, examples: Examples, *, probabilities: bool) -> Array:
        answers = self.probabilities(examples) if probabilities else self.predict(examples)
        self.learn(examples)
        return answers


@dataclass(slots=True, kw_only=True)
class _ByOne:
    """river's way: one example after the other."""

    learner: Any
    classes: Array | None

    def learn(self, examples: Examples) -> None:
        for row, label in zip(examples.rows(), examples.labels.tolist(), strict=True):
            self.learner.learn_one(row, label)

    def predict(self, examples: Examples) -> Array:
        return self._labels([self.learner.predict_one(row) for row in examples.rows()])

    def probabilities(self, examples: Examples) -> Array:
        return self._shares([self.learner.predict_proba_one(row) for row in examples.rows()])

    @property
    def by_one(self) -> bool:
        return True

    @property
    def recorded(self) -> bool:
        return False

    def predict_and_learn(self, examples: Examples, *, probabilities: bool) -> Array:
        answers = []
        answer, learn = (
            self.learner.predict_proba_one if probabilities else self.learner.predict_one,
            self.learner.learn_one,
        )
        for row, label in zip(examples.rows(), examples.labels.tolist(), strict=True):
            answers.append(answer(row))
            learn(row, label)
        return self._shares(answers) if probabilities else self._labels(answers)

    def _labels(self, answers: list[Any]) -> Array:
        default = 0.0 if self.classes is None else self.classes[0].item()  # what has learned nothing yet answers None
        return np.array([default if answer is None else answer for answer in answers])

    def _shares(self, answers: list[Any]) -> Array:
        assert self.classes is not None
        labels = self.classes.tolist()
        table = np.array([[answer.get(label, 0.0) for label in labels] for answer in answers])
        total = table.sum(axis=1, keepdims=True)
        return np.where(total > 0, table / np.where(total > 0, total, 1.0), 1.0 / len(labels))

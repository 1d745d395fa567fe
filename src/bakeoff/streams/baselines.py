"""What knows nothing of the features: the majority class and the last class, or the mean and the last value, so far."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.streams.online import OnlineLearner
from bakeoff.streams.source import Examples

__all__ = ["baselines_of"]


def baselines_of(classes: Array | None) -> dict[str, OnlineLearner]:
    """The baselines of a stream of classes, or of numbers where there are none."""
    if classes is None:
        return {"mean so far": _Constant(RunningMean()), "last value": _Constant(Last(0.0))}
    return {
        "majority class": _Constant(RunningMajority(classes[0].item())),
        "last class": _Constant(Last(classes[0].item())),
    }


@dataclass(slots=True)
class RunningMajority:
    """The class that was most common so far; of several the one that was there first."""

    answer: Any
    counts: Counter[Any] = field(default_factory=Counter)

    def learn(self, label: Any) -> None:
        self.counts[label] += 1
        if self.counts[label] > self.counts[self.answer]:
            self.answer = label


@dataclass(slots=True)
class Last:
    """The label that came last."""

    answer: Any

    def learn(self, label: Any) -> None:
        self.answer = label


@dataclass(slots=True)
class RunningMean:
    """The mean of the values so far."""

    answer: float = 0.0
    n: int = 0

    def learn(self, label: float) -> None:
        self.n += 1
        self.answer += (label - self.answer) / self.n


@dataclass(slots=True)
class _Constant:
    """Such a rule as a learner: one answer for all examples that are predicted at a time."""

    rule: RunningMajority | Last | RunningMean

    def learn(self, examples: Examples) -> None:
        for label in examples.labels.tolist():
            self.rule.learn(label)

    def predict(self, examples: Examples) -> Array:
        return np.array([self.rule.answer] * len(examples))

    def probabilities(self, examples: Examples) -> Array:
        raise NotImplementedError("baselines predict labels")

    @property
    def by_one(self) -> bool:
        return True

    @property
    def recorded(self) -> bool:
        return False

    def predict_and_learn(self, examples: Examples, *, probabilities: bool) -> Array:
        answers = []
        for label in examples.labels.tolist():
            answers.append(self.rule.answer)
            self.rule.learn(label)
        return np.array(answers)

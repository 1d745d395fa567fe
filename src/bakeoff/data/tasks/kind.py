"""TaskKind: the declaration of one kind of task, and the forms that targets and answers can have."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import numpy as np

from bakeoff.core.checks import Array

__all__ = ["AnswerForm", "TargetForm", "TaskKind"]


class TargetForm(StrEnum):
    """How the target of a data set is kept."""

    CODES = "codes"  # int64 codes into the classes
    NUMBERS = "numbers"  # float64
    LABEL_MATRIX = "matrix of 0 and 1"  # int64, one column per label
    NUMBER_MATRIX = "matrix of numbers"  # float64, one column per output


class AnswerForm(StrEnum):
    """What a predicted label is."""

    CLASS = "class"  # a code into the classes of the data set
    CLUSTER = "cluster"  # a number of the learner's own, -1 for rows that belong to none
    NUMBER = "number"
    LABELS = "labels"  # 0 or 1 for each label
    NUMBERS = "numbers"  # one for each output


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class TaskKind:
    """What is to be predicted about a row, declared once: the other rooms read these fields and name no task.

    `title` names the target inside a sentence, `noun` the work. `arguments` are those of `bo.measure` and its like that
    this task reads beside truth and labels; the others are refused. `target_problem` says what is wrong with target values
    beyond their form. Measures that are declared for the tasks of `measured_as` are for this task too.

    >>> from bakeoff.data.tasks import tasks
    >>> tasks["ordinal"], tasks["ordinal"].ordered, tasks["regression"].classifies
    (<TaskKind ordinal>, True, False)
    """

    name: str
    title: str
    noun: str
    target: TargetForm
    answer: AnswerForm
    panel_measures: tuple[str, ...]  # shown if none is named
    study_measures: tuple[str, ...]  # of a study; the first is the primary one
    loss: str  # the measure that is a loss of each row, where one is needed and none is named
    baselines: tuple[str, ...]  # learners that look at no column
    arguments: frozenset[str] = frozenset()
    most_classes: int | None = None
    ordered: bool = False  # the classes are a scale
    in_lists: bool = False  # rows are items of the lists of queries, and their order is what counts
    measured_as: tuple["TaskKind", ...] = ()
    target_problem: Callable[[Array], str] | None = None
    refuses: dict[str, str] = field(default_factory=dict)  # verbs that make no sense for it, each with the reason

    def __eq__(self, other: object) -> bool:
        """A task equals its name, so that users can compare what they typed with what they got."""
        return self is other or (isinstance(other, str) and self.name == other)

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"<TaskKind {self.name}>"

    def __str__(self) -> str:
        return self.name

    @property
    def coded(self) -> bool:
        """Whether the target is one of finitely many classes."""
        return self.target is TargetForm.CODES

    @property
    def classifies(self) -> bool:
        """Whether a prediction names one of these classes; a cluster is none."""
        return self.answer is AnswerForm.CLASS

    @property
    def clusters(self) -> bool:
        """Whether a prediction is a number of the learner's own."""
        return self.answer is AnswerForm.CLUSTER

    @property
    def numeric(self) -> bool:
        """Whether a prediction is a number."""
        return self.answer is AnswerForm.NUMBER

    @property
    def in_columns(self) -> bool:
        """Whether a target is several values, one column each."""
        return self.target in {TargetForm.LABEL_MATRIX, TargetForm.NUMBER_MATRIX}

    @property
    def takes_positive(self) -> bool:
        """Whether one of its classes can be the positive one."""
        return self.classifies and self.most_classes == 2

    @property
    def against_rest(self) -> bool:
        """Whether curves are drawn of one class against the rest."""
        return self.classifies and not self.takes_positive

    @property
    def dtype(self) -> type[Any]:
        """The type of target values."""
        return np.int64 if self.target in {TargetForm.CODES, TargetForm.LABEL_MATRIX} else np.float64

    def strata(self, target: Array) -> Array | None:
        """What a sample keeps the shares of; None where there are no classes."""
        return target if self.coded else None

    def shares(self, target: Array, classes: int) -> Array | None:
        """The share of each class; None where there are no classes, zeros without rows."""
        return np.bincount(target, minlength=classes) / max(len(target), 1) if self.coded else None

    def spelled(self, target: Array, classes: tuple[str, ...]) -> Array:
        """Target values as a person writes them: names of classes, or numbers."""
        return np.asarray(np.array(classes, dtype=object)[target]) if self.coded else target

    def wrong(self, label: Array, y_true: Array) -> Array:
        """How wrong each answer is: 0 or 1 for a class, the distance for a number."""
        if self.in_columns:
            return np.asarray(np.abs(label - y_true).mean(axis=1))
        return np.asarray(label != y_true, dtype=np.float64) if self.coded else np.abs(label - y_true)

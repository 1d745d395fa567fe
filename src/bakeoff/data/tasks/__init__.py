"""Kinds of task, one declaration each; a package adds its own by the entry point `bakeoff.tasks`."""

import copyreg
from collections.abc import Callable

from bakeoff.core.catalogue import Catalogue
from bakeoff.data.tasks.binary import BINARY
from bakeoff.data.tasks.clustering import CLUSTERING
from bakeoff.data.tasks.kind import AnswerForm, TargetForm, TaskKind
from bakeoff.data.tasks.multiclass import MULTICLASS
from bakeoff.data.tasks.multilabel import MULTILABEL
from bakeoff.data.tasks.multioutput import MULTIOUTPUT
from bakeoff.data.tasks.ordinal import ORDINAL
from bakeoff.data.tasks.query_lists import RANKED_LISTS
from bakeoff.data.tasks.regression import REGRESSION

__all__ = [
    "ALL", "BINARY", "CLUSTERING", "MULTICLASS",
    "MULTILABEL",
    "MULTIOUTPUT", "ORDINAL", "RANKED_LISTS", "REGRESSION", "AnswerForm", "TargetForm", "TaskKind", "task_named", "tasks",
]  # fmt: skip

ALL: tuple[TaskKind, ...] = (
    BINARY, MULTICLASS, ORDINAL, REGRESSION, CLUSTERING, MULTILABEL, MULTIOUTPUT, RANKED_LISTS,
)  # in the order of help and docs  # fmt: skip
tasks: Catalogue[TaskKind] = Catalogue("task", ALL, group="bakeoff.tasks")


def task_named(task: TaskKind | str) -> TaskKind:
    """The task of that name.

    >>> task_named("ordinal")
    <TaskKind ordinal>
    """
    return task if isinstance(task, TaskKind) else tasks[task]


def _reduced(task: TaskKind) -> tuple[Callable[[TaskKind | str], TaskKind], tuple[str]]:
    """Another process knows the declaration by its name, so that a task stays one object there too."""
    return task_named, (task.name,)


copyreg.pickle(TaskKind, _reduced)

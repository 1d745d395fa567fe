"""Order and Answer: what goes to whoever runs a unit, and what comes back."""

from dataclasses import dataclass, field
from typing import Any

from bakeoff.core.checks import Array
from bakeoff.runs.process.pickling import packed
from bakeoff.runs.unit import Failure, UnitKey
from bakeoff.runs.work import Work, train_and_test_rows

__all__ = ["Answer", "Limits", "Order", "order_for", "packed_learners"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one unit may use; None means as much as it likes."""

    seconds: float | None = None
    memory: float | None = None  # bytes


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Order:
    """One unit to be run: everything about it but the data and the learner, which are sent once and named here."""

    key: UnitKey
    data: str
    learner: str
    seed: int
    train: Array
    test: Array
    limits: Limits
    expected: float  # seconds, a guess


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Answer:
    """What became of an order. Arrays are as the child sent them: not yet checked."""

    key: UnitKey
    header: dict[str, Any] = field(default_factory=dict)
    arrays: dict[str, Array] = field(default_factory=dict)
    failure: Failure | None = None  # the child died
    blameless: bool = False  # ... and it need not have been the unit's fault
    begun: bool = True  # False: it was only waiting its turn
    spent: float = 0.0  # seconds, where the child could not say


def order_for(work: Work, key: UnitKey, limits: Limits, expected: float) -> Order:
    """The order for that unit."""
    train, test = train_and_test_rows(work.datasets[key.dataset], work.plans[key.dataset], key)
    return Order(
        key=key,
        data=key.dataset,
        learner=key.learner,
        seed=work.seed,
        train=train,
        test=test,
        limits=limits,
        expected=expected,
    )


def packed_learners(work: Work) -> dict[str, bytes]:
    """Each learner as bytes for a child, in a file of its own making."""
    return {name: packed(learner) for name, learner in work.learners.items()}

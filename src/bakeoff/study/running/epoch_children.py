"""Training step by step in child processes with the limits of the study: what a learner does there costs its own curve only."""

from collections import Counter, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import nan
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.cores import cores
from bakeoff.core.errors import BakeoffError, NotApplicable
from bakeoff.data.dataset import Dataset
from bakeoff.learners.estimators import SklearnLearner
from bakeoff.learners.learner import Outputs
from bakeoff.measures import measure_named
from bakeoff.runs.local import limits_of
from bakeoff.runs.process.pickling import packed
from bakeoff.runs.process.pool import Pool
from bakeoff.runs.unit import UnitKey
from bakeoff.runs.work import Answer, Order
from bakeoff.study.running.epoch_curve import EpochRun, FitRows, FitScores, chance_of, fit_scores

__all__ = ["EpochChildren", "StepwiseFit"]

_ATTEMPTS = 3  # of a fit whose process was killed from outside
_EXPECTED = 1.0  # seconds; no fit is sent ahead


@dataclass(frozen=True, slots=True, kw_only=True)
class StepwiseFit:
    """In the child: a learner that is fitted step by step, and whose model knows nothing but the scores.

    It gets training and validation rows together; `training` says how many of them, the first ones, train.
    """

    learner: SklearnLearner
    measure: str
    epochs: tuple[int, ...]
    training: int = 0

    def configured(self, settings: str) -> "StepwiseFit":
        """For so many training rows."""
        return replace(self, training=int(settings))

    def fit(self, data: Dataset, rng: np.random.Generator) -> "_Scored":
        """The scores of one fit."""
        every = np.arange(len(data))
        rows = FitRows(data=data, train=every[: self.training], test=every[self.training :])
        try:
            result = fit_scores(self.learner, rows, measure_named(self.measure), self.epochs, rng)
        except BakeoffError as error:
            return _Scored(facts={"refused": str(error)})
        return _Scored(facts={"scores": result.scores.tolist(), "failure": result.failure})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scored:
    facts: dict[str, Any]

    @staticmethod
    def predict(features: Array) -> Outputs:  # noqa: ARG004  # no rows are asked about
        return Outputs()


@dataclass(frozen=True, slots=True, kw_only=True)
class EpochChildren:
    """Fits of a curve, each in a child with these limits: seconds and MB for each split."""

    workers: int | None = None
    timeout: float | None = None
    memory: float | None = None
    threads: int = 1

    def __call__(self, learner: SklearnLearner, course: EpochRun) -> list[FitScores]:
        """The scores of every split; a child that dies or takes too long leaves the reason."""
        fit = StepwiseFit(learner=learner, measure=course.measure.name, epochs=tuple(course.epochs))
        orders = {order.key: order for order in self._orders(learner, course)}
        workers = min(self.workers or cores(), len(orders))
        learners, datasets = {learner.name: packed(fit)}, {course.data.name: course.data}
        with Pool(workers, datasets=datasets, learners=learners, threads=self.threads, keep=True) as pool:
            scores_by_unit = {answer.key: _read(answer, len(course.epochs)) for answer in _answers(pool, orders)}
        return [scores_by_unit[key] for key in orders]

    def _orders(self, learner: SklearnLearner, course: EpochRun) -> Iterator[Order]:
        limits = limits_of(self.timeout, self.memory)
        for split in course.plan.splits:
            yield Order(
                key=UnitKey(
                    dataset=course.data.name, learner=learner.name, scheme=course.plan.scheme, repeat=split.repeat, fold=split.fold
                ),
                data=course.data.name, learner=learner.name, seed=course.seed, train=np.concatenate([split.train, split.test]),
                test=np.empty(0, dtype=np.int64), limits=limits, expected=_EXPECTED, settings=str(len(split.train)),
                chance=chance_of(learner, course, split),
            )  # fmt: skip


def _answers(pool: Pool, orders: Mapping[UnitKey, Order]) -> Iterator[Answer]:
    """One for each order; what was killed from outside is tried again."""
    waiting, attempts = deque(orders.values()), Counter[UnitKey]()
    while waiting or pool.running:
        while waiting and pool.accepts(waiting[0].learner, _EXPECTED, len(waiting[0].train)):
            pool.submit(waiting.popleft())
        for answer in pool.wait(0.5):
            attempts[answer.key] += answer.begun
            if answer.blameless and attempts[answer.key] < _ATTEMPTS:
                waiting.append(orders[answer.key])
            else:
                yield answer


def _read(answer: Answer, steps: int) -> FitScores:
    """What came back, checked: a learner may have written on the wire of its child."""
    none = np.full((2, steps), nan)
    if answer.failure is not None:
        return FitScores(scores=none, failure=answer.failure.message)
    stopped = answer.header.get("failure")
    if isinstance(stopped, dict):
        return FitScores(scores=none, failure=str(stopped.get("message", ""))[:200] or "without a message")
    facts = answer.header.get("facts")
    facts = facts if isinstance(facts, dict) else {}
    if "refused" in facts:
        raise NotApplicable(str(facts["refused"])[:500])
    scores = _table(facts.get("scores"), steps)
    if scores is None:
        return FitScores(scores=none, failure="its scores cannot be read")
    return FitScores(scores=scores, failure=str(facts.get("failure", ""))[:200])


def _table(content: object, steps: int) -> Array | None:
    try:
        table = np.array(content, dtype=np.float64)
    except (TypeError, ValueError):
        return None
    return table if table.shape == (2, steps) else None

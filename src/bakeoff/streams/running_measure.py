"""RunningMeasure: a measure at every example of a stream that arrives in parts, from the summary that it reads."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.measures.measure import Measure
from bakeoff.predictions.kinds.running_sums import HELD, carried
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.summaries.kind import RunningSummary
from bakeoff.streams.forgetting import Forgetting, RunningSums

__all__ = ["RunningMeasure", "ValueAlong", "has_running_sums", "running_measure", "value_along"]


@dataclass(slots=True, kw_only=True)
class RunningMeasure:
    """The values of a measure along a stream: `extend` takes the next examples and returns a value for each."""

    measure: Measure
    forgetting: Forgetting
    seen: int = 0
    summary: RunningSummary | None = None

    def extend(self, pred: Predictions) -> Array:
        """The value after each of these examples; NaN where the measure is undefined."""
        if self.summary is None:
            self.summary = self._start()
        step = self.summary.step(pred)
        parts = (
            [pred]
            if len(pred) <= step
            else [pred.take(slice(start, start + step)) for start in range(0, len(pred), step)]
        )
        return np.concatenate([self._part(part) for part in parts]) if len(pred) else np.empty(0)

    def state(self) -> dict[str, Any]:
        """What a checkpoint must keep, as plain lists."""
        return {"seen": self.seen, **({} if self.summary is None else self.summary.state())}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from such a state."""
        self.seen = int(state["seen"])
        if "carry" in state:
            self.summary = self._start()
            self.summary.restore(state)

    def _start(self) -> RunningSummary:
        """The running summary that the measure reads: of losses where it is their mean."""
        start = _Losses if self.measure.per_row is not None else self.measure.reads.stream
        assert start is not None
        return start(measure=self.measure, sums=RunningSums(forgetting=self.forgetting))

    def _part(self, pred: Predictions) -> Array:
        assert self.summary is not None
        weights = self.forgetting.weights(self.seen, self.seen + len(pred))
        self.seen += len(pred)
        with np.errstate(invalid="ignore", divide="ignore"):
            values = self.summary.values(pred, weights)
        return np.broadcast_to(np.asarray(values, dtype=np.float64), (len(pred),))


class ValueAlong(Protocol):
    """A measure along a stream."""

    def extend(self, pred: Predictions) -> Array: ...  # the last entry is the value after these examples

    def state(self) -> dict[str, Any]: ...

    def restore(self, state: Mapping[str, Any]) -> None: ...


@dataclass(slots=True, kw_only=True)
class KeptRows:
    """A measure that needs its examples at once: the last ones of a window, or all of them, are kept."""

    measure: Measure
    window: int | None
    rows: Predictions | None = None

    def extend(self, pred: Predictions) -> Array:
        """One value, after the last of these examples."""
        rows = pred if self.rows is None else self.rows.merge(pred)
        if self.window is not None and len(rows) > self.window:
            rows = rows.take(slice(len(rows) - self.window, None))
        self.rows = rows
        return np.array([self.measure(rows)])

    def state(self) -> dict[str, Any]:
        """Nothing: a run with such a measure has no checkpoint."""
        return {}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Nothing can be restored."""


def value_along(measure: Measure, forgetting: Forgetting) -> ValueAlong:
    """The measure along a stream, from running sums where it has them."""
    if has_running_sums(measure):
        return RunningMeasure(measure=measure, forgetting=forgetting)
    return KeptRows(measure=measure, window=forgetting.window)


def running_measure(measure: Measure, forgetting: Forgetting) -> RunningMeasure:
    """Such a measure; raises BadInput for one that has no running sums."""
    if not has_running_sums(measure):
        raise BadInput(
            f"{measure.short} has no running sums, because it needs all its examples at once: give a window, and how often it is "
            "computed, for example window=1000, every=100"
        )
    return RunningMeasure(measure=measure, forgetting=forgetting)


def has_running_sums(measure: Measure) -> bool:
    """Whether it can be had from sums over examples; clusters have no fixed number, so their tables do not add up."""
    summed = measure.per_row is not None or measure.reads.stream is not None
    return summed and not any(task.clusters for task in measure.tasks)


@dataclass(slots=True, kw_only=True)
class _Losses:
    """Running means of one quantity of each row."""

    measure: Measure
    sums: RunningSums

    def step(self, _: Predictions) -> int:
        return max(HELD // 4, 4 * (self.sums.forgetting.window or 0))

    def values(self, pred: Predictions, weights: Array) -> Array:
        assert self.measure.per_row is not None
        rows = np.asarray(self.measure.per_row(pred), dtype=np.float64)
        means = self.sums.push(rows[:, None])[:, 0] / weights
        return means if self.measure.after is None else np.asarray(self.measure.after(means))  # type: ignore[arg-type]  # a ufunc

    def state(self) -> dict[str, Any]:
        return {"carry": self.sums.carry.tolist()}

    def restore(self, state: Mapping[str, Any]) -> None:
        self.sums.carry = carried(state["carry"], self.sums.forgetting.window)
        if self.sums.carry.size and self.sums.carry.shape[1] != 1:
            raise ValueError("sums of another measure")

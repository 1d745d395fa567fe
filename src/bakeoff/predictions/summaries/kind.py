"""SummaryKind: the declaration of what measures read instead of rows."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from bakeoff.core.checks import Array
from bakeoff.predictions.outputs import Output
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.summaries.pivot import Pivot

__all__ = ["Reader", "RunningSummary", "SummaryKind"]

Draws = Any  # Resamples of predictions/resampling, which are made of kinds
Made = Any  # Summaries, which hold one of each kind


class Reader(Protocol):
    """What a kind knows of a measure that reads it."""

    @property
    def name(self) -> str: ...
    @property
    def reads(self) -> "SummaryKind": ...
    @property
    def compute(self) -> Callable[[Any], float]: ...
    @property
    def sweep(self) -> Any: ...
    @property
    def of_first(self) -> Any: ...


class RunningSummary(Protocol):
    """A summary at every example of a stream that arrives in parts; `state` is plain lists, for a checkpoint."""

    def step(self, pred: Predictions) -> int: ...
    def values(self, pred: Predictions, weights: Array) -> Any: ...
    def state(self) -> dict[str, Any]: ...
    def restore(self, state: Any) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class SummaryKind:
    """What some measures read, declared once: estimates, panels, files in parts, streams and studies read these fields.

    `compute` makes a summary: an object with the number of rows `n` and `merge(other)`, which gives the summary of both
    parts (chunks of a file, workers); where it holds on to rows, `settled()` gives it without them. The other functions are
    quicker ways; without them resamples are made of rows, by groups and weights too, and each is summed up anew.

    >>> from bakeoff.predictions.kinds import CONFUSION
    >>> CONFUSION, CONFUSION.tabulated, CONFUSION.adds_up
    (<SummaryKind confusion>, True, True)
    """

    name: str
    title: str  # in a sentence: "the confusion matrix"
    outputs: frozenset[Output] = frozenset()  # which it is made of: one of these is enough
    compute: Callable[[Predictions, Pivot | None], Any]
    resample: Callable[[Draws, Reader], Array] | None = None  # the measure on every resample of rows or groups
    leave_out: Callable[[Draws, Reader], tuple[Array, Array] | None] | None = (
        None  # the measure without each row or group, and how many rows each value stands for; None: by blocks of rows
    )
    by_content: Callable[[Draws, Reader], bool] | None = (
        None  # whether resamples of rows depend on what the rows hold alone, not on their order
    )
    cost: Callable[[Draws, Reader], float] | None = None  # rows that a resample walks over; None: all of them
    part: Callable[[Predictions, Made, bool, bool], None] | None = (
        None  # keeps what is needed of a part of a file: in bins or not, drawn together or not; None: the summary itself
    )
    stream: Callable[..., RunningSummary] | None = (
        None  # of a measure and running sums; None: it needs its rows at once
    )
    columns: Callable[[Reader, Any], dict[Any, Any]] | None = (
        None  # quantities of each row that the measure reads, where the summary is RowMeans: it has the delta method
    )
    several: Callable[[Any], None] | None = None  # makes at once what several measures will read
    tabulated: bool = False  # the summary is a confusion matrix (Counts): rows of one cell are alike
    by_order: bool = False  # the summary is a Ranking: the order of scores alone is seen
    whole_lists: bool = False  # rows add up where all items of a query are together: in a part, a group, a resample
    whole_rows: bool = False  # the summary is the rows themselves: the measure may jump where one is left out
    from_run: bool = False  # measured while a study runs, not computed from predictions

    def __repr__(self) -> str:
        return f"<SummaryKind {self.name}>"

    @property
    def adds_up(self) -> bool:
        """Whether sums over groups of rows tell all, so that a cluster bootstrap needs no rows."""
        return self.tabulated or self.columns is not None

"""Rolling origin: train on the past, test on what comes next, move on."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from bakeoff.core.checks import Array, count
from bakeoff.core.errors import BadInput
from bakeoff.data.dataset import Dataset
from bakeoff.splits.checks import call_text, checked_plan, enough_rows, missing_entries
from bakeoff.splits.plan import Split, SplitPlan

__all__ = ["RollingOrigin"]


@dataclass(frozen=True, slots=True)
class RollingOrigin:
    """Train on the first `initial` points in time, test on the next `horizon`, move on by `step`, again and again.

    A point in time is one distinct value of the data set's times, so that rows of the same moment are never on both
    sides; without times every row is a point, in the order of the rows. `step` 0 means the horizon: every later row is
    tested once. A "sliding" window forgets the oldest points and keeps `initial` of them; "expanding" keeps all.
    `order`: "time" insists on times, "rows" ignores them, "auto" takes what there is and says so.

    >>> RollingOrigin(100, horizon=10).name
    'rolling-origin(100, horizon=10)'
    """

    initial: int
    horizon: int = 1
    step: int = 0
    window: Literal["expanding", "sliding"] = "expanding"
    order: Literal["auto", "time", "rows"] = "auto"

    def __post_init__(self) -> None:
        count("initial", self.initial)
        count("horizon", self.horizon)
        count("step", self.step, least=0)
        for name, allowed in (("window", ("expanding", "sliding")), ("order", ("auto", "time", "rows"))):
            if getattr(self, name) not in allowed:
                raise BadInput(f"{name} must be one of {', '.join(allowed)}, not {getattr(self, name)!r}")

    @property
    def name(self) -> str:
        return call_text("rolling-origin", self)

    @property
    def title(self) -> str:
        """The scheme in words."""
        return f"rolling origin, {self.window} window, from {self.initial} points on, {self.horizon} ahead"

    def plan(self, data: Dataset, seed: int) -> SplitPlan:
        """Cut at every origin; nothing is random. Incomplete horizons at the end are left out."""
        least = self.initial + self.horizon
        enough_rows(data, least, f"initial + horizon = {least}", "use a shorter initial part or horizon")
        moment, warnings = _moments(data, self.order)
        points = int(moment.max()) + 1
        if points < least:
            raise BadInput(
                f"data set {data.name!r} has {points} points in time, too few for initial + horizon = {least}; "
                "use a shorter initial part or horizon"
            )
        order = np.argsort(moment, kind="stable")
        start = np.searchsorted(moment[order], np.arange(points + 1))
        splits = []
        for fold, origin in enumerate(range(self.initial, points - self.horizon + 1, self.step or self.horizon)):
            first = 0 if self.window == "expanding" else origin - self.initial
            train = order[start[first] : start[origin]]
            test = order[start[origin] : start[origin + self.horizon]]
            splits.append(Split(repeat=0, fold=fold, train=train, test=test))
        cure = "use a longer initial part, so that it contains two classes"
        return checked_plan(self.name, data, seed, splits, cure=cure, warnings=warnings)


def _moments(data: Dataset, order: str) -> tuple[Array, tuple[str, ...]]:
    """The rank of each row's point in time, and what to say about it."""
    if order == "rows" or (order == "auto" and data.time is None):
        note = "no times are given, so the order of the rows is assumed to be the order in time"
        return np.arange(len(data)), (note,) if order == "auto" else ()
    if data.time is None:
        raise BadInput(f'data set {data.name!r} has no times; name the time column or use order="rows"')
    missing = missing_entries(data.time)
    if missing.any():
        row = int(np.flatnonzero(missing)[0])
        raise BadInput(f"data set {data.name!r}: row {row} has no time; fill it in or drop the row")
    moments: Array = np.unique(data.time, return_inverse=True)[1]
    return moments, ()

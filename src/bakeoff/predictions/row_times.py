"""The times of rows: checked once, and rows put in their order."""

from typing import Any

import numpy as np

from bakeoff.core.checks import Array, count
from bakeoff.core.errors import BadInput
from bakeoff.core.text import is_number
from bakeoff.predictions.class_labels import missing

__all__ = ["check_time_options", "check_times", "uneven_steps"]


def check_time_options(*, time: Any, series: Any, groups: Any, horizon: int = 1, runs: Any = None) -> None:
    """Refuse what only times give a meaning to, and what times exclude.

    >>> check_time_options(time=[1, 2], series=None, groups=None)
    """
    count("horizon", horizon, least=1)
    if time is None:
        if series is not None:
            raise BadInput(
                "series needs the time of each row (time, --time); without times name groups (groups, --groups)"
            )
        if horizon > 1:
            raise BadInput("horizon is for rows in time; name the time of each row (time, --time)")
        return
    if groups is not None:
        raise BadInput(
            "rows are counted in time or by group, not both; name series (series, --series) instead of groups"
        )
    if runs is not None:
        raise BadInput("runs of an item have no order in time; average them first, or leave runs (--runs) out")


def check_times(time: Any, n: int, series: Any = None) -> Array:
    """The time of each of `n` rows; refuses missing times, another number of rows, what has no order, and times that repeat within a series.

    >>> check_times([3, 1, 2], 3).tolist()
    [3, 1, 2]
    """
    times = np.asarray(time)
    if times.ndim != 1 or len(times) != n:
        raise BadInput(f"time has {times.size} entries for {n} rows; give the time of each row")
    gone = missing(times)
    if gone.any():
        raise BadInput(f"the time of row {int(np.argmax(gone)) + 1} is missing; drop the row or fill it in")
    times = _sortable(times)
    gone = np.isnat(times) if times.dtype.kind == "M" else np.zeros(n, dtype=bool)
    if gone.any():
        raise BadInput(f"the time of row {int(np.argmax(gone)) + 1} is missing; drop the row or fill it in")
    codes = np.unique(times, return_inverse=True)[1].reshape(-1)
    if series is not None:
        owner = np.asarray(series)
        if owner.shape != (n,):
            raise BadInput(f"series has {owner.size} entries for {n} rows; give the series of each row")
        codes = codes * n + np.unique(owner.astype(str), return_inverse=True)[1].reshape(-1)
    cells, first, counts = np.unique(codes, return_index=True, return_counts=True)
    if len(cells) < n:
        row = int(first[np.argmax(counts > 1)])
        cure = (
            "name the series of each row (series, --series)"
            if series is None
            else "keep one row for each time of a series"
        )
        raise BadInput(f"time {times[row]} occurs {counts.max()} times; {cure}")
    return times


def _sortable(times: Array) -> Array:
    """Numbers and dates as they are; texts as numbers or ISO dates, which have an order."""
    if times.dtype.kind in "iufM":
        return times
    texts = times.astype(str)
    try:
        return np.asarray(texts.astype(np.float64))
    except ValueError:
        numbers = [is_number(text) for text in texts.tolist()]
    try:
        dates = np.asarray(texts.astype("datetime64[us]"))
    except ValueError:
        wrong = next((text for text in texts.tolist() if not _is_date(text)), texts[0])
        raise BadInput(f"times such as {wrong[:40]!r} have no order; give numbers or dates as 2024-05-31") from None
    if any(numbers):
        number, date = texts[numbers.index(True)], texts[numbers.index(False)]
        raise BadInput(
            f"some times are numbers ({number[:40]!r}) and others dates ({date[:40]!r}); write all in one way"
        )
    return dates


def _is_date(text: str) -> bool:
    try:
        np.datetime64(text)
    except ValueError:
        return False
    return True


def uneven_steps(times: Array) -> bool:
    """Whether a step between neighbouring times is 1.5 times the usual one or more; months of 28 to 31 days are even.

    >>> uneven_steps(np.array([1, 2, 3, 5])), uneven_steps(np.array([1, 2, 3]))
    (True, False)
    """
    steps = np.diff(np.unique(times)).astype(np.float64)
    return bool(steps.size) and bool(steps.max() >= 1.5 * np.median(steps))

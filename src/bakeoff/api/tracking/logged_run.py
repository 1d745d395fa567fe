"""LoggedRun: what a tracker of experiments is given about a study, a comparison or one learner, as plain facts."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path

from bakeoff.core.text import clean, elide
from bakeoff.estimates.estimate import Estimate

__all__ = ["LoggedFile", "LoggedRun", "interval_metrics", "safe_names", "tags_of"]

LONGEST_PARAM = 500  # letters; older servers refuse more
LONGEST_TAG = 5000
_UNSAFE = re.compile(r"[^\w\-. ]")  # what the name of a metric may not contain


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedFile:
    """A file of a run: its name, and what writes it to a path of that name."""

    name: str
    write: Callable[[Path], object] = field(repr=False, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedRun:
    """One run: settings, numbers, words and files, and the runs inside it."""

    name: str
    params: Mapping[str, str] = field(default_factory=dict)
    metrics: Mapping[str, float] = field(default_factory=dict)
    tags: Mapping[str, str] = field(default_factory=dict)
    files: tuple[LoggedFile, ...] = ()
    children: tuple["LoggedRun", ...] = ()


def interval_metrics(name: str, estimate: Estimate) -> tuple[dict[str, float], dict[str, str]]:
    """The value and the ends of its interval as metrics; what is undefined is a tag with its reason.

    >>> interval_metrics("accuracy", Estimate(value=0.8, low=0.7, high=0.9, level=0.95, method="Wilson", n=10))
    ({'accuracy': 0.8, 'accuracy_low': 0.7, 'accuracy_high': 0.9}, {'bakeoff.interval.accuracy': '95%, Wilson, n = 10'})
    """
    ends = {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}
    metrics = {key: float(value) for key, value in ends.items() if isfinite(value)}
    why = "; ".join(estimate.warnings)
    if name not in metrics:
        return {}, {f"bakeoff.undefined.{name}": why or "undefined"}
    if len(metrics) == 1:
        return metrics, ({f"bakeoff.interval.{name}": why} if why else {})
    return metrics, {f"bakeoff.interval.{name}": f"{100 * estimate.level:.4g}%, {estimate.method}, n = {estimate.n}"}


def safe_names(names: Iterable[str]) -> dict[str, str]:
    """Names of data sets as parts of the names of metrics: letters that a server refuses are replaced, and no two become one.

    >>> safe_names(["iris", "a/b", "a?b"])
    {'iris': 'iris', 'a/b': 'a_b', 'a?b': 'a_b 2'}
    """
    safe: dict[str, str] = {}
    for name in names:
        plain = _UNSAFE.sub("_", name).strip(" .")[:100] or "data"
        count = 1
        while (plain if count == 1 else f"{plain} {count}") in safe.values():
            count += 1
        safe[name] = plain if count == 1 else f"{plain} {count}"
    return safe


def tags_of(values: Mapping[str, object]) -> dict[str, str]:
    """Tags that a server takes: no control characters, not too long; what is empty is left out."""
    texts = {name: elide(clean(str(value)), LONGEST_TAG) for name, value in values.items() if value not in (None, "")}
    return {name: text for name, text in texts.items() if text}

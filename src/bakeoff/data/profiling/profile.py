"""What a data set is like before anything is learned from it, and what looks suspicious about it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import nan
from types import MappingProxyType

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.notes import Note, Subject
from bakeoff.data import notes as kinds
from bakeoff.data.dataset import ColumnKind, Dataset, Task
from bakeoff.data.profiling.duplicate_rows import row_groups
from bakeoff.data.profiling.leaks import Leak, binned, identifiers, leaks

__all__ = ["Profile", "profile"]

_SAMPLE = 20_000  # rows behind skewness and mutual information
_FEW = 30  # rows
_RARE = 10  # rows of a class


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """Size, balance, gaps, repetitions, suspects and simple characteristics of a data set."""

    name: str
    task: Task
    fingerprint: str
    n: int
    p: int
    kinds: Mapping[str, int]  # how many columns of each kind
    class_counts: Mapping[str, int]
    class_shares: Mapping[str, float]
    imbalance: float  # rows of the largest class per row of the smallest; NaN for regression
    missing_share: float  # of all cells
    missing: Mapping[str, float]  # share of gaps, by column
    infinite: tuple[str, ...]  # columns with infinite values
    duplicated: int  # rows whose features repeat those of an earlier row
    conflicting: int  # rows that share their features with a row of another target
    constant: tuple[str, ...]
    identifiers: tuple[str, ...]
    leaks: tuple[Leak, ...]
    trivial_error: float  # of the majority class, or the standard deviation of the target
    mean_abs_skew: float  # over numeric columns
    class_entropy: float  # bits; NaN for regression
    mean_mutual_information: float  # bits between class and column, in ten bins; NaN for regression
    rows_per_column: float
    notes: tuple[Note, ...] = ()

    @property
    def warnings(self) -> tuple[str, ...]:
        """The notes in words."""
        return tuple(map(str, self.notes))


def profile(data: Dataset) -> Profile:
    """Look at a data set once, before a run.

    >>> from bakeoff.data.load import load
    >>> seen = profile(load("iris"))
    >>> seen.n, seen.p, round(seen.trivial_error, 3), seen.duplicated
    (150, 4, 0.667, 1)
    """
    counts = np.bincount(data.target, minlength=len(data.classes)) if data.task.labelled else np.empty(0, np.int64)
    gaps = np.isnan(data.features)
    duplicated, conflicting = _repeated(data)
    look = data.take(np.linspace(0, len(data) - 1, _SAMPLE).astype(np.int64)) if len(data) > _SAMPLE else data
    names = [column.name for column in data.columns]
    found = Profile(
        name=data.name,
        task=data.task,
        fingerprint=data.fingerprint,
        n=len(data),
        p=len(data.columns),
        kinds=MappingProxyType({kind.value: sum(one.kind is kind for one in data.columns) for kind in ColumnKind}),
        class_counts=MappingProxyType(dict(zip(data.classes, counts.tolist(), strict=True))),
        class_shares=MappingProxyType(dict(zip(data.classes, (counts / max(len(data), 1)).tolist(), strict=True))),
        imbalance=_ratio(counts),
        missing_share=float(gaps.mean()) if gaps.size else 0.0,
        missing=MappingProxyType(dict(zip(names, _shares(gaps), strict=True))),
        infinite=tuple(np.array(names, dtype=object)[np.isinf(data.features).any(axis=0)]),
        duplicated=duplicated,
        conflicting=conflicting,
        constant=_constant(data),
        identifiers=identifiers(data),
        leaks=leaks(data),
        trivial_error=_trivial(data, counts),
        mean_abs_skew=_skew(look),
        class_entropy=_entropy(counts),
        mean_mutual_information=_information(look),
        rows_per_column=len(data) / max(len(data.columns), 1),
    )
    return replace(found, notes=_notes(found, positive=data.positive))


def _notes(seen: Profile, *, positive: str | None) -> tuple[Note, ...]:
    """Return what people should think about, the gravest first."""
    about = Subject(dataset=seen.name)
    made = [kinds.TARGET_TWICE(about, column=leak.column) for leak in seen.leaks if leak.same]
    if giveaways := [leak.column for leak in seen.leaks if not leak.same]:
        made.append(kinds.GIVEAWAYS(about, columns=tuple(giveaways)))
    if seen.identifiers:
        made.append(kinds.IDENTIFIERS(about, columns=seen.identifiers))
    if seen.n < _FEW:
        made.append(kinds.FEW_ROWS(about, n=seen.n))
    if seen.duplicated > 0.05 * seen.n:
        made.append(kinds.REPEATED_ROWS(about, repeated=seen.duplicated, n=seen.n))
    if seen.task is not Task.REGRESSION and seen.conflicting > 0.01 * seen.n:
        made.append(kinds.CONFLICTING_ROWS(about, conflicting=seen.conflicting))
    made += _column_notes(seen, about)
    if (rare := {name: n for name, n in seen.class_counts.items() if n < _RARE}) and seen.task is not Task.CLUSTERING:
        made.append(kinds.RARE_CLASSES(about, classes=rare, least=_RARE))
    largest = max(seen.class_shares, key=lambda name: seen.class_shares[name], default="")
    if seen.class_shares and seen.class_shares[largest] >= 0.9:
        made.append(kinds.IMBALANCE(about, largest=largest, share=seen.class_shares[largest]))
    if seen.task is Task.BINARY and positive is None:
        made.append(kinds.NO_POSITIVE(about))
    return tuple(made)


def _column_notes(seen: Profile, about: Subject) -> list[Note]:
    sparse = tuple(name for name, share in seen.missing.items() if share > 0.5 and name not in seen.constant)
    parts = {kinds.INFINITE: seen.infinite, kinds.CONSTANT: seen.constant, kinds.MOSTLY_MISSING: sparse}
    made = [kind(about, columns=names) for kind, names in parts.items() if names]
    return [*made, kinds.MORE_COLUMNS(about, p=seen.p, n=seen.n)] if seen.p > seen.n else made


def _shares(gaps: Array) -> list[float]:
    shares: list[float] = gaps.mean(axis=0).tolist() if len(gaps) else [0.0] * gaps.shape[1]
    return shares


def _repeated(data: Dataset) -> tuple[int, int]:
    if not len(data):
        return 0, 0
    groups = row_groups(data.features)
    several = np.bincount(groups) > 1
    _, target = np.unique(data.target, return_inverse=True)
    pairs = np.unique(groups * (int(target.max()) + 1) + target) // (int(target.max()) + 1)
    torn = np.bincount(pairs) > 1  # groups in which more than one target occurs
    return int(len(data) - len(several)), int(np.count_nonzero(torn[groups]))


def _ratio(counts: Array) -> float:
    held = counts[counts > 0]
    return float(held.max() / held.min()) if held.size else nan


def _constant(data: Dataset) -> tuple[str, ...]:
    def still(values: Array) -> bool:
        gaps = np.isnan(values)
        if gaps.any():  # a single value with gaps is not constant: the gaps themselves may tell something
            return bool(gaps.all())
        return not len(values) or bool(np.all(values == values[0]))

    return tuple(column.name for at, column in enumerate(data.columns) if still(data.features[:, at]))


def _trivial(data: Dataset, counts: Array) -> float:
    if not len(data):
        return nan
    return float(1 - counts.max() / len(data)) if data.task.labelled else float(np.std(data.target))


def _entropy(counts: Array) -> float:
    shares = counts[counts > 0] / counts.sum() if counts.size else counts
    return float(-np.sum(shares * np.log2(shares))) + 0.0 if counts.size else nan


def _skew(data: Dataset) -> float:
    found = []
    for at, column in enumerate(data.columns):
        values = data.features[:, at]
        values = values[np.isfinite(values)]
        if column.kind is ColumnKind.NUMERIC and len(values) > 2 and np.ptp(values) > 0:
            away = values - values.mean()
            found.append(abs(float(np.mean(away**3)) / float(np.mean(away**2)) ** 1.5))
    return float(np.mean(found)) if found else nan


def _information(data: Dataset) -> float:
    if not data.task.labelled or not len(data) or not data.columns:
        return nan
    width = len(data.classes)
    own = _entropy(np.bincount(data.target, minlength=width))
    found = []
    for at, column in enumerate(data.columns):
        values = data.features[:, at]
        if column.kind is ColumnKind.TEXT:
            continue  # nearly every text is its own bin
        if column.kind in {ColumnKind.NUMERIC, ColumnKind.DATE}:
            codes = binned(values, 10)
        else:
            codes = np.where(np.isnan(values), len(column.levels), values).astype(np.int64)
        joint = np.bincount(codes * width + data.target)
        found.append(own + _entropy(np.bincount(codes)) - _entropy(joint))
    return float(np.mean(found)) if found else nan

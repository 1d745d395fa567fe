"""What a data set is like before anything is learned from it, and what looks suspicious about it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import nan
from types import MappingProxyType

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.notes import Note, Subject
from bakeoff.data import notes as kinds
from bakeoff.data.dataset import Column, ColumnKind, Dataset
from bakeoff.data.tasks import BINARY, REGRESSION, TargetForm, TaskKind
from bakeoff.tabular.table import looks_like_text

__all__ = [
    "SAMPLE",
    "Profile",
    "binned",
    "entropy",
    "identifiers",
    "leaks",
    "profile",
    "row_groups",
    "study_profile",
    "target_codes",
]

_MIX = np.uint64(0xBF58476D1CE4E5B9)
_STEP = 0x9E3779B97F4A7C15
_TELLING = 8  # columns that are looked at first: mostly they tell all rows apart


def row_groups(features: Array) -> Array:
    """A number for each row, the same for rows with the same features (a gap equals a gap).

    >>> row_groups(np.array([[1.0, np.nan], [2.0, 0.0], [1.0, np.nan]])).tolist()
    [0, 1, 0]
    """
    if _all_differ(features[:, :_TELLING]):
        return np.arange(len(features))
    hashes = _hashes(features)
    order = np.argsort(hashes, kind="stable")
    alike = np.zeros(len(order), dtype=bool)
    near = np.flatnonzero(hashes[order][1:] == hashes[order][:-1])
    if near.size:  # equal hashes are made sure of: rows that only hash alike stay apart
        left, right = features[order[near]], features[order[near + 1]]
        alike[near + 1] = np.all((left == right) | (np.isnan(left) & np.isnan(right)), axis=1)
    starts = ~alike
    group = np.empty(len(order), dtype=np.int64)
    first_row = order[starts]  # a stable sort puts the earliest row of each group first
    group[order] = first_row[np.cumsum(starts) - 1]
    return np.unique(group, return_inverse=True)[1]


def _all_differ(features: Array) -> bool:
    """Whether surely no row repeats another: equal rows have equal hashes."""
    ranked = np.sort(_hashes(features))
    return bool((ranked[1:] != ranked[:-1]).all())


def _hashes(features: Array) -> Array:
    """64 bits per row, column by column, so that no copy of the whole matrix is made."""
    total = np.zeros(len(features), dtype=np.uint64)
    for index in range(features.shape[1]):
        column = features[:, index] + 0.0  # -0.0 becomes 0.0, and the caller's array stays as it is
        column[np.isnan(column)] = np.nan  # one bit pattern for every gap
        bits = column.view(np.uint64)
        bits ^= bits >> np.uint64(32)  # doubles of whole numbers differ in their upper bits only
        bits += np.uint64((_STEP * (index + 1)) % 2**64)
        bits *= _MIX
        bits ^= bits >> np.uint64(29)
        total += bits * np.uint64((_STEP * (2 * index + 1)) % 2**64 | 1)
    return total


_FEWEST = 20  # with fewer rows a perfect column may well be chance
SAMPLE = 20_000  # rows behind skewness and mutual information, and looked at first for leaks; suspects are checked on all rows
_NEARLY = 0.05  # a suspect leaves at most this share of the trivial error


@dataclass(frozen=True, slots=True, kw_only=True)
class Leak:
    """A column that predicts the target by itself: with this share of the trivial error left."""

    column: str
    left: float
    same: bool  # the column is the target under another name


def binned(values: Array, bins: int) -> Array:
    """Codes of bins with about equally many values each; gaps get the last code.

    >>> binned(np.array([1.0, 2.0, 3.0, 4.0, np.nan]), 2).tolist()
    [0, 0, 1, 1, 2]
    """
    gaps = np.isnan(values)
    held = np.sort(values[~gaps])
    if not held.size:
        return np.full(len(values), bins)
    cuts = np.unique(held[np.arange(1, bins) * len(held) // bins])
    return np.where(gaps, bins, np.searchsorted(cuts, values, side="right"))


def identifiers(data: Dataset) -> tuple[str, ...]:
    """Columns of words or whole numbers in which every row has a value of its own."""
    if len(data) < _FEWEST:
        return ()
    matrix = data.matrix
    head = matrix[:_FEWEST]
    fractions = (head != np.floor(head)).any(axis=0)  # of numbers the first rows tell mostly that they are not whole
    return tuple(
        column.name
        for index, column in enumerate(data.columns)
        if not (fractions[index] and column.kind is ColumnKind.NUMERIC) and _is_identifier(column, matrix[:, index])
    )


def _is_identifier(column: Column, values: Array) -> bool:
    if column.kind is ColumnKind.DATE or (column.kind is ColumnKind.TEXT and looks_like_text(column.levels)):
        return False
    if np.isnan(values).any() or np.any(values != np.floor(values)):
        return False
    return len(np.unique(values)) == len(values)


def leaks(data: Dataset) -> tuple[Leak, ...]:
    """Columns that predict the target (nearly) perfectly on their own, by one rule or one threshold."""
    if len(data) < _FEWEST or data.task.clusters:
        return ()
    if data.task.in_columns:
        return _leaks_of_columns(data)
    judge = _left_numbers if data.task.numeric else _left_classes
    few = slice(None) if len(data) <= SAMPLE else np.linspace(0, len(data) - 1, SAMPLE).astype(np.int64)
    harmless = np.zeros(len(data.columns), dtype=bool) if data.task.numeric else _harmless(data, few)
    leaking, matrix = [], data.matrix
    for index, column in enumerate(data.columns):
        values = matrix[:, index]
        if harmless[index] or judge(column, values[few], data.target[few]) > 2 * _NEARLY:
            continue
        left = judge(column, values, data.target)
        if left <= _NEARLY:
            leaking.append(Leak(column=column.name, left=left, same=left < 1e-9 and _renamed(values, data.target)))
    return tuple(leaking)


_MOST_TARGETS = 50  # columns of a target that are looked at one by one; of more none is


def _leaks_of_columns(data: Dataset) -> tuple[Leak, ...]:
    """Columns that give away one of several labels or outputs, each column once."""
    leaks_by_column: dict[str, Leak] = {}
    labels = data.task.target is TargetForm.LABEL_MATRIX
    for target in data.target.T if data.target.shape[1] <= _MOST_TARGETS else ():
        if len(np.unique(target)) < 2:
            continue
        single = replace(
            data, target=target, task=BINARY if labels else REGRESSION, classes=("0", "1") if labels else ()
        )
        leaks_by_column = {leak.column: leak for leak in leaks(single)} | leaks_by_column
    return tuple(leaks_by_column.values())


_BLOCK = 2**16  # cells that are looked at together: they stay in the cache of a core


def _harmless(data: Dataset, few: Array | slice) -> Array:
    """Which columns surely do not give the class away: numbers without gaps, many at a time, by the rules of `_left_classes`."""
    target, matrix = data.target[few], data.matrix[few]
    trivial = len(target) - np.bincount(target).max()
    numeric = np.array([column.kind in {ColumnKind.NUMERIC, ColumnKind.DATE} for column in data.columns])
    harmless = np.zeros(len(numeric), dtype=bool)
    places = np.flatnonzero(numeric)
    width = max(_BLOCK // len(target), 1)
    for block in (places[start : start + width] for start in range(0, len(places), width)):
        values = np.ascontiguousarray(matrix[:, block].T)
        whole = ~np.isnan(values).any(axis=1)
        harmless[block[whole]] = _errors(values[whole], target) > 2 * _NEARLY * trivial
    return harmless


def _errors(values: Array, target: Array) -> Array:
    """Errors of the best rule on each column, which is a row here: the smaller of `_one_rule` of bins and `_threshold`."""
    width, n = values.shape
    bins, classes = int(np.clip(n // 10, 2, 256)), int(target.max()) + 1
    order = np.argsort(values, axis=1, kind="stable")
    ranked, named = np.take_along_axis(values, order, axis=1), target[order]
    fresh = np.ones((width, n), dtype=bool)
    fresh[:, 1:] = ranked[:, 1:] != ranked[:, :-1]
    first = np.maximum.accumulate(np.where(fresh, np.arange(n), 0), axis=1)  # where the run of equal values begins
    steps = np.zeros((width, n), dtype=np.int64)
    np.put_along_axis(steps, first[:, np.arange(1, bins) * n // bins], 1, axis=1)
    codes = np.cumsum(steps, axis=1) + np.arange(width)[:, None] * (bins + 1)
    table = np.bincount((codes * classes + named).ravel(), minlength=width * (bins + 1) * classes)
    wrong: Array = n - table.reshape(width, bins + 1, classes).max(axis=2).sum(axis=1)
    counts = np.bincount(target)
    if np.count_nonzero(counts) != 2:
        return np.asarray(wrong)
    below, size = np.cumsum(named == np.argmax(counts), axis=1), np.arange(1, n + 1)
    total = below[:, -1:]
    right = np.maximum(below + (n - total) - (size - below), (size - below) + total - below)
    last = np.ones((width, n), dtype=bool)  # no cut inside a run of equal values
    last[:, :-1] = fresh[:, 1:]
    return np.asarray(np.minimum(wrong, n - np.where(last, right, 0).max(axis=1)))


def _renamed(values: Array, target: Array) -> bool:
    """Whether the values are the target under other names: as many different ones, none missing."""
    return not np.isnan(values).any() and len(np.unique(values)) == len(np.unique(target))


def _left_classes(column: Column, values: Array, target: Array) -> float:
    """Errors of the best rule on this column, as a share of those of the majority class."""
    counts = np.bincount(target)
    trivial = len(target) - counts.max()
    if not trivial:
        return 1.0
    if column.kind in {ColumnKind.NUMERIC, ColumnKind.DATE}:
        wrong = _one_rule(binned(values, int(np.clip(len(values) // 10, 2, 256))), target)
        if np.count_nonzero(counts) == 2 and wrong:
            wrong = min(wrong, _threshold(values, target == np.argmax(counts)))
    else:
        codes = np.where(np.isnan(values), -1, values).astype(np.int64) + 1
        if len(np.unique(codes)) > len(values) / 5:
            return 1.0  # with so many levels a rule is learned by heart; see identifiers
        wrong = _one_rule(codes, target)
    return float(wrong / trivial)


def _one_rule(codes: Array, target: Array) -> int:
    """Errors of naming the most frequent class for each code."""
    width = int(target.max()) + 1
    table = np.bincount(codes * width + target, minlength=(int(codes.max()) + 1) * width).reshape(-1, width)
    return int(len(target) - table.max(axis=1).sum())


def _threshold(values: Array, major: Array) -> int:
    """Errors of the best single cut between two classes; gaps count as below every cut."""
    order = np.argsort(np.where(np.isnan(values), -np.inf, values), kind="stable")
    ranked, flags = values[order], major[order]
    below = np.cumsum(flags)  # of the larger class, up to and including this row
    size, total = np.arange(1, len(flags) + 1), below[-1]
    may_cut = np.append(ranked[1:] != ranked[:-1], True)  # not inside a run of equal values
    right = np.maximum(below + (len(flags) - total) - (size - below), (size - below) + total - below)
    return int(len(flags) - right[may_cut].max())


def _left_numbers(column: Column, values: Array, target: Array) -> float:
    """The share of the target's variance that this column alone leaves, by a line or by means of its levels."""
    held = ~np.isnan(values)
    spread = float(np.var(target))
    if spread == 0 or held.sum() < 0.9 * len(values):
        return 1.0
    if column.kind in {ColumnKind.NUMERIC, ColumnKind.DATE}:
        x, y = values[held], target[held]
        if not np.isfinite(x).all() or np.ptp(x) == 0 or np.ptp(y) == 0:
            return 1.0
        x, y = (x - x.mean()) / x.std(), (y - y.mean()) / y.std()
        left = 1 - float(np.mean(x * y)) ** 2
        return 50 * left  # a line is suspicious only if it leaves less than a thousandth
    codes = values[held].astype(np.int64)
    counts = np.bincount(codes)
    if np.count_nonzero(counts) > len(codes) / 5:
        return 1.0
    means = np.bincount(codes, target[held]) / np.maximum(counts, 1)
    return 50 * float(np.mean((target[held] - means[codes]) ** 2)) / spread


_FEW = 30  # rows
_RARE = 10  # rows of a class


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """Size, balance, gaps, repetitions, suspects and simple characteristics of a data set."""

    name: str
    task: TaskKind
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
    class_entropy: float  # bits; NaN for regression
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
    data.require_columns("a profile")
    counts = _class_counts(data)
    names_of_classes = data.classes if data.task.coded else ()
    gaps = np.isnan(data.matrix)
    duplicated, conflicting = _repeated(data)
    names = [column.name for column in data.columns]
    summary = Profile(
        name=data.name,
        task=data.task,
        fingerprint=data.fingerprint,
        n=len(data),
        p=len(data.columns),
        kinds=MappingProxyType(
            {kind.value: sum(column.kind is kind for column in data.columns) for kind in ColumnKind}
        ),
        class_counts=MappingProxyType(dict(zip(names_of_classes, counts.tolist(), strict=True))),
        class_shares=MappingProxyType(dict(zip(names_of_classes, (counts / max(len(data), 1)).tolist(), strict=True))),
        imbalance=_ratio(counts),
        missing_share=float(gaps.mean()) if gaps.size else 0.0,
        missing=MappingProxyType(dict(zip(names, _shares(gaps), strict=True))),
        infinite=tuple(np.array(names, dtype=object)[np.isinf(data.matrix).any(axis=0)]),
        duplicated=duplicated,
        conflicting=conflicting,
        constant=_constant(data),
        identifiers=identifiers(data),
        leaks=leaks(data),
        trivial_error=_trivial(data, counts),
        class_entropy=entropy(counts),
        rows_per_column=len(data) / max(len(data.columns), 1),
    )
    return replace(summary, notes=_notes(summary, positive=data.positive))


def _notes(profile: Profile, *, positive: str | None) -> tuple[Note, ...]:
    """Return what people should think about, the gravest first."""
    about = Subject(dataset=profile.name)
    notes = [kinds.TARGET_TWICE(about, column=leak.column) for leak in profile.leaks if leak.same]
    if giveaways := [leak.column for leak in profile.leaks if not leak.same]:
        notes.append(kinds.GIVEAWAYS(about, columns=tuple(giveaways)))
    if profile.identifiers:
        notes.append(kinds.IDENTIFIERS(about, columns=profile.identifiers))
    if profile.n < _FEW:
        notes.append(kinds.FEW_ROWS(about, n=profile.n))
    if profile.duplicated > 0.05 * profile.n:
        notes.append(kinds.REPEATED_ROWS(about, repeated=profile.duplicated, n=profile.n))
    if profile.task.coded and profile.conflicting > 0.01 * profile.n:
        notes.append(kinds.CONFLICTING_ROWS(about, conflicting=profile.conflicting))
    notes += _column_notes(profile, about)
    return (*notes, *_class_notes(about, profile.task, profile.class_counts, positive))


def _class_notes(about: Subject, task: TaskKind, counts: Mapping[str, int], positive: str | None) -> Iterator[Note]:
    if (rare := {name: n for name, n in counts.items() if n < _RARE}) and not task.clusters:
        yield kinds.RARE_CLASSES(about, classes=rare, least=_RARE)
    largest = max(counts, key=lambda name: counts[name], default="")
    if counts and (share := counts[largest] / max(sum(counts.values()), 1)) >= 0.9:
        yield kinds.IMBALANCE(about, largest=largest, share=share)
    if task.takes_positive and positive is None:
        yield kinds.NO_POSITIVE(about)


def study_profile(data: Dataset) -> tuple[Profile | None, tuple[Note, ...]]:
    """The profile and its notes; for features without columns no profile, and the notes on rows and classes alone."""
    if data.has_columns:
        summary = profile(data)
        return summary, summary.notes
    about = Subject(dataset=data.name)
    few = (kinds.FEW_ROWS(about, n=len(data)),) if len(data) < _FEW else ()
    counts = dict(zip(data.classes if data.task.coded else (), _class_counts(data).tolist(), strict=True))
    return None, (*few, *_class_notes(about, data.task, counts, data.positive))


def _class_counts(data: Dataset) -> Array:
    return np.bincount(data.target, minlength=len(data.classes)) if data.task.coded else np.empty(0, np.int64)


def _column_notes(profile: Profile, about: Subject) -> list[Note]:
    sparse = tuple(name for name, share in profile.missing.items() if share > 0.5 and name not in profile.constant)
    parts = {kinds.INFINITE: profile.infinite, kinds.CONSTANT: profile.constant, kinds.MOSTLY_MISSING: sparse}
    notes = [kind(about, columns=names) for kind, names in parts.items() if names]
    return [*notes, kinds.MORE_COLUMNS(about, p=profile.p, n=profile.n)] if profile.p > profile.n else notes


def _shares(gaps: Array) -> list[float]:
    shares: list[float] = gaps.mean(axis=0).tolist() if len(gaps) else [0.0] * gaps.shape[1]
    return shares


def _repeated(data: Dataset) -> tuple[int, int]:
    if not len(data):
        return 0, 0
    groups = row_groups(data.matrix)
    several = np.bincount(groups) > 1
    if len(several) == len(data):
        return 0, 0
    target = target_codes(data.target)
    pairs = np.unique(groups * (int(target.max()) + 1) + target) // (int(target.max()) + 1)
    torn = np.bincount(pairs) > 1  # groups in which more than one target occurs
    return int(len(data) - len(several)), int(np.count_nonzero(torn[groups]))


def target_codes(target: Array) -> Array:
    """A number for each different target; rows of a matrix are compared as a whole.

    >>> target_codes(np.array([[0, 1], [0, 1], [1, 1]])).tolist()
    [0, 0, 1]
    """
    return np.unique(target, axis=0 if target.ndim == 2 else None, return_inverse=True)[1].ravel()


def _ratio(counts: Array) -> float:
    held = counts[counts > 0]
    return float(held.max() / held.min()) if held.size else nan


def _constant(data: Dataset) -> tuple[str, ...]:
    """Columns that hold one value only; a single value with gaps is not constant: the gaps themselves may tell something."""
    matrix = data.matrix
    gaps = np.isnan(matrix)
    still = np.where(gaps.any(axis=0), gaps.all(axis=0), (matrix == matrix[:1]).all(axis=0))
    return tuple(column.name for column, same in zip(data.columns, still.tolist(), strict=True) if same)


def _trivial(data: Dataset, counts: Array) -> float:
    if not len(data):
        return nan
    return float(1 - counts.max() / len(data)) if data.task.coded else float(np.mean(np.std(data.target, axis=0)))


def entropy(counts: Array) -> float:
    """In bits; NaN without any classes."""
    shares = counts[counts > 0] / counts.sum() if counts.size else counts
    return float(-np.sum(shares * np.log2(shares))) + 0.0 if counts.size else nan

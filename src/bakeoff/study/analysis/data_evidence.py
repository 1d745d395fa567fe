"""What a study keeps about the columns of a data set and about its splits, so that checks need no features afterwards."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.json_safe import tupled
from bakeoff.data.dataset import Column, ColumnKind, Dataset
from bakeoff.data.profile import Profile, row_groups, target_codes
from bakeoff.splits.plan import Split, SplitPlan

__all__ = ["DataEvidence", "data_evidence"]

ROWS = 2_000  # rows behind spreads and correlations; more change neither by an order of magnitude
_BLOCK = 2**16  # cells that are looked at together: they stay in the cache of a core
COLUMNS = 60  # numeric columns that are correlated, so 1,770 pairs
SPLITS = 10  # splits that are searched for shared rows, groups and times; the others are drawn alike
NEARLY_EQUAL = 0.99  # rank correlation from which one column repeats another
COINCIDENCES = 100  # possible rows per row; with fewer, equal rows are no surprise
ROWS_PER_ID = (2, 100)  # rows of one value on average: fewer is a plain identifier, more is a category
LEAST_IDS = 10  # different values of a column of identifiers
ID_NAME = re.compile(
    r"(?:^|[_\W])(?:id|ids|uuid|patient|subject|customer|client|user|person|household|session|animal|speaker)(?:$|[_\W])",
    re.IGNORECASE,
)
ID_VALUE = re.compile(r"[A-Za-z_\-]{0,12}\d{1,12}")


@dataclass(frozen=True, slots=True, kw_only=True)
class DataEvidence:
    """Facts about columns and splits, each with the numbers that a check shows."""

    spreads: tuple[tuple[str, float], ...] = ()  # numeric columns with the smallest and the largest standard deviation
    correlated: tuple[tuple[str, str, float], ...] = ()  # pairs of columns that nearly repeat each other
    constant: tuple[str, ...] = ()
    identifiers: tuple[str, ...] = ()  # another value in every row
    group_columns: tuple[tuple[str, int], ...] = ()  # identifiers that repeat, and how many different values they have
    shared_groups: int = -1  # groups of the data set with rows on both sides of a split; -1 where there are no groups
    shared_rows: int = 0  # test rows whose features and target also occur in their training part
    tested_rows: int = 0  # of so many
    times: tuple[str, ...] = ()  # columns of dates, or "the times of the rows"
    mixed_times: int = 0  # splits that train on rows later than some test row
    splits: int = 0  # of so many
    problem: str = ""  # why there are no facts

    @classmethod
    def from_json(cls, facts: Any) -> "DataEvidence | None":
        """Back from plain JSON; None where the file has none."""
        if facts is None:
            return None
        names = {field.name for field in fields(cls)}
        return cls(**{name: tupled(value) for name, value in facts.items() if name in names})


def data_evidence(data: Dataset, plan: SplitPlan, profile: Profile | None) -> DataEvidence:
    """Look at columns and splits once, while the features are there; of features without columns only groups and times."""
    try:
        return _looked_at(data, plan, profile)
    except Exception as error:  # noqa: BLE001 - what a check needs must never cost a run
        return DataEvidence(problem=f"the data could not be looked at: {type(error).__name__}: {str(error)[:200]}")


def _looked_at(data: Dataset, plan: SplitPlan, profile: Profile | None) -> DataEvidence:
    splits = plan.splits[:SPLITS]
    parts: dict[str, Any] = {"splits": len(splits), "shared_groups": _shared_groups(data, splits)}
    if profile is not None:
        look = data.take(np.linspace(0, len(data) - 1, ROWS).astype(np.int64)) if len(data) > ROWS else data
        parts |= {
            "constant": profile.constant,
            "identifiers": profile.identifiers,
            "spreads": _spreads(look),
            "correlated": tuple(_correlated(look)),
            "group_columns": tuple(_group_columns(data, profile)),
        }
        parts |= _shared_rows(data, splits, profile)
    return DataEvidence(**parts, **_times(data, splits))


def _numeric(data: Dataset, *kinds: ColumnKind) -> list[int]:
    return [place for place, column in enumerate(data.columns) if column.kind in kinds]


def _spreads(data: Dataset) -> tuple[tuple[str, float], ...]:
    """The least and the most spread-out numeric column; dates are numbers too."""
    spreads: list[tuple[str, float]] = []
    places = _numeric(data, ColumnKind.NUMERIC, ColumnKind.DATE)
    width = max(_BLOCK // max(len(data), 1), 1)
    for block in (places[start : start + width] for start in range(0, len(places), width)):
        rows = np.ascontiguousarray(data.matrix[:, block].T)
        deviations = np.std(rows, axis=1) if rows.size and np.isfinite(rows).all() else map(_spread, rows)
        pairs = zip(block, deviations, strict=True)
        spreads += [(data.columns[place].name, float(spread)) for place, spread in pairs if spread > 0]
    if len(spreads) < 2:
        return ()
    spreads.sort(key=lambda pair: pair[1])
    return spreads[0], spreads[-1]


def _spread(values: Array) -> float:
    """Of the finite ones."""
    finite = values[np.isfinite(values)]
    return float(np.std(finite)) if len(finite) else 0.0


def _correlated(data: Dataset) -> Iterator[tuple[str, str, float]]:
    places = [place for place in _numeric(data, ColumnKind.NUMERIC)[:COLUMNS] if _varies(data.matrix[:, place])]
    if len(places) < 2 or len(data) < 10:
        return
    ranks = np.column_stack([_ranks(data.matrix[:, place]) for place in places])
    with np.errstate(invalid="ignore", divide="ignore"):
        table = np.corrcoef(ranks, rowvar=False)
    for a, b in zip(*np.nonzero(np.triu(np.abs(table) >= NEARLY_EQUAL, k=1)), strict=True):
        yield data.columns[places[a]].name, data.columns[places[b]].name, float(table[a, b])


def _varies(values: Array) -> bool:
    return bool(np.isfinite(values).all()) and len(np.unique(values)) > 2


def _ranks(values: Array) -> Array:
    """Ranks of values; equal values share their first place, which is near enough for a search."""
    return np.searchsorted(np.sort(values), values).astype(np.float64)


def _group_columns(data: Dataset, profile: Profile) -> Iterator[tuple[str, int]]:
    """Columns that name persons or things with several rows each."""
    fewest, most = ROWS_PER_ID
    head = data.matrix[:LEAST_IDS]
    fractions = (head != np.floor(head)).any(axis=0)  # of numbers the first rows show mostly that they are not whole
    for place, column in enumerate(data.columns):
        if fractions[place] or column.kind is ColumnKind.DATE or column.name in profile.identifiers:
            continue
        values = data.matrix[:, place]
        if np.isnan(values).any() or np.any(values != np.floor(values)):
            continue
        different = len(np.unique(values))
        if different >= LEAST_IDS and fewest <= len(values) / different <= most and _names_things(column):
            yield column.name, different


def _names_things(column: Column) -> bool:
    """Whether the name of a column is that of an identifier, or its levels are numbered names such as p12."""
    if ID_NAME.search(column.name):
        return True
    levels = column.levels
    return bool(levels) and all(ID_VALUE.fullmatch(str(level)) for level in levels) and not _plain_numbers(levels)


def _plain_numbers(levels: Sequence[str]) -> bool:
    return all(str(level).isdigit() for level in levels)


def _shared_groups(data: Dataset, splits: Sequence[Split]) -> int:
    if data.groups is None:
        return -1
    codes = np.unique(data.groups.astype(str), return_inverse=True)[1]
    shared = [len(np.intersect1d(codes[split.train], codes[split.test])) for split in splits]
    return max(shared, default=0)


def _shared_rows(data: Dataset, splits: Sequence[Split], profile: Profile) -> dict[str, int]:
    """Test rows that occur in their training part, where equal rows are a surprise: columns have enough different values."""
    tested = sum(len(split.test) for split in splits)
    if not profile.duplicated:
        return {"tested_rows": tested}
    possible = 1.0
    for place in range(len(data.columns)):
        possible *= max(len(np.unique(data.matrix[:ROWS, place])), 1)
        if possible > COINCIDENCES * len(data):
            break
    if not len(data) or possible <= COINCIDENCES * len(data):
        return {"tested_rows": tested}
    target = target_codes(data.target).astype(np.float64)
    rows = row_groups(np.column_stack([data.matrix, target]))
    if len(np.unique(rows)) == len(rows):
        return {"tested_rows": tested}
    shared = sum(int(np.isin(rows[split.test], rows[split.train]).sum()) for split in splits)
    return {"tested_rows": tested, "shared_rows": shared}


def _times(data: Dataset, splits: Sequence[Split]) -> dict[str, Any]:
    """In how many splits some row trains that is later than a row which is tested."""
    moments = []
    if data.time is not None:
        times = data.time.astype(str) if data.time.dtype == object else data.time
        moments.append(("the times of the rows", np.unique(times, return_inverse=True)[1].astype(np.float64)))
    elif data.has_columns:
        dates = _numeric(data, ColumnKind.DATE)
        moments += [(data.columns[place].name, data.matrix[:, place]) for place in dates]
    moments = [(name, values) for name, values in moments if np.isfinite(values).any()]
    mixed = [max((_mixed(values, splits) for _, values in moments), default=0)]
    return {"times": tuple(name for name, _ in moments), "mixed_times": mixed[0]}


def _mixed(values: Array, splits: Sequence[Split]) -> int:
    return sum(bool(np.nanmax(values[split.train]) > np.nanmin(values[split.test])) for split in splits)

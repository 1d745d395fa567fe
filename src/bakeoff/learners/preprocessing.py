"""What happens to columns that an estimator would not take as they are, fitted on the training part only.

Numbers: missing values are replaced by the median, then scaled. Nominal columns: one 0/1 column per level seen in
training, missing values being a level of their own; a level first met when predicting is all zeros. Texts: TF-IDF; words that
name single rows (identifiers) are left out. Dates: days since 1970, and year, month and weekday. Columns without a single value
in the training part are dropped. The work is a few NumPy lines on the coded array, because a ColumnTransformer costs more
than many a fit on a small data set.
"""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.core.text import abridged, counted
from bakeoff.data.blocks import Rows
from bakeoff.data.dataset import ColumnKind, Dataset

__all__ = ["AS_GIVEN", "Medians", "Preparation", "Prepared", "date_parts"]

AS_GIVEN = "none: the estimator gets the columns as they are"
_DAY = 86_400.0  # seconds

_LONG = 2**31  # stored values that 32-bit places can address
_SHOWN = 5  # names of columns in one text
_MANY = 256  # so many 0/1 columns are kept sparse, if the estimator takes that


@dataclass(frozen=True, slots=True, kw_only=True)
class Preparation:
    """The declaration: which steps are wanted.

    >>> Preparation(scale=True).describe()
    'median imputation and scaling of numeric columns, one-hot coding of nominal columns'
    """

    active: bool = True
    scale: bool = False
    keep_missing: bool = False  # the estimator handles missing numbers itself
    sparse: bool = False  # the estimator takes sparse matrices

    def describe(self, data: Dataset | None = None) -> str:
        """In words; with a data set, how many columns each step meets."""
        if not self.active:
            return AS_GIVEN
        return self._in_general() if data is None else self._for(data)

    def _in_general(self) -> str:
        numbers = "missing numbers left to the estimator" if self.keep_missing else "median imputation"
        if self.scale:
            numbers += ", scaling" if self.keep_missing else " and scaling"
        if self.scale or not self.keep_missing:
            numbers += " of numeric columns"
        return f"{numbers}, one-hot coding of nominal columns"

    def _for(self, data: Dataset) -> str:
        steps = self._steps(data)
        scaled = [] if any(step.startswith("scaling") for step in steps) else ["no scaling"]
        return ", ".join([*(steps if len(steps) > 1 - len(scaled) else ["nothing to impute or code", *steps]), *scaled])

    def steps(self, data: Dataset) -> tuple[str, ...]:
        """What changes columns of that data set, one text for each step."""
        return self._steps(data) if self.active else ()

    def _steps(self, data: Dataset) -> tuple[str, ...]:
        names, survey, away = {column.name for column in data.columns}, data.survey, _identifiers(data)
        kept = {kind: [data.columns[place] for place in _kinds(data, kind)] for kind in ColumnKind}
        numbers = [*kept[ColumnKind.NUMERIC], *kept[ColumnKind.DATE]]
        gaps = [column for column in numbers if column.name in survey.gaps & names]
        counts = (
            ("one-hot coding of {}", len(kept[ColumnKind.NOMINAL])),
            (
                "missing as a level of its own in {}",
                sum(column.name in survey.gaps for column in kept[ColumnKind.NOMINAL]),
            ),
            ("TF-IDF of {}", len(kept[ColumnKind.TEXT])),
            ("dates as days, year, month and weekday in {}", len(kept[ColumnKind.DATE])),
            (
                "missing numbers left to the estimator in {}" if self.keep_missing else "median imputation of {}",
                len(gaps),
            ),
            ("scaling of {}", len(numbers) if self.scale else 0),
        )
        steps = [words.format(counted(count, "column")) for words, count in counts if count]
        if away:
            steps.append(
                f"left out as {'an identifier' if len(away) == 1 else 'identifiers'}: {abridged(away, _SHOWN)}"
            )
        return tuple(steps)

    def fit(self, train: Dataset) -> "Prepared":
        """Learn medians, scales, levels and vocabularies from the training rows."""
        texts = [TextColumn.fit(train, place) for place in _kinds(train, ColumnKind.TEXT)]
        kept = tuple(text for text in texts if text is not None)
        nominals = tuple(NominalColumn.fit(train, place) for place in _kinds(train, ColumnKind.NOMINAL))
        sparse = self.sparse and (bool(kept) or sum(nominal.width for nominal in nominals) > _MANY)
        # Estimators that handle missing numbers do so in arrays, not in sparse matrices.
        numbers = NumericColumns.fit(train, fill=sparse or not self.keep_missing, scale=self.scale)
        prepared = Prepared(numbers=numbers, nominals=nominals, texts=kept, sparse=sparse)
        if not prepared.width:
            raise BadInput(
                f"data set {train.name!r}: no column has a value in the training part; drop it or add columns"
            )
        return prepared


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Prepared:
    """What was learned from the training part, ready to be applied to any rows."""

    numbers: "NumericColumns"
    nominals: tuple["NominalColumn", ...]
    texts: tuple["TextColumn", ...]
    sparse: bool

    @property
    def blocks(self) -> "tuple[NominalColumn | TextColumn, ...]":
        """What becomes several columns."""
        return (*self.nominals, *self.texts)

    @property
    def width(self) -> int:
        """How many columns come out."""
        return self.numbers.width + sum(block.width for block in self.blocks)

    def rows_of(self, block: Rows) -> Any:
        """Rows of a block as the estimator gets them."""
        return self.apply(block.native)

    def apply(self, features: Array) -> Any:
        """The rows as the estimator gets them: an array, or a sparse matrix where that is much smaller."""
        if not self.blocks:
            return self.numbers.apply(features)
        if self.sparse:
            return self._sparse(features)
        out: Array = np.zeros((len(features), self.width))
        done = self.numbers.width
        out[:, :done] = self.numbers.apply(features)
        for block in self.blocks:
            block.write(features, out[:, done : done + block.width])
            done += block.width
        return out

    def _sparse(self, features: Array) -> Any:
        from scipy.sparse import csr_array, hstack

        blocks = [csr_array(self.numbers.apply(features))]
        blocks += [block.matrix(features) for block in self.blocks]
        joined = hstack(blocks, format="csr")
        if joined.nnz < _LONG:  # trees take no others, and stacking may widen them
            joined.indices, joined.indptr = joined.indices.astype(np.int32), joined.indptr.astype(np.int32)
        return joined


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NumericColumns:
    """Numeric and date columns: where they are, what replaces missing values, and their scale."""

    at: Array
    all_columns: bool  # nothing to select, nothing dropped
    fill: "Medians | None"  # None: missing values stay
    center: Array | None
    spread: Array | None
    dates: Array  # each of them becomes four columns, after the numbers

    @classmethod
    def fit(cls, train: Dataset, *, fill: bool, scale: bool) -> "NumericColumns":
        numeric, dates = (
            np.array(_kinds(train, kind), dtype=np.int64) for kind in (ColumnKind.NUMERIC, ColumnKind.DATE)
        )
        numeric, dates = _with_values(train.matrix, numeric), _with_values(train.matrix, dates)
        every = len(numeric) == train.matrix.shape[1]
        plain = cls(at=numeric, all_columns=every, fill=None, center=None, spread=None, dates=dates)
        values = plain.apply(train.matrix)
        middle = center = spread = None
        if fill and values.size:
            middle = Medians(values)
        if scale and values.size:
            filled = values if middle is None else middle.put_into(values)
            center, spread = np.nanmean(filled, axis=0), np.nanstd(filled, axis=0)
            spread = np.where(spread > 0, spread, 1.0)
        return replace(plain, fill=middle, center=center, spread=spread)

    @property
    def width(self) -> int:
        """How many columns come out."""
        return len(self.at) + _PARTS * len(self.dates)

    def apply(self, features: Array) -> Array:
        values = features if self.all_columns else features[:, self.at]
        if len(self.dates):
            values = np.column_stack([values, *(date_parts(features[:, place]) for place in self.dates)])
        if self.fill is not None:
            values = self.fill.put_into(values)
        return values if self.center is None else (values - self.center) / self.spread


def _with_values(matrix: Array, places: Array) -> Array:
    """Those columns that have a value at all."""
    values = matrix if len(places) == matrix.shape[1] else matrix[:, places]
    return places[~np.isnan(values).all(axis=0)] if np.isnan(values.min(initial=np.inf)) else places


class Medians:
    """The median of each column of the training part, worked out when a gap is met first: rows without gaps need none.

    >>> Medians(np.array([[1.0, 5.0], [3.0, np.nan]])).put_into(np.array([[np.nan, np.nan]])).tolist()
    [[2.0, 5.0]]
    """

    __slots__ = ("_left_out", "_rows", "_values")

    def __init__(self, rows: Array, left_out: Sequence[int] = ()) -> None:
        self._rows: Array | None = rows  # of a data set, which nobody can change
        self._left_out = list(left_out)  # places of columns whose gaps stay
        self._values: Array | None = None

    @classmethod
    def stated(cls, values: Array) -> "Medians":
        """Medians that are known."""
        medians = cls(values)
        medians._values, medians._rows = values, None
        return medians

    @property
    def width(self) -> int:
        """How many columns there are."""
        return int((self._rows[0] if self._values is None and self._rows is not None else self.values).shape[0])

    @property
    def values(self) -> Array:
        """One for each column, without gaps; NaN where a column has no value or is left out."""
        if self._values is None:
            assert self._rows is not None
            columns = _medians(self._rows)
            columns[self._left_out] = np.nan
            self._values, self._rows = columns, None
        return self._values

    def put_into(self, rows: Array) -> Array:
        """The rows, with medians in place of gaps."""
        return np.where(np.isnan(rows), self.values, rows) if np.isnan(rows.min(initial=np.inf)) else rows

    def __reduce__(self) -> tuple[Any, ...]:
        return Medians.stated, (self.values,)


def _medians(rows: Array) -> Array:
    if not np.isnan(rows.min(initial=np.inf)):
        return np.array(np.median(rows, axis=0))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # a column without values
        return np.array(np.nanmedian(rows, axis=0))


_PARTS = 4  # columns that a date becomes


def date_parts(seconds: Array) -> Array:
    """Days since 1970, year, month (1 to 12) and weekday (0 is Monday) of moments in UTC; NaN where the moment is missing.

    >>> date_parts(np.array([0.0, 86400.0 * 31])).tolist()
    [[0.0, 1970.0, 1.0, 3.0], [31.0, 1970.0, 2.0, 6.0]]
    """
    held = ~np.isnan(seconds)
    parts = np.full((len(seconds), _PARTS), np.nan)
    days = np.floor(seconds[held] / _DAY).astype("datetime64[D]")
    months = days.astype("datetime64[M]").astype(np.int64)
    weekdays = (days.astype(np.int64) + 3) % 7  # 1970-01-01 was a Thursday
    parts[held] = np.column_stack([seconds[held] / _DAY, 1970 + months // 12, 1 + months % 12, weekdays])
    return parts


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NominalColumn:
    """One nominal column: which 0/1 column each level goes to."""

    at: int
    home: Array  # by code, then for missing, then for no level at all; -1: not seen in training
    width: int

    @classmethod
    def fit(cls, train: Dataset, column: int) -> "NominalColumn":
        levels = len(train.columns[column].levels)
        occurring = np.bincount(_codes(train.matrix[:, column], levels), minlength=levels + 2) > 0
        occurring[-1] = False
        if not occurring[:levels].any():
            occurring[:] = False  # no value at all: dropped
        return cls(at=column, home=np.where(occurring, np.cumsum(occurring) - 1, -1), width=int(occurring.sum()))

    def write(self, features: Array, out: Array) -> None:
        home = self.home[_codes(features[:, self.at], len(self.home) - 2)]
        rows = np.flatnonzero(home >= 0)
        out[rows, home[rows]] = 1.0

    def matrix(self, features: Array) -> Any:
        from scipy.sparse import csr_array

        home = self.home[_codes(features[:, self.at], len(self.home) - 2)]
        rows = np.flatnonzero(home >= 0)
        return csr_array((np.ones(len(rows)), (rows, home[rows])), shape=(len(features), self.width))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TextColumn:
    """One text column and its TF-IDF vocabulary."""

    at: int
    levels: tuple[str, ...]
    vectorizer: Any

    @classmethod
    def fit(cls, train: Dataset, column: int) -> "TextColumn | None":
        from sklearn.feature_extraction.text import TfidfVectorizer

        text_column = cls(at=column, levels=train.columns[column].levels, vectorizer=TfidfVectorizer())
        texts = text_column.read(train.matrix)
        if not any(text_column.vectorizer.build_analyzer()(text) for text in texts):
            return None  # not a single word: dropped
        text_column.vectorizer.fit(texts)
        return text_column

    @property
    def width(self) -> int:
        return len(self.vectorizer.vocabulary_)

    def read(self, features: Array) -> list[str]:
        texts = (*self.levels, "", "")
        return [texts[code] for code in _codes(features[:, self.at], len(self.levels))]

    def write(self, features: Array, out: Array) -> None:
        out[:] = self.matrix(features).toarray()

    def matrix(self, features: Array) -> Any:
        return self.vectorizer.transform(self.read(features))


def _codes(values: Array, levels: int) -> Array:
    """Whole codes: missing becomes `levels`, anything else that is no level `levels` + 1."""
    is_level = (values >= 0) & (values < levels)
    return np.where(is_level, values, np.where(np.isnan(values), levels, levels + 1)).astype(np.int64)


def _identifiers(data: Dataset) -> list[str]:
    """Columns that name single rows, which are left out; none if nothing else would be left."""
    if not data.survey.identifiers:
        return []
    names = [column.name for column in data.columns if column.name in data.survey.identifiers]
    return names if len(names) < len(data.columns) else []


def _kinds(data: Dataset, *kinds: ColumnKind) -> list[int]:
    """Places of the columns of these kinds, without identifiers."""
    away = _identifiers(data)
    return [place for place, column in enumerate(data.columns) if column.kind in kinds and column.name not in away]

"""What happens to columns before an estimator sees them, fitted on the training part only.

Numbers: missing values are replaced by the median, scaled if requested. Nominal columns: one 0/1 column per level seen in
training, missing values being a level of their own; a level first met when predicting is all zeros. Texts: TF-IDF.
Dates count as numbers (seconds). Columns without a single value in the training part are dropped. Where nothing of this
is needed the array passes through untouched. The work is a few NumPy lines on the coded array, because
a ColumnTransformer costs more than many a fit on a small data set.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.core.text import counted
from bakeoff.data.dataset import Column, ColumnKind, Dataset

__all__ = ["Preparation", "Prepared"]

_LONG = 2**31  # stored values that 32-bit places can address
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
            return "none: the estimator gets the columns as they are"
        return self._in_general() if data is None else self._for(data)

    def _in_general(self) -> str:
        numbers = "missing numbers left to the estimator" if self.keep_missing else "median imputation"
        if self.scale:
            numbers += ", scaling" if self.keep_missing else " and scaling"
        if self.scale or not self.keep_missing:
            numbers += " of numeric columns"
        return f"{numbers}, one-hot coding of nominal columns"

    def _for(self, data: Dataset) -> str:
        missing: Array = np.asarray(np.isnan(data.matrix).any(axis=0))
        numeric = _kinds(data.columns, ColumnKind.NUMERIC, ColumnKind.DATE)
        gaps = int(missing[numeric].sum())
        how = "missing numbers left to the estimator in" if self.keep_missing else "median imputation of"
        parts = [f"{how} {counted(gaps, 'column')}"] if gaps else []
        nominal = len(_kinds(data.columns, ColumnKind.NOMINAL))
        parts += [f"one-hot coding of {counted(nominal, 'column')}"] if nominal else []
        own = int(missing[_kinds(data.columns, ColumnKind.NOMINAL)].sum())
        parts += [f"missing as a level of its own in {counted(own, 'column')} of them"] if own else []
        texts = len(_kinds(data.columns, ColumnKind.TEXT))
        parts += [f"TF-IDF of {counted(texts, 'column')}"] if texts else []
        scaled = f"scaling of {counted(len(numeric), 'column')}" if self.scale and numeric else "no scaling"
        return ", ".join([*(parts or ["nothing to impute or code"]), scaled])

    def steps(self, data: Dataset) -> tuple[str, ...]:
        """What changes columns of that data set; scaling, which is asked for by name, aside."""
        if not self.active:
            return ()
        missing: Array = np.asarray(np.isnan(data.matrix).any(axis=0))
        dates = _kinds(data.columns, ColumnKind.DATE)
        gaps = (
            []
            if self.keep_missing
            else [at for at in _kinds(data.columns, ColumnKind.NUMERIC, ColumnKind.DATE) if missing[at]]
        )
        found = (
            ("one-hot coding", _kinds(data.columns, ColumnKind.NOMINAL)),
            ("TF-IDF of texts", _kinds(data.columns, ColumnKind.TEXT)),
            ("dates as seconds", dates),
            ("median imputation", gaps),
        )
        return tuple(f"{step} ({counted(len(at), 'column')})" for step, at in found if at)

    def fit(self, train: Dataset) -> "Prepared":
        """Learn medians, scales, levels and vocabularies from the training rows."""
        texts = [TextColumn.fit(train, at) for at in _kinds(train.columns, ColumnKind.TEXT)]
        kept = tuple(one for one in texts if one is not None)
        nominals = tuple(NominalColumn.fit(train, at) for at in _kinds(train.columns, ColumnKind.NOMINAL))
        sparse = self.sparse and (bool(kept) or sum(one.width for one in nominals) > _MANY)
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
        return len(self.numbers.at) + sum(one.width for one in self.blocks)

    def apply(self, features: Array) -> Any:
        """The rows as the estimator gets them: an array, or a sparse matrix where that is much smaller."""
        if not self.blocks:
            return self.numbers.apply(features)
        if self.sparse:
            return self._sparse(features)
        out: Array = np.zeros((len(features), self.width))
        done = len(self.numbers.at)
        out[:, :done] = self.numbers.apply(features)
        for one in self.blocks:
            one.write(features, out[:, done : done + one.width])
            done += one.width
        return out

    def _sparse(self, features: Array) -> Any:
        from scipy.sparse import csr_array, hstack

        blocks = [csr_array(self.numbers.apply(features))]
        blocks += [one.matrix(features) for one in self.blocks]
        joined = hstack(blocks, format="csr")
        if joined.nnz < _LONG:  # trees take no others, and stacking may widen them
            joined.indices, joined.indptr = joined.indices.astype(np.int32), joined.indptr.astype(np.int32)
        return joined


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NumericColumns:
    """Numeric and date columns: where they are, what replaces missing values, and their scale."""

    at: Array
    all_columns: bool  # nothing to select, nothing dropped
    fill: Array | None  # None: missing values stay
    center: Array | None
    spread: Array | None

    @classmethod
    def fit(cls, train: Dataset, *, fill: bool, scale: bool) -> "NumericColumns":
        at = np.array(_kinds(train.columns, ColumnKind.NUMERIC, ColumnKind.DATE), dtype=np.int64)
        values = train.matrix if len(at) == train.matrix.shape[1] else train.matrix[:, at]
        gaps = bool(np.isnan(values.min(initial=np.inf)))
        if gaps:
            some = ~np.isnan(values).all(axis=0)
            at, values = at[some], values[:, some]
        middle = center = spread = None
        if fill and values.size:
            middle = np.nanmedian(values, axis=0) if gaps else np.median(values, axis=0)
        if scale and values.size:
            known = np.where(np.isnan(values), middle, values) if middle is not None else values
            center, spread = np.nanmean(known, axis=0), np.nanstd(known, axis=0)
            spread = np.where(spread > 0, spread, 1.0)
        every = len(at) == train.matrix.shape[1]
        return cls(at=at, all_columns=every, fill=middle, center=center, spread=spread)

    def apply(self, features: Array) -> Array:
        values = features if self.all_columns else features[:, self.at]
        if self.fill is not None and np.isnan(values.min(initial=np.inf)):
            values = np.where(np.isnan(values), self.fill, values)
        return values if self.center is None else (values - self.center) / self.spread


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NominalColumn:
    """One nominal column: which 0/1 column each level goes to."""

    at: int
    home: Array  # by code, then for missing, then for no level at all; -1: not seen in training
    width: int

    @classmethod
    def fit(cls, train: Dataset, at: int) -> "NominalColumn":
        levels = len(train.columns[at].levels)
        seen = np.bincount(_codes(train.matrix[:, at], levels), minlength=levels + 2) > 0
        seen[-1] = False
        if not seen[:levels].any():
            seen[:] = False  # no value at all: dropped
        return cls(at=at, home=np.where(seen, np.cumsum(seen) - 1, -1), width=int(seen.sum()))

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
    def fit(cls, train: Dataset, at: int) -> "TextColumn | None":
        from sklearn.feature_extraction.text import TfidfVectorizer

        one = cls(at=at, levels=train.columns[at].levels, vectorizer=TfidfVectorizer())
        texts = one.read(train.matrix)
        if not any(one.vectorizer.build_analyzer()(text) for text in texts):
            return None  # not a single word: dropped
        one.vectorizer.fit(texts)
        return one

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
    known = (values >= 0) & (values < levels)
    return np.where(known, values, np.where(np.isnan(values), levels, levels + 1)).astype(np.int64)


def _kinds(columns: tuple[Column, ...], *kinds: ColumnKind) -> list[int]:
    return [at for at, column in enumerate(columns) if column.kind in kinds]

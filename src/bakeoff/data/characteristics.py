"""Characteristics of a data set, each declared once: size, classes, dependence, intrinsic dimension, overlap, landmarkers.

They describe on what kind of data a learner was tested, so that one can ask where it wins.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import isfinite, log2, nan, sqrt
from types import MappingProxyType

import numpy as np

from bakeoff.core.catalogue import Catalogue
from bakeoff.core.checks import Array
from bakeoff.core.spanning_tree import spanning_tree
from bakeoff.data.dataset import ColumnKind, Dataset
from bakeoff.data.landmarkers import cross_validated_error, gower, naive_bayes, nearest_neighbour_error, stump
from bakeoff.data.profile import SAMPLE, Profile, binned, entropy, profile

__all__ = [
    "CHARACTERISTICS",
    "FEWEST",
    "Characteristic",
    "Characteristics",
    "characteristics",
    "levina_bickel",
    "two_nn",
]

FEWEST = 5  # data sets before one asks which kind of data favours whom: with four, no correlation reaches .05 of 24 orders for two questions
MOST_ROWS = 1000  # behind distances and landmarkers
MOST_CELLS = 2e8  # rows x rows x columns
MOST_COLUMNS = 300  # behind correlations, the stump and naive Bayes
NEIGHBOURS = 20


class DataView:
    """A data set with what several characteristics need, made once; distances and landmarkers take a sample of its rows."""

    def __init__(self, data: Dataset, profile: Profile) -> None:
        self.data, self.seen = data, profile
        most = int(min(MOST_ROWS, max(sqrt(MOST_CELLS / max(len(data.columns), 1)), 50)))
        few = np.sort(np.random.default_rng(0).permutation(len(data))[:most]) if len(data) > most else None
        self.sample = data if few is None else data.take(few)

    @property
    def classes(self) -> bool:
        """Whether the rows have at least two classes."""
        return self.data.task.coded and np.unique(self.sample.target).size > 1

    @cached_property
    def thinned(self) -> Dataset:
        """The data set, or rows of a large one, evenly spread."""
        size = len(self.data)
        return self.data.take(np.linspace(0, size - 1, SAMPLE).astype(np.int64)) if size > SAMPLE else self.data

    @cached_property
    def narrow(self) -> Dataset:
        """The sample with so many columns, evenly spread, as simple learners are given."""
        if len(self.data.columns) <= MOST_COLUMNS:
            return self.sample
        places = np.linspace(0, len(self.data.columns) - 1, MOST_COLUMNS).astype(np.int64)
        return self.sample.only([self.data.columns[place].name for place in places])

    @cached_property
    def distances(self) -> Array:
        return gower(self.sample)

    @cached_property
    def numbers(self) -> Array:
        """The numeric columns, standardised, gaps at the mean; without columns that do not vary."""
        places = [
            i for i, column in enumerate(self.data.columns) if column.kind in {ColumnKind.NUMERIC, ColumnKind.DATE}
        ]
        X = np.where(np.isinf(self.sample.matrix[:, places]), np.nan, self.sample.matrix[:, places])
        X = X[:, ~np.isnan(X).all(axis=0)]
        if not X.size:
            return np.empty((len(self.sample), 0))
        X = X - np.nanmean(X, axis=0)
        spread = np.nanstd(X, axis=0)
        standardised: Array = np.nan_to_num(X[:, spread > 0] / spread[spread > 0])
        return standardised

    @cached_property
    def neighbours(self) -> Array:
        """Distances of each row to its nearest others in the standardised numeric columns, nearest first."""
        from scipy.spatial import cKDTree

        X = self.numbers
        if X.shape[1] == 0 or len(X) < 3:
            return np.empty((0, 0))
        distances, _ = cKDTree(X).query(X, k=min(NEIGHBOURS + 1, len(X)))
        return np.asarray(distances)[:, 1:]


def two_nn(neighbours: Array) -> float:
    """Intrinsic dimension from the ratio of the distances to the second and the first neighbour (Facco et al. 2017).

    The unbiased maximum-likelihood form (n - 1) / sum of log ratios; rows that repeat another are left out.

    >>> line = np.array([[1.0, 2.0], [1.0, 1.5], [1.0, 3.0]])
    >>> round(two_nn(line), 4)
    0.9102
    """
    if neighbours.shape[0] < 3 or neighbours.shape[1] < 2:
        return nan
    near = neighbours[neighbours[:, 0] > 0]
    total = float(np.log(near[:, 1] / near[:, 0]).sum()) if len(near) > 2 else 0.0
    return (len(near) - 1) / total if total > 0 else nan


def levina_bickel(neighbours: Array) -> float:
    """Intrinsic dimension by maximum likelihood over the nearest neighbours (Levina and Bickel 2005, averaged as MacKay and Ghahramani do)."""
    if neighbours.shape[0] < 3 or neighbours.shape[1] < 3:
        return nan
    near = neighbours[neighbours[:, 0] > 0]
    if len(near) < 3:
        return nan
    inverse = np.log(near[:, -1:] / near[:, :-1]).mean(axis=1)
    mean = float(inverse.mean())
    return 1 / mean if mean > 0 else nan


def _correlation(view: DataView) -> float:
    X = view.numbers
    if X.shape[1] > MOST_COLUMNS:
        X = X[:, np.linspace(0, X.shape[1] - 1, MOST_COLUMNS).astype(np.int64)]
    if X.shape[1] < 2 or len(X) < 3:
        return nan
    correlations = np.corrcoef(X.T)[np.triu_indices(X.shape[1], 1)]
    return float(np.abs(correlations).mean())


def _fisher(view: DataView) -> float:
    """1 / (1 + the largest ratio of variance between classes to variance within) over numeric columns."""
    X, y = view.numbers, view.sample.target
    if not view.classes or X.shape[1] == 0:
        return nan
    counts = np.bincount(y, minlength=len(view.data.classes))
    held = counts > 0
    means = np.array([X[y == code].mean(axis=0) for code in np.flatnonzero(held)])
    between = (np.square(means - X.mean(axis=0)).T * counts[held]).sum(axis=1)
    within = sum(
        np.square(X[y == code] - mean).sum(axis=0) for code, mean in zip(np.flatnonzero(held), means, strict=True)
    )
    return float(np.min(within / (within + between)))


def _borderline(view: DataView) -> float:
    """The share of rows that an edge of the minimum spanning tree joins to a row of another class."""
    if not view.classes:
        return nan
    y = view.sample.target
    edges = np.array(spanning_tree(view.distances).edges)
    torn = edges[y[edges[:, 0]] != y[edges[:, 1]]]
    return float(np.unique(torn).size / len(y))


def _landmark(error: Callable[[DataView], float]) -> Callable[[DataView], float]:
    return lambda view: error(view) if view.classes and len(view.sample) >= 20 else nan


def _balance(view: DataView) -> float:
    counts = [count for count in view.seen.class_counts.values() if count]
    return view.seen.class_entropy / log2(len(counts)) if len(counts) > 1 else nan


def _nominal(view: DataView) -> float:
    words = sum(column.kind in {ColumnKind.NOMINAL, ColumnKind.TEXT} for column in view.data.columns)
    return words / len(view.data.columns) if view.data.columns else nan


@dataclass(frozen=True, slots=True, kw_only=True)
class Characteristic:
    """One property of a data set as a number."""

    name: str
    title: str
    what: str  # one plain line
    more: str  # "data with MORE": how a larger value reads
    value: Callable[[DataView], float]
    counted: bool = False  # whether it is compared by its logarithm
    asked: bool = True  # whether it decides if two data sets are alike, and whether a choice of them is narrow


def _skewness(data: Dataset) -> float:
    """The mean absolute skewness of numeric columns."""
    skews = []
    for index, column in enumerate(data.columns):
        values = data.matrix[:, index]
        values = values[np.isfinite(values)]
        if column.kind is ColumnKind.NUMERIC and len(values) > 2 and np.ptp(values) > 0:
            away = values - values.mean()
            skews.append(abs(float(np.mean(away**3)) / float(np.mean(away**2)) ** 1.5))
    return float(np.mean(skews)) if skews else nan


def _information(data: Dataset) -> float:
    """Bits between class and column, in ten bins, as a mean over columns; NaN for regression."""
    if not data.task.coded or not len(data) or not data.columns:
        return nan
    width = len(data.classes)
    own = entropy(np.bincount(data.target, minlength=width))
    bits = []
    for index, column in enumerate(data.columns):
        values = data.matrix[:, index]
        if column.kind is ColumnKind.TEXT:
            continue  # nearly every text is its own bin
        if column.kind in {ColumnKind.NUMERIC, ColumnKind.DATE}:
            codes = binned(values, 10)
        else:
            codes = np.where(np.isnan(values), len(column.levels), values).astype(np.int64)
        joint = np.bincount(codes * width + data.target)
        bits.append(own + entropy(np.bincount(codes)) - entropy(joint))
    return float(np.mean(bits)) if bits else nan


CHARACTERISTICS: Catalogue[Characteristic] = Catalogue(
    "characteristic",
    (
        Characteristic(name="rows", title="Rows", what="number of rows", more="more rows", counted=True, value=lambda view: float(view.seen.n)),
        Characteristic(name="columns", title="Columns", what="number of columns", more="more columns", counted=True, value=lambda view: float(view.seen.p)),
        Characteristic(name="rows_per_column", asked=False, title="Rows per column", what="rows divided by columns", more="more rows per column", counted=True,
            value=lambda view: view.seen.rows_per_column),
        Characteristic(name="nominal_share", title="Columns of words", what="share of columns that contain words", more="more columns of words", value=_nominal),
        Characteristic(name="missing_share", title="Missing", what="share of cells that are missing", more="more missing values", value=lambda view: view.seen.missing_share),
        Characteristic(name="classes", title="Classes", what="number of classes that occur", more="more classes", counted=True,
            value=lambda view: float(sum(n > 0 for n in view.seen.class_counts.values())) or nan),
        Characteristic(name="imbalance", title="Imbalance", what="rows of the largest class per row of the smallest", more="more imbalance", counted=True,
            value=lambda view: view.seen.imbalance),
        Characteristic(name="class_entropy", asked=False, title="Class entropy", what="entropy of the classes in bits", more="more class entropy", value=lambda view: view.seen.class_entropy),
        Characteristic(name="balance", asked=False, title="Balance", what="entropy of the classes as a share of the largest possible", more="more even classes", value=_balance),
        Characteristic(name="trivial_error", title="Trivial error", what="error of the most frequent class, or standard deviation of the target",
            more="a larger trivial error", value=lambda view: view.seen.trivial_error),
        Characteristic(name="skewness", asked=False, title="Skewness", what="mean absolute skewness of numeric columns", more="more skewed columns", value=lambda view: _skewness(view.thinned)),
        Characteristic(name="correlation", title="Correlation", what="mean absolute correlation of numeric columns", more="more correlated columns", value=_correlation),
        Characteristic(name="mutual_information", asked=False, title="Mutual information", what="mean mutual information of class and column in bits, numbers in ten bins",
            more="more informative columns", value=lambda view: _information(view.thinned)),
        Characteristic(name="intrinsic_dimension", asked=False, title="Intrinsic dimension", what="dimension of the numeric columns by two nearest neighbours (TwoNN)",
            more="a higher intrinsic dimension", counted=True, value=lambda view: two_nn(view.neighbours[:, :2])),
        Characteristic(name="intrinsic_dimension_mle", asked=False, title="Intrinsic dimension, 20 neighbours",
            what="the same by maximum likelihood over twenty neighbours (Levina and Bickel)", more="a higher intrinsic dimension", counted=True,
            value=lambda view: levina_bickel(view.neighbours)),
        Characteristic(name="fisher_overlap", title="Overlap of the best column", what="share of variance within classes of the column that tells them apart best (F1)",
            more="more class overlap", value=_fisher),
        Characteristic(name="borderline", title="Borderline rows", what="share of rows next to a row of another class in the spanning tree (N1)",
            more="more rows on the border", value=_borderline),
        Characteristic(name="nearest_neighbour", title="Error of 1-NN", what="landmarker: leave-one-out error of the nearest neighbour (N3)",
            more="a larger error of 1-NN", value=_landmark(lambda view: nearest_neighbour_error(view.distances, view.sample.target))),
        Characteristic(name="stump", title="Error of a stump", what="landmarker: cross-validated error of a decision stump", more="a larger error of a stump",
            value=_landmark(lambda view: cross_validated_error(stump, view.narrow))),
        Characteristic(name="naive_bayes", title="Error of naive Bayes", what="landmarker: cross-validated error of naive Bayes", more="a larger error of naive Bayes",
            value=_landmark(lambda view: cross_validated_error(naive_bayes, view.narrow))),
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Characteristics:
    """The characteristics of one data set; NaN where one does not apply."""

    name: str
    values: Mapping[str, float]
    rows_used: int  # behind distances, dimension, overlap and landmarkers

    @property
    def finite(self) -> tuple[tuple[str, float], ...]:
        """Those that apply, as a study keeps them."""
        return tuple((name, value) for name, value in self.values.items() if isfinite(value))


def characteristics(data: Dataset, summary: Profile | None = None) -> Characteristics:
    """All characteristics; those that compare rows take at most a thousand rows, simple learners at most 300 columns.

    >>> from bakeoff.data.load import load
    >>> found = characteristics(load("iris"))
    >>> found.values["classes"], round(found.values["nearest_neighbour"], 3), found.rows_used
    (3.0, 0.06, 150)
    """
    view = DataView(data, profile(data) if summary is None else summary)
    values = {characteristic.name: float(characteristic.value(view)) for characteristic in CHARACTERISTICS}
    return Characteristics(name=data.name, values=MappingProxyType(values), rows_used=len(view.sample))

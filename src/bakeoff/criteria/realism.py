"""Are artificial rows realistic? Can a classifier tell them from real ones (Lopez-Paz and Oquab 2017), and by which columns?

Rows that were made from the real rows they are compared with lie too near to them, and a classifier then errs in a
way that looks like realism. Here the generator sees one half of the real rows, and its rows are compared with the other half.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from math import nan
from typing import Any, ClassVar

import numpy as np

from bakeoff.api.shown import HasLook
from bakeoff.comparisons.posthoc.adjust import adjust
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.core.json_safe import json_safe
from bakeoff.core.notes import Note
from bakeoff.core.seeds import rng_for
from bakeoff.core.significance_level import is_shown
from bakeoff.criteria.artificial_training import LearnerTransfer, artificial_training
from bakeoff.criteria.notes import COMPARED_WITH_SOURCE, COPIED_ROWS
from bakeoff.data.dataset import ColumnKind, Dataset
from bakeoff.data.expand import expand
from bakeoff.data.profile import row_groups

__all__ = ["ColumnDistance", "Realism", "realism"]

FEWEST = 20  # rows of each kind
MOST = 5000
FOLDS = 5
ALPHA = 0.05  # the level of every question about artificial rows
REPEATS = 4  # of dealing rows to folds, whose AUCs are averaged


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnDistance:
    """How far the values of one column are from the real ones: the largest difference of shares up to a value, or in words."""

    column: str
    distance: float
    p_value: float
    p_adjusted: float

    @property
    def differs(self) -> bool:
        """Whether the column is shown to differ, at level .05."""
        return is_shown(self.p_adjusted, ALPHA)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Realism(HasLook):
    """Whether a classifier can tell artificial rows from real ones, and by which columns: an AUC of .5 means not at all, 1 always."""

    look: ClassVar[str] = "bakeoff.criteria.looks:REALISM"
    real: int  # rows
    artificial: int
    auc: float
    low: float
    high: float
    p_value: float
    columns: tuple[ColumnDistance, ...]  # those that differ most first
    copies: float  # share of artificial rows that equal a real one
    method: str  # of expand; empty for rows that were brought
    training: tuple[LearnerTransfer, ...] = ()  # errors on real rows of learners trained on real and on artificial rows
    notes: tuple[Note, ...] = ()

    @property
    def interval(self) -> tuple[float, float]:
        """Of the AUC, 95 percent."""
        return self.low, self.high

    @property
    def distinguishable(self) -> bool:
        """Whether the classifier tells them apart better than by chance, at level .05."""
        return is_shown(self.p_value, ALPHA) and self.auc > 0.5

    def to_dict(self) -> dict[str, Any]:
        """The object that `bakeoff expand --check --json` holds."""
        names = ("real", "artificial", "auc", "low", "high", "p_value", "distinguishable", "copies", "method")
        body: dict[str, Any] = json_safe({
            **{name: getattr(self, name) for name in names},
            "columns": [{"column": column.column, "distance": column.distance, "p_value": column.p_value, "p_adjusted": column.p_adjusted} for column in self.columns],
            "training": [asdict(transfer) for transfer in self.training],
            "notes": [note.as_dict() for note in self.notes],
        })  # fmt: skip
        return body


def realism(
    real: Dataset,
    artificial: Dataset | None = None,
    *,
    method: str = "smoothed",
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
) -> Realism:
    """Can a classifier tell artificial rows from real ones? Reference: lopezpaz2017.

    The target is one of the columns, so a wrong relation between features and target counts as well.

    Parameters
    ----------
    real
        The real rows.
    artificial
        Rows of your own generator, which must not be made from these real rows; without them, rows that `bo.expand` makes from
        one half of the real ones are compared with the other half.
    method, options
        Of `bo.expand`.
    seed
        Of the halves, the generator and the folds.

    Returns
    -------
    Realism
        The AUC with its interval, the columns that differ most, and the errors on real rows of three learners that were trained on real
        and on artificial rows.

    Examples
    --------
    >>> from bakeoff import load
    >>> type(realism(load("iris"), method="copula")).__name__
    'Realism'
    """
    real.require_columns("realism")
    notes: list[Note] = []
    rng = rng_for(seed, "realism")
    if artificial is None:
        order = rng.permutation(len(real))
        order = order[np.argsort(real.target[order], kind="stable")]  # halves with the same classes, or amounts
        generated = expand(real.take(order[1::2]), len(order[::2]), method, seed=seed, **dict(options or {}))
        source, true = real.take(order[1::2]), real.take(order[::2])
    else:
        generated, true = artificial, real
        halves = rng_for(seed, "artificial training").permutation(len(real))
        source = real.take(halves[1::2])
        if [column.name for column in generated.columns] != [
            column.name for column in real.columns
        ] or generated.classes != real.classes:
            raise BadInput("real and artificial rows need the same columns and classes in the same order")
        notes.append(COMPARED_WITH_SOURCE())
    if min(len(true), len(generated)) < FEWEST:
        raise BadInput(
            f"{len(true)} real and {len(generated)} artificial rows are too few to tell whether they differ; {FEWEST} of each are needed"
            + ("" if artificial is not None else f" (half of the {len(real)} real rows go to the generator)")
        )
    true, generated = (
        rows if len(rows) <= MOST else rows.take(rng.permutation(len(rows))[:MOST]) for rows in (true, generated)
    )
    tested = true if artificial is None else real.take(halves[::2])
    training = artificial_training(source, generated.take(np.arange(min(len(generated), len(source)))), tested)
    X, y = _together(true, generated)
    auc, low, high, p = _distinguishable(X, y, rng)
    copies = _copies(true if artificial is not None else real, generated)
    if copies > 0.05:
        notes.append(COPIED_ROWS(share=copies))
    return Realism(
        real=len(true), artificial=len(generated), auc=auc, low=low, high=high, p_value=p, columns=_columns(true, generated), copies=copies, training=training,
        method=method if artificial is None else "", notes=tuple(notes),
    )  # fmt: skip


def _joined(data: Dataset) -> Array:
    return np.column_stack([data.matrix, data.target])


def _together(true: Dataset, generated: Dataset) -> tuple[Array, Array]:
    """Both kinds in one matrix: numbers with gaps at the median, a column for gaps, and one for each frequent word."""
    both = np.concatenate([_joined(true), _joined(generated)])
    kinds = [column.kind for column in true.columns] + [ColumnKind.NOMINAL if true.task.coded else ColumnKind.NUMERIC]
    parts = []
    for index, kind in enumerate(kinds):
        values = np.where(np.isinf(both[:, index]), np.nan, both[:, index])
        gaps = np.isnan(values)
        if gaps.any():
            parts.append(gaps.astype(float))
        if gaps.all():
            continue
        if kind in {ColumnKind.NUMERIC, ColumnKind.DATE}:
            parts.append(np.where(gaps, np.median(values[~gaps]), values))
        else:
            words, counts = np.unique(values[~gaps], return_counts=True)
            parts += [(values == word).astype(float) for word in words[np.argsort(-counts, kind="stable")[:50]]]
    return np.column_stack(parts), np.repeat([0, 1], [len(true), len(generated)])


def _distinguishable(X: Array, y: Array, rng: np.random.Generator) -> tuple[float, float, float, float]:
    """AUC of a forest, its interval and p-value: means over folds, whose spread is corrected for training rows they share."""
    from scipy.stats import t as student
    from sklearn.ensemble import ExtraTreesClassifier

    areas = []
    for repeat in range(REPEATS):
        fold = np.empty(len(y), dtype=int)
        for kind in (0, 1):
            own = rng.permutation(np.flatnonzero(y == kind))
            fold[own] = np.arange(len(own)) % FOLDS
        for number in range(FOLDS):
            train, test = fold != number, fold == number
            forest = ExtraTreesClassifier(50, min_samples_leaf=3, random_state=repeat * FOLDS + number, n_jobs=1)
            score = forest.fit(X[train], y[train]).predict_proba(X[test])[:, 1]
            areas.append(_auc(score, y[test]))
    values = np.array(areas)
    mean = float(values.mean())
    spread = float(values.std(ddof=1)) * np.sqrt(1 / len(values) + 1 / (FOLDS - 1))
    df = min(len(values) - 1, 10)
    if spread == 0:
        return mean, mean, mean, 1.0 if mean == 0.5 else 0.0
    margin = float(student.ppf(0.975, df)) * spread
    p = 2 * float(student.sf(abs(mean - 0.5) / spread, df))
    return mean, max(mean - margin, 0.0), min(mean + margin, 1.0), p


def _auc(score: Array, y: Array) -> float:
    from scipy.stats import rankdata

    ranks = rankdata(score)
    positive = int((y == 1).sum())
    return float((ranks[y == 1].sum() - positive * (positive + 1) / 2) / (positive * (len(y) - positive)))


def _copies(true: Dataset, generated: Dataset) -> float:
    both = row_groups(np.concatenate([_joined(true), _joined(generated)]))
    return float(np.isin(both[len(true) :], both[: len(true)]).mean())


def _columns(true: Dataset, generated: Dataset) -> tuple[ColumnDistance, ...]:
    """Kolmogorov-Smirnov for numbers, total variation with a chi-squared test for words and gaps."""
    from scipy.stats import chi2_contingency, ks_2samp

    names = [column.name for column in true.columns] + ["(target)"]
    kinds = [column.kind for column in true.columns] + [ColumnKind.NOMINAL if true.task.coded else ColumnKind.NUMERIC]
    a, b = _joined(true), _joined(generated)
    rows = []
    for index, (name, kind) in enumerate(zip(names, kinds, strict=True)):
        x, z = a[:, index], b[:, index]
        if kind in {ColumnKind.NUMERIC, ColumnKind.DATE} and np.isfinite(x).any() and np.isfinite(z).any():
            made_one = ks_2samp(x[np.isfinite(x)], z[np.isfinite(z)])
            rows.append((name, float(made_one.statistic), float(made_one.pvalue)))
            continue
        words = np.unique(np.nan_to_num(np.concatenate([x, z]), nan=-1.0, posinf=-2.0, neginf=-3.0))
        counts = np.array(
            [
                [(np.nan_to_num(side, nan=-1.0, posinf=-2.0, neginf=-3.0) == word).sum() for word in words]
                for side in (x, z)
            ]
        )
        shares = counts / counts.sum(axis=1, keepdims=True)
        distance = float(np.abs(shares[0] - shares[1]).sum() / 2)
        p = float(chi2_contingency(counts).pvalue) if len(words) > 1 else nan
        rows.append((name, distance, p))
    tested = [p for *_, p in rows if not np.isnan(p)]
    adjusted: Iterator[float] = iter(adjust(tested, "holm").tolist() if tested else [])
    made_all = [
        ColumnDistance(
            column=name, distance=distance, p_value=p, p_adjusted=nan if np.isnan(p) else float(next(adjusted))
        )
        for name, distance, p in rows
    ]
    return tuple(sorted(made_all, key=lambda column: -column.distance))

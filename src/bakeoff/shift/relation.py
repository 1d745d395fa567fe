"""Has the relation of columns and classes changed? Whether a model errs more or less than columns alone, and classes alone, explain."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import nan
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.seeds import rng_for
from bakeoff.predictions.predictions import Predictions
from bakeoff.shift.boosting import boosted_classifier, boosted_regressor
from bakeoff.shift.columns import symmetric_codes
from bakeoff.shift.density_ratio import density_ratio
from bakeoff.tabular.table import Column

__all__ = ["LabelledRows", "RelationChange", "losses_of", "relation_change"]

_FEWEST = 20  # rows with a label in each table
_MOST_CLASSES = 30  # of a model that is fitted here
_MOSTLY = 0.9  # share of rows without a twin from which equal rows in both tables are left out
_ALIKE = 20.0  # rows that may be of either table, of which the test needs so many at least


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LabelledRows:
    """Rows of one table whose label is known; the loss of the user's model on each, where there is one."""

    features: Array
    target: Array  # codes of classes, or numbers
    loss: Array | None = None

    def __len__(self) -> int:
        return len(self.target)

    def part(self, rows: Array) -> "LabelledRows":
        """Some of the rows."""
        return LabelledRows(
            features=self.features[rows], target=self.target[rows], loss=None if self.loss is None else self.loss[rows]
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationChange:
    """Two tests of a model's losses: do they differ between rows with the same columns, and between rows of the same class?

    A change of the columns alone leaves the losses of given columns as they were, a change of the classes alone those of given classes.
    The relation is shown to have changed where both tests agree, so `p_value` is the larger one. Numbers have the first test only.
    """

    p_value: float
    given_columns: float
    given_classes: float
    n: int
    reason: str = ""  # why it is not known
    p_adjusted: float = nan  # over all questions about a change, see shared_level.py

    @classmethod
    def unknown(cls, reason: str) -> "RelationChange":
        """The tests cannot be made, for this reason."""
        return cls(p_value=nan, given_columns=nan, given_classes=nan, n=0, reason=reason)


def losses_of(predictions: Predictions) -> Array:
    """The loss of each row: one minus the probability of its class, whether the label is wrong, or the size of the error."""
    if predictions.task.numeric:
        return np.abs(np.asarray(predictions.label, dtype=np.float64) - predictions.truth)
    truth = np.asarray(predictions.truth, dtype=np.int64)
    if predictions.proba is not None:
        return np.asarray(1.0 - predictions.proba[np.arange(len(truth)), truth])
    return np.asarray(predictions.label != truth, dtype=np.float64)


def relation_change(
    columns: Sequence[Column], target: Column, old: LabelledRows, new: LabelledRows, seed: int
) -> RelationChange:
    """Losses against tables: the mean of products of residuals, each given the columns, and each given the class.

    Without a model one is fitted to half of the old rows, and the other half is compared with the new rows.
    References: shah2020, shimodaira2000.
    """
    reason = _why_not(target, old, new)
    if reason:
        return RelationChange.unknown(reason)
    rng = rng_for(seed, "drift/relation")
    if old.loss is None or new.loss is None:
        old, new = _with_losses(columns, target, old, new, rng)
    assert old.loss is not None
    assert new.loss is not None
    if min(len(old), len(new)) < _FEWEST // 2:
        return RelationChange.unknown("most rows are in both tables")
    loss = np.concatenate([old.loss, new.loss])
    loss = loss if target.levels else _ranks(loss)
    table = np.repeat([0.0, 1.0], [len(old), len(new)])
    chance = density_ratio(columns, old.features, new.features).chance
    if 4 * float(np.sum((table - chance) ** 2)) < _ALIKE:
        return RelationChange.unknown("too few old rows look like new ones")
    rows = np.vstack(symmetric_codes(columns, old.features, new.features))
    given_columns, given_classes = _product_test(loss - _expected_loss(rows, loss, rng), table - chance), nan
    if target.levels:
        classes = np.concatenate([old.target, new.target])
        given_classes = _product_test(*(values - _class_means(values, classes) for values in (loss, table)))
    return RelationChange(
        p_value=float(np.nanmax([given_columns, given_classes])), given_columns=given_columns, given_classes=given_classes, n=len(loss)
    )  # fmt: skip


def _why_not(target: Column, old: LabelledRows, new: LabelledRows) -> str:
    if min(len(old), len(new)) < _FEWEST:
        return f"fewer than {_FEWEST} rows of a table have a label"
    both = np.concatenate([old.target, new.target])
    if len(np.unique(both)) < 2:
        return "all labels are of one class" if target.levels else "all labels are one number"
    if old.loss is None and np.sum(np.unique(old.target, return_counts=True)[1] >= (2 if target.levels else 1)) < 2:
        return "the old labels are of one class" if target.levels else "the old labels are one number"
    if old.loss is None and target.levels and len(np.unique(both)) > _MOST_CLASSES:
        return f"there are more than {_MOST_CLASSES} classes, which needs the predictions of a model"
    return ""


def _with_losses(
    columns: Sequence[Column], target: Column, old: LabelledRows, new: LabelledRows, rng: np.random.Generator
) -> tuple[LabelledRows, LabelledRows]:
    """The other old rows and the new ones, with the losses of a model that was fitted to half of the old rows.

    Rows that are equal to one of these are left out: they would be predicted too well.
    """
    mixed = rng.permutation(len(old))
    order = mixed[np.argsort(old.target[mixed], kind="stable")]  # half of each class
    train = old.part(order[::2])
    training_cells = set(_cells(train))
    if len(training_cells) < _MOSTLY * len(train):  # rows that repeat say nothing about who is in both tables
        training_cells = set()

    def judged(part: LabelledRows) -> LabelledRows:
        part = part.part(np.array([row not in training_cells for row in _cells(part)], dtype=bool))
        return replace(
            part, loss=_losses(model, target, symmetric_codes(columns, part.features, part.features)[0], part.target)
        )

    fit = boosted_classifier if target.levels else boosted_regressor
    model = fit(symmetric_codes(columns, train.features, train.features)[0], train.target)
    return judged(old.part(order[1::2])), judged(new)


def _cells(rows: LabelledRows) -> list[bytes]:
    """The cells of each row, to find equal rows."""
    return [row.tobytes() for row in np.column_stack([rows.features, rows.target]) + 0.0]


def _losses(model: Any, target: Column, X: Array, truth: Array) -> Array:
    """The loss of each row; a class that the model was not trained on has probability 0."""
    if not target.levels:
        return np.asarray(np.abs(truth - model.predict(X)))
    place = {label: index for index, label in enumerate(model.trees.classes_.tolist())}
    proba = np.column_stack([model.predict_proba(X), np.zeros(len(X))])
    return np.asarray(1.0 - proba[np.arange(len(X)), [place.get(label, -1) for label in truth.tolist()]])


def _expected_loss(X: Array, loss: Array, rng: np.random.Generator) -> Array:
    """The loss that the columns of each row let expect, learned from the other half of all rows."""
    half, expected = rng.permutation(len(loss)) % 2, np.empty(len(loss))
    for side in (0, 1):
        model = boosted_regressor(X[half != side], loss[half != side])
        expected[half == side] = model.predict(X[half == side])
    return expected


def _class_means(values: Array, classes: Array) -> Array:
    """For each row the mean over the rows of its class."""
    _, codes = np.unique(classes, return_inverse=True)
    return np.asarray((np.bincount(codes, weights=values) / np.bincount(codes))[codes])


def _ranks(values: Array) -> Array:
    """Places among all rows between 0 and 1: the sizes of errors may have heavy tails."""
    from scipy.stats import rankdata

    return np.asarray(rankdata(values) / len(values))


def _product_test(first: Array, second: Array) -> float:
    """Whether the mean of the products is zero, by the t law; 1 where all of them are.

    >>> _product_test(np.array([1.0, -1.0, 1.0, -1.0]), np.array([1.0, 1.0, -1.0, -1.0]))
    1.0
    """
    from scipy.stats import t

    products = first * second
    spread = float(products.std(ddof=1))
    if spread <= 1e-12:
        return 1.0
    return float(2 * t.sf(abs(float(products.mean())) / spread * len(products) ** 0.5, len(products) - 1))

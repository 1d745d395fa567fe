"""The score of the one that was picked: Tsamardinos, Greasidou and Borboudakis (2018), algorithm BBC-CV, written again with loops."""

import tracemalloc
from collections.abc import Sequence
from dataclasses import replace
from math import isnan

import numpy as np
import pytest
from sklearn import metrics

from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.core.seeds import rng_for
from bakeoff.estimates.over_splits.selection import bbc, best_of_folds, best_of_predictions
from bakeoff.kernels import kernel
from bakeoff.predictions.from_arrays import predictions_of

B = 25


def paper(score, learners: int, n: int, seed: int, *, higher: bool = True, owner=None, repeats: int = 1) -> list[float]:
    """`score(learner, repeat, rows)`: pick on the drawn rows, score on the others, both as means over repeats."""
    owner = np.arange(n) if owner is None else owner
    many = int(owner.max()) + 1
    seeds = rng_for(seed, "picked").integers(1 << 63, size=B, dtype=np.uint64)
    out = []
    for times in kernel("resample_counts")(many, seeds):
        drawn = [row for row in range(n) for _ in range(int(times[owner[row]]))]
        left = [row for row in range(n) if times[owner[row]] == 0]
        found = [round(np.mean([score(one, at, drawn) for at in range(repeats)]), 12) for one in range(learners)]
        best = int(np.argmax(found)) if higher else int(np.argmin(found))
        out.append(np.mean([score(best, at, left) for at in range(repeats)]))
    return out


def agrees(found, expected: list[float]) -> None:
    assert found.corrected.value == pytest.approx(np.mean(expected), abs=1e-12)
    assert (found.corrected.low, found.corrected.high) == pytest.approx(
        tuple(np.quantile(expected, [0.025, 0.975])), abs=1e-12
    )


@pytest.mark.parametrize("grouped", [False, True])
@pytest.mark.parametrize("direction", ["higher", "lower"])
def test_a_matrix_of_scores_as_in_the_paper(direction: str, grouped: bool) -> None:
    table = np.random.default_rng(1).normal(size=(60, 5))
    owner = np.arange(60) // 2 if grouped else np.arange(60)
    found = bbc(table, direction=direction, groups=owner if grouped else None, n_resamples=B, seed=3)
    expected = paper(lambda one, _, rows: table[rows, one].mean(), 5, 60, 3, higher=direction == "higher", owner=owner)
    assert found.corrected.value == pytest.approx(np.mean(expected), abs=1e-12)
    if not grouped:
        agrees(found, expected)
    means = table.mean(axis=0)
    assert found.learner == str(int(means.argmax() if direction == "higher" else means.argmin()))
    assert sum(share for _, share in found.picked) == pytest.approx(1)


CLASSES = {
    "accuracy": (metrics.accuracy_score, "label", True),
    "f1": (metrics.f1_score, "label", True),
    "kappa": (metrics.cohen_kappa_score, "label", True),
    "roc_auc": (metrics.roc_auc_score, "chance", True),
    "average_precision": (metrics.average_precision_score, "chance", True),
    "log_loss": (metrics.log_loss, "chance", False),
    "brier": (metrics.brier_score_loss, "chance", False),
}


@pytest.mark.parametrize("repeats", [1, 3])
@pytest.mark.parametrize("name", CLASSES)
def test_two_classes_by_any_measure(name: str, repeats: int) -> None:
    rng = np.random.default_rng(2)
    truth = rng.integers(0, 2, 70)
    chance = np.clip(0.5 + 0.25 * (2 * truth - 1) + rng.normal(0, 0.35, (4, repeats, 70)), 0.01, 0.99)
    order = [rng.permutation(70) for _ in range(repeats)]  # the folds of another repeat hold the rows in another order
    said = {
        f"m{one}": [
            predictions_of(
                truth[order[at]], y_pred=(chance[one, at] > 0.5).astype(int)[order[at]], y_proba=chance[one, at][order[at]], row_id=order[at]
            )
            for at in range(repeats)
        ]
        for one in range(4)
    }  # fmt: skip
    function, reads, higher = CLASSES[name]
    given = chance if reads == "chance" else (chance > 0.5).astype(int)
    found = best_of_predictions(said, name, n_resamples=B, seed=5)
    expected = paper(
        lambda one, at, rows: function(truth[rows], given[one, at][rows]), 4, 70, 5, higher=higher, repeats=repeats
    )
    agrees(found, expected)


@pytest.mark.parametrize(
    ("name", "function"),
    [("rmse", metrics.root_mean_squared_error), ("mae", metrics.mean_absolute_error), ("medae", metrics.median_absolute_error)],
)  # fmt: skip
def test_numbers(name: str, function) -> None:
    rng = np.random.default_rng(4)
    truth = rng.normal(size=50)
    said = truth + rng.normal(0, [[0.5], [0.55], [0.6]], (3, 50))
    found = best_of_predictions(
        {f"m{at}": [predictions_of(truth, y_pred=one)] for at, one in enumerate(said)}, name, n_resamples=B
    )
    agrees(found, paper(lambda one, _, rows: function(truth[rows], said[one][rows]), 3, 50, 0, higher=False))


def test_groups_of_predictions_are_drawn_whole() -> None:
    rng = np.random.default_rng(6)
    truth, owner = rng.integers(0, 2, 60), np.repeat(np.arange(20), 3)
    labels = [np.where(rng.random(60) < 0.8, truth, 1 - truth) for _ in range(3)]
    said = {str(at): [replace(predictions_of(truth, y_pred=one), group=owner)] for at, one in enumerate(labels)}
    for name, function in (
        ("accuracy", metrics.accuracy_score),
        ("balanced_accuracy", metrics.balanced_accuracy_score),
    ):
        found = best_of_predictions(said, name, n_resamples=B)
        expected = paper(lambda one, _, rows: function(truth[rows], labels[one][rows]), 3, 60, 0, owner=owner)  # noqa: B023
        assert found.corrected.value == pytest.approx(np.mean(expected), abs=1e-12)
        assert "groups" in found.corrected.method


@pytest.mark.parametrize(("name", "higher"), [("roc_auc", True), ("rmse", False)])
def test_folds_are_drawn_like_rows(name: str, higher: bool) -> None:
    table = np.random.default_rng(8).random((10, 4))
    found = best_of_folds({str(at): column for at, column in enumerate(table.T)}, name, n_resamples=B, seed=2)
    expected = paper(lambda one, _, rows: table[rows, one].mean(), 4, 10, 2, higher=higher)
    agrees(found, expected)
    assert found.corrected.method == f"BBC-F, {B} resamples of folds"
    assert found.measure == name
    with pytest.raises(NotApplicable, match="3 folds are too few"):
        best_of_folds({"a": [1, 2, 3], "b": [1, 2, 3]}, name)


def test_folds_as_the_authors_of_bbc_f_draw_them() -> None:
    """Mean, percentiles and shares of a loop that was written after `bbc_fold` of the authors, with other random numbers.

    Their code: github.com/kparaschakis/BBC_algorithm, e55b0da, code/core/BBC_parallel.py (folds are drawn again until one is left out). The loop
    was run once on this table, with np.random.seed(1) and 200,000 iterations.
    """
    table = np.round(np.random.default_rng(17).normal(0.8, 0.05, (10, 6)), 4)
    found = best_of_folds({str(at): one for at, one in enumerate(table.T)}, "accuracy", n_resamples=50_000)
    assert found.corrected.value == pytest.approx(0.784546, abs=0.0005)
    assert (found.corrected.low, found.corrected.high) == pytest.approx((0.73923, 0.81860), abs=0.001)
    shares = [0.069155, 0.30141, 0.26037, 0.36589, 0.0, 0.003175]
    assert [share for _, share in found.picked] == pytest.approx(shares, abs=0.01)


def test_the_mean_over_other_draws_is_the_same() -> None:
    """The authors' own loop (MATLAB, section 5.1 of the paper) with other random numbers agrees up to their noise."""
    right = (np.random.default_rng(9).random((80, 12)) < np.linspace(0.6, 0.8, 12)).astype(float)
    rng, out = np.random.default_rng(10), []
    for _ in range(3000):
        drawn = rng.integers(80, size=80)
        best = int(np.argmax(right[drawn].mean(axis=0)))
        out.append(np.delete(right, np.unique(drawn), axis=0)[:, best].mean())
    found = bbc(right, n_resamples=3000)
    assert abs(found.corrected.value - np.mean(out)) < 4 * np.std(out) * np.sqrt(2 / 3000)


def test_equal_learners_and_no_variance() -> None:
    right = np.tile((np.arange(40) % 4 > 0).astype(float)[:, None], 3)
    found = bbc(right)
    assert found.picked[0] == ("0", 1.0)
    assert found.corrected.value == pytest.approx(0.75, abs=0.01)
    perfect = bbc(np.ones((30, 2)))
    assert perfect.corrected.value == 1
    assert not perfect.corrected.has_interval
    assert [note.code for note in perfect.corrected.notes] == ["estimates.same-value"]
    assert [note.code for note in perfect.naive.notes] == ["estimates.best-of", "estimates.same-value"]


def test_one_row_one_group_and_one_class() -> None:
    lone = bbc([[1.0, 0.0]])
    assert isnan(lone.corrected.value)
    assert "one row" in lone.corrected.warnings[0]
    with pytest.raises(BadInput, match="one group only"):
        bbc(np.eye(4), groups=["a"] * 4)
    truth = np.ones(20, dtype=int)
    said = {name: [predictions_of(truth, y_score=np.arange(20.0), positive=1, labels=[0, 1])] for name in "ab"}
    with pytest.raises(NotApplicable, match="undefined for every learner"):
        best_of_predictions(said, "roc_auc")


def test_an_infinite_loss_is_no_finite_mean() -> None:
    truth = np.array([0, 1] * 15)
    sure = np.where(truth == 1, 0.9, 0.1)
    wrong = np.where(np.arange(30) == 0, 1.0, sure)
    found = best_of_predictions(
        {"a": [predictions_of(truth, y_proba=wrong)], "b": [predictions_of(truth, y_proba=wrong)]}, "log_loss"
    )
    assert found.corrected.value == np.inf
    assert isnan(found.corrected.low)
    assert "estimates.infinite-loss" in [note.code for note in found.corrected.notes]
    better = best_of_predictions(
        {"b": [predictions_of(truth, y_proba=sure)], "a": [predictions_of(truth, y_proba=wrong)]}, "log_loss"
    )
    assert better.learner == "b"
    assert better.corrected.value == pytest.approx(-np.log(0.9))


def test_bad_input_gets_a_sentence() -> None:
    table = np.ones((5, 2))
    with pytest.raises(NotApplicable, match="at least two learners"):
        bbc(np.ones((5, 1)))
    with pytest.raises(BadInput, match="row 1, column 0 is missing"):
        bbc([[1, 0], [np.nan, 1]])
    with pytest.raises(BadInput, match="shape"):
        bbc([1, 2, 3])
    with pytest.raises(BadInput, match="must be numbers"):
        bbc({"a": [1, 2], "b": [1]})
    with pytest.raises(BadInput, match="'higher' or 'lower'"):
        bbc(table, direction="up")
    with pytest.raises(BadInput, match="no rows"):
        bbc(np.ones((0, 2)))
    with pytest.raises(BadInput, match="n_resamples"):
        bbc(table, n_resamples=0)
    one = predictions_of([0, 1, 1], y_pred=[0, 1, 0])
    with pytest.raises(BadInput, match="same repeats"):
        best_of_predictions({"a": [one, one], "b": [one]}, "accuracy")
    with pytest.raises(NotApplicable, match="describes the rows"):
        best_of_predictions({"a": [one], "b": [one]}, "prevalence")
    with pytest.raises(NotApplicable, match="needs probabilities"):
        best_of_predictions({"a": [one], "b": [one]}, "log_loss")


@pytest.mark.slow
def test_twenty_equal_learners() -> None:
    """100 rows, all right in 90%: the naive score is five points too good, the corrected one is not."""
    runs = 300
    found = [bbc(np.random.default_rng([7, run]).random((100, 20)) < 0.9, seed=run) for run in range(runs)]
    assert 0.045 < np.mean([one.naive.value for one in found]) - 0.9 < 0.06
    assert abs(np.mean([one.corrected.value for one in found]) - 0.9) < 0.005
    assert np.mean([one.corrected.low <= 0.9 <= one.corrected.high for one in found]) >= 0.93


class Repeats(Sequence):
    """Repeats of a cross-validation that are made when somebody asks for them, as those of a study file are read."""

    def __init__(self, learner: int, repeats: int, rows: int) -> None:
        self.learner, self.repeats, self.rows = learner, repeats, rows

    def __len__(self) -> int:
        return self.repeats

    def __getitem__(self, at: int):
        order = np.random.default_rng(at).permutation(self.rows)
        chance = np.random.default_rng((self.learner, at)).random(self.rows)
        return predictions_of(
            order % 2, y_proba=np.column_stack([1 - chance, chance]), row_id=order, labels=[0, 1], positive=1
        )


@pytest.mark.parametrize(("name", "most"), [("accuracy", 6), ("f1", 28), ("log_loss", 28)])
def test_memory_for_each_prediction_of_a_further_repeat(name: str, most: int) -> None:
    """One repeat is held at a time; of each prediction only what its score needs stays."""
    rows, peaks = 20_000, []
    for repeats in (2, 10):
        tracemalloc.start()
        best_of_predictions({str(one): Repeats(one, repeats, rows) for one in range(4)}, name, n_resamples=2)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert (peaks[1] - peaks[0]) / (8 * 4 * rows) < most


@pytest.mark.parametrize("name", ["accuracy", "f1", "log_loss", "roc_auc", "brier"])
def test_repeats_that_are_read_one_by_one_give_the_same(name: str) -> None:
    lazy = {str(one): Repeats(one, 3, 60) for one in range(3)}
    assert best_of_predictions(lazy, name, n_resamples=30) == best_of_predictions(
        {one: [parts[at] for at in range(3)] for one, parts in lazy.items()}, name, n_resamples=30
    )

"""Slices of one test set: how often any of them gets a false claim, and how often all of their intervals hold the true difference at once."""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

import bakeoff as bo
from bakeoff.core.calibration import Kind
from calibration.case import Case, Counts, Simulation

__all__ = ["simulations"]

DOOR = "verdict over slices"
Drawn = tuple[np.ndarray, dict[str, np.ndarray], str]  # what is true, what two equally good models predict, the measure


def simulations() -> Iterator[Simulation]:
    yield _of_slices("8 slices of 60 rows, accuracy", _labels, slices=8, rows=60, quick=20)
    yield _of_slices("2 slices of 200 rows, accuracy", _labels, slices=2, rows=200)
    yield _of_slices("5 slices of 80 rows, Brier score", partial(_probabilities, measure="brier"), slices=5, rows=80)
    yield _of_slices("5 slices of 80 rows, AUC", partial(_probabilities, measure="roc_auc"), slices=5, rows=80)


def _of_slices(words: str, draw: Callable[..., Drawn], *, slices: int, rows: int, quick: int = 0) -> Simulation:
    claim = Case(name=f"{DOOR}: {words}", kind=Kind.FWER, about=("slices",))
    cover = Case(name=f"{DOOR}: {words}, all intervals", kind=Kind.COVERAGE, about=("slices",))

    def run(rng: np.random.Generator, repeats: int) -> Counts:
        claims = covers = 0
        for _ in range(repeats):
            truth, sides, measure = draw(rng, slices * rows)
            by = {"part": np.arange(slices * rows) % slices}
            answer = bo.compare_predictions(truth, sides, measure, by=by, n_resamples=999).slices
            claims += any(pair.winner is not None for pair in answer.pairs)
            intervals = [pair.difference for pair in answer.pairs if pair.difference is not None and pair.difference.has_interval]  # fmt: skip
            covers += all(interval.low <= 0 <= interval.high for interval in intervals)
        return {claim.name: (claims, repeats), cover.name: (covers, repeats)}

    return Simulation(name=f"slices: {words}", run=run, repeats=1000, cases=(claim, cover), quick=quick)


def _labels(rng: np.random.Generator, rows: int) -> Drawn:
    """One model alone is right on a fifth of the rows."""
    truth, common = rng.integers(0, 2, rows), rng.random(rows) < 0.75
    sides = {name: np.where(np.where(common, rng.random(rows) < 0.85, rng.random(rows) < 0.6), truth, 1 - truth) for name in "ab"}  # fmt: skip
    return truth, sides, "accuracy"


def _probabilities(rng: np.random.Generator, rows: int, measure: str) -> Drawn:
    truth, shared = rng.integers(0, 2, rows), rng.normal(size=rows)
    sides = {name: 1 / (1 + np.exp(-(2 * truth - 1 + shared + 0.7 * rng.normal(size=rows)))) for name in "ab"}
    return truth, sides, measure

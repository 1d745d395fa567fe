"""generalisation_error: how good will this learner be, with an interval by the method that is asked for."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from bakeoff.core.arguments import suggest_arguments
from bakeoff.core.checks import Array, count
from bakeoff.core.errors import BadInput, NotApplicable, UnknownName
from bakeoff.core.seeds import rng_for
from bakeoff.data.dataset import Dataset
from bakeoff.data.load import load
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.over_splits.generalisation import INTERVALS, NestedErrors, bayle, conservative_z, nested_cv
from bakeoff.estimates.over_splits.mean import mean_over_splits
from bakeoff.learners.from_objects import as_learners
from bakeoff.measures import Measure, measure_named
from bakeoff.predictions.predictions import Predictions
from bakeoff.runs.local import run_local
from bakeoff.runs.store.ledger import MemoryLedger
from bakeoff.runs.unit import UnitKey
from bakeoff.runs.work import Work
from bakeoff.splits.kfold import KFold
from bakeoff.splits.plan import Split, SplitPlan

__all__ = ["generalisation_error"]

SHORT = {interval.name.removesuffix("_interval"): interval.name for interval in INTERVALS}
REPEATS = {"corrected_t": 10, "bayle": 1, "nested_cv": 10, "conservative_z": 15}
HALVES = 10  # pairs, of the conservative z
SCHEME = "generalisation"

Said = Mapping[tuple[int, int], Predictions]


@suggest_arguments
def generalisation_error(
    learner: Any,
    data: Any,
    *,
    method: str = "corrected_t",
    measure: str | None = None,
    folds: int = 10,
    repeats: int | None = None,
    level: float = 0.95,
    seed: int = 0,
    workers: int | None = None,
) -> Estimate:
    """A learner's score on new rows, with an interval.

    Fits run in child processes, as in a study. `bakeoff explain nested_cv_interval` says when to use which method, what each covers, and how often it did in our simulations.

    Parameters
    ----------
    learner
        A scikit-learn estimator or the name of a baseline.
    data
        A data set or (X, y).
    method
        "corrected_t", "bayle", "nested_cv" or "conservative_z".
    measure
        Accuracy or mean squared error unless it is named.
    folds
        How many folds.
    repeats
        Of the cross-validation, or the number of splits of the conservative z.
    level
        The confidence of the interval.
    seed
        Of the splits and the learner.
    workers
        How many fits run at a time.

    Returns
    -------
    Estimate
        The score with its interval.

    Examples
    --------
    >>> from bakeoff import load
    >>> generalisation_error("majority", load("iris"), folds=5, repeats=1, workers=1).method
    'corrected t over splits'
    """
    if method not in SHORT:
        raise UnknownName("method", method, SHORT)
    rows = data if isinstance(data, Dataset) else load(data)
    what = measure_named(measure or ("mse" if rows.task.numeric else "accuracy"))
    by_rows = what.per_row is not None and what.after is None
    if method in {"bayle", "nested_cv"} and not by_rows:
        raise NotApplicable(
            f"{what.name} is not a mean over rows, which {method} needs; take corrected_t or conservative_z, or another measure"
        )
    many = count("repeats", REPEATS[method] if repeats is None else repeats)
    count("folds", folds, least=3 if method == "nested_cv" else 2)
    plan = _PLANS[method](rows, folds, many, seed)
    predictions = _predicted(learner, rows, plan, seed, workers)
    fits = _Fits(
        said=predictions, repeats=plan.repeats, test_share=plan.test_share, rows=len(rows), measure=what, folds=folds, level=level
    )  # fmt: skip
    return _MADE[method](fits)


def _plan(data: Dataset, splits: Iterator[Split], seed: int) -> SplitPlan:
    return SplitPlan(scheme=SCHEME, dataset=data.fingerprint, seed=seed, splits=tuple(splits))


def _folds(data: Dataset, folds: int, repeats: int, seed: int) -> SplitPlan:
    return KFold(folds=folds, repeats=repeats).plan(data, seed)


def _nested(data: Dataset, folds: int, repeats: int, seed: int) -> SplitPlan:
    """Folds 0 to K-1 as in cross-validation; then one split for each pair of folds, which are both left out."""
    outer = _folds(data, folds, repeats, seed)

    def splits() -> Iterator[Split]:
        for repeat in range(repeats):
            parts = [outer.split(repeat, fold).test for fold in range(folds)]
            yield from (Split(repeat=repeat, fold=index, test=test, rows=len(data)) for index, test in enumerate(parts))
            for index, (a, b) in enumerate(combinations(range(folds), 2)):
                yield Split(
                    repeat=repeat,
                    fold=folds + index,
                    test=np.sort(np.concatenate([parts[a], parts[b]])),
                    rows=len(data),
                )

    return _plan(data, splits(), seed)


def _halves(data: Dataset, folds: int, repeats: int, seed: int) -> SplitPlan:
    """Repeat 0: splits of all rows; repeats 2m+1 and 2m+2: splits of the two halves of the m-th cut, with as many test rows."""
    test = max(len(data) // folds, 1)
    if len(data) < 4 * test + 4:
        raise BadInput(f"data set {data.name!r} has too few rows to be cut into halves; use corrected_t")

    def some(rows: Array, repeat: int) -> Iterator[Split]:
        rng = rng_for(seed, f"halves/{repeat}")
        for fold in range(repeats):
            order = rng.permutation(rows)
            yield Split(repeat=repeat, fold=fold, test=np.sort(order[:test]), train=np.sort(order[test:]))

    def splits() -> Iterator[Split]:
        yield from some(np.arange(len(data)), 0)
        for pair in range(HALVES):
            order = rng_for(seed, f"halves/cut/{pair}").permutation(len(data))
            half = len(data) // 2
            yield from some(order[:half], 2 * pair + 1)
            yield from some(order[half : 2 * half], 2 * pair + 2)

    return _plan(data, splits(), seed)


def _predicted(learner: Any, data: Dataset, plan: SplitPlan, seed: int, workers: int | None) -> Said:
    named = learner if isinstance(learner, Mapping) else [learner]
    (ready,) = as_learners(named)
    work = Work(
        datasets={data.name: data}, plans={data.name: plan}, learners={ready.name: ready}, scheme=plan.scheme, seed=seed
    )  # fmt: skip
    ledger = MemoryLedger()
    run_local(work, ledger, workers=workers)
    predictions = {}
    for split in plan.splits:
        key = UnitKey(
            dataset=data.name, learner=ready.name, scheme=plan.scheme, repeat=split.repeat, fold=split.fold
        )  # fmt: skip
        run = ledger.get(key)
        if run is None or run.predictions is None:
            why = "" if run is None or run.failure is None else f": {run.failure.message}"
            raise NotApplicable(f"learner {ready.name!r} failed on a split of {data.name!r}{why}")
        predictions[split.repeat, split.fold] = run.predictions
    return predictions


def _losses(pred: Predictions, measure: Measure) -> Array:
    assert measure.per_row is not None
    return np.asarray(measure.per_row(pred), dtype=np.float64)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Fits:
    """What was fitted, and what is asked of it."""

    said: Said
    repeats: int
    test_share: float
    rows: int
    measure: Measure
    folds: int
    level: float


def _corrected(fits: _Fits) -> Estimate:
    values = [fits.measure(predictions) for predictions in fits.said.values()]
    return mean_over_splits(values, fits.test_share, fits.level, fits.repeats, fits.measure.bounds)


def _bayle(fits: _Fits) -> Estimate:
    return bayle(
        [_losses(predictions, fits.measure) for predictions in fits.said.values()], fits.level, fits.measure.bounds
    )


def _nested_made(fits: _Fits) -> Estimate:
    pairs = list(combinations(range(fits.folds), 2))
    repeats = []
    for repeat in range(fits.repeats):
        outer = [fits.said[repeat, fold] for fold in range(fits.folds)]
        inner: dict[int, list[Array]] = {fold: [] for fold in range(fits.folds)}
        for index, (a, b) in enumerate(pairs):
            both = fits.said[repeat, fits.folds + index]
            losses = _losses(both, fits.measure)
            in_a = np.isin(both.rows, outer[a].rows)
            inner[b].append(losses[in_a])  # rows of a, by a model that saw neither a nor b
            inner[a].append(losses[~in_a])
        repeats.append(
            [
                NestedErrors(outer=_losses(fold_predictions, fits.measure), inner=np.concatenate(inner[index]))
                for index, fold_predictions in enumerate(outer)
            ]
        )
    return nested_cv(repeats, fits.rows, fits.level, fits.measure.bounds)


def _conservative(fits: _Fits) -> Estimate:
    scores: dict[int, list[float]] = {}
    for (repeat, _), predictions in fits.said.items():
        scores.setdefault(repeat, []).append(fits.measure(predictions))
    halves = [(np.array(scores[2 * m + 1]), np.array(scores[2 * m + 2])) for m in range(HALVES)]
    return conservative_z(np.array(scores[0]), halves, fits.level, fits.measure.bounds)


_PLANS: dict[str, Callable[[Dataset, int, int, int], SplitPlan]] = {
    "corrected_t": _folds,
    "bayle": lambda data, folds, _, seed: _folds(data, folds, 1, seed),
    "nested_cv": _nested,
    "conservative_z": _halves,
}
_MADE: dict[str, Callable[[_Fits], Estimate]] = {
    "corrected_t": _corrected, "bayle": _bayle, "nested_cv": _nested_made, "conservative_z": _conservative
}  # fmt: skip

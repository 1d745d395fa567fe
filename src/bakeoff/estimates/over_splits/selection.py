"""How good is the one that was picked?  Bootstrap bias-corrected cross-validation, from out-of-sample predictions alone."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from math import isnan, nan
from typing import Any

import numpy as np

from bakeoff.core.checks import Array, count, probability
from bakeoff.core.compact import compact
from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.core.json_safe import json_safe
from bakeoff.core.notes import Note
from bakeoff.core.seeds import rng_for
from bakeoff.core.text import clean
from bakeoff.estimates.analytic.unit_shares import UnitShares
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.notes import BEST_OF, INFINITE_LOSS, NO_VALUE, ONE_UNIT, SAME_VALUE, SOME_LOST
from bakeoff.estimates.resampling.paired import aligned, units_of
from bakeoff.estimates.resampling.tails import tails_of
from bakeoff.kernels import kernel
from bakeoff.measures import Measure, measure_named
from bakeoff.measures.measure import Direction
from bakeoff.measures.naming import short_name
from bakeoff.predictions.group_ids import check_groups
from bakeoff.predictions.kinds.row_means import columns_of
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.resampling.draws import HELD, SPARE
from bakeoff.predictions.summaries.confusion import Counts, count as counts_of
from bakeoff.predictions.summaries.means import RowMeans
from bakeoff.predictions.summaries.ranking.unsorted_scores import scored

__all__ = [
    "FEWEST_FOLDS",
    "RESAMPLES",
    "Best",
    "bbc",
    "best_of_folds",
    "best_of_predictions",
    "is_quick",
]

RESAMPLES = 1000
FEWER = 200  # resamples, where every one is measured by itself
FEWEST_FOLDS = 5  # with fewer, many resamples of folds leave none out
TIED = 1e-12  # relative difference below which scores are equal

Score = Callable[[Array], Array]  # of (B, units), how often each unit counts: the (B,) scores of one learner
Waiting = Callable[[Array, int], Score]  # of the unit of each row and the number of units


@dataclass(frozen=True, slots=True, kw_only=True)
class Best:
    """The learner that was picked, its score on the rows that picked it, and the score corrected for having been picked."""

    learner: str
    measure: str  # empty where the scores of rows were given
    naive: Estimate
    corrected: Estimate
    nested: Estimate | None = (
        None  # mean over test parts of a learner that chose its settings inside each training part
    )
    picked: tuple[
        tuple[str, float], ...
    ] = ()  # in what share of the resamples each learner is the best, in given order
    dataset: str = ""
    notes: tuple[Note, ...] = ()

    @property
    def optimism(self) -> float:
        """The naive score minus the corrected one, in the units of the measure."""
        return self.naive.value - self.corrected.value

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        estimates = {"naive": self.naive, "corrected": self.corrected, "nested": self.nested}
        return {
            "learner": self.learner, "measure": self.measure, "dataset": self.dataset, "optimism": json_safe(self.optimism),
            **{
                name: {"value": json_safe(estimate.value), "low": json_safe(estimate.low), "high": json_safe(estimate.high), "method": estimate.method}
                for name, estimate in estimates.items() if estimate is not None
            },
            "picked": dict(self.picked), "notes": [str(note) for note in self.notes],
        }  # fmt: skip

    def __str__(self) -> str:
        where = f" on {clean(self.dataset)}" if self.dataset else ""
        by = f" by {short_name(measure_named(self.measure))}" if self.measure else ""
        lines = [
            f"{clean(self.learner)} is the best of {len(self.picked)} learners{by}{where}.",
            f"  on the rows that picked it: {self.naive}",
            f"  corrected for the choice:   {self.corrected}",
        ]
        if self.nested is not None:
            lines.append(f"  nested, settings only:      {self.nested}")
        share = dict(self.picked).get(self.learner, nan)
        if not isnan(share):
            lines.append(f"  It is the best in {share:.0%} of the resamples.")
        return "\n".join([*lines, *(f"Note: {note}" for note in self.notes)])


def bbc(
    scores: Any,
    *,
    direction: str = "higher",
    groups: Any = None,
    level: float = 0.95,
    n_resamples: int = RESAMPLES,
    seed: int = 0,
) -> Best:
    """The score of the best column, corrected for having been picked; `scores` has a row for each out-of-sample row.

    Rows (or groups of rows) are drawn with replacement, the column with the best mean on the drawn rows is picked and
    scored on the rows that were not drawn. The mean of these scores is the corrected score, their percentiles are its
    interval. A mapping of names to columns names the learners. Reference: tsamardinos2018.

    >>> right = np.random.default_rng(0).random((100, 20)) < 0.9
    >>> found = bbc(right)
    >>> round(found.naive.value, 2), round(found.corrected.value, 2)
    (0.96, 0.92)
    """
    names, table = _table(scores)
    sign = _sign(direction)
    owner, called, shares = np.arange(len(table)), "row", None
    if groups is not None:
        owner, called = np.unique(check_groups(groups, len(table)), return_inverse=True)[1].reshape(-1), "group"
        shares = UnitShares.of_rows(owner, None)
    many = int(owner.max(initial=-1)) + 1
    columns = [
        _mean_score(table[:, column : column + 1], owner, many, None, lambda means: means[:, 0])
        for column in range(len(names))
    ]
    draws = _Draws(units=many, called=called, rows=len(table), n=n_resamples, seed=seed, level=level, shares=shares)
    return _corrected(dict(zip(names, columns, strict=True)), sign, draws)


def best_of_folds(
    candidates: Mapping[str, Sequence[float]],
    measure: Measure | str,
    *,
    level: float = 0.95,
    n_resamples: int = RESAMPLES,
    seed: int = 0,
) -> Best:
    """The same by folds (BBC-F): the score of each fold is one row; folds are drawn, and others score.

    For measures that are means over folds. The folds must have no test row in common. Draws that leave no fold out do not count.
    Reference: paraschakis2024.

    >>> best_of_folds({"a": [0.9, 0.8, 0.85, 0.9, 0.95], "b": [0.7, 0.8, 0.7, 0.75, 0.8]}, "accuracy").learner
    'a'
    """
    what = measure if isinstance(measure, Measure) else measure_named(measure)
    if what.unordered:
        raise NotApplicable(what.unordered)
    _enough(len(candidates))
    names, table = _table(candidates)
    if len(table) < FEWEST_FOLDS:
        raise NotApplicable(
            f"{len(table)} folds are too few to draw from, {FEWEST_FOLDS} are needed; draw rows instead (by='rows')"
        )
    folds = np.arange(len(table))
    columns = [
        _mean_score(table[:, column : column + 1], folds, len(table), None, lambda means: means[:, 0])
        for column in range(len(names))
    ]
    draws = _Draws(
        units=len(table), called="fold", rows=len(table), n=n_resamples, seed=seed, level=level, what="BBC-F"
    )
    return replace(_corrected(dict(zip(names, columns, strict=True)), _sign(what.direction), draws), measure=what.name)


def best_of_predictions(
    candidates: Mapping[str, Sequence[Predictions]],
    measure: Measure | str,
    *,
    level: float = 0.95,
    n_resamples: int | None = None,
    seed: int = 0,
) -> Best:
    """The same for the predictions of each learner, one set for each repeat of a cross-validation, by any measure.

    A learner's score is the mean over repeats of the measure of all rows of a repeat. A drawn row is drawn in every
    repeat. Without `n_resamples` there are 1000, or 200 where each of them has to be measured by itself. Where
    the predictions carry groups, whole groups are drawn. Reference: tsamardinos2018.
    """
    what = measure if isinstance(measure, Measure) else measure_named(measure)
    if what.unordered:
        raise NotApplicable(what.unordered)
    _enough(len(candidates))
    repeats = {len(parts) for parts in candidates.values()}
    if len(repeats) > 1 or 0 in repeats:
        raise BadInput("every learner needs predictions for the same repeats, at least one; leave the others out")
    waiting: dict[str, list[Waiting]] = {name: [] for name in candidates}
    ids, groups, weights, n = [], [], [], FEWER
    for index in range(repeats.pop()):
        repeat_predictions = [parts[index] for parts in candidates.values()]
        what = what.for_task(repeat_predictions[0].task)
        reason = next((why for pred in repeat_predictions if (why := what.fits(pred))), "")
        if reason:
            raise NotApplicable(reason)
        paired = aligned(repeat_predictions)[0]
        for name, pred in zip(candidates, paired, strict=True):
            waiting[name].append(_score(pred, what))
        ids.append(paired[0].rows)
        groups += [] if paired[0].group is None else [paired[0].group]
        weights.append(paired[0].weight)
        n = RESAMPLES if is_quick(what, paired[0]) else FEWER
    owners, called, rows = _owners(ids, groups)
    many = max(int(unit_codes.max(initial=-1)) for unit_codes in owners) + 1
    scores = {
        name: _mean_over([score(owner, many) for score, owner in zip(several, owners, strict=True)])
        for name, several in waiting.items()
    }
    draws = _Draws(
        units=many, called=called, rows=rows, level=level, seed=seed, repeats=len(owners),
        shares=_shares(owners, weights, called),
        n=n if n_resamples is None else n_resamples,
    )  # fmt: skip
    return replace(_corrected(scores, _sign(what.direction), draws), measure=what.name)


def _owners(ids: Sequence[Array], groups: Sequence[Array]) -> tuple[list[Array], str, int]:
    """Of each repeat, the unit of each row; what these are, and how many rows: a row is the same in all repeats."""
    if groups and len(groups) < len(ids):
        raise BadInput("some repeats have groups and others do not; give the groups of all")
    all_ids = reduce(np.union1d, ids, ids[0][:0])
    if not groups:
        kind = np.int32 if len(all_ids) < 2**31 else np.int64  # one array for each repeat is kept
        return [np.searchsorted(all_ids, repeat_ids).astype(kind) for repeat_ids in ids], "row", len(all_ids)
    units = units_of(np.concatenate(ids), np.concatenate(groups))
    assert units is not None
    codes = np.unique(units, return_inverse=True)[1].reshape(-1)
    return np.split(codes, np.cumsum([len(repeat_ids) for repeat_ids in ids])[:-1]), "group", len(all_ids)


def _shares(owners: Sequence[Array], weights: Sequence[Array | None], called: str) -> UnitShares | None:
    """How much each unit counts, in all repeats together."""
    if weights[0] is not None:
        return UnitShares.of_rows(np.concatenate(owners), np.concatenate(weights))  # type: ignore[arg-type]
    return UnitShares.of_rows(np.concatenate(owners), None) if called == "group" else None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Draws:
    """The resamples: how many, of what, and how their scores are told."""

    units: int
    called: str  # "row", "group" or "fold"
    rows: int
    n: int
    seed: int
    level: float
    shares: UnitShares | None = None  # how much each counts, where they are groups or have weights
    repeats: int = 1
    what: str = "BBC-CV"

    def __post_init__(self) -> None:
        count("n_resamples", self.n, least=2)
        probability("level", self.level)

    def estimate(self, value: float, method: str, scores: Array, *notes: Note) -> Estimate:
        """With the percentiles of the resamples that have a score."""
        method_text = f"{method}, {self.n} resamples{f' of {self.called}s' if self.called != 'row' else ''}"
        method_text += f", {self.repeats} repeats" if self.repeats > 1 else ""
        kept = scores[~np.isnan(scores)]
        lost = (SOME_LOST(n=self.n - len(kept), planned=self.n),) if len(kept) < self.n else ()
        low = high = nan
        if np.isinf(kept).any():
            lost = (*lost, INFINITE_LOSS())
        elif 2 * len(kept) > self.n:
            low, high = map(float, tails_of(self.level, self.shares).ends(kept))
            lost = (*lost, SAME_VALUE()) if low == high else lost
        return Estimate(
            value=value, low=low, high=high, level=self.level, method=method_text, n=self.rows, notes=(*notes, *lost)
        )


def _corrected(scores: Mapping[str, Score], sign: float, draws: _Draws) -> Best:
    """Pick on the drawn units, score on the others."""
    names = list(scores)
    _enough(len(names))
    if not draws.rows:
        raise BadInput("there are no rows; give the out-of-sample predictions of at least two rows")
    whole = np.array([score(np.ones((1, draws.units)))[0] for score in scores.values()])
    if np.isnan(whole).all():
        raise NotApplicable("the measure is undefined for every learner on these rows; take another measure")
    winner = int(_first_best(whole[None], sign)[0])
    inside, outside, choice = _drawn(list(scores.values()), sign, draws)
    kept = outside[~np.isnan(outside)]
    share = np.bincount(choice[choice >= 0], minlength=len(names)) / max(1, int(np.count_nonzero(choice >= 0)))
    why: tuple[Note, ...] = ()
    value = float(kept.mean()) if 2 * len(kept) > draws.n else nan
    if draws.units < 2:
        value, why = nan, (ONE_UNIT(unit=draws.called),)
    elif isnan(value):
        why = (NO_VALUE(why="most resamples leave no rows out on which the measure is defined"),)
    return Best(
        learner=names[winner],
        measure="",
        naive=draws.estimate(float(whole[winner]), "bootstrap", inside[:, winner], BEST_OF(n=len(names))),
        corrected=draws.estimate(value, draws.what, outside, *why),
        picked=tuple(zip(names, share.tolist(), strict=True)),
    )


def _drawn(scores: Sequence[Score], sign: float, draws: _Draws) -> tuple[Array, Array, Array]:
    """Of each resample: the score of every learner on it, that of its best learner on the other units, and which that is."""
    seeds = rng_for(draws.seed, "picked").integers(1 << 63, size=draws.n, dtype=np.uint64)
    inside, outside = np.full((draws.n, len(scores)), nan), np.full(draws.n, nan)
    choice = np.full(draws.n, -1)
    step = max(1, HELD // SPARE // max(draws.units, 1))
    for start in range(0, draws.n, step):
        rows = slice(start, start + step)
        times = kernel("resample_counts")(draws.units, seeds[rows]).astype(np.float64)
        inside[rows] = np.column_stack([score(times) for score in scores])
        best = _first_best(inside[rows], sign)
        others = (times == 0).astype(np.float64)
        others_exist = others.any(axis=1)
        for learner in np.unique(best[best >= 0]):
            mine = np.flatnonzero((best == learner) & others_exist)
            if len(mine):
                outside[start + mine] = scores[learner](others[mine])
        choice[rows] = best
    return inside, outside, choice


def _first_best(values: Array, sign: float) -> Array:
    """The first of the best in each row, whatever the rounding of equal scores; -1 where nothing is defined.

    >>> _first_best(np.array([[0.3, 0.1 + 0.2, 0.2], [np.nan, 1.0, 2.0], [np.nan, np.nan, np.nan]]), 1.0).tolist()
    [0, 2, -1]
    """
    largest = np.finfo(np.float64).max / 2
    signed = np.where(np.isnan(values), -np.inf, np.clip(sign * values, -largest, largest))
    top = signed.max(axis=1, keepdims=True)
    best = np.argmax(signed >= top - TIED * np.fmin(np.abs(top), largest), axis=1)
    return np.where(np.isnan(values).all(axis=1), -1, best)


def is_quick(measure: Measure, pred: Predictions) -> bool:
    """Whether all resamples are measured at once.

    >>> from bakeoff.predictions.from_arrays import predictions_of
    >>> one = predictions_of([0, 1, 1], y_score=[0.2, 0.9, 0.1])
    >>> is_quick(measure_named("accuracy"), one), is_quick(measure_named("roc_auc"), one)
    (True, False)
    """
    by_rows = measure.per_row is not None and measure.after is None
    return by_rows or measure.reads.columns is not None or (measure.reads.tabulated and not pred.task.clusters)


def _score(pred: Predictions, measure: Measure) -> Waiting:
    """How the measure of these rows is computed where each unit counts so many times; no more of the rows is kept than that needs."""
    if measure.per_row is not None and measure.after is None:
        losses, weight = compact(measure.per_row(pred)), pred.weight
        return lambda owner, many: _mean_score(losses[:, None], owner, many, weight, lambda means: means[:, 0])
    if measure.reads.columns is not None:
        whole: RowMeans = measure.reads.compute(pred, None)
        wanted = list(columns_of(measure, whole))

        def after(means: Array) -> Array:
            means_by_column = {column: means[:, index] for index, column in enumerate(wanted)}
            return np.broadcast_to(
                np.asarray(measure.compute(whole.with_means(means_by_column)), dtype=np.float64), (len(means),)
            )

        table, weight, whole = whole.rows(dict.fromkeys(wanted)), pred.weight, whole.settled()
        return lambda owner, many: _mean_score(table, owner, many, weight, after)
    if measure.reads.tabulated and not pred.task.clusters:
        return _count_score(pred, measure)
    if measure.reads.by_order and len(pred.classes) == 2:
        return lambda owner, _: _rank_score(pred, owner, measure)
    numbers = np.arange(len(pred))
    return lambda owner, _: (
        lambda times: np.array(
            [_alone(measure, pred.take(np.repeat(numbers, counts[owner].astype(np.int64)))) for counts in times]
        )
    )


def _rank_score(pred: Predictions, owner: Array, measure: Measure) -> Score:
    """From the order of the scores of two classes."""
    side = scored(pred).ranked(owner).affordable()
    unseen = measure(pred) - float(measure.compute(side.whole())) if side.coarse else 0.0
    return lambda times: np.array([float(measure.compute(ranking)) for ranking in side.rankings(times)]) + unseen


def _alone(measure: Measure, pred: Predictions) -> float:
    try:
        return measure(pred) if len(pred) else nan
    except NotApplicable:
        return nan


def _mean_score(table: Array, owner: Array, many: int, weight: Array | None, after: Callable[[Array], Array]) -> Score:
    """From means of row quantities; a row that is not finite counts only where it is drawn."""
    table = np.asarray(table, dtype=np.float64)
    heavy = np.ones(len(table)) if weight is None else np.asarray(weight, dtype=np.float64)
    odd = ~np.isfinite(table)
    plain = np.where(odd, 0.0, table) * heavy[:, None]
    sums = [compact(np.bincount(owner, weights=values, minlength=many)) for values in (*plain.T, heavy)]
    spoiled = [
        (
            column,
            compact(np.bincount(owner, weights=odd[:, column], minlength=many)),
            table[odd[:, column], column].sum(),
        )
        for column in np.flatnonzero(odd.any(axis=0))
    ]

    def score(times: Array) -> Array:
        drawn = times @ np.column_stack(sums).astype(np.float64)
        with np.errstate(invalid="ignore", divide="ignore"):
            means = drawn[:, :-1] / drawn[:, -1:]
        for column, where, value in spoiled:
            means[times @ where.astype(np.float64) > 0, column] = value
        with np.errstate(all="ignore"):
            return np.asarray(after(means), dtype=np.float64)

    return score


def _count_score(pred: Predictions, measure: Measure) -> Waiting:
    """From confusion matrices: each unit holds so much of each cell."""
    from scipy.sparse import csr_array

    whole, weight, rows = counts_of(pred), pred.weight, len(pred)
    cells, classes, positive, n = whole.table.filled(), whole.classes, whole.positive, whole.n
    assert cells.at is not None
    cell_count = len(cells.at)
    place = compact(np.searchsorted(cells.at, pred.truth * cells.shape[1] + pred.labels()))

    def of_units(owner: Array, many: int) -> Score:
        heavy = np.ones(rows) if weight is None else np.asarray(weight, dtype=np.float64)
        held = csr_array((heavy, (owner, place)), shape=(many, cell_count))

        def score(times: Array) -> Array:
            table = replace(cells, amounts=np.asarray(times @ held))
            drawn = Counts.of_cells(table, classes=classes, positive=positive, n=n)
            with np.errstate(all="ignore"):
                return np.broadcast_to(np.asarray(measure.compute(drawn), dtype=np.float64), (len(times),))

        return score

    return of_units


def _mean_over(scores: Sequence[Score]) -> Score:
    """The mean over repeats."""
    return scores[0] if len(scores) == 1 else lambda times: np.mean([score(times) for score in scores], axis=0)


def _sign(direction: str) -> float:
    if direction not in {Direction.HIGHER, Direction.LOWER}:
        raise BadInput(f"direction is 'higher' or 'lower', not {direction!r}")
    return 1.0 if direction == Direction.HIGHER else -1.0


def _enough(learners: int) -> None:
    if learners < 2:
        raise NotApplicable("choosing the best needs at least two learners; one alone needs no correction")


def _table(scores: Any) -> tuple[list[str], Array]:
    """Names and columns of the scores of rows."""
    names = (
        [str(name) for name in scores]
        if isinstance(scores, Mapping)
        else [str(name) for name in getattr(scores, "columns", ())]
    )
    try:
        table = np.column_stack(list(scores.values())) if isinstance(scores, Mapping) else np.asarray(scores)
        table = table.astype(np.float64)
    except (TypeError, ValueError):
        raise BadInput(
            "scores must be numbers, a row for each row and a column for each learner, all of one length"
        ) from None
    if table.ndim != 2:
        raise BadInput(f"scores need a row for each row and a column for each learner, but have shape {table.shape}")
    if np.isnan(table).any():
        place = np.argwhere(np.isnan(table))[0].tolist()
        raise BadInput(
            f"the score in row {place[0]}, column {place[1]} is missing; leave out rows that not all learners have"
        )
    return names or [str(number) for number in range(table.shape[1])], table

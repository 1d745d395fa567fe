"""Paired permutation test of any measure on one test set: rows swap their two predictions, measures are taken again."""

from dataclasses import replace
from math import inf, isnan, nan
from typing import Any

import numpy as np

from bakeoff.comparisons.evidence.types import significant_digits
from bakeoff.comparisons.midranks import midranks
from bakeoff.comparisons.results import Alternative, TestResult
from bakeoff.comparisons.significance._checks import few_group_notes
from bakeoff.comparisons.significance.permutation import (
    NULL,
    PERMUTATION,
    flip_sums,
    flipped_totals,
    permutation_p,
    sign_flips,
)
from bakeoff.core.checks import Array, count
from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.resampling.paired import aligned, paired_difference, resampled_differences
from bakeoff.measures import Measure, measure_named
from bakeoff.measures.measure import Invariance, Sweep
from bakeoff.measures.naming import short_name
from bakeoff.measures.own.own_draws import exchanged
from bakeoff.predictions.kinds.row_means import columns_of
from bakeoff.predictions.predictions import Output, Predictions, mixed
from bakeoff.predictions.resampling.content_order import in_content_order, is_mirrored
from bakeoff.predictions.summaries.confusion import Counts
from bakeoff.predictions.summaries.means import means_of
from bakeoff.predictions.summaries.pivot import ORIGIN

__all__ = ["area_weights", "paired_bootstrap", "permutation_of"]


def area_weights(positive: Array, a: Array, b: Array, weight: Array | None = None) -> Array:
    r"""Weights w with :math:`AUC(a') - AUC(b') = \sum_i \sigma_i w_i`, where :math:`\sigma_i = -1` swaps row i's scores.

    For a positive and a negative row the contribution is :math:`\sigma_i D_1` if both or neither are swapped and
    :math:`\sigma_i D_2` otherwise, which is linear in the two signs. So a positive row weighs half of (negative scores of
    both learners below its a-score minus those below its b-score), a negative row half of (positive scores above its
    a-score minus those above its b-score), ties half. A permutation test of AUC is then as cheap as one of a mean. Where
    rows have weights, each pair counts by the product of its two. Both scores must be on one scale, as mid-ranks are.

    >>> area_weights(np.array([True, False]), np.array([0.9, 0.1]), np.array([0.2, 0.8])).tolist()
    [0.5, 0.5]
    """
    m, n = int(positive.sum()), int((~positive).sum())
    if not m or not n:
        raise BadInput("the area under the ROC curve needs rows of both classes")
    heavy = np.ones(positive.size) if weight is None else np.asarray(weight, dtype=np.float64)
    weights = np.empty(positive.size)
    for mark, sign in ((positive, 1.0), (~positive, -1.0)):
        others = np.concatenate([a[~mark], b[~mark]])
        below = [_twice_below(others, np.tile(heavy[~mark], 2), scores[mark]) for scores in (a, b)]
        weights[mark] = sign * heavy[mark] * (below[0] - below[1])
    return weights / (4.0 * float(heavy[positive].sum()) * float(heavy[~positive].sum()))


def _twice_below(scores: Array, weight: Array, queries: Array) -> Array:
    """Twice the weight of the scores that are below, plus that of ties; queries in order walk through memory once."""
    ascending, order = np.argsort(scores), np.argsort(queries)
    up_to = np.concatenate([[0.0], np.cumsum(weight[ascending])])
    places, ordered = scores[ascending], queries[order]
    weights_below = np.empty(queries.size)
    weights_below[order] = (
        up_to[np.searchsorted(places, ordered, "left")] + up_to[np.searchsorted(places, ordered, "right")]
    )
    return weights_below


CELLS = 64  # classes up to which the joint table of truth and two labels is small
BATCH = 1 << 21  # numbers of a batch of draws
TABLES = 1 << 23  # cells of a batch of tables; 10,000 draws of up to 28 classes are one batch


def permutation_of(
    a: Predictions, b: Predictions, measure: Measure | str, n_resamples: int = 10_000, seed: int = 0, *,
    groups: Any = None, alternative: str = "two-sided", level: float = 0.95,
) -> TestResult:  # fmt: skip
    """Could the difference of a measure arise if each row's two predictions were exchangeable?

    Means of row losses: sign flips, exact where they are hits and misses.  Count measures: a binomial for each cell of
    the joint table of truth and both labels, so the cost does not depend on the rows; with groups or weights each moves its
    part of the confusion matrix.  Measures that see the order of scores alone exchange mid-ranks, so that scales of two learners
    need not agree; correlations exchange standardised predictions.  The area under the ROC curve
    is a signed sum of row weights, found by sorting.  Everything else is measured again on each draw.
    Groups (in the order of a; else those that the predictions carry, else row ids that repeat) are exchanged as a whole.
    """
    what = measure if isinstance(measure, Measure) else measure_named(measure)
    (a, b), units = aligned((a, b), groups)
    for pred in (a, b):
        reason = what.fits(pred)
        if reason:
            raise NotApplicable(reason)
    side, draws = Alternative(alternative), count("n_resamples", n_resamples)
    observed = float(what(a)) - float(what(b))
    pair = a, b
    a, b = (_on_one_scale(pred, what) for pred in pair)
    rows = _signed_rows(a, b, what)
    if rows is not None:
        if not np.isfinite(rows).all():
            raise NotApplicable(
                f"{short_name(what)} is infinite on some row, so its mean cannot be permuted; take a measure that stays finite"
            )
        p, variant, reason = sign_flips(significant_digits(flipped_totals(rows, units, None)), draws, seed, side)
    elif is_mirrored(a, b, observed):
        p, variant, reason = _drawn(b, a, what, -observed, draws, seed, side.mirrored, units)
    else:
        p, variant, reason = _drawn(a, b, what, observed, draws, seed, side, units)
    whole = "" if units is None else f" of {len(np.unique(units))} groups"
    return TestResult(
        test=PERMUTATION.name, title=PERMUTATION.title, variant=f"{short_name(what)}, {variant}{whole}", null=NULL, statistic=observed, p_value=p, n=len(a),
        alternative=side, reason=reason, notes=few_group_notes(units),
        difference=paired_difference(*pair, what, level=level, groups=units, seed=seed),
    )  # fmt: skip


def _on_one_scale(pred: Predictions, what: Measure) -> Predictions:
    """What the measure sees of the predictions, whatever the scale of the learner: only that may be exchanged with another's.

    Where it sees the order alone these are the mid-ranks, of each column of scores where there are several; where it sees them up to a
    shift or a factor they are centred or standardised.
    """
    if what.invariant is Invariance.NONE:
        return pred
    if what.needs is Output.SCORE:
        scores = pred.ranked_by()
        assert scores.score is not None
        return replace(scores, score=midranks(scores.score.T).T)
    values = pred.labels()
    if what.invariant is Invariance.MONOTONE:
        return replace(pred, label=midranks(values))
    apart = values - np.average(
        values if what.invariant is Invariance.LINEAR else values - pred.truth, weights=pred.weight
    )
    spread = float(np.sqrt(np.average(apart**2, weights=pred.weight))) if what.invariant is Invariance.LINEAR else 1.0
    return replace(pred, label=apart / spread if spread else apart)


def _signed_rows(a: Predictions, b: Predictions, what: Measure) -> Array | None:
    """One number per row whose signed sum is the difference, where the measure has such a form."""
    if what.per_row is not None and what.after is None:
        return _weighed(what.per_row(a) - what.per_row(b), a.weight)
    if what.explains and (loss := measure_named(what.explains).per_row) is not None:
        return _weighed(loss(b) - loss(a), a.weight)  # falls with the loss in a straight line: the same question
    if what.sweep is Sweep.AREA and 0 < np.count_nonzero(a.truth == a.positive_code) < len(a):
        return area_weights(a.truth == a.positive_code, a.scores(), b.scores(), a.weight)
    return None


def _weighed(rows: Array, weight: Array | None) -> Array:
    """Each row times its share of the weight, so that the mean is the weighted one."""
    return np.asarray(rows if weight is None else rows * (weight * (len(rows) / weight.sum())))


def _drawn(  # noqa: PLR0917 - private, called in one place
    a: Predictions,
    b: Predictions,
    what: Measure,
    observed: float,
    draws: int,
    seed: int,
    side: Alternative,
    units: Array | None,
) -> tuple[float, str, str]:
    if isnan(observed):
        return nan, "not drawn", f"{short_name(what)} is undefined on one of the two: {what.undefined}"
    rng, of = np.random.default_rng(seed), " of rows" if units is None else ""
    (a, b), units = in_content_order((a, b), units)
    if what.per_row is not None and what.after is not None:
        values, words = _transformed(a, b, what, draws, seed, units), f"{draws} swaps{of}"
    elif what.reads.tabulated and len(a.classes) <= CELLS:
        if a.weight is None and units is None:
            values, words = _counted(a, b, what, draws, rng), f"{draws} draws over the joint table"
        else:
            values, words = _tables_swapped(a, b, what, draws, rng, units), f"{draws} swaps{of}"
    else:
        values = (_sums_swapped if what.own is not None and what.reads.columns is not None else _swapped)(
            a, b, what, draws, rng, units
        )
        words = f"{len(values)} swaps{of}"
    defined = values[~np.isnan(values)]
    if not defined.size:
        return nan, words, f"{short_name(what)} is undefined on every swapped copy"
    if observed == 0 and not np.any(defined):
        return 1.0, words, "both have the same predictions wherever the measure looks"
    return permutation_p(defined, observed, side), words, ""


def _transformed(  # noqa: PLR0917 - private, called in one place
    a: Predictions, b: Predictions, what: Measure, draws: int, seed: int, units: Array | None
) -> Array:
    """A mean of row losses that is transformed at the end, as RMSE is: the two sums of a draw add up to a constant."""
    loss, after = what.per_row, what.after
    if loss is None or after is None:
        raise NotApplicable(f"{short_name(what)} is not a transformed mean of row losses")
    first, second = (_weighed(loss(predictions), predictions.weight) for predictions in (a, b))
    parts = flipped_totals(first - second, units, None)
    total, moved = float((first + second).sum()), flip_sums(parts, draws, seed)
    first_values, two = (
        np.array([after(mean) for mean in (np.maximum(total + sign * moved, 0.0) / (2 * len(a))).tolist()])
        for sign in (1, -1)
    )
    return np.asarray(first_values - two)


def _counted(a: Predictions, b: Predictions, what: Measure, draws: int, rng: np.random.Generator) -> Array:
    """Swap a binomial number of the rows in each cell (truth, label of a, label of b)."""
    k = len(a.classes)
    joint = np.bincount((a.truth * k + a.labels()) * k + b.labels(), minlength=k**3).reshape(k, k, k)
    cells = [(*cell, int(joint[*cell])) for cell in np.argwhere(joint > 0).tolist() if cell[1] != cell[2]]
    differences, step = [], max(1, TABLES // (k * k))
    for start in range(0, draws, step):
        now = min(step, draws - start)
        first, second = (np.repeat(joint.sum(axis=axis, dtype=float)[None], now, axis=0) for axis in (2, 1))
        for truth, p, q, rows in cells:
            moved = rng.binomial(rows, 0.5, size=now)
            first[:, truth, p] -= moved
            first[:, truth, q] += moved
            second[:, truth, q] -= moved
            second[:, truth, p] += moved
        differences.append(_difference_of(first, second, a, what))
    return np.concatenate(differences)


def _difference_of(first: Array, second: Array, a: Predictions, what: Measure) -> Array:
    """The measure of each table of the first batch less that of the second."""
    first_values, two = (
        what.compute(Counts.of(table, classes=a.classes, positive=a.positive_code, n=len(a)))
        for table in (first, second)
    )
    return np.asarray(first_values - two)


def _tables_swapped(  # noqa: PLR0917 - private, called in one place
    a: Predictions, b: Predictions, what: Measure, draws: int, rng: np.random.Generator, units: Array | None
) -> Array:
    """Swap whole groups, or rows that have weights: each moves its part of one confusion matrix to the other."""
    k, owner, many = len(a.classes), *_owners(a, units)
    first, second = (a.truth * k + predictions.labels() for predictions in (a, b))
    weight = np.ones(len(a)) if a.weight is None else a.weight
    whole = [np.bincount(cells, weight, k * k) for cells in (first, second)]
    apart = first != second
    cells, back = np.unique(np.concatenate([first[apart], second[apart]]), return_inverse=True)
    moves = np.zeros((many, cells.size))  # what leaves the first table, and enters the second, if this group is swapped
    np.add.at(moves, (np.tile(owner[apart], 2), back), np.concatenate([weight[apart], -weight[apart]]))
    differences, step = [], max(1, BATCH // max(many, k * k))
    for start in range(0, draws, step):
        moved = (rng.random((min(step, draws - start), many)) < 0.5).astype(float) @ moves
        tables = np.repeat(np.stack(whole)[:, None], len(moved), axis=1)
        tables[0][:, cells] -= moved
        tables[1][:, cells] += moved
        tables = np.maximum(tables, 0.0).reshape(2, -1, k, k)  # sums of weights may leave a trace below zero
        differences.append(_difference_of(tables[0], tables[1], a, what))
    return np.concatenate(differences)


def _sums_swapped(  # noqa: PLR0917 - private, called in one place
    a: Predictions, b: Predictions, what: Measure, draws: int, rng: np.random.Generator, units: Array | None
) -> Array:
    """A ratio of sums: a row, or a group, moves its part of the sums from one learner to the other."""
    whole = means_of(a, ORIGIN)
    wanted, (owner, many) = columns_of(what, whole), _owners(a, units)
    weight = np.ones(len(a)) if a.weight is None else a.weight
    first, second = (means_of(side, ORIGIN).rows(wanted) * weight[:, None] for side in (a, b))
    moves = np.zeros((many, len(wanted)))
    np.add.at(moves, owner, second - first)
    differences, step = [], max(1, BATCH // many)
    for start in range(0, draws, step):
        moved = (rng.random((min(step, draws - start), many)) < 0.5).astype(float) @ moves
        sides = [(total.sum(axis=0) + sign * moved) / weight.sum() for total, sign in ((first, 1), (second, -1))]
        first_values, two = (what.compute(whole.with_means(dict(zip(wanted, means.T, strict=True)))) for means in sides)
        differences.append(first_values - two)
    return np.concatenate(differences)


def _owners(a: Predictions, units: Array | None) -> tuple[Array, int]:
    """The group of each row, numbered from 0, and how many there are; each row is its own where none are named."""
    owner = np.arange(len(a)) if units is None else np.unique(units, return_inverse=True)[1].reshape(-1)
    return owner, int(owner.max(initial=-1)) + 1


def _swapped(  # noqa: PLR0917 - private, called in one place
    a: Predictions, b: Predictions, what: Measure, draws: int, rng: np.random.Generator, units: Array | None
) -> Array:
    """The plain way: build both copies and measure them."""
    owner, many = _owners(a, units)
    if what.own is not None:
        return exchanged(what.own, a, b, ((rng.random(many) < 0.5)[owner] for _ in range(draws)), draws)
    differences = np.empty(draws)
    for i in range(draws):
        swap = (rng.random(many) < 0.5)[owner]
        differences[i] = float(what(mixed(a, b, swap))) - float(what(mixed(b, a, swap)))
    return differences


def paired_bootstrap(
    a: Predictions, b: Predictions, measure: Measure | str, n_resamples: int = 2000, seed: int = 0, *,
    groups: Any = None, alternative: str = "two-sided", level: float = 0.95,
) -> TestResult:  # fmt: skip
    """Does a measure differ between two sets of predictions on the same rows?  Rows are drawn again, both at once.

    The p-value is the share of resamples on the other side of zero, doubled, the observed one counted in; the interval
    is the percentile one.  Reference: efron1993.
    """
    what = measure if isinstance(measure, Measure) else measure_named(measure)
    (a, b), units = aligned((a, b), groups)
    side, draws = Alternative(alternative), count("n_resamples", n_resamples)
    observed = float(what(a)) - float(what(b))
    drawn = resampled_differences(a, b, what, n_resamples=draws, groups=units, seed=seed)
    finite = drawn[np.isfinite(drawn)]
    p, reason = nan, f"{short_name(what)} is undefined: {what.undefined}"
    if not isnan(observed) and finite.size:
        low, high = (np.sum(finite <= 0) + 1) / (finite.size + 1), (np.sum(finite >= 0) + 1) / (finite.size + 1)
        p = {"greater": low, "less": high}.get(side.value, min(1.0, 2 * min(low, high)))
        reason = "" if np.any(finite) or observed else "every resample gives both the same value"
    low_q, high_q = np.quantile(finite, [(1 - level) / 2, (1 + level) / 2]) if finite.size else (nan, nan)
    interval = Estimate(
        value=observed,
        low=float(low_q),
        high=float(high_q),
        level=level,
        method="paired bootstrap percentile",
        n=len(a),
        df=inf,
    )
    return TestResult(
        test="paired_bootstrap", variant=f"{short_name(what)}, {draws} resamples of {'rows' if units is None else 'groups'}", null=f"both have the same {short_name(what)}",
        statistic=observed, p_value=float(p), n=len(a), alternative=side, reason=reason, difference=interval,
    )  # fmt: skip

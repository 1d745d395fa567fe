"""The difference of a measure between two sets of predictions on the same rows, with its interval."""

from collections.abc import Sequence
from dataclasses import replace
from math import inf, isnan, nan
from typing import Any

import numpy as np

from bakeoff.core.checks import Array, count, probability
from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.core.notes import Note
from bakeoff.core.seeds import rng_for
from bakeoff.estimates.analytic.area_difference import area_difference, is_area
from bakeoff.estimates.analytic.clustered_mean import clustered_mean
from bakeoff.estimates.analytic.max_error import NEVER_MORE
from bakeoff.estimates.analytic.unit_shares import UnitShares
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.notes import (
    FEW_APART,
    FEW_IN_CLASS,
    NO_DIFFERENCE,
    NO_INTERVAL,
    ONE_UNIT,
    SOME_LOST,
)
from bakeoff.estimates.resampling.class_posterior import LEAST
from bakeoff.estimates.resampling.tails import Tails, tails_of
from bakeoff.kernels import kernel
from bakeoff.measures import Measure, measure_named
from bakeoff.measures.measure import IntervalRule
from bakeoff.predictions.group_ids import check_groups, uneven
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.resampling.content_order import in_content_order, is_mirrored
from bakeoff.predictions.resampling.draws import HELD, SPARE, Resamples
from bakeoff.predictions.resampling.row_groups import repeated_row
from bakeoff.predictions.summaries.confusion import Counts
from bakeoff.predictions.summaries.ranking.unsorted_scores import scored
from bakeoff.predictions.summaries.summaries import summarize

__all__ = ["aligned", "paired_difference", "resampled_differences"]

CELLS = 512  # of truth and both labels: more classes are resampled
APART = 2 / 3  # of a row for each class: where two labels differ; half as much where they agree
FEW = 10  # rows on which two sets of predictions disagree: with fewer a bootstrap is rough


def _in_one_order(a: Predictions, b: Predictions) -> tuple[Predictions, Predictions, Array | None]:
    """Both in the order of a's row ids, or as they are where the orders agree; and which of a's rows stand where."""
    if a.classes != b.classes or a.positive != b.positive or a.task is not b.task:
        raise BadInput(
            "the two sets of predictions have different classes, positive class or task; name all classes for both (labels=)"
        )
    order = None
    if not np.array_equal(a.rows, b.rows):
        order, other = np.argsort(a.rows, kind="stable"), np.argsort(b.rows, kind="stable")
        if len(a) != len(b) or not np.array_equal(a.rows[order], b.rows[other]):
            raise BadInput(_apart(a.rows, b.rows))
        if repeated_row(a.rows) is not None:
            raise BadInput("a row id occurs twice, and not in the same order in both: its rows cannot be paired")
        a, b = a.take(order), b.take(other)
    if not np.array_equal(a.truth, b.truth):
        row = int(np.argmax(a.truth != b.truth))
        raise BadInput(
            f"row {a.rows[row]} has a different truth in the two sets of predictions ({_truth(a, row)} and {_truth(b, row)}); "
            "correct it, or match the rows by their ids (row_id=, --row)"
        )
    if (a.weight is None) != (b.weight is None) or (a.weight is not None and not np.array_equal(a.weight, b.weight)):  # type: ignore[arg-type]
        raise BadInput("the two sets of predictions weigh their rows differently; give both the same weights")
    if a.group is not None and b.group is not None and not np.array_equal(a.group, b.group):
        row = int(np.argmax(a.group != b.group))
        raise BadInput(
            f"row {a.rows[row]} belongs to another group in the two sets of predictions; name one group for each row"
        )
    return a, b, order


def _truth(pred: Predictions, row: int) -> str:
    """What is true of a row, as the user wrote it."""
    return pred.classes[int(pred.truth[row])] if pred.classes else f"{pred.truth[row]:g}"


def _apart(first_rows: Array, two: Array) -> str:
    """Which rows only one of them has, or has more often."""
    words = [f"{len(first_rows)} and {len(two)} rows"]
    (ids, first), (others, second) = (np.unique(rows, return_counts=True) for rows in (first_rows, two))
    if np.array_equal(ids, others):
        more = np.flatnonzero(first != second)[0]
        words.append(f"{ids[more]} occurs {_times(first[more])} in the first, {_times(second[more])} in the second")
        return f"the two sets of predictions are not about the same rows ({'; '.join(words)}); keep each row as often in both"
    for name, mine, theirs in (("first", first_rows, two), ("second", two, first_rows)):
        alone = np.setdiff1d(mine, theirs)
        if len(alone):
            words.append(f"only the {name} has {', '.join(map(str, alone[:3]))}{' ...' if len(alone) > 3 else ''}")
    return f"the two sets of predictions are not about the same rows ({'; '.join(words)}); keep the rows both have"


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(int(number), f"{number} times")


def paired_difference(
    a: Predictions,
    b: Predictions,
    measure: Measure | str,
    *,
    level: float = 0.95,
    n_resamples: int = 2000,
    groups: Any = None,
    seed: int = 0,
) -> Estimate:
    """A minus b, in the measure's own units, with an interval that respects the pairing.

    Means of row losses get Student's interval of the row differences, areas under the ROC curve DeLong's (also means of
    them over classes, and of rows in groups or with weights), count measures Dirichlet draws of the joint table, the rest a bootstrap of rows; of largest errors
    there is none. Rows of a group (given in the order of a) count together, and so do the predictions of one row id
    where ids repeat.
    """
    probability("level", level)
    count("n_resamples", n_resamples, least=2)
    what = measure if isinstance(measure, Measure) else measure_named(measure)
    (a, b), units = aligned((a, b), groups)
    reason = what.fits(a) or what.fits(b)
    if reason:
        raise NotApplicable(reason)
    if is_area(what, a) and len(a.classes) == 2 and np.ptp(a.truth) > 0:
        return _between_areas(a, b, what, units, level)  # the areas come with their variance: nothing is sorted twice
    sides = what(a), what(b)
    name = f"paired bootstrap percentile, {n_resamples} resamples" + ("" if units is None else ", by group")
    estimate = Estimate(value=sides[0] - sides[1], low=nan, high=nan, level=level, method=name, n=len(a))
    if not np.isfinite(estimate.value):
        why = what.undefined if any(map(isnan, sides)) else "infinite"
        return replace(estimate, method="none", notes=(NO_INTERVAL(why=why),))
    if what.interval is IntervalRule.LARGEST:
        return replace(estimate, method="none", notes=(NO_INTERVAL(why=NEVER_MORE),))
    if is_area(what, a):
        return _between_areas(a, b, what, units, level)
    if what.per_row is not None and what.after is None:
        with np.errstate(invalid="ignore"):  # two infinite losses
            rows = what.per_row(a) - what.per_row(b)
        return _inside(_mean_difference(rows, estimate, units, a.weight), what.bounds[1] - what.bounds[0])
    return _drawn_difference(a, b, what, estimate, n_resamples=n_resamples, groups=units, seed=seed)


def _drawn_difference(
    a: Predictions,
    b: Predictions,
    measure: Measure,
    estimate: Estimate,
    *,
    n_resamples: int,
    groups: Array | None,
    seed: int,
) -> Estimate:
    """From joint tables of few classes, or from resamples."""
    if groups is None and a.weight is None and measure.reads.tabulated and _has_joint(a):
        if not is_mirrored(a, b, estimate.value):
            return _joint_difference(a, b, measure, estimate, n_resamples=n_resamples, seed=seed)
        turned = replace(estimate, value=-estimate.value)
        turned = _joint_difference(b, a, measure, turned, n_resamples=n_resamples, seed=seed)
        return replace(turned, value=estimate.value, low=-turned.high, high=-turned.low)
    differences = resampled_differences(a, b, measure, n_resamples=n_resamples, groups=groups, seed=seed)
    if len(differences) < n_resamples:
        estimate = replace(
            estimate, method=estimate.method.replace(f"{n_resamples} resamples", f"{len(differences)} resamples")
        )
    estimate = replace(estimate, notes=_apart_on(a, b) if measure.reads.tabulated else ())
    return _percentile(differences, estimate, tails_of(estimate.level, UnitShares.of_rows(groups, a.weight) or len(a)))


def _inside(estimate: Estimate, width: float) -> Estimate:
    """The ends no further out than two values of the measure can lie apart."""
    return replace(
        estimate, low=float(np.clip(estimate.low, -width, width)), high=float(np.clip(estimate.high, -width, width))
    )


def _apart_on(a: Predictions, b: Predictions) -> tuple[Note, ...]:
    """That few rows tell the two apart, if they are few; nothing where none does, which is told in other words."""
    rows = int(np.count_nonzero(a.labels() != b.labels()))
    return (FEW_APART(n=rows),) if 0 < rows < FEW else ()


def aligned(predictions: Sequence[Predictions], groups: Any = None) -> tuple[list[Predictions], Array | None]:
    """All in one order without rows of no weight, and what each row belongs to where rows count together.

    `groups` are in the order of the first; without them those that the predictions carry count, else row ids that
    repeat. One weight for all rows is no weight.
    """
    first, *others = predictions
    if groups is not None:
        first = replace(first, group=check_groups(groups, len(first)))
        others = [replace(other, group=None) for other in others]
    for one in others:
        first, other, _ = _in_one_order(first, one)
        first = first if first.group is not None or other.group is None else replace(first, group=other.group)
    matched = [first, *(_in_one_order(first, other)[1] for other in others)]  # the last match may have sorted the first
    if first.weight is not None:
        whole = first.task.in_lists  # an item that does not count is still in its list
        some = not whole and 0 < np.count_nonzero(first.weight) < len(first)
        matched = [pred.take(np.flatnonzero(pred.weight)) for pred in matched] if some else matched  # type: ignore[arg-type]
        matched = matched if uneven(matched[0].weight) else [replace(pred, weight=None) for pred in matched]
    return matched, units_of(matched[0].rows, matched[0].group)


def units_of(rows: Array, group: Array | None) -> Array | None:
    """What rows belong to: their groups, else the ids where some repeat; None where rows are independent."""
    repeated = repeated_row(rows)
    if group is None or repeated is None:
        return group if group is not None or repeated is None else rows
    pairs = len(
        np.unique(np.unique(rows, return_inverse=True)[1] * len(rows) + np.unique(group, return_inverse=True)[1])
    )
    if pairs > len(np.unique(rows)):
        raise BadInput("a row id occurs in two groups; rows of one id belong to one group")
    return group


def _percentile(differences: Array, estimate: Estimate, tails: Tails) -> Estimate:
    kept = differences[np.isfinite(differences)]
    lost = len(differences) - len(kept)
    notes = (*((SOME_LOST(n=lost, planned=len(differences)),) if lost else ()), *estimate.notes)
    if len(kept) <= len(differences) / 2:
        return replace(estimate, notes=notes)
    low, high = (float(end) for end in tails.ends(kept))
    notes = notes if low < high else (*notes, NO_DIFFERENCE())
    return replace(estimate, low=low, high=high, notes=notes, df=tails.freedom)


def _mean_difference(rows: Array, estimate: Estimate, groups: Array | None, weight: Array | None) -> Estimate:
    """Student's interval of a mean over rows; of groups and of weighted rows with the standard error CR2."""
    from scipy.special import stdtrit

    mean, unit = clustered_mean(rows, groups, weight), "row" if groups is None else "group"
    estimate = replace(
        estimate, method=f"paired t over {unit}s" + ("" if groups is None and weight is None else ", CR2")
    )
    if mean.groups < 2:
        return replace(estimate, notes=(ONE_UNIT(unit=unit),))
    reach = float(stdtrit(mean.df, (1 + estimate.level) / 2)) * mean.error
    notes = () if mean.error else (NO_DIFFERENCE(),)
    return replace(estimate, low=estimate.value - reach, high=estimate.value + reach, notes=notes, df=mean.df)


def _between_areas(a: Predictions, b: Predictions, measure: Measure, units: Array | None, level: float) -> Estimate:
    """DeLong's interval of two areas, or of means of areas over classes; a test of them reads the same error."""
    from scipy.special import ndtri, stdtrit

    areas = area_difference(a, b, measure, units)
    tail, gap = (1 + level) / 2, areas.value
    estimate = Estimate(
        value=gap, low=nan, high=nan, level=level, method=areas.method, n=len(a), notes=areas.notes, df=areas.df
    )
    if areas.error == 0 and gap == 0:
        return replace(estimate, low=0.0, high=0.0, notes=(NO_DIFFERENCE(),))
    if not areas.error > 0:
        return estimate
    reach = float(ndtri(tail) if areas.df == inf else stdtrit(areas.df, tail)) * areas.error
    return _inside(replace(estimate, low=gap - reach, high=gap + reach), measure.bounds[1] - measure.bounds[0])


def _has_joint(pred: Predictions) -> bool:
    """Whether truth and both labels make a table of few cells."""
    return not pred.task.clusters and 1 < len(pred.classes) ** 3 <= CELLS


def _joint_difference(
    a: Predictions, b: Predictions, measure: Measure, estimate: Estimate, *, n_resamples: int, seed: int
) -> Estimate:
    """From tables of truth and both labels that may be behind the one that was seen.

    Each class that occurs has one row more (two in all of more classes): two thirds of it where the labels differ, one
    third where they agree.
    """
    k = len(a.classes)
    joint = np.bincount((a.truth * k + a.labels()) * k + b.labels(), minlength=k**3).reshape(k, k, k)
    rows = joint.sum(axis=(1, 2))
    if len(a) - rows.max(initial=0) < LEAST:
        return replace(estimate, method="none", notes=(FEW_IN_CLASS(n=int(len(a) - rows.max(initial=0)), least=LEAST),))
    if np.array_equal(a.labels(), b.labels()):
        return replace(estimate, low=0.0, high=0.0, notes=(NO_DIFFERENCE(),))
    here = rows > 0
    more = np.where(np.eye(k) > 0, APART / (2 * k), APART / (k * (k - 1))) * min(1.0, 2 / np.count_nonzero(here))
    rng = rng_for(seed, "paired posterior")
    drawn = rng.standard_gamma((joint + more * here[:, None, None]).reshape(-1), size=(n_resamples, k**3))
    tables = drawn.reshape(n_resamples, k, k, k)
    first, two = (
        measure.compute(Counts.of(tables.sum(axis=axis), classes=a.classes, positive=a.positive_code, n=len(a)))
        for axis in (3, 2)
    )
    ends = np.nanquantile(first - two, tails_of(estimate.level).shares).tolist()
    method = f"paired Dirichlet, {n_resamples} draws"
    return replace(estimate, low=min(estimate.value, ends[0]), high=max(estimate.value, ends[1]), method=method, df=inf)


def resampled_differences(
    a: Predictions, b: Predictions, measure: Measure, *, n_resamples: int, groups: Array | None, seed: int, factor: float = 1.0
) -> Array:  # fmt: skip
    """The measure of a minus `factor` times that of b on resamples of the rows, or of groups of them; the same in whatever order they stand."""
    if is_mirrored(a, b, float(measure(a)) - float(measure(b))):
        of_b, of_a = _resampled(b, a, measure, n_resamples=n_resamples, groups=groups, seed=seed)
    else:
        of_a, of_b = _resampled(a, b, measure, n_resamples=n_resamples, groups=groups, seed=seed)
    return np.asarray(of_a - factor * of_b)


def _resampled(
    a: Predictions, b: Predictions, measure: Measure, *, n_resamples: int, groups: Array | None, seed: int
) -> tuple[Array, Array]:
    """The measure of both on the same resamples."""
    (a, b), groups = in_content_order((a, b), groups)
    rng = rng_for(seed, "paired bootstrap")
    k = len(a.classes)
    if measure.reads.tabulated and groups is None and a.weight is None and 0 < k <= 32:
        joint = np.bincount((a.truth * k + a.labels()) * k + b.labels(), minlength=k**3)
        drawn = rng.multinomial(len(a), joint / len(a), size=n_resamples).reshape(n_resamples, k, k, k)
        first, second = (
            np.asarray(
                measure.compute(Counts.of(drawn.sum(axis=axis), classes=a.classes, positive=a.positive_code, n=len(a)))
            )
            for axis in (3, 2)
        )
        return first, second
    if measure.reads.by_order and k == 2:
        return _redrawn(a, b, measure, n_resamples=n_resamples, groups=groups, rng=rng)
    if measure.reads.tabulated and groups is None:
        groups = a.rows  # so that both tables are of the same rows
    first, second = (
        np.asarray(
            Resamples(summaries=summarize(side.in_groups(groups)), n_resamples=n_resamples, seed=seed, ordered=True).of(
                measure
            )
        )
        for side in (a, b)
    )
    many = min(len(first), len(second))  # a user's function may have time for fewer draws
    return first[:many], second[:many]


def _redrawn(
    a: Predictions,
    b: Predictions,
    measure: Measure,
    *,
    n_resamples: int,
    groups: Array | None,
    rng: np.random.Generator,
) -> tuple[Array, Array]:
    """Both on the same resamples of rows that each side has sorted once."""
    single = groups is None and a.weight is None
    owner = np.arange(len(a)) if groups is None else np.unique(groups, return_inverse=True)[1].reshape(-1)
    many = int(owner.max()) + 1
    sides = [scored(pred).ranked(owner).affordable() for pred in (a, b)]
    at_once, batches = max(1, HELD // SPARE // (many + 3 * len(sides[0].stops))), []
    for start in range(0, n_resamples, at_once):
        size = min(at_once, n_resamples - start)
        seeds = rng.integers(1 << 63, size=size, dtype=np.uint64)
        times = (
            kernel("resample_counts")(many, seeds)
            if single
            else kernel("resample_counts")(many, seeds).astype(np.float64)
        )
        batches.append([[float(measure.compute(ranking)) for ranking in side.rankings(times)] for side in sides])
    first, two = np.concatenate(batches, axis=1)
    unseen = [measure(pred) - float(measure.compute(side.whole())) for pred, side in zip((a, b), sides, strict=True)]
    return first + unseen[0], two + unseen[1]

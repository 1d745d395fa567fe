"""Intervals of the generalisation error: each declared with the schemes it is valid for, what it speaks of, and its measured coverage."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import inf, nan, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np

from bakeoff.core.catalogue import Catalogue
from bakeoff.core.checks import Array, probability
from bakeoff.core.errors import BadInput
from bakeoff.core.terminology.explanation import Explained, Explanation, explained
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.notes import FITTED_MODELS, NONE_GIVEN

__all__ = ["INTERVALS", "IntervalMethod", "NestedErrors", "bayle", "conservative_z", "nested_cv"]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class IntervalMethod(Explained):
    """One way to an interval of the generalisation error."""

    name: str
    title: str
    text: str  # when to use it, and what it costs
    schemes: str  # on what it is valid
    about: str  # what the interval is meant to cover
    caveats: tuple[str, ...]
    reference: str

    def explanation(self) -> Explanation:
        """What `bakeoff explain` prints about it."""
        return explained(
            self,
            "interval",
            command=f'bo.generalisation_error(learner, data, method="{self.name.removesuffix("_interval")}")',
        )

    @property
    def coverage(self) -> tuple[str, ...]:
        """What we measured, one sentence for each generator."""
        return _measured().get(self.name, ())


INTERVALS: Catalogue[IntervalMethod] = Catalogue(
    "interval",
    (
        IntervalMethod(
            name="corrected_t_interval",
            title="corrected resampled t",
            text="The default of a study: the mean over splits, with a variance that is enlarged because training parts overlap. No "
            "further fits.",
            schemes="repeated cross-validation and repeated hold-out; any measure",
            about="the error of the learner on training sets of this size",
            caveats=("the correction is an approximation: coverage is near the level, not guaranteed",),
            reference="nadeau2003",
        ),
        IntervalMethod(
            name="bayle_interval",
            title="central limit theorem of cross-validation",
            text="Take it for many rows and a stable learner: it is the narrowest and needs no further fits.",
            schemes="one k-fold cross-validation; measures that are means over rows",
            about="the mean error of the k fitted models, not of the learner",
            caveats=(
                "it is about the models that were fitted, not about the learner on other training sets",
                "it needs a learner whose model changes little with one row",
            ),
            reference="bayle2020",
        ),
        IntervalMethod(
            name="nested_cv_interval",
            title="nested cross-validation",
            text="Take it where the interval must be right and fits are cheap: it estimates the error of the estimate itself, and corrects "
            "the estimate for training on fewer rows.",
            schemes="its own: k (k + 1) / 2 fits in each repeat; measures that are means over rows",
            about="the error of the model trained on all rows",
            caveats=(
                "with few repeats its width varies; 50 or more repeats are usual",
                "the formula is that of the paper; the authors' R package takes a smaller variance of a fold, so its intervals are mostly longer",
            ),
            reference="bates2024",
        ),
        IntervalMethod(
            name="conservative_z_interval",
            title="conservative z",
            text="Its variance is that of estimates from halves of the data, which is on average too large for all of them. Take it with "
            "many pairs of halves where an interval should rather be too wide.",
            schemes="its own: repeated hold-out on all rows and on pairs of halves; any measure",
            about="the error of the learner on training sets of this size",
            caveats=(
                "the variance is conservative on average, but is itself uncertain: with few pairs of halves the interval can be too short",
                "where the error still falls with more rows, it is of smaller training sets than all rows, and covers less than it should (a tree on xor)",
            ),
            reference="nadeau2003",
        ),
    ),
)


@cache
def _measured() -> dict[str, tuple[str, ...]]:
    try:
        text = files("bakeoff.estimates.over_splits").joinpath("coverage.json").read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    measured = json.loads(text)
    return {name: tuple(_sentence(line, measured) for line in lines) for name, lines in measured["methods"].items()}


def _sentence(generator: Mapping[str, Any], measured: Mapping[str, Any]) -> str:
    """One generator: coverage over all learners, and for the learner where it is lowest."""
    worst, least = min(generator["model_by_learner"].items(), key=lambda pair: pair[1])
    return (
        f"{generator['generator']}, {generator['runs']} data sets of {measured['rows']} rows: covers the error of the model trained on all rows in "
        f"{generator['model']:.1%} (lowest: {worst} {least:.1%}), that of the learner in {generator['learner']:.1%}; mean length {generator['width']:.2f} "
        f"({measured['level']:.0%} meant; {', '.join(measured['learners'])})"
    )


def _z(level: float) -> float:
    return NormalDist().inv_cdf((1 + probability("level", level)) / 2)


def _around(value: float, error: float, *, level: float, method: str, n: int, bounds: tuple[float, float]) -> Estimate:
    if not error > 0:
        why = NONE_GIVEN(why="zero variance between rows or splits")
        return Estimate(value=value, low=nan, high=nan, level=level, method=method, n=n, notes=(why,))
    reach = _z(level) * error
    return Estimate(
        value=value, low=max(value - reach, bounds[0]), high=min(value + reach, bounds[1]), level=level, method=method, n=n
    )  # fmt: skip


def bayle(losses: Sequence[Array], level: float = 0.95, bounds: tuple[float, float] = (-inf, inf)) -> Estimate:
    r"""The mean loss of a k-fold cross-validation:  :math:`\bar h \pm z \hat\sigma / \sqrt n`; `losses` holds those of each fold.

    The variance is the mean over folds of the variance of losses inside a fold. Reference: bayle2020.
    """
    folds = [np.asarray(loss, dtype=np.float64) for loss in losses]
    if len(folds) < 2 or any(len(fold) < 2 for fold in folds):
        raise BadInput("this interval needs two folds or more, each with two rows or more")
    every = np.concatenate(folds)
    variance = float(np.mean([fold.var(ddof=1) for fold in folds]))
    estimate = _around(
        float(every.mean()), sqrt(variance / len(every)), level=level, method="Bayle, k-fold", n=len(every), bounds=bounds
    )  # fmt: skip
    return Estimate(
        value=estimate.value, low=estimate.low, high=estimate.high, level=level, method=estimate.method, n=estimate.n, notes=(*estimate.notes, FITTED_MODELS())
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NestedErrors:
    """One outer fold: losses on it by the model trained on all others, and on the others by models trained without both."""

    outer: Array
    inner: Array


def nested_cv(
    repeats: Sequence[Sequence[NestedErrors]], rows: int, level: float = 0.95, bounds: tuple[float, float] = (-inf, inf)
) -> Estimate:
    r"""Nested cross-validation: the squared error of the estimate is estimated from the outer folds.

    :math:`\widehat{MSE} = \frac{K-1}{K}\,\mathrm{mean}_k[(\bar e^{in}_k - \bar e^{out}_k)^2 - s^2(e^{out}_k)/n_k]`, kept between the
    naive variance and K times that; the estimate is corrected by :math:`(1 + \frac{K-2}{K})(Err^{NCV} - Err^{CV})`. Reference: bates2024.
    """
    folds = [fold for repeat in repeats for fold in repeat]
    if not folds or any(len(fold.outer) < 2 for fold in folds):
        raise BadInput("nested cross-validation needs folds of two rows or more")
    k = len(repeats[0])
    inner = np.concatenate([fold.inner for fold in folds])
    apart = [(fold.inner.mean() - fold.outer.mean()) ** 2 - fold.outer.var(ddof=1) / len(fold.outer) for fold in folds]
    naive = float(inner.std(ddof=1)) / sqrt(rows)
    error = min(max(sqrt(max((k - 1) / k * float(np.mean(apart)), 0.0)), naive), sqrt(k) * naive)
    nested, plain = float(inner.mean()), float(np.concatenate([fold.outer for fold in folds]).mean())
    value = nested - (1 + (k - 2) / k) * (nested - plain)
    method = f"nested cross-validation, {k} folds, {len(repeats)} repeats"
    return _around(value, error, level=level, method=method, n=rows, bounds=bounds)


def conservative_z(
    whole: Array, halves: Sequence[tuple[Array, Array]], level: float = 0.95, bounds: tuple[float, float] = (-inf, inf)
) -> Estimate:
    r"""The mean over splits of all rows, with the variance of means over splits of halves:  :math:`\frac{1}{2M}\sum(\mu_m - \mu^c_m)^2`.

    `halves` holds, for each cut of the rows into two, the scores of the splits of either half. Reference: nadeau2003.
    """
    if not halves or not len(whole):
        raise BadInput("this interval needs scores on all rows and on at least one pair of halves")
    apart = [(float(np.mean(half)) - float(np.mean(other))) ** 2 for half, other in halves]
    error = sqrt(sum(apart) / (2 * len(halves)))
    method = f"conservative z, {len(halves)} pairs of halves"
    return _around(float(np.mean(whole)), error, level=level, method=method, n=len(whole), bounds=bounds)

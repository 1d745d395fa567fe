"""Bins of predicted probabilities, and variants of the expected calibration error: numbers of bins, equal counts, the positive class alone."""

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from bakeoff.core.checks import Array, count
from bakeoff.core.errors import BadInput
from bakeoff.measures.measure import BINARY_ONLY, IntervalRule, Measure
from bakeoff.measures.probabilities.probability import ece as usual
from bakeoff.predictions.kinds import ROWS
from bakeoff.predictions.predictions import Predictions

__all__ = ["binned", "distinct_bins", "ece", "even_bins", "quantile_bins"]

MOST_BINS = 100_000


class ProbabilityBins(NamedTuple):
    """Of each bin that holds rows: the mean probability, the share that came true, how many rows, and their weight."""

    predicted: Array
    observed: Array
    rows: Array
    weight: Array


def even_bins(p: Array, bins: int) -> Array:
    """The bin of each probability, all bins of one width; an edge belongs to the bin below it.

    >>> even_bins(np.array([0.0, 0.5, 0.51]), 2).tolist()
    [0, 0, 1]
    """
    return np.asarray(np.searchsorted(np.arange(1, bins) / bins, p, "left"))


def quantile_bins(p: Array, bins: int) -> Array:
    """The same with edges at the quantiles of the probabilities."""
    edges = np.unique(np.quantile(p, np.linspace(0, 1, bins + 1)))[1:-1]
    return np.asarray(np.searchsorted(edges, p, "left"))


def equal_count_bins(p: Array, weight: Array, bins: int) -> Array:
    """The same with edges at probabilities that occur, so that bins hold about the same weight."""
    order = np.argsort(p, kind="stable")
    below = np.cumsum(weight[order])
    shares = np.arange(1, bins) / bins * below[-1] * (1 - 1e-12)  # a share that is met exactly ends its bin
    return np.asarray(np.searchsorted(np.unique(p[order][np.searchsorted(below, shares)]), p, "left"))


def distinct_bins(p: Array) -> Array:
    """The same with one bin for each distinct probability."""
    return np.asarray(np.unique(p, return_inverse=True)[1]).reshape(-1)


def binned(p: Array, true: Array, code: Array, weight: Array | None = None) -> ProbabilityBins:
    """What was predicted and what came true in each bin that holds rows."""
    rows = np.bincount(code)
    full = np.flatnonzero(rows)
    heavy = rows if weight is None else np.bincount(code, weights=weight)
    predicted, observed = (
        np.bincount(code, weights=values if weight is None else weight * values)[full] / heavy[full]
        for values in (p, true)
    )
    return ProbabilityBins(predicted, observed, rows[full], heavy[full])


_OF = {"top": "the largest probability", "positive": "the probability of the positive class"}
_CUTS = {"width": "equal width", "count": "about equally many rows"}


def ece(bins: int = 10, of: str = "top", cut: str = "width") -> Measure:
    """The expected calibration error with other bins.

    >>> ece(15).name, ece(of="positive", cut="count").name, ece().name
    ('ece(15)', 'ece(of="positive", cut="count")', 'ece')
    """
    count("bins of ece", bins)
    if bins > MOST_BINS:
        raise BadInput(f"ece has at most {MOST_BINS:,} bins, not {bins:,}; take fewer")
    if of not in _OF or cut not in _CUTS:
        raise BadInput(
            "ece is of 'top' or 'positive', its cut 'width' or 'count': ece(15, of=\"positive\", cut=\"count\")"
        )
    asked = [str(bins)] * (bins != 10) + [f'of="{of}"'] * (of != "top") + [f'cut="{cut}"'] * (cut != "width")
    if not asked:
        return usual
    positive: dict[str, Any] = {"tasks": BINARY_ONLY, "needs_positive": True} if of == "positive" else {}
    return replace(
        usual,
        name=f"ece({', '.join(asked)})",
        title=f"Expected calibration error of {_OF[of]}, {bins} bins of {_CUTS[cut]}",
        short="",
        interval=IntervalRule.USUAL,
        reads=ROWS,
        compute=lambda pred: _error(pred, bins, of, cut),
        reference="naeini2015" if cut == "count" or of == "positive" else usual.reference,
        caveats=("biased upward in small samples, and the more so the more bins there are", "needs the rows"),
        **positive,
    )


def _error(pred: Predictions, bins: int, of: str, cut: str) -> float:
    """Confidence minus correctness added up in each bin; what is left of it, over all rows."""
    if not len(pred):
        return float("nan")
    proba, code = np.asarray(pred.probabilities(), dtype=np.float64), pred.positive_code
    named = proba.argmax(axis=1) if of == "top" else np.full(len(pred), code)
    believed = proba[np.arange(len(pred)), named]
    weight = np.ones(len(pred)) if pred.weight is None else np.asarray(pred.weight, dtype=np.float64)
    place = even_bins(believed, bins) if cut == "width" else equal_count_bins(believed, weight, bins)
    gaps = np.bincount(place, weights=(believed - (pred.truth == named)) * weight)
    return float(np.abs(gaps).sum() / weight.sum())

"""Bins of predicted probabilities: which bin each falls into, and what came true there."""

from typing import NamedTuple

import numpy as np

from bakeoff.core.checks import Array

__all__ = ["ProbabilityBins", "binned", "distinct_bins", "equal_count_bins", "even_bins", "quantile_bins"]


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
        np.bincount(code, weights=one if weight is None else weight * one)[full] / heavy[full] for one in (p, true)
    )
    return ProbabilityBins(predicted, observed, rows[full], heavy[full])

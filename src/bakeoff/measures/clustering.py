"""Agreement of clusters with known classes; what a cluster is called does not matter."""

from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.data.tasks import CLUSTERING
from bakeoff.measures.measure import Direction, Measure, family
from bakeoff.predictions.kinds import CONFUSION
from bakeoff.predictions.predictions import Output
from bakeoff.predictions.summaries.confusion import Counts, ratio

__all__ = ["ALL", "TRIVIAL", "information", "nmi"]

NO_ROWS = "there are no rows"


def _scalar(value: Any) -> Any:
    return float(value) if np.ndim(value) == 0 else value


def _entropy(weights: Array, total: Any) -> Any:
    """Entropy in nats of weights that add up to the total."""
    share = np.asarray(ratio(weights, np.asarray(total)[..., None]))
    with np.errstate(divide="ignore", invalid="ignore"):
        return -np.where(share > 0, share * np.log(np.where(share > 0, share, 1.0)), 0.0).sum(-1)


def _flat(c: Counts) -> Array:
    return c.matrix.reshape(*c.matrix.shape[:-2], -1)


def information(c: Counts) -> tuple[Any, Any, Any]:
    """Entropy of the classes, of the clusters, and their mutual information (never below zero by rounding)."""
    h_class, h_cluster = _entropy(c.truth, c.total), _entropy(c.predicted, c.total)
    return h_class, h_cluster, np.maximum(h_class + h_cluster - _entropy(_flat(c), c.total), 0.0)


def _mutual(c: Counts) -> Any:
    return _scalar(np.where(np.asarray(c.total) > 0, information(c)[2], np.nan))


def _purity(c: Counts) -> Any:
    return _scalar(ratio(c.matrix.max(-2, initial=0.0).sum(-1), c.total))


def _nmi(c: Counts) -> Any:
    h_class, h_cluster, mutual = information(c)
    return _scalar(np.minimum(ratio(mutual, (h_class + h_cluster) / 2), 1.0))


def _ami(c: Counts) -> Any:
    h_class, h_cluster, mutual = information(c)
    if c.matrix.ndim > 2:
        expected = np.array([_expected_information(a, b) for a, b in zip(c.truth, c.predicted, strict=True)])
    else:
        expected = _expected_information(c.truth, c.predicted)
    information_share = ratio(mutual - expected, (h_class + h_cluster) / 2 - expected)
    alone = (c.truth.max(-1, initial=0.0) <= 1) & (c.predicted.max(-1, initial=0.0) <= 1)  # what chance gives is all
    return _scalar(np.where(_whole(c) & ~alone, np.minimum(information_share, 1.0), np.nan))


def _expected_information(classes: Array, clusters: Array) -> Any:
    """Mutual information to be expected of random clusters of the same sizes (hypergeometric)."""
    from scipy.special import gammaln

    n = classes.sum()
    rows, columns = classes[classes > 0], clusters[clusters > 0]
    total = 0.0
    for a in rows.tolist():
        for b in columns.tolist():
            mean = a * b / n
            reach = 40 + 40 * np.sqrt(mean * (n - a) * (n - b) / n / n)  # what lies further off has no chance at all
            cell = np.arange(max(1.0, a + b - n, np.floor(mean - reach)), min(a, b, np.ceil(mean + reach)) + 1)
            log_chance = (
                gammaln(a + 1)
                + gammaln(b + 1)
                + gammaln(n - a + 1)
                + gammaln(n - b + 1)
                - gammaln(n + 1)
                - gammaln(cell + 1)
                - gammaln(a - cell + 1)
                - gammaln(b - cell + 1)
                - gammaln(n - a - b + cell + 1)
            )
            total += float((cell / n * np.log(n * cell / (a * b)) * np.exp(log_chance)).sum())
    return total


def _whole(c: Counts) -> Any:
    """Whether rows are counted; of weights that are no whole numbers there are no pairs."""
    return (_flat(c) % 1 == 0).all(-1)


def _pairs(c: Counts) -> tuple[Any, Any, Any, Any]:
    """Pairs of rows: together in both, in the class only, in the cluster only, and all pairs; NaN for parts of rows."""
    both = np.where(_whole(c), (_flat(c) ** 2 - _flat(c)).sum(-1) / 2, np.nan)
    in_class = (c.truth**2 - c.truth).sum(-1) / 2
    in_cluster = (c.predicted**2 - c.predicted).sum(-1) / 2
    return both, in_class - both, in_cluster - both, c.total * (c.total - 1) / 2


def _rand(c: Counts) -> Any:
    _, class_only, cluster_only, every = _pairs(c)
    return _scalar(ratio(every - class_only - cluster_only, every))


def _ari(c: Counts) -> Any:
    both, class_only, cluster_only, every = _pairs(c)
    expected = ratio((both + class_only) * (both + cluster_only), every)
    most = both + (class_only + cluster_only) / 2
    return _scalar(ratio(both - expected, most - expected))


def _pair_f1(c: Counts) -> Any:
    both, class_only, cluster_only, _ = _pairs(c)
    return _scalar(ratio(2 * both, 2 * both + class_only + cluster_only))


def _fowlkes_mallows(c: Counts) -> Any:
    both, class_only, cluster_only, _ = _pairs(c)
    return _scalar(ratio(both, np.sqrt((both + class_only) * (both + cluster_only))))


def _told(mutual: Any, entropy: Any, total: Any) -> Any:
    """The share of an entropy that is explained; all of it where there is nothing to tell apart, NaN without rows."""
    share = np.where(np.asarray(entropy) == 0, 1.0, np.minimum(ratio(mutual, entropy), 1.0))
    return _scalar(np.where(np.asarray(total) > 0, share, np.nan))


def _homogeneity(c: Counts) -> Any:
    h_class, _, mutual = information(c)
    return _told(mutual, h_class, c.total)


def _completeness(c: Counts) -> Any:
    _, h_cluster, mutual = information(c)
    return _told(mutual, h_cluster, c.total)


def _v(c: Counts) -> Any:
    h, k = np.asarray(_homogeneity(c)), np.asarray(_completeness(c))
    return _scalar(np.where(h + k == 0, 0.0, ratio(2 * h * k, h + k)))


_declare = family(
    direction=Direction.HIGHER, bounds=(0.0, 1.0), tasks=frozenset({CLUSTERING}), needs=Output.LABEL, reads=CONFUSION,
    undefined=NO_ROWS, family="clustering",
)  # fmt: skip


TRIVIAL = "both the classes and the clusters are one single group"
ALONE = "each row is its own"
PARTS = "weights are no whole numbers"
FEW = f"there are fewer than two rows, or {PARTS}"
nmi = _declare(
    "nmi",
    "Normalized mutual information, arithmetic mean",
    r"\frac{2 I(C;K)}{H(C) + H(K)}",
    _nmi,
    reference="vinh2010",
    undefined=TRIVIAL,
    caveats=("not corrected for chance: rises with the number of clusters; ami is corrected",),
    short="NMI",
)
ALL: tuple[Measure, ...] = (
    _declare(
        "purity",
        "Purity",
        r"\frac1n\sum_k \max_c n_{ck}",
        _purity,
        reference="manning2008",
        caveats=("rises with the number of clusters: one row per cluster is pure",),
    ),
    _declare(
        "mutual_info",
        "Mutual information, in nats",
        r"\sum_{ck} \frac{n_{ck}}{n} \ln\frac{n\,n_{ck}}{n_c n_k}",
        _mutual,
        reference="vinh2010",
        bounds=(0.0, float("inf")),
        caveats=(
            "at most the entropy of the classes, so data sets are not comparable (nmi is normalized)",
            "not corrected for chance: rises with the number of clusters; ami is corrected",
        ),
    ),
    nmi,
    _declare(
        "ami",
        "Adjusted mutual information, arithmetic mean",
        r"\frac{I - E[I]}{(H(C) + H(K))/2 - E[I]}",
        _ami,
        reference="vinh2010",
        undefined=f"{TRIVIAL}, or {ALONE}, or {PARTS}",
        bounds=(-1.0, 1.0),
        short="AMI",
    ),
    _declare(
        "rand",
        "Rand index",
        r"(a + d) / \binom n2",
        _rand,
        reference="rand1971",
        undefined=FEW,
        caveats=("high for many clusters whatever they are; ari is corrected",),
    ),
    _declare(
        "ari",
        "Adjusted Rand index",
        r"\frac{RI - E[RI]}{1 - E[RI]}",
        _ari,
        reference="hubert1985",
        undefined=f"{TRIVIAL}, or {ALONE}, or {PARTS}",
        bounds=(-0.5, 1.0),
    ),
    _declare(
        "pair_f1",
        "F1 over pairs of rows",
        r"2a / (2a + b + c)",
        _pair_f1,
        reference="manning2008",
        undefined=f"no two rows share a class or a cluster, or {PARTS}",
    ),
    _declare(
        "homogeneity",
        "Homogeneity",
        r"1 - H(C|K)/H(C)",
        _homogeneity,
        reference="rosenberg2007",
        caveats=("one if there is a single class",),
    ),
    _declare(
        "completeness",
        "Completeness",
        r"1 - H(K|C)/H(K)",
        _completeness,
        reference="rosenberg2007",
        caveats=("one if there is a single cluster",),
    ),
    _declare(
        "v_measure",
        "V-measure",
        r"2hc/(h + c)",
        _v,
        reference="rosenberg2007",
        caveats=("the harmonic mean of homogeneity and completeness; zero where both are",),
    ),
    _declare(
        "fowlkes_mallows",
        "Fowlkes-Mallows index",
        r"a / \sqrt{(a+b)(a+c)}",
        _fowlkes_mallows,
        reference="fowlkes1983",
        undefined=f"no two rows share a class, or none share a cluster, or {PARTS}",
    ),
)

"""Tests and intervals that are known to miss their level, each with a band of its own and the reason."""

from fnmatch import fnmatchcase

__all__ = ["KNOWN", "known_band"]

# pattern of the name of a case -> band, why
KNOWN: dict[str, tuple[tuple[float, float], str]] = {
    "nemenyi: * variants of ?*": ((0.2, 1.0), "mean ranks of A and B depend on who else is ranked"),
    "five_by_two_[tf]: 5x2, *": ((0.0, 0.16), "the two folds of a repeat are correlated, which the formula leaves out"),
    "corrected_t: 10x10, 100 rows, 1-NN": ((0.0, 0.12), "n - 1 degrees of freedom by name; the verdict takes fewer"),
    "corrected_t: 10x10, 100 rows, tree": ((0.0, 0.12), "n - 1 degrees of freedom by name; the verdict takes fewer"),
    "ten_by_ten: 10x10, 100 rows, 1-NN": ((0.0, 0.12), "calibrated on learners that do not react to single rows"),
    "ten_by_ten: 10x10, 100 rows, tree": ((0.0, 0.12), "calibrated on learners that do not react to single rows"),
    "wald: 30 pairs, *": ((0.0, 0.07), "the normal law is too narrow for thirty pairs"),
    "two_proportions: 40 and 400 rows": ((0.0, 0.1), "the normal law is rough for four expected errors"),
    "delong: * positive, *": ((0.0, 0.09), "the normal law is rough for few rows of a class"),
    "rm_anova: * spread 2 to 1": ((0.0, 0.09), "without a correction it takes all spreads for equal"),
    **dict.fromkeys(
        ("ks: * 2 % positive", "h_measure*: * 2 % positive", "cost_curve_area: * 2 % positive"),
        ((0.5, 1.0), "the best thresholds are sought on the same rows, of which four are positive"),
    ),
    **dict.fromkeys(
        (
            "average_precision: * 2 % positive", "pr_auc*: * 2 % positive", "partial_auc*: * 2 % positive",
            "jaccard_*: * 2 % positive", "complexity_gain: * 2 % positive", "rrse_proba: * 2 % positive", "d2_*: * 2 % positive",
        ),
        ((0.8, 1.0), "four rows are positive on average"),
    ),
    "accuracy: 100 rows, best of 20 equal learners": ((0.2, 0.8), "it was picked because it scored best on these rows"),
    "net_benefit*: * positive": ((0.7, 1.0), "few rows are acted on"),
    "ks: *": ((0.8, 1.0), "the best threshold is sought on the same rows"),
    "h_measure*: *": ((0.8, 1.0), "the best thresholds are sought on the same rows"),
    "cost_curve_area: *": ((0.8, 1.0), "the best thresholds are sought on the same rows"),
    "*: * rows, *heavy tails": ((0.8, 1.0), "an unbounded loss has no interval without an assumption about its tail"),
    "*: 100 rows, clusters": ((0.8, 1.0), "entropies of few rows are biased"),
}  # fmt: skip


def known_band(name: str) -> tuple[float, float] | None:
    """The band of a case that is known to miss its level; None for all others."""
    return next((band for pattern, (band, _) in KNOWN.items() if fnmatchcase(name, pattern)), None)

"""Tests and intervals that are known to miss their level, each with a band of its own and the reason.

Bands of intervals were set after the figures were seen: they notice that an interval gets worse. What a user reads is the
figure itself: a panel prints the measured coverage beside an interval that falls short in samples like the one at hand.
"""

from fnmatch import fnmatchcase

__all__ = ["KNOWN", "known_band"]

# pattern of the name of a case -> band, why
KNOWN: dict[str, tuple[tuple[float, float], str]] = {
    "verdict about equal algorithms on one split: *": ((0.0, 0.9), "the claim is about two fitted models, which differ; it is no claim about the algorithms"),
    "verdict over rows: * MAE, 2 % of the errors *, interval": ((0.4, 1.0), "the same"),
    "verdict over rows: * MAE, 2 % of the errors *": ((0.0, 0.6), "a sample of few rows holds few of the rare large errors, or none; the verdict has a note"),
    "verdict over data sets: * skewed differences, pseudo-median 0": ((0.0, 0.12), "the signed ranks assume symmetry, not a pseudo-median of zero alone"),
    "verdict over data sets: * skewed differences, pseudo-median 0, interval": ((0.88, 1.0), "the same"),
    "verdict over data sets: * skewed differences, mean 0": ((0.0, 0.6), "signed ranks are about a typical data set, whose difference is not zero here"),
    "verdict over data sets: * skewed differences, mean 0, interval": ((0.4, 1.0), "the same: the interval is that of the pseudo-median"),
    "verdict over data sets: * skewed differences, mean difference at the border *": ((0.0, 0.5), "the same: a typical data set lies inside the region"),
    "verdict of a board: 5 systems, 50 items, seldom far ahead, *": ((0.89, 1.0), "one system is far ahead on some five of 50 items and a little behind on the others; flipped signs take the two sides of a difference for alike"),
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
        (
            "lift: * 10 % positive", "lift: * 2 % positive",
        ),
        ((0.8, 1.0), "five rows are positive on average"),
    ),
    **dict.fromkeys(
        tuple(f"{name}: 100 rows, 2% positive, *" for name in ("f1", "jaccard", "markedness", "kappa", "mcc")),
        ((0.6, 1.0), "one sample in twenty has five positives and so an interval: more positives than the population has"),
    ),
    "gmean: * 30 classes of about *": ((0.0, 1.0), "one class without a hit makes it zero, as in most samples with few rows of so many classes"),
    "gmean: * classes of about *": ((0.6, 1.0), "the same, less often"),
    "precision_weighted: * classes of about 10 rows": ((0.85, 1.0), "a mean of precisions, of which those of small classes are biased"),
    "f1_macro: 50 rows, three classes, one of 5 %": ((0.85, 1.0), "samples may lack the rare class, which the mean then leaves out"),
    "ss_*: 20 rows, positive numbers": ((0.8, 1.0), "a variance of twenty skewed numbers"),
    "gamma_deviance: * heavy tails": ((0.1, 1.0), "one prediction near zero weighs more than all other rows"),
    "tweedie_deviance*: * heavy tails": ((0.4, 1.0), "one prediction near zero weighs more than all other rows"),
    "poisson_deviance: * heavy tails": ((0.7, 1.0), "a prediction near zero weighs much"),
    "jaccard_*: * 2 % positive": ((0.8, 1.0), "four rows are positive on average"),
    **dict.fromkeys(
        ("recall: 200 rows, 2 % positive", "fnr: 200 rows, 2 % positive"),
        ((0.85, 1.0), "a share of one row or of four: Wilson's interval covers less for some shares"),
    ),
    "average_precision_of_labels: 100 rows, five labels": ((0.85, 1.0), "average precision is biased upwards, by .05 for a label that ten rows have"),
    "accuracy: 100 rows, best of 20 equal learners": ((0.2, 0.8), "it was picked because it scored best on these rows"),
    "*: * rows, *heavy tails": ((0.8, 1.0), "an unbounded loss has no interval without an assumption about its tail"),
    "*: 100 rows, clusters": ((0.8, 1.0), "entropies of few rows are biased"),
}  # fmt: skip


def known_band(name: str) -> tuple[float, float] | None:
    """The band of a case that is known to miss its level; None for all others."""
    return next((band for pattern, (band, _) in KNOWN.items() if fnmatchcase(name, pattern)), None)

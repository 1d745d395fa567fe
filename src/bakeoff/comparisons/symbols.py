"""What the letters in the formulas of significance tests mean; a letter with another meaning in one test is declared for that test."""

from bakeoff.core.symbols import named_symbols

__all__ = ["SYMBOLS", "WORDS", "symbols_of"]

WORDS = frozenset({"Σ", "Σ_i", "Σ_j", "Σ_ij", "Σ_(d_i > 0)", "max"})  # functions and indices of sums

SYMBOLS: dict[str, str] = {
    "χ²": "the statistic, compared with a chi-squared distribution",
    "z": "the statistic, compared with the standard normal distribution",
    "t": "the statistic, compared with Student's t distribution",
    "F": "the statistic, compared with an F distribution",
    "p": "the p-value",
    "n": "number of blocks: pairs, rows, data sets or splits",
    "k": "number of learners",
    "d̄": "mean difference between the two learners over the blocks",
    "s_d": "standard deviation of the differences",
    "d_i": "difference on block i",
    "R_j": "sum of the ranks of learner j over the blocks",
    "r_ij": "rank of learner j on block i",
    "CD": "critical difference of two mean ranks",
    "δ": "margin: the difference that would still not matter",
    "se": "standard error of the mean difference",
}

_OWN: dict[str, dict[str, str]] = {
    "mcnemar": {
        "b": "rows that only the first learner gets right, often written c10",
        "c": "rows that only the second learner gets right, often written c01",
    },
    "two_proportions": {
        "p_a": "error rate of the first learner", "p_b": "error rate of the second learner", "n_a": "test rows of the first",
        "n_b": "test rows of the second",
    },
    "delong": {
        "A_a": "area under the ROC curve of the first learner", "A_b": "area under the ROC curve of the second",
        "S_10": "variance between positive rows of the difference", "S_01": "variance between negative rows of the difference",
        "m": "positive rows", "n": "negative rows",
    },
    "permutation": {
        "B": "number of draws", "#": "number of draws for which",
        "d̄^*": "mean difference after the signs of some differences were switched at random",
    },
    "cluster_t": {
        "s_CR2": "standard error over groups, corrected for few of them", "w_j": "weights of group j", "e_j": "residuals of group j",
        "B_j^(-1/2)": "correction of group j for its own influence on the mean", "W": "sum of all weights",
    },
    "wald": {"W": "the statistic, compared with the standard normal distribution"},
    "unpaired_t": {
        "ā": "mean of the first sample", "b̄": "mean of the second sample", "s_a": "standard deviation of the first",
        "s_b": "standard deviation of the second", "n": "size of the first sample", "m": "size of the second sample",
    },
    "corrected_t": {"n": "number of splits", "n_2": "test rows of a split", "n_1": "training rows of a split"},
    "five_by_two_t": {
        "d_11": "difference on the first fold of the first repeat", "s_i²": "variance of the two differences of repeat i",
    },
    "five_by_two_f": {
        "d_ij": "difference on fold j of repeat i", "s_i²": "variance of the two differences of repeat i",
    },
    "ten_by_ten": {
        "x̄": "mean of the 100 differences", "f": "degrees of freedom, 10 by calibration", "s_x": "standard deviation of the 100 differences",
    },
    "sign": {
        "w": "blocks on which the first learner is better", "wins": "blocks on which the first learner is better",
        "n": "blocks on which the two differ", "Bin": "binomial distribution",
    },
    "wilcoxon": {"W^+": "sum of the ranks of the positive differences", "rank": "place of a difference by its size, without its sign"},
    "random_effects": {
        "μ̂": "mean difference over data sets, weighted", "q": "observed spread over expected spread", "w_i": "weight of data set i",
        "v_i": "variance of the mean difference on data set i", "τ²": "variance of the true differences between data sets",
    },
    "label_permutation": {
        "B": "number of data sets with bogus labels", "#": "number of them for which", "s^*": "score on bogus labels", "s": "score on the true labels",
    },
    "quade": {
        "A": "sum of the squared weighted ranks", "B": "sum over learners of their squared sums of weighted ranks, over n",
    },
    "aligned_ranks": {
        "T": "the statistic, compared with a chi-squared distribution",
        "R_i": "sum of the aligned ranks of block i", "R_j": "sum of the aligned ranks of learner j", "r_ij": "rank of learner j on block i among all cells",
        "kn": "number of cells",
    },
    "rm_anova": {
        "MS_learners": "mean square between learners", "MS_residual": "mean square that is left after learners and blocks",
    },
    "skillings_mack": {
        "T": "the statistic, compared with a chi-squared distribution", "A": "adjusted sums of ranks of the learners", "Σ^-": "inverse of their covariance",
    },
    "cochran_q": {
        "Q": "the statistic, compared with a chi-squared distribution", "C_j": "rows that learner j gets right",
        "R_i": "learners that get row i right", "N": "right answers of all learners",
    },
    "nemenyi": {"q_α": "quantile of the studentized range over the root of 2"},
    "bonferroni_dunn": {"z_(α / (2(k-1)))": "normal quantile, with the level divided by the number of pairs with the control"},
    "conover": {"R_a": "rank sum of the first learner", "R_b": "rank sum of the second", "A": "sum of all squared ranks"},
}  # fmt: skip


def symbols_of(name: str, formula: str) -> dict[str, str]:
    """The symbols in the formula of this test.

    >>> symbols_of("mcnemar", "(b - c)^2 / (b + c)")["c"]
    'rows that only the second learner gets right, often written c01'
    """
    return named_symbols(formula, _OWN.get(name, {}), SYMBOLS)

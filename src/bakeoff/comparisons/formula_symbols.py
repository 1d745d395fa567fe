"""What the letters in the formulas of significance tests mean; a letter with another meaning in one test is declared for that test."""

from collections.abc import Mapping

from bakeoff.core.terminology.symbols import named_symbols

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


def symbols_of(formula: str, own: Mapping[str, str]) -> dict[str, str]:
    """The symbols in the formula of a test; a meaning of its own counts before the usual one.

    >>> symbols_of("(d_i - c) / n", {"c": "a constant"})["c"]
    'a constant'
    """
    return named_symbols(formula, own, SYMBOLS)

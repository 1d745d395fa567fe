"""Failures: cells in which a learner gave no score because it failed. By default a failure is worse than every score."""

from dataclasses import replace

import numpy as np

from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.core.checks import Array
from bakeoff.core.errors import UnknownName
from bakeoff.measures.measure import Direction

__all__ = ["FAILURES", "below_all", "check_failures", "without_failures"]

FAILURES = ("last", "out")  # the last rank on that block; or the block is left out for all learners
DIGITS = 13  # powers of ten: differences are rounded to 12 digits, so that all differences to a failure are ties


def check_failures(rule: str) -> str:
    """The rule, if it is one."""
    if rule not in FAILURES:
        raise UnknownName("rule for failures", rule, FAILURES)
    return rule


def below_all(matrix: ScoreMatrix) -> ScoreMatrix:
    """The matrix with a number in place of each failure, for tests that read the order of scores and of differences only.

    It is worse than every score of the table, and its distance to all of them is the same and larger than any other: signed ranks give it the
    largest size, failures of two learners on one block are a tie.

    >>> table = ScoreMatrix(names=("a", "b"), blocks=("x", "y"), values=[[0.9, 0.8], [0.7, np.nan]], failed=[[0, 0], [0, 1]])
    >>> below_all(table).values.tolist()
    [[0.9, 0.8], [0.7, -10000000000000.0]]
    """
    if matrix.failed is None:
        return matrix
    sizes = np.abs(matrix.values[np.isfinite(matrix.values)])
    far = 10.0 ** (DIGITS + np.ceil(np.log10(sizes.max(initial=1e-100, where=sizes > 0))))
    worst = -far if matrix.direction is Direction.HIGHER else far
    return replace(matrix, values=np.where(matrix.failed, worst, matrix.values))


def without_failures(matrix: ScoreMatrix) -> tuple[ScoreMatrix, Array]:
    """The blocks on which no learner failed, and the places of the others."""
    if matrix.failed is None:
        return matrix, np.empty(0, dtype=np.intp)
    torn = matrix.failed.any(axis=1)
    return matrix.only(np.flatnonzero(~torn)), np.flatnonzero(torn)

"""One level of significance for all questions about a change: each question counts equally, and together they keep the level."""

from collections.abc import Sequence

import numpy as np

__all__ = ["share_level"]


def share_level(questions: Sequence[Sequence[float]]) -> tuple[tuple[float, ...], ...]:
    """Adjusted p-values of all questions: Holm's weighted adjustment.

    Each question that has a p-value gets the same share of the level, and divides it among its own p-values; what a claim does not
    need goes to the others. The chance of any false claim in any question stays below the level. A p-value that is NaN was not asked for.
    Reference: holm1979.

    >>> share_level([[0.01, 0.5], [0.02], [float("nan")]])
    ((0.04, 0.5), (0.04,), (nan,))
    """
    asked = [[index for index, p in enumerate(some) if not np.isnan(p)] for some in questions]
    number = sum(bool(some) for some in asked)
    adjusted = [[float("nan")] * len(some) for some in questions]
    tests = [
        (questions[question][index], 1.0 / (number * len(some)), question, index)
        for question, some in enumerate(asked)
        for index in some
    ]
    tests.sort(key=lambda test: test[0] / test[1])
    left = np.cumsum([weight for _, weight, _, _ in reversed(tests)])[::-1]
    largest = 0.0
    for (p, weight, question, index), rest in zip(tests, left.tolist(), strict=True):
        largest = max(largest, min(1.0, p / weight * rest))
        adjusted[question][index] = largest
    return tuple(map(tuple, adjusted))

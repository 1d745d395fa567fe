"""A stated complexity such as n*log(n): read by a small grammar, and compared with measured costs."""

import numpy as np
import pytest

from bakeoff.core.errors import BadInput
from bakeoff.estimates.over_splits.complexity import Complexity, stated_cost

SIZES = (100, 200, 400, 800, 1600)


WOBBLE = np.array([1.02, 0.98, 1.01, 0.99, 1.0])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("n", 16.0), ("n^2", 256.0), ("n**0.5", 4.0), ("sqrt(n)*n", 64.0), ("n*log2(n)", 64.0), ("2*n+3*(n-1)/5", 41.0),
        ("log(n)^2", np.log(16) ** 2), (" n * log ( n ) ", 16 * np.log(16)),
    ],
)  # fmt: skip
def test_the_grammar(text, value):
    assert Complexity(text).at([16.0])[0] == pytest.approx(value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "m",
        "n*foo(n)",
        "__import__('os')",
        "n n",
        "n*",
        "(n",
        "n)",
        "log n",
        "n.real",
        "n" + "+n" * 60,
        "(" * 60,
        "1e9*n",
        "n^^2",
        "exp(n)",
    ],
)
def test_everything_else_is_refused(text):
    with pytest.raises(BadInput, match="complexity"):
        Complexity(text)


def test_a_complexity_that_is_not_positive_is_refused():
    with pytest.raises(BadInput, match="positive number at every size"):
        stated_cost(SIZES, np.ones(5), "n-200")


def test_the_excess_is_the_exponent_of_what_is_left():
    n = np.array(SIZES, dtype=float)
    found = stated_cost(n, 3.0 * n**1.5 * WOBBLE, "n")
    slope = np.polyfit(np.log(n), np.log(n**0.5 * WOBBLE), 1)[0]
    assert found.excess.value == pytest.approx(slope)
    assert found.reading == "grows faster than stated"
    assert stated_cost(n, 3.0 * n * WOBBLE, "n").factor == pytest.approx(3.0, rel=0.01)


def test_a_wide_interval_agrees_with_nothing():
    n = np.array(SIZES, dtype=float)
    found = stated_cost(n, n * np.array([1.0, 9.0, 0.3, 8.0, 0.9]), "n*log(n)")
    assert found.excess.low < 0 < found.excess.high
    assert found.reading.startswith("cannot tell: the interval of the excess is ")

"""How does a cost grow with the number of rows? A straight line in log-log, with the uncertainty of its slope."""

import tomllib
from math import isnan
from pathlib import Path

import numpy as np
import pytest

from bakeoff.core.errors import BadInput
from bakeoff.estimates import power_law

ORACLES = tomllib.loads((Path(__file__).parents[1].parent / "oracles" / "curves.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", ORACLES["power_law"])
def test_the_exponent_is_that_of_r(case):
    law = power_law(case["sizes"], case["costs"])
    found = [law.exponent.value, law.exponent.low, law.exponent.high, law.factor]
    assert found == pytest.approx(case["expected"], rel=ORACLES["tolerance"] * 100)


@pytest.mark.parametrize(
    ("sizes", "why"),
    [([10, 20, 40], "3 distinct sizes"), ([10, 10, 10, 20, 40], "3 distinct"), ([10, 15, 20, 30], "3.0 times")],
)
def test_too_small_a_range_is_no_answer(sizes, why):
    law = power_law(sizes, np.ones(len(sizes)))
    assert isnan(law.exponent.value)
    assert isnan(law.factor)
    assert why in law.exponent.warnings[0]


def test_logarithms_need_positive_numbers():
    with pytest.raises(BadInput, match="above 0"):
        power_law([1, 2, 4, 8], [0.0, 1.0, 2.0, 3.0])

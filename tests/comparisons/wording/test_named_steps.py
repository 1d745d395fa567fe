"""A test on paper names its learners, and shows how an exact p adds up."""

import re
from itertools import product

import pytest

from bakeoff.comparisons import sign
from bakeoff.comparisons.results import Alternative


def scores(wins: int, losses: int) -> tuple[list[float], list[float]]:
    n = wins + losses
    return [1.0] * wins + [0.0] * losses, [0.5] * n


def test_learners_have_their_names():
    text = sign(*scores(4, 5)).steps(names=("NB", "SVM"))
    assert "  wins of NB = 4\n  ties = 0\n  wins of SVM = 5" in text
    assert "Reject if NB wins at least 8 or at most 1 of 9. NB wins 4: outside the region of rejection." in text
    assert " a " not in text.split("p is the probability")[0]


@pytest.mark.parametrize(
    ("wins", "losses", "side"), [*product((0, 1, 3, 6), (1, 4, 6), Alternative), (18, 12, Alternative.TWO_SIDED)]
)
def test_the_sum_is_p(wins, losses, side):
    result = sign(*scores(wins, losses), alternative=side.value)
    line = re.search(r"^p = (2 × )?P\(w [<>]= \d+\) = (.*) = ([\d.e-]+)(, at most 1)?$", result.steps(), re.MULTILINE)
    assert line, result.steps()
    summed = eval(line[2].replace("×", "*").replace("^", "**"))
    assert min(1.0, summed) == pytest.approx(result.p_value, rel=1e-9)
    assert float(line[3]) == pytest.approx(result.p_value, rel=1e-3)
    assert bool(line[4]) is (result.p_value == 1.0)

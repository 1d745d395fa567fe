"""Laws of a difference: ends and p-values agree, exchanged models change the sign, and Tango's interval is the published one."""

from math import isnan

import numpy as np
import pytest

from bakeoff.estimates.analytic.unit_shape import UnitShape
from bakeoff.release_gate.law import InvertedLaw, ScoreLaw, StudentLaw

LAWS = {
    "score": ScoreLaw(only_new=12, only_base=7, rows=150),
    "score without a difference": ScoreLaw(only_new=0, only_base=0, rows=80),
    "student": StudentLaw(value=0.01, error=0.02, df=12),
    "student around another middle": StudentLaw(value=0.01, error=0.02, df=40, centre=0.008),
    "student of skewed units": StudentLaw(value=0.01, error=0.02, df=40, shape=UnitShape(skewness=0.3, freedom=12.5)),
    "student of units skewed to the left": StudentLaw(value=0.01, error=0.02, shape=UnitShape(skewness=-0.6)),
    "inverted": InvertedLaw(value=0.01, interval=StudentLaw(value=0.01, error=0.02, df=12).ends, method="by levels"),
}


@pytest.mark.parametrize("law", LAWS.values(), ids=LAWS)
@pytest.mark.parametrize("alpha", [0.01, 0.05, 0.2])
def test_the_p_value_at_an_end_is_the_level(law, alpha):
    low, high = law.ends(1 - 2 * alpha)
    assert law.p_above(low) == pytest.approx(alpha, abs=2e-5)
    assert law.p_below(high) == pytest.approx(alpha, abs=2e-5)
    assert low <= law.value <= high


@pytest.mark.parametrize(("only_a", "only_b", "rows"), [(12, 7, 150), (0, 5, 40), (30, 0, 30)])
def test_exchanged_models_change_the_sign(only_a, only_b, rows):
    law, other = (
        ScoreLaw(only_new=only_a, only_base=only_b, rows=rows),
        ScoreLaw(only_new=only_b, only_base=only_a, rows=rows),
    )
    low, high = law.ends(0.9)
    assert other.ends(0.9) == pytest.approx((-high, -low), abs=1e-9)


def test_the_worked_example_of_tango():
    # Tango (1998), Statistics in Medicine 17(8), section 6.1, soft contact lenses: cells 43, 0, 1, 0, margin 0.1. The paper prints
    # Z = 1.709, one-sided p = 0.044 and the lower limit -0.096 of the 90 % interval (read from a public transcription of the paper).
    law = ScoreLaw(only_new=0, only_base=1, rows=44)
    assert law._z(-0.1) == pytest.approx(1.709, abs=6e-4)
    assert law.p_above(-0.1) == pytest.approx(0.044, abs=6e-4)
    assert law.ends(0.9)[0] == pytest.approx(-0.096, abs=6e-4)


def test_against_propcis():
    # R 4, PropCIs: scoreci.mp(60, 20, 1000) is [-0.0584, -0.0231] for (20 - 60) / 1000, as its users publish it.
    assert ScoreLaw(only_new=20, only_base=60, rows=1000).ends(0.95) == pytest.approx((-0.0584, -0.0231), abs=6e-5)


def test_the_statistic_at_zero_is_that_of_mcnemar():
    assert ScoreLaw(only_new=10, only_base=2, rows=60)._z(0.0) == pytest.approx((10 - 2) / np.sqrt(12))


def test_same_numbers_on_every_row_leave_no_width():
    law = StudentLaw(value=0.0, error=0.0, df=99)
    assert law.ends(0.9) == (0.0, 0.0)
    assert (law.p_above(-0.01), law.p_below(-0.01)) == (0.0, 1.0)
    assert all(map(isnan, StudentLaw(value=0.0, error=float("nan")).ends(0.9)))


def test_skewness_moves_one_end_outwards_and_none_inwards():
    plain = StudentLaw(value=0.0, error=1.0, df=30).ends(0.9)
    skewed = StudentLaw(value=0.0, error=1.0, df=30, shape=UnitShape(skewness=0.4)).ends(0.9)
    assert skewed[0] == plain[0]
    assert skewed[1] > plain[1] + 0.3
    heavy = StudentLaw(value=0.0, error=1.0, df=30, shape=UnitShape(freedom=4.0))
    assert heavy.ends(0.9) == StudentLaw(value=0.0, error=1.0, df=4).ends(0.9)

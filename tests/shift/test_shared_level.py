"""One level of significance for all questions about a change: each question counts equally, and together they keep the level."""

import numpy as np
import pytest

from bakeoff.comparisons.posthoc.adjust import adjust
from bakeoff.shift.shared_level import share_level

# One level


def test_one_question_is_adjusted_as_holm_does():
    p = [0.01, 0.2, 0.03, 0.03]
    assert share_level([p])[0] == pytest.approx(adjust(p, "holm"))
    assert [one for (one,) in share_level([[value] for value in p])] == pytest.approx(adjust(p, "holm"))


def test_a_question_with_many_tests_counts_as_one():
    """The classifier's p counts twice beside 50 columns, not 51 times."""
    columns, classifier = share_level([[1.0] * 50, [0.02]])
    assert classifier == pytest.approx((0.04,))
    assert columns == (1.0,) * 50
    assert share_level([[0.0004] + [1.0] * 49, [0.02]]) == (pytest.approx((0.04, *[1.0] * 49)), pytest.approx((0.04,)))


def test_a_question_that_is_not_asked_takes_nothing():
    assert share_level([[0.02], [np.nan], []])[0] == (0.02,)
    assert share_level([[], []]) == ((), ())


def test_what_a_claim_does_not_need_goes_to_the_others():
    """Worked by hand: weights 1/4, 1/4 and 1/2; .01/.25, then .02/.5 of the 3/4 that are left, then .5/.25 of the last 1/4."""
    assert share_level([[0.01, 0.5], [0.02]]) == (pytest.approx((0.04, 0.5)), pytest.approx((0.04,)))
    assert share_level([[0.001, 0.04], [0.9]])[0] == pytest.approx((0.004, 0.12))


def test_any_false_alarm_has_the_level():
    """Independent p-values of 2 to 4 questions, 20,000 draws: above .0535 with probability .01 at .05."""
    rng = np.random.default_rng(29)
    for sizes in ((4, 1), (20, 1), (4, 1, 1, 1)):
        p = [rng.random((20_000, size)) for size in sizes]
        least = np.array([min(min(some) for some in share_level([one[draw] for one in p])) for draw in range(4000)])
        assert np.mean(least <= 0.05) <= 0.058  # of 4,000: above it with probability .01
        bound = np.min([one.min(axis=1) * one.shape[1] * len(p) for one in p], axis=0)  # the first step of the same
        assert np.mean(bound <= 0.05) <= 0.0535

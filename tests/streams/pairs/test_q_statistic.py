"""The Q-statistic: the logarithm of the ratio of two learners' accumulated losses."""

from math import log

import numpy as np
import pytest

from bakeoff.core.errors import BadInput
from bakeoff.streams.pairs.anytime_test import anytime_test
from bakeoff.streams.pairs.q_statistic import q_statistic
from bakeoff.streams.pairs.windowed_mcnemar import windowed_mcnemar


def test_the_q_statistic_by_hand():
    # losses of a 1 0 1, of b 1 1 0: sums 1 1 2 and 1 2 2; with factor 1/2: 1 1/2 5/4 and 1 3/2 3/4
    assert q_statistic([1, 0, 1], [1, 1, 0]) == pytest.approx([0, log(1 / 2), 0], abs=1e-15)
    assert q_statistic([1, 0, 1], [1, 1, 0], fading=0.5) == pytest.approx([0, log(1 / 3), log(5 / 3)])
    assert q_statistic([1, 0, 1], [1, 1, 0], fading=1.0) == pytest.approx([0, log(1 / 2), 0], abs=1e-15)


def test_the_q_statistic_where_somebody_has_lost_nothing():
    values = q_statistic([0, 1, 0], [0, 0, 1])
    assert np.isnan(values[0])
    assert values[1] == np.inf
    assert values[2] == 0
    assert q_statistic([0, 0], [0, 1])[1] == -np.inf
    assert q_statistic([], []).tolist() == []


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: q_statistic([1, 0], [1]), "lengths differ: loss_a has 2, loss_b has 1"),
        (lambda: q_statistic([1, float("nan")], [1, 1]), "loss_a must be finite, but entry 1 is nan"),
        (
            lambda: q_statistic([1, -1], [1, 1]),
            "loss_a must not be below zero, but entry 1 is -1; give losses, not scores",
        ),
        (lambda: q_statistic([1], [1], fading=0), "fading must be a number above 0"),
        (lambda: anytime_test([0, 3], [0, 1]), "the losses differ by 2 at entry 1, more than the bound 1"),
        (lambda: anytime_test([0], [0], bound=0), "bound must be a number above 0"),
        (
            lambda: windowed_mcnemar([0.5], [0], 3),
            "loss_a must be 1 where the learner is wrong and 0 where it is right",
        ),
        (lambda: windowed_mcnemar([1], [0], 0), "window must be a whole number of at least 1"),
        (lambda: windowed_mcnemar([1], [0], 3, "auto"), "variant must be one of exact, mid-p"),
    ],
)
def test_bad_input_gets_one_sentence(call, words):
    with pytest.raises(BadInput) as refused:
        call()
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)

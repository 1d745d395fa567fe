"""Surrogate: a model of the inner score over the space, what it guesses between the trials, and where it would try next."""

import numpy as np

from bakeoff.tuning.surrogate import guess


def test_the_model_finds_the_top_of_a_hill():
    rng = np.random.default_rng(0)
    places = rng.random((40, 2))
    gains = -((places[:, 0] - 0.6) ** 2) + rng.normal(0, 0.01, 40)
    first, _ = guess(["a", "b"], places, gains)
    assert abs(first.places[np.argmax(first.mean)] - 0.6) < 0.1
    assert (first.low <= first.mean).all()
    assert 0 <= first.next <= 1
    assert guess(["a"], places[:3, :1], gains[:3]) == ()
    assert guess(["a"], places[:, :1], np.zeros(40)) == ()

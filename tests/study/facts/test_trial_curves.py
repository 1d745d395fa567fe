"""TrialCurve: the candidates of all searches of a tuned learner over one parameter, with what a model expects between them."""

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.study.facts.trial_curves import _from_places, _is_log


@pytest.mark.parametrize(
    ("made", "log"),
    [(bo.uniform(0.001, 0.2), False), (bo.integers(1, 50), False), (bo.log_uniform(1e-3, 1e2), True), (bo.integers(1, 500, log=True), True)],
)  # fmt: skip
def test_the_model_is_drawn_where_its_places_lie(made, log):
    values = np.array([float(made.draw(rng)) for rng in map(np.random.default_rng, range(12))])
    places = np.array([made.place(one) for one in values])
    assert _is_log(places, values) is log
    inside = np.linspace(places.min(), places.max(), 7)
    wanted = [
        made.low * (made.high / made.low) ** one if log else made.low + (made.high - made.low) * one for one in inside
    ]
    assert _from_places(places, values, log, inside) == pytest.approx(wanted, rel=1e-9)

"""Flips: the four counts add up, and hits of a table count as classes do."""

import numpy as np

from bakeoff.predictions.flips import flips_of, flips_of_hits
from bakeoff.predictions.from_arrays import predictions_of


def test_hits_count_as_predictions_do():
    rng = np.random.default_rng(1)
    truth, base, new = rng.integers(0, 2, (3, 80))
    ids = [f"q{row}" for row in range(80)]
    sides = [predictions_of(truth, answers, labels=[0, 1], row_id=ids) for answers in (base, new)]
    by_answers, by_hits = flips_of(*sides), flips_of_hits((base == truth) * 1.0, (new == truth) * 1.0, ids)
    for name in ("both_right", "only_new", "only_base", "both_wrong", "ids"):
        assert getattr(by_answers, name) == getattr(by_hits, name), name
    assert by_answers.rows == 80
    assert [by_answers.effect(place) for place in range(5)] == [by_hits.effect(place) for place in range(5)]


def test_other_numbers_have_no_flips():
    assert flips_of_hits(np.array([0.5, 1.0]), np.array([1.0, 1.0]), ["a", "b"]) is None

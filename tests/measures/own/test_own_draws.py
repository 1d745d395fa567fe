"""Resamples and exchanges of a user's function that returns one number: each draw calls it, and a budget of time bounds the draws."""

import numpy as np


def test_a_stall_of_the_machine_does_not_change_the_number_of_draws(monkeypatch):
    from bakeoff.measures.own import own_draws

    clock = iter(
        np.cumsum([0.0, 5.0, 0.0, 0.001, 0.0, 9.0, 0.0, 0.001, 0.0, 0.001]).tolist()
    )  # two draws of five stall
    monkeypatch.setattr(own_draws, "perf_counter", lambda: next(clock))
    assert len(own_draws._drawn(iter(range(10_000)), 2000)) == 2000


def test_a_slow_function_is_drawn_as_often_as_the_budget_allows(monkeypatch):
    from bakeoff.measures.own import own_draws

    clock = iter(np.cumsum([0.0, 0.05] * 5).tolist())  # 50 ms each
    monkeypatch.setattr(own_draws, "perf_counter", lambda: next(clock))
    assert len(own_draws._drawn(iter(range(10_000)), 2000)) == 200

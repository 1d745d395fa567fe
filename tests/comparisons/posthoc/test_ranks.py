"""Which learners differ? Every pair, or each against a control, on the ranks the omnibus test used."""

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.comparisons import conover, nemenyi, paired_t
from bakeoff.core.errors import BadInput

FOUR = np.random.default_rng(8).normal(0.8, 0.01, (15, 4)) + np.array([0.04, 0.03, 0.0, -0.01])


TABLE = dict(zip("ABCD", FOUR.T.tolist(), strict=True))


def test_near_twins_have_an_interval_of_their_own_size():
    base = np.random.default_rng(1).normal(0.8, 0.05, 12)
    noise = 1e-9 * np.arange(1.0, 13.0)
    pair = nemenyi({"a": base, "b": base + noise, "c": base + 0.1 * np.arange(12)}).pairs[0]
    exact = paired_t(base, base + noise).difference
    assert pair.difference.low == pytest.approx(exact.low, rel=1e-3)
    assert any("millionth" in text for text in bo.compare({"a": base, "b": base + noise}, rows="datasets").warnings)


def test_mean_ranks_cannot_lie_further_apart_than_there_are_learners():
    said = bo.compare({"A": [0.9, 0.8], "B": [0.8, 0.7], "C": [0.7, 0.75]}, posthoc="nemenyi", rows="datasets")
    assert "No outcome on 2 data sets could have shown a difference" in said.verdict.sentence
    assert "removing data sets did not" not in str(said.stability), "nothing was left out, so nothing was found"


def test_conover_against_a_control_and_planned_pairs_only_where_they_count():
    pairs = conover(TABLE, "D").pairs
    assert [one.a for one in pairs] == ["D"] * 3
    every = {one.b: one.result.p_value for one in conover(TABLE).pairs if one.a == "A"}
    assert pairs[0].result.p_value == pytest.approx(every["D"])
    c = bo.compare(TABLE, baseline="D", posthoc="conover", rows="datasets")
    assert len(c.pairs) == 3
    assert str(c.stability)
    with pytest.raises(BadInput, match="planned pairs"):
        bo.compare(TABLE, pairs=[("A", "B"), ("C", "D")], posthoc="nemenyi", rows="datasets")

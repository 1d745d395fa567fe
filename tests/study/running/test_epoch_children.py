"""Training step by step in child processes with the limits of the study: what a learner does there costs its own curve only."""

import numpy as np
import pytest


@pytest.mark.parametrize("facts", [None, {"scores": [[1]]}, {"scores": "odd"}, {"scores": [[1, None], [1, {}]]}])
def test_what_a_child_sends_is_checked(facts):
    from bakeoff.runs.unit import UnitKey
    from bakeoff.runs.work import Answer
    from bakeoff.study.running.epoch_children import _read

    key = UnitKey(dataset="d", learner="l", scheme="s", repeat=0, fold=0)
    read = _read(Answer(key=key, header={"facts": facts}), 2)
    assert np.isnan(read.scores).all()
    assert read.failure == "its scores cannot be read"

"""The best learner of a study: groups are handed down, unfinished learners are left out, every scheme has one."""

from dataclasses import replace

import numpy as np
import pytest

from bakeoff.measures import measure_named
from bakeoff.splits import scheme_from
from bakeoff.study.analysis.best_learner import best_in_study
from bakeoff.study.analysis.stored_design import design_of


def best(ledger, name="accuracy"):
    design = design_of(ledger)
    return best_in_study(ledger, design, design.domains[0], measure_named(name), n_resamples=50)


def test_groups_of_the_data_set_are_drawn_whole(make):
    data = make.data("only", n=90)
    found = best(
        make.run(make.spec(datasets=(replace(data, groups=np.arange(90) // 5),), scheme=scheme_from("3-fold")))
    )
    assert found.corrected.method == "BBC-CV, 50 resamples of groups"
    assert found.corrected.n == 90


@pytest.mark.parametrize("scheme", ["holdout", "2x3", "bootstrap"])
def test_schemes(make, scheme):
    found = best(make.run(make.spec(datasets=(make.data("only", n=60),), scheme=scheme_from(scheme))))
    assert 0 <= found.corrected.low <= found.corrected.value <= found.corrected.high <= 1


def test_a_learner_with_a_missing_unit_is_left_out_and_named(make):
    ledger = make.run(make.spec(datasets=(make.data("only", n=60),), scheme=scheme_from("3-fold")))
    last = next(key for key in reversed(ledger.keys()))
    ledger.drop([last])
    found = best(ledger)
    assert last.learner not in dict(found.picked)
    assert [note.facts["names"] for note in found.notes if note.code == "study.left_out"] == [(last.learner,)]

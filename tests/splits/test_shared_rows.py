"""How many rows the training parts of a plan have in common."""

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.splits.catalogue import scheme_from
from bakeoff.splits.shared_rows import shared_training_rows

ROWS = 60


DATA = bo.make("friedman1", n=ROWS, seed=5)


@pytest.mark.parametrize(
    ("scheme", "share"),
    [("10x10", 0.9), ("bootstrap(30)", 0.632), ("kfold(2, repeats=20)", 0.5), ("subsampling(20, test=0.5)", 0.5)],
)
def test_the_share_of_common_rows_follows_from_the_scheme(scheme: str, share: float) -> None:
    plan = scheme_from(scheme).plan(bo.make("friedman1", n=400, seed=1), 0)
    assert shared_training_rows(plan) == pytest.approx(share, abs=0.015)
    assert np.isnan(shared_training_rows(scheme_from("10-fold").plan(DATA, 0)))

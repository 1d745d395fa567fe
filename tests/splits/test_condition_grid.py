"""ConditionGrid: which rows train under one condition and which test under another, split by split."""

import bakeoff as bo
from bakeoff.splits.condition_grid import grid_cells


def test_cells_of_the_grid():
    cells = grid_cells([bo.Condition(name="a", used="test", flip=0.1), bo.Condition(name="b", used="train", flip=0.1)])
    assert {(one.train, one.test) for one in cells} == {("", "a"), ("b", ""), ("b", "a"), ("a", "a")}
    both = grid_cells([bo.Condition(name=name, flip=0.1) for name in "ab"])
    assert len(both) == 8  # three by three without the plain one

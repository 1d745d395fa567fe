"""Repeats of items from a table with one line for each run."""

import pytest

from bakeoff.api.measuring.repeats_from_table import repeats_from_table
from bakeoff.core.errors import BadInput


def test_a_table_of_runs_may_hold_truth_values():
    lines = {"task": ["t1", "t1", "t2", "t2"], "trial": [1, 2, 1, 2]}
    numbers = repeats_from_table(lines | {"reward": [1, 0, 1, 1]}, "task", "trial")[""]
    for values in (["True", "False", "True", "true"], [True, False, True, True]):
        assert repeats_from_table(lines | {"reward": values}, "task", "trial")[""] == numbers
    with pytest.raises(BadInput, match="row 1 of the table contains 'yes' in column 'reward', which is not a score"):
        repeats_from_table(lines | {"reward": ["yes", "1", "1", "1"]}, "task", "trial")

"""What quality costs: the quality of each learner beside its time or memory, and costs beside the complexity that users state."""

import pytest

from bakeoff.study.facts.costs import readable_complexity


@pytest.mark.parametrize("stored", [3, "n", (("a",),), (("a", "exp(n)"),), ((1, 2, 3),), (("a", None),)])
def test_odd_complexities_of_a_study_file_are_passed_over(stored):
    assert readable_complexity(stored) == {}

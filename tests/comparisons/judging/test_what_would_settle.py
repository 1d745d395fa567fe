"""What this much evidence can decide at all, and which difference it could have shown."""

from bakeoff.comparisons.judging.what_would_settle import too_few_blocks


def test_what_so_few_data_sets_can_decide_follows_from_numbers_alone():
    assert too_few_blocks(7, 3, 0.05, learners=3) is None
    six = too_few_blocks(6, 10, 0.05, learners=5)
    assert (six.facts["baseline_suffices"], six.facts["planned"]) == (False, 1)
    assert "At most 1 planned pair can be decided" in str(six)
    eight = too_few_blocks(8, 10, 0.05, learners=5)
    assert (eight.facts["baseline_suffices"], eight.facts["planned"]) == (True, 6)
    assert "A baseline or at most 6 planned pairs can be decided" in str(eight)
    four = too_few_blocks(4, 10, 0.05, learners=5)
    assert "named before" not in str(four)
    assert "paired_t" in str(four)
    assert "random_effects" not in str(four), "it needs five data sets"
    assert too_few_blocks(5, 1, 0.05, sides=1) is None, "one side: 1/32"

"""P of all pairs at once, and what a board of a size is asked again."""

import numpy as np
import pytest

from bakeoff.comparisons import wilcoxon
from bakeoff.comparisons.catalogue import tests as catalogue
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.posthoc.many_pairs import BoardSize, raw_p_values
from bakeoff.comparisons.posthoc.ranks import pair_list
from bakeoff.comparisons.results import Alternative


@pytest.mark.parametrize("digits", [1, 2, 8])
def test_p_of_all_pairs_equals_p_of_each(digits):
    rng = np.random.default_rng(digits)
    matrix = ScoreMatrix.of({name: np.round(rng.normal(0.8, 0.1, 30), digits) for name in "abcdef"})
    columns = pair_list(matrix.names, None)
    p, lead = raw_p_values(matrix, columns, catalogue["wilcoxon"], Alternative.TWO_SIDED)
    for (i, j), value, ahead in zip(columns.tolist(), p, lead, strict=True):
        result = wilcoxon(matrix.values[:, i], matrix.values[:, j])
        assert (value, ahead) == (result.p_value, result.lead)


def test_pairs_of_a_learner_without_sizes_are_compared_by_signs():
    rng = np.random.default_rng(1)
    matrix = ScoreMatrix.of({name: rng.normal(0.8, 0.1, 12) for name in "abc"})
    columns, sign = pair_list(matrix.names, None), catalogue["sign"]
    p, _ = raw_p_values(matrix, columns, catalogue["wilcoxon"], Alternative.TWO_SIDED, frozenset({0}))
    by_sign, _ = raw_p_values(matrix, columns, sign, Alternative.TWO_SIDED)
    with_first = (columns == 0).any(axis=1)
    assert p[with_first].tolist() == by_sign[with_first].tolist()


def test_a_test_without_p_values_of_many_pairs_has_none():
    matrix = ScoreMatrix.of({"a": [0.1, 0.2], "b": [0.2, 0.1]})
    assert raw_p_values(matrix, np.array([[0, 1]]), catalogue["paired_t"], Alternative.TWO_SIDED) is None


def test_small_boards_are_asked_everything_and_large_ones_nothing():
    small, medium, large = (BoardSize(pairs=pairs, blocks=20) for pairs in (3, 4_950, 499_500))
    assert (small.left_out, medium.left_out) == (20, 60)
    assert [board.repeats_everything for board in (small, medium, large)] == [True, False, False]
    assert [board.repeats for board in (small, medium, large)] == [True, True, False]
    assert [board.tries_every_correction for board in (small, medium, large)] == [True, True, False]
    assert [board.leaves_out(100) for board in (small, medium, large)] == [True, True, False]

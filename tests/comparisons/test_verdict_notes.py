"""Notes on a verdict: what qualifies it, what so much evidence could have shown, and what would settle it."""

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.comparisons.judging.what_would_settle import fewest_blocks
from bakeoff.comparisons.verdict_notes import ESTIMATES_PART, TOO_FEW_BLOCKS


@pytest.mark.parametrize(("learners", "needed"), [(2, 6), (3, 7), (4, 8), (5, 9), (10, 11), (20, 13)])
def test_too_few_data_sets_cannot_decide_and_the_next_one_can(learners, needed):
    pairs = learners * (learners - 1) // 2
    assert fewest_blocks(0.05 / pairs) == needed
    values = np.arange(needed)[:, None] + np.cumsum(np.arange(1, learners + 1)) * np.linspace(1, 1.5, needed)[:, None]
    few, enough = (
        bo.compare({f"m{i}": column[:n] for i, column in enumerate(values.T)}, rows="datasets")
        for n in (needed - 1, needed)
    )
    assert f"{needed - 1} data sets are too few to tell " in few.verdict.sentence
    (note,) = (one for one in few.verdict.notes if one.kind is TOO_FEW_BLOCKS)
    assert (note.facts["n"], note.facts["needed"], note.facts["pairs"]) == (needed - 1, needed, pairs)
    assert not any(one.verdict.winner for one in few.pairs)
    assert enough.verdict.winner == f"m{learners - 1}"
    assert not any(one.kind is TOO_FEW_BLOCKS for one in enough.verdict.notes)


def test_ties_count_against_the_number_of_data_sets():
    a, b = [0.9, 0.8, 0.7, 0.9, 0.6, 0.5, 0.5], [0.8, 0.7, 0.6, 0.7, 0.5, 0.5, 0.5]
    verdict = bo.compare({"a": a, "b": b}, rows="datasets").verdict
    assert next(one for one in verdict.notes if one.kind is TOO_FEW_BLOCKS).facts["n"] == 5
    assert "are too few to tell a and b apart" in verdict.sentence


def test_the_sentence_names_its_estimator_and_where_it_parts_from_the_mean():
    a = [0.90, 0.91, 0.92, 0.93, 0.94, 0.95, 0.30]
    b = [0.89, 0.89, 0.89, 0.89, 0.89, 0.89, 0.89]
    said = bo.compare({"a": a, "b": b}, rows="datasets")
    assert "a minus b: pseudo-median 0.0" in said.verdict.sentence
    (note,) = (one for one in said.verdict.notes if one.kind is ESTIMATES_PART)
    assert (note.facts["by_estimate"], note.facts["by_mean"], note.facts["estimator"]) == ("a", "b", "pseudo-median")
    lower = bo.compare({"a": [1 - x for x in a], "b": [1 - x for x in b]}, direction="lower", rows="datasets")
    (note,) = (one for one in lower.verdict.notes if one.kind is ESTIMATES_PART)
    assert (note.facts["by_estimate"], note.facts["by_mean"]) == ("a", "b")
    assert "minus b: median" in bo.compare({"a": a, "b": b}, test="sign", rows="datasets").verdict.sentence
    assert "minus a: mean" in bo.compare({"a": a, "b": b}, rows="runs").verdict.sentence

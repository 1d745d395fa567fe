"""Doubts are voiced only where the evidence can carry them."""

import numpy as np

from bakeoff.comparisons import judge, tests
from bakeoff.comparisons.choosing.assumptions import CHECKABLE, check_pair, check_unpaired
from bakeoff.comparisons.evidence.kinds import DATASETS, RUNS
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.question import Question


def test_three_differences_are_too_few_to_check():
    said = check_pair(np.array([0.9, 0.8, 0.1]), np.array([0.89, 0.79, 0.8]), tests["paired_t"])
    assert said == ("3 differences are too few to check whether they are normal or hold outliers",)
    assert "too few to check" in check_unpaired(np.array([1.0, 2.0, 9.0]), np.array([1.0, 2.0, 3.0]))[-1]


def test_from_the_floor_on_outliers_and_shape_are_seen():
    d = np.array([0.01, 0.012, 0.009, 0.011, 0.01, 0.008, 0.013, 0.9])
    assert d.size == CHECKABLE
    said = check_pair(d, np.zeros(d.size), tests["corrected_t"])
    assert any("Shapiro-Wilk" in one for one in said)
    assert any("far from the rest" in one for one in said)


def test_a_single_planned_pair_is_not_called_adjusted():
    rng = np.random.default_rng(2)
    matrix = ScoreMatrix.of({name: rng.uniform(0.6, 0.9, 15) for name in "abc"})
    for evidence in (DATASETS, RUNS):
        judged = judge(matrix, Question(evidence=evidence, pairs=[("a", "b")]))
        assert judged.adjustment == "none"
        assert judged.pairs[0].pair.adjustment == "none"
        assert judged.pairs[0].pair.p_adjusted == judged.pairs[0].pair.result.p_value
        assert "adjusted" not in judged.verdict.sentence
        several = judge(matrix, Question(evidence=evidence, pairs=[("a", "b"), ("a", "c")]))
        assert "adjusted p" in several.pairs[0].verdict.sentence

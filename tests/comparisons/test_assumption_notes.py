"""Doubts are voiced only where the evidence can carry them."""

import numpy as np

from bakeoff.comparisons import judge, tests
from bakeoff.comparisons.assumption_notes import (
    MINUTE,
    TIED_DIFFERENCES,
    ZERO_DIFFERENCES,
    about_pairs,
)
from bakeoff.comparisons.choosing.assumptions import CHECKABLE, check_pair
from bakeoff.comparisons.evidence.kinds import DATASETS, RUNS
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.question import Question
from bakeoff.core.notes import Severity


def test_from_the_floor_on_outliers_and_shape_are_seen():
    d = np.array([0.01, 0.012, 0.009, 0.011, 0.01, 0.008, 0.013, 0.9])
    assert d.size == CHECKABLE
    notes = {note.code: note for note in check_pair(d, np.zeros(d.size), tests["corrected_t"])}
    assert notes["comparison.not_normal"].facts["p_value"] < 0.05
    assert notes["comparison.outliers"].facts["outliers"] == 1


def test_a_doubt_about_some_pairs_names_them_and_one_about_all_does_not():
    rng = np.random.default_rng(0)
    base = rng.normal(0.8, 0.01, 20)
    skewed = base + rng.normal(0, 0.01, 20) + np.concatenate([np.full(2, 0.5), np.zeros(18)])
    matrix = ScoreMatrix.of({"SVM vs. trees (v. 2)": base, "is not shown": base + rng.normal(0, 0.01, 20), "c": skewed})
    judged = judge(matrix, Question(evidence=RUNS))
    (note,) = (one for one in judged.notes if one.code == "comparison.outliers" and one.facts["n"] == 20)
    assert ("SVM vs. trees (v. 2)", "c") in note.facts["pairs"]
    assert ("SVM vs. trees (v. 2)", "is not shown") not in note.facts["pairs"]
    assert "SVM vs. trees (v. 2) and c" in str(note)
    same = about_pairs([(("a", "b"), MINUTE()), (("a", "c"), MINUTE())], pairs=2)
    assert same == [MINUTE()], "a doubt about every pair is one doubt"


def test_undecided_pairs_carry_what_would_settle_them_as_facts():
    few = judge(ScoreMatrix.of({"a": [0.9, 0.8, 0.7], "b": [0.8, 0.7, 0.6]}), Question(evidence=DATASETS)).verdict
    assert [note.code for note in few.notes] == ["comparison.too_few_blocks"]
    assert few.notes[0].facts["needed"] == 6
    rng = np.random.default_rng(4)
    scores = {"a": rng.normal(0.8, 0.1, 12), "b": rng.normal(0.8, 0.1, 12)}
    notes = judge(ScoreMatrix.of(scores), Question(evidence=RUNS)).verdict.notes
    assert [note.code for note in notes] == ["comparison.detectable"], "and no number of runs that would have sufficed"


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


def test_counts_that_differ_from_pair_to_pair_are_one_note():
    """A table of eight learners with three decimals had fourteen lines on ties."""
    names = [("a", "b"), ("a", "c"), ("b", "c")]
    told = about_pairs([(pair, TIED_DIFFERENCES(tied=tied, n=30)) for pair, tied in zip(names, (5, 19, 7), strict=True)], 6)  # fmt: skip
    assert [str(one) for one in told] == [
        "in 3 of 6 pairs 5 to 19 of 30 differences share their size with another; mid-ranks are used."
    ]
    two = about_pairs([(pair, ZERO_DIFFERENCES(zeros=zeros, n=9)) for pair, zeros in zip(names, (1, 2), strict=False)], 3)  # fmt: skip
    assert [str(one) for one in two] == [
        "a and b: 1 of 9 scores is tied.",
        "a and c: 2 of 9 scores are tied.",
    ]


def test_many_pairs_that_are_not_normal_are_one_note_that_weighs_little_where_the_mean_is_normal():
    rng = np.random.default_rng(3)
    base = rng.normal(0, 1, 40)
    scores = {name: base + rng.exponential(1, 40) ** 2 for name in "abcd"}
    matrix = ScoreMatrix(
        names=tuple(scores), blocks=tuple(map(str, range(40))), values=np.column_stack(list(scores.values()))
    )
    judged = judge(matrix, Question(evidence=DATASETS, test="paired_t"))
    notes = [note for note in judged.notes if note.code.startswith("comparison.not_normal")]
    assert [note.code for note in notes] == ["comparison.not_normal_of_many"]
    assert notes[0].severity is Severity.INFO
    assert str(notes[0]).startswith("in all 6 pairs the differences do not look normal (Shapiro-Wilk, least p")
    assert "their mean is still close to normal" in str(notes[0])

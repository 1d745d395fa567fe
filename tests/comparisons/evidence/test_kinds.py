"""Evidence: what one block of a score matrix is, declared once. Texts, tests and the report read the declaration."""

import numpy as np
import pytest

from bakeoff.comparisons.evidence.kinds import DATASETS, FOLDS, RUNS
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.judging.judge import judge
from bakeoff.comparisons.question import Question

EVERY = [DATASETS, FOLDS, RUNS]


def table(values, **more):
    return ScoreMatrix.of(values, **more)


@pytest.mark.parametrize("evidence", EVERY)
@pytest.mark.parametrize("k", [2, 5])
def test_missing_cells_are_told(evidence, k):
    values = np.random.default_rng(1).normal(size=(9, k))
    values[2, 0] = values[5, 1] = np.nan
    judged = judge(table(values), Question(evidence=evidence, test_share=0.1))
    assert any(note.code == "comparison.missing" for note in judged.notes)
    assert all(np.isfinite(one.pair.p_adjusted) for one in judged.pairs)
    if evidence is DATASETS and k > 2:
        assert (judged.choice.test, judged.omnibus.test) == ("wilcoxon", "skillings_mack")


@pytest.mark.parametrize(
    ("evidence", "k", "test"),
    [
        (DATASETS, 2, "wilcoxon"), (DATASETS, 3, "wilcoxon"), (FOLDS, 2, "corrected_t"),
        (FOLDS, 3, "corrected_t"), (RUNS, 2, "paired_t"), (RUNS, 3, "paired_t"),
    ],
)  # fmt: skip
def test_the_design_decides_the_test(evidence, k, test):
    judged = judge(table(np.random.default_rng(3).normal(size=(10, k))), Question(evidence=evidence, test_share=0.1))
    assert judged.choice.test == test
    assert judged.choice.why
    named = {name for name, _ in judged.choice.refused} | set(judged.choice.alternatives) | {test}
    assert {"nemenyi", "conover"} - named <= {"nemenyi", "conover"}
    assert all(reason for _, reason in judged.choice.refused)

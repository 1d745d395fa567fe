"""Ways to ask again are told as one says them."""

import numpy as np
import pytest

from bakeoff.comparisons import tests as catalogue
from bakeoff.comparisons.evidence.kinds import DATASETS
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.judging.judge import judge
from bakeoff.comparisons.judging.stability import stability
from bakeoff.comparisons.question import Question
from bakeoff.comparisons.test_names import adjustment_phrase


@pytest.mark.parametrize("name", [one.name for one in catalogue])
def test_tests_are_called_by_their_title(name):
    assert "_" not in adjustment_phrase("test", name)
    assert adjustment_phrase("test", name) != name


def test_the_sentence_of_a_stability_has_no_code_name():
    rng = np.random.default_rng(3)
    values = rng.normal(0.7, 0.02, (9, 3)) + np.array([0.15, 0.0, 0.02])
    other = {"f1_macro": ScoreMatrix.of(values[:, ::-1]), "roc_auc_ovr": ScoreMatrix.of(values[:, [1, 0, 2]])}
    found = stability(judge(ScoreMatrix.of(values), Question(evidence=DATASETS, measure="accuracy")), other)
    assert any(not one.same for one in found.variations)
    said = f"{found} {found.sentence} {' '.join(one.sentence for one in found.others)}"
    assert "macro F1" in said
    assert "_" not in said

"""Advice read from the decision table; the docs page is that table."""

from pathlib import Path

import pytest

import bakeoff as bo
from bakeoff.comparisons.planning.advise import EVIDENCE, render_choosing
from bakeoff.comparisons.planning.decision_table import PURPOSES
from bakeoff.core.errors import BadInput, UnknownName

PAGE = Path(__file__).parents[3] / "docs" / "choosing.md"


def taken(topic, **answers):
    return [name for rule in bo.advise(**answers).of(topic) for name in rule.take]


def test_the_page_is_the_table():
    assert PAGE.read_text(encoding="utf-8") == render_choosing().rstrip() + "\n", (
        "write it again with render_choosing()"
    )


@pytest.mark.parametrize(
    ("answers", "test"),
    [
        ({"algorithms": 2, "datasets": 1}, "corrected_t"),
        ({"algorithms": 2, "datasets": 1, "evidence": "rows"}, "mcnemar"),
        ({"algorithms": 2, "datasets": 1, "evidence": "scores"}, "delong"),
        ({"algorithms": 5, "datasets": 1, "evidence": "rows"}, "cochran_q"),
        ({"algorithms": 2, "datasets": 20}, "wilcoxon"),
        ({"algorithms": 4, "datasets": 10}, "wilcoxon with holm"),
        ({"algorithms": 4, "datasets": 10, "baseline": True}, "wilcoxon with holm"),
        ({"algorithms": 5, "datasets": 1, "evidence": "scores"}, "delong with holm"),
        ({"algorithms": 2, "datasets": 1, "evidence": "runs"}, "paired_t"),
        ({"algorithms": 4, "datasets": 1, "evidence": "runs"}, "paired_t with holm"),
        ({"algorithms": 4, "purpose": "new-on-domain"}, "corrected_t with holm"),
        ({"algorithms": 4, "datasets": 12, "purpose": "new-on-benchmark"}, "wilcoxon with holm"),
        ({"algorithms": 1}, "label_permutation"),
        ({"equivalence": True}, "tost"),
    ],
)
def test_tests(answers, test):
    assert test in taken("test", **answers)


def test_measures_resampling_and_data():
    assert "accuracy" not in taken("measure", task="binary", imbalance=True)
    assert "average_precision" in taken("measure", task="binary", imbalance=True)
    assert "kappa_quadratic" in taken("measure", task="ordinal")
    assert taken("resampling", rows=50, error=0.4) == ["bootstrap e0"]
    assert taken("resampling", rows=50, error=0.1) == ["bootstrap .632"]
    assert "stratified folds" in taken("resampling", imbalance=True)
    assert "10x10 cross-validation" in taken("resampling", rows=1000)
    for purpose in PURPOSES:
        assert taken("data sets", purpose=purpose)
    few = bo.advise(algorithms=2, datasets=4)
    assert any("six" in one.why for one in few.of("reading"))
    assert "purpose" in few.open_questions
    assert "wilcoxon" in str(few)


def test_refusals():
    with pytest.raises(UnknownName, match="binary"):
        bo.advise(task="binry")
    with pytest.raises(UnknownName):
        bo.advise(purpose="fun")
    with pytest.raises(BadInput, match="whole number"):
        bo.advise(algorithms=0)
    with pytest.raises(BadInput, match="between 0 and 1"):
        bo.advise(error=7)


def test_every_design_gets_a_test_and_what_was_assumed_is_said():
    for learners in (1, 2, 3, 20):
        for datasets in (1, 2, 30):
            for evidence in EVIDENCE if datasets == 1 else (None,):
                assert taken("test", algorithms=learners, datasets=datasets, evidence=evidence)
    said = bo.advise(algorithms=3, datasets=1, task="binary")
    assert said.assumed == {"imbalance": False, "baseline": False, "evidence": "folds"}
    assert (
        "Assumed: classes that are not skewed (imbalance), every pair of learners (baseline), scores of folds (evidence)"
        in str(said)
    )
    assert "not enough for advice" in str(bo.advise())


def test_tuning():
    assert taken("tuning", parameters=3)[1] == "random search"
    assert taken("tuning", parameters=1)[1] == "grid over orders of magnitude"
    assert "a learner without settings beside them" in taken("tuning", parameters=2)
    assert taken("tuning", parameters=0) == ["the settings named before the run"]
    assert not taken("tuning", task="binary")
    with pytest.raises(BadInput, match="at least 0"):
        bo.advise(parameters=-1)

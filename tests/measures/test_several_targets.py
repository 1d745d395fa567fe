"""Several labels and several numbers reach every answer about predictions: comparison, page, gate, the best of several."""

import numpy as np
import pytest
from click.testing import CliRunner

import bakeoff as bo
from bakeoff.cli.main import cli

RNG = np.random.default_rng(0)
TAGS = (RNG.random((200, 3)) < 0.4).astype(int)
GOOD, POOR = (np.where(RNG.random((200, 3)) < share, TAGS, 1 - TAGS) for share in (0.95, 0.75))
CASES = [
    ("multilabel", "f1_macro", TAGS, {"good": GOOD, "poor": POOR}),
    ("multilabel", "hamming_loss", TAGS, {"good": GOOD, "poor": POOR}),
    ("multioutput", "rmse", TAGS + 0.5, {"good": GOOD + 0.5, "poor": POOR + 0.5}),
    ("multioutput", "mae", TAGS + 0.5, {"good": GOOD + 0.5, "poor": POOR + 0.5}),
]


@pytest.mark.parametrize(
    ("task", "measure", "truth", "learners"), CASES, ids=lambda case: case if isinstance(case, str) else ""
)
def test_every_answer_is_given(task, measure, truth, learners, tmp_path):
    found = bo.compare_predictions(truth, learners, measure, task=task, n_resamples=300)
    assert found.verdict.winner == "good"
    assert (
        found.scores["good"].value
        == bo.measure(truth, learners["good"], measures=[measure], task=task, level=None)[measure].value
    )
    page = found.report(tmp_path / "page.md").read_text(encoding="utf-8")
    assert "good is better than poor" in page
    assert (
        bo.gate(truth, base=learners["poor"], new=learners["good"], measure=measure, margin=0.02, task=task).outcome
        == "pass"
    )
    assert bo.best_of(truth, learners, measure, task=task, n_resamples=50).learner == "good"


@pytest.mark.parametrize("task", ["multilabel", "multioutput"])
def test_the_same_predictions_are_identical(task):
    assert "identical" in bo.compare_predictions(TAGS, {"a": GOOD, "b": GOOD}, task=task).headline


def test_compare_in_a_shell_names_the_way(tmp_path):
    (tmp_path / "t.csv").write_text("x,y,px,py\n1,0,1,0\n0,1,1,1\n")
    done = CliRunner().invoke(
        cli, ["compare", str(tmp_path / "t.csv"), "--truth", "x,y", "--pred", "px,py", "--task", "multilabel"]
    )
    assert done.exit_code == 2
    assert "one file needs 2 columns for each of several learners, as --pred a_x,a_y,b_x,b_y" in " ".join(
        done.output.split()
    )

"""Classes by a threshold that the user states, in Python and in the shell."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import bakeoff as bo
from bakeoff.core.errors import BadInput

TRUTH = [1, 0, 1, 0, 1, 0]
SCORES = [0.4, 0.2, 0.9, 0.35, 0.8, 0.1]


@pytest.mark.parametrize("output", ["y_score", "y_proba"])
def test_positive_from_the_threshold_on(output: str):
    panel = bo.measure(TRUTH, **{output: SCORES}, threshold=0.35, measures=["accuracy", "recall"], level=None)
    labels = [int(score >= 0.35) for score in SCORES]
    plain = bo.measure(TRUTH, labels, measures=["accuracy", "recall"], level=None)
    assert [panel[name].value for name in panel] == [plain[name].value for name in plain]


def test_the_positive_class_may_be_the_first():
    panel = bo.measure(
        list("abab"), y_score=[3, 1, 2, 0.5], positive="a", threshold=2, measures=["accuracy"], level=None
    )
    assert panel["accuracy"].value == 1.0


def test_learners_are_compared_at_a_threshold():
    made = bo.compare_predictions(TRUTH * 5, {"a": SCORES * 5, "b": SCORES[::-1] * 5}, "accuracy", threshold=0.35)
    labels = {"a": [int(s >= 0.35) for s in SCORES] * 5, "b": [int(s >= 0.35) for s in SCORES[::-1]] * 5}
    assert made.verdict.sentence == bo.compare_predictions(TRUTH * 5, labels, "accuracy").verdict.sentence


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"y_pred": TRUTH, "threshold": 0.5}, "predicted classes were given too"),
        ({"y_proba": SCORES, "threshold": 3}, "between 0 and 1"),
        ({"y_score": SCORES, "threshold": float("nan")}, "a finite number"),
        ({"y_score": [[0.4, 0.3, 0.3]] * 6, "labels": [0, 1, 2], "threshold": 0.5}, "two classes"),
        ({"y_pred": [0.5] * 6, "task": "regression", "threshold": 0.5}, "predicted classes were given|needs scores"),
    ],
)
def test_thresholds_that_make_no_classes(given: dict[str, Any], problem: str):
    with pytest.raises(BadInput, match=problem):
        bo.measure(TRUTH, **given)


def test_the_shell_takes_a_threshold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    from click.testing import CliRunner

    from bakeoff.cli.main import cli

    monkeypatch.chdir(tmp_path)
    rows = "".join(f"{y},{p}\n" for y, p in zip(TRUTH, SCORES, strict=True))
    Path("p.csv").write_text("y,p\n" + rows)
    run: Callable[..., SimpleNamespace] = lambda *words: CliRunner().invoke(cli, list(words))  # noqa: E731
    done = run("measure", "p.csv", "--truth", "y", "--proba", "p", "--threshold", "0.35", "--measures", "accuracy")
    assert "0.8333" in done.stdout
    assert "add --truth COLUMN" in run("compare", "p.csv", "--threshold", "0.3").stderr
    for words in (["--errors", "3", "--n", "10"], ["p.csv", "--confusion"]):
        refused = run("measure", *words, "--threshold", "0.3")
        assert refused.exit_code == 2
        assert "threshold" in refused.stderr

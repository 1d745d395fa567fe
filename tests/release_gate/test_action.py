"""The action: its own script blocks a model that is 5 points worse, passes a refactoring, and writes summary, page and outcome."""

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.slow


@pytest.fixture
def folder(tmp_path):
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 2, 1_500)
    base = np.where(rng.random(1_500) < 0.1, 1 - truth, truth)
    files = {"base": base, "refactored": base, "worse": np.where(rng.random(1_500) < 0.06, 1 - truth, base)}
    for name, answers in files.items():
        lines = [f"{row},{y},{answer}" for row, (y, answer) in enumerate(zip(truth, answers, strict=True))]
        (tmp_path / f"{name}.csv").write_text("\n".join(["id,y,yhat", *lines]) + "\n")
    return tmp_path


def _run(folder, new, **more):
    environment = {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}", "HOME": str(folder), "GATE_BASE": "base.csv",
        "GATE_NEW": f"{new}.csv", "GATE_OPTIONS": "--truth y --pred yhat --row id --margin 0.01", "GATE_FOLDER": str(folder),
        "GITHUB_STEP_SUMMARY": str(folder / "summary"), "GITHUB_OUTPUT": str(folder / "output"), **more,
    }  # fmt: skip
    script = str(ROOT / "tools" / "gate_action.sh")
    return subprocess.run(["bash", script], cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_the_workflow_of_the_guide(folder):
    guide = (ROOT / "docs" / "release-gate.md").read_text()
    workflow = re.search(r"```yaml\n(on: pull_request\n.*?)```", guide, re.DOTALL)[1]
    assert len(workflow.splitlines()) <= 8
    inputs = re.search(r"with: \{base: (\S+), new: (\S+), options: (.+)\}", workflow)
    action = (ROOT / "action.yml").read_text()
    assert all(f"\n  {name}: " in action for name in ("base", "new", "options"))
    assert "tools/gate_action.sh" in action
    for model, code in (("refactored", 0), ("worse", 4)):
        (folder / inputs[2]).write_text((folder / f"{model}.csv").read_text())
        done = _run(folder, model, GATE_BASE=inputs[1], GATE_NEW=inputs[2], GATE_OPTIONS=inputs[3])
        assert done.returncode == code, done.stderr


def test_a_refactoring_passes(folder):
    done = _run(folder, "refactored")
    assert done.returncode == 0, done.stderr
    assert "PASS: refactored is not worse than base" in (folder / "summary").read_text()
    assert "![" not in (folder / "summary").read_text()
    assert (folder / "output").read_text() == "outcome=pass\n"
    assert "<svg" in (folder / "gate.html").read_text()


def test_five_points_worse_is_blocked(folder):
    done = _run(folder, "worse")
    assert done.returncode == 4
    assert (folder / "output").read_text() == "outcome=fail\n"


def test_undecided_warns_where_it_was_asked(folder):
    options = "--truth y --pred yhat --row id --margin 0.001"
    assert _run(folder, "refactored", GATE_OPTIONS=options).returncode == 4
    done = _run(folder, "refactored", GATE_OPTIONS=options, GATE_UNDECIDED="warn")
    assert done.returncode == 0
    assert "::warning::" in done.stdout


def test_options_are_no_commands(folder):
    options = "--truth y --pred yhat --margin 0.01 ; touch stolen $(touch stolen)"
    assert _run(folder, "refactored", GATE_OPTIONS=options).returncode == 2
    assert not (folder / "stolen").exists()

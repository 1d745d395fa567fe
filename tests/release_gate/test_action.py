"""The action: its own script blocks a model that is 5 points worse, passes a refactoring, and writes summary, page and outcome."""

import os
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

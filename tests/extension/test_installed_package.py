"""A package outside the tree, one file and an entry point: its significance test is offered, run and explained."""

import os
import subprocess
import sys

import pytest

MODULE = """
from dataclasses import replace

from bakeoff.comparisons.declaration import Learners, ProblemShape, SignificanceTest, Use, Variants
from bakeoff.comparisons.evidence.kinds import DATASETS
from bakeoff.comparisons.evidence.types import PairedScores
from bakeoff.comparisons.significance.sign import sign


def strict_sign(a, b, *, ties="drop", alternative="two-sided", level=0.95):
    found = sign(a, b, ties=ties, alternative=alternative, level=level)
    return replace(found, test=STRICT_SIGN.name, title=STRICT_SIGN.title)


STRICT_SIGN = SignificanceTest(
    name="strict_sign", title="strict sign test", formula="w", null="each wins with probability one half",
    reference="Stranger (2026)", design=(ProblemShape.TWO_ON_MANY,), takes=PairedScores, compute=strict_sign,
    run=lambda seen, **options: strict_sign(seen.a, seen.b, **options), assumptions=("the blocks are independent",),
    variants=(Variants(parameter="ties", words=("split", "drop")),),
    uses=(Use(evidence=DATASETS, learners=Learners.TWO, second="it drops ties"),),
)
"""
SCORES = "data,a,b\nr,.9,.8\ns,.8,.7\nt,.9,.6\nu,.8,.7\nv,.9,.7\nw,.9,.6\n"


@pytest.fixture
def bakeoff(tmp_path):
    """Run the command with the package on the path; what it declares is set by `points`."""

    def run(*words, points="strict_sign = stranger:STRICT_SIGN"):
        (tmp_path / "stranger.py").write_text(MODULE)
        (tmp_path / "scores.csv").write_text(SCORES)
        info = tmp_path / "stranger-1.2.dist-info"
        info.mkdir(exist_ok=True)
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: stranger\nVersion: 1.2\n")
        (info / "entry_points.txt").write_text(f"[bakeoff.tests]\n{points}\n")
        path = os.pathsep.join([str(tmp_path), *(one for one in sys.path if one)])
        environment = os.environ | {"PYTHONPATH": path, "COLUMNS": "200"}
        command = [sys.executable, "-m", "bakeoff", *words]
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)

    return run


def test_it_is_listed_with_its_package_and_explained(bakeoff):
    assert "stranger 1.2 adds strict_sign (bakeoff.tests)" in bakeoff("--version", "-v").stdout
    assert "strict_sign" in bakeoff("tests", "--json").stdout
    assert "Stranger (2026)" in bakeoff("explain", "strict_sign").stdout


def test_it_is_offered_and_run(bakeoff):
    assert "strict_sign: it drops ties" in bakeoff("compare", "scores.csv", "--why").stdout
    assert "Strict sign test" in bakeoff("compare", "scores.csv", "--test", "strict_sign", "--notes").stdout
    assert "Strict sign test" in bakeoff("test", "strict_sign", "scores.csv", "--variant", "split").stdout


def test_a_broken_one_is_left_out_with_one_sentence(bakeoff):
    done = bakeoff("tests", points="broken = stranger:MISSING")
    assert done.returncode == 0
    assert "wilcoxon" in done.stdout
    assert done.stderr.startswith("warning: the test 'broken' of the package stranger is left out: it cannot be loaded")
    assert done.stderr.count("\n") == 1

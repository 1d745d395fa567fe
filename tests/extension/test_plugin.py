"""A package outside the tree adds a measure, a test and a section, one file each; nothing else knows their names."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from scipy.stats import binomtest

ROOT = Path(__file__).parents[2]
PLUGIN = Path(__file__).parent / "plugin"
SCORES = "data,a,b\n" + "\n".join(f"d{i},{0.9 - i / 100},{0.8 - i / 90 + (i == 3) / 50}" for i in range(9)) + "\n"


def run(*words: str, cwd: Path = ROOT, plugin: bool = True) -> str:
    paths = [str(PLUGIN)] if plugin else []
    env = os.environ | {"PYTHONPATH": os.pathsep.join([*paths, str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])}
    done = subprocess.run(
        [sys.executable, "-m", *words], cwd=cwd, env=env, capture_output=True, text=True, check=False, timeout=250
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def scores(tmp_path: Path) -> Path:
    path = tmp_path / "scores.csv"
    path.write_text(SCORES)
    return path


def test_advice_offers_the_test_of_the_package() -> None:
    asked = ("bakeoff", "advise", "--algorithms", "2", "--datasets", "10")
    assert "zero_free_sign" in run(*asked)
    assert "zero_free_sign" not in run(*asked, plugin=False)


def test_the_version_names_the_package() -> None:
    text = run("bakeoff", "--version", "-v")
    assert "bakeoff-extra 1.0" in text
    assert all(name in text for name in ("smoothed_accuracy", "zero_free_sign", "largest-gaps"))
    assert "bakeoff-extra" not in run("bakeoff", "--version", "-v", plugin=False)


def test_a_measure_is_listed_explained_and_computed(tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text("y,yhat\n" + "1,1\n" * 6 + "0,1\n" * 2 + "0,0\n" * 2)
    assert "smoothed_accuracy" in run("bakeoff", "measures")
    assert "(h + 1/2)" in run("bakeoff", "explain", "smoothed_accuracy")
    asked = ("--truth", "y", "--pred", "yhat", "--positive", "1", "--measures", "smoothed_accuracy", "--json")
    panel = json.loads(run("bakeoff", "measure", "p.csv", *asked, cwd=tmp_path))
    assert panel["measures"]["smoothed_accuracy"]["value"] == pytest.approx(8.5 / 11)


def test_a_test_is_listed_explained_and_taken_by_name(scores: Path) -> None:
    assert "zero_free_sign" in run("bakeoff", "tests")
    assert "zero-free sign test" in run("bakeoff", "explain", "zero_free_sign")
    found = json.loads(run("bakeoff", "compare", str(scores), "--test", "zero_free_sign", "--json"))
    assert found["pairs"][0]["p_value"] == pytest.approx(binomtest(9, 9).pvalue)


def test_a_test_that_is_not_taken_has_its_reason(scores: Path) -> None:
    assert "leaves out blocks without a difference" in " ".join(run("bakeoff", "compare", str(scores), "--why").split())


def test_a_section_is_in_the_report(scores: Path, tmp_path: Path) -> None:
    run("bakeoff", "report", str(scores), "-o", str(tmp_path / "r.md"))
    text = (tmp_path / "r.md").read_text()
    assert "Largest gap" in text
    assert "The largest difference is +0." in text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "name"),
    [("test_every_measure.py", "smoothed_accuracy"), ("test_every_test.py", "zero_free_sign")],
)  # fmt: skip
def test_the_rules_test_it(file: str, name: str) -> None:
    printed = run("pytest", "-q", "-p", "no:xdist", f"tests/rules/{file}", "-k", name)
    assert " passed" in printed


def test_a_page_of_the_docs_lists_it() -> None:
    printed = run("bakeoff", "measures", "--json")
    assert any(one["name"] == "smoothed_accuracy" for one in json.loads(printed)["measures"])

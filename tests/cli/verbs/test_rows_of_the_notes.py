"""Commands that students typed from the notes: each gives what the notes print."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from bakeoff.cli.main import cli

FILES = {
    "heads.csv": ",Tree right,Tree wrong\nBayes right,50,10\nBayes wrong,25,15\n",
    "corner.csv": "NB \\ SVM,correct,incorrect\ncorrect,50,10\nincorrect,25,15\n",
    "bare.csv": ",correct,incorrect\ncorrect,50,10\nincorrect,25,15\n",
    "hits.csv": "NB,tree\n1,0\n1,1\n0,1\n1,0\n1,0\n",
    "folds.csv": "A,B\n" + "".join(f"{0.8 + 0.001 * (i % 3)},{0.7 + 0.03 * ((7 * i) % 10)}\n" for i in range(10)),
    "hundred.csv": "A,B\n" + "".join(f"{0.8 + 0.001 * (i % 7)},{0.7 + 0.02 * ((7 * i) % 11)}\n" for i in range(100)),
    "hypothesized.csv": "hypothesized,yes,no\nyes,4,2\nno,6,8\n",
    "classified.csv": "classified as,yes,no\nyes,4,2\nno,6,8\n",
}


@pytest.fixture
def typed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        Path(name).write_text(text, encoding="utf-8")
    return lambda command: CliRunner().invoke(cli, command.split())


@pytest.mark.parametrize(
    ("command", "printed"),
    [
        ("test mcnemar heads.csv", "difference Bayes - Tree: -0.15"),
        ("test mcnemar corner.csv", "difference NB - SVM: -0.15"),
        ("test mcnemar bare.csv", "difference a - b: -0.15"),
        ("test mcnemar hits.csv", "difference NB - tree: 0.4"),
        ("test mcnemar heads.csv --steps", "a is Bayes, b is Tree."),
        ("measure hypothesized.csv --confusion --positive yes --measures precision --level 0", "precision  0.6667"),
        ("measure classified.csv --confusion --positive yes --measures recall --level 0", "recall   0.4000"),
    ],
)
def test_the_row_of_the_notes(typed, command: str, printed: str) -> None:
    done: SimpleNamespace = typed(command)
    assert done.exit_code == 0, done.output
    assert printed in done.output


@pytest.mark.parametrize(
    "command",
    [
        "paired_t folds.csv", "corrected_t folds.csv --test-share 1", "ten_by_ten hundred.csv", "five_by_two_t folds.csv", "five_by_two_f folds.csv",
        "unpaired_t folds.csv", "wald folds.csv", "wald folds.csv --unpaired",
    ],
)  # fmt: skip
def test_no_t_test_is_said_to_need_equal_variances(typed, command: str) -> None:
    done = typed(f"test {command}")
    assert done.exit_code == 0, done.output
    assert "assumptions of" in done.output
    assert "equal variances" not in done.output


def test_steps_need_nothing_that_another_command_imported() -> None:
    program = "from bakeoff.comparisons.significance.rows.mcnemar import mcnemar; print(mcnemar(10, 25).steps())"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "Filled in: max(|10 - 25| - 1, 0)² / (10 + 25) = 5.6" in done.stdout

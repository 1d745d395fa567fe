"""`bakeoff test`: any one significance test of the catalogue on a table."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

Run = Callable[..., SimpleNamespace]


def test_counts_are_typed(bakeoff: Run):
    two, four = (bakeoff("test", "mcnemar", "--counts", text).stdout for text in ("10,25", "50,10,25,15"))
    assert "statistic = 5.6" in two
    assert "n = 100" in four


@pytest.mark.parametrize(
    "arguments", [["10"], ["1.5,2"], ["-1,2"], ["b,c"], ["1,2,3"], ["10,25", "t.csv"]], ids=" ".join
)
def test_counts_that_are_none(bakeoff: Run, folder: Path, arguments: list[str]):
    (folder / "t.csv").write_text("b,c\n1,2\n")
    done = bakeoff("test", "mcnemar", "--counts", *arguments)
    assert done.exit_code == 2
    assert done.stderr.count("\n") == 1


def test_counts_are_for_mcnemar_alone(bakeoff: Run):
    assert "does not take --counts" in bakeoff("test", "paired_t", "--counts", "1,2").stderr

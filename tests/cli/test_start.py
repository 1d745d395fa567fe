"""A verb that answers at once imports no package that it does not need."""

import subprocess
import sys
from pathlib import Path

import pytest

SCORES = "dataset,svm,tree\n" + "".join(f"d{at},{0.9 - at / 50},{0.8 - at / 40}\n" for at in range(8))
PREDICTIONS = "truth,pred,score\n" + "".join(f"{'ab'[at % 2]},{'ab'[at % 3 == 1]},0.{at}\n" for at in range(1, 30))
REST = {
    "pandas",
    "polars",
    "sklearn",
    "matplotlib",
    "dask",
    "distributed",
    "scipy.stats",
    "bakeoff.study",
    "bakeoff.runs",
}


@pytest.mark.parametrize(
    ("arguments", "text", "unwanted"),
    [
        (["--help"], "", REST | {"numpy", "scipy", "bakeoff.measures"}),
        (["compare", "t.csv"], SCORES, REST | {"pyarrow"}),
        (["measure", "t.csv", "--truth", "truth", "--pred", "pred"], PREDICTIONS, REST | {"bakeoff.comparisons"}),
    ],
)
def test_only_what_is_needed_is_imported(arguments: list[str], text: str, unwanted: set[str], tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(text)
    command = [sys.executable, "-X", "importtime", "-m", "bakeoff.cli.main", *arguments]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    imported = {line.rsplit("|", 1)[1].strip() for line in done.stderr.splitlines() if line.startswith("import time:")}
    assert "bakeoff.cli.output.printing" in imported or arguments == ["--help"]
    assert unwanted & imported == set()

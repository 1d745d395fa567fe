"""`bakeoff efficiency`, `bakeoff map`, `bakeoff cherry-pick`: several criteria at once, how learners err, the choice of data sets."""

import json
from pathlib import Path

from click.testing import CliRunner

from bakeoff.cli.verbs.criteria import cherry_command


def test_the_command(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("dataset,a,b\nx,.9,.8\ny,.8,.7\nz,.1,.2\n", encoding="utf-8")
    said = json.loads(CliRunner().invoke(cherry_command, [str(path), "--json"], catch_exceptions=False).stdout)
    assert said["winner"] == "a"
    assert [one["left_out"] for one in said["learners"]] == [[], ["x", "y"]]
    text = CliRunner().invoke(cherry_command, [str(path)], catch_exceptions=False).stdout
    assert "b would win if 2 data sets were left out" in text

"""`bakeoff bias-variance`: where the error of each learner comes from, all learners in one table."""

import json
from pathlib import Path

from click.testing import CliRunner

import bakeoff as bo
from bakeoff.cli.main import cli

TOML = """
measures = ["rmse"]
[learners.line]
use = "sklearn.linear_model.LinearRegression"
[learners.mean]
use = "sklearn.dummy.DummyRegressor"
[[datasets]]
make = { name = "friedman1", n = 40, seed = 2 }
[resampling]
scheme = "kfold"
folds = 3
repeats = 2
[curves]
training_error = true
"""


def test_shell_and_report_show_all_learners_in_one_table(tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text(TOML)
    ran = CliRunner().invoke(cli, ["bias-variance", str(tmp_path / "s.toml"), "--trainings", "12", "--json"])
    assert ran.exit_code == 0, ran.output
    answer = json.loads(ran.stdout)
    assert [row["learner"] for row in answer["learners"]] == ["line", "mean"]
    assert answer["learners"][0]["trainings"] == 12
    bo.Study.from_toml(tmp_path / "s.toml").run(tmp_path / "s.bakeoff", progress=False).close()
    shown = CliRunner().invoke(cli, ["bias-variance", str(tmp_path / "s.bakeoff")])
    assert shown.stdout.count("Bias is of the mean prediction") == 1
    assert "variance that they have in common is counted as bias" in shown.stderr
    with bo.open(tmp_path / "s.bakeoff") as results:
        page = results.report(tmp_path / "r.md").read_text()
    assert "ariance that they have in common is counted as bias" in page
    refused = CliRunner().invoke(cli, ["bias-variance", str(tmp_path / "s.bakeoff"), "--trainings", "5"])
    assert refused.exit_code != 0

"""A study of which every unit failed: the learners' messages, exit 3 and a report, from every door."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

import bakeoff as bo
from bakeoff.cli.main import cli

bayes = pytest.importorskip("sklearn.naive_bayes")
MESSAGE = "Negative values in data passed to MultinomialNB"
STUDY = """title = "Nothing works"
measures = ["accuracy", "f1_macro", "roc_auc", "fit_seconds"]
{learners}
[[datasets]]
make = {{name = "gaussians", n = 60}}
[resampling]
scheme = "kfold"
folds = 3
"""


def learners(*names):
    return "".join(f'[learners.{name}]\nuse = "sklearn.naive_bayes.{name}"\n' for name in names)


@pytest.mark.parametrize("names", [("MultinomialNB",), ("MultinomialNB", "ComplementNB")])
def test_the_shell_shows_the_messages_and_exits_with_3(tmp_path, monkeypatch, names):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "study.toml").write_text(STUDY.format(learners=learners(*names)))
    run = CliRunner()
    done = run.invoke(cli, ["run", "study.toml", "-j", "1"])
    assert done.exit_code == 3, done.output
    assert MESSAGE in done.output
    assert f"{3 * len(names)} of {3 * len(names)} units did not finish" in done.output
    again = run.invoke(cli, ["run", "study.toml", "--json"])  # from the scores kept in the file
    assert again.exit_code == 3, again.output
    assert MESSAGE in json.dumps(json.loads(again.stdout))
    for suffix in ("html", "md", "tex", "json"):
        page = tmp_path / f"page.{suffix}"
        written = run.invoke(cli, ["report", "study.bakeoff", "-o", str(page)])
        assert written.exit_code == 0, written.output
        assert MESSAGE in page.read_text(encoding="utf-8").replace("<wbr>", "")


def test_python_shows_the_messages_from_memory_and_from_the_file(tmp_path):
    rng = np.random.default_rng(0)
    features = rng.normal(size=(40, 3))
    target = np.array(["no", "yes"])[(features[:, 0] > 0).astype(int)]
    path = tmp_path / "failed.bakeoff"
    results = bo.evaluate({"mnb": bayes.MultinomialNB()}, features, target, cv=4, file=path)
    assert MESSAGE in str(results)
    assert "(4 units, in fit)" in str(results)
    with bo.open(path) as opened:
        assert str(opened) == str(results)
        assert len(opened.failures) == 4
        assert MESSAGE in opened.report(tmp_path / "page.md").read_text(encoding="utf-8")

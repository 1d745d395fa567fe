"""Nothing says what a row without a name is, so it is asked, in Python, in the shell and on the page."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.core.errors import BadInput
from bakeoff.web.tables import TableQuestion, understand_table


def scores(n):
    rng = np.random.default_rng(n)
    return {"nb": rng.uniform(0.7, 0.9, n), "dt": rng.uniform(0.6, 0.8, n)}


def written(tmp_path, n):
    path = tmp_path / "scores.csv"
    path.write_text("nb,dt\n" + "".join(f"{a},{b}\n" for a, b in zip(*scores(n).values(), strict=True)))
    return path


def test_scores_of_cross_val_score_are_not_taken_for_data_sets():
    model_selection = pytest.importorskip("sklearn.model_selection")
    from sklearn.datasets import load_wine
    from sklearn.naive_bayes import GaussianNB
    from sklearn.tree import DecisionTreeClassifier

    features, target = load_wine(return_X_y=True)
    learners = {"nb": GaussianNB(), "dt": DecisionTreeClassifier(random_state=0)}
    folds = {name: model_selection.cross_val_score(one, features, target, cv=10) for name, one in learners.items()}
    with pytest.raises(BadInput, match=r"rows='folds' with scheme='10-fold'"):
        bo.compare(folds)
    assert "over 10 splits" in bo.compare(folds, rows="folds", scheme="10-fold").verdict.sentence


@pytest.mark.parametrize(("n", "scheme"), [(5, "5-fold"), (10, "10-fold"), (30, "3x10"), (50, "5x10"), (100, "10x10")])
def test_usual_numbers_of_folds_are_named_as_such(n, scheme):
    with pytest.raises(BadInput, match=rf"what the {n} rows of the table are \(folds\?\)") as refused:
        bo.compare(scores(n))
    assert f"scheme='{scheme}'" in refused.value.cure
    assert bo.compare(scores(n), rows="folds", scheme=scheme).judgement.ranks.n == n


def test_another_number_is_asked_about_too():
    with pytest.raises(BadInput, match="what the 7 rows of the table are; state it: rows='datasets'"):
        bo.compare(scores(7))
    with pytest.raises(BadInput, match="what the 1 row of the table is; "):
        bo.compare(scores(1))


@pytest.mark.parametrize(
    "table",
    [
        np.column_stack(list(scores(8).values())),
        {name: dict(enumerate(values)) for name, values in scores(8).items()},
        ScoreMatrix.of(scores(8)),
        {"id": [3, 8, 11, 15, 23, 37, 40, 41], **scores(8)},
        {"row_no": list(range(8)), **scores(8)},
    ],
    ids=["array", "numbered", "matrix", "ids", "row numbers"],
)
def test_numbers_are_no_names(table):
    with pytest.raises(BadInput, match="nothing says what the 8 rows of the table are"):
        bo.compare(table)
    assert bo.compare(table, rows="datasets").judgement.evidence.name == "datasets"


@pytest.mark.parametrize("name", ["fold {}", "Fold{}", "cv_{}", "split-{}", "repeat 1 / fold {}", "run {}", "seed={}"])
def test_numbered_folds_are_no_data_sets(name):
    labels = [name.format(i) for i in range(10)]
    with pytest.raises(BadInput, match="which names no data sets; state it"):
        bo.compare({"": labels, **scores(10)})
    assert bo.compare({"": labels, **scores(10)}, rows="folds", scheme="10-fold").judgement.ranks.n == 10


@pytest.mark.parametrize(
    "names",
    [
        {"": ["iris", "wine", "glass", "sonar", "vote", "zoo"]},
        {"name": ["monks-1", "monks-2", "monks-3", "spect", "zoo", "heart"]},
        {"dataset": [1, 2, 3, 4, 5, 6]},
        {"": ["s1", "s2", "s3", "s4", "s5", "s6"]},
        {"benchmark": ["run 1", "run 2", "run 3", "run 4", "run 5", "run 6"]},
    ],
)
def test_rows_with_names_are_data_sets_as_before(names):
    assert bo.compare({**names, **scores(6)}).judgement.evidence.name == "datasets"


def test_each_group_of_a_column_is_asked_once():
    table = {"site": ["x"] * 6 + ["y"] * 6, **scores(12)}
    with pytest.raises(BadInput, match=r"the 6 rows of the table \(site x\)|which names no data sets") as refused:
        bo.compare_by(table, "site")
    assert "\n" not in str(refused.value)
    assert set(bo.compare_by(table, "site", rows="datasets")) == {"x", "y"}


def test_the_shell_asks_too(tmp_path):
    path, run = written(tmp_path, 10), CliRunner()
    for verb in ("compare", "report"):
        refused = run.invoke(cli, [verb, str(path)])
        assert refused.exit_code == 2, verb
        assert "(folds?); state it" in refused.output
        assert "--rows folds --scheme 10-fold" in refused.output
    stated = run.invoke(cli, ["compare", str(path), "--rows", "folds", "--scheme", "10-fold", "--json"])
    assert stated.exit_code == 0
    assert "10 splits" in json.loads(stated.stdout)["verdict"]["sentence"]
    page = tmp_path / "page.md"
    options = ["--rows", "folds", "--scheme", "10-fold", "-o", str(page)]
    assert run.invoke(cli, ["report", str(path), *options]).exit_code == 0
    assert "10 splits" in page.read_text(encoding="utf-8")


def test_the_page_asks_before_it_answers(tmp_path):
    seen = understand_table(TableQuestion(content=written(tmp_path, 10).read_bytes()))
    assert "rows" in seen.asks
    assert seen.why == "nothing says what the 10 rows of the table are (folds?)"
    named = b"dataset,nb,dt\niris,.9,.8\nwine,.8,.7\n"
    assert "rows" not in understand_table(TableQuestion(content=named)).asks

"""Too few data sets: what can be answered with an assumption, by name, from numbers of data sets and learners and never from p."""

import json

import numpy as np
import pytest
from click.testing import CliRunner
from scipy.stats import rankdata, ttest_rel
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

import bakeoff as bo
from bakeoff.api import comparison
from bakeoff.cli.main import cli
from bakeoff.comparisons import adjust, bayes_hierarchical, differences_with_variances, random_effects
from bakeoff.core.errors import NotApplicable, UnknownName
from tests.helpers.studies import blobs

FEW = {"a": [0.98, 0.79, 0.84, 0.81, 0.70], "b": [0.99, 0.85, 0.85, 0.78, 0.71], "c": [0.95, 0.74, 0.79, 0.74, 0.70]}


def test_means_of_data_sets_allow_the_paired_t():
    found = bo.compare(FEW, rows="datasets").with_assumption()
    assert {one.name for one in found} == {"paired_t"}
    raw = [ttest_rel(FEW[one.a], FEW[one.b]) for one in found]
    assert [one.result.p_value for one in found] == pytest.approx([one.pvalue for one in raw])
    assert [one.p_adjusted for one in found] == pytest.approx(adjust([one.pvalue for one in raw], "holm").tolist())
    assert "if the differences are normal" in str(found[0])


def test_data_sets_that_suffice_need_no_assumption():
    rng = np.random.default_rng(0)
    enough = bo.compare({name: rng.normal(size=9) for name in "ab"}, rows="datasets")
    assert enough.with_assumption() == ()
    assert [one.name for one in enough.with_assumption("paired_t")] == ["paired_t"]  # by name at any number


def test_it_is_offered_whatever_p_is():
    """The same numbers of data sets and learners, with a large and with no difference."""
    for shift in (0.0, 5.0):
        rng = np.random.default_rng(1)
        table = {name: rng.normal(shift * i, 1.0, 5) for i, name in enumerate("abc")}
        assert len(bo.compare(table, rows="datasets").with_assumption()) == 3


def test_wrong_names_and_missing_splits_are_refused():
    with pytest.raises(UnknownName, match="did you mean 'random_effects'"):
        bo.compare(FEW, rows="datasets").with_assumption("random_effect")
    with pytest.raises(NotApplicable, match="needs the scores of splits"):
        bo.compare(FEW, rows="datasets").with_assumption("bayes_hierarchical")


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    sets = [blobs(f"set {i}", gap=1.0, seed=i) for i in range(5)]
    learners = {"NB": GaussianNB(), "1-NN": KNeighborsClassifier(1)}
    return bo.Study(datasets=sets, learners=learners, scheme="5x2").run(
        tmp_path_factory.mktemp("few") / "few.bakeoff", progress=False
    )


def test_a_study_has_the_scores_of_its_splits(results):
    made = results.compare()
    found = {one.name: one for one in made.with_assumption()}
    assert set(found) == {"paired_t", "random_effects", "bayes_hierarchical"}
    scores = results.scores("accuracy", kind="pandas").pivot_table(
        index=["dataset", "repeat", "fold"], columns="learner", values="value"
    )
    a, b = found["random_effects"].a, found["random_effects"].b
    d = [part.to_numpy() for _, part in (scores[a] - scores[b]).groupby("dataset")]
    known = differences_with_variances(d, 1.0)
    expected = random_effects(known.differences, known.variances)
    assert found["random_effects"].result.p_value == pytest.approx(expected.p_value)
    assert found["random_effects"].result.difference.value == pytest.approx(expected.difference.value)
    headline = made.verdict
    sides = [part.to_numpy() for _, part in (scores[headline.a] - scores[headline.b]).groupby("dataset")]
    assert found["bayes_hierarchical"].result.p_left == pytest.approx(bayes_hierarchical(sides, 1.0).p_left)
    assert "probability on the next data set" in str(found["bayes_hierarchical"])
    assert "with_assumption()" in made.verdict.sentence


def test_the_same_in_the_shell(tmp_path):
    path = tmp_path / "few.csv"
    path.write_text("a,b,c\n" + "\n".join(",".join(map(str, row)) for row in zip(*FEW.values(), strict=True)))
    shown = (
        CliRunner()
        .invoke(cli, ["compare", str(path), "--rows", "datasets", "--with-assumption", "--no-stability"])
        .output
    )
    assert "With an assumption, chosen before p is seen:" in shown
    done = CliRunner().invoke(
        cli, ["compare", str(path), "--rows", "datasets", "--with-assumption", "--no-stability", "--json"]
    )
    assert [one["name"] for one in json.loads(done.stdout)["with_assumption"]] == ["paired_t"] * 3


def test_very_many_pairs_are_left_out_of_the_object(monkeypatch):
    rng = np.random.default_rng(0)
    made = bo.compare({f"l{i}": rng.normal(0.1 * i, 1.0, 12) for i in range(6)}, rows="datasets")
    assert len(made.to_dict()["pairs"]) == 15
    assert "pairs_left_out" not in made.to_dict()
    monkeypatch.setattr(comparison, "MOST_PAIRS", 10)
    short = made.to_dict()
    best = min(made.ranks, key=made.ranks.get)
    assert short["pairs_left_out"] == 15 - len(short["pairs"]) > 0
    assert sum(best in (one["a"], one["b"]) for one in short["pairs"]) == 5
    assert len(made.to_dict(all_pairs=True)["pairs"]) == 15


def test_ranks_on_each_data_set(tmp_path):
    """The ranks of a row, as scipy ranks them; rows with a hole are left out."""
    table = {"a": [0.9, 0.8, 0.7], "b": [0.8, 0.8, 0.9], "c": [0.7, 0.9, np.nan]}
    found = bo.compare(table, rows="datasets").block_ranks
    assert len(found) == 2
    for ranks, row in zip(found.values(), zip(*table.values(), strict=True), strict=False):
        assert list(ranks.values()) == (len(row) + 1 - rankdata(row)).tolist()
    path = tmp_path / "t.csv"
    path.write_text("set,a,b,c\niris,0.9,0.8,0.7\nwine,0.8,0.8,0.9\n")
    shown = CliRunner().invoke(cli, ["compare", str(path), "--ranks", "--no-stability"]).output
    assert ["wine", "2.5", "2.5", "*1"] in [line.split() for line in shown.splitlines()]
    made = CliRunner().invoke(cli, ["compare", str(path), "--ranks", "--no-stability", "--json"])
    assert json.loads(made.stdout)["block_ranks"]["iris"] == {"a": 1.0, "b": 2.0, "c": 3.0}

"""Runs and judgements of TREC: equal to trec_eval (through pytrec_eval), in Python and in the shell, and what is refused."""

import json

import pytest
from click.testing import CliRunner

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.core.errors import BadInput
from bakeoff.tabular.reading import read

QRELS = "q1 0 d1 0\nq1 0 d2 2\nq1 0 d9 1\nq2 0 d3 1\nq3 0 d4 1\n"
RUN = (
    "q1 Q0 d1 1 3.5 sys\nq1 Q0 d2 2 2.5 sys\nq1 Q0 d7 3 1.5 sys\nq2 Q0 d3 1 9 sys\nq2 Q0 d8 2 8 sys\nq9 Q0 d1 1 1 sys\n"
)
# pytrec_eval-terrier 0.5.11: RelevanceEvaluator(qrels, {...}).evaluate(run), summed over its queries and divided by the judged ones (trec_eval -c).
EXPECTED = {
    "map": 0.4166666666666667, "mrr": 0.5, "precision_at(5)": 0.13333333333333333, "recall_at(5)": 0.5, "ndcg": 0.493208311045421,
    "ndcg(2)": 0.493208311045421, "hit_at(5)": 0.6666666666666666,
}  # fmt: skip


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "judgements.txt").write_text(QRELS)
    (tmp_path / "old.run").write_text(RUN)
    (tmp_path / "new.run").write_text(RUN.replace("d2 2 2.5", "d2 2 4.5"))
    return tmp_path


def shell(*words):
    return CliRunner().invoke(cli, list(words))


def test_measures_equal_trec_eval(files):
    made = bo.measure(bo.read_trec("old.run", "judgements.txt"), measures=list(EXPECTED), level=None)
    assert {name: made[name].value for name in EXPECTED} == pytest.approx(EXPECTED, rel=1e-12)


def test_expected_reciprocal_rank_and_exponential_gains_pass_over_items_without_a_place():
    run = {"query": ["q"], "item": ["d1"], "score": [1.0]}
    pred = bo.read_trec(run, {"query": ["q", "q"], "item": ["d1", "d2"], "relevance": [0, 4]})
    made = bo.measure(pred, measures=["err", "ndcg_exponential", "dcg", "f_at(10)", "mrr"], level=None)
    assert [estimate.value for estimate in made.values()] == [0.0] * 5


def test_the_files_are_recognised_by_their_lines(files):
    assert read("old.run").format.name == "trec-run"
    assert read("judgements.txt").format.name == "trec-qrels"
    assert read("judgements.txt").columns()["relevance"] == ["0", "2", "1", "1", "1"]


def test_the_shell_measures_and_compares(files):
    done = shell("measure", "old.run", "--qrels", "judgements.txt", "--measures", "map,mrr", "--json")
    assert json.loads(done.stdout)["measures"]["map"]["value"] == pytest.approx(EXPECTED["map"])
    done = shell("compare", "old.run", "new.run", "--qrels", "judgements.txt", "--measure", "mrr", "--json")
    assert done.exit_code == 0, done.stderr
    assert json.loads(done.stdout)["learners"] == ["old", "new"]


@pytest.mark.parametrize(
    ("run", "qrels", "words"),
    [
        (RUN, "q1 0 d1 -1\n", "relevance is 0 or more"), (RUN + RUN, QRELS, "stands there twice"), (RUN, "x9 0 d1 1\n", "no query of the run"),
        (QRELS, QRELS, "has no column 'score'"), (RUN, RUN, "has no column 'relevance'"), (RUN + "q1 Q0 d1 1\n", QRELS, "line 7 has 4 columns"),
        (RUN.replace("3.5", "nan"), QRELS, "finite number|not a number"),
    ],
)  # fmt: skip
def test_bad_files_get_a_sentence(tmp_path, run, qrels, words):
    (tmp_path / "a.run").write_text(run)
    (tmp_path / "q.txt").write_text(qrels)
    with pytest.raises(BadInput, match=words):
        bo.read_trec(tmp_path / "a.run", tmp_path / "q.txt")


def test_columns_beside_judgements_are_refused(files):
    assert "leave --truth out" in shell("measure", "old.run", "--qrels", "judgements.txt", "--truth", "y").stderr
    assert "two or more files" in shell("compare", "old.run", "--qrels", "judgements.txt").stderr
    with pytest.raises(BadInput, match="leave y_pred out"):
        bo.measure(bo.read_trec("old.run", "judgements.txt"), [1, 2])

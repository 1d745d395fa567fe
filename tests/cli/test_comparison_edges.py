"""compare, test and plan on the command line at the edges: odd files, degenerate samples, plans without an answer."""

import json

import pytest
from click.testing import CliRunner
from scipy.stats import ttest_ind

from bakeoff.cli.main import cli
from bakeoff.comparisons import wald


@pytest.fixture
def bakeoff(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def call(*words, text=None):
        return CliRunner().invoke(cli, list(words), input=text)

    return call


def test_a_score_table_may_be_parquet(bakeoff, tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    pyarrow = pyarrow.table({"NB": [0.9, 0.8, 0.7], "SVM": [0.8, 0.9, None], "__index_level_0__": ["x", "y", "z"]})
    meta = {b"pandas": b'{"index_columns": ["__index_level_0__"], "columns": [], "column_indexes": []}'}
    parquet.write_table(pyarrow.replace_schema_metadata(meta), tmp_path / "scores.parquet")
    said = bakeoff("compare", "scores.parquet", "--json")
    assert said.exit_code == 0, said.output
    assert json.loads(said.stdout)["learners"] == ["NB", "SVM"]
    assert "1 of 6 cells is missing: SVM on z" in said.stdout


@pytest.mark.parametrize(
    ("words", "cells", "match"),
    [
        (("test", "corrected_t"), "a,b\n1,2\n2,3\n", "--test-share"),
        (("test", "mcnemar"), "only_a_right,only_b_right\n3.5,2\n", "whole numbers"),
        (("test", "mcnemar"), "only_a_right,only_b_right\n3,2\n4,5\n", "one row"),
        (("test", "mcnemar"), "only_a_right,only_b_right\n,2\n", "nothing"),
        (("test", "unpaired_t"), "a,b,c\n1,2,3\n2,3,4\n", "there are 3"),
        (("test", "delong"), "truth,a,b\n1,0.3,0.4\n0,,0.2\n", "empty cells"),
        (("test", "delong"), "truth,a,b,c\n1,0.3,0.4,1\n0,1,0.2,1\n", "no other"),
        (("compare", "--published"), "learner,mean,sd,n\na,1,0,1\nb,2,-1,5\n", "b has sd -1"),
    ],
)
def test_files_that_a_test_cannot_read(bakeoff, tmp_path, words, cells, match):
    (tmp_path / "x.csv").write_text(cells)
    said = bakeoff(*words, "x.csv")
    assert said.exit_code == 2
    assert match in said.stderr


UNEVEN = "a,b\n.90,.80\n.91,.82\n.92,.79\n.88,.81\n.89,.83\n.93,\n.90,\n.92,\n.91,\n.90,\n"


def test_an_unpaired_wald_test_reads_every_score_of_both_columns(bakeoff):
    scores = [
        [float(cell) for cell in column if cell]
        for column in zip(*(row.split(",") for row in UNEVEN.split()[1:]), strict=True)
    ]
    expected = wald(*scores, paired=False)
    for words in (("--unpaired",), ("--variant", "unpaired")):
        found = json.loads(bakeoff("test", "wald", "-", *words, "--json", text=UNEVEN).stdout)
        assert found["n"] == 15
        assert (found["statistic"], found["p_value"]) == pytest.approx((expected.statistic, expected.p_value))
        assert found["statistic"] == pytest.approx(ttest_ind(*scores, equal_var=False).statistic)
        assert not any("missing" in one for one in found["warnings"]), "no score has a partner to miss"


@pytest.mark.parametrize(
    "words",
    [*((one,) for one in ("paired_t", "sign", "wilcoxon", "permutation", "wald", "cluster_t")),
     ("tost", "--margin", ".1"), ("corrected_t", "--test-share", ".1")],
    ids=lambda one: one[0],
)  # fmt: skip
def test_rows_without_a_partner_are_told_as_compare_tells_them(bakeoff, words):
    wanted = "5 of 20 cells are missing: b on 6, b on 7, b on 8 and 2 more."
    assert wanted in bakeoff("compare", "-", "--rows", "runs", text=UNEVEN).stderr
    said = bakeoff("test", *words, "-", text=UNEVEN)
    assert f"warning: {wanted}" in said.stderr
    found = json.loads(bakeoff("test", *words, "-", "--json", text=UNEVEN).stdout)
    assert found["n"] == 5
    assert wanted in found["warnings"]


def test_rows_that_only_one_learner_answered_are_told_before_mcnemar(bakeoff):
    said = bakeoff("test", "mcnemar", "-", text="a,b\n1,0\n1,\n0,1\n1,0\n")
    assert "warning: 1 of 8 cells is missing: b on 2." in said.stderr


def test_summaries_with_a_gap_are_refused_and_not_shifted_together(bakeoff):
    cells = "difference,variance\n.1,.01\n.2,\n,.02\n.1,.01\n.2,.02\n.1,.01\n.3,.02\n"
    said = bakeoff("test", "random_effects", "-", text=cells)
    assert said.exit_code == 2
    assert "column 'difference' has empty cells" in said.stderr


def test_an_exact_friedman_and_no_p_of_zero(bakeoff):
    assert (
        "exact, ties corrected"
        in bakeoff("test", "friedman", "-", "--variant", "exact", text="a,b,c\n1,2,3\n1,2,3\n").stdout
    )
    clear = "a,b,c\n" + "".join(f"{0.9 + i / 1000},{0.5 + i / 1000},{0.1 + i / 1000}\n" for i in range(30))
    said = bakeoff("test", "nemenyi", "-", text=clear).stdout
    assert "0.0000" not in said
    assert "< .001" in said


def test_unpaired_samples_that_do_not_vary(bakeoff, tmp_path):
    for name, cells in (("flat", ".8\n.8\n.8"), ("same", ".8\n.8"), ("low", ".7\n.7"), ("wide", ".7\n.9\n.6")):
        (tmp_path / f"{name}.csv").write_text(f"score\n{cells}\n")
    assert "twice" in bakeoff("compare", "flat.csv", "flat.csv", "--unpaired").stderr
    assert "there is no difference to test" in bakeoff("compare", "flat.csv", "same.csv", "--unpaired").stdout
    assert (
        json.loads(bakeoff("compare", "flat.csv", "same.csv", "--unpaired", "--json").stdout)["verdict"]["claim"]
        == "identical"
    )
    assert "neither sample varies" in bakeoff("compare", "flat.csv", "low.csv", "--unpaired").stdout
    assert "99% interval" in bakeoff("compare", "flat.csv", "wide.csv", "--unpaired", "--alpha", ".01").stdout


def test_numbers_keep_their_digits_whatever_their_size(bakeoff, tmp_path):
    rows = "".join(f"{1e-9 * (i + 1)},{2e-9 * (i + 1)},{4e-9 * (i + 1)}\n" for i in range(8))
    said = bakeoff("compare", "-", "--rows", "datasets", "--no-stability", text="a,b,c\n" + rows).stdout
    assert "e-09" in said
    assert "0.0000  " not in said


@pytest.mark.parametrize(
    ("words", "match"),
    [
        (("--test", "wilcoxon"), "2 problems"),
        (("--test", "paired_t", "--n", "1", "--sd", ".1"), "at least 2 runs"),
        (("--test", "two_proportions", "--effect", ".9", "--sd", ".2"), "no error rate exceeds 1"),
        (("--test", "mcnemar", "--effect", ".05", "--sd", "1.5"), "at most 1"),
        (("--test", "nemenyi", "--effect", "5", "--learners", "3"), "at most 2"),
    ],
)
def test_plans_that_cannot_be(bakeoff, words, match):
    said = bakeoff("plan", *words)
    assert said.exit_code == 2
    assert match in said.stderr


@pytest.mark.parametrize(
    ("words", "match"),
    [
        (("--test", "mcnemar", "--n", "30", "--sd", ".1"), "no difference of accuracies, however large"),
        (("--test", "wilcoxon", "--n", "3", "--sd", ".1"), "no mean difference, however large"),
        (("--test", "nemenyi", "--n", "2", "--learners", "3"), "no difference can be shown"),
        (("--test", "wilcoxon", "--effect", "1e-6", "--sd", "1"), "more than 100,000,000 data sets"),
        (("--test", "wilcoxon", "--effect", ".02", "--sd", ".04", "--pairs", "10"), "0.05 shared by 10 comparisons"),
        (("--test", "friedman", "--effect", ".001", "--sd", ".04", "--learners", "3"), "More than 200 are needed"),
    ],
)
def test_plans_without_an_answer_say_so(bakeoff, words, match):
    said = bakeoff("plan", *words)
    assert said.exit_code == 0, said.output
    assert match in said.stdout
    assert "inf" not in said.stdout


def test_predictions_that_a_measure_cannot_read_are_told_which_can(bakeoff, tmp_path):
    (tmp_path / "p.csv").write_text("y,a,b,c\n1,0.9,0.8,1\n0,0.2,0.3,0\n1,0.7,0.4,0\n0,0.1,0.6,0\n")
    assert "AUC" in bakeoff("compare", "p.csv", "--truth", "y", "--score", "a,b").stdout, (
        "scores alone are compared by it"
    )
    refused = bakeoff("compare", "p.csv", "--truth", "y", "--score", "a,b", "--measure", "accuracy")
    assert "compared by roc_auc" in refused.stderr
    said = bakeoff("compare", "p.csv", "--truth", "y", "--pred", "c,c")
    assert "column 'c' is named twice" in said.stderr


def test_row_numbers_are_no_scores_for_any_verb(bakeoff, tmp_path):
    rows = [(0.9, 0.8), (0.8, 0.7), (0.85, 0.75), (0.7, 0.72), (0.9, 0.6), (0.8, 0.7)]
    for name, heading, at in (("plain", "a,b\n", ""), ("numbered", "row_no,a,b\n", "{i},")):
        cells = "".join(f"{at.format(i=i)}{a},{b}\n" for i, (a, b) in enumerate(rows))
        (tmp_path / f"{name}.csv").write_text(heading + cells)
    for test in ("wilcoxon", "unpaired_t", "friedman"):
        said = bakeoff("test", test, "numbered.csv")
        assert said.stdout == bakeoff("test", test, "plain.csv").stdout
        assert said.stderr.count("'row_no' is used as row id") == 1
    grouped = "row_no,site,a,b\n" + "".join(f"{i},{'xy'[i % 2]},{a},{b}\n" for i, (a, b) in enumerate(rows))
    told = json.loads(bakeoff("compare", "-", "--rows", "datasets", "--by", "site", "--json", text=grouped).stdout)
    assert [one["learners"] for one in told["groups"].values()] == [["a", "b"], ["a", "b"]]
    for name, at in (("one", 0), ("two", 1)):
        (tmp_path / f"{name}.csv").write_text("k,s\n" + "".join(f"{i},{row[at]}\n" for i, row in enumerate(rows)))
    assert "one has 6 scores, two has 6" in bakeoff("compare", "--unpaired", "one.csv", "two.csv").stdout


def test_one_sided_tests_name_their_side_and_warn(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text("a,b\n0.9,0.8\n0.8,0.75\n0.7,0.72\n0.95,0.8\n")
    one, two = (
        CliRunner().invoke(cli, ["test", "paired_t", str(path), "--alternative", side])
        for side in ("greater", "two-sided")
    )
    assert "one-sided: greater" in one.stdout
    assert "never switch to one side to win" in one.stderr
    assert "one-sided" not in two.output
    told = json.loads(
        CliRunner().invoke(cli, ["test", "paired_t", str(path), "--alternative", "less", "--json"]).stdout
    )
    assert any("stated before the scores were seen" in text for text in told["warnings"])

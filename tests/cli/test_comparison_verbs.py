"""compare, test, tests, advise, plan and table on the command line."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from bakeoff.cli.main import cli
from bakeoff.comparisons import ALL

SEED = """data,NB,SVM,AdaBoost,RandForest
Anneal,96.43,99.44,83.63,99.55
Audiology,73.42,81.34,46.46,79.15
Balance,72.30,91.51,72.31,80.97
Breast,71.70,66.16,70.28,69.99
Contact,71.67,71.67,71.67,71.67
Pima,74.36,77.08,74.35,74.88
Glass,70.63,62.21,44.91,79.87
Hepatitis,83.21,80.63,82.54,84.58
Hypothyroid,98.22,93.58,93.21,99.39
TicTacToe,69.62,99.90,72.54,93.94
"""


GROUPS = "kind,data,a,b\n" + "".join(
    f"{kind},{kind[0]}{i},{0.8 + i / 100 + (0.05 if kind == 'clear' else (-1) ** i * 0.01 * (1 + i))},{0.8 + i / 100}\n"
    for kind in ("clear", "open")
    for i in range(8)
)


@pytest.fixture
def bakeoff(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "seed.csv").write_text(SEED)

    def call(*words, text=None):
        return CliRunner().invoke(cli, list(words), input=text)

    return call


def test_the_seeds_table(bakeoff):
    said = bakeoff("compare", "seed.csv", "--measure", "accuracy", "--notes")
    assert said.exit_code == 0, said.output
    assert "RandForest is better than AdaBoost, but is not shown to differ from SVM or NB." in said.stdout
    assert "(p = .047 by the Wilcoxon signed-rank test, adjusted for 6 pairs)" in said.stdout
    assert "Critical difference of mean ranks: 1.483" in said.stdout
    body = json.loads(bakeoff("compare", "seed.csv", "--json").stdout)
    assert body["ranks"] == {"NB": 2.65, "SVM": 2.25, "AdaBoost": 3.35, "RandForest": 1.75}
    claims = {(one["a"], one["b"]): one["claim"] for one in body["pairs"]}
    assert claims.pop(("AdaBoost", "RandForest")) == "B better"
    assert set(claims.values()) == {"undecided"}
    assert body["stability"]["held"]
    assert body["schema"] == "bakeoff.compare/1"


def test_stdin_baseline_pairs_and_output(bakeoff, tmp_path):
    said = bakeoff("compare", "-", "--baseline", "AdaBoost", "--no-stability", "-o", "r.md", text=SEED)
    assert said.exit_code == 0, said.output
    assert (tmp_path / "r.md").exists()
    assert said.stdout.count("not shown  ") == 2
    said = bakeoff("compare", "seed.csv", "--pair", "NB,SVM", "--no-stability")
    assert "SVM and NB are not shown to differ" in said.stdout


def test_requirements_for_ci(bakeoff):
    assert bakeoff("compare", "seed.csv", "--no-stability", "--require", "RandForest>AdaBoost").exit_code == 0
    refused = bakeoff("compare", "seed.csv", "--no-stability", "--require", "RandForest>NB")
    assert refused.exit_code == 4
    assert "required RandForest > NB" in refused.stderr
    assert bakeoff("compare", "seed.csv", "--no-stability", "--require", "Forest>NB").exit_code == 2


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["compare", "none.csv"], "none.csv"),
        (["compare", "seed.csv", "--rows", "folds"], "test_share"),
        (["compare", "seed.csv", "--test", "fridman"], "friedman"),
        (["compare", "seed.csv", "--rows", "folds", "--scheme", "10-fold", "--test", "friedman"], "does not fit"),
        (["compare", "seed.csv", "--baseline", "Boost"], "AdaBoost"),
        (["compare", "seed.csv", "seed.csv"], "--unpaired"),
        (["compare", "seed.csv", "--pair", "NB"], "A,B"),
        (["compare", "seed.csv", "--by", "kind"], "no column of seed.csv called 'kind'"),
        (["test", "wilcoxon", "seed.csv"], "two learners"),
        (["test", "friedman", "seed.csv", "--alternative", "less"], "one-sided"),
        (["test", "friedman", "seed.csv", "--variant", "exactly"], "corrected"),
        (["test", "friedman", "seed.csv", "--margin", "1"], "does not take"),
        (["tests", "wilcoxn"], "wilcoxon"),
        (["table", "gauss"], "known are"),
        (["plan", "--test", "anova"], "planned"),
        (["advise", "--task", "regresion"], "regression"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_2(bakeoff, words, says):
    said = bakeoff(*words)
    assert said.exit_code == 2, said.output
    assert says in said.stderr
    assert "Traceback" not in said.stderr


def test_subgroups(bakeoff, tmp_path):
    rows = SEED.strip().splitlines()
    lines = [f"kind,{rows[0]}", *(f"{'even' if i % 2 else 'odd'},{row}" for i, row in enumerate(rows[1:]))]
    (tmp_path / "groups.csv").write_text("\n".join(lines))
    said = bakeoff("compare", "groups.csv", "--by", "kind", "--no-stability")
    assert said.stdout.count("== ") == 2
    body = json.loads(bakeoff("compare", "groups.csv", "--by", "kind", "--json", "--no-stability").stdout)
    assert body["by"] == "kind"
    assert set(body["groups"]) == {"odd", "even"}
    assert body["schema"] == "bakeoff.compare/1"


@pytest.mark.parametrize("suffix", [".md", ".html", ".tex", ".json"])
def test_the_report_holds_every_group(bakeoff, tmp_path, suffix):
    (tmp_path / "g.csv").write_text(GROUPS)
    said = bakeoff("compare", "g.csv", "--by", "kind", "--no-stability", "-o", f"r{suffix}")
    assert said.exit_code == 0, said.output
    text = (tmp_path / f"r{suffix}").read_text()
    assert "kind clear" in text
    assert "kind open" in text
    assert "a is better than b on a typical data set." in text
    assert "No clear winner on a typical data set: b and a are not shown to differ." in text
    if suffix == ".html":
        assert len(re.findall(r' id="([^"]+)"', text)) == len(set(re.findall(r' id="([^"]+)"', text)))


def test_a_requirement_must_hold_in_every_group(bakeoff, tmp_path):
    (tmp_path / "g.csv").write_text(GROUPS)
    said = bakeoff("compare", "g.csv", "--by", "kind", "--no-stability", "--require", "a>b")
    assert said.exit_code == 4
    assert "required a > b was not shown for kind open; it must be shown in every group" in said.stderr
    assert bakeoff("compare", "g.csv", "--by", "kind", "--no-stability", "--require", "a>z").exit_code == 2
    (tmp_path / "clear.csv").write_text("\n".join(GROUPS.splitlines()[:9]))
    assert bakeoff("compare", "clear.csv", "--by", "kind", "--no-stability", "--require", "a>b").exit_code == 0


def test_unpaired_files(bakeoff, tmp_path):
    (tmp_path / "a.csv").write_text("score\n0.9\n0.92\n0.91\n0.95\n")
    (tmp_path / "b.csv").write_text("score\n0.7\n0.72\n0.69\n0.75\n0.71\n")
    said = bakeoff("compare", "a.csv", "b.csv", "--unpaired")
    assert said.exit_code == 0, said.output
    assert "a is better than b (score of a minus b:" in said.stdout
    assert "not paired" in said.stderr
    assert "b is better" in bakeoff("compare", "a.csv", "b.csv", "--unpaired", "--direction", "lower").stdout


TABLES = {
    "mcnemar": "only_a_right,only_b_right\n2,10\n",
    "two_proportions": "errors_a,n_a,errors_b,n_b\n20,100,35,100\n",
    "random_effects": "difference,variance\n0.02,0.0001\n0.05,0.0004\n0.01,0.0001\n0.04,0.0002\n0.03,0.0001\n",
    "delong": "truth,a,b\n" + "\n".join(f"{i % 2},{(i * 7) % 13 + i % 2},{(i * 5) % 11}" for i in range(20)),
    "unpaired_delong": "truth_a,score_a,truth_b,score_b\n"
    + "\n".join(f"{i % 2},{(i * 7) % 13 + i % 2},{i % 2},{(i * 5) % 11}" for i in range(20)),
    "cochran_q": "x,y,z\n" + "\n".join(f"{i % 2},{i % 3 % 2},{(i + 1) % 2}" for i in range(12)),
    "five_by_two_t": "a,b\n" + "\n".join(f"{0.8 + i * 0.01},{0.79 + i % 3 * 0.01}" for i in range(10)),
    "ten_by_ten": "a,b\n" + "\n".join(f"{0.8 + i % 7 * 0.01},{0.79 + i % 3 * 0.01}" for i in range(100)),
}
TABLES["five_by_two_f"] = TABLES["five_by_two_t"]
PAIRED = "a,b\n" + "\n".join(f"{0.8 + i % 7 * 0.01},{0.79 + i % 3 * 0.01}" for i in range(12))
EXTRA = {"tost": ["--margin", "0.1"], "corrected_t": ["--test-share", "0.1"], "bonferroni_dunn": ["--control", "NB"]}


@pytest.mark.parametrize("name", [one.name for one in ALL])
def test_every_test_by_name(bakeoff, tmp_path, name):
    many = name in (
        "friedman",
        "iman_davenport",
        "quade",
        "aligned_ranks",
        "rm_anova",
        "skillings_mack",
        "nemenyi",
        "bonferroni_dunn",
        "conover",
    )
    (tmp_path / "t.csv").write_text(TABLES.get(name, SEED if many else PAIRED))
    said = bakeoff("test", name, "t.csv", *EXTRA.get(name, []))
    assert said.exit_code == 0, said.output
    body = json.loads(bakeoff("test", name, "t.csv", "--json", *EXTRA.get(name, [])).stdout)
    assert body["schema"] == "bakeoff.test/1"
    if name not in ("nemenyi", "bonferroni_dunn", "conover"):
        steps = bakeoff("test", name, "t.csv", "--steps", *EXTRA.get(name, [])).stdout
        assert "Null hypothesis" in steps
        assert "Decision" in steps or "No decision" in steps


def test_variants_reach_the_function(bakeoff, tmp_path):
    (tmp_path / "m.csv").write_text("only_a_right,only_b_right\n10,25\n")
    found = {
        v: json.loads(bakeoff("test", "mcnemar", "m.csv", "--variant", v, "--json").stdout)["p_value"]
        for v in ("exact", "mid-p", "chi2", "chi2-corrected")
    }
    assert len(set(found.values())) == 4


def test_assumptions_are_printed_and_part_of_the_json(bakeoff, tmp_path):
    (tmp_path / "two.csv").write_text("a,b\n" + "".join(f"{0.8 + i / 97:.3f},{0.79 + i / 91:.3f}\n" for i in range(9)))
    printed = bakeoff("test", "paired_t", "two.csv").stderr
    (kept,) = json.loads(bakeoff("test", "paired_t", "two.csv", "--json").stdout)["assumptions"]
    assert kept["code"] == "comparison.assumptions"
    assert " ".join(kept["text"].split()) in " ".join(printed.split())
    assert json.loads(bakeoff("test", "wilcoxon", "two.csv", "--json").stdout)["assumptions"] == []


def test_lists_tables_plans_and_advice(bakeoff):
    listed = bakeoff("tests").stdout
    assert all(one.name in listed for one in ALL)
    assert "Wilcoxon, F. (1945)" in bakeoff("tests", "wilcoxon").stdout
    assert json.loads(bakeoff("tests", "--json").stdout)["tests"][0] == ALL[0].name
    assert "2.5690" in bakeoff("table", "q", "--row", "4").stdout
    assert json.loads(bakeoff("table", "sign", "--row", "10", "--level", "0.05", "--json").stdout)["values"] == [[9.0]]
    assert "needs 35 data sets" in bakeoff("plan", "--effect", ".02", "--sd", ".04").stdout
    assert json.loads(bakeoff("plan", "--effect", ".02", "--sd", ".04", "--json").stdout)["n"] == 35
    assert "wilcoxon with holm" in bakeoff("advise", "--algorithms", "4", "--datasets", "10").stdout
    assert json.loads(bakeoff("advise", "--imbalance", "--json").stdout)["answers"] == {"imbalance": True}


def test_constant_and_missing_columns_are_told_on_stderr(bakeoff, tmp_path):
    (tmp_path / "c.csv").write_text("d,a,b,c\nx,1,2,5\ny,2,,5\nz,3,4,5\nw,1,3,5\n")
    said = bakeoff("compare", "c.csv", "--no-stability")
    assert "missing" in said.stderr
    assert "'c' is 5 everywhere" in said.stderr
    assert "everywhere" not in said.stdout


def test_published_means_are_a_vague_hint(bakeoff, tmp_path):
    (tmp_path / "p.csv").write_text("learner,mean,sd,n\nA,90,1.5,10\nB,85,2,10\n")
    said = bakeoff("compare", "--published", "p.csv")
    assert "A may be better than B" in said.stdout
    assert "weak evidence" in said.stderr
    assert json.loads(bakeoff("compare", "--published", "p.csv", "--json").stdout)["warnings"]
    assert bakeoff("compare", "--published", "seed.csv").exit_code == 2


@pytest.mark.parametrize("how", ["shuffle", "switch"])
def test_bogus_labels_from_the_command_line(bakeoff, how):
    words = ["test", "label_permutation", "iris", "--learner", "sklearn.naive_bayes.GaussianNB", "--scheme", "3-fold"]
    said = bakeoff(*words, "--resamples", "19", "--how", how, "--steps")
    assert said.exit_code == 0, said.output
    assert "mean on bogus data" in said.stdout
    assert "p = .050" in said.stdout
    body = json.loads(bakeoff(*words, "--resamples", "9", "--how", how, "--json").stdout)
    assert body["p_value"] == 0.1
    assert not [text for text in (*body["warnings"], said.output) if "pair" in text], "there is one learner"
    assert bakeoff("test", "label_permutation", "iris").exit_code == 2
    assert bakeoff("test", "friedman", "seed.csv", "--learner", "x").exit_code == 2


PREDICTED = {
    "nb": [1, 1, 0, 1, 0, 1, 0, 0, 1, 1, 0, 1, 1, 0, 1, 0, 1, 1, 0, 1],
    "rf": [1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 0, 0, 1, 0, 1, 1, 1, 1, 0, 1],
    "dt": [0, 0, 1, 0, 1, 0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 0, 0],
}
TRUTH = [1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 0, 0, 1, 0, 1, 1, 1, 1, 0, 1]


def predictions(tmp_path):
    for name, said in PREDICTED.items():
        rows = list(enumerate(zip(TRUTH, said, strict=True)))
        rows = rows[::-1] if name == "rf" else rows  # matched by id, not by position
        lines = [f"{i},{t},{p},{p - 0.3 + i / 100},{'ab'[i % 2]}" for i, (t, p) in rows]
        (tmp_path / f"{name}.csv").write_text("row,truth,pred,score,site\n" + "\n".join(lines) + "\n")


def test_prediction_files_are_matched_by_row_id(bakeoff, tmp_path):
    predictions(tmp_path)
    files = ("nb.csv", "rf.csv", "dt.csv")
    said = bakeoff("compare", *files, "--truth", "truth", "--pred", "pred", "--notes")
    assert said.exit_code == 0, said.output
    assert "rf is better than dt, but is not shown to differ from nb" in said.stdout
    assert "Cochran's Q" in said.stdout
    body = json.loads(bakeoff("compare", *files[:2], "--truth", "truth", "--pred", "pred", "--json").stdout)
    assert body["test"] == "mcnemar"
    assert body["pairs"][0]["difference"] == pytest.approx(-5 / 20)
    area = bakeoff("compare", *files[:2], "--truth", "truth", "--score", "score", "--measure", "roc_auc")
    assert "DeLong test" in area.stdout


def test_prediction_files_by_group_and_with_a_requirement(bakeoff, tmp_path):
    predictions(tmp_path)
    words = ["compare", "rf.csv", "dt.csv", "--truth", "truth", "--pred", "pred", "--no-stability"]
    assert bakeoff(*words, "--require", "rf>dt").exit_code == 0
    assert bakeoff(*words, "--require", "dt>rf").exit_code == 4
    assert bakeoff(*words, "--require", "rf>svm").exit_code == 2
    said = bakeoff(*words, "--by", "site", "--flips", "flips.csv")
    assert "hold for all slices at once (95%): p is multiplied by 2" in " ".join(said.stdout.split())
    flips = (tmp_path / "flips.csv").read_text().splitlines()
    assert flips[0] == "base,new,row,truth,base_answer,new_answer,effect"
    assert len(flips) > 1
    done = bakeoff(*words, "--by", "site", "--require", "rf>dt")
    assert done.exit_code == 4
    assert "it must be shown over all rows and on every slice" in done.stderr
    assert "no column of rf.csv called 'place'" in bakeoff(*words, "--by", "place").stderr


def test_flips_of_several_learners_and_of_items(bakeoff, tmp_path):
    predictions(tmp_path)
    files = ["nb.csv", "rf.csv", "dt.csv"]
    words = ["--truth", "truth", "--pred", "pred", "--no-stability"]
    body = json.loads(bakeoff("compare", *files, *words, "--json").stdout)
    assert len(body["flips"]) == 2  # each pair with the first
    assert all(
        sum(pair[name] for name in ("both_right", "only_new", "only_base", "both_wrong")) == 20
        for pair in body["flips"]
    )
    assert "Answer differs" in bakeoff("compare", *files, *words).stdout
    assert len(json.loads(bakeoff("compare", *files, *words, "--json", "--pair", "nb,dt").stdout)["flips"]) == 1
    rows = "\n".join(f"q{item},{item % 2},1" for item in range(12))
    (tmp_path / "items.csv").write_text(f"item,a,b\n{rows}\n")
    done = bakeoff("compare", "items.csv", "--item", "item", "--no-stability", "--flips", "f.csv")
    assert "6 both right, 6 only b right" in " ".join(done.stdout.split())
    assert (tmp_path / "f.csv").read_text().splitlines()[1] == "a,b,q0,right,wrong,right,beneficial"
    (tmp_path / "sets.csv").write_text("data,a,b\nx,.9,.8\ny,.8,.7\nz,.7,.8\n")
    assert "leave out --flips" in bakeoff("compare", "sets.csv", "--flips", "f.csv", "--no-stability").stderr


def test_one_file_with_a_column_for_each_learner(bakeoff, tmp_path):
    lines = [",".join(map(str, row)) for row in zip(TRUTH, *PREDICTED.values(), strict=True)]
    (tmp_path / "all.csv").write_text("truth,nb,rf,dt\n" + "\n".join(lines) + "\n")
    said = bakeoff("compare", "all.csv", "--truth", "truth", "--pred", "nb,rf", "--no-stability")
    assert said.exit_code == 0, said.output
    assert "by the McNemar test" in said.stdout
    assert "matched by their position" in said.stderr


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["nb.csv", "rf.csv"], "--truth COLUMN"),
        (["nb.csv", "rf.csv", "--pred", "pred"], "add --truth COLUMN"),
        (["nb.csv", "rf.csv", "--truth", "truth"], "name the column of predictions"),
        (["nb.csv", "rf.csv", "--truth", "y", "--pred", "pred"], "no column of nb.csv called 'y'"),
        (["nb.csv", "--truth", "truth", "--pred", "pred"], "a file for each learner"),
        (["nb.csv", "short.csv", "--truth", "truth", "--pred", "pred"], "not about the same rows"),
        (["nb.csv", "other.csv", "--truth", "truth", "--pred", "pred"], "different truth"),
        (["nb.csv", "nb.csv", "--truth", "truth", "--pred", "pred"], "two files are called nb"),
        (
            ["nb.csv", "rf.csv", "--truth", "truth", "--pred", "pred", "--rows", "folds"],
            "--rows is not for predictions, but for a table of scores",
        ),
        (["nb.csv", "rf.csv", "--truth", "truth", "--pred", "pred", "--measure", "acuracy"], "accuracy"),
        (["nb.csv", "rf.csv", "--truth", "truth", "--pred", "pred", "--measure", "log_loss"], "nb"),
        (["nb.csv", "rf.csv", "--unpaired", "-o", "x.html"], "--output is not for two samples"),
        (["nb.csv", "rf.csv", "--unpaired"], "several columns of numbers"),
    ],
)
def test_wrong_prediction_files(bakeoff, tmp_path, words, says):
    predictions(tmp_path)
    text = (tmp_path / "nb.csv").read_text()
    (tmp_path / "short.csv").write_text("\n".join(text.splitlines()[:-1]) + "\n")
    (tmp_path / "other.csv").write_text(text.replace("0,1,1,", "0,0,1,", 1))
    said = bakeoff("compare", *words)
    assert said.exit_code == 2, said.output
    assert says in said.stderr
    assert "Traceback" not in said.stderr


def test_errors_in_units_of_their_own_are_compared_as_ratios(bakeoff, tmp_path):
    rows = [f"d{i},{10.0**i},{10.0**i * 1.25},{10.0**i * (1.1 + i / 100)}" for i in range(8)]
    (tmp_path / "rmse.csv").write_text("data,a,b,c\n" + "\n".join(rows) + "\n")
    said = bakeoff("compare", "rmse.csv", "--measure", "rmse", "--no-stability")
    assert "relative" in said.stdout
    assert "-20.0%" in said.stdout
    body = json.loads(bakeoff("compare", "rmse.csv", "--measure", "rmse", "--no-stability", "--json").stdout)
    assert body["relative"] is True
    assert body["direction"] == "lower"
    assert body["pairs"][0]["difference"] == pytest.approx(-0.2)


def test_the_report_of_a_table_leaves_silenced_notes_out(bakeoff):
    Path("tied.csv").write_text("data,a,b\n" + "".join(f"d{i},0.9,{0.9 - gap}\n" for i, gap in enumerate((0.1,) * 5)))
    assert bakeoff("report", "tied.csv", "-o", "all.json").exit_code == 0
    codes = {note["code"] for note in json.loads(Path("all.json").read_text())["notes"]}
    assert codes
    silence = [word for code in codes for word in ("--silence", code)]
    assert bakeoff("report", "tied.csv", "-o", "r.md", *silence).exit_code == 0
    assert re.search(r"^- \d+ notes? silenced by comparison\.", Path("r.md").read_text(), re.MULTILINE)
    wrong = bakeoff("report", "tied.csv", "-o", "r.md", "--silence", "no.such")
    assert wrong.exit_code == 2
    assert "no.such" in wrong.output


def test_what_is_wrong_with_a_file_of_predictions_names_the_file(bakeoff, folder):
    (folder / "a.csv").write_text("y,p\nyes,yes\nno,no\nyes,\n")
    (folder / "b.csv").write_text("y,p\nyes,yes\nno,no\n?,no\n")
    done = bakeoff("compare", "a.csv", "b.csv", "--truth", "y", "--pred", "p")
    assert done.exit_code == 2
    assert "a.csv: column 'p', row 2 is missing; drop the row or fill it in" in done.stderr
    assert "b.csv: column 'y', row 2 is missing; drop the row or fill it in" in done.stderr
    (folder / "both.csv").write_text("y,p,q\nyes,yes,no\nno,no,no\nyes,,yes\n")
    done = bakeoff("compare", "both.csv", "--truth", "y", "--pred", "p,q")
    assert done.stderr.splitlines()[-1] == "bakeoff: column 'p', row 2 is missing; drop the row or fill it in"

"""The first hour of four people, as they would type it: an ML engineer, a PhD student, a teacher and an evaluation engineer.

No step ends in a dead end (exit code 2, a traceback), and every answer that can be worked out another way is that answer.
"""

import csv
import json
import re
import shlex

import numpy as np
import pytest
from click.testing import CliRunner
from scipy import stats
from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeClassifier

import bakeoff as bo
from bakeoff.cli.main import cli
from tests.realworld.churn import churn


def shell(commands: str, expected: tuple[int, ...] = (0,)) -> str:
    """The output of the last command; every one must end well."""
    shown = ""
    for command in filter(None, map(str.strip, commands.splitlines())):
        done = CliRunner().invoke(cli, shlex.split(command.removeprefix("bakeoff ")))
        assert done.exit_code in expected, f"{command}\n{done.output}"
        shown = done.stdout
    return shown


def write(path: str, head: list[str], rows: list[list[object]]) -> None:
    with open(path, "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([head, *rows])


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.slow
def test_an_ml_engineer_chooses_between_two_models(folder):
    X, y = churn(240)
    data = bo.load(X.assign(left=y), target="left", positive="yes", name="churn")
    assert "240 rows" in str(data)
    learners = {"logistic": LogisticRegression(), "tree": DecisionTreeClassifier(max_depth=4, random_state=0)}
    study = bo.Study(datasets=data, learners=learners, scheme="3-fold", measures=["roc_auc", "accuracy"])
    with study.run("churn.bakeoff", workers=1, progress=False) as results:
        codes = {note.code for note in results.findings.checks.notes}
        assert "check.identifiers" in codes or any("customer_id" in str(note) for note in results.notes)
        assert "check.time_order" in codes
        scores = results.scores("roc_auc", kind="plain")
        means = {
            name: np.mean([value for one, value in zip(scores["learner"], scores["value"], strict=True) if one == name])
            for name in learners
        }
        best = max(means, key=means.get)
        assert best in results.verdict.sentence if results.verdict.winner else "not shown" in results.verdict.sentence
        assert means["logistic"] > 0.6  # dates in seconds left it at chance
        results.plot().figure_.savefig("slide.png")
        assert "# " in results.summary("summary.md")
        deployed = results.deploy("logistic")
        deployed.save("model.skops")
    with bo.load_model("model.skops") as model:
        assert len(model.predict(X.head(20))) == 20
    shell("bakeoff report churn.bakeoff -o churn.html")
    loser = min(means, key=means.get)
    shell(f'bakeoff compare churn.bakeoff --no-stability --require "{loser}>{best}"', expected=(4,))
    assert (folder / "summary.png").exists()
    assert (folder / "model.md").exists()


def test_a_phd_student_compares_eight_methods_on_twenty_data_sets(folder):
    rng = np.random.default_rng(0)
    shifts = {
        "Ours": 2.1,
        "TabPFN": 2.0,
        "CatBoost": 0.5,
        "XGB": 0.2,
        "RF": -0.5,
        "ResNet": -2.0,
        "LR": -3.0,
        "KNN": -4.0,
    }
    base = rng.uniform(70, 95, 20)
    scores = {name: (base + shift + rng.normal(0, 1.2, 20)).round(4) for name, shift in shifts.items()}
    write(
        "w.csv", ["dataset", *scores], [[f"d{row}", *(values[row] for values in scores.values())] for row in range(20)]
    )
    shown = shell("""
        bakeoff compare w.csv --measure accuracy --no-stability
        bakeoff compare w.csv --measure accuracy --no-stability -o paper.tex
        bakeoff compare w.csv --measure accuracy --no-stability -o scores.tex --only scores
        bakeoff compare w.csv --measure accuracy --no-stability -o methods.tex --only methods
        bakeoff compare w.csv --measure accuracy --no-stability --json
    """)
    answer = json.loads(shown)
    friedman = stats.friedmanchisquare(*scores.values())
    assert answer["omnibus"]["p_value"] == pytest.approx(friedman.pvalue, rel=1e-6)
    pair = next(one for one in answer["pairs"] if {one["a"], one["b"]} == {"Ours", "TabPFN"})
    assert pair["p_value"] == pytest.approx(stats.wilcoxon(scores["Ours"], scores["TabPFN"]).pvalue, rel=1e-6)
    text = shell("bakeoff compare w.csv --measure accuracy --no-stability")
    pairs = [line.split() for line in text.splitlines() if re.search(r"(not shown|better than) ", line)][-28:]
    assert len(pairs) == 28, "undecided pairs are listed too"
    for line in pairs:
        value = float(re.search(r"(?<= )-?\d+\.\d{4}(?= )", " ".join(line) + " ")[0])
        assert value >= 0, "the better one comes first"
    assert r"\citep{friedman1937}" in (folder / "methods.tex").read_text()
    assert "@article{friedman1937" in (folder / "methods-references.bib").read_text()
    assert r"\documentclass" not in (folder / "scores.tex").read_text()


def test_a_teacher_works_exercises_out_by_hand(folder):
    nb, svm = (
        [72.3, 81.2, 77.0, 90.1, 65.4, 88.0, 79.9, 70.2, 83.3],
        [75.1, 80.0, 79.2, 91.5, 66.0, 87.1, 82.4, 73.3, 80.9],
    )
    write(
        "table.csv",
        ["data", "NB", "SVM", "C45"],
        [[f"d{i}", a, b, 70 + i] for i, (a, b) in enumerate(zip(nb, svm, strict=True))],
    )
    write("answers.csv", ["id", "y", "p"], [[i, "ynynyyny"[i], "ynyyynny"[i]] for i in range(8)])
    assert "3.841" in shell("bakeoff table chi2 --row 1")
    assert f"{stats.chi2.sf(7.1, 1):.4f}"[1:5] in shell("bakeoff table chi2 --row 1 --statistic 7.1")
    sign = shell("bakeoff test sign table.csv --pair NB,SVM --steps")
    wins = sum(a > b for a, b in zip(nb, svm, strict=True))
    assert f"wins of NB = {wins}" in sign
    assert f"Reject if NB wins at least 8 or at most 1 of 9. NB wins {wins}: outside the region of rejection." in sign
    assert "p = 2 × P(w <= 3) = 2 × (1 + 9 + 36 + 84) / 512 = 0.5078" in sign
    assert f"p = {stats.binomtest(wins, 9).pvalue:.2f}".replace("0.", ".") in sign
    wilcoxon = shell("bakeoff test wilcoxon table.csv --pair NB,SVM --steps")
    assert f"p = {stats.wilcoxon(nb, svm).pvalue:.2f}".replace("0.", ".") in wilcoxon
    assert "mean" in shell("bakeoff test paired_t table.csv --pair NB,SVM --steps").lower()
    assert "Filled in" in shell("bakeoff test friedman table.csv --steps")
    kappa = shell("bakeoff measure answers.csv --truth y --pred p --positive y --measures kappa --steps")
    assert "0.4667" in kappa  # observed .75, by chance .53125
    assert "equal learners" in shell("bakeoff explain p-value").lower()
    write(
        "weka.csv",
        ["Key_Dataset", "Key_Run", "Key_Fold", "Key_Scheme", "Percent_correct"],
        [[d, run, fold, s, 80 + (s == "J48") + fold % 3 + 2 * (d == "iris")] for d in ("iris", "glass") for run in (1, 2) for fold in (1, 2, 3) for s in ("J48", "NB")],
    )  # fmt: skip
    assert "J48" in shell("bakeoff compare weka.csv --no-stability")


def test_an_evaluation_engineer_ranks_models_and_asks_for_not_worse(folder):
    rng = np.random.default_rng(0)
    rows = []
    for question in range(90):
        level = rng.normal(0, 1)
        for model, shift in (("new", 0.9), ("gpt-x", 0.8), ("mini", -0.6)):
            for run in range(2):
                hit = int(rng.random() < 1 / (1 + np.exp(-(level + shift))))
                rows.append([f"q{question}", model, run, f"p{question // 3}", hit])
    write("answers.csv", ["question", "model", "run", "passage", "correct"], rows)
    question = "--item question --learner model --value correct --runs run --groups passage"
    answer = json.loads(shell(f"bakeoff compare answers.csv {question} --no-stability --json"))
    for model in ("new", "gpt-x", "mini"):
        hits = [row[4] for row in rows if row[1] == model]
        assert answer["scores"][model]["value"] == pytest.approx(np.mean(hits))
        groups = np.array(hits).reshape(30, 6).mean(axis=1)  # of equal size: a t-interval of their means
        low, high = stats.t.interval(0.95, 29, groups.mean(), stats.sem(groups))
        assert (answer["scores"][model]["low"], answer["scores"][model]["high"]) == pytest.approx((low, high), abs=1e-6)
    shell(f"""
        bakeoff compare answers.csv {question} --no-stability
        bakeoff compare answers.csv {question} --no-stability -o llm.md
    """)
    page = (folder / "llm.md").read_text(encoding="utf-8").replace("\\", "")
    for score in answer["scores"].values():
        shown = re.findall(r"(\d+\.\d+) \[(\d+\.\d+), (\d+\.\d+)\]", page)  # right answers in percent
        assert any(
            all(
                abs(float(text) / 100 - score[part]) < 0.001
                for text, part in zip(cell, ("value", "low", "high"), strict=True)
            )
            for cell in shown
        )
    gate = json.loads(
        shell(f"bakeoff gate answers.csv {question} --base gpt-x --new new --margin 0.2 --json", expected=(0, 4, 5))
    )
    assert gate["outcome"] in {"pass", "fail", "undecided"}

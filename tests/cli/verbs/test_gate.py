"""`bakeoff gate`: exit codes, files, and one sentence for each bad input."""

import json
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from click.testing import CliRunner

from bakeoff.cli.main import cli

COLUMNS = ["--truth", "y", "--pred", "yhat"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    rng = np.random.default_rng(2)
    truth = rng.choice(["ham", "spam"], 800)
    other = np.where(truth == "ham", "spam", "ham")
    base = np.where(rng.random(800) < 0.1, other, truth)
    files = {"base": base, "same": base, "worse": np.where(rng.random(800) < 0.1, other, base)}
    region = rng.choice(["eu", "us"], 800)
    for name, answers in files.items():
        lines = [f"{row},{y},{answer},{place}" for row, (y, answer, place) in enumerate(zip(truth, answers, region, strict=True))]  # fmt: skip
        (tmp_path / f"{name}.csv").write_text("\n".join(["id,y,yhat,region", *lines]) + "\n")
    (tmp_path / "short.csv").write_text("".join((tmp_path / "same.csv").read_text().splitlines(keepends=True)[:701]))
    (tmp_path / "tiny.csv").write_text("".join((tmp_path / "same.csv").read_text().splitlines(keepends=True)[:3]))
    (tmp_path / "tiny_base.csv").write_text((tmp_path / "tiny.csv").read_text())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words):
    return CliRunner().invoke(cli, ["gate", *words])


def test_exit_codes(folder):
    assert run("base.csv", "same.csv", *COLUMNS, "--margin", "0.01").exit_code == 0
    assert run("base.csv", "worse.csv", *COLUMNS, "--margin", "0.01").exit_code == 4
    assert run("base.csv", "same.csv", *COLUMNS, "--margin", "0.001").exit_code == 5
    assert run("base.csv", "same.csv", *COLUMNS, "--margin", "0.001", "--undecided", "pass").exit_code == 0
    assert run("base.csv", "same.csv", *COLUMNS, "--margin", "0.001", "--undecided", "fail").exit_code == 4


def test_the_card(folder):
    out = run("base.csv", "worse.csv", *COLUMNS, "--margin", "0.01").output
    assert out.startswith("FAIL: worse is worse than base by more than the margin, 0.01 in accuracy.")
    assert "90% interval" in out
    assert "both right" in out
    assert "What would decide it: about" in run("base.csv", "same.csv", *COLUMNS, "--margin", "0.001").output


def test_files(folder):
    words = ["--by", "region", "--junit", "gate.xml", "--summary", "gate.md", "--flips", "flips.csv", "-o", "gate.html", "--json"]  # fmt: skip
    done = run("base.csv", "worse.csv", *COLUMNS, "--margin", "0.01", *words)
    answer = json.loads(done.stdout)
    assert answer["schema"] == "bakeoff.gate/1"
    assert answer["outcome"] == "fail"
    assert [part["value"] for part in answer["slices"]] == ["eu", "us"]
    suite = ET.parse(folder / "gate.xml").getroot()
    assert suite.get("tests") == "3"
    assert int(suite.get("failures")) == len(suite.findall(".//failure")) >= 1
    assert (folder / "gate.md").read_text().startswith("### ❌ FAIL")
    assert (folder / "gate.png").stat().st_size > 1_000
    flips = (folder / "flips.csv").read_text().splitlines()
    assert len(flips) - 1 == round(answer["flips"]["churn"] * answer["rows"])
    assert flips[0] == "base,new,row,truth,base_answer,new_answer,effect"


def test_a_stored_base(folder):
    assert run("base.csv", *COLUMNS, "--save-base", "kept.csv").exit_code == 0
    assert run("same.csv", "--base", "kept.csv", *COLUMNS, "--margin", "0.01").exit_code == 0
    before = (folder / "kept.csv").read_text()
    assert (
        run("worse.csv", "--base", "kept.csv", *COLUMNS, "--margin", "0.01", "--save-base", "kept.csv").exit_code == 4
    )
    assert (folder / "kept.csv").read_text() == before  # a model that failed is no base


def test_scores_of_items(folder):
    for name, right in (("a", [1, 0] * 200), ("b", [1, 0] * 200)):
        lines = [f"q{item},{value}" for item, value in enumerate(right)]
        (folder / f"{name}.csv").write_text("\n".join(["question,correct", *lines]) + "\n")
    done = run("a.csv", "b.csv", "--item", "question", "--value", "correct", "--margin", "0.02")
    assert done.exit_code == 0, done.output
    assert "PASS: b is not worse than a" in done.output


def test_one_table(folder):
    rows = "\n".join(f"d{number},{0.8 + number / 100},{0.81 + number / 100}" for number in range(8))
    (folder / "scores.csv").write_text(f"data,old,new\n{rows}\n")
    assert run("scores.csv", "--base", "old", "--new", "new", "--margin", "0.02").exit_code == 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["base.csv", "same.csv", *COLUMNS], "a gate by accuracy needs a margin (--margin)"),
        (["base.csv", "same.csv", *COLUMNS, "--margin", "2"], "accuracy lies between 0 and 1"),
        (["base.csv", "same.csv", *COLUMNS, "--margin", "-0.1"], "a margin is a positive number"),
        (["base.csv", "same.csv", *COLUMNS, "--margin", "much"], "a margin is a number such as 0.01"),
        (["base.csv", "same.csv", *COLUMNS, "--measure", "accuracy", "--margin", "accuracy=0.01", "--margin", "kappa=0.1"], "there is a margin for kappa, which is not asked for"),
        (["base.csv", "same.csv", *COLUMNS, "--measure", "accuracy", "--margin", "kappa=0.1"], "accuracy has no margin"),
        (["base.csv", "same.csv", *COLUMNS, "--margin", "0.1", "--margin", "0.2"], "there are two margins"),
        (["base.csv", "short.csv", *COLUMNS, "--margin", "0.01"], "700 match, new lacks 100"),
        (["base.csv", "base.csv", *COLUMNS, "--margin", "0.01"], "base.csv was given twice"),
        (["tiny_base.csv", "tiny.csv", *COLUMNS, "--margin", "0.01"], "2 rows cannot pass or fail a gate"),
        (["base.csv", "same.csv", "--margin", "0.01"], "two files are predictions (--truth y --pred yhat)"),
        (["base.csv", "--margin", "0.01"], "name them with --base NAME and --new NAME"),
        (["base.csv", "same.csv", *COLUMNS, "--margin", "0.01", "--look", "2"], "--look 2 --looks 3"),
        (["base.csv", "same.csv", *COLUMNS, "--margin", "kappa=0.1", "--anytime"], "takes means of bounded values"),
        (["base.csv", "same.csv", *COLUMNS, "--margin", "0.01", "--look", "1", "--looks", "3", "--planned-rows", "10"], "more rows are there than were planned"),
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence_with_the_cure(folder, words, sentence):
    done = run(*words)
    assert done.exit_code == 2
    said = done.stderr.strip()
    assert sentence in said.replace("\n", " "), said
    assert len(said.split("bakeoff: ")) == 2


def test_looks_need_more_evidence(folder):
    plain = json.loads(run("base.csv", "same.csv", *COLUMNS, "--margin", "0.01", "--json").stdout)
    first = json.loads(run("base.csv", "same.csv", *COLUMNS, "--margin", "0.01", "--json", "--look", "1", "--looks", "3").stdout)  # fmt: skip
    always = json.loads(run("base.csv", "same.csv", *COLUMNS, "--margin", "0.01", "--json", "--anytime").stdout)
    widths = [answer["endpoints"][0]["estimate"]["high"] for answer in (plain, first, always)]
    assert widths[0] < min(widths[1:])
    assert first["look"] == {"look": 1, "looks": 3}

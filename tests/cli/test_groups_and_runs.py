"""Groups, weights and repeated runs on the command line: what is printed, and what is refused in which words."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

from bakeoff.cli.main import cli


def lines(head, rows):
    return "\n".join([head, *(",".join(map(str, row)) for row in rows)]) + "\n"


RNG = np.random.default_rng(9)
TRUTH = RNG.integers(0, 2, 48).tolist()
SAID = [[one if RNG.random() < share else 1 - one for one in TRUTH] for share in (0.85, 0.6)]
VISITS = lines(
    "row,patient,weight,y,a,b",
    [(i, f"p{i // 4}", 1 + i % 2, TRUTH[i], SAID[0][i], SAID[1][i]) for i in range(48)],
)
HITS = lines(
    "patient,weight,a,b",
    [(f"p{i // 4}", 1 + i % 2, int(SAID[0][i] == TRUTH[i]), int(SAID[1][i] == TRUTH[i])) for i in range(48)],
)
RUNS = lines(
    "question,topic,model,seed,correct",
    [(f"q{i}", f"t{i // 3}", model, seed, int(RNG.random() < share)) for i in range(24) for model, share in (("big", 0.8), ("small", 0.4)) for seed in range(3)],
)  # fmt: skip
TRIALS = lines(
    "task,trial,reward",
    [(f"t{i}", trial, int(trial < right)) for i, right in enumerate([0] * 14 + [1] * 12 + [2] * 10 + [3] * 4 + [4] * 10) for trial in range(4)],
)  # fmt: skip


@pytest.fixture
def bakeoff(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in {"visits": VISITS, "hits": HITS, "runs": RUNS, "trials": TRIALS}.items():
        (tmp_path / f"{name}.csv").write_text(text)

    def call(*words, text=None):
        return CliRunner().invoke(cli, list(words), input=text)

    return call


def compared(said):
    assert said.exit_code == 0, said.output
    return json.loads(said.stdout)


PREDICTIONS = ("compare", "visits.csv", "--truth", "y", "--pred", "a,b", "--json")
TABLE = ("compare", "hits.csv", "--rows", "rows", "--json")


@pytest.mark.parametrize("weight", [(), ("--sample-weight", "weight")], ids=["alike", "weighted"])
def test_predictions_tables_and_the_plain_test_agree(bakeoff, weight, tmp_path):
    by_file = compared(bakeoff(*PREDICTIONS, "--groups", "patient", *weight))
    if not weight:  # a column that nobody names is a learner
        (tmp_path / "hits.csv").write_text(
            "\n".join(",".join((row.split(",")[0], *row.split(",")[2:])) for row in HITS.split())
        )
    by_table = compared(bakeoff(*TABLE, "--groups", "patient", *weight))
    alone = compared(bakeoff("test", "cluster_t", "hits.csv", "--groups", "patient", *weight, "--json"))
    assert by_file["test"] == by_table["test"] == "cluster_t"
    p = by_file["pairs"][0]["p_value"]
    assert (by_table["pairs"][0]["p_value"], alone["p_value"]) == pytest.approx((p, p))
    assert "comparison.grouped" in [note["code"] for note in by_file["notes"]]
    measured = [
        compared(
            bakeoff("measure", "visits.csv", "--truth", "y", "--pred", one, "--groups", "patient", *weight, "--json")
        )
        for one in "ab"
    ]
    a, b = (one["measures"]["accuracy"]["value"] for one in measured)
    assert by_file["pairs"][0]["difference"] == pytest.approx(a - b)


def test_the_number_of_groups_is_printed(bakeoff):
    said = bakeoff(
        "compare", "visits.csv", "--truth", "y", "--pred", "a,b", "--groups", "patient", "--no-stability", "--notes"
    )
    assert "48 rows in 12 groups" in said.stdout
    assert "48 rows belong to 12 groups of 4 rows each" in said.stderr


def test_another_measure_and_another_test(bakeoff):
    found = compared(bakeoff(*PREDICTIONS, "--groups", "patient", "--measure", "f1", "--no-stability"))
    assert found["test"] == "permutation"
    found = compared(bakeoff(*PREDICTIONS, "--groups", "patient", "--test", "permutation", "--no-stability"))
    assert "of 12 groups" in found["omnibus"]["variant"]


def test_runs_of_questions(bakeoff):
    words = ("compare", "runs.csv", "--item", "question", "--learner", "model", "--value", "correct", "--runs", "seed")
    found = compared(bakeoff(*words, "--json"))
    assert (found["n"], found["verdict"]["claim"]) == (24, "A better")
    (note,) = [one for one in found["notes"] if one["code"] == "comparison.runs_averaged"]
    assert (note["facts"]["items"], note["facts"]["most"]) == (24, 3)
    assert compared(bakeoff(*words, "--groups", "topic", "--json"))["test"] == "cluster_t"


def test_repeats_of_the_published_run(bakeoff):
    said = bakeoff("repeats", "trials.csv", "--item", "task", "--runs", "trial", "--value", "reward", "--k", "4")
    assert said.exit_code == 0, said.output
    assert "50 items, 4 runs each; mean 0.42" in said.stdout
    assert "items whose runs disagree: 0.52" in said.stdout
    found = compared(bakeoff("repeats", "trials.csv", "--item", "task", "--value", "reward", "--json"))
    assert found["schema"] == "bakeoff.repeats/1"
    assert [round(one["value"], 3) for one in found["pass_hat_k"].values()] == [0.42, 0.273, 0.22, 0.2]
    by_model = compared(
        bakeoff(
            "repeats",
            "runs.csv",
            "--item",
            "question",
            "--runs",
            "seed",
            "--value",
            "correct",
            "--learner",
            "model",
            "--json",
        )
    )
    assert list(by_model["learners"]) == ["big", "small"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("compare", "hits.csv", "--groups", "patient"), "use rows='rows' (--rows rows)"),
        (("compare", "hits.csv", "--rows", "rows", "--groups", "pateint"), "did you mean 'patient'"),
        (
            ("compare", "hits.csv", "--rows", "rows", "--sample-weight", "patient"),
            "contains 'p0'; a weight is a number",
        ),
        (
            ("compare", "runs.csv", "--item", "question", "--value", "correct"),
            "add the column that distinguishes them (runs=, --runs)",
        ),
        (("compare", "hits.csv", "--unpaired", "--groups", "patient"), "--groups is not for two samples"),
        (("compare", "visits.csv", "--truth", "y", "--pred", "a,b", "--item", "row"), "--item is not for predictions"),
        (("test", "paired_t", "hits.csv", "--groups", "patient"), "the paired t-test does not take --groups"),
        (("test", "sign", "hits.csv"), "'p0' occurs several times"),
        (("repeats", "trials.csv", "--item", "tusk"), "did you mean 'task'"),
        (
            ("repeats", "trials.csv", "--item", "task", "--value", "reward", "--k", "5"),
            "k is 5, and item t0 has 4 runs only",
        ),
        (("repeats", "runs.csv", "--item", "question"), "name the column of scores"),
        (
            ("repeats", "runs.csv", "--item", "question", "--value", "topic"),
            "is not a score; write a number or drop the row",
        ),
        (
            ("repeats", "runs.csv", "--item", "question", "--runs", "seed", "--value", "correct"),
            "run 0 of item q0 again",
        ),
        (("plan", "--effect", "0.05", "--sd", "0.2", "--runs", "3"), "give run_sd (--run-sd)"),
        (("plan", "--run-sd", "0.2"), "the plan of runs needs effect"),
        (("plan", "--effect", "0.1", "--sd", "0", "--run-sd", "0"), "nothing varies"),
    ],
)
def test_what_cannot_be_meant_is_refused_with_the_cure(bakeoff, words, told):
    said = bakeoff(*words)
    assert said.exit_code == 2
    assert told in " ".join(said.stderr.split())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("task,trial,reward\n", "no rows"),
        ("task,trial,reward\nt1,1,1\n,2,0\n", "has no value in column 'task'"),
        ("task,trial,reward\nt1,1,0.5\nt1,2,0\n", "read 0 and 1"),
    ],
)
def test_trials_that_cannot_be_read(bakeoff, text, told):
    said = bakeoff("repeats", "-", "--item", "task", "--runs", "trial", "--k", "1", text=text)
    assert said.exit_code == 2
    assert told in " ".join(said.stderr.split())


def test_plans_of_items_and_runs(bakeoff):
    words = ("plan", "--effect", "0.05", "--sd", "0.2", "--run-sd", "0.4", "--json")
    one, four = compared(bakeoff(*words)), compared(bakeoff(*words, "--runs", "4"))
    assert (one["n"], four["n"]) == (630, 254)
    assert "8 runs each 191 items" in one["sentence"]
    enough = compared(bakeoff(*words, "--n", "200"))
    assert (enough["unit"], enough["n"]) == ("runs of each item", 7)
    never = compared(bakeoff(*words, "--n", "100"))
    assert never["n"] is None
    assert "at least 128 items" in never["sentence"]


def test_names_are_escaped(bakeoff):
    hostile = "\x1b[31mred\x1b[0m"
    text = lines("task,model,reward", [(f"t{i}", hostile, i % 2) for i in range(6)])
    said = bakeoff("repeats", "-", "--item", "task", "--learner", "model", "--value", "reward", text=text)
    assert said.exit_code == 0, said.output
    assert "\x1b" not in said.stdout


def test_advice_about_groups(bakeoff):
    words = ("advise", "--algorithms", "2", "--datasets", "1", "--evidence", "rows")
    assert "cluster_t" in bakeoff(*words, "--groups").stdout
    assert "mcnemar" not in bakeoff(*words, "--groups").stdout
    assert "mcnemar" in bakeoff(*words).stdout


def test_groups_too_few_for_any_answer_are_counted_as_groups(bakeoff, tmp_path):
    (tmp_path / "few.csv").write_text(lines("patient,a,b", [(f"p{i // 10}", int(i % 3 > 0), i % 2) for i in range(50)]))
    plain = bakeoff("test", "permutation", "few.csv", "--groups", "patient")
    assert "exchanging 5 groups cannot reach p = 0.05" in plain.stderr
    said = bakeoff("compare", "few.csv", "--rows", "rows", "--groups", "patient", "--test", "permutation")
    assert "No verdict is possible: 5 groups are too few to tell" in said.stdout
    assert "At least 6 groups are needed: no outcome on 5 groups" in said.stdout
    (tmp_path / "open.csv").write_text(
        lines("patient,a,b", [(f"p{i // 4}", i % 3 > 0, i % 5 > 1) for i in range(60)])
        .replace("True", "1")
        .replace("False", "0")
    )
    open_ = bakeoff("compare", "open.csv", "--rows", "rows", "--groups", "patient")
    assert "use about four times as many groups" in open_.stdout


def test_what_cluster_t_assumes_is_said_of_groups(bakeoff):
    said = bakeoff("test", "cluster_t", "hits.csv", "--groups", "patient", "--sample-weight", "weight")
    assert "normal totals of the groups" in said.stderr
    assert "whole numbers" not in said.stderr, "hits and misses of rows may be"
    assert "equal variances" not in said.stderr


def test_items_without_another_test_are_checked_by_single_rows(bakeoff):
    said = bakeoff(
        "compare", "runs.csv", "--item", "question", "--runs", "seed", "--learner", "model", "--value", "correct"
    )
    assert "allows no robustness check" not in said.stdout or "leaving out" not in said.stdout

"""The skill of coding assistants is enough: each of these tasks is answered by the commands of its section, and by nothing else.

A task makes the files that a user would bring, with an answer that is known; the section's blocks run there as they are written.
"""

import json
import re
import shlex
from pathlib import Path

import numpy as np
import pytest

from bakeoff.cli.main import cli

SKILL = Path(__file__).parents[2] / "docs" / "skill" / "SKILL.md"
SECTIONS = dict(re.findall(r"^## (.+)\n((?:(?!^## ).*\n?)*)", SKILL.read_text(encoding="utf-8"), re.MULTILINE))


def write(name: str, columns: dict[str, object]) -> None:
    names = list(columns)
    rows = zip(*columns.values(), strict=True)
    Path(name).write_text(
        "\n".join([",".join(names), *(",".join(map(str, row)) for row in rows), ""]), encoding="utf-8"
    )


def answers(share: float, truth: np.ndarray, seed: int) -> np.ndarray:
    """Predictions that are right for this share of the rows."""
    return np.where(np.random.default_rng(seed).random(len(truth)) < share, truth, 1 - truth)


def run(title: str, capsys) -> tuple[list[tuple[int, str]], dict[str, object]]:
    """Run the blocks of a section: exit code and output of each command, and the names that its Python made."""
    printed, names = [], {"__name__": "__main__"}
    for kind, text in re.findall(r"^```(sh|python)\n(.*?)^```", SECTIONS[title], re.MULTILINE | re.DOTALL):
        if kind == "python":
            exec(compile(text, title, "exec"), names)
            continue
        for line in text.splitlines():
            capsys.readouterr()
            with pytest.raises(SystemExit) as left:
                cli.main(shlex.split(line)[1:])
            printed.append((left.value.code or 0, capsys.readouterr().out))
    return printed, names


def one_object(title: str, capsys) -> dict[str, object]:
    (code, out), *_ = run(title, capsys)[0]
    assert code == 0, out
    return json.loads(out)


TRUTH = np.random.default_rng(0).integers(0, 2, 400)


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BAKEOFF_CACHE", str(tmp_path / "cache"))


def test_two_models(capsys):
    write("preds.csv", {"y": TRUTH, "a": answers(0.9, TRUTH, 1), "b": answers(0.7, TRUTH, 2)})
    assert one_object("Two models, one test set", capsys)["verdict"]["claim"] == "A better"


def scores(shift: float, sd: float) -> dict[str, object]:
    rng = np.random.default_rng(3)
    level = rng.uniform(0.6, 0.9, 15)
    return {"data": [f"d{i}" for i in range(15)], "a": level, "b": level + shift + rng.normal(0, sd, 15)}


def test_a_table_of_scores(capsys):
    write("scores.csv", scores(0.03, 0.01))
    assert one_object("A table of scores, one row for each data set", capsys)["verdict"]["claim"] == "B better"


def test_folds_take_the_corrected_test(capsys):
    rng = np.random.default_rng(4)
    write("folds.csv", {"a": rng.normal(0.8, 0.02, 10), "b": rng.normal(0.8, 0.02, 10)})
    found = one_object("Scores of cross-validation folds", capsys)
    assert found["omnibus"]["test"] == "corrected_t"
    assert found["verdict"]["claim"] == "undecided"


def test_equivalence(capsys):
    write("scores.csv", scores(0.0, 0.002))
    assert "equivalent" in one_object("Show that two models are equivalent", capsys)["verdict"]["claim"]


def test_rows_in_groups(capsys):
    patient = np.repeat(np.arange(40), 10)
    write("grouped.csv", {"patient": patient, "y": TRUTH, "a": answers(0.9, TRUTH, 1), "b": answers(0.7, TRUTH, 2)})
    found = one_object("Rows that belong together (patients, users, documents)", capsys)
    assert found["omnibus"]["test"] == "cluster_t"


def test_measure(capsys):
    write("proba.csv", {"y": TRUTH, "p": np.clip(0.5 + (TRUTH - 0.5) * 0.6, 0.01, 0.99)})
    measures = one_object("Measure predictions, with intervals", capsys)["measures"]
    assert measures["roc_auc"]["value"] == 1.0
    assert measures["accuracy"]["low"] < 1.0


@pytest.mark.parametrize(("share", "code"), [(0.92, 0), (0.60, 4)])
def test_gate(capsys, share, code):
    write("base.csv", {"y": TRUTH, "yhat": answers(0.85, TRUTH, 5)})
    write("new.csv", {"y": TRUTH, "yhat": answers(share, TRUTH, 6)})
    printed, _ = run("May the new model replace the old one?", capsys)
    assert printed[0][0] == code


def test_logs(capsys):
    rng = np.random.default_rng(7)
    for name, share in {"base": 0.5, "new": 0.8}.items():
        lines = [json.dumps({"id": i, "correct": int(rng.random() < share)}) for i in range(200)]
        Path(f"{name}.jsonl").write_text("\n".join(lines), encoding="utf-8")
    assert one_object("Two evaluation logs of language models", capsys)["verdict"]["claim"] == "B better"


def test_board(capsys):
    rng = np.random.default_rng(8)
    write(
        "items.csv",
        {
            "item": range(200),
            **{n: (rng.random(200) < p).astype(int) for n, p in {"s": 0.9, "t": 0.6, "u": 0.5}.items()},
        },
    )
    assert one_object("Rank many systems on the same items", capsys)["best_set"] == ["s"]


def test_forecasts(capsys):
    rng = np.random.default_rng(9)
    truth = rng.normal(100, 10, 80)
    write(
        "forecasts.csv",
        {"month": range(80), "sales": truth, "one": truth + rng.normal(0, 1, 80), "two": truth + rng.normal(0, 4, 80)},
    )
    found = one_object("Two forecasters", capsys)
    assert (found["omnibus"]["test"], found["verdict"]["claim"]) == ("diebold_mariano", "A better")


def test_drift(capsys):
    rng = np.random.default_rng(10)
    write("old.csv", {"x": rng.normal(0, 1, 300), "z": rng.normal(0, 1, 300)})
    write("today.csv", {"x": rng.normal(2, 1, 300), "z": rng.normal(0, 1, 300)})
    (code, out), *_ = run("Did the data change?", capsys)[0]
    assert code == 0
    assert json.loads(out)["changed"] == ["x"]


def test_plan(capsys):
    assert one_object("How many data sets do I need?", capsys)["n"] == 35


def test_a_study_in_the_shell(capsys):
    rng = np.random.default_rng(11)
    x = rng.normal(0, 1, 80)
    write("data.csv", {"x": x, "z": rng.normal(0, 1, 80), "y": np.where(x > 0, "yes", "no")})
    printed, _ = run("Run a study of estimators", capsys)
    assert [code for code, _ in printed] == [0, 0, 0, 0]
    assert "<html" in Path("study.html").read_text(encoding="utf-8").lower()


def test_a_study_in_python(capsys):
    _, names = run("Train, test and compare in Python", capsys)
    assert names["answer"].startswith("bayes is better than stump")


def test_report(capsys):
    write("scores.csv", scores(0.03, 0.01))
    assert run("Write a report", capsys)[0][0][0] == 0
    assert "b is better than a" in Path("report.html").read_text(encoding="utf-8")


def test_advice(capsys):
    printed, _ = run("Which test and measure fit?", capsys)
    assert [code for code, _ in printed] == [0, 0]
    assert "signed" in printed[1][1]


def test_every_section_has_a_task():
    text = Path(__file__).read_text(encoding="utf-8")
    assert len(SECTIONS) >= 12
    assert all(f'"{title}"' in text for title in SECTIONS)


def test_the_head_names_the_skill():
    head = SKILL.read_text(encoding="utf-8").split("---")[1]
    assert re.search(r"^name: [a-z-]+$", head, re.MULTILINE)
    assert len(re.search(r"^description: (.+)$", head, re.MULTILINE)[1]) <= 1024

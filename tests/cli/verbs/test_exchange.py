"""`bakeoff export`, `import`, `verify` and `retry --damaged`: a study's way to other programs, and back from damage."""

import csv
import json
import sqlite3
import sys
from contextlib import closing
from math import isnan
from pathlib import Path

import pytest

from bakeoff.api.results import open as open_results
from bakeoff.cli.verbs import exchange
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.runs.store.ledger import digest
from bakeoff.study.analysis.stored_design import design_of


def lines(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def answers(bakeoff, study, *datasets):
    """Predictions made elsewhere: always right."""
    bakeoff("export", study, "-o", "out")
    truth = {
        (one["dataset"], one["row"]): one["truth"] for name in datasets for one in lines(f"out/predictions/{name}.csv")
    }
    with open("answers.csv", "w", newline="") as file:
        out = csv.writer(file)
        out.writerow(["dataset", "row", "repeat", "fold", "label"])
        for name in datasets:
            for one in lines(f"out/plan/{name}.csv"):
                if one["role"] == "test":
                    out.writerow([name, one["row"], one["repeat"], one["fold"], truth[name, one["row"]]])
    return "answers.csv"


def test_everything_is_exported_as_csv(bakeoff, study):
    done = bakeoff("export", study, "-o", "out")
    assert done.exit_code == 0, done.stderr
    assert len(lines("out/scores.csv")) == 20 * 2
    assert len(lines("out/predictions/iris.csv")) == 150 * 2
    assert len(lines("out/plan/xor.csv")) == 60 * 5
    assert lines("out/scores.csv")[0].keys() == {"dataset", "learner", "repeat", "fold", "measure", "value"}


def test_links_in_the_folder_are_replaced_and_not_followed(bakeoff, study):
    Path("mine").write_text("mine")
    Path("out/predictions").mkdir(parents=True)
    for name in ("scores.csv", "predictions/iris.csv"):
        Path("out", name).symlink_to(Path("mine").absolute())
    assert bakeoff("export", study, "-o", "out").exit_code == 0
    assert Path("mine").read_text() == "mine"
    assert not any(path.is_symlink() for path in Path("out").rglob("*"))
    assert len(lines("out/scores.csv")) == 20 * 2


def test_one_part_alone(bakeoff, study):
    files = json.loads(bakeoff("export", study, "-o", "out", "--scores", "--json").stdout)["files"]
    assert files == ["out/scores.csv"]
    assert [path.name for path in Path("out").iterdir()] == ["scores.csv"]


def test_a_learner_from_elsewhere_joins_the_comparison(bakeoff, study):
    done = bakeoff("import", study, answers(bakeoff, study, "iris", "xor"), "--learner", "oracle")
    assert done.exit_code == 0, done.stderr
    assert done.stdout == "oracle joined the study with 10 of its 10 units\n"
    bakeoff("export", study, "-o", "after", "--scores")
    scores = [float(one["value"]) for one in lines("after/scores.csv") if one["learner"] == "oracle"]
    assert scores == [1.0] * 20
    found = json.loads(bakeoff("run", "--json").stdout)
    assert found["units"] == {"planned": 30, "done": 30, "failed": 0}


def test_a_study_knows_the_file_of_a_learner_from_elsewhere(bakeoff, study):
    bakeoff("import", study, answers(bakeoff, study, "iris", "xor"), "--learner", "oracle")
    with FileLedger.open(study) as ledger:
        sources = {card.name: card.imported_from for card in design_of(ledger).learners}
    assert sources.pop("oracle") == "answers.csv"
    assert set(sources.values()) == {None}


def test_half_of_the_predictions_are_awaited(bakeoff, study):
    bakeoff("import", study, answers(bakeoff, study, "iris"), "--learner", "oracle")
    assert (
        "25 of 30 units done; 5 wait for their predictions: bakeoff import study.bakeoff"
        in bakeoff("status", study).stdout
    )


def test_a_learner_imported_by_mistake_is_taken_out_again(bakeoff, study):
    before = bakeoff("status", study).stdout
    bakeoff("import", study, answers(bakeoff, study, "iris", "xor"), "--learner", "oracle")
    unsaid = bakeoff("forget", study, "--learner", "oracle")
    assert unsaid.exit_code == 2
    assert "remove 10 units of oracle from study.bakeoff? " in unsaid.stderr
    assert "30 of 30 units" in bakeoff("status", study).stdout
    done = bakeoff("forget", study, "--learner", "oracle", "--yes")
    assert (done.exit_code, done.stdout) == (0, "removed 10 units of oracle from study.bakeoff\n")
    assert bakeoff("status", study).stdout == before
    assert bakeoff("verify", study).exit_code == 0
    assert json.loads(bakeoff("run", "--json").stdout)["units"] == {"planned": 20, "done": 20, "failed": 0}
    again = bakeoff("import", study, "answers.csv", "--learner", "oracle")
    assert again.stdout == "oracle joined the study with 10 of its 10 units\n"


@pytest.mark.parametrize(("said", "left"), [(True, 20), (False, 30)])
def test_at_a_terminal_it_is_asked_for(bakeoff, study, monkeypatch, said, left):
    bakeoff("import", study, answers(bakeoff, study, "iris", "xor"), "--learner", "oracle")
    monkeypatch.setattr(exchange, "_confirmed", lambda question: said)
    assert bakeoff("forget", study, "--learner", "oracle").exit_code == (0 if said else 2)
    with FileLedger.open(study) as ledger:
        assert len(ledger) == left


@pytest.mark.parametrize(
    ("name", "told"), [("tree", "is run by the study itself"), ("orcle", "did you mean 'oracle'?")]
)
def test_what_cannot_be_forgotten_is_told(bakeoff, study, name, told):
    bakeoff("import", study, answers(bakeoff, study, "iris"), "--learner", "oracle")
    done = bakeoff("forget", study, "--learner", name, "--yes")
    assert done.exit_code == 2
    assert told in done.stderr


def test_a_learner_that_left_the_study_can_be_forgotten(bakeoff, folder, study):
    text = (folder / "study.toml").read_text().replace("[learners.tree]", "[learners.bush]")
    (folder / "study.toml").write_text(text)
    bakeoff("run", "-q")
    assert bakeoff("forget", study, "--learner", "tree", "--yes").stdout.startswith("removed 10 units of tree")
    assert "not shown" not in bakeoff("run", "--dry-run").stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--learner", "oracle", "--dataset", "irs"], "did you mean 'iris'?"),
        (["--learner", "tree"], "was run in this study itself"),
        ([], "--learner"),
    ],
)
def test_what_cannot_be_imported_is_told(bakeoff, study, words, told):
    done = bakeoff("import", study, answers(bakeoff, study, "iris"), *words)
    assert done.exit_code == 2
    assert told in done.stderr
    assert len(done.stderr) < 1000


def test_an_intact_file_is_verified(bakeoff, study):
    done = bakeoff("verify", study)
    assert (done.exit_code, done.stdout) == (0, "everything in study.bakeoff is as it was written\n")
    assert json.loads(bakeoff("verify", study, "--json").stdout)["intact"] is True
    assert bakeoff("verify", "none.bakeoff").exit_code == 2


def test_a_damaged_unit_is_found_and_run_again(bakeoff, study):
    with FileLedger.open(study) as ledger:
        before = digest(ledger)
    with closing(sqlite3.connect(study)) as opened:
        opened.execute("UPDATE units SET status = 'failed' WHERE learner = 'tree' AND dataset = 'iris' AND fold = 2")
        opened.commit()
    found = bakeoff("verify", study)
    assert found.exit_code == 2
    assert "unit iris/tree/kfold(5)/0/2/test//0 does not match its checksum" in found.stdout
    assert "bakeoff retry study.bakeoff --damaged" in found.stderr
    cured = bakeoff("retry", study, "--damaged")
    assert cured.exit_code == 0, cured.stderr
    assert "19 units are in study.bakeoff already and are used again; 1 to run" in cured.stderr
    assert bakeoff("verify", study).exit_code == 0
    with FileLedger.open(study) as ledger:
        assert digest(ledger) == before


def test_retry_needs_the_toml_file(bakeoff, study, folder):
    (folder / "study.toml").rename(folder / "moved.toml")
    done = bakeoff("retry", study, "--failed")
    assert done.exit_code == 2
    assert "name it with --study" in done.stderr
    assert bakeoff("retry", study, "--failed", "--study", "moved.toml").exit_code == 0


def test_a_table_of_scores_has_a_report_too(bakeoff):
    Path("scores.csv").write_text("data,a,b\n" + "".join(f"d{i},{0.7 + i / 100},{0.6 + i / 90}\n" for i in range(8)))
    assert bakeoff("report", "scores.csv", "-o", "r.md").stdout == "wrote r.md\n"
    assert "Verdict" in Path("r.md").read_text()


def test_rerun_repeats_one_unit_and_compares(bakeoff, study):
    for key in ("iris/tree/0/2", "iris/tree/kfold(5)/0/2/test//0"):
        found = bakeoff("rerun", study, "--unit", key)
        assert found.exit_code == 0, found.stderr
        assert found.stdout == f"{key}: identical to what is stored\n"
    assert json.loads(bakeoff("rerun", study, "--unit", "iris/tree/0/2", "--json").stdout)["identical"] is True
    missing = bakeoff("rerun", study, "--unit", "iris/tree/0/99")
    assert missing.exit_code == 2
    assert "contains no unit" in missing.stderr


def test_rerun_finds_a_module_beside_the_study_as_run_does(bakeoff, monkeypatch):
    Path("beside.py").write_text("from sklearn.naive_bayes import GaussianNB\n\n\nclass Own(GaussianNB):\n    pass\n")
    Path("own.toml").write_text(
        'measures = ["accuracy"]\n[learners.own]\nuse = "beside.Own"\n[learners.zero]\nuse = "majority"\n[[datasets]]\nname = "iris"\n'
        '[resampling]\nscheme = "holdout"\n'
    )
    with monkeypatch.context() as patch:
        patch.setattr(sys, "path", list(sys.path))
        assert bakeoff("run", "own.toml", "-q", "--allow", "beside").exit_code == 0
    monkeypatch.delitem(sys.modules, "beside")
    monkeypatch.setattr(sys, "path", list(sys.path))
    found = bakeoff("rerun", "own.bakeoff", "--unit", "iris/own/0/0", "--allow", "beside")
    assert found.exit_code == 0, found.stderr


FORMULAS = {"=1+1": "'=1+1", "@b": "'@b", "-1": "-1", "+c|d": "'+c|d", "'e": "''e", "f\x1b[2J": "'f\\x1b[2J"}


def test_formulas_and_control_characters_are_neutralised_and_come_back(bakeoff, folder):
    classes = [one for one in FORMULAS if one.isprintable()]
    with open("data.csv", "w", newline="") as file:
        out = csv.writer(file)
        out.writerow(["x", "class"])
        out.writerows([at % 7, classes[at % len(classes)]] for at in range(60))
    names = "".join(f"[learners.{json.dumps(one)}]\nuse = 'majority'\n" for one in FORMULAS)
    (folder / "wild.toml").write_text(
        f"title = 'Wild'\nmeasures = ['accuracy']\n{names}[[datasets]]\nfile = 'data.csv'\ntarget = 'class'\n"
        "[resampling]\nfolds = 2\n"
    )
    ran = bakeoff("run", "-q", "wild.toml")
    assert ran.exit_code == 0, ran.stderr
    assert bakeoff("export", "wild.bakeoff", "-o", "out").exit_code == 0
    assert {one["learner"] for one in lines("out/scores.csv")} == set(FORMULAS.values())
    stored = lines("out/predictions/data.csv")
    assert {one["truth"] for one in stored} == {FORMULAS[one] for one in classes}
    for path in Path("out").rglob("*"):
        assert path.is_dir() or b"\x1b" not in path.read_bytes()
    assert (
        bakeoff("import", "wild.bakeoff", answers(bakeoff, "wild.bakeoff", "data"), "--learner", "oracle").exit_code
        == 0
    )
    bakeoff("export", "wild.bakeoff", "-o", "after", "--scores")
    assert {one["value"] for one in lines("after/scores.csv") if one["learner"] == "oracle"} == {"1.0"}


def test_language_and_machine_of_an_imported_learner_are_kept(bakeoff, study):
    file = answers(bakeoff, study, "iris", "xor")
    bakeoff("import", study, file, "--learner", "oracle", "--language", "R 4.3", "--machine", "a  laptop")
    with open_results(study) as results:
        assert next(one.home for one in results.findings.card.learners if one.imported_from).endswith(
            "(R 4.3, a laptop)"
        )
        results.report(Path(study).with_suffix(".md"))
    said = Path(study).with_suffix(".md").read_text()
    assert "(R 4.3, a laptop) | made outside this study" in said
    assert "(R 4.3, a laptop), so neither its time nor its memory was measured here" in said
    long = bakeoff("import", study, file, "--learner", "other", "--language", "R" * 200)
    assert long.exit_code == 2
    assert "at most 120 characters" in long.stderr


def with_costs(path, costs):
    """The predictions of that file with further columns, the same on every line."""
    rows = [{**row, **costs(row)} for row in lines(path)]
    with open("costs.csv", "w", newline="") as file:
        out = csv.DictWriter(file, list(rows[0]))
        out.writeheader()
        out.writerows(rows)
    return "costs.csv"


def test_costs_measured_elsewhere_are_shown_and_never_tested(bakeoff, study):
    plain = answers(bakeoff, study, "iris", "xor")
    bakeoff("import", study, plain, "--learner", "CSM")
    bakeoff("report", study, "-o", "before.json")
    stated = with_costs(plain, lambda row: {"fit_seconds": 204480 + int(row["fold"]), "peak_memory": "3e9" if row["dataset"] == "xor" else ""})  # fmt: skip
    done = bakeoff("import", study, stated, "--learner", "CSM", "--language", "Java", "--machine", "Xeon")
    assert done.exit_code == 0, done.stderr
    bakeoff("report", study, "-o", "costs.md")
    text = Path("costs.md").read_text(encoding="utf-8")
    assert "| CSM | iris | 56.8 h | – | – | Java, Xeon |" in text
    assert "| CSM | xor | 56.8 h | – | 2.8 GiB | Java, Xeon |" in text
    bakeoff("report", study, "-o", "after.json")
    before, after = (json.loads(Path(name).read_text(encoding="utf-8")) for name in ("before.json", "after.json"))
    assert after["lead"] == before["lead"]
    with FileLedger.open(study) as ledger:
        assert all(isnan(ledger.get(key).resources.fit_seconds) for key in ledger.contents() if key.learner == "CSM")


@pytest.mark.parametrize(
    ("column", "told"),
    [
        ({"fit_seconds": "56.8h"}, "fit_seconds must be a number, not '56.8h'"),
        ({"fit_seconds": "-1"}, "fit_seconds must be a finite number that is not negative, not '-1'"),
        ({"peak_memory": "row"}, "a repeat and fold has one value"),
    ],
)
def test_costs_that_cannot_be(bakeoff, study, column, told):
    path = with_costs(answers(bakeoff, study, "xor"), lambda row: {name: row.get(value, value) for name, value in column.items()})  # fmt: skip
    done = bakeoff("import", study, path, "--learner", "CSM")
    assert done.exit_code == 2
    assert told in done.stderr

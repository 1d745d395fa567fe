"""`bakeoff run`, `status`, `retry` and `report` on a small study, from the first run to the last cure."""

import json
from pathlib import Path

from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.runs.store.ledger import digest


def strange(folder, name, **params):
    """Put a strange learner in the place of the tree."""
    text = (folder / "study.toml").read_text()
    put = f'use = "strange_learners.{name}"\nparams = {{{", ".join(f"{key} = {value!r}" for key, value in params.items())}}}'
    text = text.replace('use = "sklearn.tree.DecisionTreeClassifier"\nparams = {max_depth = 3}', put)
    (folder / "study.toml").write_text(text)


def test_a_run_prints_the_verdict_and_the_scores(bakeoff, folder):
    done = bakeoff("run", "study.toml", "-j", 2)
    assert done.exit_code == 0, done.stderr
    lines = done.stderr.splitlines()
    assert lines[:2] == [
        "Two on two",
        "2 learners on 2 data sets, 5-fold cross-validation, stratified by class: 20 units",
    ]
    assert lines[2].startswith(
        "which learners differ cannot be decided with this many data sets. At least 6 data sets are needed"
    )
    assert "20 of 20 units" in lines[3]
    assert "for the report: bakeoff report study.bakeoff" in lines
    assert done.stdout.startswith("No verdict is possible: 2 data sets are too few to tell tree and zero apart.")
    assert "What to watch: At least 6 data sets are needed to decide one pair" in done.stdout
    assert "By each measure:" in done.stdout
    assert "Accuracy (%), higher is better" in done.stdout
    assert "iris" in done.stdout
    assert Path("study.bakeoff").exists()


def test_a_second_run_has_nothing_to_do_and_says_the_same(bakeoff, study):
    again = bakeoff("run")
    assert again.exit_code == 0
    assert "all 20 units are in study.bakeoff already; nothing to run" in again.stderr
    assert again.stdout == bakeoff("run", "-q").stdout


def test_a_changed_study_runs_only_what_changed(bakeoff, folder, study):
    path = folder / "study.toml"
    path.write_text(path.read_text().replace("max_depth = 3", "max_depth = 2"))
    dry = bakeoff("run", "--dry-run")
    assert (dry.exit_code, dry.stdout) == (0, "would run 10 of 20 units; nothing was done\n")
    assert "learner tree has changed: its units are run again" in dry.stderr
    found = json.loads(bakeoff("run", "--dry-run", "--json").stdout)
    assert (found["schema"], found["to_run"], found["reused"]) == ("bakeoff.run/1", 10, 10)
    done = bakeoff("run", "-v")
    assert "10 units are in study.bakeoff already and are used again; 10 to run" in done.stderr
    assert "10 units: " in done.stderr
    assert sum("/tree/kfold(5)/0/" in one and " done, in " in one for one in done.stderr.splitlines()) == 10
    assert "would run 20 of 20" in bakeoff("run", "--dry-run", "--fresh").stdout


def test_results_do_not_depend_on_workers_or_on_starting_anew(bakeoff, study, finished):
    bakeoff("run", "-q", "--fresh", "-j", 1)
    with FileLedger.open(study) as one, FileLedger.open(finished) as two:
        assert len(one) == 20
        assert digest(one) == digest(two)


def test_failed_units_are_exit_code_3_and_can_be_retried(bakeoff, folder):
    strange(folder, "Fails", sign=str(folder / "broken"))
    (folder / "broken").touch()
    done = bakeoff("run", "--allow", "strange_learners")
    assert done.exit_code == 3
    assert "5 of 20 units did not finish:" in done.stderr
    assert "exception in fit" in done.stderr
    assert "this learner does not like 48 rows" in done.stderr
    assert "bakeoff retry study.bakeoff --failed" in done.stderr
    assert done.stdout.startswith("No verdict. Accuracy: the comparison is withheld, ")

    found = json.loads(bakeoff("run", "--allow", "strange_learners", "--json").stdout)
    assert found["units"] == {"planned": 20, "done": 15, "failed": 5}
    assert found["verdict"]["claim"] is None
    assert {(one["learner"], one["dataset"], one["stage"]) for one in found["failures"]} == {("tree", "xor", "fit")}
    assert (
        "nothing is left to run\nto try again: bakeoff retry study.bakeoff --failed"
        in bakeoff("status", "study.bakeoff").stdout
    )

    (folder / "broken").unlink()
    cured = bakeoff("retry", "study.bakeoff", "--failed", "--allow", "strange_learners")
    assert cured.exit_code == 0, cured.stderr
    assert "5 units failed before and are run again" in cured.stderr
    assert "comparison is withheld" not in cured.stdout


def test_a_stranger_is_not_imported_without_being_allowed(bakeoff, folder):
    strange(folder, "Constant")
    done = bakeoff("run")
    assert done.exit_code == 2
    assert "--allow strange_learners" in done.stderr
    assert not Path("study.bakeoff").exists()


def test_the_file_of_another_study_is_not_touched(bakeoff, folder, study):
    (folder / "study.toml").write_text(
        (folder / "study.toml").read_text().replace("zero", "null").replace("tree]", "bush]")
    )
    done = bakeoff("run", "-q")
    assert done.exit_code == 2
    assert "contains another study" in done.stderr
    with FileLedger.open("study.bakeoff") as ledger:
        assert len(ledger) == 20


def test_a_folder_in_the_place_of_a_file_is_told(bakeoff, folder, study):
    (folder / "out").mkdir()
    for words in (("run", "-o", "out"), ("run", "--dry-run", "-o", "out"), ("status", "out"), ("verify", "out")):
        done = bakeoff(*words)
        assert done.exit_code == 2
        assert "out is a folder; name a file in it, such as out/study.bakeoff" in done.stderr
    assert "there is no directory" in bakeoff("run", "-q", "-o", "nowhere/s.bakeoff").stderr
    assert "study.toml is a file; name a folder" in bakeoff("export", study, "-o", "study.toml").stderr

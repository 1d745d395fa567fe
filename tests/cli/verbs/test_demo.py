"""`bakeoff demo`: offline, from nothing to a verdict and a page, and at once the second time."""

import json
from pathlib import Path

from bakeoff.cli.verbs import demo
from bakeoff.study.spec.read_toml import read_study

SHORT = (
    demo.STUDY.replace("folds = 10", "folds = 2")
    .replace("repeats = 3", "repeats = 1")
    .replace("n_estimators = 20", "n_estimators = 5")
)


def test_the_real_demo_is_large_enough_and_needs_no_network(folder):
    Path("demo.toml").write_text(demo.STUDY)
    spec = read_study("demo.toml")
    assert len(spec.learners) >= 5
    assert len(spec.datasets) >= 6
    assert all(len(plan) % 10 == 0 for plan in spec.plans())
    assert "openml" not in demo.STUDY


def test_a_short_demo_from_nothing_to_the_page_and_again(bakeoff, monkeypatch):
    monkeypatch.setattr(demo, "STUDY", SHORT)
    done = bakeoff("demo")
    assert done.exit_code == 0, done.stderr
    assert "7 learners on 12 data sets, 2-fold cross-validation, stratified by class: 168 units" in done.stderr
    assert "the baseline tree" in done.stdout
    assert done.stdout.endswith("report: bakeoff-demo/report.html\n")
    assert Path("bakeoff-demo/report.html").stat().st_size > 10_000
    again = bakeoff("demo")
    assert again.exit_code == 0
    assert "all 168 units are in bakeoff-demo/study.bakeoff already; nothing to run" in again.stderr
    assert again.stdout == done.stdout
    found = json.loads(bakeoff("demo", "--json").stdout)
    assert (found["schema"], found["report"]) == ("bakeoff.demo/1", "bakeoff-demo/report.html")


def test_a_demo_that_was_edited_or_lost_units_runs(bakeoff, monkeypatch):
    few = SHORT.replace(
        '[learners.forest]\nuse = "sklearn.ensemble.RandomForestClassifier"\nparams = {n_estimators = 5}\n', ""
    )
    monkeypatch.setattr(demo, "STUDY", few)
    assert bakeoff("demo").exit_code == 0
    monkeypatch.setattr(demo, "run_study", lambda settings: (_ for _ in ()).throw(RuntimeError("runs")))
    assert bakeoff("demo").exit_code == 0
    Path("bakeoff-demo/study.toml").write_text(few.replace("seed = 1", "seed = 2"))
    assert "runs" in bakeoff("demo").stderr
    Path("bakeoff-demo/study.toml").write_text(few)  # as it was, but written after the results
    assert "runs" in bakeoff("demo").stderr
    Path("bakeoff-demo/study.bakeoff").write_bytes(b"no study")
    assert "runs" in bakeoff("demo").stderr

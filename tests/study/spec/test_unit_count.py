"""One count of units: what check announces is what is run, stored and shown."""

import json

import pytest
from click.testing import CliRunner
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.runs.inner import INNER
from bakeoff.runs.local import run_local
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.runs.store.ledger import MemoryLedger
from bakeoff.runs.work import units
from bakeoff.study.running.execute import changes
from bakeoff.study.running.status import standing
from bakeoff.study.spec.review import review
from bakeoff.study.spec.unit_count import UnitCount

DEPTH = {"max_depth": bo.integers(1, 20)}
SEARCHES = {
    "random": (bo.Tuned(SVC(), {"C": bo.log_uniform(0.1, 10)}, trials=2), True),
    "shared": (bo.Tuned(KNeighborsClassifier(), {"n_neighbors": bo.integers(1, 20)}, trials=4), True),
    "partly shared": (
        bo.Tuned(KNeighborsClassifier(), {"n_neighbors": [1, 3], "weights": ["uniform", "distance"]}, search="grid"),
        True,
    ),
    "halving": (bo.Tuned(DecisionTreeClassifier(random_state=0), DEPTH, search="halving", trials=4), True),
    "racing": (bo.Tuned(DecisionTreeClassifier(random_state=0), DEPTH, search="racing", trials=4, scheme="5-fold"), False),
}  # fmt: skip


@pytest.mark.parametrize("name", SEARCHES)
def test_the_announced_number_is_run(name: str) -> None:
    tuned, exact = SEARCHES[name]
    spec = bo.Study(
        datasets="iris", learners={name: tuned, "zero": "majority"}, scheme="2-fold", measures="accuracy"
    ).spec
    count = review(spec).units
    ledger, totals = MemoryLedger(), []
    found = changes(spec, ledger)
    assert found.count == count
    assert found.inner_to_run == count.inner.most
    run_local(found.agenda, ledger, workers=1, listener=lambda told: totals.append((told.done, told.total)))
    stored = sum(key.role == INNER for key in ledger.contents())
    assert count.outer == 4
    assert count.inner.exact is exact
    assert stored == count.inner.most if exact else 0 < stored <= count.inner.most
    assert totals[-1] == (stored + 4, stored + 4)
    assert all(total <= count.total for _, total in totals)
    assert changes(spec, ledger).inner_to_run == 0


def test_kinds_of_units() -> None:
    spec = bo.Study(
        datasets="iris", learners={"zero": "majority"}, scheme="2-fold", measures="accuracy", train_sizes=[0.5], training_error=True
    ).spec  # fmt: skip
    work = spec.work()
    count = UnitCount.of(work, units(work))
    assert (count.splits, count.curves, count.total) == (2, 2, len(units(work)))
    assert count.to_json()["all_units"] == len(units(work))


STUDY = """
title = "Tuned"
measures = ["accuracy"]
[learners.svm]
use = "sklearn.svm.SVC"
tune = {C = {log = [0.1, 10]}, trials = 3, folds = 3}
[learners.zero]
use = "majority"
[[datasets]]
name = "iris"
[resampling]
folds = 2
"""


def test_check_run_and_status_agree(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "s.toml").write_text(STUDY)
    ask = CliRunner().invoke
    assert (
        "22 units: 4 (learners × splits of all data sets), 18 inside training parts (tuning)"
        in ask(cli, ["check", "s.toml"]).stdout
    )
    assert json.loads(ask(cli, ["check", "s.toml", "--json"]).stdout)["all_units"] == 22
    assert "would run 22 of 22 units" in ask(cli, ["run", "s.toml", "--dry-run"]).stdout
    ran = ask(cli, ["run", "s.toml", "--workers", "1"])
    assert "22 units, 18 of them inside training parts" in ran.stderr
    assert "22 of 22 units" in ran.stderr
    said = ask(cli, ["status", "s.bakeoff"]).stdout
    assert "22 of 22 units done" in said
    assert "18 of 18" in said
    assert "all 22 units are in s.bakeoff already" in ask(cli, ["run", "s.toml"]).stderr
    with FileLedger.open(tmp_path / "s.bakeoff") as ledger:
        found = standing(ledger)
    assert (found.inner_planned, found.inner_done) == (18, 18)

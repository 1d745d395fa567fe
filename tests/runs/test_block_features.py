"""Features that are no table of numbers, through a whole study: the same as a plain loop, however it runs."""

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.model_selection import GridSearchCV

import bakeoff as bo
from bakeoff.core.errors import NotApplicable
from bakeoff.learners.estimators import SklearnLearner
from bakeoff.runs.process.pickling import packed, unpacked
from bakeoff.runs.process.shared_memory import open_shared, write_shared
from bakeoff.runs.store.ledger import digest
from tests.helpers import block_data as blocks
from tests.helpers.dask_cluster import Cluster, until


def study(name: str) -> bo.Study:
    make, learners = blocks.BLOCKS[name]
    data = bo.load((make(), blocks.TARGET), name=name)
    return bo.Study(datasets=data, learners=learners, scheme="3-fold", measures=["accuracy", "log_loss"])


LONG = bool(os.environ.get("BAKEOFF_LONG_FAULTS"))  # `make faults`: every kind of block in every way
SLOWER = [
    pytest.param(name, marks=pytest.mark.slow) for name in ("images", "frame with a text column", "frame with objects")
]


@pytest.mark.parametrize("name", ["texts", "sparse", *SLOWER])
def test_a_study_equals_a_plain_loop(name: str) -> None:
    make, learners = blocks.BLOCKS[name]
    X, results = make(), study(name).run(workers=1, progress=False)
    plan = results.ledger.plan(name)
    for key in list(results.ledger.keys()):
        run, split = results.ledger.get(key), plan.split(key.repeat, key.fold)
        assert run.predictions is not None, run.failure
        label, proba = blocks.plain_loop(learners[key.learner], X, split.train, split.test)
        np.testing.assert_array_equal(run.predictions.label, label)
        np.testing.assert_allclose(run.predictions.proba, proba, rtol=0, atol=1e-12)


@pytest.mark.parametrize("name", [name for name in blocks.BLOCKS if name != "frame with a text column"])
def test_a_learner_gets_the_container_that_was_brought(name: str) -> None:
    make, learners = blocks.BLOCKS[name]
    X, train, test = make(), np.array([5, 2, 9, 40]), np.array([11, 1])
    data = bo.load((X, blocks.TARGET), name=name)
    file, card = write_shared(data)
    there = open_shared(file, unpacked(packed(card)))  # as in the process of a learner
    os.close(file)
    assert there.fingerprint == data.fingerprint
    assert blocks.container(there.take(train).features) == blocks.container(blocks.rows_of(X, train))
    for learner, estimator in learners.items():
        model = SklearnLearner(learner, estimator).fit(there.take(train), np.random.default_rng(0))
        outputs = model.predict(there.block.take(test).native)
        label, proba = blocks.plain_loop(estimator, X, train, test)
        np.testing.assert_array_equal(outputs.label, label)
        np.testing.assert_array_equal(outputs.proba, proba)


@pytest.mark.slow
def test_curves_searches_and_test_sets_take_texts() -> None:
    make, learners = blocks.BLOCKS["texts"]
    X, y, bayes = make(), blocks.TARGET, learners["l0"]
    space = {"multinomialnb__alpha": [0.1, 1.0]}
    both = {"tuned": bo.Tuned(bayes, space, scheme="2-fold"), "search": GridSearchCV(bayes, space, cv=2)}
    results = bo.evaluate(both, X, y, cv=2, train_sizes=[0.5], training_error=True, progress=False)
    assert results.failures.empty
    apart = bo.evaluate(learners, X[:40], y[:40], X_test=X[40:], y_test=y[40:], progress=False)
    label, _ = blocks.plain_loop(bayes, X, np.arange(40), np.arange(40, 60))
    np.testing.assert_array_equal(apart.predictions("data", "l0").label, label)


@pytest.mark.slow
def test_several_data_sets_without_columns_have_no_characteristics(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bakeoff.study.running.execute.characteristics", None)  # calling it would fail
    make, learners = blocks.BLOCKS["sparse"]
    data = [bo.load((make()[start:], blocks.TARGET[start:]), name=f"from {start}") for start in (0, 10)]
    results = bo.Study(datasets=data, learners=learners, scheme="2-fold").run(progress=False)
    with pytest.raises(
        NotApplicable, match="characteristics need columns; 'from 0' is a sparse matrix with 200 columns"
    ):
        results.criteria.domains()


SCRIPT = """
import sys
sys.path.insert(0, {tests!r})
from tests.runs.test_block_features import study
if __name__ == "__main__":
    study({name!r}).run({file!r}, workers=1, progress=False)
"""


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with Cluster(tmp_path_factory.mktemp("cluster"), workers=1) as running:
        yield running


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "texts",
        "sparse",
        "images",
        "frame with objects",
        *(("series of texts", "frame with a text column") if LONG else ()),
    ],
)
def test_every_way_gives_the_same_digest(name: str, tmp_path: Path, cluster: Any) -> None:
    from distributed import Client

    alone = digest(study(name).run(workers=1, progress=False).ledger)
    assert digest(study(name).run(workers=2, progress=False).ledger) == alone
    with Client(cluster.address, set_as_default=False) as client:
        assert digest(study(name).run(dask=client, progress=False).ledger) == alone
    file, script = tmp_path / "s.bakeoff", tmp_path / "run.py"
    script.write_text(SCRIPT.format(tests=str(Path(__file__).parents[2]), name=name, file=str(file)))
    run = subprocess.Popen([sys.executable, str(script)])
    until(lambda: run.poll() is not None or _count(file) >= 1, "a unit is stored")
    os.kill(run.pid, signal.SIGKILL)
    run.wait()
    assert _count(file) >= 1
    with study(name).run(file, workers=2, progress=False) as results:
        assert digest(results.ledger) == alone


def _count(file: Path) -> int:
    try:
        with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as opened:
            return int(opened.execute("SELECT count(*) FROM units").fetchone()[0])
    except sqlite3.Error:
        return 0

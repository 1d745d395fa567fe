"""What a study file says about where it was run, also when that was in several places."""

from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from bakeoff.learners.baselines import Majority
from bakeoff.runs import environment as module
from bakeoff.runs.environment import EARLIER, LATEST, environment, write_environment
from bakeoff.runs.store.ledger import MemoryLedger
from bakeoff.splits import scheme_from
from bakeoff.study.analysis.analyse import analyse
from bakeoff.study.running import execute as execute_module
from bakeoff.study.running.environment_text import machine, versions
from bakeoff.study.running.execute import execute

pytestmark = pytest.mark.slow


@pytest.fixture
def small(make):
    """Two units of a learner that children can import."""
    return partial(
        make.spec,
        datasets=(make.data("blobs", seed=0),),
        learners=(Majority(),),
        scheme=scheme_from("2-fold"),
        measures=("accuracy",),
    )


@pytest.fixture
def elsewhere(monkeypatch):
    """Pretend to be another machine."""

    def move(**facts):
        monkeypatch.setattr(module, "environment", lambda: {**environment(), **facts})

    return move


def test_processor_libraries_threads_and_git_are_told(small):
    done = execute(small(), workers=1, threads=2)
    card = analyse(done.ledger).card
    told = dict(card.machine)
    here = environment()
    assert told["Processor"].startswith(here["cpu"])
    assert "core" in told["Processor"]
    blas = [one for one in here["libraries"] if one["user_api"] == "blas"]  # OpenMP libraries tell no version
    assert blas
    assert all(f"{one['internal_api']} {one['version']}" in told["Numerical libraries"] for one in blas)
    assert told["Threads"] == "2 per unit"
    assert told["Git"].startswith(("commit ", "not in a repository"))
    assert dict(card.versions)["python"] == here["python"]
    assert "Earlier runs" not in told


def test_runs_on_several_machines_are_all_told(small, elsewhere):
    done = execute(small(), workers=1)
    elsewhere(cpu="Another CPU")
    execute(small(), workers=1, ledger=done.ledger)
    assert "Another" not in str(machine(done.ledger))  # nothing was run there
    execute(small(seed=2), workers=1, ledger=done.ledger)
    told = dict(machine(done.ledger))
    assert told["Processor"].startswith("Another CPU")
    assert told["Earlier runs"].startswith(f"Processor {environment()['cpu']}")
    execute(small(), workers=1, ledger=done.ledger, fresh=True)
    assert "Earlier runs" not in dict(machine(done.ledger))


def test_few_earlier_environments_are_kept(elsewhere):
    book = MemoryLedger()
    for at in range(40):
        elsewhere(cpu=f"number {at % 30}")
        write_environment(book, threads=1)
    assert len(book.get_meta(EARLIER)) == 20
    assert book.get_meta(LATEST)["cpu"] == "number 9"
    assert book.get_meta(LATEST) not in book.get_meta(EARLIER)


@pytest.mark.parametrize(
    "found", [None, [], "x", {"libraries": 3, "git": "x", "cpu": {}}, {"packages": [1], "cores": {}}]
)
def test_a_file_may_say_anything(found):
    book = MemoryLedger()
    book.set_meta(LATEST, found)
    book.set_meta(EARLIER, [found, {"cpu": "<b>"}])
    assert isinstance(versions(book), tuple)
    assert dict(machine(book))["Earlier runs"].endswith("<b>")


def test_files_of_earlier_versions_list_versions_only():
    book = MemoryLedger()
    book.set_meta(LATEST, {"versions": {"numpy": "1.0"}})
    assert (versions(book), machine(book)) == ((("numpy", "1.0"),), ())


def test_workers_of_a_cluster_are_grouped():
    book = MemoryLedger()
    kind = {"cpu": "EPYC", "cores": 4, "libraries": [{"internal_api": "mkl", "version": "2026"}]}
    cluster = {"threads": {"a": 4, "b": 4}, "machines": {"a": kind, "b": kind}}
    book.set_meta(LATEST, {"cluster": cluster})
    assert machine(book) == (("Cluster", "2 Dask workers, 8 units at a time; EPYC, 4 cores, mkl 2026"),)


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (None, "not in a repository"),
        ({"commit": None, "changed": None}, "in a repository whose commit could not be read"),
        ({"commit": "c0ffee", "changed": None}, "commit c0ffee (whether files differ from it is unknown)"),
        (
            {"commit": "c0ffee", "changed": True},
            "commit c0ffee, with changes that are not committed",
        ),  # an earlier version
        ({"commit": "c0ffee", "changed": False}, "commit c0ffee"),
        ({"commit": "c0ffee", "changed": []}, "commit c0ffee (whether files differ from it is unknown)"),
    ],
)
def test_what_is_known_of_git_is_told(found, words):
    book = MemoryLedger()
    book.set_meta(LATEST, {"git": found})
    assert dict(machine(book))["Git"] == words


def test_time_spent_is_not_read_from_the_calendar(small, monkeypatch):
    class Backwards(datetime):
        days = 0

        @classmethod
        def now(cls, tz=None):
            cls.days += 1
            return datetime(2026, 1, 1, tzinfo=UTC) - timedelta(days=cls.days)

    monkeypatch.setattr(execute_module, "datetime", Backwards)
    done = execute(small(), workers=1)
    assert Backwards.days > 0
    assert 0 < done.ledger.get_meta("times")["wall_seconds"] < 3600

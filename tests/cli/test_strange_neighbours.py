"""What a stranger's folder may hold beside a study under the names that bakeoff and SQLite use: nothing of the user is deleted, emptied or waited for."""

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bakeoff.challenges.challenge import Challenge
from tests.helpers.super_journal import super_journal

LOCK = "study.bakeoff.lock"


@pytest.fixture
def thesis(folder: Path) -> Path:
    """A file of the user, outside of the stranger's folder."""
    outside = folder.parent / f"{folder.name}-thesis.tex"
    outside.write_text("years of work")
    return outside


@pytest.fixture
def exchange(folder: Path) -> Path:
    rows = "".join(f"{i},{i % 7},{'yes' if i % 3 else 'no'}\n" for i in range(300))
    Path("rows.csv").write_text("a,b,y\n" + rows)
    Challenge.create("rows.csv", "y", "lent", positive="yes")._store.close()
    return Path("lent")


def refused(done, *words):
    assert done.exit_code == 2, done.output
    told = " ".join(done.stderr.split())
    assert "this is a bug" not in told
    assert len(told) < 1000
    for word in words:
        assert word in told
    return done


def test_a_journal_that_names_a_second_file_does_delete_it(thesis):
    """The control: SQLite itself follows such a journal."""
    with closing(sqlite3.connect("control.sqlite")) as made:
        made.execute("CREATE TABLE t (a)")
    Path("control.sqlite-journal").write_bytes(super_journal(thesis, os.path.getsize("control.sqlite") // 4096))
    with closing(sqlite3.connect("control.sqlite")) as opened:
        opened.execute("SELECT * FROM t").fetchall()
    assert not thesis.exists()


WRITERS = {
    "run": ("run", "study.toml"),
    "retry": ("retry", "study.bakeoff", "--failed"),
    "repair": ("retry", "study.bakeoff", "--damaged"),
    "import": ("import", "study.bakeoff", "study.toml", "--learner", "x"),
    "forget": ("forget", "study.bakeoff", "--learner", "zero"),
}


@pytest.mark.parametrize("verb", WRITERS)
@pytest.mark.parametrize("way", ["absolute", "relative"])
def test_a_journal_beside_a_study_deletes_no_other_file(bakeoff, study, thesis, verb, way):
    named = thesis if way == "absolute" else os.path.relpath(thesis)
    pages = study.stat().st_size // 4096
    Path("study.bakeoff-journal").write_bytes(super_journal(named, pages))
    refused(bakeoff(*WRITERS[verb]), "study.bakeoff-journal would make SQLite delete another file")
    assert thesis.read_text() == "years of work"


def test_a_journal_beside_what_a_repair_writes_deletes_no_other_file(bakeoff, study, thesis):
    with closing(sqlite3.connect(study)) as forged:
        forged.execute("UPDATE units SET fold = fold + 100 WHERE id = 1")
        forged.commit()
    Path("study.bakeoff.repaired-journal").write_bytes(super_journal(thesis))
    refused(bakeoff("retry", study, "--damaged"), "study.bakeoff.repaired-journal would make SQLite delete")
    assert thesis.exists()


def test_a_journal_beside_an_exchange_deletes_no_other_file(bakeoff, exchange, thesis):
    pages = (exchange / "exchange.sqlite").stat().st_size // 4096
    (exchange / "exchange.sqlite-journal").write_bytes(super_journal(thesis, pages))
    refused(bakeoff("exchange", "status", exchange), "exchange.sqlite-journal would make SQLite delete another file")
    assert thesis.exists()


@pytest.mark.parametrize("ending", ["-journal", "-wal", "-shm"])
@pytest.mark.parametrize("pointing", ["at a file", "nowhere"])
def test_a_link_beside_a_database_is_refused(bakeoff, study, exchange, thesis, ending, pointing):
    target = thesis if pointing == "at a file" else thesis.with_name("nothing")
    Path(f"study.bakeoff{ending}").symlink_to(target)
    Path(exchange / f"exchange.sqlite{ending}").symlink_to(target)
    for words in (*WRITERS.values(), ("status", study), ("verify", study), ("exchange", "status", exchange)):
        refused(bakeoff(*words), "is not a regular file")
    assert thesis.read_text() == "years of work"
    assert not thesis.with_name("nothing").exists()


@pytest.mark.parametrize("ending", ["-journal", "-wal"])
def test_a_log_is_not_written_into_a_file_that_has_a_second_name(bakeoff, study, thesis, ending):
    study.unlink()
    study.hardlink_to(thesis)
    Path(f"study.bakeoff{ending}").write_bytes(b"x" * 5000)
    refused(bakeoff("run", "study.toml"), "has a second name (a hard link)")
    assert thesis.read_text() == "years of work"


@pytest.mark.parametrize("verb", WRITERS)
@pytest.mark.parametrize("kind", ["link", "dangling link", "hard link", "pipe", "device"])
def test_a_lock_that_leads_elsewhere_empties_no_file(bakeoff, study, thesis, verb, kind):
    lock, missing = Path(LOCK), thesis.with_name("nothing")
    if kind == "hard link":
        lock.hardlink_to(thesis)
    elif kind == "pipe":
        os.mkfifo(lock)
    else:
        lock.symlink_to({"link": thesis, "dangling link": missing, "device": "/dev/zero"}[kind])
    refused(bakeoff(*WRITERS[verb]), LOCK, "bakeoff makes no such lock")
    assert thesis.read_text() == "years of work"
    assert not missing.exists()


@pytest.mark.parametrize("kind", ["pipe", "/dev/zero", "/etc/passwd", "folder", "text"])
def test_status_reads_little_of_a_lock_and_follows_none(bakeoff, study, kind):
    if kind == "pipe":
        os.mkfifo(LOCK)
    elif kind == "folder":
        os.mkdir(LOCK)
    elif kind == "text":
        Path(LOCK).write_text("x" * 10_000_000)
    else:
        Path(LOCK).symlink_to(kind)
    done = bakeoff("status", study)
    assert done.exit_code == 0, done.output
    assert "root:" not in done.output
    assert ("being run by" in done.output) == (kind == "text")
    assert done.output.count("x") < 300


@pytest.mark.parametrize("number", ["9" * 30, "²", "0", "-1"])
def test_a_lock_of_an_impossible_process_is_no_bug(bakeoff, study, number):
    import socket

    Path(LOCK).write_text(f"process {number} on {socket.gethostname()}\n1\n")
    assert bakeoff("status", study).exit_code == 0


@pytest.mark.parametrize("kind", ["nowhere", "at an empty file", "at a study"])
def test_nothing_is_written_through_a_study_that_is_a_link(bakeoff, study, thesis, kind):
    elsewhere = thesis.with_name(f"{thesis.name}-{kind.split()[-1]}")
    study.replace(elsewhere) if kind == "at a study" else study.unlink()
    if kind == "at an empty file":
        elsewhere.touch()
    before = elsewhere.read_bytes() if elsewhere.exists() else None
    study.symlink_to(elsewhere)
    for words in WRITERS.values():
        if kind == "nowhere" and words[0] != "run":
            continue  # there is no file that they could go on with
        refused(
            bakeoff(*words),
            "study.bakeoff is a link" if before != b"" or words[0] in {"run", "import", "forget"} else "",
        )
    assert (elsewhere.read_bytes() if elsewhere.exists() else None) == before
    assert not list(elsewhere.parent.glob(f"{elsewhere.name}?*"))
    if kind == "at a study":
        assert bakeoff("status", study).exit_code == 0  # reading follows it


def test_the_demo_is_not_written_through_a_link(bakeoff, thesis):
    home = thesis.with_name(f"{thesis.name}-home")
    home.mkdir()
    Path("bakeoff-demo").symlink_to(home)
    refused(bakeoff("demo"), "bakeoff-demo is a link")
    assert not list(home.iterdir())


def test_the_study_of_the_demo_is_not_written_through_a_link(bakeoff, thesis, monkeypatch):
    os.mkdir("bakeoff-demo")
    missing = thesis.with_name("nothing.toml")
    Path("bakeoff-demo/study.toml").symlink_to(missing)
    monkeypatch.setattr("bakeoff.cli.verbs.demo.run_study", lambda settings: (_ for _ in ()).throw(KeyboardInterrupt))
    bakeoff("demo")
    assert not missing.exists()
    assert Path("bakeoff-demo/study.toml").read_text().startswith("# The study behind")


@pytest.mark.parametrize("part", ["plan", "predictions"])
def test_an_export_is_not_written_through_a_folder_that_is_a_link(bakeoff, study, thesis, part):
    home = thesis.with_name(f"{thesis.name}-home")
    home.mkdir()
    (home / "iris.csv").write_text("mine")
    os.mkdir("out")
    Path("out", part).symlink_to(home)
    refused(bakeoff("export", study, "-o", "out"), f"out/{part} is a link")
    assert (home / "iris.csv").read_text() == "mine"


ENDLESS = """CREATE VIEW audit AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n)
    SELECT id, '' AS moment, '' AS who, '' AS what, '{}' AS facts FROM n"""


def test_a_view_in_place_of_the_audit_log_of_an_exchange_is_refused(bakeoff, exchange):
    with closing(sqlite3.connect(exchange / "exchange.sqlite")) as forged:
        forged.executescript(f"DROP TABLE audit; {ENDLESS};")
    for verb in ("status", "open", "close"):
        refused(
            bakeoff("exchange", verb, exchange), "the tables of lent/exchange.sqlite are not those that bakeoff makes"
        )


def test_queries_of_an_exchange_end_by_steps_and_by_a_signal(exchange):
    """Also where the tables are ours: a bound of steps, and between steps Python handles signals."""
    code = """
import signal, sys
from pathlib import Path
from bakeoff.challenges.store import ChallengeStore
from bakeoff.runs.store import database
database.FREE_STEPS = float(sys.argv[2])
store = ChallengeStore(Path(sys.argv[1]))
print("open", flush=True)
store._all("WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT count(*) FROM n")
"""
    command = [sys.executable, "-c", code, str(exchange / "exchange.sqlite")]
    done = subprocess.run([*command, "1e6"], capture_output=True, text=True, check=False, timeout=120)
    assert "gives more rows than a file of its size can contain" in done.stderr
    code = code.replace("store =", "signal.signal(signal.SIGTERM, lambda *_: sys.exit(7))\nstore =")
    command[2] = code
    with subprocess.Popen([*command, "inf"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout.readline() == "open\n"
        running.send_signal(signal.SIGTERM)
        running.communicate(timeout=120)  # raises, and the test fails, where the query goes on without end
    assert running.returncode != 0

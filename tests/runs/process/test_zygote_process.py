"""The zygote is started early, kept for the next run, replaced where anything differs, and never outlives its parent."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bakeoff.learners.baselines import Majority
from bakeoff.runs.local import run_local
from bakeoff.runs.process import zygote_process
from bakeoff.runs.process.procfs import children
from bakeoff.runs.store.ledger import MemoryLedger, digest
from tests.helpers import odd_learners

HEAD = """
import os, sys, time
from bakeoff.learners.baselines import Majority
from bakeoff.runs.local import run_local
from bakeoff.runs.process.procfs import children
from bakeoff.runs.process.zygote_process import warm_up
from bakeoff.runs.store.ledger import MemoryLedger
from tests.helpers import odd_learners
run = lambda: run_local(odd_learners.work_of(Majority()), MemoryLedger(), workers=1)
"""


def zygotes() -> list[int]:
    """Those of this process that live: the one that is kept, and no other."""
    kept = zygote_process._RESERVE._kept
    return [pid for pid in children(os.getpid()) if kept is not None and pid == kept.pid]


def run() -> str:
    book = MemoryLedger()
    assert run_local(odd_learners.work_of(Majority(), odd_learners.Noisy()), book, workers=2).done == 4
    return digest(book)


def gone(pid: int) -> bool:
    give_up = time.monotonic() + 20
    while Path(f"/proc/{pid}").exists() and time.monotonic() < give_up:
        try:
            if Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z":
                return True
        except OSError:
            break
        time.sleep(0.01)
    return not Path(f"/proc/{pid}").exists()


def script(body: str, folder: Path, **how: object) -> subprocess.Popen:
    path = os.pathsep.join([str(Path.cwd()), *filter(None, sys.path)])
    command = [sys.executable, "-c", HEAD + body]
    environment = {**os.environ, "PYTHONPATH": path}
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder, env=environment, **how)


def test_the_second_run_finds_the_zygote_of_the_first() -> None:
    zygote_process.warm_up()
    early = zygotes()
    first = run()
    assert zygotes() == early
    assert children(early[0]) == []
    assert run() == first
    assert zygotes() == early


@pytest.mark.parametrize("what", ["environment", "path", "folder", "mask", "threads"])
def test_another_environment_gets_another_zygote(what: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    zygote_process.warm_up()
    before, mask = zygotes(), os.umask(0o022)
    if what == "environment":
        monkeypatch.setenv("BAKEOFF_TEST", "other")
    elif what == "path":
        monkeypatch.syspath_prepend(str(tmp_path))
    elif what == "folder":
        monkeypatch.chdir(tmp_path)
    elif what == "mask":
        os.umask(0o077)
    try:
        zygote_process.warm_up(threads=2 if what == "threads" else 1)
        after = zygotes()
    finally:
        os.umask(mask)
    assert len(after) == 1
    assert after != before


def test_a_zygote_that_was_killed_meanwhile_is_replaced() -> None:
    first = run()
    (before,) = zygotes()
    os.kill(before, signal.SIGKILL)
    assert run() == first
    assert zygotes() != [before]


def test_nobody_uses_it_so_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zygote_process, "_IDLE", 0.1)
    monkeypatch.setenv("BAKEOFF_TEST", "idle")  # so that it is a new one
    first = run()
    (pid,) = zygotes()
    assert gone(pid)
    assert run() == first


@pytest.mark.parametrize("when", ["starting", "idle"])
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, None])
def test_it_ends_with_its_parent(when: str, how: signal.Signals | None, tmp_path: Path) -> None:
    body = ("warm_up()" if when == "starting" else "run()") + "\nprint(*children(os.getpid()), flush=True)\n"
    running = script(body + ("sys.exit()" if how is None else "time.sleep(60)"), tmp_path)
    pid = int(running.stdout.readline())
    if how is not None:
        running.send_signal(how)
    running.wait(30)
    running.stdout.close()
    assert gone(pid)


def test_a_fork_of_the_parent_uses_a_zygote_of_its_own(tmp_path: Path) -> None:
    body = """
run()
mine = children(os.getpid())
pid = os.fork()
if not pid:
    run()
    print("its own", bool(children(os.getpid())) and children(os.getpid()) != mine, flush=True)
    os._exit(0)
os.waitpid(pid, 0)
run()
print("kept", children(os.getpid()) == mine, flush=True)
"""
    running = script(body, tmp_path)
    printed = running.communicate(timeout=60)[0]
    assert printed.splitlines() == ["its own True", "kept True"]

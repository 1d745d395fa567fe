"""Ctrl-C and kill in the middle of a real run: nothing that was finished is lost, and the same command continues."""

import contextlib
import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
import time

import pytest

from bakeoff.core.errors import BakeoffError
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.runs.store.ledger import digest
from bakeoff.runs.store.verify import verify

SLOW = """
title = "Slow"
measures = ["accuracy"]
[learners.slow]
use = "strange_learners.Slow"
params = {{sign = "{sign}"}}
[learners.zero]
use = "majority"
[[datasets]]
make = {{name = "xor", n = 60}}
[resampling]
folds = 10
repeats = 5
"""
FAILS = 'use = "strange_learners.Fails"\nparams = {sign = "study.toml"}'  # there is such a file
PROGRESS = re.compile(r"\d+ of 100 units, [\d.]+ per second, about [\d.]+ (s|min) left, \d+ failed")
RUN = ("run", "slow.toml", "-j", 1, "--allow", "strange_learners")


@pytest.fixture
def slow(folder):
    (folder / "slow.toml").write_text(SLOW.format(sign="slowly"))
    (folder / "slowly").touch()  # 100 units, half of which take 0.3 s: more than any of these tests waits for
    return folder / "slow.bakeoff"


def stored(path):
    """Finished units, as another process sees them while the run goes on."""
    try:
        with FileLedger.open(path) as ledger:
            return len(ledger)
    except BakeoffError:
        return 0  # not there yet


def wait_for(path, units, process):
    until = time.monotonic() + 60
    while stored(path) < units:
        assert process.poll() is None, process.communicate()
        if time.monotonic() > until:
            raise TimeoutError("no units were stored")
        time.sleep(0.05)


@pytest.fixture(scope="module")
def whole():
    """The digest of a run that nobody interrupted, once a test has asked for it: it is the same in every folder."""
    return []


def continued(bakeoff, path, kept, whole):
    (path.parent / "slowly").unlink()
    again = bakeoff(*RUN)
    assert again.exit_code == 0, again.stderr
    assert f"{kept} units are in slow.bakeoff already and are used again; {100 - kept} to run" in again.stderr
    if not whole:
        bakeoff(*RUN, "-q", "-o", "whole.bakeoff")
        with FileLedger.open("whole.bakeoff") as ledger:
            whole.append(digest(ledger))
    with FileLedger.open(path) as ledger:
        assert len(ledger) == 100
        assert digest(ledger) == whole[0]


def test_watched_interrupted_and_continued_the_result_is_the_same(slow, started, bakeoff, whole):
    process = started(*RUN)
    wait_for(slow, 2, process)
    assert f"being run by process {process.pid}" in bakeoff("status", slow).stdout
    second = bakeoff(*RUN)
    assert second.exit_code == 2
    assert f"is being written by process {process.pid}" in second.stderr

    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130, err
    assert out == ""
    assert "all are kept in slow.bakeoff" in err
    assert err.endswith("bakeoff: interrupted; nothing that was finished is lost, and the same command continues\n")
    assert "not running" in bakeoff("status", slow).stdout
    kept = stored(slow)
    assert 2 <= kept < 100
    continued(bakeoff, slow, kept, whole)


def test_killed_and_continued(slow, started, bakeoff, whole):
    process = started(*RUN)
    wait_for(slow, 2, process)
    process.kill()
    process.communicate(timeout=30)
    kept = stored(slow)
    assert kept >= 2
    continued(bakeoff, slow, kept, whole)


def test_a_reader_that_goes_away_is_no_failure(folder, started):
    process = started("check", "study.toml")
    assert process.stdout is not None
    process.stdout.close()
    process.stdout = None
    _, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert "Traceback" not in err
    assert "Exception" not in err


def test_ctrl_c_twice_leaves_at_once_and_loses_nothing(slow, started):
    process = started(*RUN)
    wait_for(slow, 2, process)
    for _ in range(2):
        process.send_signal(signal.SIGINT)
        time.sleep(0.05)
    _, err = process.communicate(timeout=30)
    assert process.returncode in (130, -signal.SIGINT), err
    assert "Traceback" not in err
    assert stored(slow) >= 2
    assert verify(slow) == ()


@pytest.mark.parametrize(("number", "words"), [(signal.SIGTERM, "terminated"), (signal.SIGHUP, "the terminal hung up")])
def test_other_signals_end_a_run_as_ctrl_c_does(slow, started, bakeoff, whole, number, words):
    process = started(*RUN)
    wait_for(slow, 2, process)
    process.send_signal(number)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 128 + number, err
    assert f"{words}; nothing that was finished is lost" in " ".join(err.split())
    assert "Traceback" not in err
    kept = stored(slow)
    assert kept >= 2
    continued(bakeoff, slow, kept, whole)


def test_a_terminal_shows_a_bar_with_rate_time_left_and_failures(slow, folder):
    text = (folder / "slow.toml").read_text().replace('use = "majority"', FAILS)
    (folder / "slow.toml").write_text(text.replace("folds = 10\nrepeats = 5", "folds = 5\nrepeats = 10"))
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 120, 0, 0))
    command = [sys.executable, "-m", "bakeoff.cli.main", *map(str, RUN)]
    environment = {**os.environ, "PYTHONPATH": str(folder), "TERM": "xterm"}
    seen, found = "", None
    with subprocess.Popen(command, stderr=theirs, stdout=subprocess.DEVNULL, cwd=folder, env=environment) as process:
        os.close(theirs)
        with contextlib.suppress(OSError):  # how a terminal says that nobody writes any more
            while part := os.read(ours, 65536).decode(errors="replace"):
                seen += part
                if found is None and (found := PROGRESS.search(seen)):
                    process.send_signal(signal.SIGINT)
    os.close(ours)
    assert found, seen
    assert process.returncode == 130, seen


def test_status_watches_a_run_from_another_terminal(slow, started):
    running = started(*RUN)
    wait_for(slow, 2, running)
    watching = started("status", slow, "--watch", 0.3)
    lines = [watching.stdout.readline() for _ in range(12)]
    running.send_signal(signal.SIGINT)
    running.communicate(timeout=30)
    rest, err = watching.communicate(timeout=30)
    assert watching.returncode == 0, err
    assert f"being run by process {running.pid}" in lines[1]
    told = [int(one.split(" of ")[0]) for one in lines + rest.splitlines() if " of 100 units done" in one]
    assert len(told) >= 3
    assert told == sorted(told)
    assert any(" per second, about " in one and " left" in one for one in lines + rest.splitlines())

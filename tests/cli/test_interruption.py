"""Ctrl-C and kill in the middle of a real run: nothing that was finished is lost, and the same command continues."""

import signal
import time

import pytest

from bakeoff.core.errors import BakeoffError
from bakeoff.runs.file_ledger import FileLedger
from bakeoff.runs.ledger import digest

SLOW = """
title = "Slow"
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
[measures]
primary = "accuracy"
"""
RUN = ("run", "slow.toml", "-j", 1, "--allow", "strange_learners")


@pytest.fixture
def slow(folder):
    (folder / "slow.toml").write_text(SLOW.format(sign=folder / "slowly"))
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
        assert time.monotonic() < until
        time.sleep(0.05)


def continued(bakeoff, path, kept):
    (path.parent / "slowly").unlink()
    again = bakeoff(*RUN)
    assert again.exit_code == 0, again.stderr
    assert f"{kept} units are in slow.bakeoff already and are used again; {100 - kept} to run" in again.stderr
    bakeoff(*RUN, "-q", "-o", "whole.bakeoff")
    with FileLedger.open(path) as one, FileLedger.open("whole.bakeoff") as other:
        assert len(one) == 100
        assert digest(one) == digest(other)


def test_watched_interrupted_and_continued_the_result_is_the_same(slow, started, bakeoff):
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
    assert "nobody is running it" in bakeoff("status", slow).stdout
    kept = stored(slow)
    assert 2 <= kept < 100
    continued(bakeoff, slow, kept)


def test_killed_and_continued(slow, started, bakeoff):
    process = started(*RUN)
    wait_for(slow, 2, process)
    process.kill()
    process.communicate(timeout=30)
    kept = stored(slow)
    assert kept >= 2
    continued(bakeoff, slow, kept)


def test_a_reader_that_goes_away_is_no_failure(folder, started):
    process = started("check", "study.toml")
    assert process.stdout is not None
    process.stdout.close()
    process.stdout = None
    _, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert "Traceback" not in err
    assert "Exception" not in err

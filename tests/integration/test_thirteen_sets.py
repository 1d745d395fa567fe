"""Missing values, nominal columns and tiny classes; interrupted with Ctrl-C and continued, the result is the same."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import bakeoff as bo
from bakeoff.core.errors import StudyFileError
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.runs.store.ledger import digest

SHARED = Path(__file__).parents[2].parent / "shared" / "data"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not SHARED.is_dir(), reason="the thirteen sets lie beside the repository, not in it"),
]
UNITS = 13 * 4 * 20


def start(file, workers, folder):
    script = str(Path(__file__).with_name("thirteen.py"))
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return subprocess.Popen(
        [sys.executable, script, str(SHARED), str(file), str(workers)],
        cwd=folder,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def stored(file):
    """How many units are on the disk, read while the other process writes."""
    try:
        with FileLedger.open(file) as ledger:
            return len(ledger)
    except StudyFileError:
        return 0


def interrupt_after(process, file, units):
    end = time.monotonic() + 200
    while stored(file) < units:
        assert process.poll() is None, process.communicate()
        if time.monotonic() > end:
            raise TimeoutError("no units were stored")
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    return process.communicate(timeout=60)


def test_interrupted_and_continued_is_the_same(tmp_path):
    straight, broken = tmp_path / "straight.bakeoff", tmp_path / "broken.bakeoff"
    process = start(straight, 2, tmp_path)
    _, said = process.communicate(timeout=280)
    assert process.returncode == 0, said
    process = start(broken, 1, tmp_path)
    _, said = interrupt_after(process, broken, 200)
    assert process.returncode == 130, said
    assert "the same call goes on" in said
    assert "Traceback" not in said
    assert 200 <= stored(broken) < UNITS
    process = start(broken, 2, tmp_path)
    _, said = process.communicate(timeout=280)
    assert process.returncode == 0, said
    with FileLedger.open(straight) as a, FileLedger.open(broken) as b:
        assert len(a) == len(b) == UNITS
        assert digest(a) == digest(b)
    with bo.open(broken) as results:
        found = results.findings
        assert found.card.units_done == UNITS
        assert not found.failures
        assert found.primary.matrix.values.shape == (13, 4)
        assert len(found.per_dataset) == 13
        assert any("audiology" in text for text in found.warnings), "tiny classes are pointed out"
        assert results.report(tmp_path / "report.html").stat().st_size > 10_000

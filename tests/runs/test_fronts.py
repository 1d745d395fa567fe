"""Where a run may be started from: a plain script, the interactive interpreter, a notebook; and how it is stopped."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.runs.store.verify import verify

SCRIPT = """
import numpy as np
from bakeoff.data.dataset import Column, Dataset
from bakeoff.data.tasks import REGRESSION
from bakeoff.learners.learner import Outputs
from bakeoff.predictions.predictions import Output
from bakeoff.runs.local import run_local
from bakeoff.runs.store.ledger import MemoryLedger
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.runs.work import Work
from bakeoff.splits.kfold import KFold

class Mean:
    name, gives, settings = "mean", frozenset({Output.LABEL}), "mean"
    def __init__(self, value=None): self.value = value
    def fit(self, train, rng): PAUSE; return Mean(helper(train.target))
    def predict(self, features): return Outputs(label=np.full(len(features), self.value))

def helper(values): return float(values.mean())

data = Dataset(name="d", task=REGRESSION, features=np.zeros((40, 1)), target=np.arange(40.0), columns=(Column(name="x"),))
work = Work(datasets={"d": data}, plans={"d": KFold(20).plan(data, 0)}, learners={"mean": Mean()}, scheme="k", seed=0)
"""
RUN = 'ledger = MemoryLedger()\nprint("stored", run_local(work, ledger, workers=2).done, len(ledger))\n'


def test_a_plain_script_needs_no_guard(tmp_path: Path) -> None:
    script = tmp_path / "plain.py"
    script.write_text(SCRIPT.replace("PAUSE", "pass") + RUN)
    out = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert (out.stdout, out.stderr) == ("stored 20 20\n", "")


def test_the_interactive_interpreter(tmp_path: Path) -> None:
    lines = SCRIPT.replace("PAUSE", "pass").replace("\n\n", "\n").replace("\ndef helper", "\n\ndef helper")
    lines = lines.replace("\ndata =", "\n\ndata =") + RUN
    out = subprocess.run([sys.executable, "-i", "-q"], input=lines, capture_output=True, text=True, check=True)
    assert "stored 20 20" in out.stdout
    assert "Error" not in out.stderr


def test_a_notebook_kernel(tmp_path: Path) -> None:
    import nbformat
    from nbclient import NotebookClient

    book = nbformat.v4.new_notebook()
    book.cells = [nbformat.v4.new_code_cell(text) for text in (SCRIPT.replace("PAUSE", "pass"), RUN)]
    NotebookClient(book, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    assert book.cells[1].outputs[0]["text"] == "stored 20 20\n"


@pytest.mark.parametrize("presses", [1, 2])
def test_ctrl_c_loses_nothing_and_leaves_nobody(tmp_path: Path, presses: int) -> None:
    path = tmp_path / "s.bakeoff"
    script = tmp_path / "stopped.py"
    body = (
        SCRIPT.replace("PAUSE", "import time; time.sleep(0.3)")
        + f"with FileLedger.resume({str(path)!r}) as ledger:\n"
        + "    outcome = run_local(work, ledger, workers=2, listener=lambda p: print(p.done, flush=True))\n"
        + "print(outcome.interrupted, outcome.done)\n"
    )
    script.write_text(body)
    running = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True, cwd=tmp_path)
    while int(running.stdout.readline()) < 2:
        pass
    for _ in range(presses):
        running.send_signal(signal.SIGINT)
        time.sleep(0.02)
    rest = running.communicate(timeout=30)[0].split("\n")
    if presses == 1:
        interrupted, done = rest[-2].split()
        assert (interrupted, running.returncode) == ("True", 0)
    assert verify(path) == ()
    with FileLedger.open(path) as ledger:
        assert 2 <= len(ledger) < 20
        if presses == 1:
            assert len(ledger) == int(done)
    assert descendants_of(tmp_path) == []


def descendants_of(folder: Path) -> list[int]:
    """Processes that still run in that folder."""
    found = []
    for process in Path("/proc").iterdir():
        try:
            if process.name.isdigit() and os.readlink(process / "cwd") == str(folder):
                found.append(int(process.name))
        except OSError:
            continue
    return found

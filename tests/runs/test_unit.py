"""Threads: those that packages and numerical libraries keep may stay; those that a unit leaves cost it its child."""

import sys
import threading
from pathlib import Path
from textwrap import dedent

import pytest

from bakeoff.runs.local import run_local
from bakeoff.runs.process import pool
from bakeoff.runs.store.ledger import MemoryLedger
from bakeoff.runs.unit import Status
from tests.helpers import odd_learners

MODULE = """
    import os
    import threading
    import time
    from dataclasses import dataclass

    import numpy as np
    from bakeoff.learners.learner import Outputs
    from bakeoff.predictions.predictions import Output

    if {at_import}:
        threading.Thread(target=time.sleep, args=(600,), daemon=True).start()

    @dataclass(frozen=True)
    class Learner:
        note: str
        what: str = ""
        name: str = "threads"
        settings: str = ""
        gives: frozenset = frozenset({{Output.LABEL}})

        def fit(self, train, rng):
            with open(self.note, "a") as file:
                file.write(f"{{os.getpid()}}\\n")
            if self.what == "thread":
                threading.Thread(target=time.sleep, args=(600,), daemon=True).start()
            if self.what == "library":
                large = np.ones((700, 700))
                assert (large @ large)[0, 0] == 700
            return self

        def predict(self, features):
            return Outputs(label=np.zeros(len(features), int))
"""


def children_of_six_units(folder: Path, what: str, *, at_import: bool, threads: int = 1) -> int:
    """How many children it takes, one at a time."""
    name = f"threads_{what or 'none'}_{at_import}"
    (folder / f"{name}.py").write_text(dedent(MODULE).format(at_import=at_import))
    before = set(threading.enumerate())
    module = __import__(name)
    try:
        work, book = odd_learners.work_of(module.Learner(str(folder / "note"), what), folds=6), MemoryLedger()
        run_local(work, book, workers=1, threads=threads)
    finally:
        del sys.modules[name]
    assert {run.status for run in book} == {Status.DONE}
    assert len(set(threading.enumerate()) - before) == at_import  # the module was not sent by value
    return len(set((folder / "note").read_text().split()))


@pytest.mark.parametrize(
    ("what", "at_import", "threads", "children"),
    [("", False, 1, 1), ("", True, 1, 1), ("library", False, 2, 1), ("thread", False, 1, 6), ("thread", True, 1, 6)],
)
def test_only_threads_that_a_unit_leaves_cost_it_its_child(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    what: str,
    at_import: bool,
    threads: int,
    children: int,
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(pool, "foreign", lambda _: set())  # as a learner of scikit-learn
    assert children_of_six_units(tmp_path, what, at_import=at_import, threads=threads) == children

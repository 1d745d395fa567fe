"""A template imports the package of a foreign learner once; every unit still finds it as if it were just imported."""

import sys
from pathlib import Path
from textwrap import dedent

import pytest

from bakeoff.runs.local import run_local
from bakeoff.runs.process import pool
from bakeoff.runs.store.ledger import MemoryLedger, digest
from bakeoff.runs.unit import Status
from tests.helpers import odd_learners

MODULE = """
    import os
    import random
    import threading
    import time
    import warnings
    from dataclasses import dataclass

    import numpy as np
    from bakeoff.learners.learner import Outputs
    from bakeoff.predictions.predictions import Output

    with open({note!r}, "a") as file:
        file.write(f"{{os.getpid()}}\\n")
    np.random.random(7), random.random()
    warnings.warn("imported")
    visits = 0
    AT_IMPORT

    @dataclass(frozen=True)
    class Learner:
        name: str = "foreign"
        settings: str = ""
        gives: frozenset = frozenset({{Output.LABEL, Output.PROBA}})

        def fit(self, train, rng):
            global visits
            visits += 1
            np.foreign = getattr(np, "foreign", 0) + 1  # a patch of somebody else's module
            assert visits == np.foreign == 1, "a unit before left something behind"
            return self

        def predict(self, features):
            proba = np.random.random((len(features), 2)) + random.random()
            return Outputs(label=proba.argmax(axis=1), proba=proba / proba.sum(axis=1, keepdims=True))
"""


def run(folder: Path, name: str, *, at_import: str = "pass", workers: int = 1, units: int = 40) -> tuple[str, int]:
    """The digest of a run, and how many processes imported the module for it."""
    note = folder / "note"
    (folder / f"{name}.py").write_text(dedent(MODULE).format(note=str(note)).replace("AT_IMPORT", at_import))
    with pytest.warns(UserWarning, match="imported"):
        module = __import__(name)
    note.write_text("")
    try:
        work, book = odd_learners.work_of(module.Learner(), folds=2, repeats=units // 2), MemoryLedger()
        run_local(work, book, workers=workers)
    finally:
        del sys.modules[name]
    assert [run.failure for run in book if run.failure is not None] == []
    assert {run.status for run in book} == {Status.DONE}
    assert {run.warnings for run in book} == {()}
    return digest(book), len(note.read_text().split())


def test_the_module_is_imported_a_few_times_and_nothing_leaks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    found, imports = run(tmp_path, "quiet_package")
    assert imports < 20
    assert run(tmp_path, "quiet_package", workers=2)[0] == found
    monkeypatch.setattr(pool, "foreign_modules", lambda _: frozenset())  # without a template
    assert run(tmp_path, "quiet_package") == (found, 40)


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("with_threads", "threading.Thread(target=time.sleep, args=(600,), daemon=True).start()"),
        ("hangs_in_template", "IN_TEMPLATE and time.sleep(600)"),
        ("dies_in_template", "IN_TEMPLATE and os.kill(os.getpid(), 9)"),
    ],
)
def test_where_no_template_can_be_each_unit_imports(
    name: str, what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    inside = "'_fork_template' in {one.name for one in __import__('traceback').extract_stack()}"
    assert run(tmp_path, name, at_import=what.replace("IN_TEMPLATE", inside), units=12)[1] >= 12

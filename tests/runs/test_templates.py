"""A template imports the package of a foreign learner once; every unit still finds it as if it were just imported."""

import sys
import warnings
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from typing import Any

import numpy as np
import pytest

from bakeoff.learners.learner import Outputs
from bakeoff.predictions.predictions import Output
from bakeoff.runs.local import run_local
from bakeoff.runs.process import pool
from bakeoff.runs.process.pickling import foreign_modules, packed
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


PACKAGE = """
    import os

    import pandas  # leaves a thread of pyarrow's allocator behind
    import polars

    with open({note!r}, "a") as file:
        file.write(f"{{os.getpid()}}\\n")
"""


def test_modules_of_a_class_in_a_notebook_are_imported_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where packages that they import leave threads behind; and what one unit patches no other finds."""
    monkeypatch.syspath_prepend(str(tmp_path))
    note = tmp_path / "note"
    (tmp_path / "heavy_package").mkdir()
    (tmp_path / "heavy_package" / "__init__.py").write_text(dedent(PACKAGE).format(note=str(note)))
    (tmp_path / "heavy_package" / "api.py").write_text("visits = 0\n")
    api = pytest.importorskip("heavy_package.api")

    @dataclass(frozen=True)
    class Notebook:
        """It travels whole, with a reference to the module."""

        name: str = "notebook"
        settings: str = ""
        gives: frozenset[Output] = frozenset({Output.LABEL})

        def fit(self, train: Any, rng: Any) -> "Notebook":
            api.visits += 1
            assert api.visits == 1, "a unit before left something behind"
            return self

        def predict(self, features: Any) -> Outputs:
            return Outputs(label=np.zeros(len(features), dtype=np.int64))

    assert "heavy_package.api" in foreign_modules(packed(Notebook()))
    note.write_text("")
    book = MemoryLedger()
    run_local(odd_learners.work_of(Notebook(), folds=2, repeats=15), book, workers=1)
    assert [run.failure for run in book if run.failure is not None] == []
    assert len(note.read_text().split()) < 15


class Moved:
    """Warns when it is unpacked, as a learner that was made for a machine with a graphics card does on one without."""

    name, settings, gives = "moved", "", frozenset({Output.LABEL})

    def __getstate__(self) -> dict[str, str]:
        return {"device": "cuda"}

    def __setstate__(self, state: dict[str, str]) -> None:
        warnings.warn("cuda is not there; the CPU is used", stacklevel=2)

    def fit(self, train: Any, rng: Any) -> "Moved":
        return self

    def predict(self, features: Any) -> Outputs:
        return Outputs(label=np.zeros(len(features), dtype=np.int64))


def test_warnings_of_unpacking_are_kept() -> None:
    book = MemoryLedger()
    run_local(odd_learners.work_of(Moved(), folds=2, repeats=2), book, workers=1)
    assert {run.warnings for run in book} == {("UserWarning: cuda is not there; the CPU is used",)}
    assert {run.warning_counts for run in book} == {(1,)}

"""The pytest fixture: a worse model fails a test with the card, a harmless one passes it."""

import pytest

pytest_plugins = ("pytester",)

TESTS = """
import numpy as np

rng = np.random.default_rng(1)
Y = rng.integers(0, 2, 1_000)
BASE = np.where(rng.random(1_000) < 0.1, 1 - Y, Y)

def test_refactoring(gate):
    assert gate.not_worse(BASE.copy(), BASE, y_true=Y, margin=0.01).passed

def test_five_points_worse(gate):
    gate.not_worse(np.where(rng.random(1_000) < 0.08, 1 - Y, BASE), BASE, y_true=Y, margin=0.01)

def test_too_few(gate):
    gate.not_worse(BASE[:80], BASE[:80], y_true=Y[:80], margin=0.01, undecided="skip")
"""


def test_the_card_is_the_text_of_a_failure(pytester, monkeypatch):
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    pytester.makepyfile(TESTS)
    result = pytester.runpytest_inprocess("-p", "bakeoff.release_gate.pytest_plugin", "-rs", "-p", "no:cacheprovider")
    result.assert_outcomes(passed=1, failed=1, skipped=1)
    result.stdout.fnmatch_lines(["*FAIL: new is worse than base by more than the margin, 0.01 in accuracy.*"])
    result.stdout.no_fnmatch_line("*Traceback*")


def test_the_entry_point_is_declared():
    import tomllib
    from pathlib import Path

    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())
    assert project["project"]["entry-points"]["pytest11"] == {"bakeoff": "bakeoff.release_gate.pytest_plugin"}


def test_only_known_treatments():
    from bakeoff.core.errors import UnknownName
    from bakeoff.release_gate.pytest_plugin import ModelGate

    with pytest.raises(UnknownName):
        ModelGate().not_worse([1], [1], y_true=[1], margin=0.1, undecided="maybe")

"""Findings made by hand, for tests that need no run; a hostile cache; signals that reach every process."""

import gc
import signal
from collections.abc import Generator
from pathlib import Path

import joblib
import pytest

from bakeoff.study.analysis.findings import Findings
from tests.helpers.findings import make_findings


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """25,000 tests and a thousand modules stay until the end: looking among them for garbage took a fifth of the time of collecting."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


@pytest.fixture(autouse=True)
def signals() -> None:
    """Signals reach the processes that a test starts.

    Behind nohup or in the background of a shell some are ignored, and stay so in every child; a command that was interrupted in this
    process ignores further ones.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for one in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(one) is signal.SIG_IGN:
            signal.signal(one, signal.SIG_DFL)


@pytest.fixture(scope="session")
def findings() -> Findings:
    return make_findings()


class _Touch:
    """Whoever unpickles it makes the file."""

    def __init__(self, marker):
        self.marker = marker

    def __reduce__(self):
        return Path.touch, (self.marker,)


@pytest.fixture
def poison():
    """Put a pickle that makes the marker in the place of everything that a cache of joblib holds."""

    def put(cache, marker):
        results = list(cache.rglob("output.pkl"))
        assert results, "the cache is empty"
        for one in results:
            joblib.dump(_Touch(marker), one)

    return put

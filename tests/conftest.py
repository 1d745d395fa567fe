"""Findings made by hand, for tests that need no run; a hostile cache."""

from pathlib import Path

import joblib
import pytest

from bakeoff.study.analysis.findings import Findings
from tests.helpers.findings import make_findings


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

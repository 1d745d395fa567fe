"""Findings made by hand, for tests that need no run; a hostile cache."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import joblib
import pytest


@pytest.fixture(scope="session")
def maker():
    spec = spec_from_file_location("report_maker", Path(__file__).parent / "report" / "maker.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def findings(maker):
    return maker.make_findings()


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

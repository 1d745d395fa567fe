"""Findings made by hand, for tests that need no run."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

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

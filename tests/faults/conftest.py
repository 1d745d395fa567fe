"""The zoo of learners, and one run of all of them, shared by the tests that look at its parts."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import cloudpickle
import pytest

collect_ignore = [
    "read_only_disk.py",
    "small_disk.py",
    "victim.py",
]  # programs that the tests start; they are no modules to import


def load_zoo() -> ModuleType:
    if "bakeoff_zoo" not in sys.modules:
        spec = importlib.util.spec_from_file_location("bakeoff_zoo", Path(__file__).parents[1] / "runs" / "zoo.py")
        module = importlib.util.module_from_spec(spec)
        sys.modules["bakeoff_zoo"] = module
        spec.loader.exec_module(module)
        cloudpickle.register_pickle_by_value(module)
    return sys.modules["bakeoff_zoo"]


@pytest.fixture(scope="session")
def zoo() -> ModuleType:
    return load_zoo()

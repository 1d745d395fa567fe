"""The page beside other packages is made of the kept figures, and names where bakeoff needs more time."""

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "beside-others.md"


@pytest.fixture(scope="module")
def beside_others() -> ModuleType:
    spec = importlib.util.spec_from_file_location("beside_others", ROOT / "docs" / "beside_others.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_is_what_the_figures_give(beside_others) -> None:
    note, _, text = PAGE.read_text(encoding="utf-8").partition("\n\n")
    assert note.startswith("<!-- Made by")
    assert text.rstrip() == beside_others.page().rstrip()


def test_every_side_that_needs_less_time_is_listed(beside_others) -> None:
    cases = json.loads(beside_others.FILE.read_text(encoding="utf-8"))["cases"]
    listed = PAGE.read_text(encoding="utf-8").partition("## Where bakeoff")[2].partition("## All cases")[0]
    rows = [line for line in listed.splitlines() if line.startswith("| ") and "needs less time" not in line]
    behind = [(case["title"], side) for case in cases.values() for side, _, _ in beside_others.slower_than(case)]
    assert len(rows) == len(behind)
    for title, side in behind:
        assert any(row.startswith(f"| {title} | {side} |") for row in rows)


def test_a_side_is_behind_where_any_size_is(beside_others) -> None:
    case = {"milliseconds": {"bakeoff": {"10": 2.0, "1000": 3.0}, "bakeoff, value by value": {"10": 9.0}, "by hand": {"10": 0.5, "1000": 9.0}, "other": {"10": 1.9}}}  # fmt: skip
    assert list(beside_others.slower_than(case)) == [("by hand", "10", 4.0)]


@pytest.mark.parametrize(
    ("milliseconds", "shown"),
    [(0.0139, "14 µs"), (0.9999, "1.0 ms"), (9.99, "10 ms"), (999.6, "1.0 s"), (1460.0, "1.5 s")],
)
def test_times_are_shown_in_a_unit_that_suits(beside_others, milliseconds, shown) -> None:
    assert beside_others._time(milliseconds) == shown

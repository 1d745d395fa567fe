"""Every worked number of the lecture notes that the oracles hold is on the page of worked examples."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CASE = re.compile(r"S00\d-[A-Za-z0-9_-]+")
PAGE = (ROOT / "docs" / "worked-examples.md").read_text(encoding="utf-8")
ORACLES = ("tests_seeds.toml", "measures_seeds.toml", "deterioration.json")


@pytest.mark.parametrize("name", ORACLES)
def test_every_case_is_on_the_page(name: str) -> None:
    cases = set(CASE.findall((ROOT / "tests" / "oracles" / name).read_text(encoding="utf-8")))
    assert cases
    assert cases <= set(CASE.findall(PAGE))

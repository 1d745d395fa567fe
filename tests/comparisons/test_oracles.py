"""Every test, correction and effect against numbers from R, from peers and from published tables."""

import tomllib
from pathlib import Path

import numpy as np
import pytest

import bakeoff.comparisons as room
from bakeoff.comparisons import power as power_room

ORACLES = sorted((Path(__file__).parents[1] / "oracles").glob("tests*.toml"))
CASES = [
    pytest.param(case, id=f"{path.stem}-{i}-{case['test']}")
    for path in ORACLES
    for i, case in enumerate(tomllib.loads(path.read_text(encoding="utf-8"))["case"])
]


def reach(value, path):
    """Follow "pairs.0.p_adjusted" into a result."""
    for step in path.split(".") if path else ():
        value = value[int(step)] if step.isdigit() else getattr(value, step)
    return float(value)


@pytest.mark.parametrize("case", CASES)
def test_against_oracle(case):
    function = power_room.power if case["test"] == "power" else getattr(room, case["test"])
    given = {
        name: np.where(np.array(value) == "nan", np.nan, value).astype(float) if name == "incomplete" else value
        for name, value in case["given"].items()
    }
    result = function(**given)
    for path, expected in case["expected"].items():
        assert reach(result, path) == pytest.approx(expected, rel=case["tolerance"], abs=case["tolerance"]), path


def test_every_test_and_correction_has_three_oracles():
    seen = [case.values[0] for case in CASES]
    by_name = {}
    for one in seen:
        name = f"adjust {one['given']['method']}" if one["test"] in ("adjust", "adjust_pairs") else one["test"]
        by_name[name] = by_name.get(name, 0) + len(one["expected"])
    wanted = [one.name for one in room.ALL] + [
        f"adjust {method}" for method in ("bonferroni", "holm", "hochberg", "hommel", "holland", "finner", "rom", "li", "bh", "by", "shaffer", "bergmann-hommel")
    ]  # fmt: skip
    assert {name: by_name.get(name, 0) for name in wanted if by_name.get(name, 0) < 3} == {}

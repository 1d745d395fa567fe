"""Every test, variant, correction and effect against numbers from R, from peers and from published tables."""

import tomllib
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import bakeoff.comparisons as room
from bakeoff.comparisons.planning import power as power_room

ORACLES = sorted((Path(__file__).parents[1] / "oracles").glob("tests*.toml"))
CASES = [
    pytest.param(case, id=f"{path.stem}-{i}-{case['test']}")
    for path in ORACLES
    for i, case in enumerate(tomllib.loads(path.read_text(encoding="utf-8"))["case"])
]
CORRECTIONS = ("bonferroni", "holm", "hochberg", "hommel", "holland", "finner", "rom", "li", "bh", "by", "sidak", "bky")
PAIRWISE = ("shaffer", "bergmann-hommel")
EFFECTS = (
    "cohen_d",
    "cohen_dz",
    "hedges_g",
    "cliff_delta",
    "vargha_delaney",
    "rank_biserial",
    "odds_ratio",
    "akinshin_gamma",
)
BAYESIAN = ("bayes_correlated_t", "bayes_sign", "bayes_signed_rank", "bayes_hierarchical")
VARIANTS = (
    "mcnemar exact", "mcnemar mid-p", "mcnemar chi2", "mcnemar chi2-corrected", "two_proportions pooled",
    "two_proportions greater", "two_proportions less", "wald unpaired", "unpaired_t min", "sign drop", "sign greater",
    "sign less", "wilcoxon normal", "wilcoxon pratt", "wilcoxon split", "wilcoxon normal uncorrected", "friedman uncorrected",
    "friedman exact", "rm_anova gg", "rm_anova hf", "conover holm", "conover none", "permutation greater",
    "ten_by_ten all", "ten_by_ten folds", "ten_by_ten runs", "ten_by_ten sorted-runs", "power paired_t", "power corrected_t", "power unpaired_t", "power sign", "power mcnemar",
    "power two_proportions",
)  # fmt: skip
# Nobody else prints three values of these; the head of tests_packages.toml says how they are held instead.
NOT_TO_BE_HAD = {
    "mcnemar mid-p", "unpaired_t min", "akinshin_gamma", "power corrected_t", "power sign", "power mcnemar",
}  # fmt: skip


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


@pytest.mark.parametrize("case", CASES)
def test_every_oracle_says_where_it_comes_from(case):
    assert case["source"]
    assert case["call"]
    assert 0 < case["tolerance"] <= 0.02


def names_of(case):
    """What a case speaks for: the test, and each of its options by name."""
    test, given = case["test"], case["given"]
    yield f"{test} {given['method']}" if test.startswith("adjust") else test
    words = {"pooled": "pooled", "paired": "unpaired"}
    for name, value in given.items():
        if isinstance(value, bool) and name in words:
            yield f"{test} {words[name]}"
        elif isinstance(value, str):
            yield f"{test} {value}"
    if given.get("correction") is False:
        yield f"{test} {given['method']} uncorrected"


def outside(case):
    """Made by something we did not write; of the notes' examples only where their printed number is right."""
    source = case["source"]
    return not source.startswith("formula") and (not source.startswith("lecture notes") or source.endswith("agrees"))


def test_every_test_variant_correction_and_effect_has_three_outside_values():
    counted = Counter()
    for case in (one.values[0] for one in CASES):
        for name in names_of(case) if outside(case) else ():
            counted[name] += len(case["expected"])
    wanted = (
        *(one.name for one in room.ALL), *(f"adjust {one}" for one in CORRECTIONS),
        *(f"adjust_pairs {one}" for one in PAIRWISE), *EFFECTS, *BAYESIAN, *VARIANTS,
    )  # fmt: skip
    assert {name for name in wanted if counted[name] < 3} == NOT_TO_BE_HAD

"""The size of every declared test, on evidence of the type that it takes. New declarations enter by themselves."""

from collections.abc import Iterator
from functools import partial
from math import isnan
from typing import Any

import numpy as np

from bakeoff.comparisons import tests
from bakeoff.comparisons.declaration import Control, SignificanceTest
from bakeoff.comparisons.evidence.kinds import DATASETS, FOLDS, ROWS, RUNS
from bakeoff.comparisons.evidence.types import PairedScores, ScoreMatrix
from bakeoff.comparisons.results import RankComparison
from bakeoff.core.calibration import Kind
from calibration.case import LEVEL, Case, Counts, Simulation
from calibration.evidence import GROUPED, SETTINGS, Setting, correlated_splits, paired_settings

__all__ = ["REPEATS", "false_claims", "only_over_splits", "simulations"]

REPEATS = 5_000


def only_over_splits(test: SignificanceTest) -> bool:
    """Whether a test is made for splits: real learners show its size (splits.py)."""
    return test.evidence == {FOLDS}


def simulations() -> Iterator[Simulation]:
    """One simulation for each test and setting that it fits."""
    for test in tests:
        if only_over_splits(test):
            continue
        for setting in settings(test):
            yield of_test(test, setting)


def settings(test: SignificanceTest) -> tuple[Setting, ...]:
    """The settings of what a test takes, without those that it refuses."""
    if test.takes.__name__ not in SETTINGS:
        raise LookupError(f"calibration/evidence.py draws no {test.takes.__name__}, which {test.name} takes")
    if test.equivalence:
        return (
            Setting("10 pairs, difference at the margin", partial(_at_margin, n=10)),
            Setting("20 pairs, difference at the margin", partial(_at_margin, n=20)),
            Setting("10 folds, difference at the margin", lambda rng: correlated_splits(rng, 10, 1 / 9, MARGIN)),
        )
    if test.takes is PairedScores:
        found = paired_settings(test.min_blocks) if not test.uses or {DATASETS, RUNS} & test.evidence else ()
        in_groups = any("groups" in one.needs for one in test.evidence)
        return (
            *found,
            *(SETTINGS[PairedScores.__name__] if ROWS in test.evidence else ()),
            *(GROUPED if in_groups else ()),
        )
    found = SETTINGS[test.takes.__name__]
    if test.takes is not ScoreMatrix:
        return found
    rng = np.random.default_rng(0)
    drawn = [(one, one.draw(rng)) for one in found]
    rows = ROWS in test.evidence  # hits and misses are no scores of blocks
    return tuple(
        one for one, matrix in drawn
        if np.isin(matrix.values, (0.0, 1.0)).all() == rows and not test.why_not(matrix, "") and _takes(test, matrix)
    )  # fmt: skip


MARGIN = 0.03


def _at_margin(rng: np.random.Generator, n: int) -> PairedScores:
    base = rng.normal(0.8, 0.05, n)
    return PairedScores(a=base + rng.normal(MARGIN, 0.02, n), b=base)


def _takes(test: SignificanceTest, matrix: ScoreMatrix) -> bool:
    """Whether a table with missing cells is read whole."""
    from bakeoff.core.errors import BakeoffError

    if matrix.complete:
        return True
    try:
        return not false_claims(test, matrix) or True
    except BakeoffError:
        return False


def options(test: SignificanceTest) -> dict[str, Any]:
    """What a test must be given beside the evidence."""
    made: dict[str, Any] = {"margin": MARGIN} if "margin" in dict(test.needs) else {}
    return made | ({"control": 0} if test.control is Control.REQUIRED else {})


def false_claims(test: SignificanceTest, seen: Any) -> bool:
    """Whether the test claims something at the level; of many pairs, at least one."""
    result = test.run(seen, **options(test))
    if isinstance(result, RankComparison):
        return any(one.p_adjusted <= LEVEL for one in result.pairs)
    return not isnan(result.p_value) and result.p_value <= LEVEL


def of_test(test: SignificanceTest, setting: Setting) -> Simulation:
    """The size of a test in a setting."""
    name = f"{test.name}: {setting.words}"
    kind = Kind.FALSE_EQUIVALENCE if test.equivalence else Kind.FWER if test.posthoc else Kind.SIZE
    case = Case(name=name, kind=kind, apart=setting.apart)

    def run(rng: np.random.Generator, repeats: int) -> Counts:
        return {name: (sum(false_claims(test, setting.draw(rng)) for _ in range(repeats)), repeats)}

    return Simulation(name=name, run=run, repeats=REPEATS, cases=(case,), quick=200)

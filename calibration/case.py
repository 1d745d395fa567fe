"""Case and Simulation: what the battery measures, declared as data."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from bakeoff.core.calibration import Kind

__all__ = ["LEVEL", "SEED", "UNSTABLE", "Case", "Counts", "Simulation", "generator"]

SEED = 15
LEVEL = 0.05
UNSTABLE = (0.0, 0.08)  # false claims over splits where learners react to single rows

Counts = Mapping[str, tuple[int, int]]  # case -> successes, runs


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One rate and the band in which it must lie; the name says who is asked and what is drawn: "wilcoxon: 20 pairs, ties"."""

    name: str
    kind: Kind
    about: tuple[str, ...] = ()  # names of tests or measures; where empty, who is asked by name
    apart: str = ""
    band: tuple[float, float] | None = None  # where None, that of the kind
    rare: int = 0  # of an interval of a measure: rows outside the most frequent class, or all rows of numbers
    rarest: int = 0  # the same of three classes or more: rows of the rarest
    classes: int = 0  # how many they are


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulation:
    """Draws that give the rates of one case or of several; the unit that is run, resumed and named by ONLY."""

    name: str
    run: Callable[[np.random.Generator, int], Counts] = field(repr=False)
    repeats: int
    cases: tuple[Case, ...] = field(repr=False)
    quick: int = 0  # repeats inside `make test`; 0: only in `make calibrate`


def generator(name: str) -> np.random.Generator:
    """The randomness of a simulation comes from its name: neither order nor processes change a figure."""
    return np.random.default_rng([SEED, *name.encode()])

"""What tests, verdicts and intervals did on simulated data: the figures that `make calibrate` wrote, and their sentences."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

__all__ = [
    "FILE",
    "HEAVY",
    "ONE_SPLIT",
    "STANDARD",
    "Kind",
    "SimulatedRate",
    "Worst",
    "coverage_like",
    "false_claims",
    "false_claims_under_tails",
    "figures",
    "figures_about",
    "line_of",
    "measured",
    "measured_range",
    "of_equal_methods",
    "outside",
    "share",
]  # fmt: skip

FILE = Path(__file__).with_name("calibration.json")
ERRORS = 2  # standard errors that a figure may lie outside its band
ONE_SPLIT = "verdict about equal algorithms on one split"  # the door of settings in which each is trained once
HEAVY = "heavy tails"  # settings that no sample of few rows can be told from others
FEW = 5  # rows of a class: with fewer no two numbers of them tell samples apart
RARELY = 0.05  # of samples: what a check does so rarely in a setting speaks against that setting where it was done
ALIKE = 2.0  # times as many rows of the rarer classes, or as few: samples that far apart are taken as alike


class Kind(StrEnum):
    """What a rate counts."""

    SIZE = "size"  # differences claimed between equal learners
    FWER = "fwer"  # tables with at least one false claim
    FALSE_EQUIVALENCE = "false equivalence"  # "equivalent" claimed at the border of the region
    FALSE_PASS = "false pass"  # noqa: S105 - no password: gates passed by a model that is worse by just the margin
    COVERAGE = "coverage"  # intervals that contain the true value
    POWER = "power"  # true differences that are claimed
    PLANNING = "planning"  # the same at the size that the planner names
    BAYES = "bayes"  # claims of high posterior probability that are true
    NOTED = "noted"  # tables with few rows of a class whose intervals have a note, or are not printed
    DETECTION = "detection"  # samples in which the check of the tail of the losses reports a heavy one


@dataclass(frozen=True, slots=True)
class Standard:
    """What is promised of a kind of rate, in which band it must lie, and how it is called."""

    nominal: float
    band: tuple[float, float]
    title: str


STANDARD = {
    Kind.SIZE: Standard(0.05, (0.0, 0.06), "size at .05"),
    Kind.FWER: Standard(0.05, (0.0, 0.06), "family-wise error at .05"),
    Kind.FALSE_EQUIVALENCE: Standard(0.05, (0.0, 0.06), "false equivalence at .05"),
    Kind.FALSE_PASS: Standard(0.05, (0.0, 0.055), "false passes of a gate at .05"),
    Kind.COVERAGE: Standard(0.95, (0.92, 1.0), "coverage of 95 % intervals"),
    Kind.POWER: Standard(0.8, (0.0, 1.0), "power"),  # it is printed, not judged
    # Exact tests jump from size to size, so some have more power than was asked for.
    Kind.PLANNING: Standard(0.8, (0.78, 0.95), "power where .8 was planned"),
    Kind.BAYES: Standard(0.95, (0.95, 1.0), "true claims among those of probability .95 or more"),
    Kind.NOTED: Standard(0.95, (0.95, 1.0), "tables that get a note or no interval"),
    Kind.DETECTION: Standard(0.05, (0.0, 1.0), "samples whose tail looks heavy to the check"),  # printed, not judged
}
SETTINGS_SHOWN = 3  # of powers, which mean nothing without their settings


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedRate:
    """One rate of a simulation, beside the band in which it is allowed to lie."""

    name: str  # who was asked and what was drawn: "wilcoxon: 20 pairs, ties", "verdict over splits: 5x2, 60 rows, 1-NN"
    kind: Kind
    about: tuple[str, ...]  # names of tests or measures
    successes: int
    runs: int
    band: tuple[float, float]
    apart: str = ""  # what sets it apart from the others of its kind: "1-NN"
    known_liberal: bool = False
    rare: int = 0  # rows outside the most frequent class, of numbers all rows; 0 where it is no interval of a measure
    rarest: int = 0  # rows of the rarest class, of three classes or more
    classes: int = 0  # how many there are, where they are three or more

    @property
    def door(self) -> str:
        """The default verdict that was asked; empty for a test or a measure by name."""
        asked = self.name.partition(": ")[0]
        return "" if asked in self.about else asked

    @property
    def setting(self) -> str:
        """What was drawn."""
        return self.name.partition(": ")[2]

    @property
    def parts(self) -> tuple[str, ...]:
        """The setting, part by part: how many, and then what was special."""
        return tuple(self.setting.split(", "))

    @property
    def rate(self) -> float:
        """The share of successes; NaN where nothing was counted."""
        return self.successes / self.runs if self.runs else float("nan")


def outside(rate: float, runs: int, band: tuple[float, float]) -> bool:
    """Whether a rate of that many runs lies more than two standard errors outside its band.

    >>> outside(0.065, 1000, (0.0, 0.06)), outside(0.08, 1000, (0.0, 0.06))
    (False, True)
    """
    low, high = band
    slack = [ERRORS * sqrt(end * (1 - end) / runs) if runs else 0.0 for end in band]
    return rate < low - slack[0] or rate > high + slack[1]


@cache
def figures() -> tuple[SimulatedRate, ...]:
    """All figures of the file, in the order of the battery; none where the battery never ran."""
    if not FILE.exists():
        return ()
    return tuple(_read(entry) for entry in json.loads(FILE.read_text(encoding="utf-8"))["figures"])


def _read(entry: dict[str, Any]) -> SimulatedRate:
    """A figure; the file leaves out what follows from its name and its kind."""
    kind = Kind(entry["kind"])
    about, band = entry.get("about", [entry["name"].partition(": ")[0]]), entry.get("band", STANDARD[kind].band)
    return SimulatedRate(**{**entry, "kind": kind, "about": tuple(about), "band": tuple(band)})


def line_of(figure: SimulatedRate) -> str:
    """A figure as a line of the file.

    >>> line_of(_example(41))
    '{"name": "t: example", "kind": "size", "successes": 41, "runs": 1000}'
    """
    body: dict[str, Any] = {
        "name": figure.name,
        "kind": figure.kind.value,
        "successes": figure.successes,
        "runs": figure.runs,
    }
    usual = {
        "about": (figure.name.partition(": ")[0],),
        "band": STANDARD[figure.kind].band,
        "apart": "",
        "known_liberal": False,
        "rare": 0,
        "rarest": 0,
        "classes": 0,
    }
    return json.dumps(
        body | {name: getattr(figure, name) for name, value in usual.items() if getattr(figure, name) != value}
    )


def figures_about(name: str) -> tuple[SimulatedRate, ...]:
    """The figures of a test or a measure."""
    return tuple(figure for figure in figures() if name in figure.about and figure.runs)


@cache
def _intervals() -> dict[str, tuple[SimulatedRate, ...]]:
    """The coverage of the interval of each measure, in settings of which the rows of the rarer classes are known."""
    figures_by_name: dict[str, list[SimulatedRate]] = {}
    for figure in figures():
        if figure.kind is Kind.COVERAGE and figure.rare and figure.runs:
            for name in figure.about:
                figures_by_name.setdefault(name, []).append(figure)
    return {name: tuple(some) for name, some in figures_by_name.items()}


def _alike(rows: int, other: int) -> bool:
    return rows / ALIKE <= other <= rows * ALIKE


@lru_cache(maxsize=1 << 12)
def coverage_like(measure: str, rare: int, rarest: int = 0, classes: int = 0) -> tuple[float, float] | None:
    """The measured coverage of 95 % intervals of a measure in samples with about so many rows outside the most frequent class.

    It is None where it reaches what is promised, or was not measured. Like a sample are those with up to twice as many
    such rows or half as many, else the next smaller ones, else the smallest. Of three classes or more the rows of the rarest count
    instead, and how many classes there are: a mean over classes rests on the classes with the fewest rows.
    """
    coverages = [figure for figure in _intervals().get(measure, ()) if figure.apart != HEAVY]
    many = _of_as_many([figure for figure in coverages if figure.rarest], classes) if rarest else []
    if many:
        like = _alike_in([(figure, figure.rarest) for figure in many], rarest)
    else:
        like = _alike_in(
            [(figure, figure.rare) for figure in [figure for figure in coverages if not figure.rarest] or coverages],
            rare,
        )
    least = STANDARD[Kind.COVERAGE].band[0]
    strict = (
        bool(many) and rarest < FEW
    )  # so few rows of a class are noted wherever less was measured, whatever its error
    if not any(
        figure.rate < least if strict else outside(figure.rate, figure.runs, STANDARD[Kind.COVERAGE].band)
        for figure in like
    ):
        return None
    return min(figure.rate for figure in like), max(figure.rate for figure in like)


def _of_as_many(some: list[SimulatedRate], classes: int) -> list[SimulatedRate]:
    """Those of about as many classes, else of the next number; all where it is not known."""
    if not classes or not some:
        return some
    like = [figure for figure in some if _alike(figure.classes, classes)]
    nearest = min(some, key=lambda figure: abs(figure.classes - classes)).classes
    return like or [figure for figure in some if figure.classes == nearest]


def _alike_in(some: list[tuple[SimulatedRate, int]], rows: int) -> list[SimulatedRate]:
    """Those with about as many rows; fewer than `FEW` are all alike; else the next smaller ones, else the smallest."""
    like = [figure for figure, of in some if _alike(of, rows) or max(of, rows) < FEW]
    if like or not some:
        return like
    smaller = [of for _, of in some if of <= rows]
    nearest = max(smaller) if smaller else min(of for _, of in some)
    return [figure for figure, of in some if of == nearest]


class Worst(NamedTuple):
    """The setting in which the fewest intervals cover, or the most false claims are made, among those that a sample does not exclude."""

    rate: float
    setting: str


@lru_cache(maxsize=1 << 12)
def worst_under_tails(measure: str, rows: int, heavy: bool) -> Worst | None:
    """The least measured coverage of 95 % intervals of a measure under the tails that a sample of so many rows does not exclude.

    `heavy` is whether the check of tails reported one. Excluded are settings in which it does so in at most `RARELY` of samples of that size
    although it did here, or in all but so few although it did not. Sizes that were measured next to `rows` on either side count. None where
    nothing was measured, or every setting covers what is promised.
    """
    heavy_tailed = [figure for figure in _intervals().get(measure, ()) if figure.apart == HEAVY]
    left = [figure for figure in _next_to(heavy_tailed, rows) if _not_excluded(figure, measure, heavy)]
    if not any(outside(figure.rate, figure.runs, STANDARD[Kind.COVERAGE].band) for figure in left):
        return None
    worst = min(left, key=lambda figure: figure.rate)
    return Worst(worst.rate, worst.setting)


def _next_to(some: list[SimulatedRate], rows: int) -> list[SimulatedRate]:
    """Those of the next smaller size that was measured, and of the next larger one."""
    sizes = sorted({figure.rare for figure in some})
    near = {
        max((size for size in sizes if size <= rows), default=None),
        min((size for size in sizes if size >= rows), default=None),
    }
    return [figure for figure in some if figure.rare in near]


def _not_excluded(figure: SimulatedRate, measure: str, heavy: bool) -> bool:
    check = _detections().get((measure, figure.setting))
    return check is None or (check.rate > RARELY if heavy else check.rate < 1 - RARELY)


@cache
def _detections() -> dict[tuple[str, str], SimulatedRate]:
    """How often the check of tails reports one, by measure and setting."""
    return {
        (name, figure.setting): figure
        for figure in figures()
        if figure.kind is Kind.DETECTION and figure.runs
        for name in figure.about
    }


@lru_cache(maxsize=1 << 10)
def false_claims_under_tails(measure: str, rows: int) -> Worst | None:
    """The largest measured share of false claims by a measure of numbers where one learner has rare large errors; None where not measured.

    The sizes that were measured next to `rows` count.
    """
    under_tails = [
        figure
        for figure in figures_about(measure)
        if figure.kind is Kind.SIZE and figure.apart == HEAVY and figure.rare
    ]
    near = _next_to(under_tails, rows)
    worst = max(near, key=lambda figure: figure.rate, default=None)
    return None if worst is None else Worst(worst.rate, worst.setting)


def share(value: float) -> str:
    """A rate with three digits and no leading zero.

    >>> share(0.05), share(0.0432), share(1.0), share(0.0001)
    ('.05', '.043', '1', '0')
    """
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return text.removeprefix("0") or "0"


def measured_range(some: Iterable[SimulatedRate]) -> str:
    """The range of rates, and those that stand apart in brackets.

    >>> measured_range([_example(41), _example(62), _example(66, "1-NN")])
    '.041 to .062 (1-NN .066)'
    """
    figure_list = list(some)
    apart = {
        label: [figure.rate for figure in figure_list if figure.apart == label]
        for label in dict.fromkeys(figure.apart for figure in figure_list)
    }
    usual = apart.pop("", [])
    words = ", ".join(f"{label} {_between(rates)}" for label, rates in apart.items())
    if not usual:
        return words
    return _between(usual) + (f" ({words})" if words else "")


def _between(rates: list[float]) -> str:
    low, high = share(min(rates)), share(max(rates))
    return low if low == high else f"{low} to {high}"


def _example(successes: int, apart: str = "") -> SimulatedRate:
    return SimulatedRate(
        name="t: example", kind=Kind.SIZE, about=("t",), successes=successes, runs=1000, band=(0.0, 0.06), apart=apart,
    )  # fmt: skip


def false_claims(test: str, door: str, kind: Kind) -> str:
    """How often a default verdict by this test claims a difference where there is none; empty where it was not measured."""
    claims = [figure for figure in figures_about(test) if figure.door == door and figure.kind is kind]
    return measured_range(claims) if claims else ""


def most_false_claims(test: str, door: str, kind: Kind) -> str:
    """The largest of these rates, and those that stand apart in brackets; empty where none was measured."""
    measured_rates = [figure for figure in figures_about(test) if figure.door == door and figure.kind is kind]
    labels = dict.fromkeys(figure.apart for figure in measured_rates)
    worst = [
        max((figure for figure in measured_rates if figure.apart == label), key=lambda figure: figure.rate)
        for label in labels
    ]
    return measured_range(worst) if worst else ""


def of_equal_methods() -> str:
    """How often a verdict over the rows of one test set calls one of two models better that equal methods trained; empty where it was not measured.

    The range is quoted with the settings of both ends: it depends on the method and on the numbers of rows.
    """
    cases = [figure for figure in figures() if figure.door == ONE_SPLIT and figure.kind is Kind.SIZE and figure.runs]
    if not cases:
        return ""
    ends = [min(cases, key=lambda figure: figure.rate), max(cases, key=lambda figure: figure.rate)]
    shown = dict.fromkeys(f"{share(figure.rate)} ({figure.setting})" for figure in ends)
    return f"{' to '.join(shown)} of the cases"


def measured(name: str) -> tuple[str, ...]:
    """One sentence for each kind of rate that was measured of a test or a measure, by the door that it was asked through."""
    about_name = figures_about(name)
    keys = dict.fromkeys((figure.kind, figure.door) for figure in about_name)
    return tuple(_sentence([figure for figure in about_name if (figure.kind, figure.door) == key]) for key in keys)


def _sentence(some: list[SimulatedRate]) -> str:
    first, rates = some[0], measured_range(some)
    if first.kind is Kind.POWER:
        rates = "; ".join(f"{share(figure.rate)} ({figure.setting})" for figure in some[:SETTINGS_SHOWN])
        rates += f"; {len(some) - SETTINGS_SHOWN} more settings" if len(some) > SETTINGS_SHOWN else ""
    missing = sorted((figure for figure in some if figure.known_liberal), key=lambda figure: figure.rate)
    ends = dict.fromkeys(f"{share(figure.rate)} ({figure.setting})" for figure in (missing[:1] + missing[-1:]))
    liberal = f"; known to miss its level: {' to '.join(ends)}" if missing else ""
    return f"{STANDARD[first.kind].title}{f', {first.door}' if first.door else ''}: {rates}{liberal}"

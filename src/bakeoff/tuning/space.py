"""Space: which values each parameter may take; ranges keep their ends and their scale, so that they can be shown and drawn from again."""

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import exp, floor, isfinite, log, prod
from typing import Any

import numpy as np

from bakeoff.core.errors import BadInput, Problems
from bakeoff.learners.fingerprint import canonical
from bakeoff.learners.search_results import plain_value

__all__ = [
    "MOST_CANDIDATES",
    "Choice",
    "Parameter",
    "Point",
    "Range",
    "Space",
    "choice",
    "integers",
    "log_uniform",
    "uniform",
]

MOST_CANDIDATES = 100_000  # of one search
WIDEST = 2**53  # the largest end of a range of whole numbers
LARGEST = int(sys.float_info.max)

Coded = float | int  # a number of a range, or the place of a value in a list
Point = dict[str, Coded]  # one candidate


@dataclass(frozen=True, slots=True)
class Range:
    """All numbers between two ends, both included; spread evenly, or evenly over orders of magnitude."""

    low: Any
    high: Any
    log: bool = False
    whole: bool = False

    def __post_init__(self) -> None:
        for end in (self.low, self.high):
            if isinstance(end, int) and not isinstance(end, bool) and abs(end) > LARGEST:
                raise BadInput(
                    f"the ends of a range must be numbers of at most {LARGEST:.2g}, not one of {end.bit_length()} bits"
                )
            if isinstance(end, bool) or not isinstance(end, (int, float, np.number)) or not isfinite(end):
                raise BadInput(f"the ends of a range must be finite numbers, not {end!r}")
            if self.whole and abs(float(end)) > WIDEST:
                raise BadInput(f"the ends of a range of whole numbers must lie within {WIDEST:,}, not at {end!r}")
            if self.whole and float(end) != int(end):
                raise BadInput(
                    f"the ends of a range of whole numbers must be whole, not {end!r}; use uniform or log_uniform"
                )
        kind = int if self.whole else float
        object.__setattr__(self, "low", kind(self.low))
        object.__setattr__(self, "high", kind(self.high))
        if self.low > self.high:
            raise BadInput(f"the range from {self.low:g} to {self.high:g} is reversed; write the smaller end first")
        if self.low == self.high:
            raise BadInput(
                f"the range from {self.low:g} to {self.high:g} is empty; make it wider, or set the parameter itself"
            )
        if not isfinite(float(self.high) - float(self.low)):
            raise BadInput(f"the range from {self.low:g} to {self.high:g} is too wide to draw from; make it narrower")
        if self.log and self.low <= 0:
            raise BadInput(
                f"a range over orders of magnitude cannot include {min(self.low, 0):g}; begin it above 0, for example at {_above_zero(self.high):g}"
            )

    def draw(self, rng: np.random.Generator) -> Coded:
        """A value drawn at random."""
        if not self.whole:
            return self.at(float(rng.random()))
        if not self.log:
            return int(rng.integers(int(self.low), int(self.high) + 1))
        low, high = log(self.low - 0.5), log(self.high + 0.5)  # every whole number gets the width that rounds to it
        return int(np.clip(round(exp(low + (high - low) * float(rng.random()))), self.low, self.high))

    def at(self, share: float) -> Coded:
        """The value at that share of the way from the lower to the upper end."""
        if self.log:
            value = exp(log(self.low) + (log(self.high) - log(self.low)) * share)
        else:
            value = self.low + (self.high - self.low) * share
        value = min(max(value, self.low), self.high)
        return round(float(value)) if self.whole else float(value)

    def place(self, coded: Coded) -> float:
        """The share of the way from the lower to the upper end at which a value lies."""
        if self.log:
            return (log(coded) - log(self.low)) / (log(self.high) - log(self.low))
        return float((coded - self.low) / (self.high - self.low))

    def levels(self, number: int) -> tuple[Coded, ...]:
        """So many values from end to end; fewer where whole numbers coincide."""
        shares = [0.5] if number == 1 else [index / (number - 1) for index in range(number)]
        return tuple(dict.fromkeys(self.at(share) for share in shares))

    def value(self, coded: Coded) -> Any:
        """What the learner gets."""
        return int(coded) if self.whole else float(coded)

    def shown(self, coded: Coded) -> Any:
        """What tables show: plain JSON."""
        return self.value(coded)

    @property
    def ordered(self) -> bool:
        """Whether values have an order and ends."""
        return True

    @property
    def card(self) -> dict[str, Any]:
        """As a study file writes it."""
        kind = "int" if self.whole else "log" if self.log else "uniform"
        return {kind: [self.low, self.high], **({"log": True} if self.whole and self.log else {})}

    def __str__(self) -> str:
        return (
            f"{self.low:g} to {self.high:g}"
            + (" (log scale)" if self.log else "")
            + (", whole numbers" if self.whole else "")
        )


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """One of a few values of any kind."""

    values: tuple[Any, ...]

    def __post_init__(self) -> None:
        if not self.values:
            raise BadInput("a choice without values has no candidates; list at least one value")

    def draw(self, rng: np.random.Generator) -> Coded:
        """The place of a value drawn at random."""
        return int(rng.integers(len(self.values)))

    def place(self, coded: Coded) -> float:
        """The share of the way through the list, numbers in their order."""
        order = (
            sorted(range(len(self.values)), key=lambda index: self.values[index])
            if self.ordered
            else list(range(len(self.values)))
        )
        return order.index(int(coded)) / max(len(self.values) - 1, 1)

    def levels(self, number: int) -> tuple[Coded, ...]:
        """All of them, whatever the number."""
        return tuple(range(len(self.values)))

    def value(self, coded: Coded) -> Any:
        """What the learner gets."""
        return self.values[int(coded)]

    def shown(self, coded: Coded) -> Any:
        """What tables show: plain JSON."""
        return plain_value(self.values[int(coded)])

    @property
    def ordered(self) -> bool:
        """Whether values have an order and ends: numbers, all different."""
        return all(_number(value) for value in self.values) and len(set(self.values)) == len(self.values) > 1

    @property
    def card(self) -> dict[str, Any]:
        """As a study file writes it; objects by their class and parameters."""
        return {"choice": [canonical(value) for value in self.values]}

    def __str__(self) -> str:
        texts = [str(plain_value(value)) for value in self.values]
        return ", ".join(texts if len(texts) <= 8 else [*texts[:4], "...", *texts[-2:]])


Parameter = Range | Choice


def uniform(low: float, high: float) -> Range:
    """Numbers of a range, spread evenly.

    Parameters
    ----------
    low, high
        The ends.

    Returns
    -------
    Range
        The numbers, for the space of a search.

    Examples
    --------
    >>> str(uniform(0, 1))
    '0 to 1'
    """
    return Range(low, high)


def log_uniform(low: float, high: float) -> Range:
    """Positive numbers, spread evenly over orders of magnitude: right for most parameters of scale.

    Parameters
    ----------
    low, high
        The ends, both above zero.

    Returns
    -------
    Range
        The numbers, for the space of a search.

    Examples
    --------
    >>> [round(one, 12) for one in log_uniform(0.01, 100).levels(5)]
    [0.01, 0.1, 1.0, 10.0, 100.0]
    """
    return Range(low, high, log=True)


def integers(low: int, high: int, *, log: bool = False) -> Range:
    """Whole numbers of a range.

    Parameters
    ----------
    low, high
        The ends, both included.
    log
        Whether they are spread evenly over orders of magnitude.

    Returns
    -------
    Range
        The numbers, for the space of a search.

    Examples
    --------
    >>> integers(1, 5).levels(5)
    (1, 2, 3, 4, 5)
    """
    return Range(low, high, log=log, whole=True)


def choice(values: Iterable[Any]) -> Choice:
    """One of these values: texts, numbers, lists of columns, whole steps of a pipeline.

    >>> str(choice(["linear", "rbf"]))
    'linear, rbf'
    """
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise BadInput(f"a choice needs a list of values, not {values!r}")
    return Choice(tuple(values))


@dataclass(frozen=True, slots=True, eq=False)
class Space:
    """Parameters by name, in the order in which they were given."""

    parameters: Mapping[str, Parameter] = field(default_factory=dict)

    @classmethod
    def of(cls, ranges: Any) -> "Space":
        """From a mapping of names to ranges; a plain list is a choice. All that is wrong is listed at once."""
        if isinstance(ranges, Space):
            return ranges
        if not isinstance(ranges, Mapping):
            raise BadInput(
                f"a space is a mapping from parameters to ranges such as {{'C': bo.log_uniform(0.01, 100)}}, not {ranges!r}"
            )
        if not ranges:
            raise BadInput(
                "the space has no parameters, so there are no candidates; name at least one, or take bo.suggest(estimator)"
            )
        parameters: dict[str, Parameter] = {}
        problems = []
        for name, values in ranges.items():
            try:
                parameters[str(name)] = _parameter(values)
            except BadInput as error:
                problems.append(f"{name}: {error}")
        if problems:
            raise Problems("the space", problems)
        return cls(parameters)

    def __iter__(self) -> Iterator[str]:
        return iter(self.parameters)

    def __len__(self) -> int:
        return len(self.parameters)

    def draw(self, rng: np.random.Generator) -> Point:
        """A candidate drawn at random."""
        return {name: parameter.draw(rng) for name, parameter in self.parameters.items()}

    def grid(self, trials: int) -> list[Point]:
        """All combinations of the lists, and of as many evenly spread values of each range as the trials allow."""
        ranges = [parameter for parameter in self.parameters.values() if isinstance(parameter, Range)]
        lists = prod(len(parameter.values) for parameter in self.parameters.values() if isinstance(parameter, Choice))
        number = floor((trials / lists) ** (1 / len(ranges)) + 1e-9) if ranges else 1
        if ranges and number < 2:
            least = lists * 2 ** len(ranges)
            raise BadInput(
                f"a grid of at least two values for each range has {least} candidates, more than trials = {trials}; "
                'allow more trials, or use search="random"'
            )
        levels = [parameter.levels(number) for parameter in self.parameters.values()]
        if (candidates := prod(map(len, levels))) > MOST_CANDIDATES:
            raise BadInput(
                f"the grid has {candidates:,} candidates, more than the {MOST_CANDIDATES:,} that a search may have; "
                'give fewer values, or use search="random"'
            )
        return [dict(zip(self.parameters, values, strict=True)) for values in product(*levels)]

    def values(self, point: Mapping[str, Coded]) -> dict[str, Any]:
        """What the learner gets."""
        return {name: self.parameters[name].value(coded) for name, coded in point.items()}

    def shown(self, point: Mapping[str, Coded]) -> dict[str, Any]:
        """What tables show: plain JSON."""
        return {name: self.parameters[name].shown(coded) for name, coded in point.items()}

    def unit(self, point: Mapping[str, Coded]) -> list[float]:
        """The candidate in a cube whose edges have length 1."""
        return [parameter.place(point[name]) for name, parameter in self.parameters.items()]

    @property
    def finite(self) -> int | None:
        """How many candidates there are, None if there is a range of numbers."""
        sizes = [
            len(parameter.values)
            if isinstance(parameter, Choice)
            else int(parameter.high - parameter.low) + 1
            if parameter.whole
            else None
            for parameter in self.parameters.values()
        ]
        return None if None in sizes else prod(size for size in sizes if size is not None)

    @property
    def card(self) -> dict[str, Any]:
        """As a study file writes it."""
        return {name: parameter.card for name, parameter in self.parameters.items()}


def point_text(point: Mapping[str, Coded]) -> str:
    """A candidate as stable text."""
    return json.dumps(point, sort_keys=True, separators=(",", ":"))


def is_series(values: Sequence[Any]) -> bool:
    """Whether numbers follow each other in equal steps.

    >>> is_series([1, 2, 3]), is_series([1, 10, 100])
    (True, False)
    """
    if len(values) < 3 or not all(_number(value) for value in values):
        return False
    steps = np.diff(np.sort(np.asarray(values, dtype=float)))
    return bool(np.allclose(steps, steps[0], rtol=1e-6))


def _number(value: Any) -> bool:
    return isinstance(value, (int, float, np.number)) and not isinstance(value, (bool, np.bool_))


def _parameter(description: Any) -> Parameter:
    if isinstance(description, (Range, Choice)):
        return description
    if isinstance(description, Mapping):
        return _from_table(description)
    if callable(getattr(description, "rvs", None)):
        return _from_scipy(description)
    return choice(description)


def _from_table(table: Mapping[str, Any]) -> Parameter:
    """`{log = [lo, hi]}`, `{uniform = [lo, hi]}`, `{int = [lo, hi], log = true}` or `{choice = [...]}` of a study file."""
    kinds = [key for key in ("choice", "int", "uniform") if key in table] or [key for key in ("log",) if key in table]
    extra = [key for key in table if key not in kinds and not (key == "log" and kinds == ["int"])]
    if len(kinds) != 1 or extra:
        raise BadInput(
            "a range is one of {log = [lo, hi]}, {uniform = [lo, hi]}, {int = [lo, hi]}, {choice = [...]}, "
            f"not {dict(table)!r}"
        )
    kind, ends = kinds[0], table[kinds[0]]
    if not isinstance(ends, list | tuple):
        raise BadInput(f"{kind} needs a list in square brackets, not {ends!r}")
    if kind == "choice":
        return choice(ends)
    if len(ends) != 2:
        raise BadInput(f"{kind} needs the two ends of the range, not {list(ends)!r}")
    spread = table.get("log", False) if kind == "int" else kind == "log"
    if not isinstance(spread, bool):
        raise BadInput(f"log must be true or false, not {spread!r}")
    return Range(ends[0], ends[1], log=spread, whole=kind == "int")


def _from_scipy(distribution: Any) -> Range:
    """The range of a frozen distribution of scipy, where it is one of ours."""
    name = getattr(getattr(distribution, "dist", None), "name", "")
    if name not in {"uniform", "loguniform", "reciprocal", "randint"}:
        raise BadInput(
            f"the distribution {name or distribution!r} is not known here; use bo.uniform, bo.log_uniform, bo.integers or bo.choice"
        )
    low, high = distribution.support()
    return integers(int(low), int(high)) if name == "randint" else Range(float(low), float(high), log=name != "uniform")


def _above_zero(high: float) -> float:
    return high / 1000 if high > 0 else 0.001

"""Detectors of change, each declared once (`bo.detectors`): values of a stream in, positions of alarms out."""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import isfinite
from typing import Any

import numpy as np

from bakeoff.core.catalogue import Catalogue
from bakeoff.core.checks import Array, vector
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.core.significance_level import is_shown
from bakeoff.core.terminology.explanation import Explained, Explanation, explained
from bakeoff.kernels import kernel
from bakeoff.kernels.reference.detection import AdwinRule, PageHinkleyRule

__all__ = ["DECLARED", "Detector", "Parameter", "detectors"]

PART = 256  # windows that are tested at a time


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """A setting of a detector: a number between two bounds, or one of some words."""

    name: str
    default: Any
    means: str
    low: float = 0.0
    high: float = float("inf")
    open_low: bool = False  # whether the lower bound itself is refused
    words: tuple[str, ...] = ()

    def checked(self, value: Any) -> Any:
        """The value; raises BadInput with the cure."""
        if self.words:
            if value not in self.words:
                raise BadInput(f"{self.name} must be one of {', '.join(self.words)}, not {value!r}")
            return value
        if isinstance(self.default, bool):
            if not isinstance(value, bool):
                raise BadInput(f"{self.name} must be True or False, not {value!r}")
            return value
        whole = isinstance(self.default, int)
        number = isinstance(value, (int, np.integer) if whole else (int, float, np.number)) and not isinstance(
            value, bool
        )
        if (
            not number
            or not isfinite(value)
            or not self.low <= value <= self.high
            or (self.open_low and value == self.low)
        ):
            kind = "a whole number" if whole else "a number"
            start = f"above {self.low:g}" if self.open_low else f"of at least {self.low:g}"
            end = f" and at most {self.high:g}" if isfinite(self.high) else ""
            raise BadInput(f"{self.name} must be {kind} {start}{end}, not {value!r}")
        return int(value) if whole else float(value)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Detector(Explained):
    """A rule that raises an alarm where the values of a stream seem to have changed; call it with the values.

    >>> detectors["page_hinkley"]([0.0] * 100 + [1.0] * 100, threshold=5.0).tolist()
    [105]
    """

    name: str
    title: str
    formula: str
    text: str  # what it looks for, and when to use it
    reference: str
    parameters: tuple[Parameter, ...]
    run: Callable[..., Array]  # of the values and the parameters
    binary: bool = False  # whether values are 0 (right) and 1 (wrong)

    def explanation(self) -> Explanation:
        """What `bakeoff explain` prints about it."""
        command = f'bo.detectors["{self.name}"](losses)'
        return explained(self, "detector", command=command, aliases=detectors.aliases_of(self.name))

    def __call__(self, values: Any, **parameters: Any) -> Array:
        """The positions of the alarms, counted from 0; after each alarm the detector begins anew with the next value."""
        checked = vector("values", values)
        if self.binary and not np.isin(checked, (0.0, 1.0)).all():
            raise BadInput(
                f"{self.name} reads errors: values must be 0 (right) or 1 (wrong); other values need another detector"
            )
        return self.run(np.ascontiguousarray(checked), **self.settings(parameters))

    def settings(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """All parameters, those not given by their defaults; raises BadInput for an unknown or impossible one."""
        known = [one.name for one in self.parameters]
        for name in given:
            if name not in known:
                raise UnknownName(f"parameter of {self.name}", name, known)
        return {one.name: one.checked(given.get(one.name, one.default)) for one in self.parameters}


def _page_hinkley(values: Array, *, direction: str, **numbers: Any) -> Array:
    side = {"up": 1, "down": -1, "both": 0}[direction]
    return np.asarray(kernel("page_hinkley")(values, PageHinkleyRule(direction=side, **numbers)))


def _ddm(values: Array, minimum: int, threshold: float) -> Array:
    return np.asarray(kernel("ddm")(values, minimum, threshold))


def _adwin(values: Array, *, max_buckets: int, min_window: int, **settings: Any) -> Array:
    return np.asarray(kernel("adwin")(values, AdwinRule(most=max_buckets, shortest=min_window, **settings)))


def _kswin(values: Array, alpha: float, window: int, recent: int, seed: int) -> Array:
    """Test the last values against as many older ones, drawn anew for every window."""
    if window < 2 * recent:
        raise BadInput(
            f"window must be at least twice recent ({2 * recent}), for as many older values are drawn; it is {window}"
        )
    critical = _critical_distance(recent, alpha)
    alarms: list[int] = []
    start = 0
    while start + window <= len(values):
        position = next(_first_distant(values[start:], window, recent, critical, seed), None)
        if position is None:
            break
        alarms.append(start + position)
        start += position + 1
    return np.array(alarms, dtype=np.int64)


def _first_distant(values: Array, window: int, recent: int, critical: int, seed: int) -> Iterator[int]:
    """The end of the first window whose recent values lie at least the critical number of ranks from the older ones."""
    windows = np.lib.stride_tricks.sliding_window_view(values, window)
    drawn = random.Random(seed)  # noqa: S311 - no secret; another generator would draw other rows than the published program
    older = range(window - recent)
    signs = np.repeat([1, -1], recent)
    for at in range(0, len(windows), PART):
        part = windows[at : at + PART]
        rows = np.array([drawn.sample(older, recent) for _ in range(len(part))])
        both = np.concatenate([np.take_along_axis(part, rows, axis=1), part[:, window - recent :]], axis=1)
        order = np.argsort(both, axis=1, kind="stable")
        ordered = np.take_along_axis(both, order, axis=1)
        steps = np.cumsum(signs[order], axis=1)
        steps[:, :-1][ordered[:, 1:] == ordered[:, :-1]] = 0  # between ties there is no step of the distributions
        distant = np.flatnonzero(np.abs(steps).max(axis=1) >= critical)
        if distant.size:
            yield at + int(distant[0]) + window - 1


@lru_cache(maxsize=64)
def _critical_distance(recent: int, alpha: float) -> int:
    """The smallest distance, in ranks of `recent`, with an exact p of at most alpha; and above a tenth, as the program has it."""
    from scipy.stats import ks_2samp

    low = np.arange(recent, dtype=np.float64)
    for ranks in range(recent // 10 + 1, recent + 1):
        if is_shown(ks_2samp(low, low + ranks - 0.5, method="exact" if recent <= 10_000 else "asymp").pvalue, alpha):
            return ranks
    return recent + 1


_MINIMUM = Parameter(name="minimum", default=30, low=1, means="number of first values without an alarm")
DECLARED: tuple[Detector, ...] = (
    Detector(
        name="page_hinkley",
        title="Page-Hinkley test",
        formula=r"m_T = \alpha m_{T-1} + (x_T - \bar x_T - \delta), alarm where m_T - \min_t m_t > \lambda; the same downwards",
        text="Looks for a lasting change of the mean of any numbers, for example of losses. The threshold is in units of the values: "
        "larger means fewer false alarms and later ones. With alpha = 1 and minimum = 1 it is the test as published.",
        reference="page1954",
        parameters=(
            Parameter(
                name="direction",
                default="both",
                words=("up", "down", "both"),
                means="which changes of the mean raise an alarm",
            ),
            _MINIMUM,
            Parameter(name="delta", default=0.005, means="a deviation from the mean that is tolerated"),
            Parameter(name="threshold", default=50.0, means="how far the sum of deviations may leave its extreme"),
            Parameter(
                name="alpha",
                default=1 - 0.0001,
                high=1.0,
                open_low=True,
                means="how much of the sum remains at each value",
            ),
        ),
        run=_page_hinkley,
    ),
    Detector(
        name="ddm",
        title="Drift detection method",
        formula=r"alarm where p_i + s_i > p_{min} + 3 s_{min}, s_i = \sqrt{p_i (1 - p_i) / i}",
        text="Looks for a rise of an error rate above the smallest that was reached. Slow on gradual changes, and blind to a fall.",
        reference="gama2004",
        parameters=(
            _MINIMUM,
            Parameter(
                name="threshold",
                default=3.0,
                open_low=True,
                means="standard deviations above the smallest rate that raise an alarm",
            ),
        ),
        run=_ddm,
        binary=True,
    ),
    Detector(
        name="adwin",
        title="Adaptive windowing",
        formula=r"alarm where |\mu_0 - \mu_1| > \sqrt{2 \sigma^2 \ln(2 \ln(n) / \delta) / m} + 2 \ln(2 \ln(n) / \delta) / (3 m)",
        text="Keeps the longest window whose older and newer parts agree, in memory that grows with the logarithm of its length. "
        "Looks both ways, and has a bound on false alarms. For values between 0 and 1.",
        reference="bifet2007",
        parameters=(
            Parameter(
                name="delta", default=0.002, high=1.0, open_low=True, means="the smaller, the fewer false alarms"
            ),
            Parameter(name="clock", default=32, low=1, means="number of values between two checks"),
            Parameter(name="max_buckets", default=5, low=1, high=1000, means="buckets of each size that are kept"),
            Parameter(name="min_window", default=5, low=1, means="the shortest part of the window that is compared"),
            Parameter(name="grace", default=10, low=1, means="number of first values without an alarm"),
            Parameter(
                name="restart",
                default=True,
                means="begin anew after an alarm, as river does; False keeps the newer part, as the paper does",
            ),
        ),
        run=_adwin,
    ),
    Detector(
        name="kswin",
        title="Kolmogorov-Smirnov windowing",
        formula=r"alarm where the Kolmogorov-Smirnov test of the r recent values against r older ones has p <= \alpha",
        text="Looks for any change of the distribution, also of its spread. Draws the older values at random; tests at every value "
        "without correction, so that false alarms are common unless alpha is very small.",
        reference="raab2020",
        parameters=(
            Parameter(name="alpha", default=0.005, high=1.0, open_low=True, means="the level of each single test"),
            Parameter(name="window", default=100, low=4, means="values in the window"),
            Parameter(
                name="recent", default=30, low=2, means="recent values that are tested against as many older ones"
            ),
            Parameter(name="seed", default=0, means="the seed of the draws"),
        ),
        run=_kswin,
    ),
)

detectors: Catalogue[Detector] = Catalogue("detector", DECLARED, {"ph": "page_hinkley"})

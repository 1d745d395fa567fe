"""Detectors of change, each declared once (`bo.detectors`): values of a stream in, positions of alarms out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import isfinite
from typing import Any

import numpy as np

from bakeoff.core.catalogue import Catalogue
from bakeoff.core.checks import Array, vector
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.core.terminology.explanation import Explained, Explanation, explained
from bakeoff.kernels import kernel, online_rule
from bakeoff.kernels.reference.detection import AdwinRule, Ddm, OnlineRule, PageHinkleyRule, alarm_positions
from bakeoff.streams.detection.distribution_detector import WindowedDistributions, distribution_alarms
from bakeoff.streams.detection.error_detectors import AverageBounds, ErrorDistances, WeightedBounds

__all__ = ["DECLARED", "Detector", "Parameter", "detectors"]


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
    start: Callable[..., OnlineRule]  # of the parameters: the detector before the first value
    run: Callable[..., Array] | None = (
        None  # of an array and the parameters, where that is quicker than value after value
    )
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
        settings = self.settings(parameters)
        if self.run is not None:
            return self.run(np.ascontiguousarray(checked), **settings)
        return alarm_positions(self.start(**settings), checked)

    def online(self, **parameters: Any) -> OnlineRule:
        """The detector for values that arrive one after the other.

        Parameters
        ----------
        **parameters
            Those of the detector; `bakeoff explain NAME` lists them.

        Returns
        -------
        An object with `update(value)`, which returns whether the value raises an alarm, and `drift_detected`, the same of the
        last value. After an alarm it begins anew with the next value, so that its alarms are those of a call with all values.

        >>> watch = detectors["adwin"].online()
        >>> [position for position, error in enumerate([0.0] * 500 + [1.0] * 100) if watch.update(error)]
        [511]
        """
        return self.start(**self.settings(parameters))

    def settings(self, settings: Mapping[str, Any]) -> dict[str, Any]:
        """All parameters, those not given by their defaults; raises BadInput for an unknown or impossible one."""
        names = [parameter.name for parameter in self.parameters]
        for name in settings:
            if name not in names:
                raise UnknownName(f"parameter of {self.name}", name, names)
        return {
            parameter.name: parameter.checked(settings.get(parameter.name, parameter.default))
            for parameter in self.parameters
        }


def _page_hinkley_rule(*, direction: str, **numbers: Any) -> PageHinkleyRule:
    return PageHinkleyRule(direction={"up": 1, "down": -1, "both": 0}[direction], **numbers)


def _page_hinkley(values: Array, **settings: Any) -> Array:
    return np.asarray(kernel("page_hinkley")(values, _page_hinkley_rule(**settings)))


def _online_page_hinkley(**settings: Any) -> OnlineRule:
    return online_rule("page_hinkley")(_page_hinkley_rule(**settings))


def _ddm(values: Array, minimum: int, threshold: float) -> Array:
    return np.asarray(kernel("ddm")(values, minimum, threshold))


def _adwin_rule(*, max_buckets: int, min_window: int, **settings: Any) -> AdwinRule:
    return AdwinRule(most=max_buckets, shortest=min_window, **settings)


def _adwin(values: Array, **settings: Any) -> Array:
    return np.asarray(kernel("adwin")(values, _adwin_rule(**settings)))


def _online_adwin(**settings: Any) -> OnlineRule:
    return online_rule("adwin")(_adwin_rule(**settings))


_MINIMUM = Parameter(name="minimum", default=30, low=1, means="number of first values without an alarm")
_CHANCE = Parameter(
    name="delta", default=0.001, high=1.0, open_low=True, means="the chance of a false alarm that one check is allowed"
)
_BOTH = Parameter(name="both", default=False, means="also raise an alarm where the error rate falls")
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
        start=_online_page_hinkley,
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
        start=Ddm,
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
        start=_online_adwin,
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
        start=WindowedDistributions,
        run=distribution_alarms,
    ),
    Detector(
        name="eddm",
        title="Early drift detection method",
        formula=r"alarm where (p'_i + 2 s'_i) / (p'_{max} + 2 s'_{max}) < \beta, p' and s' the mean and the deviation of the distances between errors",
        text="Looks for errors that follow each other more closely than before, which shows a gradual change earlier than DDM. It needs "
        "some tens of errors, and raises more false alarms than the others.",
        reference="baena2006",
        parameters=(
            replace(_MINIMUM, means="number of first values, and of first errors, without an alarm"),
            Parameter(
                name="threshold",
                default=0.9,
                high=1.0,
                open_low=True,
                means="share of the largest distance below which an alarm is raised",
            ),
        ),
        start=ErrorDistances,
        binary=True,
    ),
    Detector(
        name="hddm_a",
        title="Hoeffding drift detection, averages",
        formula=r"alarm where \bar z_n - \bar x_m \ge \sqrt{\frac{n - m}{2 n m} \ln(2 / \delta)}, m the cut where the mean was surely smallest",
        text="Compares the mean of all errors with that of the best beginning, by Hoeffding's bound: few false alarms. For abrupt changes.",
        reference="frias2015",
        parameters=(_CHANCE, _BOTH),
        start=AverageBounds,
        binary=True,
    ),
    Detector(
        name="hddm_w",
        title="Hoeffding drift detection, weighted averages",
        formula=r"alarm where \hat x_2 - \hat x_1 > \sqrt{(v_1 + v_2) \ln(1 / \delta) / 2}, faded means before and after the cut, v their sums of squared weights",
        text="Compares faded means before and after the best cut, by McDiarmid's bound. Notices gradual changes sooner than hddm_a, with more false alarms.",
        reference="frias2015",
        parameters=(
            _CHANCE,
            Parameter(name="weight", default=0.05, high=1.0, open_low=True, means="the weight of the newest value"),
            _BOTH,
        ),
        start=WeightedBounds,
        binary=True,
    ),
)

detectors: Catalogue[Detector] = Catalogue("detector", DECLARED, {"ph": "page_hinkley", "hddm": "hddm_a"})

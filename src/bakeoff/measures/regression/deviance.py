"""Deviances: losses of predicted means whose truth spreads more the larger the mean is.

Tweedie's family: where the variance grows with a power of the mean, the deviance of that power is the fitting loss.
Power 0 is the squared error, 1 is Poisson's, 2 that of the gamma distribution.
"""

from math import isnan
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.measures.aliases import parameter_text
from bakeoff.measures.measure import NUMBERS, Direction, Measure, family, mean_of
from bakeoff.predictions.kinds import MEANS
from bakeoff.predictions.predictions import Output, Predictions
from bakeoff.predictions.summaries.row_quantities import RowQuantity

__all__ = ["ALL", "tweedie_deviance"]


def _deviances(pred: Predictions, power: float) -> Array:
    """Each row's deviance; NaN where the family has no such truth or prediction."""
    y, f = pred.truth, pred.labels()
    if power == 0:
        return np.asarray((y - f) ** 2)
    defined = f > 0
    if power >= 1:
        defined &= y >= 0 if power < 2 else y > 0
    with np.errstate(all="ignore"):  # what is not known may overflow on the way
        deviance = 2.0 * _half(y, f, power)
    return np.where(defined, np.maximum(deviance, 0.0), np.nan)  # rounding may leave less than nothing


def _half(y: Array, f: Array, power: float) -> Array:
    """Half the deviance; powers 1 and 2 are the limits of the general form."""
    if power == 1:
        return np.asarray(np.where(y > 0, y * np.log(y / f), 0.0) - y + f)
    if power == 2:
        return np.asarray(np.log(f / y) + y / f - 1.0)
    first_power, two = 1.0 - power, 2.0 - power
    return np.asarray(np.maximum(y, 0.0) ** two / (first_power * two) - y * f**first_power / first_power + f**two / two)


def _undefined(power: float) -> str:
    if power == 0:
        return "there are no rows"
    if power < 0:
        return "a prediction is not positive"
    return f"a truth is {'negative' if power < 2 else 'not positive'}, or a prediction is not positive"


_of_power = family(
    direction=Direction.LOWER,
    bounds=(0.0, float("inf")),
    tasks=NUMBERS,
    needs=Output.LABEL,
    reads=MEANS,
    family="regression",
)


def _declare(name: str, title: str, formula: str, power: float, *, reference: str, caveat: str) -> Measure:
    return _of_power(
        name, title, formula, **mean_of(RowQuantity(_deviances, (power,))), reference=reference, undefined=_undefined(power),
        caveats=(caveat,), in_units=power != 2,
    )  # fmt: skip


poisson_deviance = _declare(
    "poisson_deviance",
    "Poisson deviance",
    r"\frac2n\sum_i \left(y_i \ln\frac{y_i}{f_i} - y_i + f_i\right)",
    1.0,
    reference="nelder1972",
    caveat="for counts: the variance is taken to grow with the mean",
)
gamma_deviance = _declare(
    "gamma_deviance",
    "Gamma deviance",
    r"\frac2n\sum_i \left(\ln\frac{f_i}{y_i} + \frac{y_i}{f_i} - 1\right)",
    2.0,
    reference="nelder1972",
    caveat="for positive amounts: only the ratio of truth and prediction counts, whatever the unit",
)


_LARGEST_POWER = 100  # of a mean, whose power must be a number


def tweedie_deviance(power: Any) -> Measure:
    """The deviance of Tweedie's family: the variance grows with that power of the mean.

    >>> tweedie_deviance(1.5).name
    'tweedie_deviance(1.5)'
    """
    number = isinstance(power, (int, float)) and not isinstance(power, bool)
    if not number or isnan(power) or 0 < power < 1:
        raise BadInput(f"the power of tweedie_deviance is 0 or less, or 1 or more, not {power!r}")
    if abs(power) > _LARGEST_POWER:
        raise BadInput(f"the power of tweedie_deviance is at most {_LARGEST_POWER} in size, not {power:g}")
    shown = parameter_text(power)
    return _declare(
        f"tweedie_deviance({shown})",
        f"Tweedie deviance of power {shown}",
        r"\frac2n\sum_i \left(\frac{y_i^{2-p}}{(1-p)(2-p)} - \frac{y_i f_i^{1-p}}{1-p} + \frac{f_i^{2-p}}{2-p}\right)",
        float(power),
        reference="jorgensen1987",
        caveat="power 0 is the squared error, 1 poisson_deviance, 2 gamma_deviance; between 1 and 2 for amounts with zeros",
    )


ALL: tuple[Measure, ...] = (poisson_deviance, gamma_deviance, tweedie_deviance(1.5))

"""Conformal: a regressor whose intervals are made of the errors on rows that it was not fitted to; MAPIE's regressors are run as they are."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, RegressorMixin, clone
from sklearn.utils import check_random_state

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput

__all__ = ["Conformal"]


class Conformal(RegressorMixin, BaseEstimator):  # type: ignore[misc]
    """A regressor with predicted intervals (split conformal prediction).

    A share of the training rows is kept from the fit. An interval of level 0.9 reaches as far from the prediction as 90 % of the errors
    on these rows do. New rows from the same source are inside at least that often, whatever the regressor. One of MAPIE's regressors
    (`SplitConformalRegressor`, `CrossConformalRegressor`, ...) in place of the regressor makes the intervals itself.

    Parameters
    ----------
    estimator
        A scikit-learn regressor, or one of MAPIE's conformal regressors with its own `confidence_level`.
    level
        The share of truths that an interval is meant to hold; several make several intervals.
    share
        The share of the training rows that is kept from the fit.
    random_state
        Of the choice of these rows.

    Examples
    --------
    >>> from sklearn.linear_model import LinearRegression
    >>> X = np.arange(40.0)[:, None]
    >>> model = Conformal(LinearRegression(), level=0.8, random_state=0).fit(X, X[:, 0] + np.tile([1.0, -1.0], 20))
    >>> sorted(model.predict_quantiles(X))
    [0.1, 0.5, 0.9]
    """

    def __init__(self, estimator: Any, level: Any = 0.9, share: float = 0.25, random_state: Any = None) -> None:
        self.estimator = estimator
        self.level = level
        self.share = share
        self.random_state = random_state

    def fit(self, X: Any, y: Any) -> "Conformal":
        """Fit the regressor to a part of the rows, and keep its errors on the others.

        Parameters
        ----------
        X
            The features, as the regressor takes them.
        y
            The numbers to be predicted.

        Returns
        -------
        The fitted regressor itself.

        Examples
        --------
        >>> from sklearn.linear_model import LinearRegression
        >>> fitted = Conformal(LinearRegression(), level=0.8).fit([[float(row)] for row in range(40)], range(40))
        >>> sorted(fitted.predict_quantiles([[3.0]]))
        [0.1, 0.5, 0.9]
        """
        levels = [float(level) for level in np.atleast_1d(self.level)]
        if not levels or not all(0 < level < 1 for level in levels):
            raise BadInput(f"the level of Conformal must lie strictly between 0 and 1, not {self.level!r}")
        if not 0 < self.share < 1:
            raise BadInput(f"the share of Conformal must lie strictly between 0 and 1, not {self.share!r}")
        target = np.asarray(y, dtype=np.float64)
        self.levels_ = sorted(levels)
        if hasattr(self.estimator, "fit_conformalize"):
            self.model_ = _copy(self.estimator)
            self.model_.fit_conformalize(X, target)
            return self
        order = check_random_state(self.random_state).permutation(len(target))
        kept = max(1, round(self.share * len(target)))
        if kept >= len(target):
            raise BadInput(f"Conformal keeps {kept} of {len(target)} training rows from the fit; give it more rows")
        train, apart = np.sort(order[kept:]), np.sort(order[:kept])
        self.model_ = _copy(self.estimator)
        self.model_.fit(_rows(X, train), target[train])
        if hasattr(self.model_, "conformalize"):
            self.model_.conformalize(_rows(X, apart), target[apart])
        else:
            self.errors_ = np.sort(
                np.abs(target[apart] - np.asarray(self.model_.predict(_rows(X, apart)), dtype=np.float64))
            )
        return self

    def predict(self, X: Any) -> Array:
        """The predictions of the regressor."""
        return np.asarray(self.model_.predict(X), dtype=np.float64)

    def predict_quantiles(self, X: Any) -> Mapping[float, Array]:
        """Both ends of each interval, and the prediction as the median, by their levels."""
        if hasattr(self.model_, "predict_interval"):
            return self._foreign(X)
        middle = self.predict(X)
        made = {0.5: middle}
        for level in self.levels_:
            place = int(np.ceil(level * (len(self.errors_) + 1))) - 1
            if place >= len(self.errors_):
                raise BadInput(
                    f"an interval of level {level:g} needs {int(np.ceil(level / (1 - level)))} rows that are kept from the fit, and there are {len(self.errors_)}; raise share, or lower level"
                )
            reach = self.errors_[place]
            made |= {round((1 - level) / 2, 12): middle - reach, round((1 + level) / 2, 12): middle + reach}
        return made

    def _foreign(self, X: Any) -> Mapping[float, Array]:
        """The same of a regressor of MAPIE, whose intervals have the levels that it was made with."""
        middle, ends = self.model_.predict_interval(X)
        ends = np.asarray(ends, dtype=np.float64)
        if ends.ndim != 3 or ends.shape[1] != 2 or ends.shape[2] != len(self.levels_):
            raise BadInput(
                f"the regressor gives {ends.shape[-1]} intervals, and Conformal states {len(self.levels_)} levels; give both the same levels"
            )
        made = {0.5: np.asarray(middle, dtype=np.float64).ravel()}
        for j, level in enumerate(np.atleast_1d(self.level)):
            made |= {round((1 - float(level)) / 2, 12): ends[:, 0, j], round((1 + float(level)) / 2, 12): ends[:, 1, j]}
        return made


def _copy(estimator: Any) -> Any:
    """An unfitted copy."""
    if hasattr(estimator, "get_params"):
        return clone(estimator)
    from copy import deepcopy

    return deepcopy(estimator)


def _rows(X: Any, rows: Array) -> Any:
    """These rows of a matrix, a frame or a list, in the form that they have."""
    if hasattr(X, "iloc"):
        return X.iloc[rows]
    return X[rows] if hasattr(X, "shape") else [X[row] for row in rows]

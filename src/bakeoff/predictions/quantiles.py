"""Predicted quantiles of each number: which levels, in which columns. An interval of 90 % is the quantiles 0.05 and 0.95."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.core.text import elide, listed
from bakeoff.predictions.class_labels import ArgumentNames
from bakeoff.predictions.input.array_checks import check_matrix, check_squarable, finite_table

__all__ = [
    "EQUAL",
    "QuantileTable",
    "encoded",
    "learner_of_name",
    "level_of_name",
    "levels_problem",
    "named_levels",
    "quantiles_of",
    "read",
    "typed_quantiles",
]

EQUAL = 1e-9  # levels that differ by less are one level: (1 - 0.9) / 2 is not exactly 0.05
_NAME = re.compile(r"(?:^|[^a-z0-9.])(?:q|p|quantile|percentile)?[ _-]?(\d*\.\d+|\d{2,4})\s*%?$|^(?:q|p)(\d{2,4})$")
_CURE = "give them by their levels, as {0.05: lower, 0.5: median, 0.95: upper}"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class QuantileTable:
    """One column of numbers for each level, the levels rising."""

    levels: Array
    values: Array

    def at(self, level: float) -> Array:
        """The predicted quantile of that level."""
        place = np.flatnonzero(np.abs(self.levels - level) < EQUAL)
        if not place.size:
            known = listed([f"{one:.10g}" for one in self.levels.tolist()], last="and")
            raise NotApplicable(f"there is no quantile {level:.10g}; predicted are {known}")
        return np.asarray(self.values[:, place[0]], dtype=np.float64)

    def central(self, share: float) -> tuple[Array, Array]:
        """Lower and upper end of the central interval that is meant to hold that share."""
        return self.at((1 - share) / 2), self.at((1 + share) / 2)

    @property
    def shares(self) -> tuple[float, ...]:
        """What the central intervals are meant to hold, of each pair of levels that mirror each other, widest first."""
        found = [
            1 - 2 * low
            for low in self.levels.tolist()
            if low < 0.5 - EQUAL and (np.abs(self.levels - 1 + low) < EQUAL).any()
        ]
        return tuple(round(share, 9) for share in found)

    @property
    def mirrored(self) -> bool:
        """Whether the levels are the median and pairs that mirror each other."""
        return 2 * len(self.shares) + 1 == len(self.levels) and bool((np.abs(self.levels - 0.5) < EQUAL).any())

    @property
    def crossing(self) -> int:
        """Rows in which a quantile is below one of a lower level."""
        return int((np.diff(self.values, axis=1) < 0).any(axis=1).sum())


def encoded(levels: Sequence[float], values: Array) -> Array:
    """Quantiles as predictions keep them: the columns of numbers, then as many columns with their levels.

    >>> encoded([0.1, 0.9], np.array([[1.0, 3.0]])).tolist()
    [[1.0, 3.0, 0.1, 0.9]]
    """
    order = np.argsort(levels, kind="stable")
    rising = np.asarray(levels, dtype=np.float64)[order]
    table = np.asarray(values, dtype=np.float64)[:, order]
    return np.concatenate([table, np.broadcast_to(rising, table.shape)], axis=1)


def quantiles_of(coded: Array) -> QuantileTable:
    """The table of what `encoded` made."""
    m = coded.shape[1] // 2
    levels = coded[0, m:] if len(coded) else np.empty(m)
    return QuantileTable(levels=np.asarray(levels, dtype=np.float64), values=coded[:, :m])


def levels_problem(coded: Array) -> str:
    """What is wrong with levels that a learner gave; empty if nothing is."""
    m = coded.shape[1] // 2
    if coded.shape[1] != 2 * m or not m:
        return "quantiles must be columns of numbers, then as many columns with their levels"
    levels = coded[:, m:]
    if len(coded) and ((levels <= 0).any() or (levels >= 1).any() or (np.diff(levels, axis=1) <= 0).any()):
        return "levels of quantiles must rise and lie strictly between 0 and 1"
    if (levels != levels[:1]).any():
        return "quantiles must have the same levels in all rows"
    return ""


def level_of_name(name: object) -> float | None:
    """The level that a name states, as 0.05, "q05", "q0.95", "model_q50" or "97.5%" do; None where it states none.

    >>> [level_of_name(name) for name in (0.05, "q05", "q975", "ridge_q50", "q0.1", "97.5%", "q5", "width", "x12")]
    [0.05, 0.05, 0.975, 0.5, 0.1, 0.975, None, None, None]
    """
    if isinstance(name, (float, np.floating)):
        return float(name)
    text = str(name).strip()
    found = _NAME.search(text.lower())
    digits = "" if found is None else found[1] or found[2]
    if not digits:
        return None
    if text.endswith("%"):
        return float(digits) / 100
    return float(digits) if "." in digits else float(f"0.{digits}")


def named_levels(names: Sequence[object], say: ArgumentNames) -> list[float]:
    """The level of each column; raises BadInput naming all columns that state none."""
    levels = {name: level_of_name(name) for name in names}
    wrong = [str(name) for name, level in levels.items() if level is None or not 0 < level < 1]
    if wrong:
        cure = _CURE if say.flags is None else "write the level before the column, as 0.05=low,0.5=median,0.95=high"
        raise BadInput(
            f"{say('y_quantiles')}: {elide(', '.join(wrong), 80)} {'does' if len(wrong) == 1 else 'do'} not state a level between 0 and 1; {cure}"
        )
    return [float(levels[name] or 0.0) for name in names]


def check_apart(levels: Sequence[float], say: ArgumentNames) -> None:
    """Raise BadInput where a level is given twice."""
    rising = sorted(levels)
    twice = next((high for low, high in pairwise(rising) if high - low < EQUAL), None)
    if twice is not None:
        raise BadInput(f"{say('y_quantiles')}: the level {twice:.10g} is given twice; give each level once")


def typed_quantiles(
    texts: Sequence[str], lower: str | None, upper: str | None, nominal: float | None
) -> tuple[tuple[float, str], ...]:
    """Levels and columns as they are typed: q05,q95, or 0.05=low,0.95=high, or the two ends of an interval.

    >>> typed_quantiles(["q05", "0.5=median"], None, None, None), typed_quantiles([], "lo", "hi", 0.9)
    (((0.05, 'q05'), (0.5, 'median')), ((0.05, 'lo'), (0.95, 'hi')))
    """
    if lower is None and upper is None:
        if nominal is not None:
            raise BadInput("--nominal is about an interval; name its ends with --lower and --upper")
        pairs = [
            (text.partition("=")[0].strip(), text.partition("=")[2].strip()) if "=" in text else (text, text)
            for text in texts
        ]
        say = ArgumentNames(of={"y_quantiles": "--quantiles"}, flags={"y_quantiles": "--quantiles"})
        levels = named_levels([state for state, _ in pairs], say)
        for learner in {learner_of_name(column) for _, column in pairs}:
            check_apart(
                [level for level, (_, column) in zip(levels, pairs, strict=True) if learner_of_name(column) == learner],
                say,
            )
        return tuple(zip(levels, (column for _, column in pairs), strict=True))
    if texts:
        raise BadInput("--quantiles and --lower, --upper both name the ends of intervals; give one of them")
    if lower is None or upper is None or nominal is None:
        raise BadInput(
            "an interval needs its two ends and the share that it is meant to hold: --lower low --upper high --nominal 0.9"
        )
    if not 0 < nominal < 1:
        raise BadInput(f"--nominal is a share between 0 and 1, such as 0.9, not {nominal:g}")
    return ((round((1 - nominal) / 2, 12), lower), (round((1 + nominal) / 2, 12), upper))


def learner_of_name(name: str) -> str:
    """What is left of a column's name without its level: the learner where columns are named ridge_q05, ridge_q95.

    >>> learner_of_name("ridge_q05"), learner_of_name("q05")
    ('ridge', '')
    """
    found = _NAME.search(name.lower())
    return name[: found.start()].rstrip(" _-.") if found else name


def read(values: Any, say: ArgumentNames) -> Array:
    """Quantiles as a user gives them: a mapping from levels to columns, or a frame whose column names state them."""
    if isinstance(values, Mapping):
        names, columns = list(values), list(values.values())
    elif hasattr(values, "columns"):
        names = list(values.columns)
        columns = [np.asarray(values[name]) for name in names]
    else:
        raise BadInput(f"{say('y_quantiles')} has no levels; {_CURE}")
    if not names:
        raise BadInput(f"{say('y_quantiles')} is empty; {_CURE}")
    levels = named_levels(names, say)
    check_apart(levels, say)
    sizes = {len(column) for column in columns}
    if len(sizes) > 1:
        raise BadInput(
            f"{say('y_quantiles')}: lengths differ: "
            + ", ".join(f"{name} has {len(column)}" for name, column in zip(names, columns, strict=True))
        )
    table = check_matrix("y_quantiles", np.column_stack([np.asarray(column) for column in columns]), say)
    return encoded(levels, check_squarable("y_quantiles", finite_table("y_quantiles", table, say), say))

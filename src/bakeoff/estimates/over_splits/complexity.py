"""A stated complexity such as n*log(n): read by a small grammar, and compared with measured costs."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from math import exp

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.over_splits.power_law import power_law

__all__ = ["Complexity", "StatedCost", "stated_cost"]

UNSURE = 1.0  # width of an interval of an exponent, from which it cannot tell n from n^2
LONGEST = 80  # characters
DEEPEST = 12  # parentheses in one another
TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d+)?)|(log2|log|sqrt|n)\b|(\*\*|[-+*/^()]))")
FUNCTIONS: dict[str, Callable[[Array], Array]] = {"log": np.log, "log2": np.log2, "sqrt": np.sqrt}


@dataclass(frozen=True, slots=True)
class Complexity:
    """An expression in n: numbers, n, + * / ^ (or **), log, log2, sqrt and parentheses.

    >>> Complexity("n*log(n)").at([10, 100]).round(1).tolist()
    [23.0, 460.5]
    >>> Complexity("2*n^1.5 + n").at([4.0]).tolist()
    [20.0]
    """

    text: str

    def __post_init__(self) -> None:
        self.at([10.0])

    def at(self, rows: ArrayLike) -> Array:
        """Its values for these numbers of rows."""
        reader = _Reader(self.text, np.asarray(rows, dtype=np.float64))
        with np.errstate(all="ignore"):
            return reader.read()


class _Reader:
    """Reads an expression from left to right and computes it; a name it does not know is refused."""

    def __init__(self, text: str, rows: Array) -> None:
        text = str(text)  # whatever a script gives
        self.text, self.rows, self.depth = text, rows, 0
        if not text.strip() or len(text) > LONGEST:
            raise BadInput(f"a complexity is an expression in n of at most {LONGEST} characters, such as n*log(n)")
        self.tokens = self._split()

    def _split(self) -> list[str]:
        tokens, position = [], 0
        text = self.text.strip()
        while position < len(text):
            token = TOKEN.match(text, position)
            if token is None:
                self._refuse(text[position:].split()[0])
            tokens.append(next(group for group in token.groups() if group is not None))  # type: ignore[union-attr] # refused above
            position = token.end()  # type: ignore[union-attr] # as above
        return tokens

    def _refuse(self, where: str) -> None:
        raise BadInput(
            f"complexity {self.text!r} cannot be read at {where!r}; it may contain n, numbers, + * / ^, log, log2, sqrt and "
            "parentheses, as in n*log(n)"
        )

    def _next(self, *wanted: str) -> str:
        """The next token if it is one of these, else nothing."""
        return self.tokens.pop(0) if self.tokens and self.tokens[0] in wanted else ""

    def read(self) -> Array:
        value = self._sum()
        if self.tokens:
            self._refuse(self.tokens[0])
        return value

    def _sum(self) -> Array:
        value = self._product()
        while sign := self._next("+", "-"):
            other = self._product()
            value = value + other if sign == "+" else value - other
        return value

    def _product(self) -> Array:
        value = self._power()
        while sign := self._next("*", "/"):
            other = self._power()
            value = value * other if sign == "*" else value / other
        return value

    def _power(self) -> Array:
        value = self._single()
        return np.asarray(value ** self._single()) if self._next("^", "**") else value

    def _single(self) -> Array:
        self.depth += 1
        if self.depth > 4 * DEEPEST or not self.tokens:
            self._refuse("the end" if not self.tokens else self.tokens[0])
        word = self.tokens.pop(0)
        if word == "n":
            return self.rows
        if word[0].isdigit():
            return np.full(self.rows.shape, float(word))
        if word == "(" or (word in FUNCTIONS and self._next("(")):
            value = self._sum()
            if not self._next(")"):
                self._refuse("the end" if not self.tokens else self.tokens[0])
            return FUNCTIONS[word](value) if word in FUNCTIONS else value
        self._refuse(word)
        raise AssertionError


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedCost:
    """What remains of the growth of a cost when the stated complexity is divided out."""

    complexity: Complexity
    factor: float  # geometric mean of cost / complexity
    excess: Estimate  # exponent of what is left: 0 where the cost grows as stated

    @property
    def reading(self) -> str:
        """Whether the costs grow as stated."""
        if np.isnan(self.excess.value):
            return f"cannot tell: {self.excess.warnings[0]}"
        if self.excess.low > 0:
            return "grows faster than stated"
        if self.excess.high < 0:
            return "grows more slowly than stated"
        if self.excess.high - self.excess.low > UNSURE:
            return f"cannot tell: the interval of the excess is {self.excess.high - self.excess.low:.1f} wide"
        return "agrees with what is stated"


def stated_cost(sizes: ArrayLike, costs: ArrayLike, complexity: str | Complexity, level: float = 0.95) -> StatedCost:
    """Compare measured costs with a stated complexity: the exponent of cost / complexity, with its interval.

    >>> n = np.array([100, 200, 400, 800, 1600])
    >>> stated_cost(n, 3e-6 * n * np.log(n) * [1.02, 0.98, 1.01, 0.99, 1.0], "n*log(n)").reading
    'agrees with what is stated'
    >>> stated_cost(n, 1e-6 * n**2 * [1.02, 0.98, 1.01, 0.99, 1.0], "n*log(n)").reading
    'grows faster than stated'
    """
    stated = complexity if isinstance(complexity, Complexity) else Complexity(complexity)
    x, y = np.asarray(sizes, dtype=np.float64), np.asarray(costs, dtype=np.float64)
    shape = stated.at(x)
    if not (np.isfinite(shape).all() and (shape > 0).all()):
        raise BadInput(
            f"complexity {stated.text!r} is not a positive number at every size from {x.min():g} to {x.max():g}"
        )
    rest = y / shape
    return StatedCost(
        complexity=stated, factor=exp(float(np.log(rest).mean())), excess=power_law(x, rest, level).exponent
    )

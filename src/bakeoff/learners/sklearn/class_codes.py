"""The way between class codes and what an estimator is given and says back."""

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.core.checks import Array

__all__ = ["ClassNames"]

_WHOLE = re.compile(r"0|-?[1-9]\d{0,17}")
_LOWEST = -1e300  # the score of a class the model has never seen: below all others, and finite


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ClassNames:
    """The classes of a data set as an estimator sees them: whole numbers if all names are, else text."""

    values: Array

    @classmethod
    def of(cls, classes: tuple[str, ...]) -> "ClassNames":
        """From the data set's classes, in their order.

        >>> ClassNames.of(("1", "2")).values.tolist(), ClassNames.of(("a", "2")).values.tolist()
        ([1, 2], ['a', '2'])
        """
        whole = all(_WHOLE.fullmatch(name) for name in classes)
        return cls(values=np.array([int(name) for name in classes]) if whole else np.array(classes, dtype=str))

    def codes(self, labels: ArrayLike) -> Array:
        """Codes of these labels, int64. If any is no class, an object array with those as text: never coerced.

        >>> ClassNames.of(("no", "yes")).codes(np.array(["yes", "perhaps"])).tolist()
        [1, 'perhaps']
        """
        raw = np.asarray(labels)
        if raw.ndim != 1 or not len(raw):
            return raw if raw.ndim != 1 else np.empty(0, dtype=np.int64)
        if raw.dtype.kind in ("U" if self.values.dtype.kind == "U" else "iuf"):
            order = np.argsort(self.values)
            at = order[np.minimum(np.searchsorted(self.values[order], raw), len(order) - 1)]
            known = self.values[at] == raw
            if known.all():
                return at.astype(np.int64)
        return self._one_by_one(raw)

    def _one_by_one(self, raw: Array) -> Array:
        home = {value: code for code, value in enumerate(self.values.tolist())}
        found: list[object] = [home[one] if _same_kind(one, home) else str(one) for one in raw.tolist()]
        if all(isinstance(one, int) for one in found):
            return np.array(found, dtype=np.int64)
        mixed = np.empty(len(found), dtype=object)
        mixed[:] = found
        return mixed

    def spread(self, proba: ArrayLike, known: Array | None) -> Array:
        """Probabilities in the order of the data set's classes; a class absent from training has 0."""
        given = np.asarray(proba)
        if known is None or known.dtype == object or given.ndim != 2 or given.shape[1] != len(known):
            return given  # not ours to repair: the runner looks at the shape
        out = np.zeros((len(given), len(self.values)))
        out[:, known] = given
        return out

    def scores(self, given: ArrayLike, known: Array | None, positive: int | None) -> Array:
        """Decision values: toward `positive` for two classes (the second class if none is stated), else per class."""
        raw = np.asarray(given, dtype=np.float64)
        if known is None or known.dtype == object:
            return raw
        if raw.ndim == 1 and len(known) == 2:
            if len(self.values) == 2:
                return raw if known[1] == (1 if positive is None else positive) else -raw
            raw = np.column_stack([-raw, raw])
        if raw.ndim != 2 or raw.shape[1] != len(known):
            return raw
        out = np.full((len(raw), len(self.values)), _LOWEST)
        out[:, known] = raw
        return out


def _same_kind(one: object, home: dict[object, int]) -> bool:
    """Whether it is a class, without True passing for 1."""
    try:
        return one in home and not isinstance(one, bool)
    except TypeError:  # cannot be hashed, so it is no class
        return False

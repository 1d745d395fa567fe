"""ClassLabels: the classes as the user names them, encoded as integers once, where input is checked."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

import numpy as np

from bakeoff.core.cached import cached_property
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput

__all__ = [
    "ArgumentNames",
    "ClassLabels",
    "as_column",
    "category_order",
    "first_missing",
    "missing",
    "refuse_other_spelling",
    "to_array",
    "usable_dtype",
]

SMALL = 1 << 16  # a table of seen integers up to this range is quicker than sorting
_NO_USE = {"c": "complex numbers", "M": "dates", "m": "spans of time", "S": "bytes", "V": "records of several fields"}
_KINDS = "give words, truth values or real numbers"


@dataclass(frozen=True, slots=True, kw_only=True)
class ArgumentNames:
    """How to speak to whoever stands at a door: of what was given, and of what else may be given there.

    In Python both are called by the argument's own name; in a shell the one is a column, the other a flag.

    >>> ArgumentNames().asked("labels"), ArgumentNames(flags={"labels": "--labels"}).asked("labels")
    ('labels=', '--labels')
    """

    of: Mapping[str, str] = field(default_factory=dict)  # what was given
    flags: Mapping[str, str] | None = None  # what may be given; None in Python
    unasked: frozenset[str] = frozenset()  # what this door does not take
    first_row: int = 0

    def __call__(self, argument: str) -> str:
        name = self.of.get(argument)
        return (self.flags or {}).get(argument, argument) if name is None else name

    def asked(self, argument: str) -> str:
        """What to write in order to give it."""
        return f"{argument}=" if self.flags is None else self.flags.get(argument, argument)

    def cure(self, words: str, argument: str) -> str:
        """The end of a sentence: what to do by an argument; nothing at a door that does not take it."""
        return "" if argument in self.unasked else f"; {words} {self.asked(argument)}"

    def at(self, argument: str, position: int) -> str:
        """An argument and a row, for the beginning of a sentence."""
        return f"{self(argument)}, row {position + self.first_row}"


def as_column(argument: str, values: Any, names: ArgumentNames) -> Array:
    """Any vector as a one-dimensional array: lists, Series of any kind, arrays; a single column is flattened."""
    if values is None:
        raise BadInput(f"{names(argument)} is missing")
    array = to_array(argument, values, names)
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 1:
        several = array.ndim == 2 and argument in {"y_true", "y_pred"}
        cure = "; of several labels or numbers per row state task='multilabel' or task='multioutput', and give the class of each row for one-hot columns"
        raise BadInput(
            f"{names(argument)} must be one value per row, but has shape {array.shape}{cure if several else ''}"
        )
    return array


def to_array(argument: str, values: Any, names: ArgumentNames) -> Array:
    """Any values as an array; what a mask hides is missing."""
    if type(values) is np.ndarray and values.dtype.kind != "T":
        return values
    try:
        hidden = isinstance(values, np.ma.MaskedArray) and np.ma.is_masked(values)
        array = np.asarray(np.where(values.mask, None, values.data) if hidden else values)
    except ValueError:  # rows of different lengths
        raise BadInput(f"{names(argument)} has rows of different lengths; give every row the same columns") from None
    return array.astype(object) if array.dtype.kind == "T" else array


def category_order(values: Any) -> tuple[Any, ...] | None:
    """The categories of a column that puts them in order itself; None of any other."""
    kind: Any = getattr(values, "dtype", None)
    return tuple(kind.categories) if getattr(kind, "ordered", False) else None


def usable_dtype(argument: str, array: Array, names: ArgumentNames) -> Array:
    """The same, if it holds words, numbers or truth values: neither is a date, though NumPy would make a number of it."""
    if array.dtype.kind in _NO_USE:
        raise BadInput(f"{names(argument)} contains {_NO_USE[array.dtype.kind]}; turn them into real numbers or words")
    return array


def missing(array: Array) -> Array:
    """Where there is None or NaN."""
    if array.dtype.kind == "f":
        return np.isnan(array)
    if array.dtype.kind == "O":
        return np.array([_absent(value) for value in array.tolist()], dtype=bool)
    return np.zeros(len(array), dtype=bool)


def _absent(value: Any) -> bool:
    """None, NaN, NaT, or what will not even say whether it equals itself, as the NA of pandas."""
    try:
        return value is None or bool(value != value)  # noqa: PLR0124
    except TypeError:
        return True
    except ValueError:  # an array in a cell, which is refused for what it is
        return False


def first_missing(array: Array) -> int | None:
    """The position of the first None or NaN."""
    if array.dtype.kind not in "fO":
        return None
    if array.dtype.kind == "f":
        with np.errstate(all="ignore"):
            if not np.isnan(array.sum()):  # no need to look at each
                return None
    bad = missing(array)
    return int(np.argmax(bad)) if bad.any() else None


# Not slotted: what the classes are called is kept when first asked for.
@dataclass(frozen=True, kw_only=True)
class ClassLabels:
    """The classes in order, as given and as text."""

    values: tuple[Any, ...]
    complete: bool = False  # found in the very columns that will be encoded: none can hold another

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """What each class is called."""
        return tuple(str(value) for value in self.values)

    @cached_property
    def plain(self) -> bool:
        """Whether the classes are their own codes."""
        return self.values == tuple(range(len(self.values)))

    @classmethod
    def given(cls, labels: Sequence[Any]) -> "ClassLabels":
        """The user's own list, whose order has meaning."""
        if isinstance(labels, range) and labels == range(len(labels)):
            return _counted(len(labels))
        values = tuple(map(bare, labels))
        check_one_kind(values)
        class_labels = cls(values=values)
        if min(len(set(class_labels.texts)), len(set(values))) < len(values):
            twice = next(
                value
                for index, value in enumerate(values)
                if value in values[:index] or str(value) in class_labels.texts[:index]
            )
            raise BadInput(f"the class {twice} is named twice; name each class once")
        return class_labels

    @classmethod
    def found(cls, columns: Mapping[str, Array]) -> "ClassLabels":
        """The sorted union of what occurs; of two columns the first is the truth."""
        values = [_distinct(array) for array in columns.values()]
        present = set[Any]().union(*values)
        if present == {0, 1} and all(array.dtype.kind in "ui" for array in columns.values()):
            return _ZERO_ONE
        check_one_kind(tuple(present))
        if len(values) == 2:
            refuse_other_spelling(*values)
        return cls(values=tuple(sorted(present)), complete=True)

    def encode(self, argument: str, array: Array, names: ArgumentNames) -> Array:
        """Codes of the values, or a sentence about the first that is none of the classes."""
        if self.plain and array.dtype.kind in "bui" and (self.complete or self._inside(array)):
            return array.astype(np.int64, copy=False)
        codes = self._codes(array)
        if len(codes) and codes.min() < 0:
            row = int(np.argmax(codes < 0))
            raise BadInput(f"{names.at(argument, row)}: {self.unknown(array[row])}")
        return codes

    def unknown(self, value: Any) -> str:
        """That a value is none of the classes, and which they are."""
        close = get_close_matches(str(value), self.texts, n=1, cutoff=0.6)
        if close:
            return f"{value!s} is not one of the classes; did you mean {close[0]}?"
        few = self.texts if len(self.texts) <= 12 else self.texts[:8]
        rest = "" if len(few) == len(self.texts) else f" and {len(self.texts) - len(few)} more"
        return f"{value!s} is not one of the classes {', '.join(few)}{rest}"

    def _inside(self, array: Array) -> bool:
        """Whether all are codes; without their sign negative numbers are large, so that one look is enough."""
        bare = array if array.dtype.kind in "bu" else array.view(f"u{array.itemsize}")
        return not len(array) or int(bare.max()) < len(self.values)

    def _codes(self, array: Array) -> Array:
        if array.dtype.kind == "O":
            table = {value: code for code, value in enumerate(self.values)}
            return np.array([table.get(value, -1) for value in array.tolist()], dtype=np.int64)
        order = sorted(range(len(self.values)), key=lambda code: self.values[code])
        ordered = np.array([self.values[code] for code in order])
        if not len(ordered) or (ordered.dtype.kind in "UT") != (array.dtype.kind in "UT"):
            return np.full(len(array), -1, dtype=np.int64)
        place = np.minimum(np.searchsorted(ordered, array), len(ordered) - 1)
        return np.where(ordered[place] == array, np.array(order, dtype=np.int64)[place], -1)


_ZERO_ONE = ClassLabels(values=(0, 1), complete=True)  # so common that its names are kept


def bare(value: Any) -> Any:
    """The number, word or truth value itself, where NumPy wraps it."""
    return value.item() if isinstance(value, np.generic) else value


def check_one_kind(values: tuple[Any, ...]) -> None:
    """Classes can be told apart and put in order: they are all words, or all numbers and truth values."""
    odd = next((value for value in values if not isinstance(value, (str, bool, int, float))), "")
    if not isinstance(odd, str):
        raise BadInput(f"a class cannot be {odd!r:.40}; {_KINDS}")
    if len({isinstance(value, str) for value in values}) > 1:
        raise BadInput("the classes mix text and numbers; use one kind for all of them")


def refuse_other_spelling(truth: Iterable[Any], predicted: Iterable[Any]) -> None:
    """Refuse a predicted class that differs from a true one by capitals or blanks alone: it would never be right.

    >>> refuse_other_spelling(["Yes", "No"], ["yes", "No"])
    Traceback (most recent call last):
    ...
    bakeoff.core.errors.BadInput: 'yes' is predicted where the truth has 'Yes'; write both alike, or name all classes if they differ (labels=, --labels)
    """
    true_classes = set(truth)
    bare = {" ".join(label.casefold().split()): label for label in true_classes if isinstance(label, str)}
    for label in predicted:
        meant = (
            bare.get(" ".join(label.casefold().split()))
            if isinstance(label, str) and label not in true_classes
            else None
        )
        if meant is not None:
            raise BadInput(
                f"{label!r} is predicted where the truth has {meant!r}",
                cure="write both alike, or name all classes if they differ (labels=, --labels)",
            )


@lru_cache(maxsize=64)
def _counted(k: int) -> ClassLabels:
    """The classes 0 to k - 1: a thousand names need not be written again at every call."""
    return ClassLabels(values=tuple(range(k)))


def _distinct(array: Array) -> list[Any]:
    if array.dtype.kind == "b":
        return [value for value in (False, True) if (array == value).any()]
    if array.dtype.kind in "ui" and len(array):
        low, high = int(array.min()), int(array.max())
        if high - low == 1:
            return [low, high]  # both ends occur
        if high - low < SMALL:
            wide = array if array.dtype.kind == "u" else array.astype(np.int64, copy=False)  # -128 to 127 span 255
            return [int(code) + low for code in np.flatnonzero(np.bincount((wide - low).astype(np.int64, copy=False)))]
    if array.dtype.kind == "O":
        try:
            return [bare(value) for value in dict.fromkeys(array.tolist())]
        except TypeError:  # a list in a cell
            raise BadInput(f"a class is one value per row; {_KINDS}") from None
    return list(np.unique(array).tolist())

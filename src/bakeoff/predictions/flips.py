"""Flips: rows whose answer changed between two models, and whether the change helped."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.text import clean, thousands
from bakeoff.predictions.predictions import Output, Predictions

__all__ = ["Flips", "flips_of", "flips_of_hits"]

RIGHT, WRONG = "right", "wrong"  # what an answer is called where only that is known


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Flips:
    """The four counts of two models on the same rows, and the rows whose answer changed.

    >>> import numpy as np
    >>> flips = Flips(both_right=90, only_new=4, only_base=1, both_wrong=5, changed=np.array([3, 8, 9, 11, 12, 40]))
    >>> flips.rows, flips.churn, flips.beneficial, flips.harmful
    (100, 0.06, 4, 1)
    """

    both_right: int
    only_new: int
    only_base: int
    both_wrong: int
    changed: Array  # places of the rows whose answer is another one
    ids: tuple[str, ...] = ()  # of these rows
    answers: tuple[
        tuple[str, str, str], ...
    ] = ()  # of each of these rows: what is true, the answer of the base, that of the new model

    @property
    def rows(self) -> int:
        """All rows."""
        return self.both_right + self.only_new + self.only_base + self.both_wrong

    @property
    def churn(self) -> float:
        """The share of rows whose answer changed, right or wrong."""
        return len(self.changed) / self.rows if self.rows else float("nan")

    @property
    def beneficial(self) -> int:
        """Rows that the new model alone gets right."""
        return self.only_new

    @property
    def harmful(self) -> int:
        """Rows that the base alone gets right."""
        return self.only_base

    def words(self, base: str, new: str) -> str:
        """The four counts and the churn in one line.

        >>> import numpy as np
        >>> Flips(both_right=90, only_new=4, only_base=1, both_wrong=5, changed=np.arange(6)).words("old", "new")
        '90 both right, 4 only new right, 1 only old right, 5 both wrong; the answer differs in 6% of the rows'
        """
        counts = (
            (self.both_right, "both right"), (self.only_new, f"only {clean(new)} right"), (self.only_base, f"only {clean(base)} right"),
            (self.both_wrong, "both wrong"),
        )  # fmt: skip
        text = ", ".join(f"{thousands(number)} {name}" for number, name in counts)
        return f"{text}; the answer differs in {100 * self.churn:.3g}% of the rows"

    def effect(self, place: int) -> str:
        """What the change of one of these rows did."""
        truth, before, after = self.answers[place]
        return "harmful" if before == truth else "beneficial" if after == truth else "neither"

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "both_right": self.both_right, "only_new": self.only_new, "only_base": self.only_base, "both_wrong": self.both_wrong,
            "churn": self.churn,
        }  # fmt: skip


def flips_of(base: Predictions, new: Predictions) -> Flips | None:
    """Of two models in one order of rows; None where answers are not right or wrong."""
    if not base.task.classifies or not all(Output.LABEL in pred.gives for pred in (base, new)):
        return None
    first, second, truth = base.labels(), new.labels(), base.truth
    right, now = first == truth, second == truth
    changed, names = np.flatnonzero(first != second), np.array(base.classes, dtype=object)
    sides = [names[side[changed]].tolist() for side in (truth, first, second)]
    return Flips(
        both_right=int((right & now).sum()), only_new=int((now & ~right).sum()), only_base=int((right & ~now).sum()),
        both_wrong=int((~right & ~now).sum()), changed=changed, ids=tuple(map(str, base.rows[changed].tolist())),
        answers=tuple(zip(*sides, strict=True)),
    )  # fmt: skip


def flips_of_hits(base: Array, new: Array, ids: Sequence[str]) -> Flips | None:
    """Of hits (1) and misses (0) of two models in one order of rows; None where these are other numbers.

    >>> flips = flips_of_hits(np.array([1.0, 1.0, 0.0]), np.array([1.0, 0.0, 0.0]), ["q1", "q2", "q3"])
    >>> flips.both_right, flips.only_base, flips.ids, flips.answers
    (1, 1, ('q2',), (('right', 'right', 'wrong'),))
    """
    if not (np.isin(base, (0, 1)).all() and np.isin(new, (0, 1)).all()):
        return None
    changed = np.flatnonzero(new != base)
    return Flips(
        both_right=int((new * base).sum()), only_new=int((new > base).sum()), only_base=int((base > new).sum()),
        both_wrong=int(((1 - new) * (1 - base)).sum()), changed=changed, ids=tuple(ids[row] for row in changed.tolist()),
        answers=tuple((RIGHT, *((RIGHT, WRONG) if base[row] else (WRONG, RIGHT))) for row in changed.tolist()),
    )  # fmt: skip

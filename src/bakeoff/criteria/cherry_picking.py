"""Cherry-picking: on which choice of the data sets would each learner win?

LaLoudouana and Tarate (2003) showed in earnest jest that a mediocre learner wins if its authors choose the data sets after the
results. Here every learner gets the choice that favours it: the largest set of data sets on which it has the best mean rank (or
mean score), and so the fewest that must be left out.

With few data sets every subset is tried. With more, each question is a small integer programme (scipy's HiGHS).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb, nan
from typing import Any

import numpy as np

from bakeoff.comparisons.evidence.types import ScoreMatrix, significant_digits
from bakeoff.core.checks import Array, frozen
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.core.json_safe import json_safe
from bakeoff.core.notes import Name, Note
from bakeoff.criteria.notes import INCOMPLETE_DATASETS, UNPROVEN
from bakeoff.measures.measure import Direction

__all__ = ["MEANS", "CherryPicks", "WinningChoice", "cherry_picking"]

MEANS = ("rank", "score")
EVERY = 15  # data sets up to which all subsets are tried
ORDERS = 2000  # random orders of the data sets, whose beginnings are sampled subsets
NODES = 20_000  # of an integer programme; a limit by time would change answers from machine to machine
CHUNK = 1 << 22  # numbers in memory at once


@dataclass(frozen=True, slots=True, kw_only=True)
class WinningChoice:
    """The data sets on which one learner wins; both are empty where it wins on no choice."""

    largest: tuple[str, ...]
    smallest: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CherryPicks:
    """For each learner the largest and the smallest choice of data sets on which it alone is best."""

    datasets: tuple[str, ...]
    by: str  # "rank" or "score"
    means: dict[str, float]  # of each learner over all data sets
    choices: dict[str, WinningChoice]
    shares: Array  # learners x sizes: the share of the subsets of 1, 2, ... data sets on which the learner wins
    exact: bool  # whether the shares are of all subsets, not of a sample
    notes: tuple[Note, ...] = ()

    @property
    def learners(self) -> tuple[str, ...]:
        """The learners."""
        return tuple(self.choices)

    @property
    def winner(self) -> str | None:
        """Who wins on all data sets; None where the first place is shared."""
        whole = [name for name, one in self.choices.items() if len(one.largest) == len(self.datasets)]
        return whole[0] if whole else None

    @property
    def most_often_first(self) -> tuple[tuple[str, Array], ...]:
        """Learners that win on some subset with their shares, those that win on most subsets first."""
        order = sorted(range(len(self.learners)), key=lambda at: -float(self.shares[at].sum()))
        return tuple((self.learners[at], self.shares[at]) for at in order if self.shares[at].any())

    def left_out(self, learner: str) -> tuple[str, ...] | None:
        """The fewest data sets to leave out so that the learner wins; None where it cannot win."""
        if learner not in self.choices:
            raise UnknownName("learner", learner, self.learners)
        kept = self.choices[learner].largest
        return tuple(name for name in self.datasets if name not in kept) if kept else None

    def to_dict(self) -> dict[str, Any]:
        """The object that `bakeoff cherry-pick --json` prints."""
        rows = []
        for at, (name, one) in enumerate(self.choices.items()):
            out = self.left_out(name)
            rows.append({
                "learner": name, "mean": self.means[name], "wins_on": list(one.largest), "left_out": None if out is None else list(out),
                "share_left_out": nan if out is None else len(out) / len(self.datasets), "smallest": list(one.smallest),
                "share_of_subsets": self.shares[at].tolist(),
            })  # fmt: skip
        made: dict[str, Any] = json_safe({
            "by": self.by, "datasets": list(self.datasets), "winner": self.winner, "exact": self.exact, "learners": rows,
            "notes": [note.as_dict() for note in self.notes],
        })  # fmt: skip
        return made


def cherry_picking(matrix: ScoreMatrix, by: str = "rank") -> CherryPicks:
    """The choice of data sets that favours each learner most; a learner wins where its mean is better than every other.

    >>> table = {"a": [.9, .8, .9, .5], "b": [.8, .9, .8, .6], "c": [.1, .1, .1, .1]}
    >>> made = cherry_picking(ScoreMatrix.of(table))
    >>> made.left_out("a"), made.left_out("b"), made.left_out("c")
    (('4',), ('3',), None)
    """
    if by not in MEANS:
        raise UnknownName("mean to win by", by, MEANS)
    ranked = matrix.ranked if by == "rank" else np.asarray(~np.isnan(matrix.values).any(axis=1))
    n = int(ranked.sum())
    if n < 2 or len(matrix.names) < 2:
        raise BadInput("a choice of data sets needs two learners and two data sets with scores of all learners")
    notes: list[Note] = []
    if n < len(ranked):
        notes.append(INCOMPLETE_DATASETS(left=len(ranked) - n, of=len(ranked)))
    values = (matrix.ranks() if by == "rank" else matrix.values)[ranked]
    sign = -1.0 if by == "rank" or matrix.direction is Direction.LOWER else 1.0
    gains = sign * significant_digits(values)
    datasets = tuple(name for name, keep in zip(matrix.blocks, ranked, strict=True) if keep)
    near = (
        0.25 if by == "rank" else 1e-10 * max(float(np.abs(gains).max()), 1e-300)
    )  # sums of ranks differ by 1/2 or not at all
    every = n <= EVERY
    subsets, shares = _all_subsets(gains, near) if every else _programmes(gains, near, matrix.names, notes)
    choices = {}
    for name, pair in zip(matrix.names, subsets, strict=True):
        largest, smallest = (tuple(datasets[position] for position in np.flatnonzero(members)) for members in pair)
        choices[name] = WinningChoice(largest=largest, smallest=smallest)
    return CherryPicks(
        datasets=datasets, by=by, means=dict(zip(matrix.names, values.mean(axis=0).tolist(), strict=True)), choices=choices,
        shares=frozen(shares), exact=every, notes=tuple(notes),
    )  # fmt: skip


Pair = tuple[Array, Array]  # the largest and the smallest subset, as 0 and 1 for each data set


def _wins(sums: Array, near: float) -> Array:
    """Where the sum of a learner exceeds all others (last axis: learners)."""
    ordered = np.partition(sums, -2, axis=-1)
    clear = ordered[..., -1:] - ordered[..., -2:-1] > near
    won: Array = clear & (sums == ordered[..., -1:])
    return won


def _all_subsets(gains: Array, near: float) -> tuple[list[Pair], Array]:
    """Every subset: of each learner the largest and smallest with the clearest lead, and the shares by size."""
    n, k = gains.shape
    subsets = [(np.zeros(n, dtype=bool), np.zeros(n, dtype=bool)) for _ in range(k)]
    best = np.full((2, k), -np.inf)
    wins = np.zeros((k, n))
    for codes in _chunks(1, 1 << n, k):
        members = (codes[:, None] >> np.arange(n)) & 1
        sizes = members.sum(axis=1)
        sums = members @ gains
        won = _wins(sums, near)
        for learner in np.flatnonzero(won.any(axis=0)):
            own = np.flatnonzero(won[:, learner])
            wins[learner] += np.bincount(sizes[own] - 1, minlength=n)
            others = np.delete(sums[own], learner, axis=1).max(axis=1)
            lead = (sums[own, learner] - others) / (
                1.0 + np.abs(gains).sum()
            )  # below 1: decides between subsets of one size
            for end, score in enumerate((sizes[own] + lead, lead - sizes[own])):
                best_index = int(np.argmax(score))
                if score[best_index] > best[end, learner]:
                    best[end, learner] = score[best_index]
                    subsets[learner][end][:] = members[own[best_index]]
    counts = np.array([comb(n, size) for size in range(1, n + 1)])
    return subsets, wins / counts


def _chunks(start: int, stop: int, width: int) -> Iterator[Array]:
    step = max(CHUNK // width, 1)
    for first in range(start, stop, step):
        yield np.arange(first, min(first + step, stop))


def _programmes(gains: Array, near: float, names: tuple[str, ...], notes: list[Note]) -> tuple[list[Pair], Array]:
    """The same by integer programmes, and shares of sampled subsets."""
    subsets = []
    for learner, name in enumerate(names):
        leads = gains[:, [learner]] - np.delete(gains, learner, axis=1)
        pair, proven = zip(*(_programme(leads, near, sense) for sense in (-1.0, 1.0)), strict=True)
        if not all(proven):
            notes.append(UNPROVEN(learner=Name(name)))
        subsets.append((pair[0], pair[1]))
    return subsets, _sampled_shares(gains, near)


def _programme(leads: Array, near: float, sense: float) -> tuple[Array, bool]:
    """The largest (sense -1) or smallest subset on which the sums of all leads are positive, and whether that is proven."""
    from scipy.optimize import Bounds, LinearConstraint, milp

    n = len(leads)
    largest = max(float(np.abs(leads).max()), 1e-300)
    # For ranks 1/2, the smallest lead there is; for scores what the solver can tell from none.
    ahead = LinearConstraint(leads.T / largest, lb=max(2 * near / largest, 1e-5))
    some = LinearConstraint(np.ones((1, n)), lb=1.0)
    solution = milp(
        np.full(n, sense), integrality=np.ones(n), bounds=Bounds(0, 1), constraints=[ahead, some],
        options={"node_limit": NODES, "mip_rel_gap": 0.0},
    )  # fmt: skip
    members = np.zeros(n, dtype=bool) if solution.x is None else solution.x > 0.5
    if members.any() and (members @ leads).min() <= near:  # beyond the precision of the solver
        return np.zeros(n, dtype=bool), False
    return members, solution.status in {0, 2}  # solved, or shown to have no solution


def _sampled_shares(gains: Array, near: float) -> Array:
    """Beginnings of random orders are random subsets of every size."""
    n, k = gains.shape
    rng = np.random.default_rng(0)
    wins = np.zeros((n, k))
    for chunk in _chunks(0, ORDERS, n * k):
        orders = rng.permuted(np.tile(np.arange(n), (len(chunk), 1)), axis=1)
        wins += _wins(np.cumsum(gains[orders], axis=1), near).sum(axis=0)
    return wins.T / ORDERS

"""Ladder: a board on a hidden test set that releases a score only if it is a clear improvement (Blum and Hardt 2015)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from math import isfinite, log, sqrt
from typing import Any

import numpy as np
from scipy.stats import t as student

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, NotApplicable, UnknownName
from bakeoff.data.dataset import Task
from bakeoff.measures import measure_named
from bakeoff.measures.measure import Direction, Measure
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.predictions.predictions import Output, Predictions

__all__ = ["LONGEST_TEAM", "RULES", "BoardRow", "Ladder", "Submission"]

RULES = ("corrected", "parameter-free")
LONGEST_TEAM = 1000  # letters of a name
_ARGUMENT = {Output.LABEL: "y_pred", Output.PROBA: "y_proba", Output.SCORE: "y_score"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """What a team learns of one submission, and nothing else."""

    team: str
    attempt: int  # of this team, from 1
    improved: bool  # whether a new score was released
    score: float  # the released score of the team, in the measure's own direction
    repeated: bool = False  # the same predictions were sent before; nothing was counted


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRow:
    """A team on the board; made of released scores only."""

    team: str
    score: float
    low: float  # interval that holds for all teams together, by Hoeffding's inequality
    high: float
    rank_from: int  # best and worst place that the intervals allow
    rank_to: int
    attempts: int


@dataclass(slots=True)
class Standing:
    """What the ladder remembers of a team; for the owner only, as losses reveal labels."""

    risk: float  # released mean loss
    losses: Array  # of the submission behind it
    attempts: int = 1
    seen: dict[str, bool] = field(default_factory=dict)  # digests of what was sent


class Ladder:
    """A board that can be asked many times without being overfitted.

    A submission is compared row by row with the best one of its team. Its score is released if the mean loss is lower
    by more than a step; otherwise the team sees its old score. `rule="parameter-free"` takes one standard error as the
    step (Blum and Hardt 2015, algorithm 2) and rounds to 1/n. `rule="corrected"`, the default, takes the step of a
    one-sided t-test at level `alpha` / (k (k + 1)) at the k-th attempt, so that the chance of ever releasing a false improvement stays below
    `alpha` for submissions that do not use the answers, and rounds to one standard error.

    The measure is a bounded mean over rows: error, accuracy, brier, expected_cost, log_loss_clipped.

    >>> board = Ladder(["a", "b", "a", "b"] * 50)
    >>> board.submit("one", ["a", "a", "a", "b"] * 50).improved
    True
    >>> board.submit("one", ["a", "b", "a", "b"] * 50).score
    0.0
    """

    def __init__(
        self,
        truth: Any,
        measure: str | Measure = "error",
        *,
        rule: str = "corrected",
        alpha: float = 0.05,
        labels: Sequence[Any] | None = None,
        pos_label: Any = None,
        task: Task | str | None = None,
    ) -> None:
        if rule not in RULES:
            raise UnknownName("rule of a ladder", rule, RULES)
        if not 0 < alpha < 1:
            raise BadInput(f"alpha is a probability between 0 and 1, not {alpha!r}")
        self.truth = truth
        self.measure = measure_named(measure) if isinstance(measure, str) else measure
        self.rule, self.alpha = rule, alpha
        self._given = {"labels": labels, "pos_label": pos_label, "task": task}
        self.n = len(np.asarray(truth))
        if self.n < 2:
            raise BadInput("a ladder needs a hidden test set of at least two rows")
        self._check_measure()
        self.standings: dict[str, Standing] = {}

    def _check_measure(self) -> None:
        one, (low, high) = self.measure, self.measure.bounds
        if one.per_row is None or one.after is not None or not (isfinite(low) and isfinite(high)):
            raise NotApplicable(
                f"a ladder needs a bounded mean over rows, and {one.short} is none",
                cure="take error, accuracy, brier, expected_cost or log_loss_clipped; other measures belong to the end of a challenge",
            )

    @property
    def _higher(self) -> bool:
        return self.measure.direction is Direction.HIGHER

    def _losses(self, predictions: Any) -> Array:
        """The loss of each row, from 0 to the width of the measure; less is better."""
        needs = self.measure.needs
        made = (
            predictions
            if isinstance(predictions, Predictions)
            else predictions_of(self.truth, **{_ARGUMENT[needs or Output.LABEL]: predictions}, **self._given)
        )
        reason = self.measure.fits(made)
        if reason:
            raise NotApplicable(reason)
        assert self.measure.per_row is not None
        values = np.asarray(self.measure.per_row(made), dtype=np.float64)
        if not np.isfinite(values).all():
            raise BadInput(f"{self.measure.short} is not finite on every row; bring predictions for all rows")
        low, high = self.measure.bounds
        return high - values if self._higher else values - low

    def submit(self, team: str, predictions: Any) -> Submission:
        """Judge a submission; the answer holds the team's released score and whether it is new."""
        if not team or not team.strip():
            raise BadInput("a submission needs the name of a team")
        if len(team) > LONGEST_TEAM or team != team.encode(errors="replace").decode():
            raise BadInput(f"the name of a team is a text of at most {LONGEST_TEAM} letters; choose another name")
        losses = self._losses(predictions)
        mark = sha256(losses.tobytes()).hexdigest()  # whoever errs in the same way on every row sent the same
        known = self.standings.get(team)
        if known is not None and mark in known.seen:
            return Submission(
                team=team, attempt=known.attempts, improved=False, score=self._score(known.risk), repeated=True
            )
        if known is None:
            known = Standing(risk=_rounded(float(losses.mean()), self._first_grid(losses)), losses=losses)
            self.standings[team] = known
            known.seen[mark] = True
            return Submission(team=team, attempt=1, improved=True, score=self._score(known.risk))
        known.attempts += 1
        known.seen[mark] = True
        improved = self._climb(known, losses)
        return Submission(team=team, attempt=known.attempts, improved=improved, score=self._score(known.risk))

    def _first_grid(self, losses: Array) -> float:
        if self.rule == "parameter-free":
            return 1 / self.n
        return float(losses.std(ddof=1)) / sqrt(self.n)

    def _climb(self, known: Standing, losses: Array) -> bool:
        """Take the new losses if they are lower by more than the step."""
        spread = float((losses - known.losses).std(ddof=1)) / sqrt(self.n)
        risk = float(losses.mean())
        if self.rule == "parameter-free":
            step, grid = spread, 1 / self.n
        else:
            level = self.alpha / (known.attempts * (known.attempts + 1))
            step, grid = float(student.isf(level, self.n - 1)) * spread, spread
        if not risk < known.risk - step:
            return False
        known.risk, known.losses = _rounded(risk, grid), losses
        return True

    def _score(self, risk: float) -> float:
        low, high = self.measure.bounds
        return min(high, max(low, high - risk if self._higher else risk + low))

    def board(self) -> tuple[BoardRow, ...]:
        """The teams in the order of released scores, with intervals of scores and of ranks.

        Intervals use the released scores and the number of rows, nothing else, so the board tells no more than the ladder did.
        """
        if not self.standings:
            return ()
        low, high = self.measure.bounds
        half = (high - low) * sqrt(log(2 * len(self.standings) / self.alpha) / (2 * self.n))
        scores = {team: self._score(one.risk) for team, one in self.standings.items()}
        order = sorted(scores, key=lambda team: (-scores[team] if self._higher else scores[team], team))
        rows, others = [], np.array(list(scores.values()))
        for team in order:
            score = scores[team]
            apart = others[np.abs(others - score) > 2 * half]
            better = int(((apart > score) == self._higher).sum())
            rows.append(
                BoardRow(
                    team=team, score=score, low=max(low, score - half), high=min(high, score + half),
                    rank_from=better + 1, rank_to=len(scores) - (len(apart) - better), attempts=self.standings[team].attempts,
                )
            )  # fmt: skip
        return tuple(rows)

    @property
    def attempts(self) -> int:
        """Submissions of all teams together: the multiplicity behind the board."""
        return sum(one.attempts for one in self.standings.values())

    def __repr__(self) -> str:
        return f"<Ladder of {self.measure.name} on {self.n} rows: {len(self.standings)} teams, {self.attempts} submissions>"


def _rounded(value: float, grid: float) -> float:
    """The nearest multiple of the grid, not below zero."""
    return value if grid <= 0 else max(0.0, round(value / grid) * grid)

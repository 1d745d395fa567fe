"""Ladder: a board on a hidden test set that releases a score only if it is a clear improvement (Blum and Hardt 2015)."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from math import sqrt
from typing import Any

import numpy as np

from bakeoff.challenges.leaderboard import LeaderboardRow, board_rows
from bakeoff.challenges.release import Release, new_key
from bakeoff.challenges.row_range import row_range
from bakeoff.core.checks import Array, probability
from bakeoff.core.errors import BadInput, NotApplicable, UnknownName
from bakeoff.data.tasks import TaskKind
from bakeoff.measures import measure_named
from bakeoff.measures.measure import Direction, Measure
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.predictions.predictions import Output, Predictions

__all__ = ["LONGEST_TEAM", "RULES", "Ladder", "Submission", "TeamStanding"]

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


@dataclass(slots=True)
class TeamStanding:
    """What the ladder remembers of a team; for the owner only, as losses reveal labels."""

    risk: float  # released mean loss
    losses: Array  # of the submission behind it
    attempts: int = 1
    seen: dict[str, bool] = field(default_factory=dict)  # digests of what was sent


class Ladder:
    """A board that can be asked many times without being overfitted.

    A submission is compared row by row with the best one of its team. Its score is released if the mean loss is lower
    by more than a step; otherwise the team sees its old score. `rule="corrected"`, the default, adds noise to the difference and takes the step that noise and
    chance exceed at level `alpha` / (k (k + 1)) at the k-th attempt, so that the chance of ever releasing a false improvement stays below
    `alpha` for submissions that do not use the answers. Scores are rounded up or down by chance to a round number (1, 2 or 5 times a power of ten). Noise, step and
    rounding never rest on a spread that a team chose, so that no answer depends much on one row (see `Release`). All chance comes from a secret `key` and from what
    was sent: the same submission gets the same answer.

    `rule="parameter-free"` takes one standard error as the step (Blum and Hardt 2015, algorithm 2) and rounds to 1/n. It bounds overfitting, and
    it does not hide single rows.

    The measure is a bounded mean over rows: error, accuracy, brier, expected_cost.

    >>> board = Ladder(["a", "b", "a", "b"] * 500)
    >>> board.submit("one", ["a", "a", "a", "b"] * 500).improved
    True
    >>> board.submit("one", ["a", "b", "a", "b"] * 500).score
    0.0
    """

    def __init__(
        self,
        y_true: Any,
        measure: str | Measure = "error",
        *,
        rule: str = "corrected",
        alpha: float = 0.05,
        labels: Sequence[Any] | None = None,
        positive: Any = None,
        task: TaskKind | str | None = None,
        key: bytes | None = None,
        units: float | None = None,
    ) -> None:
        """`key` is a secret of the owner, by default a new one; `units` are the independent rows that the hidden ones are worth, where they come in groups."""
        if rule not in RULES:
            raise UnknownName("rule of a ladder", rule, RULES)
        probability("alpha", alpha)
        self.truth = y_true
        self.measure = measure_named(measure) if isinstance(measure, str) else measure
        self.rule, self.alpha = rule, alpha
        self._given = {"labels": labels, "positive": positive, "task": task}
        self.n = len(np.asarray(y_true))
        if self.n < 2:
            raise BadInput("a ladder needs a hidden test set of at least two rows")
        perfect_predictions = predictions_of(y_true, y_pred=y_true, **self._given)
        self.range = row_range(
            self.measure, perfect_predictions.task, perfect_predictions.classes, perfect_predictions.positive
        )
        width = self.range[1] - self.range[0]
        self.release = Release(width=width, rows=self.n if units is None else units, key=key or new_key())
        self.standings: dict[str, TeamStanding] = {}

    @property
    def _higher(self) -> bool:
        return self.measure.direction is Direction.HIGHER

    def losses(self, predictions: Predictions) -> Array:
        """The loss of each row, from 0 to the width of its range; less is better. For the owner only."""
        reason = self.measure.fits(predictions)
        if reason:
            raise NotApplicable(reason)
        assert self.measure.per_row is not None
        values = np.asarray(self.measure.per_row(predictions), dtype=np.float64)
        if not np.isfinite(values).all():
            raise BadInput(f"{self.measure.short} is not finite on every row; bring predictions for all rows")
        low, high = self.range
        values = values.clip(low, high)  # no more than the range, so that one row moves the mean by its share at most
        return high - values if self._higher else values - low

    def judge(self, standing: "TeamStanding | None", losses: Array, digest: str) -> tuple["TeamStanding", bool]:
        """The standing of a team after one more submission, and whether a new score is released; `digest` is that of the predictions."""
        risk, n = self._released(losses, digest), len(losses)  # fewer than rows where losses of groups are judged
        if standing is None:
            return TeamStanding(risk=risk, losses=losses), True
        attempts = standing.attempts + 1
        spread = float((losses - standing.losses).std(ddof=1)) / sqrt(n)
        if self.rule == "parameter-free":
            better = float(losses.mean()) < standing.risk - spread
        else:  # the rows are compared, not the released risk: where that was rounded up, any change would count as an improvement
            step = self.release.step(self.alpha / (attempts * (attempts + 1)), spread, n)
            better = (
                float((standing.losses - losses).mean()) + self.release.noise(digest) > step and risk < standing.risk
            )
        if not better:
            return replace(standing, attempts=attempts), False
        return replace(standing, risk=risk, losses=losses, attempts=attempts), True

    def _released(self, losses: Array, digest: str) -> float:
        """The risk as it is released, not below zero."""
        risk = float(losses.mean())
        return max(
            0.0, _rounded(risk, 1 / self.n) if self.rule == "parameter-free" else self.release.number(risk, digest)
        )

    def submit(self, team: str, predictions: Any) -> Submission:
        """Judge a submission.

        Parameters
        ----------
        team
            Its name.
        predictions
            One for each row of the test set.

        Returns
        -------
        Submission
            The team's released score and whether it is new.

        Examples
        --------
        >>> Ladder(["a", "b"] * 500).submit("red", ["a", "a"] * 500).team
        'red'
        """
        if not team or not team.strip():
            raise BadInput("a submission needs the name of a team")
        if len(team) > LONGEST_TEAM or team != team.encode(errors="replace").decode():
            raise BadInput(f"the name of a team is a text of at most {LONGEST_TEAM} letters; choose another name")
        sent = self._predictions(predictions)
        losses, mark = self.losses(sent), _mark(sent)
        standing = self.standings.get(team)
        repeated = standing is not None and mark in standing.seen
        improved = False
        if standing is None or not repeated:
            standing, improved = self.judge(standing, losses, mark)
            standing.seen[mark] = True
            self.standings[team] = standing
        score = self.score(standing.risk)
        return Submission(team=team, attempt=standing.attempts, improved=improved, score=score, repeated=repeated)

    def _predictions(self, sent: Any) -> Predictions:
        if isinstance(sent, Predictions):
            return sent
        return predictions_of(self.truth, **{_ARGUMENT[self.measure.needs or Output.LABEL]: sent}, **self._given)

    def score(self, risk: float) -> float:
        """A released risk in the measure's own direction."""
        low, high = self.range
        return min(high, max(low, high - risk if self._higher else risk + low))

    def board(self) -> tuple[LeaderboardRow, ...]:
        """The teams in the order of released scores, with intervals of scores and of ranks; made of what was released only."""
        return board_rows(
            {team: self.score(standing.risk) for team, standing in self.standings.items()},
            {team: standing.attempts for team, standing in self.standings.items()},
            self.range, higher=self._higher, n=self.release.rows, alpha=self.alpha,
        )  # fmt: skip

    @property
    def attempts(self) -> int:
        """Submissions of all teams together: the multiplicity behind the board."""
        return sum(standing.attempts for standing in self.standings.values())

    def __repr__(self) -> str:
        return f"<Ladder of {self.measure.name} on {self.n} rows: {len(self.standings)} teams, {self.attempts} submissions>"


def _mark(predictions: Predictions) -> str:
    """The digest of what was sent. It must not be made of losses: equal losses of other predictions would reveal labels."""
    digest = sha256("\0".join(predictions.classes).encode())
    for values in (predictions.label, predictions.score, predictions.proba):
        digest.update(b"-" if values is None else np.ascontiguousarray(values).tobytes())
    return digest.hexdigest()


def _rounded(value: float, grid: float) -> float:
    """The nearest multiple of the grid, without the noise of floating point."""
    return round(round(value / grid) * grid, 12)

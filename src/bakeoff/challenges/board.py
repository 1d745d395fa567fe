"""The board: released scores with intervals, groups and ranks that they allow, and what the number of submissions means."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log, sqrt
from string import ascii_lowercase

from scipy.stats import norm

from bakeoff.measures.measure import Direction, Measure

__all__ = ["BoardRow", "Multiplicity", "board_rows", "multiplicity"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRow:
    """A team on the board; made of released scores only."""

    team: str
    score: float
    low: float  # interval that holds for all submissions of all teams together, by Hoeffding's inequality
    high: float
    rank_from: int  # best and worst place that the intervals allow
    rank_to: int
    attempts: int
    groups: str  # letters; teams that share one cannot be distinguished


@dataclass(frozen=True, slots=True, kw_only=True)
class Multiplicity:
    """How many looks the hidden rows have had, and what chance alone makes of that."""

    submissions: int
    teams: int
    n: float  # hidden rows behind the board; with groups, independent rows that bound a mean as tightly
    chance_gain: float  # by how much the best of so many equal submissions would look better than it is on a plain board


def board_rows(
    scores: Mapping[str, float], attempts: Mapping[str, int], measure: Measure, *, n: float, alpha: float
) -> tuple[BoardRow, ...]:
    """The teams in the order of released scores.

    Intervals use the released scores, the number of rows and the number of submissions, nothing else, so the board
    gives away no more than the ladder did.
    """
    if not scores:
        return ()
    (low, high), higher = measure.bounds, measure.direction is Direction.HIGHER
    half = (high - low) * sqrt(log(2 * max(sum(attempts.values()), 1) / alpha) / (2 * n))
    order = sorted(scores, key=lambda team: (-scores[team] if higher else scores[team], team))
    letters = _letters([scores[team] for team in order], 2 * half)
    rows = []
    for team, groups in zip(order, letters, strict=True):
        score = scores[team]
        apart = [other for other in scores.values() if abs(other - score) > 2 * half]
        better = sum((other > score) == higher for other in apart)
        rows.append(
            BoardRow(
                team=team, score=score, low=max(low, score - half), high=min(high, score + half),
                rank_from=better + 1, rank_to=len(scores) - (len(apart) - better), attempts=attempts[team], groups=groups,
            )
        )  # fmt: skip
    return tuple(rows)


def _letters(ordered: Sequence[float], reach: float) -> list[str]:
    """A letter for each largest run of scores that lie within `reach` of each other; the first run is a.

    >>> _letters([0.10, 0.15, 0.22, 0.50], 0.08)
    ['a', 'ab', 'b', 'c']
    """
    runs: list[range] = []
    for start, score in enumerate(ordered):
        end = start
        while end < len(ordered) and abs(ordered[end] - score) <= reach:
            end += 1
        if not runs or end > runs[-1].stop:
            runs.append(range(start, end))
    return ["".join(_letter(number) for number, run in enumerate(runs) if at in run) for at in range(len(ordered))]


def _letter(number: int) -> str:
    rounds, place = divmod(number, len(ascii_lowercase))
    return ascii_lowercase[place] + (str(rounds) if rounds else "")


def multiplicity(attempts: Mapping[str, int], measure: Measure, n: float) -> Multiplicity:
    """The number of submissions, and the mean of the largest of so many chance deviations (Blom's approximation).

    The deviation of one submission is at most half the width of the measure over the root of the rows.

    >>> from bakeoff.measures import measure_named
    >>> round(multiplicity({"a": 60, "b": 40}, measure_named("error"), 1000).chance_gain, 3)
    0.04
    """
    total, (low, high) = sum(attempts.values()), measure.bounds
    largest = float(norm.ppf((total - 0.375) / (total + 0.25))) if total > 1 else 0.0
    gain = largest * (high - low) / (2 * sqrt(n))
    return Multiplicity(submissions=total, teams=len(attempts), n=n, chance_gain=gain)

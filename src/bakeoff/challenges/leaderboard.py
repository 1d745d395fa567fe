"""The board: released scores with intervals, groups and ranks that they allow, and what the number of submissions means."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import inf, log, sqrt
from string import ascii_lowercase
from typing import Any

from scipy.stats import norm

from bakeoff.challenges.baseline import TrivialBaseline
from bakeoff.challenges.release import round_number
from bakeoff.core.text import clean, counted, four_places

__all__ = ["Leaderboard", "LeaderboardRow", "Multiplicity", "board_rows", "mean_bounds", "multiplicity"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderboardRow:
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
    rows: int  # hidden rows behind the board
    chance_gain: (
        float  # by how much the best of so many equal submissions would look better than it is on a plain board
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaderboard:
    """What everybody may see of a challenge: released scores, the ranks they allow, and the number of looks."""

    title: str
    state: str
    measure: str
    better: str  # "lower" or "higher"
    closes: str
    rows: tuple[LeaderboardRow, ...]
    multiplicity: Multiplicity
    ranking: Mapping[str, Any] | None  # the final one, once it is published
    baseline: TrivialBaseline | None = None

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return {"title": self.title, "state": self.state, "measure": self.measure, "better": self.better, "closes": self.closes,
                "board": [asdict(one) for one in self.rows], "multiplicity": asdict(self.multiplicity),
                "baseline": None if self.baseline is None else asdict(self.baseline), "final": self.ranking}  # fmt: skip

    def cells(self) -> list[list[str]]:
        """The rows of the table, as text."""
        return [
            [clean(one.team), four_places(one.score), f"{four_places(one.low)} to {four_places(one.high)}", one.groups,
             str(one.rank_from) if one.rank_from == one.rank_to else f"{one.rank_from}-{one.rank_to}", str(one.attempts)]
            for one in self.rows
        ]  # fmt: skip

    @property
    def heading(self) -> list[str]:
        """The titles of the table."""
        return ["team", self.measure, "interval", "group", "rank", "submissions"]

    @property
    def baseline_line(self) -> str:
        """What a constant answer scores; empty where there is none."""
        if self.baseline is None:
            return ""
        return f"Trivial baseline: {clean(self.baseline.answer)} scores {four_places(self.baseline.score)} on the training rows."

    @property
    def remark(self) -> str:
        """What the number of submissions means."""
        seen = self.multiplicity
        worth = (
            f" in groups, which tell as much as {round(seen.n)} independent ones" if round(seen.n) < seen.rows else ""
        )
        first = f"{counted(seen.submissions, 'submission')} of {counted(seen.teams, 'team')} on {counted(seen.rows, 'hidden row')}{worth}."
        if seen.submissions < 2:
            return first
        return (
            f"{first} With this many submissions, luck alone can improve the best score by about {four_places(seen.chance_gain)} on a board that shows every score; "
            f"this board shows clear improvements only. Teams that share a letter cannot be distinguished."
        )

    def __str__(self) -> str:
        from bakeoff.report.tables.plain_text import Table, to_text

        table = (
            to_text(Table.of(self.heading, self.cells(), align="lrrlrr"))
            if self.rows
            else "No team has sent predictions yet."
        )
        baseline = f"{self.baseline_line}\n" if self.baseline is not None else ""
        return f"{clean(self.title)} ({self.state}), by {self.measure}, {self.better} is better\n\n{table}\n\n{baseline}{self.remark}"

    def _repr_html_(self) -> str:
        from markupsafe import escape

        head = "".join(f"<th>{escape(one)}</th>" for one in self.heading)
        body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in self.cells())
        return f"<p><b>{escape(clean(self.title))}</b> ({self.state})</p><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table><p>{escape(self.baseline_line)} {escape(self.remark)}</p>"


def board_rows(
    scores: Mapping[str, float], attempts: Mapping[str, int], bounds: tuple[float, float], *, higher: bool, n: float, alpha: float
) -> tuple[LeaderboardRow, ...]:  # fmt: skip
    """The teams in the order of released scores; `bounds` are the smallest and the largest value of one row.

    Intervals use the released scores, the number of rows and the number of submissions, nothing else, so the board
    gives away no more than the ladder did.
    """
    if not scores:
        return ()
    low, high = bounds
    width, strictness = high - low, log(2 * max(sum(attempts.values()), 1) / alpha)
    grid = round_number(width / sqrt(n)) / width
    order = sorted(scores, key=lambda team: (-scores[team] if higher else scores[team], team))
    intervals = {team: mean_bounds((scores[team] - low) / width, n, strictness, grid) for team in order}
    groups = _letters([intervals[team] for team in order])
    rows: list[LeaderboardRow] = []
    for team in order:
        (lower, upper) = intervals[team]
        below = sum(other_upper < lower for _, other_upper in intervals.values())
        above = sum(other_lower > upper for other_lower, _ in intervals.values())
        better, worse = (above, below) if higher else (below, above)
        rows.append(
            LeaderboardRow(
                team=team, score=scores[team], low=low + width * lower, high=low + width * upper, rank_from=better + 1, rank_to=len(order) - worse,
                attempts=attempts[team], groups=groups[len(rows)],
            )
        )  # fmt: skip
    return tuple(rows)


def mean_bounds(mean: float, n: float, strictness: float, grid: float) -> tuple[float, float]:
    """Means of [0, 1] that n rows with this mean do not exclude: n KL(mean, m) <= strictness (Hoeffding 1963, theorem 1).

    It holds for every bounded loss and is never wider than the usual form of the inequality. `grid` is added, as a released mean was rounded
    up or down by less than that.

    >>> low, high = mean_bounds(0.0, 100, 3.0, 0.0)
    >>> low, round(high, 6)  # 1 - exp(-3 / 100)
    (0.0, 0.029554)
    """
    return _edge(max(0.0, mean - grid), n, strictness, 0.0), _edge(min(1.0, mean + grid), n, strictness, 1.0)


def _edge(mean: float, n: float, strictness: float, end: float) -> float:
    """The mean farthest from this one, towards the end, that is not excluded."""
    inside, outside = mean, end
    for _ in range(60):
        middle = (inside + outside) / 2
        inside, outside = (middle, outside) if n * _divergence(mean, middle) <= strictness else (inside, middle)
    return end if abs(inside - end) < 1e-12 else inside


def _divergence(p: float, q: float) -> float:
    """Kullback-Leibler divergence of two coins."""
    if q in {0.0, 1.0}:
        return 0.0 if p == q else inf
    return (p * log(p / q) if p > 0 else 0.0) + ((1 - p) * log((1 - p) / (1 - q)) if p < 1 else 0.0)


def _letters(ordered: Sequence[tuple[float, float]]) -> list[str]:
    """A letter for each largest run of intervals, in the order of the board, that all overlap; the first run is a.

    >>> _letters([(0.05, 0.13), (0.11, 0.19), (0.17, 0.25), (0.4, 0.6)])
    ['a', 'ab', 'b', 'c']
    """
    runs: list[range] = []
    for start, (low, high) in enumerate(ordered):
        end = start
        while end < len(ordered) and ordered[end][0] <= high and ordered[end][1] >= low:
            end += 1
        if not runs or end > runs[-1].stop:
            runs.append(range(start, end))
    return [
        "".join(_letter(number) for number, run in enumerate(runs) if index in run) for index in range(len(ordered))
    ]


def _letter(number: int) -> str:
    rounds, place = divmod(number, len(ascii_lowercase))
    return ascii_lowercase[place] + (str(rounds) if rounds else "")


def multiplicity(attempts: Mapping[str, int], bounds: tuple[float, float], n: float, rows: int | None = None) -> Multiplicity:  # fmt: skip
    """The number of submissions, and the mean of the largest of so many chance deviations (Blom's approximation).

    The deviation of one submission is at most half the range of a row over the root of the rows.

    >>> round(multiplicity({"a": 60, "b": 40}, (0.0, 1.0), 1000).chance_gain, 3)
    0.04
    """
    total, (low, high) = sum(attempts.values()), bounds
    largest = float(norm.ppf((total - 0.375) / (total + 0.25))) if total > 1 else 0.0
    gain = largest * (high - low) / (2 * sqrt(n))
    return Multiplicity(
        submissions=total, teams=len(attempts), n=n, rows=round(n) if rows is None else rows, chance_gain=gain
    )

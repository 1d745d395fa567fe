"""The final ranking as everybody may see it: scores and ranks of all teams, released so that one label hardly moves them.

The owner's study of the same submissions (`final.py`) has exact scores, intervals and tests, and stays with the owner.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from math import isnan, log, nan, sqrt
from typing import Any

import numpy as np
from scipy.stats import rankdata

from bakeoff.challenges.leaderboard import mean_bounds
from bakeoff.challenges.release import Release
from bakeoff.challenges.row_range import row_range
from bakeoff.core.checks import Array
from bakeoff.core.errors import NotApplicable
from bakeoff.core.json_safe import json_safe
from bakeoff.core.text import four_places, listed
from bakeoff.data.tasks import TaskKind
from bakeoff.measures.measure import IntervalRule, Measure
from bakeoff.predictions.predictions import Predictions

__all__ = ["FinalEntry", "final_range", "published_ranking"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalEntry:
    """The submission of a team that enters the final ranking, with the truth of the final rows."""

    digest: str
    predictions: Predictions


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Score:
    """A score on the final rows and what each group of rows adds to its deviation."""

    value: float
    shares: Array


def final_range(
    measure: Measure, task: TaskKind, classes: tuple[str, ...], positive: str | None
) -> tuple[float, float]:
    """The range of the measure, where the effect of one row on it is known: bounded means over rows, and areas under the ROC curve."""
    if measure.interval is IntervalRule.AREA:
        return measure.bounds
    try:
        return row_range(measure, task, classes, positive)
    except NotApplicable as problem:
        raise NotApplicable(
            f"{measure.short} cannot decide the published ranking: {problem}",
            cure="roc_auc can decide it too, and after the end you can look at any other measure: bakeoff exchange final FOLDER --measure NAME",
        ) from None


def published_ranking(
    entries: Mapping[str, FinalEntry], measure: Measure, *, groups: Array | None, alpha: float, key: bytes
) -> dict[str, Any]:
    """Scores, intervals and ranks of all teams, the best first, and the verdict in a sentence."""
    first = next(iter(entries.values())).predictions
    bounds = final_range(measure, first.task, first.classes, first.positive)
    codes = np.arange(len(first.rows)) if groups is None else np.unique(groups, return_inverse=True)[1]
    team_scores = {team: _score(entry.predictions, measure, bounds, codes) for team, entry in entries.items()}
    release = Release(width=bounds[1] - bounds[0], rows=_independent_rows(first, measure, codes), key=key)
    scores = {team: _released(team_scores[team].value, entries[team].digest, release, bounds) for team in entries}
    higher = measure.wish == "higher"
    pairs = [pair for pair in combinations(sorted(entries), 2) if not isnan(scores[pair[0]])]
    level = alpha / (2 * max(len(pairs), 1))
    lost = [clear for pair in pairs if (clear := _clear(pair, team_scores, entries, release, level, higher=higher))]
    order = sorted(scores, key=lambda team: (isnan(scores[team]), -scores[team] if higher else scores[team], team))
    rows = [
        {
            "team": team,
            "score": scores[team],
            **_interval(scores[team], bounds, release, alpha / len(entries)),
            "rank_from": 1 + sum(worse == team for worse, _ in lost),
            "rank_to": len(order) - sum(better == team for _, better in lost),
        }
        for team in order
    ]
    ranking: dict[str, Any] = json_safe({
        "measure": measure.name, "better": measure.wish, "n": len(first.rows), "grid": release.grid, "rows": rows, "verdict": _verdict(rows, release),
    })  # fmt: skip
    return ranking


def _score(pred: Predictions, measure: Measure, bounds: tuple[float, float], codes: Array) -> _Score:
    if measure.interval is IntervalRule.AREA:
        value, shares = _area(pred, bounds)
    else:
        assert measure.per_row is not None
        values = np.asarray(measure.per_row(pred), dtype=np.float64).clip(*bounds)
        value, shares = float(values.mean()), (values - values.mean()) / len(values)
    return _Score(value=value, shares=np.bincount(codes, shares))


def _area(pred: Predictions, bounds: tuple[float, float]) -> tuple[float, Array]:
    """The area under the ROC curve on the scale of the measure, and the share of each row in its deviation (DeLong's components)."""
    score, positive = np.asarray(pred.scores(), dtype=np.float64), pred.truth == pred.positive_code
    n_positive, n_negative = int(positive.sum()), int((~positive).sum())
    if not n_positive or not n_negative:
        return nan, np.zeros(len(score))
    above = np.empty(len(score))  # the share of the other class that a row is on the right side of
    ranks = rankdata(score)
    above[positive] = (ranks[positive] - rankdata(score[positive])) / n_negative
    above[~positive] = 1 - (ranks[~positive] - rankdata(score[~positive])) / n_positive
    area, width = float(above[positive].mean()), bounds[1] - bounds[0]
    return bounds[0] + width * area, width * (above - area) / np.where(positive, n_positive, n_negative)


def _independent_rows(pred: Predictions, measure: Measure, codes: Array) -> float:
    """As many independent rows would bound the score as tightly; an area has the effect of one row of each class."""
    rows = float(len(codes) ** 2 / np.sum(np.bincount(codes).astype(float) ** 2))
    if measure.interval is not IntervalRule.AREA:
        return rows
    share = float(np.mean(pred.truth == pred.positive_code))
    return max(1.0, rows * share * (1 - share))


def _released(value: float, digest: str, release: Release, bounds: tuple[float, float]) -> float:
    return value if isnan(value) else min(bounds[1], max(bounds[0], release.number(value, f"final {digest}")))


def _clear(
    pair: tuple[str, str], team_scores: Mapping[str, _Score], entries: Mapping[str, FinalEntry], release: Release, level: float, *, higher: bool
) -> tuple[str, str] | None:  # fmt: skip
    """The worse and the better team of a pair, where the difference is clear."""
    first, second = sorted(pair, key=lambda team: (entries[team].digest, team))
    if entries[first].digest == entries[second].digest:
        return None
    shares = team_scores[first].shares - team_scores[second].shares
    spread = sqrt(len(shares) / (len(shares) - 1) * float(np.sum(shares**2)))
    noise = release.noise(f"final {entries[first].digest} {entries[second].digest}")
    difference = team_scores[first].value - team_scores[second].value + noise
    if abs(difference) <= release.step(level, spread, len(shares)):
        return None
    return (second, first) if (difference > 0) is higher else (first, second)


def _interval(score: float, bounds: tuple[float, float], release: Release, alpha: float) -> dict[str, float]:
    """Values that the released score does not exclude, for all teams together."""
    if isnan(score):
        return {"low": nan, "high": nan}
    low, width = bounds[0], release.width
    edges = mean_bounds((score - low) / width, release.rows, log(2 / alpha), release.grid / width)
    return {"low": low + width * edges[0], "high": low + width * edges[1]}


def _verdict(rows: list[dict[str, Any]], release: Release) -> str:
    if isnan(rows[0]["score"]):
        return "The measure is not defined on the final rows, so no team is ranked."
    if len(rows) == 1:
        return f"Only {listed([rows[0]['team']])} has sent predictions, so nothing is compared."
    rounded = f"Scores are rounded to steps of {four_places(release.grid)}; the owner has the exact ones."
    unbeaten = [row for row in rows if row["rank_from"] == 1]
    if len(unbeaten) == 1 and unbeaten[0]["rank_to"] == 1:
        return f"{listed([unbeaten[0]['team']])} predicts best, clearly better than every other team. {rounded}"
    names = listed([row["team"] for row in unbeaten], last="or")
    return f"No team is clearly better than {names}. {rounded}"

"""The strengths of systems from votes on pairs: Bradley and Terry's model, with Davidson's tie parameter."""

import json
from pathlib import Path

import numpy as np

from bakeoff.boards.bradley_terry import fit_votes

DATA = json.loads((Path(__file__).parents[1] / "oracles" / "boards.json").read_text())


def votes_of(rows):
    """One vote for each game of (first, second, wins of the first, wins of the second, ties)."""
    votes = {"winner": [], "loser": [], "tie": []}
    for first, second, wins, losses, ties in rows:
        for winner, loser, tie, count in (
            (first, second, 0, wins),
            (second, first, 0, losses),
            (first, second, 1, ties),
        ):
            votes["winner"] += [winner] * count
            votes["loser"] += [loser] * count
            votes["tie"] += [tie] * count
    return votes


def test_chocolate_puddings_of_davidson():
    """Davidson, On extending the Bradley-Terry model to accommodate ties (1970): strengths with sum 1 and the tie parameter.

    The vignette stops after 7 steps to print them: 0.1388005 0.1729985 0.1617420 0.1653930 0.1586805 0.2023855, ties 0.7468147.
    """
    votes = votes_of(DATA["puddings"])
    codes = [np.array(votes[side]) - 1 for side in ("winner", "loser")]
    fit = fit_votes(*codes, np.where(votes["tie"], 0.5, 1.0), 6)
    worth = np.exp(fit.strengths) / np.exp(fit.strengths).sum()
    assert worth.round(4).tolist() == [0.1388, 0.1730, 0.1617, 0.1654, 0.1587, 0.2024]
    assert round(fit.tie, 4) == 0.7468
    errors = np.sqrt(np.diag(fit.covariance) + fit.covariance[0, 0] - 2 * fit.covariance[0])
    assert errors[1:].round(3).tolist() == [0.187, 0.194, 0.188, 0.193, 0.192]

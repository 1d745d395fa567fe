"""Published analyses of data that ship in R packages, to the digits that were printed.

R 4.2.2 with BradleyTerry2 1.1-2 (data `baseball` and `citations`), multcompView 0.1-8 on R's own `USJudgeRatings`; data `pudding` of PlackettLuce,
whose first vignette prints the estimates of Davidson.
"""

import json
from pathlib import Path

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.boards.bradley_terry import fit_votes
from bakeoff.boards.letters import compact_letters

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


def strengths(rows, base):
    board = bo.bradley_terry(votes_of(rows), tie="tie")
    scores = {row.system: row.score for row in board.rows}
    return {name: score - scores[base] for name, score in scores.items()}


def test_baseball_of_agresti():
    """Agresti, Categorical Data Analysis (1990, p. 438): the American League East of 1987, Baltimore is 0."""
    ours = strengths([(*row, 0) for row in DATA["baseball"]], "Baltimore")
    printed = {
        "Milwaukee": 1.58,
        "Detroit": 1.44,
        "Toronto": 1.29,
        "New York": 1.25,
        "Boston": 1.11,
        "Cleveland": 0.68,
        "Baltimore": 0.0,
    }
    assert {name: round(score, 2) for name, score in ours.items()} == printed
    exact = {
        "Boston": 1.107697705372345,
        "Cleveland": 0.683852769153276,
        "Detroit": 1.436408431805805,
        "Milwaukee": 1.581355876654779,
        "New York": 1.247617845134944,
        "Toronto": 1.294485123905333,
    }
    assert {name: ours[name] for name in exact} == pytest.approx(exact, abs=1e-9)


def test_citations_of_stigler():
    """Stigler, Citation patterns in the journals of statistics and probability (1994), as the vignette of BradleyTerry2 prints it."""
    names, cited = ("Biometrika", "Comm Statist", "JASA", "JRSS-B"), DATA["citations"]
    rows = [(names[i], names[j], cited[i][j], cited[j][i], 0) for i in range(4) for j in range(i)]
    printed = {"Biometrika": 0.0, "Comm Statist": -2.949, "JASA": -0.480, "JRSS-B": 0.269}
    assert {name: round(score, 3) for name, score in strengths(rows, "Biometrika").items()} == printed


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


def test_letters_of_43_judges():
    """The third example of multcompLetters: which judges share a letter, where judges farther apart than the median distance differ."""
    differ = np.zeros((43, 43), dtype=bool)
    differ[np.triu_indices(43, 1)] = [bit == "1" for bit in DATA["judges"]["differ"]]
    differ |= differ.T
    ours, theirs = compact_letters(differ), DATA["judges"]["letters"].split()
    for letters in (ours, theirs):
        share = np.array([[bool(set(a) & set(b)) for b in letters] for a in letters])
        assert np.array_equal(share, ~differ)
    assert len(set("".join(ours))) <= len(set("".join(theirs)))

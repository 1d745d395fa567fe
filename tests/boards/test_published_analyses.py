"""Published analyses of data that ship in R packages, to the digits that were printed.

R 4.2.2 with BradleyTerry2 1.1-2 (data `baseball` and `citations`), multcompView 0.1-8 on R's own `USJudgeRatings`; data `pudding` of PlackettLuce,
whose first vignette prints the estimates of Davidson.
"""

import json
from pathlib import Path

import pytest

import bakeoff as bo

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

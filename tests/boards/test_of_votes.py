"""`bo.bradley_terry`: the board of votes on pairs of systems."""

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.core.errors import BakeoffError


def test_votes_have_slices_and_an_earlier_board():
    rng = np.random.default_rng(4)
    votes = {"winner": [], "loser": [], "language": []}
    for number in range(300):
        a, b = ("x", "y") if rng.random() < 0.75 else ("y", "x")
        for column, cell in zip(votes.values(), (a, b, "de" if number % 3 else "en"), strict=True):
            column.append(cell)
    board = bo.bradley_terry(votes, by="language", earlier=votes)
    assert [(part.value, part.items, part.board.leader) for part in board.slices] == [
        ("en", 100, "x"),
        ("de", 200, "x"),
    ]
    assert not any(row.moved for row in board.changes.rows)


def test_few_voters_are_less_sure_than_their_residuals():
    """The fit takes k - 1 degrees of freedom, and fewer voters than systems show nothing."""
    rng = np.random.default_rng(1)
    pairs = [rng.permutation(list("abcd"))[:2] for _ in range(120)]
    votes = {
        "winner": [a for a, _ in pairs],
        "loser": [b for _, b in pairs],
        "who": [f"v{number % 6}" for number in range(120)],
    }
    fit = bo.bradley_terry(votes)
    assert {row.score for row in bo.bradley_terry(votes, voter="who").rows} == {row.score for row in fit.rows}
    with pytest.raises(BakeoffError, match="3 voters cannot tell 4 systems apart"):
        bo.bradley_terry(votes | {"who": [f"v{number % 3}" for number in range(120)]}, voter="who")

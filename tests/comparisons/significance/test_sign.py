"""The sign test: who wins more often?"""

from bakeoff.comparisons import sign


def test_signs_carry_their_tally():
    tally = sign([1, 2, 3, 0], [1, 1, 1, 1]).tally
    assert tally is not None
    assert (tally.wins, tally.ties, tally.losses) == (2, 1, 1)

"""Numbers of other programs: R 4 with BradleyTerry2 1.1-2 and multcompView."""

import numpy as np
import pytest

from bakeoff.boards.bradley_terry import fit_votes
from bakeoff.boards.letters import compact_letters
from bakeoff.boards.separation import separate

# data(citations) of BradleyTerry2: rows are cited, columns cite; BTm(cbind(win1, win2), player1, player2, data = countsToBinomial(citations))
CITED = np.array([[714, 730, 498, 221], [33, 425, 68, 17], [320, 813, 1072, 142], [284, 276, 325, 188]])
STRENGTHS = (0.0, -2.9490724968, -0.4795697698, 0.2689540558)
ERRORS = (0.0, 0.10254533537, 0.06058872924, 0.07082996511)


def test_bradley_terry_of_citations():
    wins = [(i, j) for i in range(4) for j in range(4) if i != j for _ in range(CITED[i, j])]
    first, second = np.array(wins).T
    fit = fit_votes(first, second, np.ones(len(wins)), 4)
    spread = np.sqrt(np.diag(fit.covariance) + fit.covariance[0, 0] - 2 * fit.covariance[0])
    assert fit.strengths - fit.strengths[0] == pytest.approx(STRENGTHS, abs=1e-9)
    assert spread == pytest.approx(ERRORS, abs=1e-8)  # R stops its steps earlier


def differing(k, *pairs):
    differ = np.zeros((k, k), dtype=bool)
    for i, j in pairs:
        differ[i, j] = differ[j, i] = True
    return differ


@pytest.mark.parametrize(
    ("differ", "letters"),
    [  # multcompLetters(...): examples 1 and 2 of its page, and two matrices
        (differing(3, (1, 2)), ("ab", "a", "b")),
        (differing(4, (0, 1), (0, 2), (1, 3)), ("a", "b", "bc", "ac")),
        (differing(5, (0, 3), (0, 4), (1, 4)), ("a", "ab", "abc", "bc", "c")),
        (differing(6, (0, 2), (0, 3), (0, 4), (0, 5), (1, 3), (1, 4), (1, 5), (2, 4), (2, 5), (3, 5)), ("a", "ab", "bc", "cd", "de", "e")),
    ],
)  # fmt: skip
def test_letters_of_multcomp_view(differ, letters):
    """Which systems share a letter, and how many letters there are; the letters may have other names."""
    ours = compact_letters(differ)
    assert sorted(map(len, ours)) == sorted(map(len, letters))
    columns = {
        frozenset(i for i, text in enumerate(some) if letter in text) for some in (ours,) for letter in "".join(some)
    }
    theirs = {frozenset(i for i, text in enumerate(letters) if letter in text) for letter in "".join(letters)}
    assert columns == theirs


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0), (2, 0, 3, 1)])
def test_every_order_of_columns(order):
    """A perfect, a middling, an equal and a dominated system."""
    middle = (np.arange(60) % 2).astype(float)
    values = np.column_stack([np.ones(60), middle, middle, np.zeros(60)])
    plain, turned = separate(values), separate(values[:, order])
    assert np.array_equal(turned.separated, plain.separated[np.ix_(order, order)])
    assert plain.separated.sum() == 5
    assert plain.best.tolist() == [True, False, False, False]


def test_all_equal_and_single_item():
    for values in (np.ones((50, 4)), np.array([[1.0, 0.0, 1.0]])):
        board = separate(values)
        assert not board.separated.any()
        assert board.best.all()


def test_systems_without_shared_items_are_never_separated():
    values = np.full((40, 2), np.nan)
    values[:20, 0], values[20:, 1] = 1.0, 0.0
    board = separate(values)
    assert np.isnan(board.lead[0, 1])
    assert not board.separated.any()

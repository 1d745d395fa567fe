"""Cherry-picking against brute force written another way, and against the integer programmes."""

from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import rankdata

import bakeoff as bo
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.criteria import cherry_picking as room
from bakeoff.criteria.cherry_picking import CherryPicks, cherry_picking

NAMES = ("a", "b", "c", "d")


def table(seed: int, n: int = 10) -> dict[str, list[float]]:
    """Ties are frequent, and later learners are better."""
    rng = np.random.default_rng(seed)
    return {name: (rng.integers(0, 20, n) + 2 * at).tolist() for at, name in enumerate(NAMES)}


def brute_force(scores: dict[str, list[float]], by: str, learner: str) -> list[tuple[int, ...]]:
    """Every choice of data sets on which the learner alone is best, by whole numbers: doubled ranks, or scores."""
    values = np.array(list(scores.values())).T
    gains = np.array([-2 * rankdata(-row) for row in values]) if by == "rank" else values
    whole = gains.astype(int).tolist()
    own = list(scores).index(learner)
    found = []
    for size in range(1, len(whole) + 1):
        for chosen in combinations(range(len(whole)), size):
            sums = [sum(whole[i][j] for i in chosen) for j in range(len(scores))]
            if all(sums[own] > one for j, one in enumerate(sums) if j != own):
                found.append(chosen)
    return found


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("by", ["rank", "score"])
@pytest.mark.parametrize("every", [15, 0], ids=["subsets", "programmes"])
def test_equals_brute_force(seed: int, by: str, every: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "EVERY", every)
    scores = table(seed)
    made = cherry_picking(ScoreMatrix.of(scores), by)
    assert made.exact is bool(every)
    for at, name in enumerate(NAMES):
        wins = brute_force(scores, by, name)
        sizes = [len(one) for one in wins]
        choice = made.choices[name]
        assert (len(choice.largest), len(choice.smallest)) == (max(sizes, default=0), min(sizes, default=0))
        for chosen in {choice.largest, choice.smallest} - {()}:
            assert tuple(int(one) - 1 for one in chosen) in wins
        shares = [sizes.count(size) / comb(10, size) for size in range(1, 11)]
        assert made.shares[at].tolist() == pytest.approx(shares, abs=1e-12 if every else 0.06)


def test_many_data_sets_by_programmes() -> None:
    scores = table(5, 40)
    made = cherry_picking(ScoreMatrix.of(scores))
    assert not made.exact
    for name in NAMES:
        if out := made.left_out(name):
            kept = [i for i in range(40) if str(i + 1) not in out]
            assert _winner({one: [values[i] for i in kept] for one, values in scores.items()}) == name
    assert made.winner == _winner(scores)


def _winner(scores: dict[str, list[float]]) -> str:
    values = np.array(list(scores.values())).T
    return NAMES[int(np.argmin(np.mean([rankdata(-row) for row in values], axis=0)))]


def test_a_search_that_ends_at_its_limit_has_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "_programme", lambda leads, near, sense: (np.zeros(len(leads), dtype=bool), False))
    made: CherryPicks = cherry_picking(ScoreMatrix.of(table(1, 16)))
    assert {note.code for note in made.notes} == {"criteria.unproven_subset"}


def test_the_report_asks_the_question(tmp_path: Path) -> None:
    page = bo.compare(table(0), rows="datasets").report(tmp_path / "r.md").read_text(encoding="utf-8")
    assert "Would another choice of data sets name another winner?" in page
    few = bo.compare({name: values[:4] for name, values in table(0).items()}, rows="datasets").report(tmp_path / "f.md")
    assert "Would another choice" not in few.read_text(encoding="utf-8")

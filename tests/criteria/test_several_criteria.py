"""Several criteria in the user's hands: the map of classifiers, the table of measures, the choice of data sets."""

from itertools import combinations

import numpy as np
import pytest
from scipy.stats import rankdata

import bakeoff as bo
from bakeoff.core.errors import BadInput, UnknownName


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


def test_a_mediocre_learner_wins_on_a_choice() -> None:
    """It is third of four on all ten data sets, and first on six of them."""
    scores = {
        "best": [9, 9, 9, 9, 9, 9, 9, 9, 9, 6], "good": [8, 8, 8, 8, 8, 8, 8, 8, 7, 9],
        "mediocre": [7, 7, 7, 7, 6, 5, 6, 9.5, 9.5, 8], "poor": [6, 6, 6, 6, 7, 7, 7, 7, 6, 7],
    }  # fmt: skip
    made = bo.cherry_pick(scores)
    means = made.found.means
    assert sorted(means, key=means.__getitem__) == ["best", "good", "mediocre", "poor"]
    assert made.winner == "best"
    assert made.left_out["best"] == ()
    out = made.left_out["mediocre"]
    assert out is not None
    assert len(out) == 10 - max(
        map(len, brute_force({k: [2 * x for x in v] for k, v in scores.items()}, "rank", "mediocre"))
    )
    kept = [i for i in range(10) if str(i + 1) not in out]
    again = bo.cherry_pick({name: [values[i] for i in kept] for name, values in scores.items()})
    assert again.winner == "mediocre"
    assert made.left_out["poor"] is None
    assert "poor wins on no choice" in str(made)


def test_lower_is_better_turns_the_order() -> None:
    scores = {"a": [1.5, 2.5, 3.0], "b": [2.5, 3.5, 4.0]}
    for by in ("rank", "score"):
        assert bo.cherry_pick(scores, by, measure="rmse").winner == "a"
        assert bo.cherry_pick(scores, by).winner == "b"


def test_data_sets_without_all_scores_are_left_out_with_a_note() -> None:
    made = bo.cherry_pick({"a": [1.5, 2, None, 3], "b": [2, 1, 9, 1]})
    assert made.found.datasets == ("1", "2", "4")
    assert "criteria.incomplete_datasets" in [note.code for note in made.notes]
    with pytest.raises(BadInput, match="two data sets"):
        bo.cherry_pick({"a": [1.5, None], "b": [2.5, 1]})
    with pytest.raises(UnknownName):
        bo.cherry_pick({"a": [1.5, 2], "b": [2.5, 1]}, "median")
    with pytest.raises(UnknownName):
        made.found.left_out("z")

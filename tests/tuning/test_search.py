"""Searches: what they try, what they choose, and how often a race drops the best."""

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.tuning.search import RACE_ALPHA, CandidateGains, SearchProblem, search_for
from bakeoff.tuning.space import Space


def design(space=None, *, trials=20, splits=3, rows=900, seconds=None, seed=0, classes=2):
    made = Space.of(space or {"x": bo.uniform(0, 1)})
    share = 1 / (splits - 1)
    return SearchProblem(
        space=made,
        trials=trials,
        seconds=seconds,
        splits=splits,
        test_share=share,
        rows=rows,
        classes=classes,
        seed=seed,
    )


def played(name, asked, gain, seconds=0.0):
    """The whole search with a function for scores: its rounds, its board and the best."""
    search, board, rounds = search_for(name, asked), CandidateGains(), []
    while (one := search.ask(board)) is not None:
        rounds.append(one)
        for candidate in one.candidates:
            for split in one.splits:
                board.gains[candidate, split, one.rows] = gain(board.points[candidate], split, one.rows)
        board.seconds += seconds * len(one.candidates)
    return rounds, board, search.best(board)


def test_random_draws_do_not_depend_on_the_number_of_trials():
    first = played("random", design(trials=5), lambda *_: 0.0)[1].points
    more = played("random", design(trials=15), lambda *_: 0.0)[1].points
    assert more[:5] == first
    assert len({one["x"] for one in more}) == 15
    few = played("random", design({"k": ["a", "b", "c"]}, trials=20), lambda *_: 0.0)[1].points
    assert sorted(one["k"] for one in few) == [0, 1, 2]  # no candidate twice


def test_the_best_is_the_first_of_equals_and_never_one_that_failed():
    _, board, best = played(
        "grid", design(trials=4), lambda point, split, rows: np.nan if point["x"] == 1.0 and split else 1.0
    )
    assert (len(board.points), best) == (4, 0)
    assert played("grid", design(trials=4), lambda *_: np.nan)[2] is None


def test_halving_gives_more_rows_to_fewer_candidates():
    rounds, board, best = played("halving", design(trials=27), lambda point, split, rows: -abs(point["x"] - 0.7))
    assert [(len(one.candidates), one.rows) for one in rounds] == [(27, 33), (9, 100), (3, 300), (1, 0)]
    assert board.points[best]["x"] == min((one["x"] for one in board.points), key=lambda x: abs(x - 0.7))
    short, *_ = played("halving", design(trials=27, rows=50), lambda *_: 0.0)
    assert [(len(one.candidates), one.rows) for one in short] == [(27, 0)]  # too few rows to begin with fewer


def test_a_race_drops_what_is_surely_worse_and_ends_early():
    rng = np.random.default_rng(1)
    noise = rng.normal(0, 0.01, 10)

    def gain(point, split, rows):
        return -point["x"] + noise[split]

    rounds, board, best = played("racing", design(trials=10, splits=10), gain)
    assert board.points[best]["x"] == min(one["x"] for one in board.points)
    assert sum(len(one.candidates) * len(one.splits) for one in rounds) < 60  # of 100


def test_a_race_drops_the_best_no_more_often_than_it_says():
    """Scores of folds share a part, as overlapping training sets make them; R = 100, seed 7."""
    rng = np.random.default_rng(7)
    dropped, runs, folds = 0, 100, 10
    correlation = 1 / folds  # of differences between folds, as the corrected test assumes
    for _ in range(runs):
        means = np.zeros(8)
        means[0] = 0.0005  # hardly better than the others: the hardest case
        shared = rng.normal(0, np.sqrt(correlation), (8, 1))
        scores = means[:, None] + 0.02 * (shared + rng.normal(0, np.sqrt(1 - correlation), (8, folds)))
        order = {}

        def gain(point, split, rows, order=order, scores=scores):
            at = order.setdefault(point["x"], len(order))
            return scores[at, split]

        search, board = (
            search_for("racing", design(trials=8, splits=folds, seed=int(rng.integers(2**31)))),
            CandidateGains(),
        )
        while (one := search.ask(board)) is not None:
            for candidate in one.candidates:
                for split in one.splits:
                    board.gains[candidate, split, 0] = scores[candidate, split]
            alive = one.candidates
        dropped += 0 not in alive
    assert dropped / runs <= RACE_ALPHA + 2 * np.sqrt(RACE_ALPHA * (1 - RACE_ALPHA) / runs)


def test_a_budget_in_seconds_ends_after_a_whole_batch():
    rounds, board, _ = played("random", design(seconds=2.0), lambda *_: 0.0, seconds=0.1)
    assert [len(one.candidates) for one in rounds] == [8, 8, 8]
    assert len(board.points) == 24


def test_the_model_of_optuna_is_asked_in_fixed_batches():
    pytest.importorskip("optuna")
    asked = design({"x": bo.uniform(0, 1), "c": ["a", "b"], "k": bo.integers(1, 9, log=True)}, trials=20)
    first = played("optuna", asked, lambda point, split, rows: -abs(point["x"] - 0.3))
    again = played("optuna", asked, lambda point, split, rows: -abs(point["x"] - 0.3))
    assert [len(one.candidates) for one in first[0]] == [8, 8, 4]
    assert first[1].points == again[1].points


def test_without_optuna_one_sentence_names_the_cure():
    try:
        import optuna  # noqa: F401
    except ImportError:
        from sklearn.svm import SVC

        with pytest.raises(
            bo.core.errors.BakeoffError, match=r"needs optuna; install it with: pip install .*\[tune\]'"
        ):
            bo.Tuned(SVC(), {"C": [1, 2]}, search="optuna")

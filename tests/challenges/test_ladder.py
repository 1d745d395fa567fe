"""The ladder: the paper's algorithm step by step, the boosting attack, what a board may tell, bad input."""

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.challenges.ladder import Ladder
from bakeoff.core.errors import BadInput, BakeoffError, NotApplicable


def _paper(losses):
    """Algorithm 2 of Blum and Hardt (2015) in a few lines: released risks of a sequence of loss vectors."""
    released, best, risk = [], None, np.inf
    for one in losses:
        n = len(one)
        step = 0.0 if best is None else np.std(one - best, ddof=1) / np.sqrt(n)
        if one.mean() < risk - step:
            risk, best = np.round(one.mean() * n) / n, one
        released.append(risk)
    return released


def test_the_parameter_free_ladder_is_the_papers_algorithm():
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 2, 500)
    answers = [
        np.where(rng.random(500) < p, truth, 1 - truth) for p in (0.5, 0.52, 0.6, 0.59, 0.61, 0.7, 0.5, 0.71, 0.9)
    ]
    want = _paper([(one != truth).astype(float) for one in answers])
    board = Ladder(truth, rule="parameter-free")
    got = [board.submit("team", one).score for one in answers]
    assert got == pytest.approx(want, abs=1e-12)
    assert len(set(got)) > 3


def test_a_worked_sequence_by_hand():
    truth = [0] * 10
    first = [1] * 5 + [0] * 5  # error .5
    second = [1] * 4 + [0] * 6  # differs in one row: mean .1, sd sqrt(.1), standard error .1; .4 < .5 - .1 is false
    third = [1] * 2 + [0] * 8  # three rows: mean .3, sd .48305, standard error .15275; .2 < .34725
    board = Ladder(truth, rule="parameter-free", labels=[0, 1])
    assert [board.submit("t", one).score for one in (first, second, third)] == pytest.approx([0.5, 0.5, 0.2])


def _attack(board, rng, n, rounds):
    """Blum and Hardt's boosting attack: random answers, the majority of those that the board liked better than chance."""
    kept = []
    for _ in range(rounds):
        guess = rng.integers(0, 2, n)
        if board(guess) < 0.5:
            kept.append(guess)
    return board((np.mean(kept, axis=0) > 0.5).astype(int)) if kept else 0.5


@pytest.mark.slow
def test_the_boosting_attack_climbs_a_plain_board_and_not_ours():
    n, rounds, climbs = 4000, 700, {"plain": [], "parameter-free": [], "corrected": []}
    for seed in range(20):
        for kind, found in climbs.items():
            rng = np.random.default_rng(seed)
            truth = rng.integers(0, 2, n)
            if kind == "plain":
                board = lambda guess, truth=truth: float(np.mean(guess != truth))  # noqa: E731
            else:
                ladder = Ladder(truth, rule=kind)
                board = lambda guess, ladder=ladder: ladder.submit("eve", guess).score  # noqa: E731
            found.append(0.5 - _attack(board, rng, n, rounds))
    means = {kind: 100 * float(np.mean(found)) for kind, found in climbs.items()}
    assert means["plain"] > 5
    assert 1 < means["parameter-free"] < 3
    assert abs(means["corrected"]) < 1


def test_real_progress_is_released():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 4000)
    board = bo.Ladder(truth, "accuracy")
    scores = [
        board.submit("team", np.where(rng.random(4000) < p, truth, 1 - truth)).score for p in (0.6, 0.65, 0.7, 0.8)
    ]
    assert scores == pytest.approx([0.6, 0.65, 0.7, 0.8], abs=0.025)


def test_the_same_file_twice_is_one_submission():
    board = Ladder([0, 1] * 20)
    board.submit("a", [0] * 40)
    again = board.submit("a", [0] * 40)
    assert again.repeated
    assert (again.attempt, board.attempts) == (1, 1)


def test_other_predictions_with_equal_losses_are_another_submission():
    """Otherwise the answer "sent before" would reveal that both labels of a row are wrong, and cost nothing."""
    board = Ladder(["a", "b", "c"] * 20)
    board.submit("eve", ["b"] * 60)
    again = board.submit("eve", ["c"] + ["b"] * 59)
    assert not again.repeated
    assert again.attempt == 2


@pytest.mark.parametrize("seed", range(8))
def test_a_rounded_score_is_no_lever_for_single_rows(seed):
    """A score that was rounded up must not make any change of one row an improvement, which would release the exact mean."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, 1000)
    board, answer = Ladder(truth), rng.integers(0, 2, 1000)
    first = board.submit("eve", answer).score
    assert first == pytest.approx(round(first, 2))  # the standard error is 0.0158, the round number below is 0.01
    for row in range(40):
        changed = answer.copy()
        changed[row] = 1 - changed[row]
        got = board.submit("eve", changed)
        assert (got.improved, got.score) == (False, first)


def test_letters_and_intervals_count_all_submissions():
    truth = [0, 1] * 500
    board = Ladder(truth)
    board.submit("a", truth)
    narrow = board.board()[0]
    for row in range(20):
        board.submit("a", [1 - truth[0]] * (row + 1) + truth[row + 1 :])
    board.submit("b", [0] * 1000)
    rows = board.board()
    assert [one.groups for one in rows] == ["a", "b"]
    assert rows[0].high > narrow.high


def test_the_board_shows_ranks_that_overlap():
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 2, 2000)
    board = Ladder(truth)
    for team, p in (("good", 0.9), ("alike", 0.89), ("poor", 0.6)):
        board.submit(team, np.where(rng.random(2000) < p, truth, 1 - truth))
    rows = {one.team: one for one in board.board()}
    assert (rows["good"].rank_from, rows["good"].rank_to) == (1, 2)
    assert (rows["poor"].rank_from, rows["poor"].rank_to) == (3, 3)
    assert rows["poor"].low < rows["poor"].score < rows["poor"].high
    assert Ladder(truth).board() == ()


def test_probabilities_by_brier_score():
    truth = [0, 1] * 100
    board = Ladder(truth, "brier")
    assert board.submit("a", [0.5] * 200).score == pytest.approx(
        bo.measure(truth, y_proba=[0.5] * 200, measures=["brier"], level=None)["brier"].value
    )


@pytest.mark.parametrize(
    ("call", "kind", "words"),
    [
        (lambda: Ladder([0, 1], "roc_auc"), NotApplicable, "bounded mean"),
        (lambda: Ladder([0, 1], "log_loss"), NotApplicable, "bounded mean"),
        (lambda: Ladder([0, 1], "rmse"), NotApplicable, "bounded mean"),
        (lambda: Ladder([0, 1], "log_loss_clipped"), NotApplicable, "one row can move clipped log loss by up to 34.54"),
        (lambda: Ladder([0, 1], "expected_cost([[0,100],[1,0]])"), NotApplicable, "by up to 100"),
        (lambda: Ladder([0, 1, 2], "expected_cost([[0,1],[1,0]])"), NotApplicable, "costs are given for 2 classes"),
        (lambda: Ladder([0, 1], rule="strict"), BadInput, "no rule"),
        (lambda: Ladder([0, 1], alpha=2), BadInput, "alpha"),
        (lambda: Ladder([0]), BadInput, "two rows"),
        (lambda: Ladder([0, 1]).submit("", [0, 1]), BadInput, "name of a team"),
        (lambda: Ladder([0, 1]).submit("a", [0]), BakeoffError, ""),
    ],
)
def test_bad_input_gets_one_sentence(call, kind, words):
    with pytest.raises(kind) as caught:
        call()
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)

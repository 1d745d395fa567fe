"""What a comparison answers, in a form that can be laid beside the answer to the same question put in another way."""

from dataclasses import dataclass

import numpy as np

__all__ = ["LEARNERS", "RENAMED", "Answer", "answer", "assert_unchanged"]

LEARNERS = ("tree", "bayes", "svm", "knn")
RENAMED = {"tree": "zebra", "bayes": "yak", "svm": "ant", "knn": "Bee <1>"}


@dataclass(frozen=True)
class Answer:
    """Numbers of every ordered pair of learners, who wins each pair, and the pair and the winner of the verdict."""

    numbers: dict  # (a, b) -> p, adjusted p, difference, low end, high end
    winners: dict  # {a, b} -> the better one, or the claim where none is
    verdict: tuple
    ranks: dict


def answer(comparison, names=None):
    """The answer of a comparison; `names` gives learners back the names that they had before."""
    old = {name: name for name in comparison.ranks} if names is None else names
    numbers, winners = {}, {}
    for judged in comparison.pairs:
        pair = judged.pair
        a, b, gap = old[pair.a], old[pair.b], pair.difference
        value, low, high = (np.nan,) * 3 if gap is None else (gap.value, gap.low, gap.high)
        p = pair.result.p_value, pair.p_adjusted
        numbers[a, b], numbers[b, a] = (*p, value, low, high), (*p, -value, -high, -low)
        claim = judged.verdict
        winners[frozenset((a, b))] = old[claim.winner] if claim.winner else claim.claim.value
    verdict = comparison.verdict
    said = frozenset((old[verdict.a], old[verdict.b])), old[verdict.winner] if verdict.winner else verdict.claim.value
    ranks = {old[name]: rank for name, rank in comparison.ranks.items()}
    return Answer(numbers=numbers, winners=winners, verdict=said, ranks=ranks)


def assert_unchanged(there, back, *, scale=1.0, rtol=1e-7, atol=1e-10):
    """The same pairs with the same p, the same winners, and differences `scale` times as large; below zero the ends change places."""
    assert back.numbers.keys() == there.numbers.keys()
    for pair, (*p, value, low, high) in there.numbers.items():
        wanted = [*p, scale * value, *(scale * end for end in ((low, high) if scale > 0 else (high, low)))]
        np.testing.assert_allclose(back.numbers[pair], wanted, rtol=rtol, atol=atol, err_msg=" and ".join(pair))
    assert back.winners == there.winners
    assert back.verdict == there.verdict
    assert back.ranks.keys() == there.ranks.keys()
    for name, rank in there.ranks.items():
        np.testing.assert_allclose(back.ranks[name], rank, rtol=1e-9, err_msg=f"rank of {name}")

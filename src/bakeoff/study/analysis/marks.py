"""Marks: the small signs beside a score, from the same judgements that the sentences are made from."""

from collections.abc import Iterator

from bakeoff.comparisons.judging.judgement import JudgedPair, Judgement
from bakeoff.measures.measure import Direction
from bakeoff.study.analysis.cards import SignificanceMark

__all__ = ["BETTER", "WORSE", "marks_of"]

BETTER, WORSE = "●", "○"


def marks_of(dataset: str, judgement: Judgement) -> Iterator[SignificanceMark]:
    """One mark per learner.

    With a baseline every other learner is held against it. Without one, each is held against the best learner of this
    data set, and the best itself against its runner-up.
    """
    if judgement.baseline is not None:
        others = [name for name in judgement.matrix.names if name != judgement.baseline]
        wanted = [(name, judgement.baseline) for name in others]
    else:
        best, *rest = _by_mean(judgement)
        wanted = [(best, rest[0]), *((name, best) for name in rest)]
    for learner, reference in wanted:
        judged = _judged(judgement, learner, reference)
        if judged is not None:
            yield SignificanceMark(
                dataset=dataset, learner=learner, reference=reference, symbol=_symbol(judged, learner), judged=judged
            )


def _by_mean(judgement: Judgement) -> list[str]:
    """Best first."""
    means = judgement.matrix.values.mean(axis=0)
    sign = -1.0 if judgement.matrix.direction is Direction.HIGHER else 1.0
    order = sorted(range(len(means)), key=lambda at: (sign * means[at], at))
    return [judgement.matrix.names[at] for at in order]


def _judged(judgement: Judgement, a: str, b: str) -> JudgedPair | None:
    """The pair, None if the study names its pairs and this is not among them."""
    try:
        return judgement.pair(a, b)
    except KeyError:
        return None


def _symbol(judged: JudgedPair, learner: str) -> str:
    winner = judged.verdict.winner
    if winner is None:
        return ""
    return BETTER if winner == learner else WORSE

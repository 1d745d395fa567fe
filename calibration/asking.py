"""Ask for the default verdict, and count what it claims."""

from collections.abc import Callable
from typing import Any

import numpy as np

from bakeoff.comparisons import tests
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.judging.judge import judge
from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.question import Question
from bakeoff.comparisons.verdict import Claim

__all__ = ["any_winner", "ask", "covers", "equivalent", "pair_test", "winner"]


def ask(values: np.ndarray, evidence: str, **question: Any) -> Judgement:
    """The judgement of a table without sentences, as every door asks for it."""
    return judge(ScoreMatrix.of(values), Question(evidence=evidence, brief=True, **question))  # type: ignore[arg-type]


def winner(judged: Judgement, a: int = 0, b: int = 1) -> str | None:
    """The claimed winner of a pair of columns."""
    names = judged.matrix.names
    return judged.pair(names[a], names[b]).verdict.winner


def any_winner(judged: Judgement, columns: range | None = None) -> bool:
    """Whether a difference is claimed between some of the columns."""
    kept = {judged.matrix.names[i] for i in columns} if columns is not None else set(judged.matrix.names)
    return any(one.verdict.winner for one in judged.pairs if one.pair.a in kept and one.pair.b in kept)


def equivalent(judged: Judgement, a: int = 0, b: int = 1) -> bool:
    """Whether a pair of columns is claimed to be equivalent."""
    names = judged.matrix.names
    return judged.pair(names[a], names[b]).verdict.claim is Claim.EQUIVALENT


def covers(judged: Judgement, truth: float) -> tuple[int, int]:
    """Whether the interval of the first pair's difference holds the truth, and whether there is one."""
    seen = judged.pairs[0].pair.difference
    if seen is None or not np.isfinite([seen.low, seen.high]).all() or seen.low == seen.high:
        return 0, 0
    return int(seen.low <= truth <= seen.high), 1


def pair_test(draw: Callable[[np.random.Generator], np.ndarray], evidence: str, **question: Any) -> tuple[str, ...]:
    """The test whose p-values decide about pairs, found by asking once."""
    judged = ask(draw(np.random.default_rng(0)), evidence, **question)
    test = judged.pairs[0].pair.result.test
    return (test if test in tests else judged.choice.test,)

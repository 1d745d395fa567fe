"""Answers that few data sets allow if one assumes more: by name, with the assumption, chosen from the numbers of data sets and learners."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from bakeoff.comparisons.bayes.hierarchical import bayes_hierarchical
from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.posthoc.many_pairs import as_pairs
from bakeoff.comparisons.posthoc.ranks import adjusted_for
from bakeoff.comparisons.results import Posterior, TestResult
from bakeoff.comparisons.significance.random_effects import RANDOM_EFFECTS, differences_with_variances, random_effects
from bakeoff.comparisons.significance.t import PAIRED_T, paired_t
from bakeoff.comparisons.verdict_notes import TOO_FEW_BLOCKS
from bakeoff.core.checks import Array
from bakeoff.core.errors import NotApplicable, UnknownName
from bakeoff.core.json_safe import json_safe
from bakeoff.core.text import format_p
from bakeoff.measures.measure import Direction

__all__ = ["ANSWERS", "AssumedAnswer", "SplitScores", "answers_with_assumption"]

ANSWERS = {  # by name: what it assumes
    PAIRED_T.name: "the differences are normal and on one scale over data sets",
    RANDOM_EFFECTS.name: "true differences are normal and on one scale over data sets; better known data sets count more",
    bayes_hierarchical.__name__: "true differences come from one Student population with the priors of Corani et al. (2017)",
}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SplitScores:
    """The scores behind the means of data sets: splits x learners of each, in the order of the learners' names."""

    names: tuple[str, ...]
    each: Mapping[str, Array]
    test_share: float

    def differences(self, a: str, b: str) -> list[Array]:
        """Of two learners, split by split of each data set."""
        first, two = self.names.index(a), self.names.index(b)
        return [table[:, first] - table[:, two] for table in self.each.values()]


@dataclass(frozen=True, slots=True, kw_only=True)
class AssumedAnswer:
    """What a method says of one pair, under its assumption; `p_adjusted` counts all pairs that were asked for."""

    name: str
    assumption: str
    a: str
    b: str
    result: TestResult | Posterior
    p_adjusted: float | None = None  # of a test
    pairs: int = 1

    def __str__(self) -> str:
        head = f"{self.name}, if {self.assumption}: "
        if isinstance(self.result, Posterior):
            ends = f"{self.a} better {self.result.p_left:.3f}, {self.b} better {self.result.p_right:.3f}"
            inside = f", practically equal {self.result.p_rope:.3f}" if self.result.rope else ""
            return f"{head}probability on the next data set: {ends}{inside}"
        difference = self.result.difference
        if difference is None or not difference.has_interval or self.p_adjusted is None:
            return f"{head}{self.a} and {self.b}: {self.result.reason or 'no answer'}"
        p = (
            f"adjusted for {self.pairs} pairs {format_p(self.p_adjusted)}"
            if self.pairs > 1
            else format_p(self.p_adjusted)
        )
        estimator = self.result.estimator or "mean"
        return f"{head}{self.a} minus {self.b}, {estimator} {difference.value:.3g}, {difference.level:.0%} interval {difference.low:.3g} to {difference.high:.3g}; {p}"

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        body: dict[str, Any] = {
            "name": self.name,
            "assumption": self.assumption,
            "a": self.a,
            "b": self.b,
            "sentence": str(self),
        }
        if isinstance(self.result, Posterior):
            return body | {name: getattr(self.result, name) for name in ("p_left", "p_rope", "p_right")}
        difference = self.result.difference
        ends = (
            {}
            if difference is None
            else {name: json_safe(getattr(difference, name)) for name in ("value", "low", "high", "level")}
        )
        return body | {"p_value": json_safe(self.result.p_value), "p_adjusted": json_safe(self.p_adjusted), **ends}


def answers_with_assumption(
    judgement: Judgement, splits: SplitScores | None = None, name: str | None = None
) -> tuple[AssumedAnswer, ...]:
    """The answers that are offered where no outcome on so few data sets could decide; `name` takes one of them at any number.

    Tests answer every pair that was asked for, the Bayesian one the pair of the verdict. What needs scores of splits is
    left out where there are none, and refused where it was named.
    """
    if name is not None and name not in ANSWERS:
        raise UnknownName("answer with an assumption", name, ANSWERS)
    needs_splits = name is not None and name != PAIRED_T.name
    if needs_splits and splits is None:
        raise NotApplicable(
            f"{name} needs the scores of splits, and this table has one score for each data set; take results.compare() of a study"
        )
    if judgement.matrix.failed is not None:  # these answers read sizes, which failures have not
        if name is None:
            return ()
        raise NotApplicable(f"{name} reads sizes of scores, and a learner failed; use failures='out' (--failures out)")
    few = any(note.kind is TOO_FEW_BLOCKS for note in judgement.verdict.notes)
    if name is None and not few:
        return ()
    wanted = (
        [name] if name is not None else [answer for answer in ANSWERS if answer == PAIRED_T.name or splits is not None]
    )
    return tuple(
        answer for answer_name in wanted for answer in _answers(judgement, splits, answer_name, named=name is not None)
    )


def _answers(judgement: Judgement, splits: SplitScores | None, name: str, *, named: bool) -> list[AssumedAnswer]:
    if name == bayes_hierarchical.__name__:
        assert splits is not None
        a, b = judgement.verdict.a, judgement.verdict.b
        posterior = bayes_hierarchical(
            splits.differences(a, b), splits.test_share, judgement.rope or 0.0,
            lower_is_better=judgement.matrix.direction is Direction.LOWER,
        )  # fmt: skip
        return [AssumedAnswer(name=name, assumption=ANSWERS[name], a=a, b=b, result=posterior)]
    if name == RANDOM_EFFECTS.name and not named and len(judgement.matrix.blocks) < RANDOM_EFFECTS.min_blocks:
        return []
    pairs = as_pairs(judgement.ranks.pairs, judgement.ranks.names)
    both = [tuple(pairs.names[i] for i in columns) for columns in pairs.columns.tolist()]
    results = [_test(judgement, splits, name, a, b) for a, b in both]
    every = judgement.baseline is None and judgement.planned is None
    adjusted = adjusted_for(
        np.array([result.p_value for result in results]), "holm", len(pairs.names), every=every
    ).tolist()
    return [
        AssumedAnswer(name=name, assumption=ANSWERS[name], a=a, b=b, result=result, p_adjusted=p, pairs=len(both))
        for (a, b), result, p in zip(both, results, adjusted, strict=True)
    ]


def _test(judgement: Judgement, splits: SplitScores | None, name: str, a: str, b: str) -> TestResult:
    side, level = judgement.question.first_side.value, 1 - judgement.alpha
    if name == PAIRED_T.name:
        return paired_t(*judgement.matrix.of_pair(a, b), alternative=side, level=level)
    assert splits is not None
    means = differences_with_variances(splits.differences(a, b), splits.test_share)
    return random_effects(means.differences, means.variances, alternative=side, level=level)

"""What this much evidence can decide at all, and which difference it could have shown."""

from math import ceil, floor, log2, nan, sqrt

from bakeoff.comparisons.bayes.hierarchical import bayes_hierarchical
from bakeoff.comparisons.declaration import PlanningMethod, SignificanceTest
from bakeoff.comparisons.distributions import normal_quantile, t_quantile
from bakeoff.comparisons.evidence.kinds import DATASETS, Evidence
from bakeoff.comparisons.planning.power import detectable_difference
from bakeoff.comparisons.significance.random_effects import RANDOM_EFFECTS
from bakeoff.comparisons.significance.t import MOST_DF, PAIRED_T
from bakeoff.comparisons.verdict_notes import TOO_FEW_BLOCKS
from bakeoff.core.checks import Array
from bakeoff.core.notes import Note

__all__ = ["POWER", "detectable", "fewest_blocks", "most_pairs", "smallest_p", "too_few_blocks"]

POWER = 0.8


def smallest_p(n: int, *, sides: int = 2) -> float:
    """The smallest p of the exact sign and signed-rank tests on n blocks that do not tie.

    >>> smallest_p(6)
    0.03125
    """
    return min(1.0, sides * 0.5**n)


def fewest_blocks(alpha: float, *, sides: int = 2) -> int:
    """How many blocks these tests need before any outcome reaches alpha.

    >>> [fewest_blocks(0.05 / pairs) for pairs in (1, 3, 6, 10, 45, 190)]
    [6, 7, 8, 9, 11, 13]
    """
    return ceil(log2(sides) - log2(alpha) - 1e-12)


def most_pairs(n: int, alpha: float, *, sides: int = 2) -> int:
    """How many pairs n blocks can decide together, each at its share of alpha.

    >>> most_pairs(5, 0.05), most_pairs(6, 0.05), most_pairs(8, 0.05)
    (0, 1, 6)
    """
    return floor(alpha / smallest_p(n, sides=sides) + 1e-12)


def too_few_blocks(
    n: int, pairs: int, alpha: float, *, sides: int = 2, evidence: Evidence = DATASETS, learners: int | None = None,
    offers: bool = True,
) -> Note | None:  # fmt: skip
    """Note that no outcome of an exact test on n blocks could show any of these pairs; None where one could.

    What so few blocks can decide is part of the note, by numbers that are known before any score: `learners` are given
    where all their pairs are asked for.

    >>> too_few_blocks(7, 3, 0.05), too_few_blocks(6, 3, 0.05, learners=3).facts["needed"]
    (None, 7)
    """
    needed = fewest_blocks(alpha / pairs, sides=sides)
    if n >= needed:
        return None
    facts: dict[str, object] = {}
    room = most_pairs(n, alpha, sides=sides)
    if offers and pairs > 1:
        facts = {"baseline_suffices": learners is not None and room >= learners - 1, "planned": room}
    if offers and evidence is DATASETS:
        summary = RANDOM_EFFECTS.name if n >= RANDOM_EFFECTS.min_blocks else ""
        facts |= {"by_name": PAIRED_T.name, "summary": summary, "bayes": bayes_hierarchical.__name__}
    return TOO_FEW_BLOCKS(
        n=n, needed=needed, pairs=pairs, smallest=smallest_p(n, sides=sides), alpha=alpha, evidence=evidence, **facts
    )


def detectable(
    test: SignificanceTest, d: Array, alpha: float, *, test_share: float | None = None, sides: int = 2
) -> float:
    """The mean difference that so many blocks with this spread could have shown with 80% power; infinite where none.

    By the power that the test declares, else by that of the t-test with the efficiency of the test.
    """
    if d.size < 2:
        return nan
    level, rule = min(alpha * 2 / sides, 0.5), test.power
    if rule is not None and rule.method is PlanningMethod.FORMULA and set(rule.options) <= {"test_share"}:
        options = {"test_share": test_share} if test_share is not None and rule.options else {}
        blocks = max(d.size, rule.fewest)
        return detectable_difference(test.name, blocks, rule.spread(d), alpha=level, power=POWER, **options)
    error = float(d.std(ddof=1)) * sqrt(1 / d.size + (test_share or 0.0)) / sqrt(test.efficiency)
    freedom = max(d.size - 1, 1) if test_share is None else min(max(d.size - 1, 1), MOST_DF)
    return (t_quantile(1 - level / 2, freedom) + normal_quantile(POWER)) * error

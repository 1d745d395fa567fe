"""The facts that the report of a comparison without a study shows, one declaration each."""

from collections.abc import Mapping
from dataclasses import dataclass

from bakeoff.comparisons import tests as significance_tests
from bakeoff.comparisons.evidence.kinds import ROWS
from bakeoff.comparisons.judging.learner_scores import learner_scores, scores_of_predictions
from bakeoff.comparisons.judging.shown_numbers import FiveNumbers, five_numbers
from bakeoff.comparisons.wording.null_law import NullLaw, null_law
from bakeoff.core.errors import NotApplicable
from bakeoff.estimates.estimate import Estimate
from bakeoff.measures import measure_named
from bakeoff.predictions.group_ids import uneven
from bakeoff.study.answers import AnswerPlots, shapes_of_one
from bakeoff.study.facts.fact import Compared, Fact

__all__ = ["ASSUMPTIONS", "FLIPS", "LEARNER_SCORES", "SLICES", "TEST_SET", "AssumptionPictures", "TestSet"]

THE_TEST_SET = "the test set"  # the name of the only data set of predictions that somebody brings


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TestSet:
    """What learners scored on one test set, and what their answers look like."""

    __test__ = False  # no test, for pytest

    scores: Mapping[str, Mapping[str, Estimate]]  # by learner and measure
    measures: tuple[str, ...]  # that of the comparison first
    level: float  # of the intervals
    rows: int
    weighted: bool
    shapes: AnswerPlots


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AssumptionPictures:
    """What a test on means takes for granted of a single pair."""

    boxes: Mapping[str, FiveNumbers]  # of the scores of both learners; empty of rows in groups, whose totals count
    law: NullLaw | None  # under the null; None where it is not tabulated


def _test_set(compared: Compared) -> TestSet | None:
    answers, judgement = compared.answers, compared.judgement
    if answers is None or judgement is None:
        return None
    measures = tuple(measure_named(name) for name in (judgement.measure, *compared.measures))
    level, first = 1 - judgement.alpha, next(iter(answers.values()))
    return TestSet(
        scores=scores_of_predictions(answers, measures, level),
        measures=tuple(measure.name for measure in measures),
        level=level,
        rows=len(first),
        weighted=uneven(first.weight),
        shapes=shapes_of_one(THE_TEST_SET, answers),
    )


def _learner_scores(compared: Compared) -> dict[str, Estimate]:
    whole = compared.judgement is not None and compared.answers is None and not compared.in_study
    return learner_scores(compared.judged) if whole else {}


def _assumptions(compared: Compared) -> AssumptionPictures | None:
    judgement = compared.judgement
    if judgement is None or compared.in_study or len(judgement.pairs) != 1 or judgement.evidence == ROWS:
        return None
    if len(judgement.matrix.blocks) < 3 or not significance_tests[judgement.choice.test].parametric:
        return None
    pair = judgement.pairs[0].pair
    scores = zip((pair.a, pair.b), judgement.matrix.of_pair(pair.a, pair.b), strict=True)
    try:
        law = null_law(pair.result, judgement.alpha)
    except NotApplicable:
        law = None
    boxes = {} if judgement.evidence.single_rows else {name: five_numbers(values) for name, values in scores}
    return AssumptionPictures(boxes=boxes, law=law)


# Scores and answers of predictions on one test set; None of a table of scores.
TEST_SET = Fact(name="test_set", source=Compared, compute=_test_set)

# The average of each learner of a table of scores, with its interval where it has one.
LEARNER_SCORES = Fact(name="learner_scores", source=Compared, compute=_learner_scores)

# The scores of both learners and the law of the test, where a test on means compares a single pair of a table.
ASSUMPTIONS = Fact(name="assumptions", source=Compared, compute=_assumptions)

# Who is better on the rows of each value of a column; None where no column was named.
SLICES = Fact(name="slices", source=Compared, compute=lambda compared: compared.slices)

# On how many rows two learners are right, together or alone, by pair; empty where answers are neither.
FLIPS = Fact(name="flips", source=Compared, compute=lambda compared: compared.flips)

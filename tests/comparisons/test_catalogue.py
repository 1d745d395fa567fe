"""A test that another package declares is chosen, explained, run and refused like bakeoff's own, with no further line."""

from importlib.metadata import EntryPoint

import numpy as np
import pytest
from click.testing import CliRunner

from bakeoff.cli.main import cli
from bakeoff.comparisons import judge, tests
from bakeoff.comparisons.choosing.choose import choose
from bakeoff.comparisons.declaration import Learners, ProblemShape, SignificanceTest, Use
from bakeoff.comparisons.evidence.kinds import DATASETS, FOLDS
from bakeoff.comparisons.evidence.types import PairedScores, ScoreMatrix
from bakeoff.comparisons.question import Question
from bakeoff.comparisons.results import TestResult
from bakeoff.comparisons.significance.sign import sign


def median_test(a, b, *, alternative="two-sided", level=0.95) -> TestResult:
    result = sign(a, b, ties="drop", alternative=alternative, level=level)
    return TestResult(
        test=MEDIAN.name, title=MEDIAN.title, variant="exact", null=MEDIAN.null, statistic=result.statistic, n=result.n,
        p_value=result.p_value, difference=result.difference, lead=result.lead, tally=result.tally,
    )  # fmt: skip


MEDIAN = SignificanceTest(
    name="median_of_strangers", title="stranger's median test", formula="w", null="the median difference is zero",
    reference="Stranger (2026)", design=(ProblemShape.TWO_ON_MANY,), takes=PairedScores, compute=median_test,
    run=lambda seen, **options: median_test(seen.a, seen.b, **options), assumptions=("the blocks are independent",),
    uses=(Use(evidence=DATASETS, learners=Learners.TWO, second="it is a stranger's"),),
)  # fmt: skip
SCORES = ScoreMatrix.of(np.array([[0.9, 0.8], [0.8, 0.7], [0.9, 0.6], [0.8, 0.7], [0.9, 0.7], [0.9, 0.6], [0.7, 0.6]]))


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    point = EntryPoint(name=MEDIAN.name, group="bakeoff.tests", value="tests.comparisons.test_catalogue:MEDIAN")
    monkeypatch.setattr(
        "bakeoff.core.catalogue.entry_points", lambda group: [point] if group == "bakeoff.tests" else []
    )
    tests.__dict__.pop("_entries", None)
    yield
    tests.__dict__.pop("_entries", None)


def test_it_is_offered_beside_the_recommended_one():
    choice = choose(SCORES, Question(evidence=DATASETS)).choice
    assert choice.test == "wilcoxon"
    assert dict(choice.beside)[MEDIAN.name] == "it is a stranger's"


def test_it_is_refused_with_a_reason_where_it_has_no_use():
    choice = choose(SCORES, Question(evidence=FOLDS, test_share=0.1)).choice
    assert dict(choice.refused)[MEDIAN.name] == "it assumes independent splits, but their training sets overlap"


def test_it_runs_by_its_name():
    verdict = judge(SCORES, Question(evidence=DATASETS, test=MEDIAN.name)).verdict
    assert verdict.winner == "learner 1"
    assert verdict.pair.result.test == MEDIAN.name


def test_the_command_line_lists_and_explains_it():
    assert MEDIAN.name in CliRunner().invoke(cli, ["tests"]).output
    shown = CliRunner().invoke(cli, ["explain", MEDIAN.name]).output
    assert "stranger's median test" in shown
    assert "Stranger (2026)" in shown

"""What somebody pastes into the page: tables of scores and files of predictions, damaged at random."""

import sys

import pytest
from hypothesis import given, strategies as st

from bakeoff.web.predictions import PredictionsQuestion, answer_predictions, understand_predictions
from bakeoff.web.tables import TableQuestion, answer_table, understand_table
from tests.helpers.fuzzing import TOKENS, damaged, fuzz, refused_or_read

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits of memory are those of Linux")

SCORES = b"dataset,knn,tree\niris,0.95,0.93\nwine,0.7,0.8\nzoo,0.5,0.6\nglass,0.6,0.5\nsonar,0.8,0.7\n"
PASTED = b"dataset\tknn\ttree\niris\t0,95\t0,93\nwine\t0,7\t0,8\nzoo\t0,5\t0,6\n"
PREDICTIONS = b"truth,a,b\n1,1,0\n0,0,0\n1,1,1\n0,1,0\n1,0,1\n0,0,1\n"
WORDS = st.sampled_from([one.decode("utf-8", "replace") for one in TOKENS if len(one) < 100])


@fuzz(150)
@given(damaged(SCORES, PASTED))
def test_tables_are_understood(content: bytes) -> None:
    with refused_or_read():
        understand_table(TableQuestion.of_form(content, {}))


@fuzz(25)
@given(damaged(SCORES, PASTED))
def test_tables_are_answered(content: bytes) -> None:
    form = {"rows": "datasets", "direction": "higher"}
    with refused_or_read():
        made = answer_table(TableQuestion.of_form(content, form))
        assert "<script" not in made["article"]


@fuzz(40)
@given(
    st.dictionaries(
        st.sampled_from(
            ["rows", "direction", "measure", "scheme", "baseline", "alpha", "rope", "test", "posthoc", "alternative"]
        ),
        WORDS,
    )
)
def test_forms_are_answered(form: dict[str, str]) -> None:
    with refused_or_read():
        answer_table(TableQuestion.of_form(SCORES, form))


@fuzz(25)
@given(damaged(PREDICTIONS), st.sampled_from(["labels", "scores", "probabilities"]), st.sampled_from(["", "1", "x"]))
def test_predictions_are_answered(content: bytes, outputs: str, positive: str) -> None:
    form = {"truth": "truth", "learners": ["a", "b"], "outputs": outputs, "positive": positive}
    question = PredictionsQuestion.of_form(content, form)
    with refused_or_read():
        understand_predictions(question)
    with refused_or_read():
        answer_predictions(question)


def test_the_good_tables_are_answered() -> None:
    assert answer_table(TableQuestion.of_form(SCORES, {"rows": "datasets", "direction": "higher"}))["sentence"]
    assert understand_table(TableQuestion.of_form(PASTED, {})).learners == ["knn", "tree"]
    assert answer_predictions(PredictionsQuestion.of_form(PREDICTIONS, {"truth": "truth", "learners": ["a", "b"]}))[
        "panels"
    ]

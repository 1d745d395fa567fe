"""The page's answer about a pasted file of predictions."""

import pytest

from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.web.predictions import PredictionsQuestion, answer_predictions, understand_predictions

FILE = b"truth,a,b\n" + b"yes,yes,no\nno,no,no\nyes,no,yes\nno,no,yes\n" * 5


def test_the_truth_and_the_learners_are_recognised():
    understood = understand_predictions(PredictionsQuestion(content=FILE))
    assert (understood["truth"], understood["learners"], understood["rows"]) == ("truth", ["a", "b"], 20)


def test_a_function_in_a_file_is_never_a_measure_of_the_page(tmp_path, monkeypatch):
    (tmp_path / "profit_of_rows.py").write_text("raise SystemExit('imported')\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    form = {"truth": "truth", "learners": ["a", "b"], "positive": "yes", "measure": "profit_of_rows.py:profit:higher"}
    with pytest.raises(BadInput, match="is a function in a file, which is code: type it in a shell"):
        answer_predictions(PredictionsQuestion.of_form(FILE, form))


def test_an_unknown_kind_of_output_is_named():
    with pytest.raises(UnknownName, match="kind of output"):
        PredictionsQuestion.of_form(FILE, {"outputs": "guesses"})

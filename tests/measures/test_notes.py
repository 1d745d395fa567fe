"""Notes on measures of the user's own: what the answer of a function was taken for, and whether the function has changed."""

from bakeoff.measures.own.own_function import ReturnedForm


def test_answers_are_the_kinds_that_notes_explain():
    from bakeoff.measures.notes import TAKEN_FOR

    for answer in ReturnedForm:
        assert str(TAKEN_FOR(measure="x", answer=answer.value)).startswith("x returned ")

"""The names of tests and corrections in a question, as the catalogue writes them."""

from dataclasses import replace

from bakeoff.comparisons.catalogue import posthoc_tests, tests
from bakeoff.comparisons.posthoc.adjust import METHODS
from bakeoff.comparisons.posthoc.adjust_all_pairs import PAIR_METHODS
from bakeoff.comparisons.question import Question
from bakeoff.core.terminology.spelling import fold

__all__ = ["with_catalogue_names"]


def with_catalogue_names(question: Question) -> Question:
    """The same question with the names of the catalogue; an ambiguous name is refused, an unknown one stays as it is.

    >>> asked = with_catalogue_names(Question(evidence="datasets", test="Sign Test", posthoc="Bergmann Hommel"))
    >>> asked.test, asked.posthoc
    ('sign', 'bergmann-hommel')
    """
    test, posthoc = question.test, question.posthoc
    if test != "auto" and tests.candidates(test):
        test = tests[test].name
    if posthoc != "auto":
        after = {fold(name): name for name in ("auto", *posthoc_tests(), *PAIR_METHODS, *METHODS)}
        posthoc = after.get(fold(posthoc), posthoc)
    return (
        question
        if (test, posthoc) == (question.test, question.posthoc)
        else replace(question, test=test, posthoc=posthoc)
    )

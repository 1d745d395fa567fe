"""The names of tests and corrections in a question, as the catalogue writes them."""

from dataclasses import replace

from bakeoff.comparisons.catalogue import posthoc_tests, tests
from bakeoff.comparisons.posthoc.adjust import METHODS
from bakeoff.comparisons.posthoc.adjust_all_pairs import PAIR_METHODS
from bakeoff.comparisons.question import Question
from bakeoff.core.spelling import fold

__all__ = ["with_catalogue_names"]


def with_catalogue_names(question: Question) -> Question:
    """The same question with the names of the catalogue; an ambiguous name is refused, an unknown one stays as it is.

    >>> asked = with_catalogue_names(Question(evidence="datasets", test="Sign Test", posthoc="Bergmann Hommel"))
    >>> asked.test, asked.posthoc
    ('sign', 'bergmann-hommel')
    """
    test = tests[question.test].name if tests.candidates(question.test) else question.test
    after = {fold(name): name for name in ("auto", *posthoc_tests(), *PAIR_METHODS, *METHODS)}
    return replace(question, test=test, posthoc=after.get(fold(question.posthoc), question.posthoc))

"""Why not another test: one sentence for each that was not taken."""

from bakeoff.comparisons.catalogue import tests
from bakeoff.comparisons.choosing.rules import recommended, why_unfit
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.question import Question
from bakeoff.comparisons.test_names import phrase_of_test

__all__ = ["OtherTests", "other_tests"]

OtherTests = tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]]  # may be run as well; do not fit


def other_tests(matrix: ScoreMatrix, question: Question, taken: str, posthoc: str) -> OtherTests:
    """Every other test with its sentence: those that may be run as well, in the order of their rule, and those that do not fit.

    Parameters
    ----------
    matrix, question
        What `choose` read.
    taken
        The test that was taken.
    posthoc
        The post-hoc test or adjustment that follows it.

    Returns
    -------
    Two tuples of names and sentences.

    >>> scores = ScoreMatrix.of({"a": [.9, .8, .9, .8, .9, .9], "b": [.8, .7, .6, .7, .7, .6]})
    >>> beside, refused = other_tests(scores, Question(evidence="datasets"), "wilcoxon", "none")
    >>> beside[0][0], dict(refused)["friedman"]
    ('sign', 'it is made for more than two learners')
    """
    rule, scheme = recommended(question.evidence, len(matrix.names)), question.scheme
    second = {candidate.test.name: candidate.use.beside for candidate in rule.candidates}
    usual = rule.usual(matrix, scheme)
    if usual.test.name != taken:
        second[usual.test.name] = f"it is the usual choice: {usual.use.taken or rule.why}"
    beside: dict[str, str] = {}
    refused: dict[str, str] = {}
    for test in tests:
        name = test.name
        reason = test.why_not(matrix, scheme) if name in second else why_unfit(test, matrix, question.evidence)
        if name != taken and reason:
            refused[name] = f"it follows {phrase_of_test(taken)} as the post-hoc test" if name == posthoc else reason
        elif name != taken:
            beside[name] = second[name]
    return tuple((name, beside[name]) for name in second if name in beside), tuple(refused.items())

"""What tests, corrections and measures are called in a sentence."""

from functools import cache

from bakeoff.comparisons.catalogue import tests
from bakeoff.comparisons.declaration import SignificanceTest
from bakeoff.comparisons.posthoc.adjust import ADJUSTMENTS, METHODS, adjusted_name
from bakeoff.core.text import clean
from bakeoff.measures.naming import short_name_of

__all__ = ["ADJUSTMENTS", "adjustment_phrase", "declared_test", "phrase_of_test", "title_of_test"]


def title_of_test(name: str) -> str:
    """The name of a test without its article.

    >>> title_of_test("corrected_t"), title_of_test("my_own"), title_of_test("pairwise wilcoxon with holm")
    ('corrected resampled t-test', 'my own test', "Wilcoxon signed-rank test with Holm's method")
    """
    test, after = declared_test(name)
    if test is not None:
        return f"{test.title}{after}"
    if name in METHODS:
        return f"z-test on mean ranks with {ADJUSTMENTS.get(name, clean(name))}"
    shown = clean(name).replace("_", " ")
    return shown if shown.endswith("test") else f"{shown} test"


def phrase_of_test(name: str) -> str:
    """The name of a test in a sentence.

    >>> phrase_of_test("cochran_q"), phrase_of_test("nemenyi")
    ("Cochran's Q", 'the Nemenyi test')
    """
    test, after = declared_test(name)
    return f"{test.phrase}{after}" if test is not None else f"the {title_of_test(name)}"


def declared_test(name: str) -> tuple[SignificanceTest | None, str]:
    """The declaration behind a name, also one such as "pairwise wilcoxon with holm", and the words for its adjustment."""
    if name in tests:
        return tests[name], ""
    return _adjusted_tests().get(name, (None, ""))


@cache
def _adjusted_tests() -> dict[str, tuple[SignificanceTest, str]]:
    """Every test with every adjustment, by the names that such a pair has."""
    words = {"none": "", **{method: f" with {phrase}" for method, phrase in ADJUSTMENTS.items()}}
    return {
        adjusted_name(test.name, method, pairwise=pairwise): (test, after)
        for test in tests
        for method, after in words.items()
        for pairwise in (False, True)
    }


def adjustment_phrase(kind: str, name: str) -> str:
    """Another way to ask, as one says it; `kind` is that of a Variation.

    >>> adjustment_phrase("test", "wilcoxon"), adjustment_phrase("post-hoc", "holm"), adjustment_phrase("measure", "f1_macro")
    ('the Wilcoxon signed-rank test', "Holm's method", 'macro F1')
    """
    if kind == "measure":
        return short_name_of(name)
    if kind == "without" or (name not in tests and name not in ADJUSTMENTS):
        return name
    return ADJUSTMENTS[name] if name in ADJUSTMENTS else phrase_of_test(name)

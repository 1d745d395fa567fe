"""What tests, corrections and measures are called in a sentence."""

import re

from bakeoff.comparisons.posthoc.adjust import METHODS
from bakeoff.core.text import clean
from bakeoff.measures.naming import spoken_as

__all__ = ["ADJUSTMENTS", "by_test", "test_words", "way_words"]

ADJUSTMENTS = {
    "bonferroni": "Bonferroni's method",
    "holm": "Holm's method",
    "hochberg": "Hochberg's method",
    "hommel": "Hommel's method",
    "holland": "Holland's method",
    "finner": "Finner's method",
    "rom": "Rom's method",
    "li": "Li's method",
    "bh": "Benjamini and Hochberg's method (false discovery rate)",
    "by": "Benjamini and Yekutieli's method (false discovery rate)",
    "shaffer": "Shaffer's method",
    "bergmann-hommel": "Bergmann and Hommel's method",
}


def test_words(name: str) -> str:
    """The name of a test without its article.

    >>> test_words("corrected_t"), test_words("my_own"), test_words("pairwise wilcoxon with holm")
    ('corrected resampled t-test', 'my own test', "Wilcoxon signed-rank test with Holm's method")
    """
    from bakeoff.comparisons import tests  # the catalogue imports every test

    own, _, adjustment = name.partition(" with ")
    if adjustment in {"none", *ADJUSTMENTS}:
        after = f" with {ADJUSTMENTS[adjustment]}" if adjustment in ADJUSTMENTS else ""
        return f"{test_words(own.removeprefix('pairwise '))}{after}"
    if name in tests:
        return tests[name].title
    if name in METHODS:
        return f"z-test on mean ranks with {ADJUSTMENTS.get(name, clean(name))}"
    shown = clean(name).replace("_", " ")
    return shown if shown.endswith("test") else f"{shown} test"


def by_test(name: str) -> str:
    """The name of a test in a sentence.

    >>> by_test("cochran_q"), by_test("nemenyi")
    ("Cochran's Q", 'the Nemenyi test')
    """
    title = test_words(name)
    return title if re.match(r"\w+'s ", title) else f"the {title}"


def way_words(kind: str, name: str) -> str:
    """Another way to ask, as one says it; `kind` is that of a Variation.

    >>> way_words("test", "wilcoxon"), way_words("post-hoc", "holm"), way_words("measure", "f1_macro")
    ('the Wilcoxon signed-rank test', "Holm's method", 'macro F1')
    """
    from bakeoff.comparisons import tests

    if kind == "measure":
        return spoken_as(name)
    if kind == "without" or (name not in tests and name not in ADJUSTMENTS):
        return name
    return ADJUSTMENTS[name] if name in ADJUSTMENTS else by_test(name)

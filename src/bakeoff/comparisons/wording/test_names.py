"""What tests, corrections and measures are called in a sentence."""

import re

from bakeoff.comparisons.posthoc.adjust import METHODS
from bakeoff.core.text import clean
from bakeoff.measures.naming import short_name_of

__all__ = ["ADJUSTMENTS", "adjustment_phrase", "phrase_of_test", "title_of_test"]

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


def title_of_test(name: str) -> str:
    """The name of a test without its article.

    >>> title_of_test("corrected_t"), title_of_test("my_own"), title_of_test("pairwise wilcoxon with holm")
    ('corrected resampled t-test', 'my own test', "Wilcoxon signed-rank test with Holm's method")
    """
    from bakeoff.comparisons import tests  # the catalogue imports every test

    own, _, adjustment = name.partition(" with ")
    if adjustment in {"none", *ADJUSTMENTS}:
        after = f" with {ADJUSTMENTS[adjustment]}" if adjustment in ADJUSTMENTS else ""
        return f"{title_of_test(own.removeprefix('pairwise '))}{after}"
    if name in tests:
        return tests[name].title
    if name in METHODS:
        return f"z-test on mean ranks with {ADJUSTMENTS.get(name, clean(name))}"
    shown = clean(name).replace("_", " ")
    return shown if shown.endswith("test") else f"{shown} test"


def phrase_of_test(name: str) -> str:
    """The name of a test in a sentence.

    >>> phrase_of_test("cochran_q"), phrase_of_test("nemenyi")
    ("Cochran's Q", 'the Nemenyi test')
    """
    title = title_of_test(name)
    return title if re.match(r"\w+'s ", title) else f"the {title}"


def adjustment_phrase(kind: str, name: str) -> str:
    """Another way to ask, as one says it; `kind` is that of a Variation.

    >>> adjustment_phrase("test", "wilcoxon"), adjustment_phrase("post-hoc", "holm"), adjustment_phrase("measure", "f1_macro")
    ('the Wilcoxon signed-rank test', "Holm's method", 'macro F1')
    """
    from bakeoff.comparisons import tests

    if kind == "measure":
        return short_name_of(name)
    if kind == "without" or (name not in tests and name not in ADJUSTMENTS):
        return name
    return ADJUSTMENTS[name] if name in ADJUSTMENTS else phrase_of_test(name)

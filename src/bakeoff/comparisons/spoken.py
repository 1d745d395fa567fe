"""What tests, corrections and measures are called in a sentence."""

from bakeoff.measures.spoken import spoken_as

__all__ = ["ADJUSTMENTS", "way_words"]

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


def way_words(kind: str, name: str) -> str:
    """Another way to ask, as one says it; `kind` is that of a Variation.

    >>> way_words("test", "wilcoxon"), way_words("post-hoc", "holm"), way_words("measure", "f1_macro")
    ('the Wilcoxon signed-rank test', "Holm's method", 'macro F1')
    """
    from bakeoff.comparisons import tests  # the catalogue imports every test

    if kind == "measure":
        return spoken_as(name)
    if kind == "without" or (name not in tests and name not in ADJUSTMENTS):
        return name
    return ADJUSTMENTS[name] if name in ADJUSTMENTS else f"the {tests[name].title}"

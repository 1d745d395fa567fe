"""Names as people type them: the same name in capitals, with spaces, hyphens, apostrophes or accents is the same name."""

import re
from unicodedata import combining, normalize

__all__ = ["fold", "singulars", "title_spellings"]

_POSSESSIVE = re.compile(r"['’`´]s\b", re.IGNORECASE)
_SEPARATORS = re.compile(r"[\s_'’`´\u2010-\u2015-]+")
_BRACKETS = re.compile(r"\(([^()]*)\)")
_UNIT = re.compile(r", in (nats|bits|bytes|seconds|percent|steps)\b.*$")
_ENDINGS = (("hypotheses", "hypothesis"), ("ices", "ix"), ("ies", "y"), ("es", ""), ("s", ""))


def fold(name: str) -> str:
    """The name without case, accents, spaces, hyphens, underscores, apostrophes and the s of a possessor.

    >>> fold("McNemar's Test"), fold("Wilcoxon signed-rank test"), fold("R²"), fold("Médian_error")
    ('mcnemartest', 'wilcoxonsignedranktest', 'r2', 'medianerror')
    """
    plain = "".join(sign for sign in normalize("NFKD", _POSSESSIVE.sub("", name)) if not combining(sign))
    return _SEPARATORS.sub("", plain.casefold())


def singulars(name: str) -> tuple[str, ...]:
    """What a plural may be the plural of; nothing where the name does not end like one.

    >>> singulars("confusion matrices")[0], singulars("ROC curves"), singulars("bias")
    ('confusion matrix', ('ROC curv', 'ROC curve'), ('bia',))
    """
    return tuple(
        name[: len(name) - len(ending)] + single for ending, single in _ENDINGS if name.lower().endswith(ending)
    )


def title_spellings(title: str) -> tuple[str, ...]:
    """The names that a title holds: the whole, without what stands in brackets, and what stands there.

    >>> title_spellings("Recall (sensitivity, true positive rate)")
    ('Recall (sensitivity, true positive rate)', 'Recall', 'sensitivity', 'true positive rate')
    >>> title_spellings("Log loss (cross-entropy), in nats")[1:], title_spellings("p-value: how rare it is")[1:]
    (('Log loss', 'cross-entropy'), ('p-value',))
    """
    short = " ".join(_UNIT.sub("", _BRACKETS.sub("", title)).replace(" ,", ",").partition(": ")[0].split())
    inside = [part.strip() for group in _BRACKETS.findall(title) for part in group.split(",")]
    return tuple(dict.fromkeys([title, *([short] if short else []), *inside]))

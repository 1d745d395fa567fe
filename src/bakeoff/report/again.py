"""How to make the study again: the commands for a study file, the call for a study described in Python."""

from pathlib import PurePath
from shlex import quote

from bakeoff.core.text import clean
from bakeoff.report.design import settings_words
from bakeoff.report.report import Code
from bakeoff.study.findings import Findings, StudyCard

__all__ = ["again"]


def again(findings: Findings) -> Code:
    """Lines to copy; without a study file the objects of the script cannot be known, so the data are only named."""
    card = findings.card
    title = "To make this study again"
    mark = f"# study sha256 {clean(card.study_hash)}"
    if card.toml:
        file = PurePath(clean(card.toml)).name
        stem = quote(PurePath(file).stem)
        lines = (mark, f"bakeoff run {quote(file)} -o {stem}.bakeoff", f"bakeoff report {stem}.bakeoff")
        return Code(text="\n".join(lines), language="sh", title=title)
    return Code(text="\n".join((mark, *_in_python(card))), language="python", title=title)


def _in_python(card: StudyCard) -> list[str]:
    """The call as one would type it, names quoted."""
    data = ", ".join(repr(clean(one.name)) for one in card.datasets)
    learners = [f"        {clean(one.name)!r}: {settings_words(one.settings)}," for one in card.learners]
    options = [
        f"scheme={clean(card.scheme)!r}",
        f"measures={[clean(one) for one in card.measures]!r}",
        f"primary={clean(card.primary)!r}",
        f"seed={card.seed}",
        f"alpha={card.alpha:g}",
        f"rope={card.rope!r}",
        f"baseline={None if card.baseline is None else clean(card.baseline)!r}",
        f"policy={clean(card.policy)!r}",
    ]
    return [
        f"# It was described in Python; datasets is the list of the {len(card.datasets)} data sets: {data}",
        "study = bo.Study(",
        "    datasets=datasets,",
        "    learners={",
        *learners,
        "    },",
        *(f"    {one}," for one in options),
        ")",
        'study.run("study.bakeoff").report("report.html")',
    ]

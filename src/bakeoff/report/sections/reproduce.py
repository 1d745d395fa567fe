"""How to make the study again: the commands for a study file, the call for a study described in Python."""

import re
from pathlib import PurePath
from shlex import quote
from typing import Any

from bakeoff.core.text import clean, plural
from bakeoff.report.blocks import Code
from bakeoff.report.sections.design import import_facts
from bakeoff.report.text.learner_code import learner_code
from bakeoff.study.analysis.findings import Findings

__all__ = ["reproduce_blocks"]

_CODE = re.compile(r"#[0-9a-f]{16}(?=\()")  # of a class that has no package: which code it was
_HOME = re.compile(r"([A-Za-z_][\w.]*)\.\w+\(")  # the module of an estimator


def reproduce_blocks(findings: Findings) -> Code:
    """Lines to copy; without a study file the objects of the script cannot be known, so the data are only named."""
    card = findings.card
    title = "To make this study again"
    mark = f"# study sha256 {clean(card.study_hash)}"
    if card.toml:
        file = PurePath(clean(card.toml)).name
        stem = quote(PurePath(file).stem)
        brought = [
            f"bakeoff import {stem}.bakeoff {quote(source)} --learner {quote(clean(one.name))}"
            for one in card.learners
            if (source := import_facts(one)) is not None
        ]
        lines = (mark, f"bakeoff run {quote(file)} -o {stem}.bakeoff", *brought, f"bakeoff report {stem}.bakeoff")
        return Code(text="\n".join(lines), language="sh", title=title)
    return Code(text="\n".join((mark, *_in_python(findings))), language="python", title=title)


def _in_python(findings: Findings) -> list[str]:
    """The call as one would type it, names quoted."""
    card = findings.card
    data = ", ".join(repr(clean(one.name)) for one in card.datasets)
    made = [(clean(one.name), *(_CODE.sub("", part) for part in learner_code(one.settings))) for one in card.learners]
    homes = sorted({home for _, call, _ in made for home in _HOME.findall(call)} - {"bo"})
    design = {"scheme": card.scheme, "measures": list(card.measures), "primary": card.primary, **card.stored()}
    options = [f"{name}={_cleaned(value)!r}" for name, value in design.items() if value not in (None, [])]
    return [
        f"# It was described in Python; datasets holds {plural(len(card.datasets), 'data set')}: {data}",
        *(f"import {one}" for one in homes),
        "import bakeoff as bo",
        "",
        "study = bo.Study(",
        "    datasets=datasets,",
        "    learners={",
        *(f"        {name!r}: {call}," + (f"  # {besides}" if besides else "") for name, call, besides in made),
        "    },",
        *(f"    {one}," for one in options),
        ")",
        'study.run("study.bakeoff").report("report.html")',
    ]


def _cleaned(value: Any) -> Any:
    """The value with names that are safe to show."""
    if isinstance(value, list):
        return [_cleaned(part) for part in value]
    return clean(value) if isinstance(value, str) else value

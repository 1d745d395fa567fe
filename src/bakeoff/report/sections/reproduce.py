"""How to make the study again: the commands for a study file, the call for a study described in Python."""

import re
from pathlib import PurePath
from shlex import quote

from bakeoff.core.text import clean, plural
from bakeoff.report.blocks import Code
from bakeoff.report.sections.design import import_facts
from bakeoff.report.sections.score_marks import planned_pairs
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
    planned = [(clean(a), clean(b)) for a, b in planned_pairs(findings)]
    options = [
        f"title={clean(card.title)!r}",
        f"scheme={clean(card.scheme)!r}",
        f"measures={[clean(one) for one in card.measures]!r}",
        f"primary={clean(card.primary)!r}",
        f"seed={card.seed}",
        f"alpha={card.alpha:g}",
        f"rope={card.rope!r}",
        *([f"baseline={clean(card.baseline)!r}"] if card.baseline is not None else []),
        *([f"pairs={planned!r}"] if planned else []),
        *([f"train_sizes={list(card.train_sizes)!r}"] if card.train_sizes else []),
        f"policy={clean(card.policy)!r}",
    ]
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

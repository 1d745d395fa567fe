"""The last section: a methods paragraph ready to paste, its references, how to make the study again, files to take along."""

import re
from functools import partial
from pathlib import PurePath
from shlex import quote
from typing import Any

from bakeoff.comparisons.wording.measure_names import words_for
from bakeoff.core.errors import UnknownName
from bakeoff.core.references import Reference, cite
from bakeoff.core.text import clean, plural
from bakeoff.report.blocks import Block, Code, Download, Downloads, Figure, Fold, Paragraph, Part
from bakeoff.report.names import learner_code
from bakeoff.report.render.walk import flat
from bakeoff.report.section import ReportSource, Section, ShownSection, is_study
from bakeoff.report.sections.scores import score_table
from bakeoff.report.tables.latex import to_latex
from bakeoff.report.tables.plain_text import to_csv
from bakeoff.study.analysis.findings import Findings

__all__ = ["METHODS", "figures_of", "reproduce_blocks"]

_CODE = re.compile(r"#[0-9a-f]{16}(?=\()")  # of a class that has no package: which code it was
_EXPERIMENTAL = {  # what must be imported before scikit-learn shows a class, and the classes
    "enable_halving_search_cv": ("HalvingGridSearchCV", "HalvingRandomSearchCV"),
    "enable_iterative_imputer": ("IterativeImputer",),
}
_HOME = re.compile(r"(?<![\w.])([A-Za-z_][\w.]*)\.\w+\(")  # the module of an estimator


def reproduce_blocks(findings: Findings) -> Code:
    """Lines to copy; without a study file the objects of the script cannot be known, so the data are only named."""
    card = findings.card
    title = "Reproduce"
    mark = f"# study sha256 {clean(card.study_hash)}"
    if card.toml:
        file = PurePath(clean(card.toml)).name
        stem = quote(PurePath(file).stem)
        brought = [
            f"bakeoff import {stem}.bakeoff {quote(clean(learner.imported_from))} --learner {quote(clean(learner.name))}"
            + "".join(
                f" --{name} {quote(clean(text))}"
                for name, text in (("language", learner.language), ("machine", learner.machine))
                if text
            )
            for learner in card.learners
            if learner.imported_from is not None
        ]
        lines = (mark, f"bakeoff run {quote(file)} -o {stem}.bakeoff", *brought, f"bakeoff report {stem}.bakeoff")
        return Code(text="\n".join(lines), language="sh", title=title)
    return Code(text="\n".join((mark, *_in_python(findings))), language="python", title=title)


def _in_python(findings: Findings) -> list[str]:
    """The call as one would type it, names quoted."""
    card = findings.card
    calls = [
        (clean(learner.name), *(_CODE.sub("", part) for part in learner_code(learner.settings)))
        for learner in card.learners
    ]
    homes = sorted({home for _, call, _ in calls for home in _HOME.findall(call)} - {"bo"})
    design = {"scheme": card.scheme, "measures": list(card.measures), "primary": card.primary, **card.stored()}
    options = [f"{name}={_cleaned(value)!r}" for name, value in design.items() if value not in (None, [])]
    switches = [
        name
        for name, classes in _EXPERIMENTAL.items()
        if any(f".{name}(" in call for _, call, _ in calls for name in classes)
    ]
    remark, data = _data(findings)
    return [
        f"# It was described in Python{remark}",
        *(f"from sklearn.experimental import {name}" for name in switches),
        *(f"import {home}" for home in homes),
        "import bakeoff as bo",
        "",
        "study = bo.Study(",
        f"    datasets={data},",
        "    learners={",
        *(f"        {name!r}: {call}," + (f"  # {besides}" if besides else "") for name, call, besides in calls),
        "    },",
        *(f"    {option}," for option in options),
        ")",
        'study.run("study.bakeoff").report("report.html")',
    ]


def _data(findings: Findings) -> tuple[str, str]:
    """A remark on the data sets, and how they are loaded: those that come with bakeoff by name, others as an object of the script."""
    cards = findings.card.datasets
    names = [repr(clean(card.name)) for card in cards]
    if all(card.source == f"scikit-learn's {card.name}" for card in cards):
        return "", f"[{', '.join(f'bo.load({name})' for name in names)}]"
    return f"; datasets holds {plural(len(cards), 'data set')}: {', '.join(names)}", "datasets"


def _cleaned(value: Any) -> Any:
    """The value with names that are safe to show."""
    if isinstance(value, list):
        return [_cleaned(part) for part in value]
    return clean(value) if isinstance(value, str) else value


def _blocks(source: ReportSource) -> list[Block]:
    """Everything a paper needs about how it was done."""
    references = _references(source)
    blocks: list[Block] = [Paragraph(parts=(_paragraph(source, references),))]
    if references:
        bibtex = Code(text="\n\n".join(reference.bibtex() for reference in references), language="bibtex")
        blocks.append(Fold(title="References (BibTeX)", blocks=(bibtex,)))
    return [*blocks, reproduce_blocks(source.study), Downloads(files=_files(source))]


def _paragraph(source: ReportSource, references: list[Reference]) -> str:
    """The sentences of every section that is shown, what made the study, and whom it cites."""
    card = source.study.card
    sentences = [part.section.methods(part.facts) for part in source.shown if part.section.methods is not None]
    version = clean(dict(card.versions).get("bakeoff", ""))
    sentences.append(f"The study was run with bakeoff {version}".rstrip() + f" (study {clean(card.study_hash)[:16]}).")
    if references:
        sentences.append("See " + "; ".join(f"{_who(reference)} {reference.year}" for reference in references) + ".")
    return " ".join(text for text in sentences if text)


def _who(reference: Reference) -> str:
    names = [part.split(",")[0].strip() for part in reference.authors.split(";")]
    return names[0] if len(names) == 1 else f"{names[0]} and {names[1]}" if len(names) == 2 else f"{names[0]} et al."


def _references(source: ReportSource) -> list[Reference]:
    """What the sections and the measures of this study rest on."""
    keys = [
        key
        for part in source.shown
        if part.section.references is not None
        for key in part.section.references(part.facts)
    ]
    declared = [words_for(measure).declared for measure in source.study.card.measures]
    keys += [measure.reference for measure in declared if measure is not None]
    cited = []
    for key in dict.fromkeys(keys):
        try:
            cited.append(cite(key))
        except UnknownName:
            continue  # a measure of somebody's own may cite what we do not know
    return cited


def _files(source: ReportSource) -> tuple[Download, ...]:
    """The table for a paper, and the CSV of each section; a page saves its figures by itself."""
    tables = [part for part in source.shown if part.section.csv is not None and part.section.csv_when(part.facts)]
    files = [
        Download(name=f"{part.section.csv_name or part.section.name}.csv", media="text/csv", make=partial(_csv, part))
        for part in tables
    ]
    files.append(Download(name="scores.tex", media="text/x-tex", make=partial(_latex, source.study)))
    files.sort(key=lambda file: (not file.name.startswith("scores."), file.name))
    return tuple(files)


def _csv(shown: ShownSection) -> str:
    assert shown.section.csv is not None
    return to_csv(shown.section.csv(shown.facts))


def _latex(findings: Findings) -> str:
    return to_latex(score_table(findings)) + "\n"


def figures_of(parts: tuple[Part, ...]) -> list[Figure]:
    """All figures, in reading order."""
    return [block for part in parts for block in flat(part.blocks) if isinstance(block, Figure)]


METHODS = Section(name="methods", title="Methods and files", when=(is_study,), blocks=_blocks, folded=True)

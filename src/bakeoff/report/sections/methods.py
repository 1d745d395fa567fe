"""The last section: a methods paragraph ready to paste, its references, how to make the study again, files to take along."""

import re
from dataclasses import replace
from functools import partial
from pathlib import PurePath
from shlex import quote
from typing import Any

from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.wording.measure_names import words_of
from bakeoff.comparisons.wording.sentences import pair_sentence
from bakeoff.comparisons.wording.verdict_text import verdict_text
from bakeoff.core import __version__
from bakeoff.core.notes import Citation, Sentence
from bakeoff.core.references import Reference, cite, references
from bakeoff.core.text import clean, listed, plural
from bakeoff.report.blocks import Bibliography, Block, Code, Download, Downloads, Figure, Paragraph, Part
from bakeoff.report.names import learner_code
from bakeoff.report.render.walk import flat
from bakeoff.report.section import ReportSource, Section, ShownSection, is_judged, is_study
from bakeoff.report.sections.differences import DIFFERENCES
from bakeoff.report.sections.scores import score_table
from bakeoff.report.sections.verdict import blocks_of
from bakeoff.report.tables.latex import to_latex
from bakeoff.report.tables.plain_text import to_csv
from bakeoff.study.analysis.findings import Findings

__all__ = ["METHODS", "figures_of", "methods_of", "methods_of_comparison", "references_of", "reproduce_blocks"]

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
    return f"; datasets contains {plural(len(cards), 'data set')}: {', '.join(names)}", "datasets"


def _cleaned(value: Any) -> Any:
    """The value with names that are safe to show."""
    if isinstance(value, list):
        return [_cleaned(part) for part in value]
    return clean(value) if isinstance(value, str) else value


def methods_of(source: ReportSource) -> Sentence:
    """The paragraph: the sentences of every section that is shown, with citations, and what made the numbers."""
    sentences = [part.section.methods(part.facts) for part in source.shown if part.section.methods is not None]
    if source.findings is None:
        sentences = [_what_was_compared(source.compared), *sentences, _what_came_out(source.compared)]
        origin = f"The comparison was computed with bakeoff {__version__}."
    else:
        card = source.findings.card
        version = clean(dict(card.versions).get("bakeoff", ""))
        origin = f"The study was run with bakeoff {version}".rstrip() + f" (study {clean(card.study_hash)[:16]})."
    parts = [(words,) if isinstance(words, str) else words for words in (*sentences, origin) if words]
    return tuple(span for number, part in enumerate(parts) for span in ((" ", *part) if number else part))


def methods_of_comparison(judgement: Judgement) -> Sentence:
    """The paragraph on a comparison without its report."""
    source = ReportSource(judgement=judgement)
    tests = ShownSection(section=DIFFERENCES, facts=source, part=Part(name="", title="", blocks=()))
    return methods_of(replace(source, shown=(tests,)))


def _what_was_compared(judgement: Judgement) -> Sentence:
    """Learners, how many rows of what, and the measure."""
    names = listed(judgement.matrix.names, most=12)
    count = judgement.evidence.counted(blocks_of(judgement))
    words = words_of(judgement.context)
    by = f" by {words.inline}" if judgement.measure else ""
    source = () if words.declared is None else (" ", Citation((words.declared.reference,)))
    learners = plural(len(judgement.matrix.names), "learner")
    return (f"We compared {learners} ({names}) over {count}{by}", *source, ".")


def _what_came_out(judgement: Judgement) -> str:
    """The verdict, and the pair that it is about."""
    pair = pair_sentence(judgement.verdict)
    return pair if len(judgement.pairs) == 1 else f"{verdict_text(judgement).headline} {pair}"


def _further(source: ReportSource) -> Sentence:
    """Sections that rest on sources, and have no sentence of their own."""
    spans: Sentence = ()
    for section in source.shown:
        keys = () if section.section.references is None else tuple(section.section.references(section.facts))
        if keys:
            spans += ("; " if spans else "Further sections rest on: ", f"“{section.part.title}” ", Citation(keys))
    return (*spans, ".") if spans else ()


def references_of(paragraph: Sentence) -> tuple[Reference, ...]:
    """What the paragraph cites, by key; a measure of somebody's own may cite what we do not know."""
    cited = {key for span in paragraph if isinstance(span, Citation) for key in span.keys}
    return tuple(cite(key) for key in sorted(cited & set(references())))


def _blocks(source: ReportSource) -> list[Block]:
    """Everything a paper needs about how it was done."""
    paragraph = methods_of(source)
    further = _further(source)
    sources = references_of((*paragraph, *further))
    blocks: list[Block] = [Paragraph(parts=paragraph)]
    files: list[Download] = []
    if sources:
        listed_sources = Bibliography(references=sources, further=further)
        blocks.append(listed_sources)
        files.append(Download(name="references.bib", media="text/x-bibtex", make=lambda: listed_sources.bibtex))
    if source.findings is None:
        return [*blocks, *([Downloads(files=tuple(files))] if files else [])]
    return [*blocks, reproduce_blocks(source.study), Downloads(files=(*_files(source), *files))]


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


def is_judged_or_study(source: ReportSource) -> bool:
    """Whether there is something to describe: a study, also one whose comparison is withheld, or a comparison."""
    return is_study(source) or is_judged(source)


def figures_of(parts: tuple[Part, ...]) -> list[Figure]:
    """All figures, in reading order."""
    return [block for part in parts for block in flat(part.blocks) if isinstance(block, Figure)]


METHODS = Section(
    name="methods",
    title=lambda source: "Methods" if source.findings is None else "Methods and files",
    when=(is_judged_or_study,),
    blocks=_blocks,
    folded=True,
)

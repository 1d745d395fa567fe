"""The last section: a methods paragraph ready to paste, its references, how to make the study again, files to take along."""

from collections.abc import Callable
from functools import partial

from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.wording.test_names import phrase_of_test
from bakeoff.core.errors import UnknownName
from bakeoff.core.references import Reference, cite
from bakeoff.core.text import clean, listed
from bakeoff.figures.svg import plain_svg
from bakeoff.report.blocks import Block, Code, Download, Downloads, Figure, Fold, Paragraph, Section
from bakeoff.report.render.walk import flat
from bakeoff.report.sections.design import import_facts, policy_words, scheme_of
from bakeoff.report.sections.learning_curves import learning_csv
from bakeoff.report.sections.reproduce import reproduce_blocks
from bakeoff.report.sections.scaling import scaling_csv
from bakeoff.report.sections.scores import score_table
from bakeoff.report.sections.tuning import tuning_csv
from bakeoff.report.tables.latex import to_latex
from bakeoff.report.tables.plain_text import Cell, Column, Row, Table, to_csv
from bakeoff.report.text.difference_format import rope_words
from bakeoff.report.text.names import adjusted_words, plural, words_for, words_of
from bakeoff.report.text.numbers import MISSING
from bakeoff.splits.training_sizes import shown_size
from bakeoff.study.analysis.findings import Findings, StudyCard

__all__ = ["figures_of", "methods_blocks", "references_of"]


def methods_blocks(findings: Findings, sections: tuple[Section, ...]) -> list[Block]:
    """Everything a paper needs about how it was done."""
    references = references_of(findings)
    blocks: list[Block] = [Paragraph(parts=(_paragraph(findings, references),))]
    if references:
        blocks.append(
            Fold(
                title="References (BibTeX)",
                blocks=(Code(text="\n\n".join(one.bibtex() for one in references), language="bibtex"),),
            )
        )
    blocks += [
        reproduce_blocks(findings),
        Downloads(files=_files(findings, sections)),
    ]
    return blocks


def _paragraph(findings: Findings, references: list[Reference]) -> str:
    card = findings.card
    primary = words_for(card.primary)
    names = listed([one.name for one in card.learners], most=12)
    others = [words_for(one).inline for one in card.measures if one != card.primary]
    beside = f"; {listed(others, most=12)} {'is' if len(others) == 1 else 'are'} reported beside it" if others else ""
    count, alone = card.splits_per_dataset, len(card.learners) == 1
    same = "" if alone else "the same "
    splits = f"{same}{count} splits" if count > 1 else "one split" if alone else "the same split"
    who = f"We evaluated {names}" if alone else f"We compared {plural(len(card.learners), 'learner')} ({names})"
    data = plural(len(card.datasets), "data set")
    each = "each " if len(card.datasets) > 1 else ""
    drawn = f"{splits} into training and test rows ({scheme_of(card)}; seed {card.seed})"
    said = [
        f"{who} on {data}, {each}with {drawn}.",
        _prepared(card),
        f"The primary measure, named before the study was run, is {primary.inline}{primary.also}{beside}.",
    ]
    judgement = findings.primary
    if judgement is not None:
        said += _tests(judgement)
    if findings.learning:
        sizes = listed([shown_size(one) for one in card.train_sizes], most=12)
        said.append(
            f"Learning curves come from the same splits with nested, stratified subsets of the training rows ({sizes})."
        )
    if findings.failures:
        said.append(
            f"{card.units_planned - card.units_done} of {card.units_planned} units did not finish: {policy_words(card.policy)}."
        )
    versions = dict(card.versions)
    said.append(
        f"The study was run with bakeoff {clean(versions.get('bakeoff', ''))}".rstrip()
        + f" (study {clean(card.study_hash)[:16]})."
    )
    if references:
        said.append("See " + "; ".join(f"{_who(one)} {one.year}" for one in references) + ".")
    return " ".join(said)


def _prepared(card: StudyCard) -> str:
    """What can be vouched for: nothing that was done outside."""
    outside = [one.name for one in card.learners if import_facts(one) is not None]
    fitted = "All preparation of the data was fitted on training rows only"
    if len(outside) == len(card.learners):
        return "The predictions were made outside this study, which cannot tell what their learners had seen."
    rest = f"; the predictions of {listed(outside)} were made outside this study" if outside else ""
    return f"{fitted}{rest}."


def _tests(judgement: Judgement) -> list[str]:
    omnibus, pair = judgement.omnibus.test, judgement.pairs[0].pair.result.test
    first = f"Learners were compared by {phrase_of_test(omnibus)}"
    if pair != omnibus:
        first += f", and {'pairs named beforehand' if judgement.planned else 'pairs of them'} by {phrase_of_test(pair)}"
    if judgement.adjustment not in {"none", pair} and len(judgement.pairs) > 1:
        first += f", with p-values {adjusted_words(judgement.adjustment)}"
    words = words_of(judgement)
    ratios = f" Errors in units were compared by their ratios ({words.inline})." if judgement.relative else ""
    region = ""
    if judgement.rope is not None:
        size = rope_words(judgement.rope, words, relative=judgement.relative)
        region = f" Differences within {size} were held to be irrelevant beforehand."
    return [f"{first}, two-sided at α = {judgement.alpha:g}.{ratios}{region}"]


def _who(reference: Reference) -> str:
    names = [part.split(",")[0].strip() for part in reference.authors.split(";")]
    return names[0] if len(names) == 1 else f"{names[0]} and {names[1]}" if len(names) == 2 else f"{names[0]} et al."


def references_of(findings: Findings) -> list[Reference]:
    """What the tests and measures of this study rest on."""
    from bakeoff.comparisons import tests

    keys: list[str] = []
    used = [*findings.judgements[:1], *(one for _, one in findings.per_dataset[:1])]
    for judgement in used:
        names = (judgement.omnibus.test, judgement.pairs[0].pair.result.test, judgement.adjustment)
        keys += [tests[name].reference for name in names if name in tests]
        keys += ["holm1979"] if judgement.adjustment == "holm" else []
        keys += ["demsar2006"] if judgement.ranks.critical_difference is not None else []
    for measure in findings.card.measures:
        declared = words_for(measure).declared
        keys += [declared.reference] if declared is not None else []
    keys += ["nadeau2003"] if findings.learning else []
    keys += ["morey2008"] if any(len(one.points[0].scores) > 1 for one in findings.families) else []
    found = []
    for key in dict.fromkeys(keys):
        try:
            found.append(cite(key))
        except UnknownName:
            continue  # a measure of somebody's own may cite what we do not know
    return found


def _files(findings: Findings, sections: tuple[Section, ...]) -> tuple[Download, ...]:
    files = [
        Download(name="scores.csv", media="text/csv", make=lambda: to_csv(_summary(findings))),
        Download(name="scores.tex", media="text/x-tex", make=lambda: to_latex(score_table(findings)) + "\n"),
    ]
    tables = {"learning": learning_csv, "tuning": tuning_csv, "scaling": scaling_csv}
    held = {"learning": findings.learning, "tuning": findings.families, "scaling": findings.scaling}
    files += [
        Download(name=f"{name}.csv", media="text/csv", make=partial(_as_csv, table, findings))
        for name, table in tables.items()
        if held[name]
    ]
    files += [
        Download(name=f"{one.name}.svg", media="image/svg+xml", make=partial(_for_paper, one))
        for one in figures_of(tuple(one for one in sections if one.name != "curves"))
    ]
    return tuple(files)


def _as_csv(table: Callable[[Findings], Table], findings: Findings) -> str:
    return to_csv(table(findings))


def _for_paper(figure: Figure) -> str:
    return plain_svg(figure.svg)


def figures_of(sections: tuple[Section, ...]) -> list[Figure]:
    """All figures, in reading order."""
    return [one for section in sections for one in flat(section.blocks) if isinstance(one, Figure)]


def _summary(findings: Findings) -> Table:
    """Every cell in full precision."""
    titles = ("dataset", "learner", "measure", "mean", "standard_error", "sd", "low", "high", "done", "planned")
    rows = []
    for one in findings.cells:
        numbers = (one.estimate.value, one.standard_error, one.sd, one.estimate.low, one.estimate.high)
        texts = ["" if number != number else f"{number:.8g}" for number in numbers]  # noqa: PLR0124 - NaN
        cells = (one.dataset, one.learner, one.measure, *texts, f"{one.done}", f"{one.planned}")
        rows.append(Row(cells=tuple(Cell(text=text) for text in cells)))
    return Table(columns=tuple(Column(title=title) for title in titles), rows=tuple(rows), caption=MISSING)

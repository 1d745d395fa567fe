"""How firm is the verdict? The same question asked in other ways."""

from collections.abc import Callable

from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.judging.stability import KINDS, Stability, stability
from bakeoff.comparisons.wording.test_names import adjustment_phrase
from bakeoff.core.text import clean, elide
from bakeoff.report.blocks import Block, Paragraph
from bakeoff.report.section import ReportSource, Section, is_judged
from bakeoff.report.sections.overview import quality
from bakeoff.report.tables.plain_text import Table
from bakeoff.study.analysis.findings import Findings

__all__ = ["STABILITY", "firmness_table", "other_measures", "stability_section"]

_LARGEST = 4000  # pairs times data sets: above, asking in every way would take longer than the rest of the page


def stability_section(
    judgement: Judgement, findings: Findings | None, ask: Callable[[], Stability] | None = None
) -> list[Block]:
    """A sentence and a table; nothing where there is nothing to vary. `ask` knows how this comparison is asked again."""
    if len(judgement.pairs) * len(judgement.matrix.blocks) > _LARGEST and not judgement.evidence.single_rows:
        return []
    if ask is None:
        found = stability(judgement, {} if findings is None else other_measures(findings, judgement))
    else:
        found = ask()
    if not found.variations:
        return []
    others = [Paragraph(parts=(clean(one.sentence),)) for one in found.others]
    return [Paragraph(parts=(clean(found.sentence),)), firmness_table(found), *others]


def other_measures(findings: Findings, judgement: Judgement) -> dict[str, ScoreMatrix]:
    """The same learners by the study's other measures of quality."""
    return {one.measure: one.matrix for one in quality(findings) if one.measure != judgement.measure}


def firmness_table(found: Stability) -> Table:
    """Per kind of change: how often the claim stands, and what overturns it."""
    rows = []
    for kind in dict.fromkeys(one.kind for one in found.variations):
        ways = [one for one in found.variations if one.kind == kind]
        against = [
            f"{clean(adjustment_phrase(kind, one.name))}: {clean(found.told(one.claim))}"
            for one in ways
            if not one.same
        ]
        shown = elide("; ".join(against), 240) if against else "nothing"
        bests = dict.fromkeys(clean(one.best) for one in ways)
        rows.append((KINDS[kind], f"{sum(one.same for one in ways)} of {len(ways)}", shown, ", ".join(bests)))
    titles = ("Asked again with", "Claim stands", "Overturned by", "Ranked first")
    caption = f"The claim on {clean(found.a)} and {clean(found.b)}: {clean(found.told(found.claim))}"
    return Table.of(titles, rows, align="lrll", caption=caption)


def _blocks(source: ReportSource) -> list[Block]:
    return stability_section(source.compared, source.findings, source.ask)


STABILITY = Section(name="firmness", title="How firm is it?", needs=(is_judged,), blocks=_blocks)

"""Robustness: does the verdict change with another test, correction, measure or data set?"""

from bakeoff.comparisons.judging.stability import KINDS, Stability
from bakeoff.comparisons.test_names import adjustment_phrase
from bakeoff.core.text import clean, elide, listed, plural
from bakeoff.report.blocks import Block, Paragraph
from bakeoff.report.section import ReportSource, Section, is_judged
from bakeoff.report.tables.plain_text import Table
from bakeoff.study.facts.study_facts import ROBUSTNESS

__all__ = ["STABILITY", "firmness_table", "stability_section"]


def stability_section(stability: Stability | None) -> list[Block]:
    """What is shown and how robust it is, then the verdict's pair check by check; nothing where there is nothing to vary."""
    if stability is None or not stability.variations:
        return []
    claims: list[Block] = [_claims(stability)] if stability.others else []
    return [*claims, Paragraph(parts=(clean(stability.sentence),)), firmness_table(stability)]


def _claims(stability: Stability) -> Table:
    """What is shown about the best learner, the least sure first: in how many checks it stays, and what changes it."""
    rows = []
    for other in stability.others:
        ways = [adjustment_phrase(kind, name) for kind, name in other.against if kind != "without"]
        blocks = [name for kind, name in other.against if kind == "without"]
        without = [f"without {listed([clean(name) for name in blocks], last='or')}"] if blocks else []
        if other.dropped and not blocks:
            together = " together" if len(other.dropped) > 1 else ""
            without = [f"without {listed([clean(name) for name in other.dropped])}{together}"]
        changed = "; ".join([*map(clean, ways), *without]) or "nothing"
        rows.append((clean(other.claim), f"{other.held} of {other.asked}", elide(changed, 240)))
    return Table.of(
        ("Claim", "Unchanged in", "Changed by"), rows, align="lrl", caption="What is shown, and how robust it is"
    )


def firmness_table(stability: Stability) -> Table:
    """Per kind of check: in how many the claim is unchanged, and what changes it."""
    rows = []
    for kind in dict.fromkeys(variation.kind for variation in stability.variations):
        ways = [variation for variation in stability.variations if variation.kind == kind]
        against = [
            f"{clean(adjustment_phrase(kind, way.name))}: {clean(stability.told(way.claim))}"
            for way in ways
            if not way.same
        ]
        shown = elide("; ".join(against), 240) if against else "nothing"
        bests = dict.fromkeys(clean(way.best) for way in ways)
        rows.append((KINDS[kind], f"{sum(way.same for way in ways)} of {len(ways)}", shown, ", ".join(bests)))
    titles = ("Check", "Unchanged in", "Changed by", "Ranked first")
    caption = f"{clean(stability.a)} and {clean(stability.b)}: {clean(stability.told(stability.claim))}"
    return Table.of(titles, rows, align="lrll", caption=caption)


def _blocks(source: ReportSource) -> list[Block]:
    stability = source.of(ROBUSTNESS)
    if stability is None:
        judgement = source.compared
        size = f"{plural(len(judgement.pairs), 'pair')} and {plural(len(judgement.matrix.blocks), judgement.evidence.block, judgement.evidence.blocks)}"
        text = (
            f"Not checked on this page, because that takes long with {size}. The command bakeoff compare shows the "
            "robustness of the verdict, and in Python the attribute stability of the comparison."
        )
        return [Paragraph(parts=(text,))]
    return stability_section(stability)


STABILITY = Section(name="firmness", title="Robustness", when=(is_judged,), needs=(ROBUSTNESS,), blocks=_blocks)

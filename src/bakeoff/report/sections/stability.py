"""Robustness: does the verdict change with another test, correction, measure or data set?"""

from bakeoff.comparisons.judging.stability import KINDS, Stability
from bakeoff.comparisons.test_names import adjustment_phrase
from bakeoff.core.text import clean, elide, listed, plural
from bakeoff.report.blocks import Block, Paragraph
from bakeoff.report.section import ReportSource, Section, is_judged
from bakeoff.report.tables.plain_text import Table
from bakeoff.study.facts.study_facts import ROBUSTNESS

__all__ = ["STABILITY", "firmness_table", "stability_section"]


def stability_section(found: Stability | None) -> list[Block]:
    """What is shown and how robust it is, then the verdict's pair check by check; nothing where there is nothing to vary."""
    if found is None or not found.variations:
        return []
    claims: list[Block] = [_claims(found)] if found.others else []
    return [*claims, Paragraph(parts=(clean(found.sentence),)), firmness_table(found)]


def _claims(found: Stability) -> Table:
    """What is shown about the best learner, the least sure first: in how many checks it stays, and what changes it."""
    rows = []
    for one in found.others:
        ways = [adjustment_phrase(kind, name) for kind, name in one.against if kind != "without"]
        blocks = [name for kind, name in one.against if kind == "without"]
        without = [f"without {listed([clean(name) for name in blocks], last='or')}"] if blocks else []
        if one.dropped and not blocks:
            together = " together" if len(one.dropped) > 1 else ""
            without = [f"without {listed([clean(name) for name in one.dropped])}{together}"]
        changed = "; ".join([*map(clean, ways), *without]) or "nothing"
        rows.append((clean(one.claim), f"{one.held} of {one.asked}", elide(changed, 240)))
    return Table.of(
        ("Claim", "Unchanged in", "Changed by"), rows, align="lrl", caption="What is shown, and how robust it is"
    )


def firmness_table(found: Stability) -> Table:
    """Per kind of check: in how many the claim is unchanged, and what changes it."""
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
    titles = ("Check", "Unchanged in", "Changed by", "Ranked first")
    caption = f"{clean(found.a)} and {clean(found.b)}: {clean(found.told(found.claim))}"
    return Table.of(titles, rows, align="lrll", caption=caption)


def _blocks(source: ReportSource) -> list[Block]:
    found = source.of(ROBUSTNESS)
    if found is None:
        judgement = source.compared
        size = f"{plural(len(judgement.pairs), 'pair')} and {plural(len(judgement.matrix.blocks), judgement.evidence.block, judgement.evidence.blocks)}"
        text = (
            f"Not checked on this page, because that takes long with {size}. The command bakeoff compare shows the "
            "robustness of the verdict, and in Python the attribute stability of the comparison."
        )
        return [Paragraph(parts=(text,))]
    return stability_section(found)


STABILITY = Section(name="firmness", title="Robustness", when=(is_judged,), needs=(ROBUSTNESS,), blocks=_blocks)

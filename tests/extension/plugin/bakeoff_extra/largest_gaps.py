"""A section of the report and its fact: on which block do the two leading learners differ most?"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from bakeoff.core.text import clean
from bakeoff.report.blocks import Block, Paragraph
from bakeoff.report.section import Section, is_judged
from bakeoff.report.tables.table import Table
from bakeoff.study.facts.fact import Compared, Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class LargestGap:
    """The block on which the two learners of the verdict differ most."""

    block: str
    difference: float


def largest_gap(compared: Compared) -> LargestGap | None:
    """Return the block and the difference there; None where nothing was compared."""
    judgement = compared.judgement
    if judgement is None:
        return None
    a, b = judgement.matrix.of_pair(judgement.verdict.a, judgement.verdict.b)
    at = int(np.argmax(np.abs(a - b)))
    return LargestGap(block=str(judgement.matrix.blocks[at]), difference=float(a[at] - b[at]))


LARGEST_GAP = Fact(name="largest_gap", source=Compared, compute=largest_gap)


def blocks(found: LargestGap | None) -> Iterator[Block]:
    """Yield one paragraph."""
    if found is not None:
        yield Paragraph(parts=(f"The largest difference is {found.difference:+.3f}, on {clean(found.block)}.",))


LARGEST_GAPS = Section(
    name="largest-gaps",
    title="Largest gap",
    when=(is_judged,),
    needs=(LARGEST_GAP,),
    facts=lambda source: source.of(LARGEST_GAP),
    blocks=blocks,
    csv=lambda found: Table.of(("block", "difference"), [(found.block, f"{found.difference:.6g}")]),
    methods=lambda _: "The block with the largest difference is named.",
)

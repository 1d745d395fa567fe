"""A section of the report: on which block do the two leading learners differ most?"""

from collections.abc import Iterator

import numpy as np

from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.core.text import clean
from bakeoff.report.blocks import Block, Paragraph
from bakeoff.report.section import ReportSource, Section, is_judged
from bakeoff.report.tables.table import Table


def largest_gap(source: ReportSource) -> tuple[Judgement, int, float]:
    """Return the judgement, the block and the difference there."""
    judgement = source.compared
    a, b = judgement.matrix.of_pair(judgement.verdict.a, judgement.verdict.b)
    at = int(np.argmax(np.abs(a - b)))
    return judgement, at, float(a[at] - b[at])


def blocks(facts: tuple[Judgement, int, float]) -> Iterator[Block]:
    """Yield one paragraph."""
    judgement, at, gap = facts
    yield Paragraph(parts=(f"The largest difference is {gap:+.3f}, on {clean(judgement.matrix.blocks[at])}.",))


LARGEST_GAPS = Section(
    name="largest-gaps",
    title="Largest gap",
    when=(is_judged,),
    facts=largest_gap,
    blocks=blocks,
    csv=lambda facts: Table.of(("block", "difference"), [(str(facts[0].matrix.blocks[facts[1]]), f"{facts[2]:.6g}")]),
    methods=lambda facts: "The block with the largest difference is named.",
)

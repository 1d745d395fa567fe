"""Each label or output of a target that has several: what the best learner scores on it."""

from bakeoff.core.text import clean, counted, elide
from bakeoff.report.blocks import Block
from bakeoff.report.section import ReportSource, Section, is_study
from bakeoff.report.tables.labels_and_outputs import by_column
from bakeoff.study.facts.study_facts import BEST_FIRST, BY_COLUMN

__all__ = ["BY_COLUMN_SECTION"]


def _blocks(source: ReportSource) -> list[Block]:
    return [
        by_column(
            shown.lines,
            f"{clean(shown.learner)} on {clean(shown.dataset)}, test rows of {counted(shown.splits, 'split')} together",
            labels=shown.labels,
        )
        for shown in source.of(BY_COLUMN)
    ]


BY_COLUMN_SECTION = Section(
    name="by_column",
    title=lambda source: f"Each label and output of {elide(clean(source.of(BEST_FIRST)[0]), 32)}",
    when=(is_study,),
    needs=(BY_COLUMN, BEST_FIRST),
    blocks=_blocks,
)

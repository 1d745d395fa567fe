"""Why this test: the reason for the test that was taken, and for every other one why not."""

from collections.abc import Iterable

from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.wording.test_names import title_of_test
from bakeoff.core.notes import Emphasis
from bakeoff.core.text import capital, clean
from bakeoff.report.blocks import Block, Fold, Paragraph
from bakeoff.report.section import Section, is_comparison
from bakeoff.report.tables.plain_text import Table

__all__ = ["CHOICE"]


def _blocks(judgement: Judgement) -> list[Block]:
    choice = judgement.choice
    name = title_of_test(choice.test)
    why = Paragraph(parts=(Emphasis((capital(name),)), f": {clean(choice.why)}."))
    kinds = (
        ("Tests that may be run as well", "Second choices", choice.beside),
        ("Why no other test", "Not for this evidence", choice.refused),
    )
    folds = [Fold(title=title, blocks=(_table(caption, tests),)) for title, caption, tests in kinds if tests]
    return [why, *folds]


def _table(caption: str, tests: Iterable[tuple[str, str]]) -> Table:
    return Table.of(("Test", "Why"), [(title_of_test(name), clean(why)) for name, why in tests], caption=caption)


CHOICE = Section(
    name="choice", title="Why this test", when=(is_comparison,), facts=lambda source: source.compared, blocks=_blocks,
    folded=True,
)  # fmt: skip

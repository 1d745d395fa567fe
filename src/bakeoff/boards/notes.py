"""The kinds of notes on boards."""

from bakeoff.core.notes import NoteKind, Severity

__all__ = ["FEW_ITEMS", "MISSING_CELLS", "MIXED_SCALES", "MIXED_TASKS", "NOTES"]

FEW_ITEMS = NoteKind(
    code="boards.few_items",
    severity=Severity.CAVEAT,
    means="There are so few items that no pair of systems can be shown to differ, whatever the scores are.",
    words="with {items} items no pair of {systems} systems can be shown to differ at this level; more items are needed",
)
MISSING_CELLS = NoteKind(
    code="boards.missing_cells",
    severity=Severity.CAVEAT,
    means="Some systems lack some items: each pair is compared on the items that both have, and the score of a system is of its own items.",
    words="{cells:,} of {of:,} cells are missing: each pair is compared on the items that both have, and a score is the mean of a system's own items, "
    "so that the order of scores and the comparisons may disagree",
)
MIXED_SCALES = NoteKind(
    code="boards.mixed_scales",
    severity=Severity.CAVEAT,
    means="The scores of the rows have very different scales, so that rows with large numbers decide the mean.",
    words="the rows differ in scale by a factor of {factor:,.0f}, so that {row} and its like decide the mean; rescale the rows, or compare ranks with `bakeoff compare`",
)
MIXED_TASKS = NoteKind(
    code="boards.mixed_tasks",
    severity=Severity.CAVEAT,
    means="The scores of the tasks have very different scales, so that tasks with large numbers decide the mean.",
    words="the tasks differ in scale by a factor of {factor:,.0f}, so that {task} decides the mean; look at each task apart (`--by task`), or rescale the scores",
)
NOTES = (FEW_ITEMS, MISSING_CELLS, MIXED_SCALES, MIXED_TASKS)

"""compare_by: one comparison for each value of a column, held together."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from bakeoff.api.comparison import Comparison, compare
from bakeoff.comparisons.evidence.long_table import drop_row_numbers
from bakeoff.comparisons.evidence.score_table import columns_of
from bakeoff.core.errors import BadInput, BakeoffError, Problems, UnknownName
from bakeoff.tabular.csv import read_columns

__all__ = ["GroupedComparison", "compare_by"]


class GroupedComparison(Mapping[str, Comparison]):
    """Comparisons by the name of their group, in the order in which the table names them."""

    def __init__(self, by: str, groups: Mapping[str, Comparison]) -> None:
        self.by = by
        self._groups = dict(groups)

    def __getitem__(self, group: str) -> Comparison:
        return self._groups[group]

    def __iter__(self) -> Iterator[str]:
        return iter(self._groups)

    def __len__(self) -> int:
        return len(self._groups)

    def to_dict(self, *, stability: bool = True) -> dict[str, Any]:
        """What `bakeoff compare --by COLUMN --json` prints: the object of each group."""
        groups = {name: one.to_dict(stability=stability) for name, one in self.items()}
        for one in groups.values():
            del one["schema"]
        return {"schema": "bakeoff.compare/1", "by": self.by, "groups": groups}

    def report(
        self,
        path: str | Path,
        title: str = "Comparison",
        *,
        figures: str | Path | None = None,
        paper: str | None = None,
    ) -> Path:
        """One report of all groups: every verdict first, then each group's own sections."""
        from bakeoff.report.pages.by_group import compose_groups
        from bakeoff.report.write import write_both

        return write_both(
            lambda: compose_groups({name: one.composed(title) for name, one in self.items()}, self.by, title),
            path,
            figures=figures,
            paper=paper,
        )

    def __str__(self) -> str:
        return "\n\n".join(f"{self.by} = {name}\n{one}" for name, one in self.items())

    def __repr__(self) -> str:
        said = ", ".join(f"{name}: {one.verdict.claim.value}" for name, one in self.items())
        return f"<Comparisons by {self.by}: {said}>"


def compare_by(table: Any, by: str, **options: Any) -> GroupedComparison:
    """`bo.compare` on the rows of each value of the column `by`; takes the same options.

    Every group is a comparison of its own: claims hold for that group, and nothing is corrected across groups.

    >>> small = {"size": ["s"] * 6, "a": [.9, .8, .9, .8, .9, .9], "b": [.8, .7, .6, .7, .7, .6]}
    >>> compare_by(small, "size")
    <Comparisons by size: s: A better>
    """
    source = options.pop("source", "") or (str(table) if isinstance(table, (str, Path)) else "the table")
    columns = read_columns(table) if isinstance(table, (str, Path)) else columns_of(table)
    if by not in columns:
        raise UnknownName(f"column of {source}", by, columns)
    values = [str(one) for one in columns[by]]
    rest, numbers, _ = drop_row_numbers({name: cells for name, cells in columns.items() if name != by})
    # Row numbers count all rows, not those of a group; as words they still name them.
    rest = {name: [f"row {cell}" for cell in cells] for name, cells in numbers.items()} | dict(rest)
    made, problems = {}, []
    for group in dict.fromkeys(values):
        kept = [i for i, one in enumerate(values) if one == group]
        part = {name: [cells[i] for i in kept] for name, cells in rest.items()}
        try:
            made[group] = compare(part, source=f"{source} ({by} {group})", **options)
        except BakeoffError as error:
            problems.append(str(error))
    if problems:
        raise Problems(source, problems) if len(problems) > 1 else BadInput(problems[0])
    return GroupedComparison(by, made)

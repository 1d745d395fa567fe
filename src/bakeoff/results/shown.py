"""Shown: a table as a user holds it: readable when printed, a table in a notebook, text for a paper on request."""

from dataclasses import dataclass

from bakeoff.report import table as tables

__all__ = ["Shown"]


@dataclass(frozen=True, slots=True, repr=False)
class Shown:
    """A table that shows itself.

    >>> print(Shown(tables.Table.of(["learner", "rank"], [["nb", "1.5"]], align="lr")))
    learner  rank
    -------------
    nb        1.5
    """

    table: tables.Table

    def __str__(self) -> str:
        return tables.to_text(self.table)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return tables.to_html(self.table)

    def to_markdown(self) -> str:
        """A pipe table."""
        return tables.to_markdown(self.table)

    def to_latex(self) -> str:
        """A booktabs table."""
        return tables.to_latex(self.table)

    def to_csv(self) -> str:
        """Comma-separated."""
        return tables.to_csv(self.table)

    def to_html(self) -> str:
        """A table element."""
        return tables.to_html(self.table)

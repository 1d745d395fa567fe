"""What a user holds shows itself: readable when printed, tables in a notebook, text for a paper on request."""

from abc import abstractmethod
from dataclasses import dataclass

from bakeoff.report.tables import plain_text as tables

__all__ = ["HasTables", "TableView"]


class HasTables:
    """The ways in which whatever has tables is looked at."""

    __slots__ = ()

    @abstractmethod
    def tables(self) -> tuple[tables.Table, ...]:
        """What is to be seen, in order."""

    def __str__(self) -> str:
        return "\n\n".join(map(tables.to_text, self.tables()))

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        from bakeoff.report.render.html import inside

        return inside(self.to_html())

    def to_html(self) -> str:
        """Table elements, to be styled by the page they go to."""
        return "".join(map(tables.to_html, self.tables()))

    def to_markdown(self) -> str:
        """Pipe tables."""
        return "\n\n".join(map(tables.to_markdown, self.tables()))

    def to_latex(self) -> str:
        """Booktabs tables."""
        return "\n\n".join(map(tables.to_latex, self.tables()))


@dataclass(frozen=True, slots=True, repr=False)
class TableView(HasTables):
    """A table that shows itself.

    >>> print(TableView(tables.Table.of(["learner", "rank"], [["nb", "1.5"]], align="lr")))
    learner  rank
    -------------
    nb        1.5
    """

    table: tables.Table

    def tables(self) -> tuple[tables.Table, ...]:
        """The one table."""
        return (self.table,)

    def to_csv(self) -> str:
        """Comma-separated."""
        return tables.to_csv(self.table)

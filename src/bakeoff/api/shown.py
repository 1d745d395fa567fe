"""What a user holds shows itself: readable when printed, tables in a notebook, text for a paper on request."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from bakeoff.core.catalogue import imported
from bakeoff.core.errors import NotApplicable
from bakeoff.core.notes import Note, Sentence, plain_text
from bakeoff.report.tables import plain_text as tables

if TYPE_CHECKING:
    from bakeoff.api.figure_display import FigureDisplay

__all__ = ["HasHeadline", "HasLook", "HasTables", "Look", "TableView"]


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


class HasHeadline(HasTables):
    """Tables under a sentence, with notes below them."""

    __slots__ = ()

    @property
    @abstractmethod
    def notes(self) -> tuple[Note, ...]:
        """What a careful reader should know."""

    @abstractmethod
    def headline(self) -> str:
        """The answer in words."""

    def __str__(self) -> str:
        notes = "".join(f"\nNote: {note}" for note in self.notes)
        return f"{self.headline()}\n\n{super().__str__()}{notes}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How numbers are shown: their sentence, their tables and, where there is one, their figure."""

    words: Callable[[Any], Sentence]
    tables: Callable[[Any], Sequence[tables.Table]]
    figure: "Callable[[Any], FigureDisplay] | None" = None


class HasLook(HasHeadline):
    """Numbers that show themselves. `look` names a `Look` by import string, so that whoever computes need not draw."""

    __slots__ = ()
    look: ClassVar[str]

    def headline(self) -> str:
        """The answer in words."""
        return plain_text(self._look.words(self))

    def tables(self) -> tuple[tables.Table, ...]:
        """What is to be seen, in order."""
        return tuple(self._look.tables(self))

    def plot(self, ax: Any = None) -> "FigureDisplay":
        """Draw the numbers on your axes or on new ones."""
        if self._look.figure is None:
            raise NotApplicable(f"{type(self).__name__} has tables and no figure")
        return self._look.figure(self).plot(ax)

    @property
    def _look(self) -> Look:
        look: Look = imported(self.look)
        return look


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

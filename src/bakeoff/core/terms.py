"""Term: a word of the field with its meaning. Rooms declare theirs; `bakeoff explain` and the documentation read them."""

from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["Term", "term_among"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A word of the field: what it means, and where to use it here."""

    name: str
    title: str
    text: str
    example: str
    reference: str
    also: tuple[str, ...] = ()  # other names for it


def term_among(terms: Iterable[Term], name: str) -> Term | None:
    """The term of this name, or of another name for it; spaces and hyphens do not matter."""
    wanted = name.strip().lower().replace("-", "_").replace(" ", "_")
    return next((one for one in terms if wanted == one.name or wanted in one.also), None)

"""Look up the citation behind a key that a declaration names; references.toml holds them all."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bakeoff.core.errors import UnknownName

__all__ = ["Reference", "citation", "cite", "references"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """One published source."""

    key: str
    authors: str
    year: int
    title: str
    where: str

    def __str__(self) -> str:
        return f"{self.authors} ({self.year}). {self.title}. {self.where}."

    def bibtex(self) -> str:
        """Return the entry for a LaTeX bibliography."""
        authors = self.authors.replace("; ", " and ")  # BibTeX knows no other separator
        return (
            f"@misc{{{self.key},\n  author = {{{authors}}},\n  year = {{{self.year}}},\n"
            f"  title = {{{self.title}}},\n  howpublished = {{{self.where}}}\n}}"
        )


@cache
def references() -> dict[str, Reference]:
    """Return all references by their keys."""
    text = Path(__file__).with_name("references.toml").read_text(encoding="utf-8")
    return {key: Reference(key=key, **entry) for key, entry in tomllib.loads(text).items()}


def cite(key: str) -> Reference:
    """Return the reference of that key.

    >>> cite("holm1979").year
    1979
    """
    if key not in references():
        raise UnknownName("reference", key, references())
    return references()[key]


def citation(reference: str) -> str:
    """The published source behind a key; what another package writes itself stays as it is.

    >>> citation("holm1979")[:22], citation("Stranger (2026)")
    ('Holm, S. (1979). A sim', 'Stranger (2026)')
    """
    return str(references().get(reference, reference))

"""Look up the citation behind a key that a declaration names; references.toml has them all, by the fields of BibTeX."""

import tomllib
import unicodedata
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bakeoff.core.errors import UnknownName

__all__ = ["ENTRIES", "Reference", "citation", "cite", "references"]

ENTRIES = {  # the types of BibTeX that occur, and the fields that each must have besides author, year and title
    "article": ("journal",),
    "book": ("publisher",),
    "incollection": ("booktitle", "publisher"),
    "inproceedings": ("booktitle",),
    "misc": (),
    "phdthesis": ("school",),
}
_FIELDS = (
    "journal", "booktitle", "publisher", "school", "edition", "chapter", "series", "volume", "number", "pages", "howpublished", "doi", "eprint",
)  # fmt: skip
_ACCENTS = {
    "\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0308": '"', "\u030a": "r ", "\u030c": "v ", "\u0327": "c ",
}  # fmt: skip
_LETTERS = {
    "ł": r"{\l}",
    "ı": r"{\i}",
    "ø": r"{\o}",
    "ß": r"{\ss}",
    "&": r"\&",
    "%": r"\%",
    "#": r"\#",
    "_": r"\_",
    "$": r"\$",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """One published source; `type` is that of its BibTeX entry, and what is not known is empty."""

    key: str
    type: str
    authors: str
    year: int
    title: str
    journal: str = ""
    booktitle: str = ""
    publisher: str = ""
    school: str = ""
    edition: str = ""
    chapter: str = ""
    series: str = ""
    volume: str = ""
    number: str = ""
    pages: str = ""
    howpublished: str = ""
    doi: str = ""
    eprint: str = ""

    def __str__(self) -> str:
        return f"{self.authors} ({self.year}). {self.title}. {self.where}."

    @property
    def where(self) -> str:
        """Where it was published, for a list of references.

        >>> cite("demsar2006").where, cite("nemenyi1963").where, cite("opitz2019").where
        ('Journal of Machine Learning Research 7, 1-30', 'PhD thesis, Princeton University', 'arXiv:1911.03347')
        """
        if self.eprint:
            return f"arXiv:{self.eprint}"
        home = self.journal or self.booktitle or self.howpublished
        home += ", " if self.series else " " if self.volume else ""
        home += " ".join(part for part in (self.series, self.volume) if part) + (f"({self.number})" * bool(self.number))
        chapter = f"chapter {self.chapter}" if self.chapter else ""
        edition = f"{self.edition} edition" if self.edition else ""
        school = f"PhD thesis, {self.school}" if self.school else ""
        return ", ".join(part for part in (home, school, self.publisher, edition, chapter, self.pages) if part)

    @property
    def short(self) -> str:
        """Authors and year, as a text cites them.

        >>> cite("demsar2006").short, cite("benjamini1995").short, cite("benavoli2017").short
        ('Demšar 2006', 'Benjamini and Hochberg 1995', 'Benavoli et al. 2017')
        """
        names = [part.split(",")[0].strip() for part in self.authors.split(";")]
        who = names[0] if len(names) == 1 else " and ".join(names) if len(names) == 2 else f"{names[0]} et al."
        return f"{who} {self.year}"

    def bibtex(self) -> str:
        r"""The entry for a LaTeX bibliography; letters with accents are written as BibTeX sorts and abbreviates them.

        >>> print(cite("demsar2006").bibtex())
        @article{demsar2006,
          author = {Dem{\v s}ar, J.},
          year = {2006},
          title = {{Statistical comparisons of classifiers over multiple data sets}},
          journal = {Journal of Machine Learning Research},
          volume = {7},
          pages = {1--30}
        }
        """
        authors = _latex(self.authors.replace("; et al.", "; others")).replace("; ", " and ")
        fields = {"author": authors, "year": str(self.year), "title": f"{{{_latex(self.title)}}}"}
        for name in _FIELDS:
            if text := getattr(self, name):
                fields[name] = text if name in {"doi", "eprint"} else _latex(text)
        if self.pages:
            fields["pages"] = self.pages.replace("-", "--")
        if self.eprint:
            fields |= {"archiveprefix": "arXiv", "howpublished": f"arXiv:{self.eprint}"}
        lines = ",\n".join(f"  {name} = {{{text}}}" for name, text in fields.items())
        return f"@{self.type}{{{self.key},\n{lines}\n}}"


def _latex(text: str) -> str:
    r"""The text in plain letters with LaTeX's accents.

    >>> print(_latex("Gavaldà & Jørgensen, Alpaydın"))
    Gavald{\`a} \& J{\o}rgensen, Alpayd{\i}n
    """
    return "".join(_LETTERS.get(letter) or _accented(letter) for letter in text)


def _accented(letter: str) -> str:
    parts = unicodedata.normalize("NFD", letter)
    return f"{{\\{_ACCENTS[parts[1]]}{parts[0]}}}" if len(parts) == 2 and parts[1] in _ACCENTS else letter


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

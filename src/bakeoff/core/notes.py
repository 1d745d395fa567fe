"""Notes: remarks as facts. A note has a code, a severity, what it is about and its facts; words are made last.

A room declares its kinds of notes in its file `notes.py`, one `NoteKind` each: the code, what it means, and how its
facts read as a sentence. Nothing reads the sentence back: code that must decide reads the code and the facts.

>>> FEW = NoteKind(code="example.few", severity=Severity.CAVEAT, means="Few rows decide.", words="only {n} rows of {data}")
>>> note = FEW(n=3, data=Name("iris"))
>>> note.code, note.facts["n"], str(note)
('example.few', 3, 'only 3 rows of iris')
>>> note.sentence
('only ', '3', ' rows of ', Name(text='iris'))
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from bakeoff.core.text import clean, listed

__all__ = [
    "Citation",
    "Emphasis",
    "Name",
    "Note",
    "NoteGroup",
    "NoteKind",
    "Quiet",
    "Sentence",
    "Severity",
    "Span",
    "Subject",
    "grouped",
    "plain_text",
    "visible_notes",
]  # fmt: skip


class Severity(StrEnum):
    """How much a note matters."""

    INFO = "info"  # good to know
    CAVEAT = "caveat"  # qualifies a conclusion
    WITHHELD = "withheld"  # a comparison or a value is not given, and this is why
    ERROR = "error"  # something failed


@dataclass(frozen=True, slots=True)
class Name:
    """A name that a user gave to a learner, a data set, a class or a column."""

    text: str


@dataclass(frozen=True, slots=True)
class Emphasis:
    """Words that a reader must not overlook."""

    parts: "Sentence"


@dataclass(frozen=True, slots=True)
class Quiet:
    """Words for those who read on."""

    parts: "Sentence"


@dataclass(frozen=True, slots=True)
class Citation:
    """Sources in brackets, by the keys of `references`; a LaTeX fragment cites them by these keys."""

    keys: tuple[str, ...]

    @property
    def text(self) -> str:
        """Authors and years; what another package names itself stays as it is.

        >>> Citation(("friedman1937", "holm1979")).text
        '(Friedman 1937; Holm 1979)'
        """
        from bakeoff.core.references import references

        known = references()
        return f"({'; '.join(known[key].short if key in known else clean(key) for key in self.keys)})"


Span = str | Name | Emphasis | Quiet | Citation
Sentence = tuple[Span, ...]


def plain_text(sentence: Iterable[Span]) -> str:
    """The sentence without marks, safe to show on one line.

    >>> plain_text(("the best is ", Emphasis((Name("a"),))))
    'the best is a'
    """
    return "".join(
        clean_name(span.text)
        if isinstance(span, Name)
        else plain_text(span.parts)
        if isinstance(span, Emphasis | Quiet)
        else span.text
        if isinstance(span, Citation)
        else span
        for span in sentence
    )


def clean_name(text: str) -> str:
    """A name that is safe to show on one line."""
    return clean(text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What a note is about; what does not apply is empty."""

    measure: str = ""
    dataset: str = ""
    learners: tuple[str, ...] = ()
    test: str = ""

    def as_dict(self) -> dict[str, Any]:
        """The parts that apply."""
        parts = {"measure": self.measure, "dataset": self.dataset, "learners": list(self.learners), "test": self.test}
        return {name: value for name, value in parts.items() if value}


NOTHING = Subject()
Words = str | Callable[["Note"], "Sentence | str"]
_FIELD = re.compile(r"\{(\w+)(?::([^{}]*))?\}")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NoteKind:
    """The declaration of a note; call it with facts to make one.

    `words` is a template with the names of facts in braces (a format may follow a colon), or a function of the note.
    """

    code: str  # stable: "room.what", documented on one page, in every JSON, can be silenced
    severity: Severity
    means: str  # one plain line for the page of notes
    words: Words

    def __call__(self, about: Subject = NOTHING, /, **facts: object) -> "Note":
        """A note of this kind."""
        return Note(kind=self, about=about, facts=MappingProxyType(facts))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Note:
    """One remark: what kind, about what, with which facts."""

    kind: NoteKind
    about: Subject = NOTHING
    facts: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def code(self) -> str:
        """The stable name of its kind."""
        return self.kind.code

    @property
    def severity(self) -> Severity:
        """How much it matters."""
        return self.kind.severity

    @property
    def sentence(self) -> Sentence:
        """The note in words, as spans."""
        words = self.kind.words
        if isinstance(words, str):
            return tuple(_filled(words, self.facts))
        sentence = words(self)
        return (sentence,) if isinstance(sentence, str) else sentence

    def __repr__(self) -> str:
        return f"<Note {self.code}: {self}>"

    def on(self, **about: Any) -> "Note":
        """The same note with more about its subject: `note.on(dataset="iris")`."""
        return replace(self, about=replace(self.about, **about))

    def as_dict(self) -> dict[str, Any]:
        """For JSON: code, severity, subject, facts and the text."""
        facts = {name: _plain(value) for name, value in self.facts.items()}
        return {
            "code": self.code,
            "severity": self.severity.value,
            "about": self.about.as_dict(),
            "facts": facts,
            "text": str(self),
        }

    def __str__(self) -> str:
        return plain_text(self.sentence)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Note):
            return NotImplemented
        return (self.code, self.about, dict(self.facts)) == (other.code, other.about, dict(other.facts))

    def __hash__(self) -> int:
        return hash((self.code, self.about))


def _filled(template: str, facts: Mapping[str, Any]) -> Iterable[Span]:
    """The template with its facts; a name stays a name."""
    end = 0
    for match in _FIELD.finditer(template):
        if match.start() > end:
            yield template[end : match.start()]
        value = facts[match[1]]
        if isinstance(value, Name | Emphasis | Quiet):
            yield value
        elif isinstance(value, list | tuple) and not match[2]:
            yield listed([part.text if isinstance(part, Name) else str(part) for part in value])
        else:
            yield format(value, match[2] or "")
        end = match.end()
    if end < len(template):
        yield template[end:]


def _plain(value: object) -> object:
    """A fact as JSON knows it."""
    if isinstance(value, Name):
        return value.text
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(item) for item in value]
    if value is None or isinstance(value, str | int | float | bool):
        return value
    item = getattr(value, "item", None)
    return item() if callable(item) else str(value)


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteGroup:
    """Notes that differ in one part of their subject only: `note` is the first, `members` the values of that part."""

    note: Note
    members: tuple[Any, ...]


def grouped(notes: Iterable[Note], over: str) -> list[NoteGroup]:
    """Notes of one code and the same facts, put together over "measure", "dataset" or "learners", in order.

    >>> kind = NoteKind(code="example.tie", severity=Severity.INFO, means="A tie.", words="a tie")
    >>> [(one.note.code, one.members) for one in grouped([kind(Subject(dataset=d)) for d in "ab"], "dataset")]
    [('example.tie', ('a', 'b'))]
    """
    notes_by_facts: dict[tuple[Any, ...], list[Note]] = {}
    for note in notes:
        rest = replace(note.about, **{over: () if over == "learners" else ""})  # type: ignore[arg-type]
        facts = tuple(sorted((name, repr(_plain(value))) for name, value in note.facts.items()))
        notes_by_facts.setdefault((note.code, rest, facts), []).append(note)
    return [
        NoteGroup(note=same[0], members=tuple(getattr(note.about, over) for note in same))
        for same in notes_by_facts.values()
    ]


def visible_notes(notes: Iterable[Note], silence: Collection[str]) -> tuple[Note, ...]:
    """The notes whose code the user did not silence; "comparison.*" silences all codes that begin so.

    >>> kind = NoteKind(code="example.tie", severity=Severity.INFO, means="A tie.", words="a tie")
    >>> visible_notes([kind()], ["example.*"]), len(visible_notes([kind()], []))
    ((), 1)
    """
    return tuple(note for note in notes if not is_silenced(note.code, silence))


def is_silenced(code: str, silence: Collection[str]) -> bool:
    """Return whether the user silenced a code, by itself or with all of its room.

    >>> is_silenced("data.constant", ["data.*"]), is_silenced("data.constant", ["check.leak"])
    (True, False)
    """
    return any(code == pattern or (pattern.endswith("*") and code.startswith(pattern[:-1])) for pattern in silence)


def texts(notes: Sequence[Note]) -> tuple[str, ...]:
    """The notes in words, each once."""
    return tuple(dict.fromkeys(str(note) for note in notes))

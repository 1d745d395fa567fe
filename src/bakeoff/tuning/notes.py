"""What is to be remarked about tuning."""

from bakeoff.core.notes import Name, Note, NoteKind, Sentence, Severity
from bakeoff.core.text import listed

__all__ = ["AT_THE_EDGE", "EVEN_SCALE", "FAILED_CANDIDATES", "SECONDS", "UNSTABLE"]


def _where(note: Note) -> str:
    names = note.facts.get("datasets", ())
    return f" on {listed(names)}" if names else ""


def _edge(note: Note) -> Sentence:
    facts = note.facts
    return (
        "The best ",
        str(facts["parameter"]),
        " of ",
        Name(str(facts["learner"])),
        f" lies at the {facts['edge']} end of its range ({facts['range']}) in {facts['splits']} of {facts['of']} splits; widen the range there.",
    )


AT_THE_EDGE = NoteKind(
    code="tuning.edge",
    severity=Severity.CAVEAT,
    means="The best value of a parameter lies at the end of its range: better values may lie beyond it.",
    words=_edge,
)

EVEN_SCALE = NoteKind(
    code="tuning.even-scale",
    severity=Severity.CAVEAT,
    means="A parameter that acts over orders of magnitude is searched in equal steps, which leaves small values untried.",
    words=lambda note: (
        f"{note.facts['parameter']} of ",
        Name(str(note.facts["learner"])),
        f" acts over orders of magnitude, but {note.facts['range']} is spread in equal steps; spread it with log_uniform.",
    ),
)

SECONDS = NoteKind(
    code="tuning.seconds",
    severity=Severity.CAVEAT,
    means="A budget in seconds depends on the machine: another run may try other candidates and choose other settings.",
    words=lambda note: (
        "The search of ",
        Name(str(note.facts["learner"])),
        f" ends after {note.facts['seconds']:g} s of fitting in each split, so another run or number of workers may give other results.",
    ),
)

FAILED_CANDIDATES = NoteKind(
    code="tuning.failed",
    severity=Severity.CAVEAT,
    means="Some candidates of a search failed; they cannot be chosen.",
    words=lambda note: (
        f"{note.facts['failed']} of {note.facts['of']} candidates of ",
        Name(str(note.facts["learner"])),
        f" failed and could not be chosen ({note.facts['why']}).",
    ),
)

UNSTABLE = NoteKind(
    code="tuning.unstable",
    severity=Severity.INFO,
    means="The chosen settings differ from split to split, so the settings of one split say little about those of another.",
    words=lambda note: (
        "The chosen settings of ",
        Name(str(note.facts["learner"])),
        f" differ much between splits{_where(note)} ({listed(note.facts['parameters'])}).",
    ),
)

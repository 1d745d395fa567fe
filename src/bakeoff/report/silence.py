"""Codes of notes: which there are, and which of them the user silences."""

from collections.abc import Collection, Iterable
from importlib import import_module
from pathlib import Path

from bakeoff.core.errors import UnknownName
from bakeoff.core.notes import NoteKind

__all__ = ["checked_codes", "is_silenced", "note_kinds"]


def note_kinds() -> tuple[NoteKind, ...]:
    """Every kind of note that a room declares in its `notes.py`, by code."""
    rooms = [path.parent.name for path in Path(__file__).parents[1].glob("*/notes.py")]
    kinds = [kind for room in rooms for kind in getattr(import_module(f"bakeoff.{room}.notes"), "NOTES", ())]
    return tuple(sorted(kinds, key=lambda kind: kind.code))


def checked_codes(codes: Iterable[str]) -> tuple[str, ...]:
    """Check codes such as "study.leaks" or "study.*"; an unknown one is refused.

    >>> checked_codes(["study.leaks", "study.*"])
    ('study.leaks', 'study.*')
    """
    chosen = tuple(codes)
    if not chosen:
        return ()
    known = {kind.code for kind in note_kinds()}
    rooms = {f"{code.partition('.')[0]}.*" for code in known}
    for code in chosen:
        if code not in known and code not in rooms:
            raise UnknownName("note", code, sorted(known | rooms))
    return chosen


def is_silenced(code: str, silence: Collection[str]) -> bool:
    """Return whether the user silenced a code, by itself or with all of its room.

    >>> is_silenced("data.constant", ["data.*"]), is_silenced("data.constant", ["study.leaks"])
    (True, False)
    """
    return any(code == one or (one.endswith("*") and code.startswith(one[:-1])) for one in silence)

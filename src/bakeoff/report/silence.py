"""Codes of notes: which there are, and which of them the user silences."""

from collections.abc import Iterable
from importlib import import_module
from pathlib import Path

from bakeoff.core.errors import UnknownName
from bakeoff.core.notes import NoteKind
from bakeoff.study.checks.all_checks import CHECKS

__all__ = ["checked_codes", "note_kinds"]


def note_kinds() -> tuple[NoteKind, ...]:
    """Every kind of note that a room declares in its `notes.py`, and of every check, by code."""
    rooms = [path.parent.name for path in Path(__file__).parents[1].glob("*/notes.py")]
    kinds = [kind for room in rooms for kind in getattr(import_module(f"bakeoff.{room}.notes"), "NOTES", ())]
    kinds += [check.kind for check in CHECKS]
    return tuple(sorted(kinds, key=lambda kind: kind.code))


def checked_codes(codes: Iterable[str]) -> tuple[str, ...]:
    """Check codes such as "check.leak" or "study.*"; an unknown one is refused.

    >>> checked_codes(["check.leak", "study.*"])
    ('check.leak', 'study.*')
    """
    chosen = (codes,) if isinstance(codes, str) else tuple(codes)
    if not chosen:
        return ()
    known = {kind.code for kind in note_kinds()}
    rooms = {f"{code.partition('.')[0]}.*" for code in known}
    for code in chosen:
        if code not in known and code not in rooms:
            raise UnknownName("note", code, sorted(known | rooms))
    return chosen

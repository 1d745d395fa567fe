"""What is left to do: units that are missing, have changed, or failed and shall be tried again."""

from dataclasses import dataclass

from bakeoff.core.errors import BadInput
from bakeoff.runs.store.ledger import Ledger
from bakeoff.runs.unit import Status, UnitKey
from bakeoff.runs.work import Work, content_hashes

__all__ = ["Pending", "pending"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Pending:
    """The units of a work, sorted by what has to be done about them."""

    contents: dict[UnitKey, str]  # of every unit of the work
    missing: tuple[UnitKey, ...]
    changed: tuple[UnitKey, ...]  # stored, but for other data, another split or other settings
    again: tuple[UnitKey, ...]  # stored as failed or invalid, and to be tried again
    skipped: int  # stored and unchanged
    foreign: tuple[UnitKey, ...]  # stored, but no part of this work: imported, or of an earlier version of it

    @property
    def todo(self) -> tuple[UnitKey, ...]:
        return (*self.missing, *self.changed, *self.again)


def pending(work: Work, ledger: Ledger, *, fresh: bool = False, retry: str | None = None) -> Pending:
    """Compare the work with what is stored. `retry="failed"` also repeats failed and invalid units."""
    if retry not in (None, "failed"):
        raise BadInput(f"retry must be 'failed' or None, not {retry!r}")
    stored = {} if fresh else ledger.contents()
    wanted = content_hashes(work)
    known = {key: stored[key] for key in wanted if key in stored}
    changed = tuple(key for key, (_, content) in known.items() if content != wanted[key])
    kept = {key: status for key, (status, content) in known.items() if content == wanted[key]}
    again = tuple(key for key, status in kept.items() if retry and status is not Status.DONE)
    return Pending(
        contents=wanted,
        missing=tuple(key for key in wanted if key not in known),
        changed=changed,
        again=again,
        skipped=len(kept) - len(again),
        foreign=tuple(key for key in stored if key not in wanted),
    )

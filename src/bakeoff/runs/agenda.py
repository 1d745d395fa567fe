"""Agenda: what one run has to do, worked out once and handed to whoever announces, runs or stores it."""

from dataclasses import dataclass

from bakeoff.core.errors import BadInput
from bakeoff.runs.environment import EARLIER, LATEST
from bakeoff.runs.store.ledger import Ledger
from bakeoff.runs.unit import IMPORTED, Status, UnitKey
from bakeoff.runs.work import Work, content_hashes

__all__ = ["Agenda", "forget_runs", "open_run", "plan_run"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Agenda:
    """The units of a work, sorted by what has to be done about them."""

    work: Work
    contents: dict[UnitKey, str]  # of every unit of the work
    missing: tuple[UnitKey, ...]
    changed: tuple[UnitKey, ...]  # stored, but for other data, another split or other settings
    again: tuple[UnitKey, ...]  # stored as failed or invalid, and to be tried again
    skipped: int  # stored, unchanged and not tried again
    failed: int  # stored and unchanged, but failed or invalid
    foreign: tuple[UnitKey, ...]  # stored, but no part of this work: imported, or of an earlier version of it

    @property
    def todo(self) -> tuple[UnitKey, ...]:
        """The units to run."""
        return (*self.missing, *self.changed, *self.again)


def plan_run(work: Work, ledger: Ledger, *, fresh: bool = False, retry: str | None = None) -> Agenda:
    """Compare the work with what is stored; nothing is written.

    `fresh` takes nothing as stored, `retry="failed"` also repeats failed and invalid units.
    """
    if retry not in (None, "failed"):
        raise BadInput(f"retry must be 'failed' or None, not {retry!r}")
    stored = {} if fresh else ledger.contents()
    wanted = content_hashes(work)
    known = {key: stored[key] for key in wanted if key in stored}
    kept = {key: status for key, (status, content) in known.items() if content == wanted[key]}
    failed = tuple(key for key, status in kept.items() if status is not Status.DONE)
    return Agenda(
        work=work,
        contents=wanted,
        missing=tuple(key for key in wanted if key not in known),
        changed=tuple(key for key in known if key not in kept),
        again=failed if retry else (),
        skipped=len(kept) - (len(failed) if retry else 0),
        failed=len(failed),
        foreign=tuple(key for key in stored if key not in wanted),
    )


def open_run(agenda: Agenda, ledger: Ledger, *, fresh: bool = False) -> Agenda:
    """Store what the units will refer to; `fresh` first forgets what was run before."""
    if fresh:
        forget_runs(ledger)
    if agenda.todo:
        for name, data in agenda.work.datasets.items():
            ledger.put_dataset(data)
            ledger.put_plan(name, agenda.work.plans[name])
        ledger.checkpoint()  # a copy of the file alone then knows at least the plan
    return agenda


def forget_runs(ledger: Ledger) -> None:
    """Drop every unit that can be run again; what was imported was not made here and cannot be."""
    ledger.drop([key for key, (_, content) in ledger.contents().items() if not content.startswith(IMPORTED)])
    for name in (LATEST, EARLIER):
        ledger.set_meta(name, None)

"""Status: how far a study is, read from its file while another process may be writing in it."""

from collections import Counter
from dataclasses import dataclass

from bakeoff.runs.inner import INNER, search_of
from bakeoff.runs.store.ledger import Ledger
from bakeoff.runs.unit import Status, UnitKey
from bakeoff.splits.condition_grid import cell_key
from bakeoff.study.analysis.stored_design import IMPORTED_LEARNERS, INNER_UNITS, StoredStudy, design_of

__all__ = ["LearnerStatus", "StudyStatus", "standing"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnerStatus:
    """The units of one learner."""

    learner: str
    planned: int
    done: int
    failed: int
    invalid: int
    seconds: float  # mean of a finished unit; NaN if there is none
    imported: bool  # its predictions are made elsewhere
    inner_planned: int = 0  # fits inside training parts, at most; as many as there are when all units are done
    inner_done: int = 0  # failed candidates included

    @property
    def missing(self) -> int:
        """Units that have not run, or were not brought."""
        return self.planned - self.done - self.failed - self.invalid


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyStatus:
    """Units by how they ended; what is not there has not run."""

    title: str
    planned: int
    done: int
    failed: int
    invalid: int
    lines: tuple[LearnerStatus, ...]

    @property
    def inner_planned(self) -> int:
        """Fits inside training parts, at most."""
        return sum(line.inner_planned for line in self.lines)

    @property
    def inner_done(self) -> int:
        """Fits inside training parts that are stored."""
        return sum(line.inner_done for line in self.lines)

    @property
    def missing(self) -> int:
        """Units that a run would run."""
        return sum(line.missing for line in self.lines if not line.imported)

    @property
    def awaited(self) -> int:
        """Units whose predictions have to be brought from elsewhere."""
        return sum(line.missing for line in self.lines if line.imported)


def standing(ledger: Ledger) -> StudyStatus:
    """Count; reads no predictions, so it is quick at any size."""
    design = design_of(ledger)
    counts: Counter[tuple[str, Status]] = Counter()
    inner: Counter[str] = Counter()
    splits = {
        (domain.card.name, "", size): set(domain.splits) for domain in design.domains for size in (0, *domain.sizes)
    }
    splits |= {(domain.card.name, key, 0): set(domain.splits) for domain in design.domains for key, _, _ in domain.grid}
    parts = splits | {
        (domain.card.name, cell_key(train, train), 0): set(domain.splits)
        for domain in design.domains
        for _, train, _ in domain.grid
    }
    for key, (status, _) in ledger.contents().items():
        if _ours(key, design, splits):
            counts[key.learner, status] += 1
        elif key.role == INNER and _ours(search_of(key), design, parts):
            inner[key.learner] += 1
    own = sum(len(domain.splits) for domain in design.domains)
    planned = sum(map(len, splits.values()))
    costs = ledger.costs()
    searches = ledger.get_meta(INNER_UNITS) or {}
    brought = {card["name"] for card in ledger.get_meta(IMPORTED_LEARNERS) or ()}
    names = [domain.card.name for domain in design.domains]
    lines = tuple(
        _line(
            name,
            own if name in brought else planned,  # nobody brings predictions for a learning curve
            counts,
            [costs[data, name] for data in names if (data, name) in costs],
            imported=name in brought,
            inner=(int(searches[name][0]) if name in searches else 0, inner[name]),
        )
        for name in design.names
    )
    return StudyStatus(
        title=design.title,
        planned=sum(line.planned for line in lines),
        done=sum(line.done for line in lines),
        failed=sum(line.failed for line in lines),
        invalid=sum(line.invalid for line in lines),
        lines=lines,
    )


def _ours(key: UnitKey, design: StoredStudy, splits: dict[tuple[str, str, int], set[tuple[int, int]]]) -> bool:
    """Whether the study still names this unit; the file may hold units of an earlier version of it."""
    place = (key.dataset, key.condition, key.size)
    return key.role == "test" and key.scheme == design.scheme and (key.repeat, key.fold) in splits.get(place, ())


def _line(
    name: str,
    planned: int,
    counts: Counter[tuple[str, Status]],
    costs: list[float],
    *,
    imported: bool,
    inner: tuple[int, int],
) -> LearnerStatus:
    done = counts[name, Status.DONE] + counts[name, Status.FAILED] + counts[name, Status.INVALID]
    return LearnerStatus(
        learner=name,
        planned=planned,
        done=counts[name, Status.DONE],
        failed=counts[name, Status.FAILED],
        invalid=counts[name, Status.INVALID],
        seconds=sum(costs) / len(costs) if costs else float("nan"),
        imported=imported,
        inner_planned=inner[1] if done == planned else max(inner),
        inner_done=inner[1],
    )

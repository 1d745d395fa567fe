"""Standing: how far a study is, read from its file while another process may be writing in it."""

from collections import Counter
from dataclasses import dataclass

from bakeoff.runs.ledger import Ledger
from bakeoff.runs.unit import Status, UnitKey
from bakeoff.study.analyse import design_of
from bakeoff.study.design import Design

__all__ = ["Line", "Standing", "standing"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """The units of one learner."""

    learner: str
    planned: int
    done: int
    failed: int
    invalid: int
    seconds: float  # mean of a finished unit; NaN if there is none


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Units by how they ended; what is not there has not run."""

    title: str
    planned: int
    done: int
    failed: int
    invalid: int
    lines: tuple[Line, ...]

    @property
    def missing(self) -> int:
        """Units that have not run yet."""
        return self.planned - self.done - self.failed - self.invalid


def standing(ledger: Ledger) -> Standing:
    """Count; reads no predictions, so it is quick at any size."""
    design = design_of(ledger)
    counts: Counter[tuple[str, Status]] = Counter()
    splits = {one.card.name: set(one.splits) for one in design.domains}
    for key, (status, _) in ledger.contents().items():
        if _ours(key, design, splits):
            counts[key.learner, status] += 1
    planned = sum(len(one.splits) for one in design.domains)
    costs = ledger.costs()
    lines = tuple(_line(name, planned, counts, costs, tuple(splits)) for name in design.names)
    return Standing(
        title=design.title,
        planned=planned * len(lines),
        done=sum(one.done for one in lines),
        failed=sum(one.failed for one in lines),
        invalid=sum(one.invalid for one in lines),
        lines=lines,
    )


def _ours(key: UnitKey, design: Design, splits: dict[str, set[tuple[int, int]]]) -> bool:
    """Whether the study still names this unit; the file may hold units of an earlier version of it."""
    plain = key.role == "test" and not key.condition and not key.size
    return plain and key.scheme == design.scheme and (key.repeat, key.fold) in splits.get(key.dataset, ())


def _line(
    name: str,
    planned: int,
    counts: Counter[tuple[str, Status]],
    costs: dict[tuple[str, str], float],
    datasets: tuple[str, ...],
) -> Line:
    found = [costs[data, name] for data in datasets if (data, name) in costs]
    return Line(
        learner=name,
        planned=planned,
        done=counts[name, Status.DONE],
        failed=counts[name, Status.FAILED],
        invalid=counts[name, Status.INVALID],
        seconds=sum(found) / len(found) if found else float("nan"),
    )

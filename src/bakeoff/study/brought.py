"""Bring in a learner from outside: its predictions become units of the study, and the study knows its name."""

from pathlib import Path

from bakeoff.core.errors import UnknownName
from bakeoff.runs.exchange import import_predictions
from bakeoff.runs.ledger import Ledger
from bakeoff.runs.unit import UnitKey
from bakeoff.study.design import IMPORTED_LEARNERS, design_of

__all__ = ["bring"]


def bring(ledger: Ledger, path: str | Path, learner: str, *, dataset: str | None = None) -> tuple[UnitKey, ...]:
    """Store the predictions of a file under this learner's name and make it one of those compared; returns the units."""
    known = [one.card.name for one in design_of(ledger).domains]
    if dataset is not None and dataset not in known:
        raise UnknownName("data set in this study", dataset, known)
    keys = import_predictions(ledger, path, learner, dataset=dataset)
    others = [one for one in ledger.get_meta(IMPORTED_LEARNERS) or [] if one["name"] != learner]
    card = {
        "name": learner,
        "settings": f"predictions from {Path(path).name}",
        "preparation": "made outside this study",
    }
    ledger.set_meta(IMPORTED_LEARNERS, [*others, card])
    return keys

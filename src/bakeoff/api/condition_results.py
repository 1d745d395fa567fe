"""Conditions as users write them, and what a study found under them."""

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from typing import Any

from bakeoff.api.shown import HasTables
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.core.notes import plain_text
from bakeoff.data.conditions import Condition
from bakeoff.data.dataset import Dataset
from bakeoff.data.load import load
from bakeoff.data.synthetic import make
from bakeoff.estimates.estimate import Estimate
from bakeoff.figures.deterioration import deterioration_figure
from bakeoff.report.render.json import conditions_payload
from bakeoff.report.sections.conditions import condition_plot, condition_tables, condition_test_tables, condition_words
from bakeoff.report.tables.plain_text import Table
from bakeoff.study.analysis.condition_effects import ConditionFindings
from bakeoff.tabular.frames import frame_of

__all__ = ["ConditionResults", "as_conditions"]

_KEYS = tuple(one.name for one in fields(Condition))


def as_conditions(given: Mapping[str, Any] | Iterable[Any], datasets: Iterable[Dataset] = ()) -> tuple[Condition, ...]:
    """Conditions from objects, or from a mapping of names to what differs.

    What differs is a Condition, a data set, a pair (X, y), a path, or a mapping such as {"noise": 0.5}; in a mapping `data`
    may be any of these and `make` an artificial domain with its settings.
    """
    known = tuple(datasets)
    if isinstance(given, Condition):
        given = [given]
    if isinstance(given, Mapping):
        return tuple(_condition(str(name), one, known) for name, one in given.items())
    return tuple(_condition("", one, known) for one in given)


def _condition(name: str, given: Any, datasets: tuple[Dataset, ...]) -> Condition:
    if isinstance(given, Condition):
        return replace(given, name=name) if name and name != given.name else given
    if not isinstance(given, Mapping):
        return Condition(name=name, data=_rows(name, given, datasets))
    settings = dict(given)
    settings.setdefault("name", name)
    made = settings.pop("make", None)
    if made is not None:
        settings["data"] = make(**made) if isinstance(made, Mapping) else make(made)
    for key in settings:
        if key not in _KEYS:
            raise UnknownName("key of a condition", str(key), (*_KEYS, "make"))
    if settings.get("data") is not None:
        settings["data"] = _rows(settings["name"], settings["data"], datasets)
    return Condition(**settings)


def _rows(name: str, given: Any, datasets: tuple[Dataset, ...]) -> Dataset:
    if isinstance(given, Dataset):
        return given
    if isinstance(given, tuple) and len(given) == 2:
        like = datasets[0] if datasets else None
        if like is None:
            return load(given, name=name or "other rows")
        return load(given, name=name or "other rows", task=like.task, classes=like.classes or None)
    raise BadInput(
        f"condition {name!r}: other rows must be a data set (bo.load, bo.make) or a pair (X, y), not a {type(given).__name__}"
    )


class ConditionResults(HasTables):
    """What a study found under other conditions, on one data set by one measure."""

    def __init__(self, found: ConditionFindings) -> None:
        self.found = found

    @property
    def verdict(self) -> str:
        """Does everything drop, who drops more, who stays best."""
        return plain_text(condition_words(self.found)).strip()

    @property
    def averages(self) -> dict[str, Estimate]:
        """The average performance deterioration of each learner, with its interval."""
        return dict(self.found.averages)

    @property
    def trivial(self) -> dict[str, float]:
        """The score of the most frequent class under each test condition."""
        return {self.found.name(test): value for test, value in self.found.trivial.items()}

    def deterioration(self, learner: str, test: str, train: str = "") -> Estimate:
        """The pD of one learner tested under one condition; trained on the data set as it is unless `train` says otherwise."""
        own = {self.found.dataset: ""}
        return self.found.cell(learner, own.get(train, train), own.get(test, test)).deterioration

    def tables(self) -> tuple[Table, ...]:
        """Scores and pD in the layout that fits the grid."""
        return tuple(condition_tables(self.found))

    def tests(self) -> tuple[Table, ...]:
        """The tests behind the verdict."""
        return tuple(condition_test_tables(self.found))

    def plot(self) -> Any:
        """A Matplotlib figure: pD with intervals, a row for each change."""
        return deterioration_figure(condition_plot(self.found))

    def to_frame(self, kind: str | None = None) -> Any:
        """One row per learner, training condition and test condition."""
        cells, found = self.found.cells, self.found
        columns: dict[str, list[Any]] = {
            "learner": [one.learner for one in cells],
            "train": [found.name(one.train) for one in cells],
            "test": [found.name(one.test) for one in cells],
            found.measure: [one.score.value for one in cells],
            "ideal": [one.ideal.value for one in cells],
            "trivial": [found.trivial.get(one.test, float("nan")) for one in cells],
            "pD": [one.deterioration.value for one in cells],
            "low": [one.deterioration.low for one in cells],
            "high": [one.deterioration.high for one in cells],
            "reason": ["" if one.deterioration.value == one.deterioration.value else " ".join(one.deterioration.warnings) for one in cells],
        }  # fmt: skip
        return frame_of(columns, kind)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return conditions_payload(self.found)

    def __str__(self) -> str:
        return f"{self.verdict}\n\n{super().__str__()}"

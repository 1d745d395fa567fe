"""Data sets known by name that need no network: those that come with scikit-learn."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from bakeoff.core.catalogue import Catalogue
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.data.dataset import Column, ColumnKind
from bakeoff.data.target import Meaning
from bakeoff.data.tasks import BINARY, MULTICLASS, REGRESSION, TaskKind
from bakeoff.tabular.table import ColumnTable

__all__ = ["BUNDLED", "Bundled", "bundled_table"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bundled:
    """A data set that is always there."""

    name: str
    title: str
    task: TaskKind
    rows: int
    features: int
    classes: tuple[str, ...] = ()
    targets: tuple[str, ...] = ("target",)  # more than one: the caller chooses
    reference: str


BUNDLED: Catalogue[Bundled] = Catalogue(
    "data set",
    (
        Bundled(
            name="iris",
            title="Three species of iris from the size of petals and sepals",
            task=MULTICLASS,
            rows=150,
            features=4,
            classes=("setosa", "versicolor", "virginica"),
            reference="fisher1936",
        ),
        Bundled(
            name="wine",
            title="Three cultivars from a chemical analysis of their wines",
            task=MULTICLASS,
            rows=178,
            features=13,
            classes=("class_0", "class_1", "class_2"),
            reference="aeberhard1994",
        ),
        Bundled(
            name="breast_cancer",
            title="Malignant or benign tumours from images of cell nuclei (Wisconsin, diagnostic)",
            task=BINARY,
            rows=569,
            features=30,
            classes=("malignant", "benign"),
            reference="street1993",
        ),
        Bundled(
            name="digits",
            title="Handwritten digits from eight by eight grey values",
            task=MULTICLASS,
            rows=1797,
            features=64,
            classes=tuple("0123456789"),
            reference="alpaydin1998",
        ),
        Bundled(
            name="diabetes",
            title="Progression of diabetes a year after baseline",
            task=REGRESSION,
            rows=442,
            features=10,
            reference="efron2004",
        ),
        Bundled(
            name="linnerud",
            title="Weight, waist and pulse of twenty men from three exercises",
            task=REGRESSION,
            rows=20,
            features=3,
            targets=("Weight", "Waist", "Pulse"),
            reference="tenenhaus1998",
        ),
    ),
)


def bundled_table(name: str, meaning: Meaning) -> tuple[ColumnTable, Meaning]:
    """The table of a bundled set, with its own target and task where the caller states none."""
    from sklearn import datasets

    bundled = BUNDLED[name]
    bunch = getattr(datasets, f"load_{name}")()
    if len(meaning.targets) > 1:
        raise BadInput(f"{name!r} is loaded with one target; for several give (X, Y)")
    target = _target(bundled, meaning.targets[0] if meaning.targets else None)
    which = bundled.targets.index(target) if len(bundled.targets) > 1 else None
    values = np.asarray(bunch.target if which is None else bunch.target[:, which], dtype=np.float64)
    column = Column(name=target)
    if bundled.classes:
        column = Column(name=target, kind=ColumnKind.NOMINAL, levels=_levels(bundled, bunch))
    features = np.asarray(bunch.data, dtype=np.float64)
    table = ColumnTable(
        name=name,
        columns=(*(Column(name=str(name)) for name in bunch.feature_names), column),
        values=(*features.T, values),
        source=f"scikit-learn's {name}",
        measured=frozenset({target}) if bundled.task.numeric else frozenset(),
    )
    return table, replace(meaning, target=target)


def _target(bundled: Bundled, stated: str | None) -> str:
    if stated is not None and stated not in bundled.targets:
        raise UnknownName(f"target of {bundled.name}", stated, bundled.targets)
    if stated is None and len(bundled.targets) > 1:
        raise BadInput(f"{bundled.name} has several targets; set target= to one of {_listed(bundled.targets)}")
    return stated or bundled.targets[0]


def _levels(bundled: Bundled, bunch: Any) -> tuple[str, ...]:
    classes = tuple(str(name) for name in bunch.target_names)
    assert classes == bundled.classes, f"scikit-learn changed the classes of {bundled.name}: {classes}"
    return classes


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(repr, names))

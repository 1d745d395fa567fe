"""Characteristics of data sets against other packages, and where they do not apply."""

import tomllib
from dataclasses import replace
from math import isnan
from pathlib import Path

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.data.characteristics import (
    CHARACTERISTICS,
    Characteristics,
    DataView,
    characteristics,
    levina_bickel,
    two_nn,
)
from bakeoff.data.dataset import Column, Dataset
from bakeoff.data.profile import profile
from bakeoff.data.tasks import BINARY, MULTICLASS
from bakeoff.runs.store.ledger import MemoryLedger
from bakeoff.study.analysis.stored_design import design_of
from bakeoff.study.running.execute import store_spec

ORACLES = tomllib.loads((Path(__file__).parents[1] / "oracles" / "characteristics.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ORACLES)
def test_the_values_of_other_packages(name):
    found = characteristics(bo.load(name)).values
    for key, value in ORACLES[name].items():
        assert found[key] == pytest.approx(value, rel=1e-9), key


def toy(features, target, columns, classes=("a", "b")):
    task = BINARY if len(classes) == 2 else MULTICLASS
    return Dataset(name="toy", task=task, features=features, target=target, columns=columns, classes=classes)


def test_intrinsic_dimension_of_a_plane_in_ten_columns():
    rng = np.random.default_rng(1)
    X = rng.standard_normal((900, 2)) @ rng.standard_normal((2, 10))
    data = toy(X, rng.integers(0, 2, 900), tuple(Column(name=f"x{i}") for i in range(10)))
    found = characteristics(data).values
    assert 1.8 < found["intrinsic_dimension"] < 2.2
    assert 1.7 < found["intrinsic_dimension_mle"] < 2.2


def test_where_nothing_can_be_computed_there_is_nan():
    regression = characteristics(bo.load("diabetes")).values
    assert all(isnan(regression[name]) for name in ("classes", "imbalance", "borderline", "stump", "naive_bayes"))
    constant = characteristics(toy(np.ones((30, 1)), [0] * 15 + [1] * 15, (Column(name="x"),))).values
    assert isnan(constant["intrinsic_dimension"])
    assert isnan(constant["fisher_overlap"])
    assert constant["nearest_neighbour"] == 0.5
    one = characteristics(toy(np.arange(30.0)[:, None], [0] * 30, (Column(name="x"),))).values
    assert isnan(one["borderline"])
    assert isnan(two_nn(np.zeros((5, 2))))
    assert isnan(levina_bickel(np.zeros((5, 4))))
    gaps = characteristics(toy(np.full((30, 1), np.nan), [0] * 15 + [1] * 15, (Column(name="x"),))).values
    assert isnan(gaps["correlation"])
    few = characteristics(toy([[1.0], [2.0]], [0, 1], (Column(name="x"),))).values
    assert isnan(few["stump"])


def test_a_large_data_set_is_sampled():
    data = bo.make("gaussians", n=5000)
    found = characteristics(data)
    assert found.rows_used == 1000
    assert found.values["rows"] == 5000


def test_every_characteristic_says_what_it_is():
    for one in CHARACTERISTICS:
        assert one.title
        assert one.what[0].islower()
        assert one.more


def test_the_profile_in_python():
    seen = bo.profile("iris")
    assert seen["rows"] == 150
    assert "Borderline rows" in str(seen)
    assert seen.to_dict()["characteristics"]["classes"] == 3
    assert "<table" in seen.to_html()
    with pytest.raises(UnknownName, match="did you mean 'borderline'"):
        seen["borderlin"]
    with pytest.raises(BadInput, match="options such as target"):
        bo.profile(bo.load("iris"), target="x")
    table = bo.profiles(["iris", "wine"], kind="plain")
    assert list(table["dataset"]) == ["iris", "wine"]
    assert bo.profile("diabetes").tables()


def characteristics_of(*datasets: bo.Dataset, ledger: MemoryLedger | None = None) -> list[int]:
    """How many characteristics the study keeps of each data set."""
    book = MemoryLedger() if ledger is None else ledger
    study = bo.Study(datasets=list(datasets), learners={"zero": "majority"}, scheme=2, measures="accuracy")
    store_spec(study.spec, book)
    return [len(domain.card.characteristics) for domain in design_of(book).domains]


def test_a_study_keeps_characteristics_where_somebody_can_ask_for_them():
    book, data = MemoryLedger(), [replace(bo.make("xor", n=40, seed=one), name=f"xor {one}") for one in range(5)]
    assert characteristics_of(data[0], ledger=book) == [0]
    assert characteristics_of(*data[:4], ledger=book) == [0] * 4
    assert min(characteristics_of(*data, ledger=book)) > 10


def test_results_in_memory_make_characteristics_when_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []

    def counted(data: bo.Dataset, *seen: object) -> Characteristics:
        calls.append(data.name)
        return characteristics(data, *seen)

    monkeypatch.setattr("bakeoff.data.characteristics.characteristics", counted)
    monkeypatch.setattr("bakeoff.study.running.execute.characteristics", counted)
    data = [replace(bo.make("xor", n=40, seed=one), name=f"xor {one}") for one in range(5)]
    learners = {"zero": "majority", "one": "one-rule"}
    results = bo.Study(datasets=data, learners=learners, scheme=2, measures="accuracy").run(workers=1, progress=False)
    assert str(results)
    assert calls == []
    results.criteria.domains()
    results.composed()
    assert calls == [one.name for one in data]


def test_simple_learners_see_at_most_300_columns():
    rng = np.random.default_rng(3)
    columns = tuple(Column(name=f"x{at}") for at in range(700))
    wide = toy(rng.normal(size=(40, 700)), np.arange(40) % 2, columns)
    view = DataView(wide, profile(wide))
    assert len(view.narrow.columns) == 300
    assert view.narrow.columns[-1].name == "x699"
    assert not isnan(characteristics(wide).values["stump"])

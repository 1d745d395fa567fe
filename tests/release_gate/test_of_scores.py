"""Gates on tables of scores and on studies: items, data sets, splits; the interval is that of the declared test."""

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.core.errors import BadInput, NotApplicable, UnknownName

RNG = np.random.default_rng(3)
SETS = {"old": (0.8 + 0.02 * RNG.normal(size=20)).tolist()}
SETS["new"] = (np.array(SETS["old"]) + 0.002 + 0.004 * RNG.normal(size=20)).tolist()


@pytest.mark.parametrize(("rows", "more"), [("datasets", {}), ("folds", {"scheme": "10-fold"}), ("runs", {})])
def test_the_interval_is_that_of_the_comparison(rows, more):
    gate = bo.gate(SETS, base="old", new="new", margin=0.01, rows=rows, **more)
    comparison = bo.compare(SETS, rows=rows, pairs=[("new", "old")], alpha=0.1, **more)
    shown = comparison.pairs[0].pair.result.difference
    assert (gate.estimate.low, gate.estimate.high) == pytest.approx((shown.low, shown.high))
    assert gate.estimate.level == pytest.approx(0.9)
    assert gate.outcome.value == ("pass" if shown.low > -0.01 else "undecided")
    assert (gate.p_value < 0.05) == gate.passed
    turned = bo.gate(SETS, base="new", new="old", margin=0.01, rows=rows, **more)
    assert (turned.estimate.low, turned.estimate.high) == pytest.approx((-shown.high, -shown.low), abs=1e-9)
    judged = bo.compare(SETS, rows=rows, pairs=[("new", "old")], **more).pairs[0].verdict.winner
    assert gate.first.better == (judged == "new")


def test_direction_and_scale_change_nothing():
    gate = bo.gate(SETS, base="old", new="new", margin=0.01, rows="datasets")
    errors = {name: [1 - value for value in values] for name, values in SETS.items()}
    turned = bo.gate(errors, base="old", new="new", margin=0.01, rows="datasets", direction="lower")
    percent = {name: [100 * value for value in values] for name, values in SETS.items()}
    scaled = bo.gate(percent, base="old", new="new", margin=1.0, rows="datasets")
    assert gate.outcome is turned.outcome is scaled.outcome
    assert gate.p_value == pytest.approx(turned.p_value, abs=1e-6) == pytest.approx(scaled.p_value, abs=1e-6)


def test_items_are_rows():
    items = {"item": list(range(300)), "old": RNG.integers(0, 2, 300).tolist()}
    items["new"] = items["old"]
    gate = bo.gate(items, base="old", new="new", margin=0.02, item="item")
    assert gate.passed
    assert gate.flips.churn == 0
    assert gate.estimate.method == "Tango's score interval"


def test_what_is_refused():
    with pytest.raises(UnknownName):
        bo.gate(SETS, base="old", new="newer", margin=0.01, rows="datasets")
    with pytest.raises(BadInput, match="name two learners"):
        bo.gate(SETS, base="old", new="old", margin=0.01, rows="datasets")
    with pytest.raises(NotApplicable, match="looked at once"):
        bo.gate(SETS, base="old", new="new", margin=0.01, rows="folds", scheme="10-fold", looks=(1, 3))
    gone = {"old": [*SETS["old"][:-1], None], "new": SETS["new"]}
    with pytest.raises(BadInput, match="--missing"):
        bo.gate(gone, base="old", new="new", margin=0.01, rows="datasets")
    dropped = bo.gate(gone, base="old", new="new", margin=0.01, rows="datasets", missing="drop")
    assert dropped.rows == 19
    assert [note.code for note in dropped.notes] == ["gate.dropped_rows"]


def test_ranks_of_few_data_sets_reach_no_higher_level():
    eight = bo.gate(
        {"old": [0.0] * 8, "new": np.linspace(0.1, 0.5, 8)}, base="old", new="new", margin=1.0, rows="datasets"
    )
    assert eight.p_value == pytest.approx(1 / 256, abs=1e-5)  # the smallest one of eight signed ranks
    four = bo.gate({"old": [0.0] * 4, "new": [0.1, 0.2, 0.3, 0.4]}, base="old", new="new", margin=1.0, rows="datasets")
    assert four.outcome.value == "undecided"  # 1 / 16 is more than .05
    assert np.isnan(four.estimate.low)


def test_percentages_have_other_bounds_than_shares():
    percent = {name: [100 * value for value in values] for name, values in SETS.items()}
    gate = bo.gate(percent, base="old", new="new", margin=2, rows="datasets", measure="accuracy")
    assert gate.passed
    with pytest.raises(BadInput, match="accuracy lies between 0 and 1"):
        bo.gate(SETS, base="old", new="new", margin=2, rows="datasets", measure="accuracy")


def _items(n=600):
    rng = np.random.default_rng(8)
    old = rng.integers(0, 2, n)
    new = np.where(rng.random(n) < 0.03, 1 - old, old)
    region = np.where(np.arange(n) < 1, "one", rng.choice(["eu", "us"], n))
    return {
        "item": [f"q{item}" for item in range(n)],
        "region": region.tolist(),
        "old": old.tolist(),
        "new": new.tolist(),
    }


def test_slices_of_a_table():
    items = _items()
    gate = bo.gate(items, base="old", new="new", item="item", margin=0.05, by="region")
    assert [(part.value, part.rows, part.outcome.value) for part in gate.slices][1][:2] == ("one", 1)
    assert {part.value: part.outcome.value for part in gate.slices} == {"eu": "pass", "one": "undecided", "us": "pass"}
    assert "gate.undecided_slices" in [note.code for note in gate.notes]
    inside = np.array(items["region"]) == "eu"
    part = {name: np.array(items[name])[inside].tolist() for name in ("item", "old", "new")}
    alone = bo.gate(part, base="old", new="new", item="item", margin=0.05, alpha=0.05 / 3)
    shown = gate.slices[0].endpoints[0].estimate
    assert (shown.low, shown.high) == pytest.approx((alone.estimate.low, alone.estimate.high))
    without = {name: values for name, values in items.items() if name != "region"}
    whole = bo.gate(without, base="old", new="new", item="item", margin=0.05)
    assert (gate.estimate.low, gate.estimate.high) == (whole.estimate.low, whole.estimate.high)


def test_a_slice_that_is_worse_fails_the_gate_of_a_table():
    items = _items()
    hurt = np.array(items["region"]) == "us"
    items["new"] = np.where(hurt & (np.arange(600) % 3 == 0), 0, items["old"]).tolist()
    gate = bo.gate(items, base="old", new="new", item="item", margin=0.11, by=["region"])
    assert gate.first.outcome.value == "pass"
    assert gate.outcome.value == "fail"
    assert "on the rows of region us" in str(gate)


def test_slices_of_data_sets_that_are_too_few_are_undecided():
    sets = {"data": [f"d{number}" for number in range(20)], "kind": ["text"] * 17 + ["image"] * 3, **SETS}
    gate = bo.gate(sets, base="old", new="new", margin=0.01, rows="datasets", by="kind")
    assert {part.value: part.outcome.value for part in gate.slices} == {"image": "undecided", "text": "pass"}
    with pytest.raises(UnknownName):
        bo.gate(sets, base="old", new="new", margin=0.01, rows="datasets", by="kinds")


def test_one_of_several_columns_of_a_long_table_is_enough_where_it_was_asked():
    items, rng = _items(), np.random.default_rng(9)
    table = {
        "item": items["item"] * 2,
        "learner": ["old"] * 600 + ["new"] * 600,
        "correct": items["old"] + items["new"],
    }
    table["stars"] = rng.normal(size=1200).tolist()
    options = {"base": "old", "new": "new", "item": "item", "learner": "learner", "direction": "higher"}
    margins = {"correct": 0.05, "stars": 0.0001}
    assert bo.gate(table, margin=margins, **options).outcome.value == "undecided"
    some = bo.gate(table, margin=margins, some=True, **options)
    assert some.passed
    assert [endpoint.estimate.level for endpoint in some.endpoints] == pytest.approx([0.95, 0.9])
    assert "What would decide it" not in str(some)
    with pytest.raises(BadInput, match="leave out value"):
        bo.gate(table, margin=margins, value="correct", **options)
    with pytest.raises(UnknownName):
        bo.gate(table, margin={"correct": 0.05, "star": 0.1}, **options)


@pytest.mark.slow
def test_a_study(tmp_path):
    from sklearn.naive_bayes import GaussianNB
    from sklearn.tree import DecisionTreeClassifier

    X, y = RNG.normal(size=(90, 3)), RNG.integers(0, 2, 90)
    file = tmp_path / "study.bakeoff"
    results = bo.evaluate({"old": GaussianNB(), "new": DecisionTreeClassifier(max_depth=2)}, X, y, cv=5, file=file)
    gate = bo.gate(results, base="old", new="new", margin=0.3)
    assert gate.unit == "split"
    assert gate.estimate.method == "corrected t"
    assert gate.rows_needed is None  # more splits of the same rows tell little
    results.close()
    stored = bo.gate(file, base="old", new="new", margin={"accuracy": 0.3})
    assert stored.estimate.low == gate.estimate.low
    several = {"accuracy": 0.3, "balanced_accuracy": 0.0001}
    some = bo.gate(file, base="old", new="new", margin=several, some=True)
    for endpoint in some.endpoints:
        assert (endpoint.estimate.low > endpoint.bound) == (endpoint.outcome.value == "pass")
    with pytest.raises(BadInput, match="a study knows its rows"):
        bo.gate(file, base="old", new="new", margin=0.3, rows="folds")

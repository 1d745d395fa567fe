"""Frames with traps: each trap is named by its code. Frames without a trap raise no alarm."""

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import bakeoff as bo
from bakeoff.learners.estimators import SklearnLearner

TREE, NB = DecisionTreeClassifier(max_depth=3, random_state=0), GaussianNB()


def frame(n: int = 150, seed: int = 0, **columns: object) -> pd.DataFrame:
    """Three numeric columns, two of which matter, and two classes that overlap; further columns are values or functions."""
    rng = np.random.default_rng(seed)
    made = pd.DataFrame(rng.normal(size=(n, 3)), columns=["a", "b", "c"])
    made["y"] = np.where(made.a + made.b + rng.normal(size=n) * 0.7 > 0, "yes", "no")
    for name, values in columns.items():
        made[name] = values(rng, n, made.y) if callable(values) else values
    return made


def categories() -> pd.DataFrame:
    """Categories only: equal rows are no surprise."""
    made = frame()
    for name in "abc":
        made[name] = np.where(made[name] > 0, "high", "low")
    return made


def three_classes() -> pd.DataFrame:
    made = frame(seed=4)
    noise = np.random.default_rng(1).normal(size=len(made))
    return made.assign(y=np.digitize(made.a + made.b + noise, [-0.8, 0.8]).astype(str))


TRAPS = {
    "leak": ("check.leak", frame(refund=lambda rng, n, y: (y == "yes") * 10.0 + rng.normal(size=n))),
    "duplicates": ("check.duplicates", pd.concat([frame(80), frame(80)], ignore_index=True)),
    "chance": ("check.chance_level", frame(y=np.random.default_rng(5).choice(["no", "yes"], 150))),
    "identifiers": ("check.identifiers", frame(number=np.random.default_rng(0).permutation(150))),
    "dates": ("check.time_order", frame(when=pd.date_range("2024-01-01", periods=150))),
    "constant": ("check.constant", frame(country=1.0)),
    "persons": ("check.groups_ignored", frame(patient_id=np.arange(150) // 5)),
    "imbalance": ("check.imbalance", frame(y=lambda rng, n, y: np.where(np.arange(n) % 8 == 0, "yes", "no"))),
    "few": ("check.few_rows", frame(y=lambda rng, n, y: np.where(np.arange(n) < 6, "yes", "no"))),
    "copies": ("check.correlated", frame(twin=lambda rng, n, y: rng.normal(size=n)).assign(brother=lambda made: made.twin * 2 + 1e-9)),
    "rare": ("check.rare_classes", three_classes().assign(y=lambda made: np.where(np.arange(150) < 7, "rare", made.y))),
}  # fmt: skip
CLEAN = {
    "plain": frame(),
    "other": frame(seed=8),
    "larger": frame(300, seed=3),
    "three": three_classes(),
    "category": frame(kind=lambda rng, n, y: rng.choice(["x", "y", "z"], n)),
    "gaps": frame(gaps=lambda rng, n, y: np.where(rng.random(n) < 0.1, np.nan, rng.normal(size=n))),
    "counts": frame(calls=lambda rng, n, y: rng.poisson(3, n)),
    "categories": categories(),
    "wide": frame(**{f"x{place}": lambda rng, n, y: rng.normal(size=n) for place in range(8)}),
}


def dataset(name: str, table: pd.DataFrame) -> bo.Dataset:
    positive = {"positive": "yes"} if set(table.y) == {"yes", "no"} else {}
    return bo.load(table, target="y", name=name, **positive)


@pytest.fixture(scope="module")
def results():
    """One study over all frames: what checks find about a data set names it."""
    tables = {name: table for name, (_, table) in TRAPS.items()} | CLEAN
    learners = {"tree": TREE, "linear": SklearnLearner(name="linear", estimator=LogisticRegression(), scale=True)}
    datasets = [bo.load("iris"), *(dataset(name, table) for name, table in tables.items())]
    with bo.Study(datasets=datasets, learners=learners, scheme="5-fold", measures=["accuracy"]).run(workers=1) as made:
        assert not made.findings.failures
        yield made


def found_on(results: bo.Results, name: str) -> set[str]:
    return {note.code for note in results.findings.checks.notes if name in note.facts["where"]}


@pytest.mark.parametrize("name", TRAPS)
def test_each_trap_is_named_by_its_code(results, name):
    assert TRAPS[name][0] in found_on(results, name)


@pytest.mark.parametrize("name", ["iris", *CLEAN])
def test_a_clean_frame_raises_no_alarm(results, name):
    assert found_on(results, name) == set()


def test_nothing_is_said_about_learners_that_are_sound(results):
    about_all = [note for note in results.findings.checks.notes if not note.facts["where"]]
    assert about_all == []


def test_traps_of_learners_are_named():
    """Unscaled columns, no convergence, one class only, tuned against untuned; a baseline is meant to be simple."""
    table = frame(income=lambda rng, n, y: rng.normal(size=n) * 1e4)
    rare = np.where(np.arange(150) % 8 == 0, "yes", "no")
    learners = {
        "near": KNeighborsClassifier(45), "early": LogisticRegression(max_iter=1), "nb": NB, "majority": bo.Majority(),
        "tuned": bo.Tuned(DecisionTreeClassifier(random_state=0), {"max_depth": bo.choice([1, 2])}, trials=2),
        "scaled": make_pipeline(StandardScaler(), KNeighborsClassifier()),
    }  # fmt: skip
    made = bo.evaluate(
        learners, table.drop(columns="y"), rare, cv="3-fold", scoring=["accuracy"], positive="yes", n_jobs=1
    )
    about = {note.code: note.facts["learners"] for note in made.findings.checks.notes}
    assert set(about["check.unscaled"]) == {"near", "early"}
    assert about["check.not_converged"] == ("early",)
    assert "near" in about["check.one_class"]
    assert "majority" not in about["check.one_class"]
    assert "majority" not in about["check.chance_level"]
    assert "near" in about["check.untuned"]
    assert not {"nb", "tuned", "majority"} & set(about["check.untuned"])


def test_the_customers_are_named_for_what_is_odd():
    """Two dates, an identifier of text, gaps, one positive row in ten; the codes hold whatever preparation does."""
    rng, n = np.random.default_rng(1), 300
    table = pd.DataFrame({
        "customer_id": [f"c{number:05d}" for number in rng.permutation(n)],
        "signup": pd.Timestamp("2019-01-01") + pd.to_timedelta(rng.integers(0, 1500, n), unit="D"),
        "last_call": pd.Timestamp("2023-06-01") + pd.to_timedelta(rng.integers(0, 300, n), unit="D"),
        "plan": rng.choice(["basic", "plus", "pro"], n),
        "fee": np.where(rng.random(n) < 0.1, np.nan, rng.gamma(4, 10, n)),
        "calls": rng.poisson(2, n).astype(float),
    })  # fmt: skip
    risk = table.calls + rng.normal(size=n)
    churn = np.where(risk > np.quantile(risk, 0.9), "yes", "no")
    learners = {"logistic": LogisticRegression(), "tree": TREE}
    made = bo.evaluate(learners, table, churn, cv="2-fold", scoring=["accuracy"], positive="yes", n_jobs=1)
    assert {"check.time_order", "check.identifiers", "check.imbalance"} <= set(made.checks.codes())


def test_scores_on_training_rows_show_overfitting():
    table = frame(120).assign(y=lambda made: np.random.default_rng(3).permutation(made.y))
    learners = {"deep": DecisionTreeClassifier(random_state=0), "flat": DecisionTreeClassifier(max_depth=1)}
    study = bo.Study(
        datasets=dataset("noise", table), learners=learners, scheme="3-fold", measures=["accuracy"], training_error=True
    )
    found = {note.code: note for note in study.run(workers=1).findings.checks.notes}
    assert "deep" in found["check.overfitting"].facts["learners"]


def test_numbers_without_a_trap_raise_no_alarm_and_have_a_mean_as_baseline():
    table = frame()
    target = (table.a * 2 + np.random.default_rng(1).normal(size=150)).to_numpy()
    learners = {"tree": DecisionTreeRegressor(max_depth=3, random_state=0), "ridge": Ridge()}
    made = bo.evaluate(learners, table[["a", "b", "c"]], target, cv="5-fold", scoring=["rmse"], n_jobs=1)
    assert made.checks.codes() == ()
    assert [one.name for one in made.findings.checks.baselines] == ["mean"]
    assert "did not score training rows" in made.findings.checks.as_dict()["skipped"]["check.overfitting"]

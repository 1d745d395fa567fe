"""Rules that hold for every declared scheme, whatever the data."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.core.references import cite
from bakeoff.data.dataset import Column, Dataset
from bakeoff.data.tasks import BINARY, MULTICLASS
from bakeoff.splits import ALL, scheme_from
from bakeoff.splits.catalogue import DECLARED

EXAMPLES = [
    *(one.example for one in DECLARED if one.name != "rolling-origin"),
    "rolling-origin(8, horizon=3, step=2, window=sliding)",
    "kfold(4, groups=true)",
    "kfold(3, stratify=false)",
    "5x2(stratify=false)",
    "bootstrap(7, stratify=true)",
]
SHARED = Path(__file__).parents[2].parent / "shared" / "data"
FILES = sorted(SHARED.glob("*.arff"))


@st.composite
def data_sets(draw):
    k = draw(st.integers(2, 4))
    sizes = draw(st.lists(st.integers(2, 25), min_size=k, max_size=k))
    rows = sum(sizes)
    rng = np.random.default_rng(draw(st.integers(0, 1000)))
    return Dataset(
        name="drawn",
        task=BINARY if k == 2 else MULTICLASS,
        features=rng.normal(size=(rows, 2)),
        target=rng.permutation(np.repeat(np.arange(k), sizes)),
        columns=(Column(name="x"), Column(name="y")),
        classes=tuple("abcd"[:k]),
        groups=rng.integers(0, 8, rows),
        time=rng.integers(0, 30, rows),
    )


def attempt(scheme, data, seed):
    try:
        return scheme.plan(data, seed), ""
    except BadInput as error:
        return None, str(error)


@pytest.mark.parametrize("text", EXAMPLES)
@settings(max_examples=25, deadline=None)
@given(data=data_sets(), seed=st.integers(0, 2**40))
def test_a_plan_is_sound_or_refused(text, data, seed):
    scheme = scheme_from(text)
    plan, refusal = attempt(scheme, data, seed)
    if plan is None:
        assert "'drawn'" in refusal
        assert ";" in refusal, "a refusal names its cure"
        return
    everything = set(range(len(data)))
    assert plan.scheme == scheme.name
    assert plan.dataset == data.fingerprint
    assert len({(one.repeat, one.fold) for one in plan.splits}) == len(plan)
    for one in plan.splits:
        train, test = set(one.train.tolist()), set(one.test.tolist())
        assert train
        assert test
        assert not train & test
        assert train | test <= everything
        assert len(test) == one.n_test
        assert len(one.train) == one.n_train
        assert len(set(data.target[one.train].tolist())) >= 2
    assert plan.test_share == pytest.approx(np.mean([one.n_test / one.n_train for one in plan.splits]))
    assert scheme.plan(data, seed).fingerprint == plan.fingerprint


@pytest.mark.parametrize("text", EXAMPLES)
def test_the_name_says_it_all(text):
    scheme = scheme_from(text)
    assert scheme_from(scheme.name) == scheme
    assert scheme.title
    assert hash(scheme) == hash(scheme_from(text))


@pytest.mark.parametrize("declared", DECLARED, ids=lambda one: one.name)
def test_declarations_are_complete(declared):
    assert cite(declared.reference).year > 1900
    assert isinstance(scheme_from(declared.example), declared.make)
    assert declared.text.endswith(".")
    assert bo.schemes[declared.name] is declared


def test_the_list_and_the_catalogue_agree():
    assert [one.make for one in bo.schemes] == list(ALL)
    assert len(set(bo.schemes.names)) == len(ALL)


@pytest.mark.skipif(not FILES, reason="the classic data sets lie beside the repository, if at all")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_ten_folds_go_through_on_the_classic_sets(path):
    data = bo.load(path)
    plan = scheme_from("10-fold").plan(data, 1)
    counts = np.array([np.bincount(data.target[one.test], minlength=len(data.classes)) for one in plan.splits])
    assert counts.sum(axis=0).tolist() == np.bincount(data.target, minlength=len(data.classes)).tolist()
    assert (np.ptp(counts, axis=0) <= 1).all()
    assert np.ptp(counts.sum(axis=1)) <= 1
    smallest = np.bincount(data.target)[np.bincount(data.target) > 0].min()
    assert bool(plan.warnings) == bool(smallest < 10)

"""One suite for everything that draws plans, ours and others'."""

import pickle

import numpy as np
import pytest
from sklearn import model_selection as ms

from bakeoff.data.dataset import Column, Dataset
from bakeoff.data.tasks import BINARY
from bakeoff.splits import FromSklearn, PredefinedPlan, from_arrays, scheme_from, to_arrays

EVERY = np.arange(48)
SCHEMES = [
    scheme_from("kfold(6, repeats=2)"),
    scheme_from("kfold(4, groups=true)"),
    scheme_from("10x10"),
    scheme_from("5x2"),
    scheme_from("loo"),
    scheme_from("holdout(0.25)"),
    scheme_from("subsampling(3, test=0.1)"),
    scheme_from("bootstrap(4)"),
    scheme_from("rolling-origin(20, horizon=4)"),
    FromSklearn(ms.StratifiedKFold(4)),
    FromSklearn(ms.RepeatedKFold(n_splits=3, n_repeats=2)),
    FromSklearn(ms.StratifiedGroupKFold(3)),
    FromSklearn(ms.ShuffleSplit(4)),
    PredefinedPlan([(EVERY[EVERY % 3 != k], EVERY[EVERY % 3 == k]) for k in range(3)]),
]


@pytest.fixture(params=SCHEMES, ids=lambda one: one.name[:40])
def scheme(request):
    return request.param


@pytest.fixture
def data():
    rng = np.random.default_rng(0)
    return Dataset(
        name="toy",
        task=BINARY,
        features=rng.normal(size=(48, 2)),
        target=EVERY % 2,
        columns=(Column(name="x"), Column(name="y")),
        classes=("no", "yes"),
        positive="yes",
        groups=EVERY // 4,
        time=rng.permutation(48).astype(float),
        rows=EVERY + 100,
    )


def test_the_same_seed_gives_the_same_rows(scheme, data):
    assert scheme.plan(data, 5).fingerprint == scheme.plan(data, 5).fingerprint


def test_the_name_is_the_plans(scheme, data):
    plan = scheme.plan(data, 5)
    assert plan.scheme == scheme.name
    assert " at 0x" not in scheme.name
    assert plan.dataset == data.fingerprint
    assert plan.seed == 5


def test_every_split_can_be_used(scheme, data):
    for one in scheme.plan(data, 5).splits:
        part, rest = data.take(one.train), data.take(one.test)
        assert len(part) == one.n_train
        assert len(rest) == one.n_test
        assert not set(part.rows.tolist()) & set(rest.rows.tolist())


def test_positions_do_not_depend_on_values(scheme, data):
    from dataclasses import replace

    other = replace(data, features=data.features * 2 + 1, name="other")
    for one, two in zip(scheme.plan(data, 5).splits, scheme.plan(other, 5).splits, strict=True):
        assert one.test.tolist() == two.test.tolist()


def test_nothing_global_is_touched(scheme, data):
    before = np.random.get_state()[1].copy()  # noqa: NPY002
    scheme.plan(data, 5)
    assert np.array_equal(np.random.get_state()[1], before)  # noqa: NPY002


def test_stored_and_sent_plans_are_the_same(scheme, data):
    plan = scheme.plan(data, 5)
    assert from_arrays(to_arrays(plan)).fingerprint == plan.fingerprint
    assert pickle.loads(pickle.dumps(plan)).fingerprint == plan.fingerprint


def test_a_scheme_passes_through_scheme_from(scheme):
    assert scheme_from(scheme) is scheme

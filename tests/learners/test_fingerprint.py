import functools
import json
import os
import subprocess
import sys

import numpy as np
import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, WhiteKernel
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer

from bakeoff.learners import SklearnLearner
from bakeoff.learners.fingerprint import canonical, settings_text


def text(estimator, **more):
    return SklearnLearner("name", estimator, **more).settings


def test_class_parameters_and_version_are_there():
    import sklearn

    tree = json.loads(text(RandomForestClassifier(7), columns=("a",), scale=True))
    assert tree["estimator"]["class"] == "sklearn.ensemble._forest.RandomForestClassifier"
    assert tree["estimator"]["params"]["n_estimators"] == 7
    assert tree["columns"] == ["a"]
    assert tree["scale"] is True
    assert tree["versions"] == {"sklearn": sklearn.__version__}


def test_the_name_changes_nothing_and_everything_else_does():
    same = {SklearnLearner(name, GaussianNB()).settings for name in "ab"}
    assert len(same) == 1
    different = [
        text(GaussianNB()),
        text(GaussianNB(var_smoothing=1e-8)),
        text(GaussianNB(), scale=True),
        text(GaussianNB(), columns=("a", "b")),
        text(GaussianNB(), columns=("b", "a")),
        text(GaussianNB(), prepare="none"),
        text(GaussianNB(), prepare=FunctionTransformer()),
        text(GaussianNB(priors=np.array([0.5, 0.5]))),
        text(GaussianNB(priors=np.array([0.4, 0.6]))),
        text(make_pipeline(GaussianNB())),
    ]
    assert len(set(different)) == len(different)


def plus(x, y=1):
    return x + y


def times(n):
    return lambda x: x * n


def test_functions_by_name_and_code():
    one, other = canonical(lambda x: x + 1), canonical(lambda x: x + 2)
    assert one != other
    assert canonical(lambda x: x + 1)["code"] == one["code"]
    assert canonical(plus)["function"].endswith(".plus")
    assert canonical(functools.partial(plus, y=2)) != canonical(functools.partial(plus, y=3))
    assert canonical(times(2)) == canonical(times(2)) != canonical(times(3))
    nested = [canonical(lambda x: [y + 1 for y in x]), canonical(lambda x: [y + 2 for y in x])]
    assert nested[0]["code"] != nested[1]["code"]


class Thing:
    def __init__(self, size):
        self.size = size


class Other(Thing):
    def grow(self):
        return self.size + 1


def test_objects_without_addresses():
    assert canonical(Thing(1)) == canonical(Thing(1)) != canonical(Thing(2))
    assert " at 0x" not in json.dumps(canonical([Thing(Thing(3)), Thing, len, np.sin]))
    assert canonical(Thing(1))["class"] != canonical(Other(1))["class"]


def test_the_code_of_a_class_without_a_version_counts():
    def made(step):
        class Local:
            def move(self, x):
                return x + step if step == 1 else x

        return Local

    again = canonical(made(1)())
    assert again == canonical(made(1)())
    assert "#" in again["class"]


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (float("nan"), "nan"),
        (float("-inf"), "-inf"),
        (np.float32(0.5), 0.5),
        (np.bool_(True), True),
        ({"b": 1, "a": (1, 2)}, {"a": [1, 2], "b": 1}),
        ({3, 1, 2}, [1, 2, 3]),
        (np.array(["x", None], dtype=object), ["x", None]),
    ],
)
def test_plain_values(value, written):
    assert canonical(value) == written


def test_generators_by_their_state():
    one, other = np.random.default_rng(1), np.random.default_rng(2)
    assert canonical(one) == canonical(np.random.default_rng(1)) != canonical(other)
    legacy = np.random.RandomState(3)
    assert canonical(legacy) == canonical(np.random.RandomState(3))


def test_a_ring_of_objects_ends():
    ring = Thing(None)
    ring.size = ring
    assert settings_text(ring=ring)


def test_the_same_text_in_another_process():
    script = (
        "from sklearn.gaussian_process import GaussianProcessRegressor as G\n"
        "from sklearn.gaussian_process.kernels import RBF, WhiteKernel\n"
        "from bakeoff.learners import SklearnLearner\n"
        "print(SklearnLearner('g', G(RBF() + WhiteKernel(0.5))).settings)"
    )
    here = text(GaussianProcessRegressor(RBF() + WhiteKernel(0.5)))
    env = os.environ | {"PYTHONHASHSEED": "77"}
    there = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=env)
    assert there.stdout.strip() == here

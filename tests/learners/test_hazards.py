"""What a stranger's study file may not do through parameters, and the cache that is impossible where it is tried."""

import inspect
import tomllib
from contextlib import suppress
from pathlib import Path

import pytest
from joblib import Memory
from sklearn.experimental import enable_halving_search_cv, enable_iterative_imputer  # noqa: F401 - study files may name what they enable
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils import all_estimators

from bakeoff.core import cores
from bakeoff.core.errors import BadInput
from bakeoff.learners import SklearnLearner, learner_from
from bakeoff.learners.hazards import HAZARDS, check_parameters

REVIEWED = tomllib.loads(Path(__file__).with_name("parameters.toml").read_text(encoding="utf-8"))
FREE = (str, dict, list, tuple, object, "no_validation")
PIPELINE = {
    "use": "sklearn.pipeline.Pipeline",
    "params": {"steps": [["clf", {"use": "sklearn.naive_bayes.GaussianNB"}]]},
}


def kinds(estimator: type, name: str) -> str:
    """What the parameter takes beyond a fixed list, by scikit-learn's own declaration."""
    declared = getattr(estimator, "_parameter_constraints", {}).get(name, "no_validation")
    if isinstance(declared, str) or any(one in FREE for one in declared):
        return "free"
    return "functions" if callable in declared else "closed"


def test_every_parameter_of_scikit_learn_was_reviewed():
    free = set(REVIEWED["free"]) | {one.parameter for one in HAZARDS}
    functions = free | set(REVIEWED["functions"].split())
    known = {"free": free, "functions": functions, "closed": functions | set(REVIEWED["closed"].split())}
    new = [
        f"{name}.{parameter}"
        for name, estimator in all_estimators()
        for parameter in inspect.signature(estimator).parameters
        if parameter not in known[kinds(estimator, parameter)]
    ]
    assert not new, (
        f"not reviewed: {', '.join(new)}; if a text there can name a file, a cache, a connection or code, add it to "
        "HAZARDS of bakeoff.learners.hazards, otherwise to parameters.toml beside this test"
    )


def test_every_hazard_is_a_parameter():
    found = {parameter for _, estimator in all_estimators() for parameter in inspect.signature(estimator).parameters}
    assert {one.parameter for one in HAZARDS} <= found


def test_no_estimator_can_stand_in_for_a_function():
    """A study file can make estimators, but no functions."""
    assert [name for name, kind in all_estimators() if any("__call__" in vars(one) for one in kind.__mro__)] == []


@pytest.mark.parametrize(
    "params",
    [
        {"memory": "cache"},
        {"param_grid": {"memory": ["cache"]}},
        {"param_grid": [{"clf__var_smoothing": [1e-9]}, {"memory": ["cache"]}]},
        {"param_distributions": {"inner__deeper__memory": ["cache"]}},
        {"estimator": {"use": "sklearn.pipeline.Pipeline", "params": {"memory": "cache"}}},
        {"estimators": [["a", {"use": "sklearn.pipeline.Pipeline", "params": {"memory": {"use": "x.Y"}}}]]},
        {"param_grid": {"clf": [{"use": "sklearn.cluster.FeatureAgglomeration", "params": {"memory": "cache"}}]}},
        {"steps": [["v", {"use": "sklearn.feature_extraction.text.CountVectorizer", "params": {"input": "filename"}}]]},
        {"param_grid": {"v__input": ["content", "file"]}},
        {"pre_dispatch": "__import__('os').getpid()"},
        {"solver_options": {"write_model_file": "model.lp", "write_model_to_file": True}},
        {"param_grid": {"solver_options": [{"log_file": "log"}]}},
    ],
)
def test_refused_before_any_import(params):
    """The package does not exist, so an import would end in another sentence."""
    for given in ({"params": params}, {"steps": [{"use": "nowhere.T", "params": params}]}, {"prepare": params}):
        with pytest.raises(BadInput, match=r"^parameter '\w+': .*; (drop|write|give)"):
            learner_from("x", "nowhere.Learner", allow=["nowhere"], **given)


def test_the_harmless_passes():
    check_parameters(
        {"class_weight": {"memory": 2.0, "input": 1}, "memory": None, "memory__C": "x", "input": "content"}
    )
    check_parameters({"pre_dispatch": "2*n_jobs", "solver_options": {"time_limit": 3.0, "presolve": False}})
    made = learner_from("x", "sklearn.model_selection.GridSearchCV", {"estimator": PIPELINE, "param_grid": {}})
    assert made.caches is False


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_cache_is_impossible_for_learners_of_a_study_file(weather, rng, tmp_path, poison, jobs):
    cache, marker = tmp_path / "cache", tmp_path / "marker"
    steps = [("scale", StandardScaler()), ("clf", GaussianNB())]
    search = GridSearchCV(Pipeline(steps), {"memory": [str(cache)]}, cv=2, n_jobs=jobs)

    SklearnLearner("x", search, caches=False).fit(weather, rng)
    assert not cache.exists()

    SklearnLearner("x", search).fit(weather, rng)  # objects of the user's own keep theirs
    poison(cache, marker)
    SklearnLearner("x", search, caches=False).fit(weather, rng)
    assert not marker.exists()
    with suppress(ValueError):  # the poison is no result
        SklearnLearner("x", search).fit(weather, rng)
    assert marker.exists(), "the attack itself does not work any more, so this test shows nothing"
    assert Memory(str(tmp_path)).location == str(tmp_path)


@pytest.mark.parametrize(
    "params",
    [{"n_jobs": 9}, {"estimator__n_jobs": 10**6}, {"param_grid": [{"forest__n_jobs": [1, 9]}]}, {"n_jobs": 1e300}],
)
def test_no_more_processes_than_a_few_for_each_core(params, monkeypatch):
    monkeypatch.setattr(cores, "cores", lambda: 2)
    with pytest.raises(BadInput, match=r"may not ask for so many processes on .* give at most 8, or -1"):
        check_parameters(params)
    check_parameters({"n_jobs": 8, "forest": {"n_jobs": -1}, "jobs": 100})

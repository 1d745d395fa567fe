"""What a search object of scikit-learn or Optuna found while it was fitted: candidates, their inner scores, the chosen one."""

from types import SimpleNamespace

import pytest
from sklearn.svm import SVC

from bakeoff.learners.search_results import search_facts


def test_trials_of_optunas_search_are_kept_with_their_ranges():
    """The attributes of optuna-integration's OptunaSearchCV, which is not installed with bakeoff."""
    trials = [
        SimpleNamespace(params={"C": 0.1, "degree": 2}, value=0.5, user_attrs={"split0_test_score": 0.4, "split1_test_score": 0.6}),
        SimpleNamespace(params={"C": 10.0, "degree": 4}, value=0.9, user_attrs={}),
    ]  # fmt: skip
    space = {"C": SimpleNamespace(low=0.01, high=100.0, log=True), "degree": SimpleNamespace(low=2, high=4, log=False)}
    search = SimpleNamespace(
        trials_=trials, best_params_=trials[1].params, param_distributions=space, estimator=SVC(), scoring=None
    )
    facts = search_facts(search)
    assert facts is not None
    found = facts["tuning"]
    assert (found["measure"], found["chosen"]) == ("accuracy", 1)
    assert [one["scores"] for one in found["candidates"]] == [[0.4, 0.6], [0.9]]
    assert [one["places"] for one in found["candidates"]] == [
        {"C": pytest.approx(0.25), "degree": 0.0},
        {"C": pytest.approx(0.75), "degree": 1.0},
    ]

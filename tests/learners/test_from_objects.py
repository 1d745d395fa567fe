import subprocess
import sys

import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB

from bakeoff.core.errors import BadInput
from bakeoff.learners import BASELINES, Majority, OneRule, SklearnLearner, as_learners, learner_from


class TestByPath:
    def test_an_estimator_with_parameters(self):
        learner = learner_from("svm", "sklearn.svm.SVC", {"C": 2.0}, scale=True, columns=["a"], prepare=True)
        assert learner.estimator.C == 2.0
        assert (learner.name, learner.scale, learner.columns, learner.prepare) == ("svm", True, ("a",), "auto")
        assert learner_from("svm", "sklearn.svm.SVC", columns=None, prepare=False).prepare == "none"

    @pytest.mark.parametrize("use", [*BASELINES, *(f"bakeoff.{one}" for one in BASELINES)])
    def test_baselines(self, use):
        assert isinstance(learner_from("x", use), BASELINES[use.removeprefix("bakeoff.")])
        assert learner_from("rule", "one-rule", {"bucket": 3}) == OneRule("rule", bucket=3)

    def test_a_preparation_of_the_users_own(self):
        use = {"use": "sklearn.preprocessing.StandardScaler", "params": {"with_mean": False}}
        learner = learner_from("nb", "sklearn.naive_bayes.GaussianNB", prepare=use)
        assert learner.prepare.with_mean is False
        assert learner.describe() == "by StandardScaler"
        with pytest.raises(BadInput, match="must transform"):
            learner_from("nb", "sklearn.naive_bayes.GaussianNB", prepare={"use": "sklearn.svm.SVC"})

    def test_steps_make_a_pipeline(self):
        steps = [
            "sklearn.preprocessing.StandardScaler",
            {"use": "sklearn.decomposition.PCA", "params": {"n_components": 2}},
        ]
        learner = learner_from("p", "sklearn.naive_bayes.GaussianNB", steps=steps)
        assert [name for name, _ in learner.estimator.steps] == ["standardscaler", "pca", "gaussiannb"]
        assert learner.estimator.steps[1][1].n_components == 2

    def test_estimators_inside_parameters(self):
        inner = {"use": "sklearn.tree.DecisionTreeClassifier", "params": {"max_depth": 2}}
        bagging = learner_from("b", "sklearn.ensemble.BaggingClassifier", {"estimator": inner}).estimator
        assert bagging.estimator.max_depth == 2
        voting = learner_from(
            "v", "sklearn.ensemble.VotingClassifier", {"estimators": [["a", inner], ["b", dict(inner)]]}
        ).estimator
        assert voting.estimators[1][1].max_depth == 2
        with pytest.raises(BadInput, match="--allow os"):
            learner_from("b", "sklearn.ensemble.BaggingClassifier", {"estimator": {"use": "os.system"}})

    def test_the_same_path_the_same_settings(self):
        one, other = (learner_from(name, "sklearn.naive_bayes.GaussianNB") for name in "ab")
        assert one.settings == other.settings == SklearnLearner("c", GaussianNB()).settings


@pytest.mark.parametrize(
    ("use", "params", "message"),
    [
        ("os.system", {}, "to use another package, allow it with --allow os"),
        ("subprocess.Popen", {"args": "true"}, "--allow subprocess"),
        ("xgboost.XGBClassifier", {}, "--allow xgboost"),
        ("bakeoff.core.errors.BadInput", {}, "no baseline called"),
        ("sklearnx.svm.SVC", {}, "--allow sklearnx"),
        ("sklearn.utils.os.system", {}, "cannot be imported"),
        ("sklearn.base.defaultdict", {}, "--allow collections"),
        ("sklearn.base.warnings", {}, "is not a class but a module"),
        ("sklearn.base.clone", {}, "is not a class but a function"),
        ("sklearn.utils.Bunch", {}, "is not an estimator"),
        ("sklearn.pipeline.Pipeline", {"steps": [], "memory": "cache"}, "read as pickles"),
        ("sklearn.svm.SCV", {}, "no class in sklearn.svm called 'SCV'; did you mean 'SVC'"),
        ("sklearn.swm.SVC", {}, "cannot be imported"),
        ("sklearn.model_selection.HalvingGridSearchCV", {}, "missing 2 required positional arguments"),
        ("SVC", {}, "is not an import path"),
        ("sklearn.svm.SVC()", {}, "is not an import path"),
        ("sklearn..SVC", {}, "is not an import path"),
        ("sklearn.__loader__.x", {}, "is not an import path"),
        ("sklearn.svm.SVC; import os", {}, "is not an import path"),
        (
            "sklearn.svm.SVC",
            {"kernal": "rbf"},
            "no parameter of sklearn.svm.SVC called 'kernal'; did you mean 'kernel'",
        ),
        ("sklearn.svm.SVC", {"C": -1.0}, "The 'C' parameter of SVC must be a float in the range"),
        ("sklearn.svm.SVC", {"kernel": "rbff"}, "The 'kernel' parameter of SVC must be"),
        ("sklearn.preprocessing.StandardScaler", {}, "StandardScaler cannot predict"),
        ("sklearn.cluster.DBSCAN", {}, "cannot predict rows it was not fitted on"),
        ("sklearn.ensemble.VotingClassifier", {}, "missing 1 required positional argument"),
        ("sklearn.ensemble.BaggingClassifier", {"estimator": {"use": "sklearn.svm.SVC", "parms": {}}}, "key of a step"),
        (
            "sklearn.ensemble.BaggingClassifier",
            {"estimator": {"use": "sklearn.svm.SVC", "params": 3}},
            "must be a table",
        ),
        ("one-rule", {"buckets": 3}, "no parameter of one-rule called 'buckets'; did you mean 'bucket'"),
        ("bakeoff.majorty", {}, "no baseline called 'majorty'; did you mean 'majority'"),
    ],
)
def test_refused_in_one_sentence(use, params, message):
    with pytest.raises(BadInput, match=message.replace("(", r"\(")):
        learner_from("x", use, params)


def test_baselines_take_no_preparation():
    with pytest.raises(BadInput, match="a baseline takes no scale or columns"):
        learner_from("x", "majority", scale=True, columns=["a"])


def test_a_step_must_transform():
    with pytest.raises(BadInput, match="a step must transform the columns, and GaussianNB does not"):
        learner_from("x", "sklearn.svm.SVC", steps=["sklearn.naive_bayes.GaussianNB"])


def test_nothing_is_imported_before_it_is_allowed(tmp_path):
    (tmp_path / "stranger.py").write_text(
        "open('was_here', 'w').close()\nfrom sklearn.naive_bayes import GaussianNB\nclass Mine(GaussianNB):\n    pass\n"
    )
    script = (
        "from pathlib import Path\n"
        "from bakeoff.learners import learner_from\n"
        "try:\n    learner_from('x', 'stranger.Mine')\n"
        "except ValueError as error:\n    print(error)\n"
        "print(Path('was_here').exists())\n"
        "print(type(learner_from('x', 'stranger.Mine', allow=['stranger']).estimator).__name__)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True)
    refusal, imported, kind = done.stdout.splitlines()
    assert "--allow stranger" in refusal
    assert (imported, kind) == ("False", "Mine")


class TestObjects:
    def test_a_mapping(self):
        learners = as_learners({"lr": LogisticRegression(), "zero": Majority(), "rule": "one-rule"}, scale=True)
        assert [one.name for one in learners] == ["lr", "zero", "rule"]
        assert learners[0].scale is True
        assert learners[1] == Majority("zero")
        assert learners[2] == OneRule("rule")

    def test_lists(self):
        learners = as_learners([GaussianNB(), Majority(), ("lr", LogisticRegression()), "sklearn.svm.SVC"])
        assert [one.name for one in learners] == ["GaussianNB", "majority", "lr", "SVC"]

    def test_a_learner_of_the_users_own(self):
        class Mine:
            name = "mine"
            gives = frozenset({"label"})
            settings = "1"

            def fit(self, train, rng):
                return None

        mine = Mine()
        assert as_learners([mine]) == (mine,)
        with pytest.raises(BadInput, match="'mine' is listed as 'other'; use its own name"):
            as_learners({"other": mine})

    def test_a_renamed_learner_keeps_its_settings(self):
        one = SklearnLearner("a", GaussianNB(), scale=True, columns=("x",))
        (other,) = as_learners({"b": one})
        assert (other.name, other.settings) == ("b", one.settings)

    @pytest.mark.parametrize(
        ("given", "message"),
        [
            ([GaussianNB(), GaussianNB()], "two learners are called 'GaussianNB'"),
            ({}, "no learners were given"),
            ({"": GaussianNB()}, "needs a name that is not empty"),
            ({1: GaussianNB()}, "needs a name that is not empty"),
            ({"x": GaussianNB}, "make an object"),
            ({"x": 3}, r"has no fit\(\)"),
            ("majority", "learners must be a mapping"),
            (GaussianNB(), "learners must be a mapping"),
        ],
    )
    def test_slips(self, given, message):
        with pytest.raises(BadInput, match=message):
            as_learners(given)

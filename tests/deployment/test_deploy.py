"""From results to a file and back: the same predictions, an honest card, and files that are refused."""

import json
import sys
import tempfile
import zipfile
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import sklearn
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import GridSearchCV
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, SplineTransformer, StandardScaler
from sklearn.tree import DecisionTreeClassifier

import bakeoff as bo
from bakeoff.core.errors import BakeoffError
from bakeoff.deployment.card_page import summary_lines
from bakeoff.deployment.final_fit import _seconds
from bakeoff.learners.from_objects import as_learners
from bakeoff.learners.from_settings import learner_from_settings, versions_in
from bakeoff.learners.model_state import model_from, state_of
from bakeoff.tuning.from_settings import any_learner_from_settings

skops_io = pytest.importorskip("skops.io")

RNG = np.random.default_rng(3)
ROWS = pd.DataFrame(
    {
        "age": RNG.integers(18, 80, 120),
        "city": RNG.choice(["Rome", "Oslo", "Lima"], 120),
        "income": RNG.normal(30, 9, 120),
    }
)
TRUTH = np.where(ROWS["age"] + ROWS["income"] + RNG.normal(0, 9, 120) > 80, "yes", "no")


@pytest.fixture(scope="module")
def results() -> bo.Results:
    learners = {"logistic": LogisticRegression(max_iter=1000), "forest": RandomForestClassifier(5), "zero": "majority"}
    return bo.evaluate(learners, ROWS, TRUTH, cv=3, positive="yes", scoring=["accuracy"], progress=False, name="shop")


@pytest.fixture(scope="module")
def deployment(results: bo.Results) -> bo.Deployment:
    return results.deploy()


@pytest.fixture(scope="module")
def saved(deployment: bo.Deployment, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return deployment.save(tmp_path_factory.mktemp("model") / "model.skops")


def test_the_winner_is_deployed_with_its_corrected_estimate(results: bo.Results, deployment: bo.Deployment) -> None:
    best, card = results.best(), deployment.card.facts
    assert card.learner == best.learner == "logistic"
    assert (card.estimate.value, card.estimate.low, card.estimate.high) == (
        best.corrected.value,
        best.corrected.low,
        best.corrected.high,
    )
    assert card.naive is not None
    assert card.naive.value == best.naive.value
    assert card.estimate.method.startswith("BBC-CV")
    assert card.rows == 120
    assert {one.code for one in card.not_tested} >= {
        "deployment.no_groups",
        "deployment.no_times",
        "deployment.probabilities",
    }


def test_the_model_is_that_of_scikit_learn_on_all_rows(deployment: bo.Deployment) -> None:
    coded = pd.get_dummies(ROWS, columns=["city"]).astype(float)
    numbers = [name for name in ROWS if name != "city"]
    coded[numbers] = (ROWS[numbers] - ROWS[numbers].mean()) / ROWS[numbers].std(ddof=0)
    own = LogisticRegression(max_iter=1000).fit(coded, TRUTH).predict_proba(coded)[:, 1]
    assert np.allclose(deployment.predict(ROWS).frame("pandas")["proba_yes"], own, atol=1e-4)


def test_a_saved_model_predicts_the_same_in_its_own_process(deployment: bo.Deployment, saved: Path) -> None:
    assert zipfile.is_zipfile(saved)
    assert saved.with_suffix(".md").read_text().startswith("# Model card: logistic on shop")
    assert "<html" in saved.with_suffix(".html").read_text()
    new = ROWS.assign(city=["Paris"] * 3 + ["Rome"] * 117)
    with bo.load_model(saved) as model:
        there, here = model.predict(new), deployment.predict(new)
        pd.testing.assert_frame_equal(there.frame("pandas"), here.frame("pandas"))
        assert there.notes[0].code == "deployment.new_levels"
        assert model.card.facts == deployment.card.facts
        with pytest.raises(BakeoffError, match="no column 'income'; add it"):
            model.predict(new.drop(columns="income"))


def test_a_named_learner_keeps_its_own_estimate_and_says_so(results: bo.Results, tmp_path: Path) -> None:
    made = results.deploy("forest")
    card = made.card.facts
    assert card.naive is None
    assert "deployment.named" in {one.code for one in card.notes}
    path = made.save(tmp_path / "forest.skops", card=False)
    assert not path.with_suffix(".md").exists()
    assert card.types == ()
    with bo.load_model(path) as model:
        assert (model.predict(ROWS).label == made.predict(ROWS).label).all()


def test_a_named_learner_that_is_the_best_was_not_picked(
    results: bo.Results, deployment: bo.Deployment, saved: Path, tmp_path: Path
) -> None:
    picked, named = deployment, results.deploy("logistic")
    assert named.card.facts.learner == picked.card.facts.learner
    assert named.card.facts.estimate == picked.card.facts.estimate, (
        "the correction stays: it may have been named for its score"
    )
    assert "deployment.named_best" in {one.code for one in named.card.facts.notes}
    assert "deployment.named_best" not in {one.code for one in picked.card.facts.notes}
    text = named.save(tmp_path / "named.skops").with_suffix(".md").read_text()
    assert "The learner was named by the person who deployed it." in text
    assert "corrected as if it had been picked" in text
    for words in ("was taken", "having been picked", "used for the selection"):
        assert words not in text
        assert words not in "\n".join(summary_lines(named.card.facts))
    assert "The learner with the best" in saved.with_suffix(".md").read_text()


def test_a_type_that_is_not_known_must_be_named() -> None:
    learners = {"curves": make_pipeline(SplineTransformer(3), Ridge())}
    found = bo.evaluate(learners, ROWS[["age", "income"]], ROWS["age"] * 2.0, cv=2, scoring="rmse", progress=False)
    made = found.deploy()
    spline = "scipy.interpolate._bsplines.BSpline"
    assert spline in made.card.facts.types
    with tempfile.TemporaryDirectory() as folder:
        path = made.save(Path(folder) / "curves.skops", card=False)
        with pytest.raises(BakeoffError, match=rf"not known to be safe: .*{spline}.*--trust {spline}"):
            bo.load_model(path)
        with bo.load_model(path, trusted=made.card.facts.types) as model:
            assert np.allclose(model.predict(ROWS).label, made.predict(ROWS).label)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda r, _: r.deploy("logistik"), "did you mean 'logistic'?"),
        (lambda r, _: r.deploy(dataset="shops"), "no data set called 'shops'; did you mean 'shop'?"),
        (lambda r, _: r.deploy(data=bo.load((ROWS[:50], TRUTH[:50]), positive="yes")), "they have 50 rows, not 120"),
        (lambda r, _: r.deploy(data=bo.load("iris")), "the target is for multiclass, not binary"),
        (lambda r, _: r.deploy(study="nowhere.toml"), "there is no file nowhere.toml"),
        (lambda _, made: made.save("model.pkl"), "saved as .skops, not as 'model.pkl'"),
        (lambda _, made: made.save("/nowhere/model.skops"), "no directory"),
    ],
)  # fmt: skip
def test_what_cannot_be_deployed_is_refused(
    results: bo.Results, deployment: bo.Deployment, call: object, words: str
) -> None:
    with pytest.raises(BakeoffError) as error:
        call(results, deployment)
    assert words in str(error.value)


def test_other_data_are_trained_on_only_if_asked_for(results: bo.Results) -> None:
    made = results.deploy(data=bo.load((ROWS[:90], TRUTH[:90]), positive="yes"), other_data=True)
    assert made.card.facts.rows == 90
    assert "deployment.other_data" in {one.code for one in made.card.facts.notes}


def test_a_study_of_several_data_sets_asks_which() -> None:
    data = [bo.make("xor", n=40, seed=1), bo.make("linear", n=40, seed=1)]
    found = bo.Study(
        datasets=data, learners={"zero": "majority", "rule": "one-rule"}, scheme=2, measures="accuracy"
    ).run(progress=False)
    with pytest.raises(BakeoffError, match="2 data sets, and a model is trained on one; name it with --dataset"):
        found.deploy()
    assert found.deploy(dataset="xor").card.facts.dataset == "xor"


def test_a_study_file_without_its_toml_makes_the_learner_again(tmp_path: Path) -> None:
    learners = {"near": make_pipeline(StandardScaler(), KNeighborsClassifier(3)), "zero": "majority"}
    bo.Study(datasets=bo.load("iris"), learners=learners, scheme=2, measures="accuracy").run(
        tmp_path / "s.bakeoff", progress=False
    )
    with bo.open(tmp_path / "s.bakeoff") as found:
        made = found.deploy()
    assert made.learner == "near"
    assert "StandardScaler" in made.card.facts.settings
    data = bo.make("xor", n=40, seed=1)
    bo.Study(datasets=data, learners=learners, scheme=2, measures="accuracy").run(
        tmp_path / "m.bakeoff", progress=False
    )
    with bo.open(tmp_path / "m.bakeoff") as found, pytest.raises(BakeoffError, match="contains no features"):
        found.deploy()


def test_regression_and_a_search_are_deployed() -> None:
    y = ROWS["age"] * 2.0 + RNG.normal(0, 3, 120)
    searched = GridSearchCV(Ridge(), {"alpha": [0.1, 10.0]})
    found = bo.evaluate(
        {"ridge": searched, "mean": "mean"}, ROWS[["age", "income"]], y, cv=3, scoring="rmse", progress=False
    )
    card = found.deploy().card.facts
    assert [name for name, _ in card.chosen] == ["alpha"]
    assert card.target_range == (float(y.min()), float(y.max()))


def test_a_tuned_learner_chooses_again_on_all_rows() -> None:
    tuned = bo.Tuned(KNeighborsClassifier(), {"n_neighbors": bo.choice([1, 5])}, search="grid", scheme="3-fold")
    found = bo.evaluate({"near": tuned, "zero": "majority"}, ROWS[["age", "income"]], TRUTH, cv=3, progress=False)
    made = found.deploy("near")
    assert [name for name, _ in made.card.facts.chosen] == ["n_neighbors"]
    assert len(made.predict(ROWS)) == 120


def _with(source: Path, target: Path, change: object) -> Path:
    """A copy of a model's file with its parts changed."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for name, content in change({one: old.read(one) for one in old.namelist()}).items():
            new.writestr(name, content)
    return target


def _hostile_schema(parts: dict[str, bytes]) -> dict[str, bytes]:
    text = (
        parts["schema.json"]
        .decode()
        .replace("sklearn.linear_model._logistic", "os")
        .replace("LogisticRegression", "system")
    )
    return parts | {"schema.json": text.encode()}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda parts: parts | {"bomb.npy": b"\0" * 30_000_000}, "unpacks to"),
        (lambda parts: parts | {"../../evil": b"x"}, "names that no model has"),
        (lambda parts: parts | {"/etc/evil": b"x"}, "names that no model has"),
        (lambda parts: {name: one for name, one in parts.items() if "card" not in name}, "contains no card"),
        (lambda parts: parts | {"bakeoff-card.json": b"{}"}, "contains no card that bakeoff can read"),
        (lambda parts: parts | {"bakeoff-card.json": b"[" * 100_000}, "contains no card that bakeoff can read"),
    ],
)  # fmt: skip
def test_a_hostile_file_is_refused_before_it_is_loaded(saved: Path, tmp_path: Path, change: object, words: str) -> None:
    with pytest.raises(BakeoffError) as error:
        bo.load_model(_with(saved, tmp_path / "bad.skops", change), memory=25)
    assert words in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "words"),
    [
        (_hostile_schema, "not known to be safe"),
        (lambda parts: parts | {"schema.json": b"[" * 200_000}, "bad.skops"),
        (lambda parts: parts | {"schema.json": b"{}"}, "bad.skops"),
        (lambda parts: {name: b"\x80\x04cos\nsystem\n" if name.endswith(".npy") else one for name, one in parts.items()}, "bad.skops"),
    ],
)  # fmt: skip
def test_a_hostile_file_does_its_worst_in_a_child(saved: Path, tmp_path: Path, change: object, words: str) -> None:
    with pytest.raises(BakeoffError) as error:
        bo.load_model(_with(saved, tmp_path / "bad.skops", change))
    assert words in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("content", [b"", b"not a zip", b"PK\x03\x04" + b"\0" * 100])
def test_what_is_no_model_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.skops"
    path.write_bytes(content)
    with pytest.raises(BakeoffError, match="is not a model that bakeoff wrote, or it is damaged"):
        bo.load_model(path)
    with pytest.raises(BakeoffError, match="is a folder"):
        bo.load_model(tmp_path)
    with pytest.raises(BakeoffError, match="there is no file"):
        bo.load_model(tmp_path / "gone.skops")


def test_a_model_that_takes_too_long_is_ended(saved: Path) -> None:
    with pytest.raises(BakeoffError, match=r"took longer than 0\.001 seconds"):
        bo.load_model(saved, timeout=0.001)


@pytest.mark.parametrize(
    "learner", ["majority", "prior", "random", "one-rule", make_pipeline(StandardScaler(), LogisticRegression())]
)
def test_a_state_is_the_model(learner: object) -> None:
    data = bo.load("iris")
    one = as_learners({"x": learner})[0]
    model = one.fit(data, np.random.default_rng(1))
    again = model_from(skops_io.loads(skops_io.dumps(state_of(model)), trusted=[]))
    assert np.array_equal(again.predict(data.features).label, model.predict(data.features).label)


def test_the_card_lists_candidates_from_best_to_worst(saved: Path) -> None:
    text = saved.with_suffix(".md").read_text()
    places = [text.index(f"| {name} | ") for name in ("logistic", "forest", "zero")]
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("learner", "space", "given"),
    [
        (KNeighborsClassifier(), {"n_neighbors": bo.integers(1, 9), "weights": bo.choice(["uniform", "distance"])}, {"trials": 4}),
        (make_pipeline(StandardScaler(), LogisticRegression()), {"logisticregression__C": bo.log_uniform(0.1, 10)}, {"search": "racing", "scheme": "5-fold"}),
        (
            make_pipeline(StandardScaler(), LogisticRegression()),
            {"standardscaler": bo.choice([StandardScaler(with_mean=False), "passthrough"]), "logisticregression__C": [0.1, 1.0]},
            {"search": "grid", "trials": 4, "measure": "accuracy"},
        ),
    ],
)  # fmt: skip
def test_a_tuned_learner_is_made_again_from_its_settings(learner, space, given) -> None:
    tuned = bo.Tuned(learner, space, name="x", **given)
    again = any_learner_from_settings("x", tuned.settings)
    assert again.settings == tuned.settings
    older = tuned.settings.replace(f'"sklearn":"{sklearn.__version__}"', '"sklearn":"1.0"')
    assert older != tuned.settings
    assert any_learner_from_settings("x", older).settings == tuned.settings
    assert versions_in(older) == {"sklearn": "1.0"}


@pytest.mark.parametrize(
    "change",
    [
        {"space": {"max_depth": {"choice": [{"function": "f", "code": "x"}]}}},
        {"space": {"max_depth": {"choice": [{"class": "os.system", "params": {}}]}}},
        {"space": {"max_deep": {"int": [1, 3]}}},
        {"space": [1]},
        {"search": "all"},
        {"scheme": None},
        {"tuned": 3},
    ],
)
def test_odd_settings_of_a_tuned_learner_are_refused(change) -> None:
    tuned = bo.Tuned(DecisionTreeClassifier(), {"max_depth": bo.integers(1, 3)}, name="x")
    settings = json.dumps(json.loads(tuned.settings) | change)
    with pytest.raises(BakeoffError, match="cannot be made again from the results file"):
        any_learner_from_settings("x", settings)


def test_a_tuned_learner_of_a_study_run_in_python_is_deployed_from_its_file(tmp_path: Path) -> None:
    learners = {
        "tuned": bo.Tuned(KNeighborsClassifier(), {"n_neighbors": [1, 5, 9]}, search="grid"),
        "zero": "majority",
    }
    study = bo.Study(datasets="iris", learners=learners, scheme="3-fold", measures="accuracy", seed=2)
    with study.run(tmp_path / "s.bakeoff", workers=1, progress=False) as results:
        here = results.deploy()
    with bo.open(tmp_path / "s.bakeoff") as results:
        there = results.deploy()
    assert there.card.facts.learner == "tuned"
    assert there.card.facts.chosen == here.card.facts.chosen
    rows = bo.load("iris").features
    assert (there.predict(rows).label == here.predict(rows).label).all()


TUNED = """
measures = ["kappa"]
[[datasets]]
name = "iris"
[learners.near]
use = "sklearn.neighbors.KNeighborsClassifier"
tune = {n_neighbors = {int = [1, 9]}, method = "METHOD", trials = 3MORE}
[learners.zero]
use = "majority"
[resampling]
folds = 3
"""


@pytest.mark.parametrize(("method", "more"), [("random", ""), ("racing", ""), ("grid", ', measure = "accuracy"')])
def test_a_tuned_learner_of_a_study_file_is_deployed_by_its_toml_file(tmp_path: Path, method: str, more: str) -> None:
    toml = tmp_path / "s.toml"
    toml.write_text(TUNED.replace("METHOD", method).replace("MORE", more))
    bo.Study.from_toml(toml).run(tmp_path / "s.bakeoff", workers=1, progress=False).close()
    with bo.open(tmp_path / "s.bakeoff") as results:
        made = results.deploy(study=toml)
    assert made.card.facts.learner == "near"
    assert [name for name, _ in made.card.facts.chosen] == ["n_neighbors"]
    toml.write_text(toml.read_text().replace("[1, 9]", "[1, 8]"))
    with (
        bo.open(tmp_path / "s.bakeoff") as results,
        pytest.raises(BakeoffError, match="no longer as it was in the study"),
    ):
        results.deploy(study=toml)


def test_a_learner_with_code_of_its_own_cannot_be_made_again() -> None:
    one = as_learners({"x": GridSearchCV(Ridge(), {"alpha": [1]}, scoring=lambda *_: 0.0)})[0]
    with pytest.raises(BakeoffError, match="cannot be made again from the results file"):
        learner_from_settings("x", one.settings)
    with pytest.raises(BakeoffError, match="taken from scikit-learn only"):
        learner_from_settings(
            "x",
            json.dumps(
                {"estimator": {"class": "os.system", "params": {}}, "prepare": "auto", "scale": False, "columns": []}
            ),
        )


HARM = """
import os, time
import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin

class Harmful(ClassifierMixin, BaseEstimator):
    '''Good on the splits, and not on all rows.'''
    def __init__(self, deed="sleep"):
        self.deed = deed

    def fit(self, X, y):
        if len(X) == 150:
            if self.deed == "sleep":
                time.sleep(600)
            if self.deed == "abort":
                os.abort()
            if self.deed == "hoard":
                self.hoard = np.ones(2**27)
                time.sleep(600)
            if self.deed == "exit":
                raise SystemExit("enough")
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.where(X[:, 2] > 2.5, self.classes_[1], self.classes_[0])
"""


@pytest.mark.parametrize(
    ("deed", "words"),
    [
        ("sleep", "still in fit after 1 s, so it was killed; allow more time with --timeout SECONDS (timeout=)"),
        ("hoard", "used more than 700 MB in fit, so it was killed; allow more memory with --memory MB (memory=)"),
        ("abort", "killed by signal 6 (SIGABRT) in fit"),
        ("exit", "SystemExit: enough"),
    ],
)
def test_a_learner_that_harms_on_all_rows_costs_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, deed: str, words: str
) -> None:
    """It is trained in a child with the limits of the study, as units are; its module lies beside the study file."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "harm_on_all.py").write_text(HARM)
    limits = {"sleep": "timeout = 1", "hoard": "memory = 700\ntimeout = 60"}.get(deed, "timeout = 60")
    (tmp_path / "study.toml").write_text(f"""
measures = ["accuracy"]
[learners.harmful]
use = "harm_on_all.Harmful"
params = {{deed = "{deed}"}}
[[datasets]]
name = "iris"
[resampling]
folds = 3
[run]
{limits}
""")
    study = bo.Study.from_toml(tmp_path / "study.toml", allow=["harm_on_all"])
    results = study.run(tmp_path / "study.bakeoff", progress=False, timeout=60)
    assert not len(results.failures)
    own = tmp_path / "temporary"  # that of the machine holds the folders of other tests too
    own.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(own))
    reopened = bo.open(tmp_path / "study.bakeoff")
    for deploy in (results.deploy, partial(reopened.deploy, study=tmp_path / "study.toml")):
        with pytest.raises(BakeoffError) as error:
            deploy(allow=["harm_on_all"])
        assert str(error.value) == f"learner 'harmful' failed on all rows of 'iris': {words}"
    assert not list(own.iterdir())


def test_a_search_has_the_time_of_a_unit_for_each_of_its_fits() -> None:
    tuned = bo.Tuned(KNeighborsClassifier(), {"n_neighbors": bo.choice([1, 5, 9, 15])}, search="grid", scheme="3-fold")
    data = bo.load("iris")
    assert tuned.planned(data).most in {3, 12}  # neighbours of all numbers come from one fit
    assert _seconds(tuned, data, 2.0) == 2.0 * (tuned.planned(data).most + 1)
    assert _seconds(tuned, data, None) is None
    timed = bo.Tuned(KNeighborsClassifier(), {"n_neighbors": bo.integers(1, 20)}, search="random", seconds=5)
    assert _seconds(timed, data, 2.0) >= 5 + 2 * 2.0
    assert _seconds(as_learners({"near": KNeighborsClassifier()})[0], data, 2.0) == 2.0


def test_a_model_that_no_other_process_can_load_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "model.skops"
    path.write_bytes(b"the model of last week")
    learner = make_pipeline(FunctionTransformer(lambda rows: rows), KNeighborsClassifier())
    made = bo.evaluate({"near": learner}, ROWS[["age", "income"]], TRUTH, cv=2, scoring="accuracy", progress=False)
    with pytest.raises(
        BakeoffError, match=r"learner 'near' cannot be deployed, because its saved model cannot be loaded: .*lambda"
    ):
        made.deploy().save(path)
    assert path.read_bytes() == b"the model of last week"
    assert [one.name for one in tmp_path.iterdir()] == ["model.skops"]

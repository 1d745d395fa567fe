"""Models of trusted types whose parameters would read files or start processes."""

import os
from pathlib import Path

import numpy as np
import pytest
from sklearn.compose import ColumnTransformer
from sklearn.ensemble import RandomForestClassifier, StackingClassifier
from sklearn.feature_extraction.text import CountVectorizer, HashingVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import FeatureUnion, Pipeline, make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.deployment.model_file import dump, load_state, read_card, write_model
from bakeoff.learners.hazards import check_model
from tests.helpers.installed_command import run_bakeoff

pytest.importorskip("skops.io")


def rows() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(1)
    features = rng.normal(size=(60, 2))
    return features, np.where(features[:, 0] > 0, "yes", "no")


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    results = bo.evaluate({"lr": LogisticRegression(max_iter=500), "zero": "majority"}, *rows(), cv=2, progress=False)
    return results.deploy("lr").save(tmp_path_factory.mktemp("model") / "model.skops")


@pytest.fixture
def forged(saved: Path, tmp_path: Path):
    """The saved model with another estimator in its place."""

    def write(estimator: object) -> Path:
        card = read_card(saved, 1e9)
        state = load_state(saved, card.types) | {"estimator": estimator}
        dump(state, tmp_path / "inner.skops")
        write_model(tmp_path / "inner.skops", card, tmp_path / "forged.skops")
        return tmp_path / "forged.skops"

    return write


def parallel() -> Pipeline:
    """A pipeline that transforms columns in processes of its own."""
    features, target = rows()
    columns = ColumnTransformer([("a", StandardScaler(), [0]), ("b", StandardScaler(), [1])])
    model = make_pipeline(columns, LogisticRegression()).fit(features, target)
    model[0].n_jobs = 2
    return model


def test_no_process_of_a_loaded_model_imports_from_the_working_folder(forged, tmp_path: Path) -> None:
    path = forged(parallel())
    for name in ("joblib", "sklearn", "numpy", "bakeoff", "sitecustomize"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / f'PWNED by {name}')!r}, 'w')\n")
    (tmp_path / "rows.csv").write_text("x0,x1\n1,2\n-1,0\n")
    done = run_bakeoff(tmp_path, "predict", path.name, "rows.csv")
    assert done.returncode == 0, done.stderr
    assert not list(tmp_path.glob("PWNED*"))


def filename(value: object = "filename") -> CountVectorizer:
    made = CountVectorizer()
    made.input = value
    return made


DANGEROUS = {
    "a name of a file": filename(),
    "an open file": filename("file"),
    "a text of NumPy": filename(np.str_("filename")),
    "an array that equals a text": filename(np.array("filename")),
    "a list": filename(["filename"]),
    "another vectorizer": HashingVectorizer(input="filename"),
    "in a pipeline": make_pipeline(StandardScaler(), filename()),
    "in a union": FeatureUnion([("a", filename())]),
    "in columns": ColumnTransformer([("a", filename(), 0)]),
    "in the parameters of a function": FunctionTransformer(kw_args={"vectorizer": filename()}),
    "in an array": FunctionTransformer(kw_args={"vectorizers": np.array([filename(), None], dtype=object)}),
    "in an ensemble": StackingClassifier([("a", make_pipeline(filename(), LogisticRegression()))]),
}


SHORT = ("a name of a file", "an array that equals a text", "in a pipeline", "in an array", "in an ensemble")


@pytest.mark.parametrize("name", DANGEROUS if os.environ.get("BAKEOFF_LONG_FAULTS") else SHORT)
def test_a_model_that_would_read_files_is_refused(forged, name: str) -> None:
    with pytest.raises(BadInput, match="Vectorizer with a dangerous parameter 'input': the cells of a data set would name files to read; do not use it"):  # fmt: skip
        bo.load_model(forged(DANGEROUS[name]), trusted=["numpy.str_"])


def test_a_model_that_reads_a_file_says_nothing_of_it(forged, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("a b a b")
    model = make_pipeline(CountVectorizer(vocabulary=["a", "b"], input="filename"), LogisticRegression())
    path = forged(model)
    (tmp_path / "rows.csv").write_text("x0,x1\n1,2\n")
    done = run_bakeoff(tmp_path, "predict", path.name, "rows.csv")
    assert done.returncode == 2
    assert "contains a CountVectorizer with a dangerous parameter 'input'" in done.stderr


def test_caches_and_processes_are_taken_from_every_part() -> None:
    knn, forest = KNeighborsClassifier(n_jobs=3), RandomForestClassifier(n_jobs=-1)
    pipeline = Pipeline([("knn", knn)], memory="cache")
    loop: dict = {"estimators": [(pipeline, {"forest": forest})]}
    loop["self"] = loop
    check_model(loop)
    assert (knn.n_jobs, forest.n_jobs, pipeline.memory) == (1, 1, None)
    check_model(CountVectorizer())

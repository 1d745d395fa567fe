"""The packages of RO-Crate and of Croissant read what a crate holds, and find nothing wrong with it."""

import pytest

import bakeoff as bo

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]


@pytest.fixture(scope="module")
def crate(tmp_path_factory):
    folder = tmp_path_factory.mktemp("crate")
    study = bo.Study(datasets=["iris", "wine"], learners=["majority", "one-rule"], scheme="2-fold", title="Small")
    with study.run(folder / "study.bakeoff", workers=1, progress=False) as results:
        return results.crate(folder / "crate", authors=["Anna"])


def test_rocrate_loads_it(crate):
    rocrate = pytest.importorskip("rocrate.rocrate")
    loaded = rocrate.ROCrate(str(crate))
    assert loaded.name == "Small"
    files = {entity.id for entity in loaded.data_entities}
    assert {"study.bakeoff", "report.html", "scores.csv", "data/iris/", "data/iris/croissant.json"} <= files
    assert loaded.root_dataset["author"]["name"] == "Anna"
    assert loaded.dereference("#run")["result"]


def test_croissant_loads_its_records(crate):
    mlcroissant = pytest.importorskip("mlcroissant")
    data = mlcroissant.Dataset(jsonld=str(crate / "data" / "iris" / "croissant.json"))
    issues = data.metadata.ctx.issues
    assert not issues.errors
    assert not issues.warnings
    rows = list(data.records("rows"))
    assert len(rows) == 150
    assert rows[0]["rows/target"] == b"setosa"
    assert len(list(data.records("columns"))) == 4

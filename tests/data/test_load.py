"""load: where a source leads, and what it says when it leads nowhere."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.core.references import cite
from bakeoff.data.bundled import BUNDLED
from bakeoff.data.tasks import REGRESSION

SHARED = Path(__file__).parents[2].parent / "shared" / "data"


@pytest.mark.parametrize("known", [one for one in BUNDLED if one.name != "linnerud"], ids=lambda one: one.name)
def test_bundled_sets_are_what_they_are_declared_to_be(known):
    data = bo.load(known.name)
    assert (len(data), len(data.columns), data.task, data.classes) == (
        known.rows,
        known.features,
        known.task,
        known.classes,
    )
    assert data.positive is None
    assert cite(known.reference).key == known.reference


def test_bundled_values_are_those_of_scikit_learn():
    from sklearn.datasets import load_breast_cancer

    theirs = load_breast_cancer()
    data = bo.load("breast_cancer", positive="malignant")
    np.testing.assert_array_equal(data.features, theirs.data)
    assert [data.classes[code] for code in data.target] == [theirs.target_names[code] for code in theirs.target]
    assert data.positive == "malignant"


def test_a_set_with_several_targets_asks_which():
    with pytest.raises(BadInput, match="set target= to one of 'Weight', 'Waist', 'Pulse'"):
        bo.load("linnerud")
    data = bo.load("linnerud", target="Pulse")
    assert (len(data), len(data.columns), data.task) == (20, 3, REGRESSION)
    with pytest.raises(UnknownName, match="did you mean 'Waist'"):
        bo.load("linnerud", target="Waste")


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("irs", "no data set or file called 'irs'; did you mean 'iris'"),
        ("friedman1", r"artificial domain, which is made: bo.make\('friedman1'"),
        ("nothing.csv", "no file called 'nothing.csv'"),
        ("nothing.arff", "no file called 'nothing.arff'"),
        ("table.xls", "use .csv, .tsv, .txt, .md"),
        ("https://example.org/x.csv", "is an address, which is not opened"),
        (42, "a frame of pandas, polars or pyarrow is needed, not int"),
        (".", "does not read|is a directory"),
    ],
)
def test_sources_that_lead_nowhere(source, sentence):
    with pytest.raises(BadInput, match=sentence):
        bo.load(source)


def test_a_directory_with_a_suffix_is_no_file(tmp_path):
    (tmp_path / "d.csv").mkdir()
    with pytest.raises(BadInput, match="is a directory"):
        bo.load(tmp_path / "d.csv", target="y")


def test_a_data_set_or_a_target_beside_a_pair_is_refused():
    with pytest.raises(BadInput, match="a Dataset already"):
        bo.load(bo.load("iris"))
    with pytest.raises(BadInput, match="the target is y"):
        bo.load(([[1], [2]], [0, 1]), target="y")


def test_text_files_by_suffix(tmp_path):
    (tmp_path / "a.tsv").write_text("x\ty\n1,5\ta\n2\tb\n")
    assert bo.load(tmp_path / "a.tsv", target="y").features.tolist() == [[1.5], [2]]
    (tmp_path / "b.TXT").write_text("x;y\n1;a\n2;b\n")
    data = bo.load(str(tmp_path / "b.TXT"), target="y", name="bee")
    assert (data.name, data.source, data.notes) == ("bee", "b.TXT", ("columns are separated by semicolons",))


def test_the_target_of_an_arff_file_is_the_class_or_the_last_and_said(tmp_path):
    head = "@relation r\n@attribute {} {{a,b,c}}\n@attribute x numeric\n@data\na,1\nb,2\n"
    (tmp_path / "one.arff").write_text(head.format("Class"))
    data = bo.load(tmp_path / "one.arff")
    assert data.classes == ("a", "b")
    assert data.notes == (
        "target not stated: 'Class' taken, the attribute of that name",
        "classes declared but in no row, left out: c",
    )
    (tmp_path / "two.arff").write_text(head.format("kind"))
    data = bo.load(tmp_path / "two.arff")
    assert (data.task, data.columns[0].name) == (REGRESSION, "kind")
    assert bo.load(tmp_path / "two.arff", target="kind", classes=["c", "b", "a"]).classes == ("c", "b", "a")


def test_an_amount_in_an_arff_file_is_a_regression_though_whole(tmp_path):
    rows = "\n".join(f"{i},{i % 5}" for i in range(100))
    (tmp_path / "n.arff").write_text(f"@relation r\n@attribute x real\n@attribute y numeric\n@data\n{rows}")
    assert bo.load(tmp_path / "n.arff").task is REGRESSION
    assert bo.load(tmp_path / "n.arff", task="multiclass").classes == ("0", "1", "2", "3", "4")


@pytest.mark.skipif(not SHARED.exists(), reason="the shared data are not here")
def test_labor_as_in_the_guide():
    data = bo.load(SHARED / "labor.arff", target="class", positive="good")
    assert (len(data), len(data.columns), data.positive_code) == (57, 16, 1)


def test_the_same_file_has_the_same_fingerprint(tmp_path):
    (tmp_path / "a.csv").write_text("x,y\n1,a\n2,b\n")
    one = bo.load(tmp_path / "a.csv", target="y").fingerprint
    assert one == bo.load(tmp_path / "a.csv", target="y", name="other").fingerprint
    assert one != bo.load(tmp_path / "a.csv", target="y", positive="a").fingerprint


def test_bo_data_is_the_catalogue_whatever_was_imported_before():
    code = (
        "import bakeoff as bo; assert bo.data['wine'].rows == 178; import bakeoff.data.load; "
        "assert bo.data['wine'].rows == 178; assert len(list(bo.data)) == len(bo.data) == 6; "
        "import sys; assert 'sklearn' not in sys.modules and 'scipy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    assert "iris" in bo.data
    assert repr(bo.data).startswith("<6 data sets: iris")
    assert bo.data.names[0] == "iris"

"""The shape of a study file: every slip is told, all at once, with its key path and a suggestion."""

import json

import pytest

from bakeoff.core.errors import BadInput, Problems
from bakeoff.study.spec.read_toml import json_schema, read_file
from bakeoff.study.spec.toml_models import FileTable

GOOD = """
title = "Small tables"
seed = 1
measures = ["accuracy", "kappa", "log_loss"]
[learners.nb]
use = "sklearn.naive_bayes.GaussianNB"
[learners.svm]
use = "sklearn.svm.SVC"
params = {kernel = "rbf"}
scale = true
[[datasets]]
name = "iris"
[[datasets]]
file = "labor.arff"
target = "class"
positive = "good"
[resampling]
scheme = "kfold"
folds = 10
repeats = 10
stratify = true
[compare]
alpha = 0.05
rope = 0.01
baseline = "nb"
"""


def complaints(tmp_path, text):
    path = tmp_path / "study.toml"
    path.write_text(text)
    with pytest.raises(Problems) as caught:
        read_file(path)
    assert str(caught.value).startswith(str(path))
    return caught.value.problems


def test_the_file_of_the_manual_is_read(tmp_path):
    path = tmp_path / "study.toml"
    path.write_text(GOOD)
    file = read_file(path)
    assert list(file.learners) == ["nb", "svm"]
    assert file.datasets[1].positive == "good"
    assert file.resampling.folds == 10
    assert file.compare.rope == 0.01
    assert file.run.workers is None


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("seed = 1", "sede = 1", "sede: no such key; did you mean seed?"),
        ("seed = 1", 'seed = "one"', "seed: must be a whole number, not 'one'"),
        ("seed = 1", "seed = -1", "seed: must be greater than or equal to 0, not -1"),
        ("scale = true", "scael = true", "learners.svm.scael: no such key; did you mean scale?"),
        ("scale = true", 'scale = "yes"', "learners.svm.scale: must be true or false, not 'yes'"),
        (
            "scale = true",
            "steps = [3]",
            "learners.svm.steps #1: must be a text or a table {use, params}, not 3",
        ),
        ('target = "class"', 'targte = "class"', "datasets #2.targte: no such key; did you mean target?"),
        ('name = "iris"', 'name = "iris"\nopenml = 61', "datasets #1: needs exactly one of name, file, openml or make"),
        ('name = "iris"', 'target = "y"', "datasets #1: needs exactly one of name, file, openml or make"),
        ('name = "iris"', "openml = [1]", "datasets #1.openml: must be a number or a name, not [1]"),
        (
            'target = "class"',
            'target = "class"\ntask = "multclass"',
            "datasets #2.task: cannot be 'multclass'; did you mean multiclass?",
        ),
        ("folds = 10", "folds = 1", "resampling.folds: must be greater than or equal to 2, not 1"),
        ("folds = 10", "fold = 10", "resampling.fold: no such key; did you mean folds?"),
        ('measures = ["accuracy", "kappa", "log_loss"]', "", "measures: is missing"),
        ("alpha = 0.05", "alpha = 5", "compare.alpha: must be less than 1, not 5"),
        ("rope = 0.01", "rope = 0.0", "compare.rope: must be greater than 0, not 0.0"),
        ('baseline = "nb"', 'pairs = [["nb"]]', "compare.pairs #1: "),
        (
            'baseline = "nb"',
            'policy = "ignore"',
            "compare.policy: cannot be 'ignore'; known are withhold, complete, worst",
        ),
        ("[compare]", "[run]\nworkers = 0\n[compare]", "run.workers: must be greater than or equal to 1, not 0"),
        ("[compare]", "[comapre]", "comapre: no such key; did you mean compare?"),
    ],
)
def test_each_slip_is_told_with_its_path(tmp_path, old, new, line):
    assert old in GOOD
    told = complaints(tmp_path, GOOD.replace(old, new, 1))
    assert len(told) == 1, told
    assert told[0].startswith(line)


def test_all_slips_are_told_at_once(tmp_path):
    text = (
        GOOD.replace("seed = 1", "sede = 1").replace("scale = true", "scale = 3").replace("alpha = 0.05", "alpha = 0")
    )
    assert len(complaints(tmp_path, text)) == 3


def test_an_empty_file_says_what_is_missing(tmp_path):
    assert complaints(tmp_path, "") == ("measures: is missing", "learners: is missing", "datasets: is missing")


def test_a_syntax_error_shows_its_line(tmp_path):
    path = tmp_path / "study.toml"
    path.write_text('title = "x"\nscheme = "kfold"; folds = 10\n')
    with pytest.raises(
        BadInput, match=r'line 2, column 17\): scheme = "kfold"; folds = 10; TOML wants one key per line'
    ):
        read_file(path)


def test_a_file_that_is_not_there_names_the_cure(tmp_path):
    with pytest.raises(BadInput, match="bakeoff init"):
        read_file(tmp_path / "none.toml")


def test_bytes_that_are_no_text_and_a_folder(tmp_path):
    path = tmp_path / "study.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadInput, match="not a text file"):
        read_file(path)
    with pytest.raises(BadInput, match="cannot read"):
        read_file(tmp_path)


def test_the_schema_is_json_and_names_every_section():
    schema = json.loads(json.dumps(json_schema()))
    assert set(schema["properties"]) >= {"learners", "datasets", "resampling", "measures", "compare", "run"}
    assert schema["additionalProperties"] is False


def test_every_key_says_what_it_means():
    parts = [FileTable, *FileTable.__subclasses__()]
    bare = [
        f"{part.__name__}.{name}" for part in parts for name, one in part.model_fields.items() if not one.description
    ]
    assert bare == []

"""A study file becomes a StudySpec, or everything that stands against it is told."""

import json
import sys
from dataclasses import fields

import pytest

from bakeoff.core.errors import Problems
from bakeoff.data.tasks import BINARY
from bakeoff.predictions.predictions import Output
from bakeoff.runs.store.ledger import MemoryLedger
from bakeoff.study.analysis.analyse import analyse
from bakeoff.study.analysis.stored_design import design_of
from bakeoff.study.running.execute import store_spec
from bakeoff.study.spec.options import StudyOptions, option_values, stored_options
from bakeoff.study.spec.read_toml import read_study
from bakeoff.study.spec.review import review

SMALL = """
title = "Small"
seed = 7
measures = ["accuracy", "kappa", "accuracy"]
[learners.zero]
use = "majority"
[learners.tree]
use = "sklearn.tree.DecisionTreeClassifier"
params = {max_depth = 2}
[[datasets]]
name = "iris"
[[datasets]]
make = {name = "xor", n = 60}
label = "exclusive or"
[resampling]
scheme = "kfold"
folds = 5
[compare]
baseline = "zero"
pairs = [["tree", "zero"]]
"""


@pytest.fixture
def study(tmp_path):
    def read(text, **files):
        for name, content in files.items():
            (tmp_path / name.replace("__", ".")).write_text(content)
        (tmp_path / "study.toml").write_text(text)
        return read_study(tmp_path / "study.toml")

    return read


def refused(study, text, **files):
    with pytest.raises(Problems) as caught:
        study(text, **files)
    return caught.value.problems


def test_everything_arrives_in_the_spec(study):
    spec = study(SMALL)
    assert (spec.title, spec.seed, spec.baseline, spec.pairs) == ("Small", 7, "zero", (("tree", "zero"),))
    assert [one.name for one in spec.learners] == ["zero", "tree"]
    assert [one.name for one in spec.datasets] == ["iris", "exclusive or"]
    assert spec.measures == ("accuracy", "kappa")
    assert [len(plan) for plan in spec.plans()] == [5, 5]


def test_files_are_found_beside_the_study_file(study):
    rows = "x,color,y\n" + "".join(f"{i},{'red' if i % 2 else 'blue'},{'yes' if i % 3 else 'no'}\n" for i in range(30))
    text = SMALL.replace('name = "iris"', 'file = "mine.csv"\ntarget = "y"\npositive = "yes"\nignore = ["color"]')
    spec = study(text, mine__csv=rows)
    data = spec.datasets[0]
    assert (data.name, data.task, data.positive) == ("mine", BINARY, "yes")
    assert [column.name for column in data.columns] == ["x"]


def test_every_problem_is_told_at_once(study):
    text = """
seed = 1.5
measures = ["acuracy", "log_los"]
[learners.nb]
use = "sklearn.naive_bayes.GausianNB"
[learners.svm]
use = "sklearn.svm.SVC"
params = {kernle = "rbf", gama = 3}
[[datasets]]
name = "irsi"
[[datasets]]
file = "no.csv"
target = "x"
[[datasets]]
make = {name = "xor", nosie = 3}
[resampling]
scheme = "kflod"
folds = 10
[compare]
baseline = "nn"
"""
    told = refused(study, text)
    starts = (
        "seed: must be a whole number",
        "learners.nb: no class in sklearn.naive_bayes called 'GausianNB'; did you mean 'GaussianNB'?",
        "learners.svm.params.kernle: no parameter of sklearn.svm.SVC called 'kernle'; did you mean 'kernel'",
        "learners.svm.params.gama: no parameter",
        "datasets #1: no data set called 'irsi'; did you mean 'iris'?",
        "datasets #2: no file called",
        "datasets #3: no parameter of xor called 'nosie'; did you mean 'noise'?",
        "resampling: no scheme called 'kflod'; did you mean 'kfold'",
        "measures: no measure called 'acuracy'; did you mean 'accuracy'",
        "measures: no measure called 'log_los'; did you mean 'log_loss'",
        "compare.baseline: 'nn' is not a learner of this study; did you mean nb?",
    )
    assert len(told) == len(starts), told
    for line, start in zip(told, starts, strict=True):
        assert line.startswith(start)


@pytest.mark.parametrize(
    ("text", "cure"),
    [
        ('[[learners]]\nuse = "majority"\n[[datasets]]\nname = "iris"\n', "[learners.NAME]"),
        ('[learners.zero]\nuse = "majority"\n[datasets]\nname = "iris"\n', "[[datasets]]"),
    ],
)
def test_a_table_of_the_wrong_kind_shows_how_it_is_written(study, text, cure):
    assert any(cure in one for one in refused(study, text))


def test_a_wrong_key_does_not_hide_the_names_beside_it(study):
    """alpha, a measure and seed are wrong in their shape; the names in the same tables are still looked up."""
    text = SMALL.replace('baseline = "zero"', 'baseline = "zeroo"\nalpha = 2').replace('"accuracy"]', '3, "kapa"]')
    told = refused(study, text)
    assert any(one.startswith("compare.alpha") for one in told)
    assert any(one.startswith("compare.baseline: 'zeroo' is not a learner") for one in told)
    assert any(one.startswith("measures: no measure called 'kapa'") for one in told)


def test_splits_that_cannot_be_are_told_beside_other_problems(study):
    told = refused(study, SMALL.replace("folds = 5", "folds = 70").replace("max_depth", "max_dept"))
    assert any("max_dept" in one for one in told)
    assert any("data set 'exclusive or' has 60 rows, too few" in one for one in told), told


def test_a_data_set_is_named_once(study):
    told = refused(
        study, SMALL.replace("folds = 5", "folds = 70").replace('name = "iris"', 'make = {name = "xor", n = 10}')
    )
    assert told
    assert all(one.count("data set 'xor'") == 1 for one in told if "'xor'" in one), told


def test_the_schemas_of_a_study_do_not_hide_each_other(study):
    """A wrong shape in one table does not keep the others from being looked at."""
    told = refused(study, SMALL.replace("max_depth = 2", "max_deep = 2").replace("folds = 5", 'folds = "five"'))
    assert sorted(line.split(":")[0] for line in told) == ["learners.tree.params.max_deep", "resampling.folds"]


@pytest.mark.parametrize(
    "path", ["os.system", "subprocess.Popen", "bakeoff.runs.process.pickling", "sklearn.os.system", "numpy.load"]
)
def test_nothing_of_a_stranger_is_imported(study, path):
    told = refused(
        study, SMALL.replace("sklearn.tree.DecisionTreeClassifier", path).replace("params = {max_depth = 2}", "")
    )
    assert told[0].startswith("learners.tree: ")


def test_a_package_is_imported_only_when_allowed(tmp_path, monkeypatch):
    (tmp_path / "strange_package_x.py").write_text(
        "from sklearn.tree import DecisionTreeClassifier\nclass Mine(DecisionTreeClassifier): pass\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    path = tmp_path / "study.toml"
    path.write_text(SMALL.replace("sklearn.tree.DecisionTreeClassifier", "strange_package_x.Mine"))
    with pytest.raises(Problems, match="--allow strange_package_x"):
        read_study(path)
    assert "strange_package_x" not in sys.modules
    assert read_study(path, allow=["strange_package_x"]).learners[1].name == "tree"
    del sys.modules["strange_package_x"]


def test_two_data_sets_of_one_name_need_a_label(study):
    told = refused(study, SMALL.replace('label = "exclusive or"', "").replace('name = "iris"', 'make = {name = "xor"}'))
    assert told == ("datasets #2: a second data set called 'xor'; give it a label",)


def test_an_artificial_domain_is_made_and_not_named(study):
    told = refused(study, SMALL.replace('name = "iris"', 'name = "friedman1"'))
    assert told == (
        "datasets #1: 'friedman1' is an artificial domain; write make = {name = \"friedman1\"} instead of name",
    )


def test_a_name_is_never_taken_for_a_path(study):
    told = refused(study, SMALL.replace('name = "iris"', 'name = "mine.csv"'), mine__csv="x,y\n1,a\n2,b\n")
    assert told[0].startswith("datasets #1: no data set called 'mine.csv'")


def test_a_learner_that_cannot_learn_the_target_is_refused(study):
    told = refused(study, SMALL.replace('use = "majority"', 'use = "mean"'))
    assert all(line.startswith("learners.zero: learner 'zero' predicts numbers") for line in told)


def test_stratification_of_numbers_is_refused(study):
    text = SMALL.replace('use = "majority"', 'use = "mean"').replace("DecisionTreeClassifier", "DecisionTreeRegressor")
    text = text.replace('name = "iris"', 'name = "diabetes"').replace('"xor", n', '"plane", n')
    text = text.replace('["accuracy", "kappa", "accuracy"]', '["rmse", "mae"]')
    assert study(text).primary == "rmse"
    told = refused(study, text.replace("folds = 5", "folds = 5\nstratify = true"))
    assert len(told) == 2
    assert all("stratify" in line for line in told)


def test_a_measure_must_fit_the_target(study):
    told = refused(study, SMALL.replace('measures = ["accuracy", "kappa", "accuracy"]', 'measures = ["rmse"]'))
    assert any("RMSE (rmse) is for numbers" in line for line in told)


def test_a_primary_measure_without_its_positive_class_is_refused_with_the_cure(study):
    rows = "x,y\n" + "".join(f"{i},{'a' if i % 2 else 'b'}\n" for i in range(30))
    text = SMALL.replace('name = "iris"', 'file = "mine.csv"\ntarget = "y"').replace('["accuracy"', '["f1"')
    told = refused(study, text, mine__csv=rows)
    assert any("positive" in line and "mine" in line for line in told)


def test_a_further_measure_without_its_positive_class_is_only_warned_about(study):
    rows = "x,y\n" + "".join(f"{i},{'a' if i % 2 else 'b'}\n" for i in range(30))
    text = SMALL.replace('name = "iris"', 'file = "mine.csv"\ntarget = "y"').replace('"kappa"', '"f1"')
    found = review(study(text, mine__csv=rows))
    assert any(line.startswith("F1 will be empty on mine: no positive class") for line in found.warnings)


def test_a_plan_that_cannot_be_is_refused(study):
    told = refused(study, SMALL.replace("folds = 5", "folds = 100"))
    assert any("exclusive or" in line and "100 folds" in line for line in told)


def test_a_review_counts_units_and_warns(study):
    found = review(study(SMALL.replace('"kappa", "accuracy"', '"log_loss", "roc_auc"')))
    assert (found.units.splits, found.units.total) == (20, 20)
    assert found.scheme == "5-fold cross-validation, stratified by class"
    assert any("ROC AUC will be empty on iris: it is for two classes" in line for line in found.warnings)


def test_grid_search_is_how_to_tune(study):
    text = SMALL.replace(
        'use = "sklearn.tree.DecisionTreeClassifier"\nparams = {max_depth = 2}',
        'use = "sklearn.model_selection.GridSearchCV"\n'
        'params = {estimator = {use = "sklearn.svm.SVC"}, param_grid = {C = [1, 10]}, cv = 3}',
    )
    tuned = study(text).learners[1]
    assert Output.LABEL in tuned.gives
    assert tuned.estimator.param_grid == {"C": [1, 10]}


OPTIONS = """alpha = 0.01
rope = 0.02
policy = "complete"
[curves]
train_sizes = [0.5, 10]
training_error = true
epochs = 5
learning_rates = [0.1, 0.5]
complexity = {steps = "n*log(n)"}
[report]
silence = ["check.leak", "data.*"]
signs = ["◊"]
[learners.steps]
use = "sklearn.ensemble.GradientBoostingClassifier"
"""


def test_every_option_reaches_the_report_by_way_of_the_file(study):
    spec = study(SMALL + OPTIONS)
    changed = option_values(spec)
    assert all(changed[one.name] != one.default for one in fields(StudyOptions)), "an option is not set in this test"
    ledger = MemoryLedger()
    store_spec(spec, ledger)
    ledger.set_meta("spec", json.loads(json.dumps(ledger.get_meta("spec"))))
    assert option_values(design_of(ledger)) == changed
    assert option_values(analyse(ledger).card) == changed


def test_what_the_report_leaves_out_is_no_part_of_the_experiment(study):
    before, after = study(SMALL), study(SMALL + '[report]\nsilence = ["study.*"]\n')
    assert before.study_hash == after.study_hash
    assert "silence" not in before.spec_card()
    assert "report.silence: must be a list in square brackets, not 'x'" in refused(
        study, SMALL + '[report]\nsilence = "x"\n'
    )


def test_a_card_of_an_older_version_gets_the_defaults(study):
    card = {name: value for name, value in study(SMALL).spec_card().items() if name not in {"pairs", "policy"}}
    options = stored_options(card)
    assert (options["baseline"], "pairs" in options) == ("zero", False)
    assert StudyOptions(**options).policy == "withhold"


def test_every_planned_pair_needs_its_sign(study):
    (problem,) = refused(study, SMALL + '[report]\nsigns = ["a", "b", "c"]\n')
    assert "there are 3 for 1 pairs" in problem


def test_a_domain_without_a_name_shows_how_to_write_it(study):
    told = refused(study, SMALL.replace('name = "iris"', 'make = {domain = "xor"}'))
    assert any('make = {name = "gaussians"}' in one for one in ([told] if isinstance(told, str) else told))

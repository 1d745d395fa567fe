"""Conditions in a study: units of a train x test grid, scores, deterioration, tests, files and bad input."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier

import bakeoff as bo
from bakeoff.core.errors import BadInput, BakeoffError, NotApplicable, Problems
from bakeoff.study.spec.read_toml import read_study


def two_learners():
    return {"tree": DecisionTreeClassifier(min_samples_leaf=5), "rule": bo.OneRule()}


@pytest.fixture(scope="module")
def results():
    base = replace(bo.make("flu", n=240, seed=1), name="NGP")
    winter = bo.make("flu", n=240, seed=2, season="drastic", poorer=True)
    study = bo.Study(
        datasets=base,
        learners=two_learners(),
        scheme="kfold(3, repeats=2)",
        measures=["error", "kappa"],
        conditions={"W": {"data": winter, "used": "test"}, "no infants": {"drop": {"age": "Infant"}, "used": "train"}},
    )
    return study.run(progress=False)


def test_scores_lie_in_the_cube(results):
    cube = results.findings.cube
    assert set(cube.levels["condition"]) == {"", "- > W", "W > W", "no infants > -", "no infants > W"}
    assert len(cube.at(condition="- > W", learner="tree").splits()) == 6
    assert results.findings.card.units_planned == 12  # the study itself stays as it is


def test_a_cell_is_what_training_and_testing_by_hand_gives(results):
    """The error of the tree trained on NGP and tested under W, computed with scikit-learn alone from the stored rows."""
    found = results.conditions().found
    run = next(one for one in results.ledger if one.key.condition == "- > W" and one.key.learner == "rule")
    assert run.predictions is not None
    share = np.mean(run.predictions.truth != run.predictions.label)
    assert found.cell("rule", "", "W").splits[0] == pytest.approx(share)
    truth = run.predictions.truth
    assert len(truth) == 80  # a third of the rows of W, which no plain unit has seen


def test_the_trivial_score_is_of_the_test_condition(results):
    found = results.conditions()
    winter = bo.make("flu", n=240, seed=2, season="drastic", poorer=True)
    share = np.bincount(winter.target).min() / len(winter)
    assert found.trivial["W"] == pytest.approx(share, abs=1e-9)


def test_deterioration_follows_from_the_means(results):
    found = results.conditions().found
    cell = found.cell("tree", "", "W")
    expected = bo.performance_deterioration(cell.score.value, cell.ideal.value, found.trivial["W"])
    assert cell.deterioration.value == pytest.approx(float(expected))
    assert found.cell("tree", "no infants", "").ideal.value == found.cell("tree", "", "").score.value


def test_a_measure_of_which_more_is_better(results):
    found = results.conditions(measure="accuracy").found
    errors = results.conditions().found
    for one in errors.cells:
        if not one.same:
            other = found.cell(one.learner, one.train, one.test)
            np.testing.assert_allclose(other.deterioration.value, one.deterioration.value, atol=1e-12)
    assert [one.p_value for one in found.drops] == pytest.approx([one.p_value for one in errors.drops])


def test_adjusted_over_all_tests_of_a_question(results):
    from scipy.stats import ttest_1samp

    found = results.conditions().found
    assert len(found.drops) == 6
    raw = np.array([one.p_value for one in found.drops])
    order = np.argsort(raw)
    holm = np.minimum(np.maximum.accumulate(raw[order] * np.arange(len(raw), 0, -1)), 1)
    np.testing.assert_allclose([found.drops[at].p_adjusted for at in order], holm)
    assert ttest_1samp([1.0, 2.0, 4.0], 0).pvalue > 0  # scipy is there, and knows no correction for overlap


def test_it_shows_itself(results, tmp_path):
    found = results.conditions()
    assert "Trained under" in str(found)
    assert "NGP" in found._repr_html_()
    assert found.verdict.startswith(("Everything", "Some", "No drop"))
    assert found.plot() is not None
    assert len(found.tests()) == 3
    frame = found.to_frame("plain")
    assert len(frame["pD"]) == 10
    page = results.report(tmp_path / "r.html").read_text()
    assert "When conditions change" in page
    assert results.report(tmp_path / "r.md").exists()
    assert found.to_dict()["leader"] in {"tree", "rule"}


def test_a_study_without_conditions_says_so():
    made = bo.evaluate(two_learners(), [[0.0], [1.0], [2.0], [3.0]] * 5, ["a", "a", "b", "b"] * 5, cv=2, progress=False)
    with pytest.raises(NotApplicable, match="has no conditions"):
        made.conditions()
    with pytest.raises(BadInput, match="both X_test and y_test"):
        bo.evaluate(two_learners(), [[0.0]], ["a"], X_test=[[1.0]])


STUDY = """
measures = ["error"]
[learners.tree]
use = "sklearn.tree.DecisionTreeClassifier"
[learners.rule]
use = "bakeoff.one-rule"
[[datasets]]
make = {name = "flu", n = 200}
[resampling]
folds = 3
"""


def test_adding_a_condition_leaves_the_rest_as_it_was(tmp_path):
    path, file = tmp_path / "s.toml", tmp_path / "s.bakeoff"
    path.write_text(STUDY)
    bo.Study.from_toml(path).run(file, progress=False).close()
    path.write_text(STUDY + '[[conditions]]\nname = "noisy"\nnoise = 0.5\nused = "test"\n')
    from bakeoff.runs.store.file_ledger import FileLedger
    from bakeoff.study.running.execute import changes

    spec = read_study(path)
    with FileLedger.open(file) as book:
        found = changes(spec, book)
    assert (found.kept, found.to_run) == (6, 12)
    with bo.Study.from_toml(path).run(file, progress=False) as results:
        assert results.conditions().found.conditions[0][1] == "noise of 0.5 standard deviations"
    path.write_text(
        STUDY
        + '[[conditions]]\nname = "noisy"\nnoise = 0.5\nused = "test"\n[[conditions]]\nname = "x"\nflip = 0.1\nused = "test"\n'
    )
    with FileLedger.open(file) as book:
        found = changes(read_study(path), book)
    assert (found.kept, found.to_run) == (18, 12)
    with bo.open(file) as again:  # from the table of scores, and the same
        assert not np.isnan(again.conditions().found.cell("tree", "", "noisy").score.value)


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ('name = "x"', "has nothing that differs"),
        ('name = "x"\nnoize = 1', "did you mean noise"),
        ('name = "x"\nwhere = {agee = "Infant"}', "did you mean 'age'"),
        ('name = "x"\nfile = "missing.csv"', "missing.csv"),
        ('name = "x"\nmake = {name = "moons"}', "is missing in 'moons'"),
        ('name = "x"\nmake = {name = "flu"}\nfile = "a.csv"', "both file and make"),
        ('name = "x"\nflip = 0.2\ndataset = "fluu"', "no data set called 'fluu'"),
        ('name = "x"\nused = "trian"\nflip = 0.1', "did you mean train"),
        ('name = "x"\ndrop = {age = ["Infant","Teenager","YoungAdult","Adult","OldAdult","Elderly"]}', "leaves no row"),
    ],
)
def test_bad_conditions(tmp_path, table, words):
    path = tmp_path / "s.toml"
    path.write_text(f"{STUDY}[[conditions]]\n{table}\n")
    with pytest.raises(BakeoffError) as caught:
        read_study(path)
    assert words in str(caught.value)


def test_a_scheme_whose_splits_depend_on_the_rows_is_refused():
    base, other = bo.make("flu", n=30, seed=1), bo.make("flu", n=40, seed=2)
    with pytest.raises(Problems, match="a fixed number of splits"):
        bo.Study(datasets=base, learners=two_learners(), scheme="loo", measures="error", conditions={"o": other})


def write(path, data):
    names = [column.name for column in data.columns]
    lines = [",".join([*names, "y"])]
    for row, code in zip(data.features, data.target, strict=True):
        cells = [column.levels[int(value)] for column, value in zip(data.columns, row, strict=True)]
        lines.append(",".join([*cells, data.classes[code]]))
    path.write_text("\n".join(lines) + "\n")


def test_a_test_file_of_its_own(tmp_path):
    write(tmp_path / "a.csv", bo.make("flu", n=150, seed=1))
    write(tmp_path / "b.csv", bo.make("flu", n=90, seed=2))
    path = tmp_path / "s.toml"
    source = STUDY.replace('make = {name = "flu", n = 200}', 'file = "a.csv"\ntest = "b.csv"\ntarget = "y"')
    path.write_text(source)
    with pytest.raises(BadInput, match="leaves nothing to resample"):
        read_study(path)
    path.write_text(source.replace("[resampling]\nfolds = 3\n", ""))
    study = bo.Study.from_toml(path)
    results = study.run(progress=False)
    assert len(results.predictions("a", "tree")) == 90
    # The same by hand.
    train, test = bo.load(tmp_path / "a.csv", target="y"), bo.load(tmp_path / "b.csv", target="y")
    direct = bo.evaluate({"rule": bo.OneRule(), "tree": DecisionTreeClassifier()}, *pair(train), X_test=pair(test)[0], y_test=pair(test)[1], scoring="error", progress=False)  # fmt: skip
    value = results.findings.cell("a", "rule", "error").estimate.value
    assert direct.findings.cell("data", "rule", "error").estimate.value == pytest.approx(value)


def pair(data):
    import pandas as pd

    frame = pd.DataFrame(
        {c.name: [c.levels[int(v)] for v in data.features[:, at]] for at, c in enumerate(data.columns)}
    )
    return frame, np.array(data.classes)[data.target]


def test_failed_units_under_a_condition_are_seen_everywhere(tmp_path):
    """Exit code 3, a note, the failures with their condition, and the status; also when scores come from the table."""
    from bakeoff.cli.main import cli
    from bakeoff.runs.store.file_ledger import FileLedger
    from bakeoff.study.running.status import standing

    (tmp_path / "fails.py").write_text(
        "from sklearn.tree import DecisionTreeClassifier\nimport numpy as np\n"
        "class Fails(DecisionTreeClassifier):\n"
        "    def fit(self, X, y, **more):\n"
        "        if len(y) < 100:\n            raise ValueError('too few rows')\n"
        "        return super().fit(X, y, **more)\n"
    )
    study = STUDY.replace("sklearn.tree.DecisionTreeClassifier", "fails.Fails").replace("n = 200", "n = 240")
    path, file = tmp_path / "s.toml", tmp_path / "s.bakeoff"
    path.write_text(study + '[[conditions]]\nname = "few"\nwhere = {age = "YoungAdult"}\nused = "train"\n')
    import sys

    sys.path.insert(0, str(tmp_path))
    try:
        for _ in range(2):  # the second time nothing runs, and the failures come from the file
            with pytest.raises(SystemExit) as ended:
                cli.main(["run", str(path), "-o", str(file), "--allow", "fails"])
            assert ended.value.code == 3
        with bo.open(file) as results:
            found = results.findings
            assert not found.failures
            assert {(one.learner, one.condition, one.message) for one in found.condition_failures} == {
                ("tree", "few > -", "ValueError: too few rows")
            }
            assert list(results.failures["condition"]) == ["few > -"] * 3
            assert results.conditions().found.failed == 3
            (note,) = [one for one in found.notes if one.code == "study.condition_units_failed"]
            assert str(note) == ("3 of 6 units under other conditions did not finish: tree on flu, few > - (3).")
        with FileLedger.open(file) as ledger:
            status = standing(ledger)
        assert (status.planned, status.done, status.failed) == (12, 9, 3)
    finally:
        sys.path.remove(str(tmp_path))


def cell(learner, errors):
    from bakeoff.study.analysis.score_cube import CellScores, MissingScore

    done = np.ones(len(errors), dtype=bool)
    return CellScores(
        dataset="", learner=learner, size=0, missing=MissingScore.NONE, reason="", splits=errors, repeats=None, done=done, failed=~done, costs={}
    )  # fmt: skip


def test_the_layout_follows_the_grid(results):
    """A full grid in one table, ideals in one row; more than four test conditions by training condition; no two spaces."""
    from bakeoff.report.sections.conditions import condition_tables

    found = results.conditions().found
    (grid,) = condition_tables(found)
    firsts = [row.cells[1].text for row in grid.rows]
    assert firsts == ["most frequent class", *["NGP", "no infants", "the test condition"] * 2]
    assert "  " not in results.conditions().verdict
    many = replace(found, cells=tuple(
        replace(one, test=f"{one.test}{at}" if one.test else "", train=f"{one.train}{at}" if one.train == "W" else one.train)
        for one in found.cells for at in range(4)
    ))  # fmt: skip
    tables = condition_tables(many)
    assert [one.caption.partition("trained under ")[2] for one in tables] == [
        "NGP, by test condition",
        "no infants, by test condition",
    ]
    assert {len(row.cells) for one in tables for row in one.rows} == {len(tables[0].columns)}

"""Several criteria of a study that was run: one table with signs, ranks, class errors, efficiency over splits, clouds."""

import json

import numpy as np
import polars as pl
import pytest
from click.testing import CliRunner
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.core.errors import BadInput, NotApplicable, UnknownName
from bakeoff.criteria.criteria_terms import TERMS
from bakeoff.report.sections.overview import rank_table
from bakeoff.study.facts.measure_orders import measure_orders


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    made = tmp_path_factory.mktemp("criteria") / "s.bakeoff"
    data = [bo.make("gaussians", n=80, seed=1, distance=4.0), bo.make("overlap", n=60, seed=2)]
    learners = {
        "nb": GaussianNB(),
        "tree": DecisionTreeClassifier(max_depth=2, random_state=0),
        "dummy": DummyClassifier(strategy="prior"),
    }
    study = bo.Study(
        datasets=data, learners=learners, scheme="5-fold", measures=["accuracy", "brier", "information_score"],
        pairs=[("nb", "dummy"), ("tree", "dummy")], signs=["●", "●"],
    )  # fmt: skip
    study.run(made, workers=1)
    return made


@pytest.fixture
def results(path):
    with bo.open(path) as found:
        yield found


def test_signs_of_planned_pairs_by_every_measure(results):
    made = results.measures_table("gaussians")
    assert made.found.marks["nb", "accuracy"] == "●"  # two pairs share the sign
    assert made.found.marks["nb", "brier"] == "●"
    values, _ = made.tables()
    assert values.rows[0].cells[1].mark == "●"
    assert "● nb and dummy, tree and dummy" in values.notes[-1]
    assert "●" in made.to_markdown()
    assert "bullet" in made.to_latex()
    assert made.to_dict()["learners"][0]["measures"]["accuracy"]["mark"] == "●"


def test_the_information_score_in_bits_over_all_rows(results):
    plain, whole = results.measures_table("gaussians"), results.measures_table("gaussians", totals=True)
    key = "information_score (bits in all)"
    assert whole.values["nb"][key] == pytest.approx(80 * plain.values["nb"]["information_score"])
    with pytest.raises(BadInput, match="one data set"):
        results.measures_table(totals=True)


def test_ranks_on_every_data_set(results):
    made = results.compare().rank_table()
    assert [row.cells[0].text for row in made.table.rows] == ["gaussians", "overlap", "Mean rank"]
    assert "Mean rank" in str(made)


def test_errors_by_class(results):
    made = results.criteria.class_errors("gaussians")
    assert sum(made.errors["dummy"].values()) == pytest.approx(
        min(np.bincount(bo.make("gaussians", n=80, seed=1, distance=4.0).target))
    )
    assert "largest class" in str(made)
    with pytest.raises(NotApplicable, match="this study has 2 data sets, and errors by class"):
        results.criteria.class_errors()
    with pytest.raises(UnknownName, match="did you mean 'overlap'"):
        results.criteria.class_errors("overlp")


def test_efficiency_over_resamples_of_splits(results):
    made = results.efficiency(["accuracy"], ["brier"], resamples=40)
    for name, (low, high, share) in made.spread.items():
        assert low <= made.scores[name] * 1.2
        assert 0 <= low <= high <= 1 + 1e-9
        assert 0 <= share <= 1
    assert "95% of resamples" in str(made)
    assert made.notes[-1].code == "criteria.resampled_splits"
    assert "share_efficient" in made.to_dict()["learners"][0]
    again = results.efficiency(["accuracy"], ["brier"], resamples=40)
    assert again.spread == made.spread
    rated = results.efficiency(
        ["accuracy", "clear"], ["brier"], ratings={"clear": {"nb": 3, "tree": 5, "dummy": 5}}, resamples=5
    )
    assert set(rated.spread) == {"nb", "tree", "dummy"}
    with pytest.raises(BadInput, match="from 0 to 10000"):
        results.efficiency(resamples=-1)


def test_the_efficiency_of_a_study_has_variable_returns_and_marks_its_baselines(results):
    made = results.efficiency(["accuracy"], ["brier"])
    assert made.model == "bcc"
    assert made.baselines == ("dummy",)  # by its class, not by its name
    assert "criteria.baselines_by_name" not in {note.code for note in made.notes}
    assert "dummy" not in str(made).split("\n", 1)[0]
    assert "dummy" in made.at_chance


def test_the_spread_is_what_a_loop_over_splits_gives(results):
    """With one efficient learner the score of another is the ratio of its own to the best ratio; drawn by a loop here."""
    made = results.efficiency(["accuracy"], ["brier"], model="ccr", resamples=30)
    cells = {(c.dataset, c.learner, m): c.splits for m in ("accuracy", "brier") for c in results.findings.cube.cells(m)}
    rng = np.random.default_rng(0)
    drawn = []
    for _ in range(30):
        picks = {name: rng.integers(0, 5, 5) for name in ("gaussians", "overlap")}
        ratio = []
        for learner in results.learners:
            acc, loss = (np.mean([cells[d, learner, m][picks[d]].mean() for d in picks]) for m in ("accuracy", "brier"))
            ratio.append(acc / loss)
        drawn.append(np.array(ratio) / max(ratio))
    low, high = np.quantile(np.array(drawn)[:, 2], [0.025, 0.975])
    assert made.spread["dummy"][:2] == pytest.approx((low, high), rel=1e-6)


def test_clouds_of_folds_resamples_and_thresholds(results):
    for kind, dots in (("folds", 5), ("resamples", 200), ("thresholds", 19)):
        made = results.map(clouds=kind)
        assert {len(cloud) for cloud in made.clouds.values()} == {dots}
    with pytest.raises(UnknownName, match="kind of clouds"):
        results.map(clouds="fold")


def run(capsys, *words):
    with pytest.raises(SystemExit) as left:
        cli.main(list(words))
    out, err = capsys.readouterr()
    return left.value.code, out, err


def test_the_same_at_the_command_line(path, tmp_path, capsys):
    code, out, _ = run(
        capsys, "compare", str(path), "--columns", "measures", "--dataset", "gaussians", "--totals", "--json"
    )
    assert code == 0
    assert "information_score (bits in all)" in json.loads(out)["learners"][0]["measures"]
    code, out, _ = run(
        capsys, "map", str(path), "--by-class", "--dataset", "overlap", "--clouds-of", "resamples", "--json"
    )
    assert "class_errors" in json.loads(out)
    code, out, _ = run(
        capsys, "efficiency", str(path), "--positive", "accuracy", "--negative", "brier", "--resamples", "10", "--json"
    )
    assert "share_efficient" in json.loads(out)["learners"][0]
    (tmp_path / "t.csv").write_text("data,a,b\nx,1,2\ny,3,1\nz,2,2\n")
    code, out, _ = run(capsys, "compare", str(tmp_path / "t.csv"), "--ranks", "--no-stability")
    assert "z " in out
    assert "1.5" in out
    code, out, _ = run(capsys, "compare", str(tmp_path / "t.csv"), "--ranks", "--no-stability", "--json")
    assert json.loads(out)["block_ranks"]["x"] == {"a": 2.0, "b": 1.0}
    (tmp_path / "c.csv").write_text(
        "learner,truth,predicted,count\na,x,x,8\na,x,y,2\na,y,y,5\nb,x,x,9\nb,x,y,1\nb,y,y,5\n"
    )
    code, out, _ = run(
        capsys, "map", str(tmp_path / "c.csv"), "--by-class", "--clouds-of", "resamples", "-o", str(tmp_path / "m.svg")
    )
    assert code == 0
    assert "Errors by class" in out


def test_a_map_of_one_data_set_is_the_map_of_that_data_set(path, tmp_path, capsys):
    code, out, _ = run(capsys, "map", str(path), "--dataset", "overlap", "--json")
    assert code == 0
    with bo.open(path) as results:
        alone = results.map(dataset="overlap")
        assert json.loads(out)["to_ideal"] == pytest.approx(alone.to_dict()["to_ideal"])
        assert alone.to_dict()["to_ideal"] != results.map().to_dict()["to_ideal"]
        with pytest.raises(BadInput, match="known are"):
            results.map(dataset="nowhere")
    (tmp_path / "c.csv").write_text(
        "domain,learner,truth,predicted,count\nd1,a,x,x,8\nd1,a,y,y,5\nd1,b,x,y,8\nd1,b,y,y,5\n"
        "d2,a,x,y,8\nd2,a,y,y,5\nd2,b,x,x,8\nd2,b,y,y,5\n"
    )
    _, out, _ = run(capsys, "map", str(tmp_path / "c.csv"), "--dataset", "d2", "--vectors", "--json")
    assert json.loads(out)["to_ideal"]["b"] == 0
    code, _, err = run(capsys, "map", str(tmp_path / "c.csv"), "--dataset", "d3")
    assert code == 2
    assert "d1" in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["compare", "t.csv", "--columns", "measures", "--totals"], "are for a study"),
        (["efficiency", "t.csv", "--resamples", "9"], "a table has none"),
        (["map", "c.csv", "--clouds-of", "folds"], "resamples only"),
        (["map", "c.csv", "--by-class"], "name it with --dataset"),
        (["map", "c.csv", "--by-class", "--dataset", "dd1"], "did you mean 'd1'"),
    ],
)
def test_bad_input(tmp_path, monkeypatch, capsys, words, said):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text("learner,accuracy\na,1\nb,2\n")
    (tmp_path / "c.csv").write_text(
        "learner,domain,truth,predicted,count\n"
        + "".join(f"{one},{d},x,x,3\n{one},{d},y,x,1\n" for d in ("d1", "d2") for one in "ab")
    )
    code, _, err = run(capsys, *words)
    assert code == 2
    assert said in " ".join(err.split())


def test_class_errors_of_typed_matrices():
    made = bo.class_errors({"a": [[9, 1], [2, 18]], "b": [[10, 0], [0, 20]]}, ["small", "large"])
    assert made.errors == {"a": {"large": 2.0, "small": 1.0}, "b": {"large": 0.0, "small": 0.0}}
    assert np.isnan(made.found.shares[1]).all()
    assert "b makes no error" in str(made)
    for bad, said in (
        ({}, "at least one"),
        ({"a": [[1, 2]]}, "square"),
        ({"a": [[1, 0], [0, 1]], "b": [[2, 0], [0, 1]]}, "same rows"),
    ):
        with pytest.raises(BadInput, match=said):
            bo.class_errors(bad)
    with pytest.raises(BadInput, match="3 classes are named"):
        bo.class_errors({"a": [[1, 0], [0, 1]]}, ["x", "y", "z"])


def test_clouds_of_typed_matrices():
    folds = {"a": [np.array([[[4, 1], [1, 4]]] * 6)], "b": [np.array([[[1, 4], [4, 1]]] * 6)]}
    whole = {"a": [[24, 6], [6, 24]], "b": [[6, 24], [24, 6]]}
    made = bo.classifier_map(whole, clouds=folds)
    assert made.cloud_pairs[0].p_value == pytest.approx(2 / 2**6)
    assert len(bo.classifier_map(whole, clouds="resamples").clouds["a"]) == 200
    with pytest.raises(BadInput, match="same learners"):
        bo.classifier_map(whole, clouds={"a": folds["a"]})
    with pytest.raises(UnknownName):
        bo.classifier_map(whole, clouds="folds")
    with pytest.raises(BadInput, match="l1 and l2 only"):
        bo.classifier_map(whole, lambda a, b: float(np.abs(a - b).sum()), clouds="resamples")
    with pytest.raises(BadInput, match="whole counts"):
        bo.classifier_map({"a": [[0.5, 0.5], [0, 1]], "b": [[1, 0], [0.5, 0.5]]}, clouds="resamples")


def test_time_to_predict_in_parentheses_and_variants_of_a_learner(results):
    shown = results.table(seconds="predict")
    assert "In parentheses: mean time to predict." in shown.table.notes
    assert "(" in shown.table.rows[0].cells[1].text
    merged = results.table(variants={"dummy": "nb"})
    assert [one.title for one in merged.table.columns] == ["Data set", "tree", "dummy"]
    assert merged.table.rows[0].cells[2].mark.endswith("*")
    assert any("the variant was better" in note for note in merged.table.notes)
    other = results.table(variants={"nb": "dummy"})
    assert "*" not in other.table.rows[0].cells[1].mark
    with pytest.raises(UnknownName, match="learner"):
        results.table(variants={"nb": "svm"})
    with pytest.raises(BadInput, match="named twice"):
        results.table(variants={"nb": "dummy", "tree": "dummy"})
    with pytest.raises(UnknownName, match="predict"):
        results.table(seconds="fit")


def test_ratings_from_the_shell(path, tmp_path):
    file = tmp_path / "ratings.csv"
    file.write_text("learner,interpretability\nnb,3\ntree,5\ndummy,1\n")
    words = [
        "efficiency", str(path), "--positive", "accuracy,interpretability", "--negative", "CPU seconds", "--ratings", str(file),
    ]  # fmt: skip
    found = json.loads(CliRunner().invoke(cli, [*words, "--json"], catch_exceptions=False).stdout)
    assert found["positive"] == ["accuracy", "interpretability"]
    assert next(one for one in found["learners"] if one["learner"] == "tree")["efficient"]
    file.write_text("learner,interpretability\nnb,good\n")
    refused = CliRunner().invoke(cli, words)
    assert isinstance(refused.exception, BadInput) or refused.exit_code == 2
    table = tmp_path / "t.csv"
    table.write_text("learner,accuracy,fit_seconds\na,0.9,1\nb,0.8,2\n")
    refused = CliRunner().invoke(cli, ["efficiency", str(table), "--ratings", str(file)])
    assert isinstance(refused.exception, BadInput) or refused.exit_code == 2


def test_figures_from_the_shell(path, tmp_path):
    scores, known = tmp_path / "scores.csv", tmp_path / "known.csv"
    scores.write_text("dataset,a,b,c\n" + "".join(f"d{i},{i / 10},{(i % 3) / 10},{(7 - i) / 10}\n" for i in range(8)))
    known.write_text("dataset,rows\n" + "".join(f"d{i},{10 + i * i}\n" for i in range(8)))
    asked = {
        "efficiency": [str(path)], "map": [str(path)], "cherry-pick": [str(scores)],
        "domains": [str(scores), "--characteristics", str(known)],
    }  # fmt: skip
    for verb, words in asked.items():
        file = tmp_path / f"{verb}.svg"
        CliRunner().invoke(cli, [verb, *words, "-o", str(file)], catch_exceptions=False)
        assert "<svg" in file.read_text()
        refused = CliRunner().invoke(cli, [verb, *words, "-o", str(tmp_path / "x.gif")])
        assert isinstance(refused.exception, BadInput) or refused.exit_code == 2
        assert not (tmp_path / "x.gif").exists()


@pytest.mark.parametrize("name", [known for one in TERMS for known in (one.name, *one.also)])
def test_terms_are_explained(name):
    found = json.loads(CliRunner().invoke(cli, ["explain", name, "--json"], catch_exceptions=False).stdout)
    assert found["kind"] == "term"
    assert found["reference"]
    assert found["example"]


@pytest.fixture(scope="module")
def houses(tmp_path_factory):
    """Regression data sets whose targets have other units."""
    made = tmp_path_factory.mktemp("units") / "r.bakeoff"
    rng = np.random.default_rng(0)
    tables = []
    for at, (name, unit) in enumerate((("small", 1.0), ("large", 100.0), ("middle", 10.0))):
        x = rng.normal(size=(60, 2))
        y = unit * (x[:, 0] + at * x[:, 1] ** 2 + 0.1 * rng.normal(size=60))
        tables.append(bo.load(pl.DataFrame({"a": x[:, 0], "b": x[:, 1], "y": y}), target="y", name=name))
    learners = {"line": LinearRegression(), "mean": DummyRegressor(), "tree": DecisionTreeRegressor(random_state=0)}
    bo.Study(datasets=tables, learners=learners, scheme="5-fold", measures=["rmse", "r2", "mae"]).run(made, workers=1)
    return made


@pytest.mark.parametrize("study", ["path", "houses"])
def test_the_table_of_measures_names_the_winners_that_the_report_names(study, request):
    with bo.open(request.getfixturevalue(study)) as results:
        made, findings = results.measures_table(), results.findings
        for measure in made.found.measures:
            (judged,) = (one for one in findings.judgements if one.measure == measure)
            ranks = {name: made.ranks[name][measure] for name in results.learners}
            assert ranks == pytest.approx(dict(zip(judged.ranks.names, judged.ranks.mean_ranks, strict=True)))
        rows = {row.cells[0].text: row.cells[1:] for row in rank_table(findings, measure_orders(findings)).rows}
        own = {row.cells[0].text: row.cells[1:] for row in made.tables()[1].rows}
        for name, cells in rows.items():
            for at, measure in enumerate(made.found.measures):
                assert (own[name][at].text, own[name][at].bold) == (cells[at].text, cells[at].bold), (name, measure)


def test_means_over_data_sets_in_other_units_are_geometric_and_called_so(houses):
    with bo.open(houses) as results:
        made = results.measures_table()
        for name in results.learners:
            errors = [
                one.estimate.value for one in results.findings.cells if (one.learner, one.measure) == (name, "rmse")
            ]
            assert made.values[name]["rmse"] == pytest.approx(np.exp(np.mean(np.log(errors))))
        notes = " ".join(made.tables()[0].notes)
        assert "of rmse and mae geometric means" in notes
        assert made.to_dict()["geometric_means"] == ["rmse", "mae"]
        assert "r2" not in made.to_dict()["geometric_means"]


def test_every_measure_carries_signs_and_the_footnote_names_those_that_do(houses):
    with bo.open(houses) as results:
        made = [results.measures_table(name) for name in results.datasets]
        signed = [one for one in made if one.found.marks]
        assert signed
        for one in signed:
            assert any("● shown to be better" in note for note in one.tables()[0].notes)
        assert {measure for one in signed for _, measure in one.found.marks} >= {"rmse", "mae"}


def test_measures_that_do_not_fit_every_data_set_are_named_in_one_note(tmp_path):
    data = [bo.make("gaussians", n=60, seed=1), bo.load("iris")]
    learners = {"nb": GaussianNB(), "tree": DecisionTreeClassifier(random_state=0), "dummy": DummyClassifier()}
    study = bo.Study(datasets=data, learners=learners, scheme="3-fold", measures=["accuracy", "f1", "log_loss"])
    with study.run(tmp_path / "s.bakeoff", workers=1) as results:
        codes = [note.code for note in results.measures_table().notes]
        assert "criteria.measure_gaps" not in codes
        assert codes.count("criteria.not_ranked") == 1
        done = CliRunner().invoke(cli, ["compare", str(tmp_path / "s.bakeoff"), "--columns", "measures"])
        assert "did the learner fail" not in done.output
        assert done.output.count("not ranked") == 1


def test_a_learner_in_first_place_that_names_one_class_only_is_flagged(tmp_path):
    data = bo.make("overlap", n=80, seed=2)
    learners = {
        "nb": GaussianNB(),
        "tree": DecisionTreeClassifier(random_state=0),
        "always": DummyClassifier(strategy="constant", constant=data.positive),
    }
    study = bo.Study(datasets=data, learners=learners, scheme="4-fold", measures=["accuracy", "recall", "mcc"])
    with study.run(tmp_path / "s.bakeoff", workers=1) as results:
        (note,) = (one for one in results.findings.checks.notes if one.code == "check.one_class")
        assert note.facts["learners"] == ("always",)
        assert note.facts["first_by"] == ("recall",)
        assert "predicts one class only" in str(note)
        assert "check.one_class" in {one.code for one in results.measures_table().notes}


@pytest.fixture(scope="module")
def mixed(tmp_path_factory):
    """Two data sets of two classes, one of three: some measures are for two classes."""
    made = tmp_path_factory.mktemp("mixed") / "m.bakeoff"
    learners = {"nb": GaussianNB(), "dummy": DummyClassifier(strategy="prior")}
    data = [bo.make("gaussians", n=60, seed=1), bo.make("overlap", n=60, seed=2), bo.load("iris")]
    bo.Study(datasets=data, learners=learners, scheme="3-fold", measures=["accuracy", "f1", "kappa"]).run(
        made, workers=1
    )
    return made


def test_means_are_over_the_data_sets_that_have_the_measure(mixed):
    with bo.open(mixed) as results:
        ranks = results.measures_table().found
        own = [results.measures_table(name).values["nb"]["f1"] for name in ("gaussians", "overlap")]
    assert ranks.values[0, 1] == pytest.approx(np.mean(own))
    (note,) = (one for one in ranks.notes if one.code == "criteria.some_datasets")
    assert str(note) == "means over the data sets that have the measure: f1 over 2 of 3 data sets"
    assert not [one for one in ranks.notes if one.code == "criteria.not_ranked"]
    done = CliRunner().invoke(cli, ["compare", str(mixed), "--columns", "measures"])
    assert "nb is first by every measure." in done.output
    assert done.output.count("warning:") == 1


def test_several_measures_side_by_side(mixed):
    with bo.open(mixed) as results:
        table = results.table(measures=["Acc", "F1"], spread="none", marks=False)
        flipped = results.table(measures=["Acc", "F1"], transpose=True)
        alone = results.table("f1", spread="none", marks=False)
        for wrong in ({"measures": "accuracy"}, {"measures": []}, {"measure": "f1", "measures": ["f1"]}):
            with pytest.raises(BadInput, match="name one measure, or several as a list"):
                results.table(**wrong)
    assert table.to_csv().splitlines()[0].split(",") == [
        "Data set",
        "nb Accuracy",
        "nb F1",
        "dummy Accuracy",
        "dummy F1",
    ]
    assert "F1: 2 of 3 data sets have it." in str(table)
    assert str(flipped).splitlines()[1].startswith("Learner and measure")
    lines = {line.split(",")[0]: line.split(",") for line in table.to_csv().splitlines()}
    assert lines["iris"][2] == lines["iris"][4] == "–"
    average = {line.split(",")[0]: line.split(",") for line in alone.to_csv().splitlines()}["Average (not tested)"]
    assert [lines["Average (not tested)"][at] for at in (2, 4)] == average[1:]


def test_memory_is_shown_in_units_that_can_be_read(results):
    from dataclasses import replace

    from bakeoff.criteria.sections.measures_table import measures_tables

    found = results.measures_table().found
    table = measures_tables(replace(found, values=found.values + 3 * 2**20, in_bytes=("accuracy",)))[0]
    assert [row.cells[1].text for row in table.rows] == ["3.0 MiB"] * 3


def test_counts_of_first_places_are_of_the_measures_that_rank(results):
    from dataclasses import replace

    from bakeoff.criteria.sections.measures_table import measures_tables

    found = results.measures_table().found
    values, order = found.values.copy(), None if found.order is None else found.order.copy()
    values[:, 0] = float("nan")
    if order is not None:
        order[:, 0] = float("nan")
    ranks = measures_tables(replace(found, values=values, order=order))[1]
    counts = {cell.text.partition(" of ")[2] for row in ranks.rows for cell in row.cells if " of " in cell.text}
    assert counts == {str(len(found.measures) - 1)}

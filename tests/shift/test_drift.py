"""Drift of data: pairs with a known answer, false alarms, weighting, confidence, and bad input."""

import json

import numpy as np
import pytest
from click.testing import CliRunner
from scipy.stats import chi2_contingency, ks_2samp
from sklearn.linear_model import LogisticRegression

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.core.errors import BadInput, BakeoffError
from bakeoff.shift.columns import column_changes
from bakeoff.tabular.table import Column, ColumnKind


def draw(rng, n, shift=0.0, column=0, bend=0.0):
    """Three normal columns; the class depends on the first two, and bends where a model without squares does not."""
    X = rng.standard_normal((n, 3))
    X[:, column] += shift
    odds = 1.5 * X[:, 0] + X[:, 1] - bend * X[:, 0] ** 2
    return X, (rng.random(n) < 1 / (1 + np.exp(-odds))).astype(int)


def test_columns_against_scipy():
    rng = np.random.default_rng(1)
    old, new = rng.standard_normal((300, 2)), rng.standard_normal((250, 2)) + np.array([0.3, 0.0])
    words = Column(name="w", kind=ColumnKind.NOMINAL, levels=("x", "y", "z"))
    old[:, 1], new[:, 1] = rng.integers(0, 3, 300), rng.choice(3, p=[0.5, 0.3, 0.2], size=250)
    numbers, nominal = column_changes((Column(name="n"), words), old, new)
    expected = ks_2samp(old[:, 0], new[:, 0])
    assert (numbers.effect, numbers.p_value) == pytest.approx((expected.statistic, expected.pvalue))
    table = [np.bincount(part[:, 1].astype(int), minlength=3) for part in (old, new)]
    assert nominal.p_value == pytest.approx(chi2_contingency(table, correction=False).pvalue)
    shares = [one / one.sum() for one in table]
    assert nominal.effect == pytest.approx(np.abs(shares[0] - shares[1]).sum() / 2)
    assert numbers.shift == pytest.approx((new[:, 0].mean() - old[:, 0].mean()) / old[:, 0].std(ddof=1))


def test_degenerate_columns():
    same = np.ones((30, 1))
    assert column_changes((Column(name="c"),), same, same)[0].p_value == 1
    gone = np.full((30, 1), np.nan)
    (only,) = column_changes((Column(name="c"),), same, gone)
    assert only.what == "missing"
    assert only.effect == 1
    assert only.p_value < 0.001
    fresh = column_changes(
        (Column(name="w", kind=ColumnKind.NOMINAL, levels=("x", "y")),), np.zeros((40, 1)), np.ones((40, 1))
    )
    assert fresh[0].new_values == ("y",)


def test_no_change():
    rng = np.random.default_rng(3)
    model = LogisticRegression().fit(*draw(rng, 500))
    found = bo.drift(draw(rng, 400), draw(rng, 400), model=model)
    assert found.changed == ()
    assert found.harm == "not shown"
    assert "No column of 3 is shown to have changed" in found.verdict


@pytest.mark.parametrize("seed", range(5))
def test_a_harmless_change(seed):
    """The third column moves, and neither class nor model depends on it: a change of exactly 0, whatever the seed."""
    rng = np.random.default_rng(seed)
    X, y = draw(rng, 400)
    moved = X + np.array([0.0, 0.0, 1.0])
    answer = (1.5 * X[:, 0] + X[:, 1] > 0).astype(int)
    found = bo.drift((X, y), (moved, y), predictions=(answer, answer))
    assert found.changed == ("x2",)
    assert found.found.together.p_value < 0.001
    measured = found.found.changes[0]
    assert (measured.how, measured.change.value) == ("measured", 0.0)
    assert measured.change.low < 0 < measured.change.high
    assert found.harm == "not shown"
    without = bo.drift((X, y), (moved, None), predictions=(answer, answer))
    assert without.found.decisive.how == "weighting"


def test_a_harmful_change():
    """The first column moves to where the class bends and the model does not."""
    rng = np.random.default_rng(5)
    model = LogisticRegression().fit(*draw(rng, 2000, bend=0.5))
    X, y = draw(rng, 1500, shift=1.0, bend=0.5)
    found = bo.drift(draw(rng, 1500, bend=0.5), (X, y), model=model)
    assert found.harm == "worse"
    assert found.changed[0] == "x0"
    unlabelled = bo.drift(draw(rng, 1500, bend=0.5), (X, None), model=model)
    assert unlabelled.harm == "worse"
    assert "It hurts." in unlabelled.verdict
    # The model's own probabilities do not see it: they are not calibrated there, which is their stated assumption.
    confidence = next(one for one in found.found.changes if one.how == "confidence")
    assert confidence.change.value < found.found.changes[0].change.low
    assert "probabilities are right" in confidence.assumption


def test_too_little_overlap_is_told():
    rng = np.random.default_rng(9)
    model = LogisticRegression().fit(*draw(rng, 500))
    X, _ = draw(rng, 500, shift=4.0)
    found = bo.drift(draw(rng, 500), (X, None), model=model)
    assert "shift.overlap" in {note.code for note in found.notes}
    assert "shift.unseen_rows" in {note.code for note in found.notes}


def test_regression_and_frames():
    import pandas as pd

    rng = np.random.default_rng(10)
    old = pd.DataFrame({"a": rng.standard_normal(300), "kind": rng.choice(["u", "v"], 300)})
    old["y"] = old["a"] + 0.1 * rng.standard_normal(300)
    new = old.copy()
    new["a"] += 1
    new["more"] = 1.0
    old["said"], new["said"] = old["a"], new["a"] + 0.5
    found = bo.drift(old, new, target="y", predictions="said")
    assert found.found.measure == "mae"
    assert found.harm == "worse"
    assert found.changed == ("a",)
    assert "shift.columns_differ" in {note.code for note in found.notes}
    assert len(found.to_frame("plain")["column"]) == 2
    assert "a" in found._repr_html_()


def table(path, n, seed, shift=0.0, **more):
    rng = np.random.default_rng(seed)
    X, y = draw(rng, n, shift)
    proba = 1 / (1 + np.exp(-(1.5 * X[:, 0] + X[:, 1])))
    names = ["a", "b", "c", "y", "said", "proba_n", "proba_y", *more]
    lines = [",".join(names)]
    for row, label, p in zip(X, y, proba, strict=True):
        lines.append(",".join(map(str, [*row, "ny"[label], "ny"[int(p > 0.5)], 1 - p, p, *more.values()])))
    path.write_text("\n".join(lines) + "\n")


def run(*words):
    return CliRunner().invoke(cli, [str(one) for one in words])


def test_the_command(tmp_path):
    table(tmp_path / "old.csv", 300, 1)
    table(tmp_path / "new.csv", 300, 2, shift=1.0)
    done = run("drift", tmp_path / "old.csv", tmp_path / "new.csv", "--target", "y", "--predictions", "proba_n", "--predictions", "proba_y", "--ignore", "said", "-o", tmp_path / "d.html", "--json")  # fmt: skip
    found = json.loads(done.stdout)
    assert found["changed"] == ["a"]
    assert [one["how"] for one in found["changes"]] == ["measured", "weighting", "confidence"]
    assert "Does it hurt?" in (tmp_path / "d.html").read_text()
    shown = run("drift", tmp_path / "old.csv", tmp_path / "new.csv", "--target", "y", "--ignore", "said").stdout
    assert "starred: shown at" in shown
    assert "bold" not in shown, "a terminal has stars"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["nowhere.csv", "new.csv"], "no file called"),
        (["old.csv", "other.csv"], "no column in common"),
        (["old.csv", "new.csv", "--target", "yy"], "did you mean 'y'"),
        (["old.csv", "new.csv", "--predictions", "said"], "labels of the old rows are needed"),
        (["old.csv", "new.csv", "--target", "y", "--predictions", "sayd"], "did you mean 'said'"),
        (["old.csv", "new.csv", "--target", "y", "--measure", "error"], "needs predictions"),
        (["old.csv", "new.csv", "--target", "y", "--predictions", "said", "--predictions", "b"], "proba_CLASS"),
        (["old.csv", "words.csv"], "share contains numbers in one and words in the other"),
    ],
)
def test_bad_input(tmp_path, monkeypatch, capsys, words, says):
    monkeypatch.chdir(tmp_path)
    for name, seed in (("old", 1), ("new", 2)):
        table(tmp_path / f"{name}.csv", 60, seed)
    (tmp_path / "other.csv").write_text("q,r\n1,2\n3,4\n")
    (tmp_path / "words.csv").write_text("a\nu\nv\n")
    with pytest.raises(SystemExit) as ended:
        cli.main(["drift", *words])
    assert ended.value.code == 2
    assert says in capsys.readouterr().err


def test_bad_input_in_python():
    X = np.zeros((30, 2))
    with pytest.raises(BadInput, match="not both"):
        bo.drift((X, np.zeros(30)), (X, None), model=LogisticRegression(), predictions=(X, X))
    with pytest.raises(BadInput, match="must have predict"):
        bo.drift((X, np.zeros(30)), (X, None), model=3)
    with pytest.raises(BakeoffError, match="a path, a frame"):
        bo.drift(3, X)
    with pytest.raises(BakeoffError, match="29 predictions for 30 rows"):
        bo.drift((X, np.arange(30) % 2), (X, None), predictions=(np.zeros(29, dtype=int), np.zeros(30, dtype=int)))
    with pytest.raises(BakeoffError, match="no rows"):
        bo.drift((X, None), (X[:0], None))


def test_a_saved_model(tmp_path):
    """The same answers as from the predictions that it makes; the file is loaded in a process of its own."""
    for name, seed, shift in (("train", 3, 0.0), ("old", 1, 0.0), ("new", 2, 1.0)):
        table(tmp_path / f"{name}.csv", 150, seed, shift=shift)
    aside = ["said", "proba_n", "proba_y"]
    data = bo.load(tmp_path / "train.csv", target="y", ignore=aside)
    study = bo.Study(
        datasets=data, learners={"lr": LogisticRegression(), "rule": bo.OneRule()}, scheme=3, measures="error"
    )
    study.run(progress=False).deploy("lr").save(tmp_path / "m.skops")
    with bo.load_model(tmp_path / "m.skops") as model:
        found = bo.drift(tmp_path / "old.csv", tmp_path / "new.csv", model=model, target="y", ignore=aside)
        answers = model.predict(tmp_path / "old.csv").label
    wrong = np.mean(answers != [line.split(",")[3] for line in (tmp_path / "old.csv").read_text().splitlines()[1:]])
    assert found.found.changes[0].old.value == pytest.approx(wrong)
    assert [one.how for one in found.found.changes] == ["measured", "weighting", "confidence"]


def test_the_same_rows_in_both_tables_are_not_told_apart():
    rng = np.random.default_rng(5)
    same = rng.standard_normal((120, 2)).round(2)
    found = bo.drift(same, same)
    assert "can tell old rows" not in str(found)
    assert "same rows" in str(found) or "not shown to tell" in str(found)


def labelled(n, seed, prior=0.5):
    rng = np.random.default_rng(seed)
    truth = (rng.random(n) < prior).astype(int)
    said = np.where(rng.random(n) < 0.2, 1 - truth, truth)
    return rng.normal(size=(n, 2)), truth, said


@pytest.mark.parametrize("kind", ["numbers", "words", "objects"])
def test_rows_without_a_label_count_for_the_columns_only(kind):
    """Labels that have not arrived yet: the measure is that of the rows with a label, not one with a class "nan"."""
    X, y, said = labelled(400, 1)
    X_new, y_new, said_new = labelled(400, 2)
    as_given = {"numbers": lambda one: one.astype(float), "words": np.array(["no", "yes"], dtype=object).__getitem__, "objects": lambda one: one.astype(object)}[kind]  # fmt: skip
    old, late = as_given(y), as_given(y_new)
    late[250:] = np.nan if kind == "numbers" else None
    plain = [as_given(one) if kind == "words" else one for one in (said, said_new)]
    found = bo.drift((X, old), (X_new, late), predictions=tuple(plain))
    measured = found.found.changes[0]
    assert measured.how == "measured"
    assert measured.new.value == pytest.approx(np.mean(said_new[:250] != y_new[:250]))
    assert measured.new.n == 250
    assert found.harm == "not shown"
    (note,) = [one for one in found.notes if one.code == "shift.unlabelled"]
    assert (note.facts["missing"], note.facts["n"], note.facts["which"]) == (150, 400, "new")
    assert found.found.n_new == 400
    back = bo.drift((X_new, late), (X, old), predictions=tuple(plain[::-1]))  # gaps among the old rows
    assert back.found.changes[0].old.value == measured.new.value
    assert back.found.n_weighted == 250
    gone = np.full(400, np.nan)
    assert bo.drift((X, y), (X_new, gone), predictions=(said, said_new)).found.changes[0].how == "weighting"
    with pytest.raises(BadInput, match="has both a label and a prediction"):
        bo.drift((X, gone), (X_new, y_new), predictions=(said, said_new))


def test_missing_predictions_are_no_class():
    X, y, said = labelled(300, 3)
    given = said.astype(float)
    given[:100] = np.nan
    found = bo.drift((X, y), (X, y), predictions=(said, given)).found
    assert found.changes[0].new.value == pytest.approx(np.mean(said[100:] != y[100:]))


def test_a_target_that_changed_is_in_the_verdict(tmp_path):
    X, y, said = labelled(400, 4)
    X_new, y_new, said_new = labelled(400, 5, prior=0.05)
    found = bo.drift((X, y), (X_new, y_new), predictions=(said, said_new))
    assert "The target changed: its most frequent class is" in found.verdict
    assert "target" in str(found.tables()[0])
    same = bo.drift((X, y), (X_new, y), predictions=(said, said))
    assert "The target changed" not in same.verdict
    gone = bo.drift((X, np.arange(400) % 3), (X_new, np.arange(400) % 2))
    assert [one.facts["label"] for one in gone.notes if one.code == "shift.class_gone"] == ["2"]
    fresh = bo.drift((X, np.arange(400) % 2), (X_new, np.arange(400) % 3))
    assert [one.facts["values"] for one in fresh.notes if one.code == "shift.new_values"] == ["2"]


def test_a_column_of_many_words_raises_no_false_alarm():
    """A post code and a text from one distribution: codes in the order of appearance gave an AUC near 1 in every one of 60 pairs."""
    pandas = pytest.importorskip("pandas")

    def rows(seed):
        rng = np.random.default_rng(seed)
        places = [f"z{one % 400:04}" for one in rng.zipf(1.3, 200)]
        texts = [f"order {rng.integers(10**6)} came late and was sent back" for _ in range(200)]
        return pandas.DataFrame({"a": rng.normal(size=200), "place": places, "text": texts})

    seen = [bo.drift(rows(2 * trial), rows(2 * trial + 1)).found for trial in range(40)]
    assert sum(one.together.p_value <= 0.05 for one in seen) <= 6  # more have probability 0.003 at 5%
    assert sum(bool(one.changed) for one in seen) <= 6
    assert all(one.column != "text" for one in seen[0].columns)
    assert "shift.texts" in {note.code for note in seen[0].notes}
    assert np.mean([one.effect for each in seen for one in each.columns if one.column == "place"]) < 0.15


def test_a_column_of_another_kind_is_a_finding(tmp_path):
    (tmp_path / "old.csv").write_text("a,b\n" + "".join(f"{i / 7},{i % 5}\n" for i in range(60)))
    (tmp_path / "new.csv").write_text(
        "b,a\n" + "".join(f"{i % 5},{'unknown' if i == 7 else i / 7}\n" for i in range(60))
    )
    found = bo.drift(tmp_path / "old.csv", tmp_path / "new.csv")
    assert found.found.retyped == ("a",)
    assert "Not compared, because the new table contains another kind of cells there: a." in found.verdict
    assert "shift.kind_of_change_differ" in {note.code for note in found.notes}


def test_times_and_row_numbers_are_named():
    pandas = pytest.importorskip("pandas")

    def rows(start, seed):
        days = pandas.date_range(start, periods=100, freq="D")
        values = np.random.default_rng(seed).normal(size=100)
        return pandas.DataFrame({"number": np.arange(100) + 1000 * seed, "day": days, "value": values})

    found = bo.drift(rows("2030-01-01", 1), rows("2031-01-01", 2))
    assert {one.facts["column"] for one in found.notes if one.code == "shift.moves_by_itself"} == {"number", "day"}
    assert "2030-02-19" in str(found.tables()[0])


def test_no_error_among_few_new_rows_is_no_improvement():
    """Resamples of rows without an error have none either; Newcombe's interval is not of zero width there."""
    rng = np.random.default_rng(6)
    X, y, _ = labelled(500, 6)
    said = np.where(np.arange(500) < 15, 1 - y, y)  # 3 % errors
    new = rng.integers(0, 2, 60)
    measured = bo.drift((X, y), (rng.normal(size=(60, 2)), new), predictions=(said, new)).found
    assert measured.harm == "not shown"
    one = measured.changes[0]
    assert (one.change.value, one.change.method) == (pytest.approx(-0.03), "Newcombe, two shares")
    # statsmodels.stats.proportion.confint_proportions_2indep(0, 60, 15, 500, method="newcomb")
    assert (one.change.low, one.change.high) == pytest.approx((-0.048904, 0.031306), abs=1e-6)
    none = bo.drift((X, y), (rng.normal(size=(60, 2)), None), predictions=(y, new)).found
    assert none.harm == "unknown"  # no error among the old rows: weighting them says nothing


def test_a_class_that_the_model_does_not_know_counts_as_wrong():
    rng = np.random.default_rng(8)
    X, truth = rng.normal(size=(300, 2)), rng.integers(0, 2, 300)
    sure = np.where(rng.random(300) < 0.2, 0.2, 0.8)
    proba = np.where(truth[:, None] == np.arange(2), sure[:, None], 1 - sure[:, None])
    old = {"a": X[:, 0], "y": np.array(["no", "yes"])[truth], "proba_no": proba[:, 0], "proba_yes": proba[:, 1]}
    frame = pytest.importorskip("pandas").DataFrame
    new = {**old, "a": rng.normal(size=300), "y": np.where(np.arange(300) < 60, "perhaps", old["y"])}
    found = bo.drift(frame(old), frame(new), target="y", predictions=["proba_no", "proba_yes"])
    plain = np.where(proba[:, 1] > 0.5, "yes", "no")
    assert found.found.changes[0].new.value == pytest.approx(np.mean(plain != new["y"]))
    assert found.harm == "worse"
    assert ["perhaps"] == [one.facts["values"] for one in found.notes if one.code == "shift.new_values"]
    brier = bo.drift(frame(old), frame(new), target="y", predictions=["proba_no", "proba_yes"], measure="brier")
    wide = np.column_stack([proba, np.zeros(300)])
    code = np.array([["no", "yes", "perhaps"].index(one) for one in new["y"]])
    assert brier.found.changes[0].new.value == pytest.approx(np.mean(np.sum((wide - np.eye(3)[code]) ** 2, axis=1)))


def test_a_sparse_matrix_is_read_by_columns_up_to_a_bound():
    sparse = pytest.importorskip("scipy.sparse")
    small = sparse.csr_matrix(np.random.default_rng(0).random((60, 3)))
    assert str(bo.drift(small, small).to_dict()) == str(bo.drift(small.toarray(), small.toarray()).to_dict())
    with pytest.raises(BadInput, match="choose columns first"):
        bo.drift(sparse.csr_matrix((5_000, 50_000)), small)

"""`bakeoff measure`, `measures` and `explain` from the shell's side."""

import json

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner
from sklearn.metrics import roc_auc_score

import bakeoff as bo
from bakeoff.api.measuring.panel_by_group import Layout, measure_file, measure_parts
from bakeoff.cli.main import cli
from bakeoff.panels.streaming import from_file
from bakeoff.predictions.resampling.draws import Resamples


@pytest.fixture
def files(tmp_path):
    rng = np.random.default_rng(0)
    n = 300
    y = rng.integers(0, 2, n)
    p = np.round(np.clip(rng.normal(0.4 + 0.2 * y, 0.2), 0.01, 0.99), 3)
    number = rng.normal(50, 3, n)
    frame = pd.DataFrame({
        "y": y, "yhat": (p > 0.5).astype(int), "p": p, "fold": np.arange(n) % 3, "cls": np.where(y == 1, "yes", "no"),
        "said": np.where(p > 0.5, "yes", "no"), "value": number, "guess": number + rng.normal(size=n),
        "sd": np.full(n, 1.0), "flag": y == 1, "who": np.arange(n) // 4, "site": np.where(np.arange(n) == 3, None, "x"),
    })  # fmt: skip
    frame.to_csv(tmp_path / "p.csv", index=False)
    frame.to_parquet(tmp_path / "p.parquet")
    return tmp_path


def run(*args, **more):
    return CliRunner().invoke(cli, [str(one) for one in args], **more)


def measured(*args, **more):
    done = run("measure", *args, "--json", **more)
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def test_csv_parquet_and_stdin_agree(files):
    options = ("--truth", "y", "--pred", "yhat", "--proba", "p", "--resamples", 50)
    one = measured(files / "p.csv", *options)
    assert one["schema"] == "bakeoff.measure/1"
    assert one["n"] == 300
    assert one == measured(files / "p.parquet", *options)
    assert one == measured("-", *options, input=(files / "p.csv").read_bytes())


def test_text_labels_and_booleans(files):
    a = measured(files / "p.csv", "--truth", "cls", "--pred", "said", "--positive", "yes", "--level", 0)
    b = measured(files / "p.csv", "--truth", "y", "--pred", "yhat", "--level", 0)
    c = measured(files / "p.parquet", "--truth", "flag", "--score", "p", "--measures", "roc_auc", "--level", 0)
    assert a["measures"] == b["measures"]
    d = measured(files / "p.csv", "--truth", "flag", "--score", "p", "--measures", "roc_auc", "--level", 0)
    assert c["measures"] == d["measures"]


def test_regression(files):
    made = measured(
        files / "p.csv", "--truth", "value", "--pred", "guess", "--sd", "sd", "--measures", "rmse,nlpd,crps"
    )
    assert set(made["measures"]) == {"rmse", "nlpd", "crps"}


def test_by_fold(files):
    done = run("measure", files / "p.csv", "--truth", "y", "--score", "p", "--by", "fold", "--measures", "roc_auc")
    assert done.exit_code == 0
    assert "need not be comparable" in done.stdout
    made = measured(
        files / "p.csv", "--truth", "y", "--pred", "yhat", "--by", "fold", "--test-share", 0.5, "--resamples", 50
    )
    assert set(made["groups"]) == {"0", "1", "2"}
    assert made["mean"]["accuracy"]["method"] == "corrected t over splits"


@pytest.mark.parametrize("shape", ["text", "markdown", "latex", "html"])
def test_formats(files, shape):
    done = run("measure", files / "p.csv", "--truth", "y", "--pred", "yhat", "--format", shape, "--level", 0)
    assert done.exit_code == 0
    assert "accuracy" in done.stdout


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--truth", "yy", "--pred", "yhat"), "no column of"),
        (("--truth", "cls", "--proba", "p"), "the positive class must be stated"),
        (("--truth", "y", "--pred", "yhat", "--measures", "acc1"), "no measure called"),
        (("--truth", "y", "--proba", "value"), "column 'value', row 0"),
        (("--truth", "y"), "name the column of predictions"),
        (("--truth", "y", "--pred", "yhat", "--interval", "wilsn"), "'wilsn' is not one of 'wilson', 'wald'"),
        (("--truth", "y", "--pred", "yhat", "--side", "upper", "--level", 0.4), "above one half"),
        (("--truth", "y", "--pred", "yhat", "--side", "upper", "--level", 0), "there is none to choose"),
        (("--truth", "y", "--pred", "yhat", "--groups", "site"), "column 'site', row 3 is missing"),
    ],
)
def test_bad_input_is_one_sentence(files, options, words):
    done = run("measure", files / "p.csv", *options)
    assert words in done.output
    assert "Traceback" not in done.output
    assert done.exit_code == 2


def test_files_that_are_none(files):
    (files / "empty.csv").write_text("")
    (files / "head.csv").write_text("y,yhat\n")
    (files / "broken.parquet").write_bytes(b"not parquet at all")
    (files / "ragged.csv").write_text("y,yhat\n1,0\n1\n")
    (files / "twice.csv").write_text("y,y\n1,0\n")
    for name, words in {
        "empty.csv": "is empty", "head.csv": "has no rows", "broken.parquet": "is not a Parquet file",
        "none.csv": "there is no file", "none.parquet": "there is no file", "ragged.csv": "line 3 has 1 cell,",
        "twice.csv": "two columns are called 'y'",
    }.items():  # fmt: skip
        done = run("measure", files / name, "--truth", "y", "--pred", "yhat")
        assert done.exit_code == 2, name
        assert words in done.output, name


def test_lists_in_a_column_are_refused(files):
    pd.DataFrame({"y": [[1], [0]], "p": [0.1, 0.2]}).to_parquet(files / "lists.parquet")
    for verb in (("measure",), ("curve", "roc")):
        done = run(*verb, files / "lists.parquet", "--truth", "y", "--score", "p")
        assert done.exit_code == 2
        assert "contains lists" in done.output


def test_a_missing_value_is_named_by_column_and_row(files):
    (files / "gap.csv").write_text("y,yhat\n1,0\n,1\n0,0\n")
    done = run("measure", files / "gap.csv", "--truth", "y", "--pred", "yhat")
    assert "column 'y', row 1 is missing" in done.output


def in_parts(monkeypatch, size=70):
    """Files are read in pieces of that many rows, as large ones are."""
    real = from_file.chunks

    def small(where, columns, rows=0):
        for part in real(where, columns):
            for start in range(0, len(part[columns[0]]), size):
                yield {name: values[start : start + size] for name, values in part.items()}

    monkeypatch.setattr(from_file, "chunks", small)


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
@pytest.mark.parametrize(
    "layout",
    [
        Layout(truth="y", pred="yhat", proba=("p",)),
        Layout(truth="cls", pred="said", score="p", positive="yes"),
        Layout(truth="value", pred="guess", sd="sd"),
    ],
    ids=["binary", "text", "numbers"],
)
def test_parts_give_the_numbers_of_the_whole(files, suffix, layout, monkeypatch):
    path = str(files / f"p.{suffix}")
    whole = measure_file(path, layout, "all", n_resamples=100)
    in_parts(monkeypatch)
    parts = measure_file(path, layout, "all", n_resamples=100)
    assert list(parts) == list(whole)
    for name, one in whole.items():
        assert parts[name].value == pytest.approx(one.value, rel=1e-11, nan_ok=True), name
        assert parts[name].n == one.n
        if one.method.startswith(("Wilson", "logit", "delta")):
            assert (parts[name].low, parts[name].high) == pytest.approx((one.low, one.high), rel=1e-6), name


def test_without_pyarrow_csv_still_works(files, monkeypatch):
    from bakeoff.tabular import reading
    from bakeoff.tabular.formats import csv

    columns = ["y", "p", "cls", "flag"]
    with_arrow = next(iter(list(reading.chunks(str(files / "p.csv"), columns))))
    monkeypatch.setattr(csv, "_has_pyarrow", lambda: False)
    plain = next(iter(list(reading.chunks(str(files / "p.csv"), columns))))
    assert plain["y"].tolist() == with_arrow["y"].tolist()
    assert plain["p"].tolist() == with_arrow["p"].tolist()
    assert plain["cls"].tolist() == with_arrow["cls"].tolist()


def test_the_catalogue():
    done = run("measures")
    assert "h_measure" in done.stdout
    only = run("measures", "--task", "clustering").stdout
    assert ("Clustering" in only, "Ranking" in only, "purity" in only) == (True, False, True)
    assert "Cohen" in run("measures", "kappa").stdout
    assert len(json.loads(run("measures", "--json").stdout)["measures"]) > 90


def test_json_says_the_level_and_why_there_is_no_interval(files):
    (files / "alike.csv").write_text("y,yhat\n" + "1,1\n" * 4 + "0,0\n" * 8)
    made = measured(
        files / "alike.csv", "--truth", "y", "--pred", "yhat", "--measures", "accuracy,kappa", "--level", 0.9
    )
    assert made["level"] == 0.9
    assert made["measures"]["accuracy"]["warnings"] == []
    assert made["measures"]["kappa"]["low"] is None
    assert made["measures"]["kappa"]["warnings"] == ["4 rows outside the most frequent class: an interval needs 5"]
    assert made["confusion"]["counts"] == [[8, 0], [0, 4]]
    none = measured(files / "alike.csv", "--truth", "y", "--pred", "yhat", "--measures", "accuracy", "--level", 0)
    assert none["level"] is None


def test_by_fold_names_its_intervals(files):
    options = ("--truth", "y", "--pred", "yhat", "--by", "fold", "--measures", "accuracy,kappa", "--resamples", 50)
    text = run("measure", files / "p.csv", *options, "--test-share", 0.5).output
    assert "intervals of mean: corrected t over splits" in text
    assert "intervals of pooled: Wilson (accuracy); Dirichlet, 50 draws (kappa)" in text
    (files / "alike.csv").write_text("y,yhat,fold\n" + "1,1,0\n0,0,1\n" * 6)
    text = run("measure", files / "alike.csv", *options, "--test-share", 0.5).output
    assert "the mean of accuracy has no interval: zero variance between splits\n" in text


def test_the_chosen_intervals_reach_every_way_of_reading(files, monkeypatch):
    layout = Layout(truth="y", pred="yhat", proba=("p",), by="fold")
    how = {"interval": "clopper-pearson", "auc_interval": "delong", "side": "lower", "n_resamples": 50}
    names = ["accuracy", "roc_auc", "kappa", "log_loss"]
    path = str(files / "p.csv")
    whole = measure_file(path, layout, names, test_share=0.5, **how)
    in_parts(monkeypatch)
    parts = measure_file(path, layout, names, test_share=0.5, **how)
    spread = measure_parts(path, layout, names, test_share=0.5, **how)
    for made in (parts, spread):
        for name in names:
            for one, other in ((made.pooled[name], whole.pooled[name]), (made.mean[name], whole.mean[name])):
                assert one.method == other.method
                assert one.low == pytest.approx(other.low, rel=1e-6)
                assert np.isnan(one.high)
    assert whole.pooled["accuracy"].method == "Clopper-Pearson, lower bound"
    assert whole.pooled["roc_auc"].method == "DeLong, lower bound"


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_resampled_intervals_of_parts_are_those_of_the_whole(files, monkeypatch, method):
    layout, names = (
        Layout(truth="y", pred="yhat", score="p"),
        ["kappa", "roc_auc", "average_precision", "ks", "h_measure"],
    )
    path = str(files / "p.csv")
    how = {"bootstrap": method, "auc_interval": "bootstrap", "n_resamples": 50}
    whole = measure_file(path, layout, names, **how)
    in_parts(monkeypatch)
    parts = measure_file(path, layout, names, **how)
    for name in names:
        assert parts[name].method == whole[name].method
        assert (parts[name].low, parts[name].high) == pytest.approx((whole[name].low, whole[name].high)), name


@pytest.fixture
def order_of_the_file(monkeypatch):
    """Rows in one piece are drawn in the order of what they hold, which rows in parts cannot have; here both keep that of the file."""
    monkeypatch.setattr(Resamples, "in_order", lambda self, _: self)


@pytest.mark.usefixtures("order_of_the_file")
def test_bca_of_means_in_parts(files, monkeypatch):
    layout, path, names = Layout(truth="y", proba=("p",)), str(files / "p.csv"), ["log_loss", "ece"]
    how = {"interval": "bootstrap", "bootstrap": "bca", "n_resamples": 50}
    whole = measure_file(path, layout, names, **how)
    in_parts(monkeypatch)
    for name, one in measure_file(path, layout, names, **how).items():
        assert one.method == whole[name].method == "bootstrap BCa, 50 resamples"
        assert (one.low, one.high) == pytest.approx((whole[name].low, whole[name].high)), name
    assert measure_file(path, layout, ["log_loss"])["log_loss"].method.startswith("delta method")


@pytest.mark.usefixtures("order_of_the_file")
def test_groups_are_resampled_together(files, monkeypatch):
    options = ("--truth", "y", "--pred", "yhat", "--groups", "who", "--resamples", 50, "--measures", "accuracy")
    one = measured(files / "p.csv", *options)
    assert "by group" in one["measures"]["accuracy"]["method"]
    assert (
        "by group"
        in measured(files / "p.csv", *options, "--by", "fold")["groups"]["1"]["measures"]["accuracy"]["method"]
    )
    in_parts(monkeypatch)
    parts = measured(files / "p.csv", *options)
    assert parts["measures"]["accuracy"] == one["measures"]["accuracy"]


def test_the_confusion_matrix_stands_below(files):
    done = run("measure", files / "p.csv", "--truth", "cls", "--pred", "said", "--measures", "accuracy", "--level", 0)
    assert "truth \\ predicted" in done.stdout
    assert done.stderr == ""
    by_fold = run(
        "measure", files / "p.csv", "--truth", "cls", "--pred", "said", "--measures", "accuracy", "--by", "fold"
    )
    assert "truth \\ predicted" in by_fold.stdout


def test_the_block_per_class(files):
    options = ("--truth", "cls", "--pred", "said", "--positive", "yes", "--level", 0, "--per-class")
    assert "weighted avg." in run("measure", files / "p.csv", *options, "--by", "fold").stdout
    made = measured(files / "p.csv", *options)
    assert [one["name"] for one in made["classes"]] == ["no", "yes", "weighted avg."]
    assert made["classes"][0]["auc"] is None
    done = run("measure", files / "p.csv", "--truth", "y", "--score", "p", "--measures", "roc_auc", "--per-class")
    assert done.exit_code == 2


def test_scores_ranked_in_bins_say_how_far_off_they_can_be(files):
    asked = ("--truth", "y", "--proba", "p", "--measures", "roc_auc")
    exact, rough = measured(files / "p.csv", *asked), measured(files / "p.csv", *asked, "--binned")
    off = [text for text in rough["warnings"] if "ranked in bins" in text]
    assert len(off) == 1
    most = float(off[0].split("off by ")[1].split()[0])
    assert 0 < most < 1e-3
    assert abs(exact["measures"]["roc_auc"]["value"] - rough["measures"]["roc_auc"]["value"]) <= most


def test_a_report_is_written_beside_what_is_printed(files):
    options = ("--truth", "y", "--pred", "yhat", "--measures", "accuracy,kappa", "--resamples", 20)
    done = run("measure", files / "p.csv", *options, "-o", files / "m.html")
    assert done.exit_code == 0, done.output
    assert done.stdout.startswith("300 rows")
    assert "wrote" in done.stderr
    page = (files / "m.html").read_text("utf-8")
    assert "<h1>Measures of p.csv</h1>" in page
    assert "Confusion matrix" in page
    refused = run("measure", "nowhere.csv", *options, "-o", "m.docx")
    assert "cannot tell the form of a report from 'm.docx'" in refused.stderr  # before the file is looked for


def test_columns_of_probabilities_are_read_by_their_names(tmp_path):
    rng = np.random.default_rng(4)
    order = ["dog", "cat", "ant"]  # not that of the alphabet
    truth, table = rng.choice(order, 60), rng.dirichlet([1.0, 1.0, 1.0], 60)
    for name in ("a.csv", "b.csv"):
        pd.DataFrame(table, columns=[f"p_{one}" for one in order]).assign(y=truth).to_csv(tmp_path / name, index=False)
    exact = float(-np.log(table[np.arange(60), [order.index(one) for one in truth]]).mean())
    asked = ("--truth", "y", "--proba", "p_dog,p_cat,p_ant")
    made = measured(tmp_path / "a.csv", *asked, "--measures", "log_loss", "--level", 0)
    assert made["measures"]["log_loss"]["value"] == pytest.approx(exact)
    layout = Layout(truth="y", proba=("p_dog", "p_cat", "p_ant"))
    parts = measure_file(str(tmp_path / "a.csv"), layout, ["log_loss"], level=None, rows=7)
    assert parts["log_loss"].value == pytest.approx(exact)
    both = (tmp_path / "a.csv", tmp_path / "b.csv", *asked, "--measure", "log_loss")
    assert f"{exact:.4f}" in run("compare", *both).stdout
    for refused in (
        run("compare", *both, "--labels", "ant,cat,dog"),
        run("measure", both[0], *asked, "--labels", "ant,cat,dog"),
    ):
        assert refused.exit_code == 2
        assert "by --labels column 'p_dog' contains class ant, but its name says otherwise" in refused.stderr


def test_columns_whose_names_tell_nothing_are_told_with_their_classes(tmp_path):
    rng = np.random.default_rng(4)
    table = pd.DataFrame(rng.dirichlet([1.0, 1.0, 1.0], 30), columns=["p1", "p2", "p3"])
    table.assign(y=rng.choice(["ant", "cat", "dog"], 30), fold=np.arange(30) % 2).to_csv(
        tmp_path / "a.csv", index=False
    )
    asked = (tmp_path / "a.csv", "--truth", "y", "--proba", "p1,p2,p3", "--measures", "log_loss", "--level", 0)
    words = "taken in the order of the classes (p1 is ant, p2 is cat, p3 is dog): --labels states another order"
    assert [words in one for one in measured(*asked)["warnings"]] == [True]
    assert any(words in one for one in measured(*asked, "--by", "fold")["warnings"])
    assert not measured(*asked, "--labels", "ant,cat,dog")["warnings"]
    parts = measure_file(str(asked[0]), Layout(truth="y", proba=("p1", "p2", "p3")), ["log_loss"], level=None, rows=7)
    assert [note.code for note in parts.notes] == ["panels.column-order"]


def test_scores_of_several_classes(tmp_path):
    rng = np.random.default_rng(2)
    classes = ["dog", "cat", "ant"]
    truth, table = rng.choice(classes, 60), rng.normal(size=(60, 3))
    table[np.arange(60), [classes.index(one) for one in truth]] += 1
    frame = pd.DataFrame(table, columns=["s1", "s2", "s3"]).assign(y=truth)
    frame.to_csv(tmp_path / "a.csv", index=False)
    exact = bo.measure(truth, y_score=table, labels=classes, measures=["roc_auc_ovr"], level=None)["roc_auc_ovr"].value
    softmax = np.exp(table) / np.exp(table).sum(axis=1, keepdims=True)
    by_class = {one: roc_auc_score(truth == one, table[:, at]) for at, one in enumerate(classes)}
    assert exact == pytest.approx(np.mean(list(by_class.values())))
    assert exact != pytest.approx(
        roc_auc_score(truth, softmax[:, [2, 1, 0]], multi_class="ovr")
    )  # other scores, other areas
    asked = (tmp_path / "a.csv", "--truth", "y", "--score", "s1,s2,s3", "--level", 0)
    assert measured(*asked, "--labels", "dog,cat,ant")["measures"]["roc_auc_ovr"]["value"] == pytest.approx(exact)
    layout = Layout(truth="y", scores=("s1", "s2", "s3"), labels=("dog", "cat", "ant"))
    parts = measure_file(str(tmp_path / "a.csv"), layout, ["roc_auc_ovr"], level=None, rows=7)
    assert parts["roc_auc_ovr"].value == pytest.approx(exact)
    unnamed = run("measure", *asked)
    assert unnamed.exit_code == 2
    assert "give one column per class, in the order of --labels" in unnamed.stderr
